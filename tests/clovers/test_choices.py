"""The greedy bot decides on hundreds of fixed positions as it always did."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stajnia.core.game import CHANCE
from stajnia.games import clovers
from tests.clovers.make_choices import FILE, choice, positions

GAMES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("known", GAMES, ids=lambda g: f"{g['seats']}-{'-'.join(g['options'])}")
def test_greedy_chooses_as_before(known: dict[str, Any]) -> None:
    """Two to four seats, every variant: the same choice at every decision of the game."""
    found = [
        choice(s, place)
        for place, s in positions(known["seats"], known["options"], known["moves"].split(","))
        if clovers.to_act(s) != (CHANCE,)
    ]
    assert found == known["choices"].split(",")
