"""What the commands share: their words, one way to print, options from the command line."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from importlib import resources
from io import TextIOWrapper
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.text import Text

from stajnia.core.game import AnyGame, HasTints, Illegal, Message, Option, Tint
from stajnia.core.words import Lang, Words

NARROWEST = 20  # columns
_GAP = re.compile(r"(?<=\S)  +")  # between two columns

console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
to_stderr = Console(highlight=False, markup=False, emoji=False, soft_wrap=True, stderr=True)

# the nearest signs where only ASCII can be written
NEAREST = {
    **dict(zip("▁▂▃▄▅▆▇█", "12345678", strict=True)),  # a curve
    **dict(zip("łŁ–—“”„‘’…·×»«▶●▲★♣◆☾○│─✓", ("l", "L", *'--"""', *"''", "...", *".x><>o^*&#)o|-+"), strict=True)),
    "\N{NO-BREAK SPACE}": " ",
}


@cache
def own_words(lang: Lang) -> Words:
    """The words of the command line itself."""
    data = resources.files("stajnia.cli").joinpath(f"words.{lang}.json").read_bytes()
    return Words("", lang, msgspec.json.decode(data, type=dict[str, str]), "")


def speak(lang: Lang, id: str, **args: Any) -> str:
    return own_words(lang).say(Message(id, args))


def width() -> int:
    """How many columns there are to write in; 0: nobody looks on, and lines are left whole."""
    return max(NARROWEST, shutil.get_terminal_size((80, 24)).columns) if sys.stdout.isatty() else 0


def wrapped(text: str, columns: int) -> str:
    """The text with no line wider than that; what goes on hangs under its beginning, or under its last column."""
    if not columns:
        return text
    return "\n".join(_wrapped(line, columns) for line in text.split("\n"))


def _wrapped(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    begins = [found.end() for found in _GAP.finditer(line) if found.end() <= columns * 0.6]
    hang = begins[-1] if begins else len(line) - len(line.lstrip()) + 2
    return textwrap.fill(
        line,
        columns,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def echo(text: str = "", style: str = "", tints: Iterable[Tint] = (), err: bool = False) -> None:
    """Print, wrapped by words, in colour where the terminal has it."""
    shown = Text(wrapped(text, width()), style)
    for pattern, tint in tints:
        shown.highlight_regex(pattern, tint)
    (to_stderr if err else console).print(shown)


def tints(game: AnyGame) -> Sequence[Tint]:
    """The colours of a game's text form, where it has any."""
    return game.TINTS if isinstance(game, HasTints) else ()


def ask(prompt: str = "> ") -> str:
    """A line that was typed; EOFError where there is nobody to type."""
    return input(fitting(prompt)).strip()


def plain(text: str) -> str:
    """Text from a file or a line typed, without signs that would steer the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def folded(text: str) -> str:
    """In small letters and without accents, so that `podpowiedz` is `podpowiedź`."""
    return "".join(nearest(sign) if sign.isalpha() else sign for sign in text.casefold())


def nearest(sign: str) -> str:
    """The sign as ASCII can show it."""
    bare = "".join(part for part in unicodedata.normalize("NFKD", sign) if part.isascii())
    return NEAREST.get(sign) or bare or "?"


def _replace(e: UnicodeError) -> tuple[str, int]:
    if not isinstance(e, UnicodeEncodeError):
        raise e
    return "".join(nearest(sign) for sign in e.object[e.start : e.end]), e.end


codecs.register_error("nearest", _replace)


def fitting(text: str) -> str:
    """The text as the terminal's encoding can show it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "nearest").decode(encoding)


def set_up_streams() -> None:
    """In an odd locale some letters lose their accents, not the game; a stream that was closed is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (as long as the process)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if mode == "r" else "nearest")


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
    if option.name == "daily" and folded(text) in ("today", "dzis", "dzisiaj"):
        return date.today().isoformat()  # a game has no calendar
    return text
