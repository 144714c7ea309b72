"""Words: message ids into sentences, Polish or English, from a game's `text/` (words, cards, tutorial, page).

A template holds `{name}` (the value), `{name:kind}` (the word `kind.VALUE` of the catalogue; `{name:player}` a
person's name at that seat) and `{n|one|few|many}` (a plural form after a number; English uses one|many).
A list is joined with commas, a message within is said too. The page has the same few lines in TypeScript
(web/src/lib/words.ts).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

import msgspec

from stajnia.core.game import CHANCE, Illegal, Message

Lang = Literal["pl", "en"]
LANGS: tuple[Lang, ...] = get_args(Lang)

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
_STATEMENT = re.compile(r"^- \*\*((?:R|Q|O|B)[\w.]+)\*\* (.*)$")


def plural(lang: Lang, n: int, forms: Sequence[str]) -> str:
    """The form that goes with n: Polish 1 / 2-4 / the rest, English 1 / the rest."""
    if abs(n) == 1:
        return forms[0]
    if lang == "pl" and len(forms) == 3:
        return forms[1] if abs(n) % 10 in (2, 3, 4) and abs(n) % 100 not in (12, 13, 14) else forms[2]
    return forms[-1]


class Words:
    """One game's words in one language (`game` "": only the words every game shares)."""

    def __init__(self, game: str, lang: Lang, catalogue: dict[str, str], rules: str) -> None:
        self.game, self.lang, self.catalogue, self.rules_text = game, lang, catalogue, rules

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """A message as a sentence; an unknown id is shown as it is, so that nothing is ever silent."""
        template = self.catalogue.get(message.id)
        if template is None:
            inside = ", ".join(f"{k}={v}" for k, v in message.args.items())
            return f"{message.id}({inside})" if inside else message.id
        return self.fill(template, message.args, names)

    def fill(self, template: str, args: dict[str, Any], names: Sequence[str] = ()) -> str:
        def slot(match: re.Match[str]) -> str:
            name, kind, forms = match.groups()
            value = args.get(name)
            if forms:
                return plural(self.lang, int(value or 0), forms[1:].split("|"))
            return self.word(kind, value, names)

        return _SLOT.sub(slot, template)

    def word(self, kind: str | None, value: Any, names: Sequence[str] = ()) -> str:
        if isinstance(value, Message):
            return self.say(value, names)
        if isinstance(value, list | tuple):
            return ", ".join(self.word(kind, v, names) for v in value)
        if kind == "player":
            if value == CHANCE:
                return self.catalogue["chance"]
            if isinstance(value, int) and 0 <= value < len(names):
                return names[value]
            return self.fill(self.catalogue["player"], {"n": int(value) + 1}) if isinstance(value, int) else str(value)
        if kind is not None:
            return self.catalogue.get(f"{kind}.{value}", str(value))
        return str(value)

    def refusal(self, e: Illegal, names: Sequence[str] = ()) -> str:
        """A refusal as a sentence, with the number of its rule where it has one."""
        sentence = self.say(Message(f"illegal.{e.message}", e.values), names)
        return f"{sentence} ({e.rule})" if e.numbered else sentence

    @property
    def statements(self) -> dict[str, str]:
        """The numbered statements of the game's rules: `{"R3.3": "..."}`."""
        found = (_STATEMENT.match(line) for line in self.rules_text.splitlines())
        return {m[1]: m[2] for m in found if m}


@cache
def words(game: str, lang: Lang) -> Words:
    """The words of a game; text is read from the package once."""
    catalogue = _read("stajnia.core", f"words.{lang}.json")
    rules = ""
    if game:
        package = f"stajnia.games.{game}"
        try:
            for name in ("words", "cards", "tutorial", "page"):
                if resources.files(package).joinpath(f"text/{name}.{lang}.json").is_file():
                    catalogue = catalogue | _read(package, f"text/{name}.{lang}.json")
            rules = resources.files(package).joinpath(f"text/rules.{lang}.md").read_text("utf-8")
        except (ModuleNotFoundError, FileNotFoundError):
            pass  # a game without text yet still speaks in ids
    return Words(game, lang, catalogue, rules)


def _read(package: str, name: str) -> dict[str, str]:
    data = resources.files(package).joinpath(name).read_bytes()
    return msgspec.json.decode(data, type=dict[str, str])
