"""What the commands share: their words, a plain console, options from the command line."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

import click
import msgspec
from rich.console import Console

from stajnia.core.game import AnyGame, Illegal, Message, Option
from stajnia.core.words import Lang, Words

console = Console(highlight=False, markup=False, soft_wrap=True)


@cache
def own_words(lang: Lang) -> Words:
    """The words of the command line itself."""
    data = resources.files("stajnia.cli").joinpath(f"words.{lang}.json").read_bytes()
    return Words("", lang, msgspec.json.decode(data, type=dict[str, str]), "")


def speak(lang: Lang, id: str, **args: Any) -> str:
    return own_words(lang).say(Message(id, args))


def plain(text: str) -> str:
    """Text from a file or a line typed, without signs that would steer the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def json_out(value: object) -> None:
    click.echo(msgspec.json.encode(value))


def parse_options(game: AnyGame, pairs: tuple[str, ...], lang: Lang) -> dict[str, Any]:
    """`-o name=value` pairs as the game's options, each read as the kind of value it is."""
    known: dict[str, Option] = {o.name: o for o in game.OPTIONS}
    out: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise click.ClickException(speak(lang, "name_value", pair=pair))
        if name not in known:
            raise Illegal(f"{game.NAME} options", "unknown_option", option=name, known=sorted(known))
        out[name] = _value(known[name], text)
    return out


def _value(option: Option, text: str) -> Any:
    if option.kind == "flag":
        return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower(), text)
    if option.kind == "number":
        return int(text) if re.fullmatch("-?[0-9]{1,9}", text) else text
    if option.kind == "choice":
        return next((c for c in option.choices if str(c) == text), text)
    return text
