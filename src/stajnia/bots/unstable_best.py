"""The learned player of Unstable Unicorns: each action is played on, greedily, to the end of the next turn; then a net
that has seen many games says who is likely to win. `training/seats` says how it was taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.bots.search import play_on
from stajnia.bots.unstable import greedy
from stajnia.core.game import Rng, Seat
from stajnia.games.unstable.card_language import BABY
from stajnia.games.unstable.deck import DESIGN_OF, DESIGNS, TYPE, members
from stajnia.games.unstable.stables import unicorns
from stajnia.games.unstable.state import SHIFT, State
from stajnia.games.unstable.view import view

INPUTS: Final = "unstable 1"
PLACE: Final[list[int]] = []  # [design] its place among the inputs; all babies share one
for _d in range(DESIGNS):
    PLACE.append(0 if TYPE[_d] == BABY else 1 + sum([TYPE[x] != BABY for x in range(_d)]))
KINDS: Final = max(PLACE) + 1
PLACE_OF: Final[list[int]] = [PLACE[d] for d in DESIGN_OF]  # [card of a stable]
OTHERS: Final = KINDS
HAND: Final = 2 * KINDS
AGAINST: Final = 3 * KINDS
MORE: Final = 4 * KINDS
WIDTH: Final = MORE + 16


def features(s: State, me: Seat) -> bytes:
    """Row by seat: its stable, the others' stables, the viewer's hand (in one place if it is its own, in another if it
    is against it), then numbers.
    """
    n, goal = s.n, s.goal
    worth = [unicorns(s, seat) for seat in range(n)]
    lying = [[PLACE_OF[uid] for uid in members(s.stables[seat])] for seat in range(n)]
    hand = [PLACE[card >> SHIFT] for card in s.hands[me]]
    out = bytearray(WIDTH * n)
    for seat in range(n):
        at = WIDTH * seat
        for other in range(n):
            to = at if other == seat else at + OTHERS
            for place in lying[other]:
                out[to + place] += 1
        to = at + HAND if seat == me else at + AGAINST
        for place in hand:
            out[to + place] += 1
        away = (seat - s.active) % n
        best = max([worth[other] for other in range(n) if other != seat])
        near = sum([worth[other] >= goal - 1 for other in range(n) if other != seat])
        more = at + MORE
        out[more] = seat == me
        out[more + 1] = len(s.hands[seat])
        out[more + 2] = worth[seat]
        out[more + 3] = best
        out[more + 4] = worth[seat] >= goal - 1
        out[more + 5] = away == 0
        out[more + 6] = away == 1
        out[more + 7] = away
        out[more + 8] = near
        out[more + 9] = min(255, s.left)
        out[more + 10] = n
        out[more + 11] = s.edition
        out[more + 12] = goal - min(goal, worth[seat])
        out[more + 13] = worth[seat] > best
        out[more + 14] = sum(worth) - worth[seat]
        out[more + 15] = worth[seat] >= goal - 2
    return bytes(out)


def quick(s: State, seat: Seat, actions: Sequence[str], rng: Rng) -> str:
    """As the greedy player would."""
    return greedy(view(s, seat), actions, rng)


class Ahead:
    """What the search needs to know of this game."""

    weights = "unstable"
    inputs = INPUTS

    def __init__(self, turns: int = 2) -> None:
        self.turns = turns

    def ends(self, s: State, rng: Rng) -> list[State]:
        last = s.turns + self.turns
        play_on("unstable", s, rng, quick, lambda s: s.turns >= last)
        return [s]

    def features(self, s: State, me: Seat) -> bytes:
        return features(s, me)
