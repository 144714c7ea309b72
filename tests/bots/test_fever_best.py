"""The quick roads of fever's look ahead lead where the slow ones do."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.bots.fever import Reckoning, decide, greedy, places, plain_places, plain_prospect, prospect
from stajnia.bots.fever_best import Seen, features, run
from stajnia.core.game import CHANCE, complete
from stajnia.core.playouts import by_odds
from stajnia.games import fever, game
from stajnia.games.fever.state import AT_CARD, State

READ = (
    "seat", "stage", "gold", "loans", "fame", "most", "owned", "owns", "hand", "market", "ranked", "stacks", "put",
    "stake_on", "left", "rows", "ability", "immune", "cards", "hidden", "pays_places", "pays_times", "holder", "free",
    "weights", "worth", "now", "coin", "glory", "need",
)  # fmt: skip


def states(seats: int, seed: int, games: int = 1) -> list[State]:
    """Where greedy players had a choice, and the states before a race."""
    rng, found = Random(seed), []
    for _ in range(games):
        s = fever.new(seats, complete(game("fever"), seats, {}))
        while fever.to_act(s):
            (seat,) = fever.to_act(s)
            if seat == CHANCE:
                if s.step == AT_CARD and s.rturn == 0:
                    found.append(s.copy())
                fever.play(s, CHANCE, by_odds(fever.odds(s), rng.random()))
                continue
            actions = fever.legal(s, seat)
            if len(actions) > 1:
                found.append(s.copy())
            texts = [fever.write(a) for a in actions]
            fever.play(s, seat, fever.read(greedy(fever.view(s, seat), texts, rng)))
    return found


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_state_is_read_as_its_view_is(seats: int) -> None:
    """Reading a guess directly tells a seat exactly what the view of that guess would, hidden magic included."""
    for s in states(seats, seats):
        if s.phase == "over" or fever.to_act(s)[0] == CHANCE:
            continue
        for seat in range(seats):
            slow, quick = Reckoning(fever.view(s, seat)), Seen(s, seat)
            for name in READ:
                assert getattr(quick, name) == getattr(slow, name), name
        seat = fever.to_act(s)[0]
        texts = [fever.write(a) for a in fever.legal(s, seat)]
        assert decide(Seen(s, seat), texts, Random(1)) == greedy(fever.view(s, seat), texts, Random(1))


def test_hidden_magic_is_not_read() -> None:
    """Whatever the cards of others are that lie face down, a seat reckons the same."""
    rng = Random(5)
    for s in states(4, 5):
        if s.phase != "planning":
            continue
        other = s.copy()
        other.lanes = [
            tuple([x if x // 16 == 0 or (s.look[0] == c and i < s.look[1]) else x // 16 * 16 + rng.randrange(16)
                   for i, x in enumerate(lane)])
            for c, lane in enumerate(s.lanes)
        ]  # fmt: skip
        assert Seen(other, 0).weights == Seen(s, 0).weights


def test_the_kernel_counts_as_plain_python_does() -> None:
    """Chances, prospects and what each card changes are the same numbers in C and in Python."""
    rng = Random(3)
    for _ in range(100):
        weights, worth = [rng.uniform(0.1, 9) for _ in range(6)], [rng.uniform(-3, 3) for _ in range(18)]
        assert places(weights) == plain_places(weights)
        assert prospect(weights, worth) == plain_prospect(weights, worth)
    for s in states(4, 8):
        r = Seen(s, 0)
        plays = [m * 6 + c for m in range(16) for c in range(6)]
        assert sorted(r.magic(plays)) == sorted((r.change(play // 6, play % 6), play) for play in plays)


def test_quick_races_end_in_the_next_round() -> None:
    """A race by numbers leads to the beginning of the next round, or to the end of the game, with the same features."""
    for s in states(4, 6):
        if s.step != AT_CARD:
            continue
        for end in run(s, 3, Random(2)):
            assert (end.round == s.round + 1 and fever.outcome(end) is None) or fever.outcome(end) is not None
            assert len(features(end, 1)) == len(features(s, 1))
