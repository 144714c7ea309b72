"""The greedy bot chooses the same on the same positions, however quickly it reckons."""

from __future__ import annotations

from typing import Any

import pytest

from stajnia.core.game import CHANCE
from stajnia.games import fever
from tests.fever.choices import choice, games, start

KEPT = list(games())


@pytest.mark.parametrize(("seats", "options", "moves"), KEPT, ids=[f"game-{i}" for i in range(len(KEPT))])
def test_greedy_chooses_as_it_did(seats: int, options: dict[str, Any], moves: list[str]) -> None:
    """At every prompt of a kept game the bot gives the kept answer."""
    s = start(seats, options)
    for n, move in enumerate(moves):
        played, _, best = move.partition(">")
        (seat,) = fever.to_act(s)
        if seat != CHANCE:
            assert choice(s, seat, n) == (best or played), f"move {n}"
        fever.play(s, seat, fever.read(played))
    assert fever.outcome(s) is not None
