"""The sources of the page: colours stand in token files, phrases in the catalogues, and what is a game's to say is not
said twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stajnia.core.words import words
from stajnia.games import NAMES

WEB = Path(__file__).parents[2] / "web/src"
COLOUR = re.compile(
    r"(?:oklch|oklab|rgba?|hsla?)\((?!from var\()|#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b(?![\w-])"
)
TOKEN = re.compile(r"\n\s+(--[\w-]+):")
# names put together at run time, since seats and unicorns have one of these
MADE = {f"--{colour}" for colour in ("red", "orange", "yellow", "green", "blue", "purple", "pink")}
# the browser's own frame around the page takes a plain colour and no token
PLAIN = {"lib/settings.svelte.ts"}


def sources(*suffixes: str, under: Path = WEB) -> list[Path]:
    """The files of the page, tests and generated ones left out."""
    found = [p for p in sorted(under.rglob("*")) if p.name.endswith(suffixes) and ".test." not in p.name]
    assert found
    return [p for p in found if not p.name.endswith(".gen.ts")]


def name(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


def test_colours_stand_in_token_files_only() -> None:
    """A colour is written once, in a tokens.css, and used by its name."""
    raw = [
        f"{name(path)}:{n}: {line.strip()}"
        for path in sources(".svelte", ".ts", ".css")
        if path.name != "tokens.css" and name(path) not in PLAIN
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if COLOUR.search(re.sub(r"\{[#:/]\w+", "", line))
    ]
    assert raw == []


def test_every_token_is_there_and_is_used() -> None:
    """Nothing is painted with a name that no file gives, and no name is given for nothing."""
    texts = {path: path.read_text("utf-8") for path in sources(".svelte", ".ts", ".css")}
    given = {m for text in texts.values() for m in re.findall(r"(?<![\w(-])(--[\w-]+)(?=\s*[:=}]|\"\s*,)", text)}
    asked = {m for text in texts.values() for m in re.findall(r"var\((--[\w-]+)\)", text)}
    assert sorted(asked - given) == []
    tokens = {m for path, text in texts.items() if path.name == "tokens.css" for m in TOKEN.findall(text)}
    used = {m for text in texts.values() for m in re.findall(r"var\((--[\w-]+)", text)}
    assert sorted(tokens - used - MADE) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_phrase_of_a_board_has_words_and_is_said(game: str) -> None:
    """What a board says with `t` stands under `page.` in the game's texts, and nothing stands there for nothing."""
    text = "\n".join(path.read_text("utf-8") for path in sources(".svelte", ".ts", under=WEB / "games" / game))
    known = {key.removeprefix("page.") for key in words(game, "en").catalogue if key.startswith("page.")}
    said = set(re.findall(r"(?<![\w.])t\(\s*[\"']([\w.]+)[\"']", text))
    assert sorted(said - known) == []
    quoted = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", text))
    assert sorted(known - quoted) == []
