"""What a person types at the table: verbs of the terminal in either language, actions in the words of their labels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from stajnia.cli.terminal import folded, own_words
from stajnia.core.game import Seat
from stajnia.core.words import LANGS

VERBS = ("help", "actions", "board", "rules", "save", "hint", "undo", "quit")
YES = ("y", "yes", "t", "tak")
NOTHING: Mapping[str, str] = {}
_WORD = re.compile(r"\w+(?:\.\d+)?")  # the second copy of a card, `narwhal.2`, is one word
_NUMBERED = re.compile(r"\w*\d\w*")


@cache
def verbs() -> dict[str, str]:
    """Each word that is understood, in both languages at once, and what it means."""
    return {
        folded(word): verb
        for verb in VERBS
        for lang in LANGS
        for word in own_words(lang).catalogue[f"verb.{verb}"].split()
    }


def seat_words(seat: Seat, name: str) -> str:
    """What a seat may be called: `p2` as in the notation, its number, its name; a number in the name is no seat's."""
    return f"p{seat + 1} {seat + 1} {_NUMBERED.sub(' ', name)}"


def fitting_actions(line: str, labels: Mapping[str, str], also: Mapping[str, str] = NOTHING) -> list[str]:
    """The actions (text -> label) that have every word that was typed, or the beginning of it.

    Such words are in the text, in the label and in what else the verb may be called (`also`). Who typed the whole of
    one label means that action, not a longer one: `play narwhal` is into the own stable.
    """
    typed = _words(line)
    if not typed:
        return []
    other_verbs = set(_words(" ".join(also.values())))

    def fits(word: str, said: str) -> bool:
        return word == said or (word not in other_verbs and _begins(word, said))  # `nie` is not meant for `niebieski`

    def has_all(text: str) -> bool:
        words = _said(text, f"{labels[text]} {also.get(text.partition(' ')[0], '')}")
        return all(any(fits(word, said) for said in words) for word in typed)

    def is_whole(text: str) -> bool:
        return all(any(fits(word, said) for word in typed) for said in _words(labels[text]))

    fitting = [text for text in labels if has_all(text)]
    whole = [text for text in fitting if is_whole(text)]
    return whole if len(whole) == 1 else fitting


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def _said(text: str, label: str) -> list[str]:
    """The words of an action; where its text has a number, those of the label are about something else."""
    own = _words(text)
    numbered = any(word.isdigit() for word in own)
    return own + [word for word in _words(label) if not (numbered and word.isdigit())]


def _begins(typed: str, said: str) -> bool:
    """`dob` is the beginning of `dobierz`, `czerwony` another case of `czerwonego`; a number begins nothing."""
    if not typed.isalpha() or len(typed) < 3:
        return False
    stem = typed[: max(4, len(typed) - 2)]
    return said.startswith(typed) or (len(typed) > 4 and said.startswith(stem) and said.isalpha())
