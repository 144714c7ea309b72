"""Golden games replay to the same story, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from stajnia.core.record import Record
from stajnia.games import NAMES
from tests.golden.make import HERE, story

FILES = sorted(HERE.glob("*.txt"))


def test_every_game_has_a_golden_game() -> None:
    """Each game is told at least once."""
    assert {f.name.split("-")[0] for f in FILES} == set(NAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_golden_game_is_told_the_same(file: Path) -> None:
    """A change of the rules or their words shows here as a diff."""
    head, _, told = file.read_text("utf-8").partition("\n")
    assert story(Record.from_json(head)) == told
