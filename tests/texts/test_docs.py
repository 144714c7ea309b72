"""What docs/ shows runs: every `>>>` example, and the game that a-new-game.md writes."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from random import Random

import pytest

import stajnia.games
from stajnia.bots import duel
from stajnia.core.words import words
from tests.contract import drive

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("records.md", "a-new-game.md", "a-new-bot.md")
BLOCK = re.compile(r"^```\w+ src/stajnia/games/(\S+)\n(.*?)^```$", re.S | re.M)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the pages write under games/, importable for the length of a test."""
    names = set()
    for page in PAGES:
        for path, text in BLOCK.findall((DOCS / page).read_text("utf-8")):
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            names.add(path.split("/")[0])
    monkeypatch.setattr(stajnia.games, "__path__", [*stajnia.games.__path__, str(tmp_path)])
    monkeypatch.setattr(stajnia.games, "NAMES", (*stajnia.games.NAMES, *sorted(names)))
    monkeypatch.setattr(duel, "LEVELS", dict(duel.LEVELS))  # a page adds a bot of its own
    return sorted(names)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("written")
def test_examples_of_the_page_run(page: str) -> None:
    """Each example gives the answer that stands under it."""
    text = (DOCS / page).read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, page, str(DOCS / page), 0)
    assert test.examples, "the page has no example"
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    failed = runner.run(test, out=said.append).failed
    assert not failed, "".join(said)


def test_the_game_of_the_page_keeps_the_contract(written: list[str]) -> None:
    """The example game passes the checks that every game must pass, and has words for its statements."""
    assert written == ["pebbles"]
    assert list(words("pebbles", "en").statements) == ["R1", "R2", "R3"]
    pool = {f"take {n}" for n in range(9)}
    for seats in range(2, 5):
        for seed in range(5):
            rng = Random(seed)
            for g, s, seat, action, _ in drive.walk(("pebbles", seats, {"heap": 9}), seed, 20):
                drive.check_step(g, s)
                drive.check_plays(g, s, rng, 5)
                drive.check_views(g, s, seats, rng)
                drive.check_refusals(g, s, seats, pool, rng)
                drive.check_told(g, s, seat, action, rng)
