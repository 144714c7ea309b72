"""The race as a game of chance: shares by odds row agree with 100,000 simulated races of the components list."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from stajnia.core.game import complete
from stajnia.games import fever, game
from stajnia.games.fever import race

RACES = 6000
NOBODY: tuple[int, ...] = ()
THEIRS = 100_000
WINS = {"H": (0.442, 0.260, 0.130, 0.058, 0.070, 0.039), "P": (0.367, 0.222, 0.161, 0.111, 0.078, 0.062)}
PODIUMS = {"H": (0.840, 0.759, 0.590, 0.336, 0.297, 0.178), "P": (0.755, 0.674, 0.546, 0.439, 0.328, 0.258)}


@pytest.mark.parametrize("deck", ["H", "P"])
def test_wins_and_podiums_by_row(deck: str) -> None:
    """Win and podium shares of each row, and the turns a race takes, are those of the table within their error."""
    s = fever.new(2, complete(game("fever"), 2, {"deck": deck}))
    s.rows = list(range(6))
    rng = Random(21)
    wins, podiums, turns = [0] * 6, [0] * 6, 0
    for _ in range(RACES):
        s.pos, s.rturn, s.mused = [0] * 6, 0, ()
        s.ranking = NOBODY
        for card in rng.sample(s.cards.deck, 23):
            race.turn_card(s, card, None)
            race.roll(s, rng.randrange(6), rng.randrange(6), None)
            if len(s.ranking) == 6:
                break
        wins[s.ranking[0]] += 1
        for c in s.ranking[:3]:
            podiums[c] += 1
        turns += s.rturn
    for found, table in ((wins, WINS[deck]), (podiums, PODIUMS[deck])):
        for row in range(6):
            p = table[row]
            error = sqrt(p * (1 - p) * (1 / RACES + 1 / THEIRS)) + 0.0005  # the table is rounded
            assert abs(found[row] / RACES - p) < 4 * error, (row, found[row] / RACES, p)
    assert 5.8 < turns / RACES < 6.4
