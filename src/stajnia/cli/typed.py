"""What a person types at the table: verbs of the terminal in either language, actions in the words of their labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from stajnia.cli.terminal import folded, own_words
from stajnia.core.words import LANGS

VERBS = ("help", "actions", "board", "rules", "save", "hint", "undo", "quit")
YES = ("y", "yes", "t", "tak")
_WORD = re.compile(r"\w+")


@cache
def verbs() -> dict[str, str]:
    """Each word that is understood, in both languages at once, and what it means."""
    return {
        folded(word): verb
        for verb in VERBS
        for lang in LANGS
        for word in own_words(lang).catalogue[f"verb.{verb}"].split()
    }


def fitting_actions(line: str, labels: Mapping[str, str]) -> list[str]:
    """The actions (text -> label) whose text or label has every word that was typed, or the beginning of it."""
    typed = _WORD.findall(folded(line))
    if not typed:
        return []
    return [text for text, label in labels.items() if _all_in(typed, _WORD.findall(folded(f"{text} {label}")))]


def _all_in(typed: Sequence[str], said: Sequence[str]) -> bool:
    return all(any(_fits(word, other) for other in said) for word in typed)


def _fits(typed: str, said: str) -> bool:
    """`dob` is the beginning of `dobierz`, `czerwony` another case of `czerwonego`; a number or a cell is itself."""
    if not typed.isalpha():
        return typed == said
    if len(typed) < 3:
        return typed == said
    stem = typed[: max(4, len(typed) - 2)]
    return said.startswith(typed) or (len(typed) > 4 and said.startswith(stem) and said.isalpha())
