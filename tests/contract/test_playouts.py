"""The loop that plays games on from a state."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from stajnia.core.game import complete
from stajnia.core.playouts import by_odds, playout, playouts
from stajnia.games import game
from tests.contract.drive import NAMES, Case, begin, case_id, cases

PLAY = """
from random import Random
from stajnia.core.game import complete
from stajnia.core.playouts import playouts
from stajnia.games import GAMES
for name, g in GAMES.items():
    s = g.new(g.USUAL_SEATS, complete(g, g.USUAL_SEATS, {}))
    t = playouts(g, s, Random(3), 4)
    print(name, t.games, t.unfinished, t.moves, t.wins, t.scores)
"""


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_games_are_played_to_their_end(case: Case) -> None:
    """From a state that stays as it is; the same seed gives the same games."""
    g, s = begin(case)
    key = s.key()
    one, two = (playouts(g, s, Random(8), 2) for _ in range(2))
    assert s.key() == key
    assert (one.games, one.unfinished) == (2, 0)
    assert len(one.wins) == len(one.scores) == case[1]
    assert abs(sum(one.wins) - 2) < 1e-9 or case[1] == 1 or sum(one.wins) == 0
    assert (one.moves, one.wins, one.scores) == (two.moves, two.wins, two.scores)


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_chooses_for_every_seat(name: str) -> None:
    """It is asked with the state, the seat and what is legal there, and what it says is played."""
    g = game(name)
    s = g.new(g.USUAL_SEATS, complete(g, g.USUAL_SEATS, {}))
    asked: list[int] = []

    def last(state: Any, seat: int, legal: Sequence[Any]) -> Any:
        assert list(legal) == list(g.legal(state, seat))
        asked.append(seat)
        return legal[-1]

    moves = playout(g, s, Random(1), last, 60)
    assert 0 < len(asked) <= moves <= 60
    assert set(asked) <= set(range(g.USUAL_SEATS))


def test_a_game_that_goes_on_is_left_as_it_stands() -> None:
    """After so many moves it counts as unfinished."""
    g = game("duel")
    s = g.new(2, complete(g, 2, {}))
    found = playouts(g, s, Random(1), 3, most=5)
    assert (found.games, found.unfinished, found.moves, found.wins) == (0, 3, 15, [])


def test_chance_is_chosen_by_its_odds() -> None:
    """A point falls on the move whose share of the line it lies in; the very end belongs to the last."""
    odds = [("a", 0.25), ("b", 0.5), ("c", 0.25)]
    points = (0.0, 0.2, 0.25, 0.74, 0.75, 0.999999, 1.0)
    assert "".join(by_odds(odds, point) for point in points) == "aabbccc"


def test_compiled_and_plain_play_the_same_games() -> None:
    """All four games, the same seed: the same moves, wins and scores."""
    told = []
    for pure in ("", "1"):
        env = {**os.environ, "STAJNIA_PURE": pure}
        told.append(subprocess.run([sys.executable, "-c", PLAY], env=env, capture_output=True, text=True, check=True))
    assert told[0].stdout == told[1].stdout
    assert len(told[0].stdout.splitlines()) == 4
