"""Random matches at every number of seats with both decks: `python -m tests.unstable.many 5000`.

With `greedy` as a second word bots play, which know better than to waste their cards: other tables come about.

Every match ends, 127 cards are accounted for after each move, nobody is stuck, and the events alone explain where
every card lies.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from stajnia.bots.unstable import greedy
from stajnia.core.game import CHANCE, Event, complete
from stajnia.games import unstable
from stajnia.games.unstable.deck import EDITIONS
from tests.unstable.invariants import BOUND, check
from tests.unstable.zones import Zones


def match(seats: int, deck: str, seed: int, bots: bool = False) -> tuple[int, str]:
    """One match, random or of greedy bots; how many moves it took and why it ended."""
    rng = Random(seed)
    s = unstable.new(seats, complete(unstable, seats, {"deck": deck}))
    told = Zones(s)
    for n in range(BOUND):
        to_act = unstable.to_act(s)
        if not to_act:
            assert s.result is not None
            return n, s.result[1]
        events: list[Event] = []
        if to_act == (CHANCE,):
            odds = unstable.odds(s)
            unstable.play(s, CHANCE, rng.choices([a for a, _ in odds], [p for _, p in odds])[0], events.append)
        else:
            seat = rng.choice(to_act)
            legal = unstable.legal(s, seat)
            action = greedy(unstable.view(s, seat), legal, rng) if bots else rng.choice(legal)
            unstable.play(s, seat, action, events.append)
        check(s)
        for e in events:
            told.hear(e)
        assert told.agree(s), f"{seats} seats, {deck} deck, seed {seed}, move {n}: {[e.kind for e in events]}"
    raise AssertionError(f"{seats} seats, {deck} deck, seed {seed} did not end")


def many(matches: int, first: int = 0, bots: bool = False) -> tuple[Counter[str], int]:
    reasons: Counter[str] = Counter()
    longest = 0
    for seed in range(first, first + matches):
        moves, reason = match(2 + seed % 7, EDITIONS[seed // 7 % 2], seed, bots)
        reasons[reason] += 1
        longest = max(longest, moves)
    return reasons, longest


if __name__ == "__main__":
    found, longest = many(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, bots="greedy" in sys.argv)
    print(f"{sum(found.values())} matches, all ended: {dict(found)}; the longest took {longest} moves")
