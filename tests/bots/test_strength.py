"""Levels mean what they say: each beats the one below, by measurement."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stajnia.bots.arena import arena
from stajnia.bots.bot import Budget, bot, levels, usual
from stajnia.bots.ratings import interval
from stajnia.bots.strength import MEASURED, USUAL, strengths
from stajnia.core.game import Illegal
from stajnia.games import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_every_level_was_measured_against_the_one_below(game: str) -> None:
    """The shipped figures cover all levels, and a higher level is really the stronger one."""
    names = list(levels(game))
    found = strengths()[game]
    assert list(found) == names[1:]
    for below, level in pairwise(names):
        assert found[level].against == below
        assert found[level].low > 0.5
        assert found[level].rate >= 0.6
        assert found[level].games == MEASURED.get((game, level), USUAL).games


@pytest.mark.parametrize("game", NAMES)
def test_greedy_beats_random_today_too(game: str) -> None:
    """A quick run agrees with the shipped figure: greedy wins most of forty games from rotated seats."""
    result = arena(game, ["greedy", "random"], 40, seed=5000)
    greedy, at_random = result.standings
    assert greedy.wins + at_random.wins == 40
    assert greedy.rate >= 0.75  # it beats the casual one, which beats the beginner, who beats random in 0.65 at least


def test_intervals_and_unknown_levels() -> None:
    """Intervals hold the rate and stay within 0 and 1; a level that is not there is refused by name."""
    assert interval(0, 0) == (0.0, 1.0)
    for wins in (0, 3, 10):
        low, high = interval(wins, 10)
        assert 0 <= low <= wins / 10 <= high <= 1
    with pytest.raises(Illegal, match="genius"):
        bot("duel", "genius")


@pytest.mark.parametrize("game", NAMES)
def test_the_usual_level_is_a_level_but_not_the_lowest(game: str) -> None:
    """Where nobody names a level, one plays that a newcomer beats now and then: weaker than the yardstick."""
    known = list(levels(game))
    assert 1 < known.index(usual(game)) < known.index("greedy")


@pytest.mark.parametrize(
    ("text", "budget"),
    [("2s", Budget(2.0)), ("0.5 s", Budget(0.5)), ("300ms", Budget(0.3)), (" 400 ", Budget(simulations=400))],
)
def test_a_budget_is_read_and_written(text: str, budget: Budget) -> None:
    """Seconds, milliseconds or simulations; what is written is read back."""
    assert Budget.read(text) == budget
    assert Budget.read(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "0", "0s", "-1s", "s", "1h", "3601s", "99999999", "1e3", "٣", "half"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    """Nothing, less than nothing and more than an hour: the sentence says how to write one."""
    with pytest.raises(Illegal, match="is no budget"):
        Budget.read(text)
