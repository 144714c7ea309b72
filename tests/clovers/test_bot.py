"""The greedy bot: it plays legally from views alone, beats random play, and takes what is plainly good."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.bots.bot import SECOND, Choose, at_random, bot
from stajnia.bots.clovers import LEVELS, greedy
from stajnia.core.game import CHANCE, Options, complete
from stajnia.games import clovers
from stajnia.games.clovers.state import State
from tests.clovers.garden import BLANK, offered, table


def game(seats: int, options: Options, bots: list[Choose], rng: Random) -> State:
    s = clovers.new(seats, complete(clovers, seats, options))  # type: ignore[arg-type]
    while clovers.to_act(s):
        seat = clovers.to_act(s)[0]
        if seat == CHANCE:
            odds = clovers.odds(s)
            action = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
        else:
            legal = [clovers.write(a) for a in clovers.legal(s, seat)]
            text = bots[seat](clovers.view(s, seat), legal, rng, SECOND)
            assert text in legal
            action = clovers.read(text)
        clovers.play(s, seat, action)
    return s


def choice(s: State) -> str:
    seat = clovers.to_act(s)[0]
    return greedy(clovers.view(s, seat), sorted(offered(s)), Random(0))


def test_greedy_is_a_level() -> None:
    """It is found by name."""
    assert bot("clovers", "greedy") is LEVELS["greedy"] is greedy


def test_greedy_beats_random() -> None:
    """In at least 19 of 20 two-player games."""
    rng = Random(6)
    won = 0
    for n in range(20):
        me = n % 2
        bots: list[Choose] = [at_random, at_random]
        bots[me] = greedy
        s = game(2, {}, bots, rng)
        assert s.result is not None
        won += s.result.winners == (me,)
    assert won >= 19


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_plays_all_variants_together(seats: int) -> None:
    """A whole tournament with every variant, to its end, without the turn limit."""
    options = {"troublesome": True, "lucky": True, "neighbours": True, "tournament": True}
    s = game(seats, options, [greedy] * seats, Random(seats))
    assert s.result is not None
    assert s.result.reason == "tournament"
    assert {g.reason for g in s.scores} <= {"full", "pile"}


def test_greedy_fills_the_last_cell() -> None:
    """The winning clover is placed, from the hand and from the middle."""
    almost = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."
    assert choice(table(almost, hand=17)) == "keep d4"
    assert choice(table(almost, up=[3, 17])) == "take 17 d4"


def test_greedy_sorts_the_start_cells() -> None:
    """A low clover goes to the top, a high one to the bottom."""
    for number, cell in ((1, "a1"), (20, "d4")):
        s = clovers.new(2, complete(clovers, 2, {"first": "0", "troublesome": True}))  # type: ignore[arg-type]
        clovers.play(s, CHANCE, clovers.read(f"deal {number}"))
        assert choice(s) == f"keep {cell}"


def test_greedy_takes_extra_turns_but_not_to_lose() -> None:
    """It takes one as a rule, and declines when the last clover would end a game it does not lead."""
    s = table(BLANK, "1 2 3 ./. . . ./. . . ./. . . .", lucky=True)
    s.phase, s.why = "extra", "horseshoe"
    assert choice(s) == "extra"
    s.pile = 1
    assert choice(s) == "end"


def test_greedy_does_not_give_the_win_away() -> None:
    """A drawn clover that the next player waits for is kept, not laid face up."""
    rival = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."
    mine = "5 . . ./. 9 . ./. . 12 ./. . . 16"
    assert choice(table(mine, rival, hand=18)).startswith("keep")
