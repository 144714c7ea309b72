"""The learned player of Unstable Unicorns: each action is played on, greedily, to the end of the next turn; then a net
that has seen many games says who is likely to win. `training/seats` says how it was taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.bots.bot import Budget
from stajnia.bots.search import MOST, Guess, expected, play_on, weigh
from stajnia.bots.unstable import greedy
from stajnia.core.game import Message, Rng, Seat
from stajnia.games.unstable.card_language import BABY, BASIC
from stajnia.games.unstable.deck import DESIGN_OF, DESIGNS, NUMBER, TYPE, members
from stajnia.games.unstable.stables import unicorns
from stajnia.games.unstable.state import SHIFT, State
from stajnia.games.unstable.view import View, view
from stajnia.games.unstable.view_parts import Player, StableCard

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
NEAR: Final = 2  # unicorns from winning: whose turn comes first begins to count
# What a Neigh is worth in hand beyond what the net has seen of it, in games of players who seldom use one: where there
# are several rivals, and what one of them loses is not all one's own gain.
PRICE: Final = 0.1


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


def alike(v: View, legal: Sequence[str]) -> list[list[str]]:
    """The actions, those together that do the same to seats that look the same."""
    looks = {f"p{p.seat + 1}": _looks(v, p) for p in v.players}
    lying = {c.handle: (_card(c), looks[f"p{p.seat + 1}"]) for p in v.players for c in p.stable}
    found: dict[tuple[object, ...], list[str]] = {}
    for text in legal:
        deed = tuple([lying.get(word) or looks.get(word) or _kind(word) for word in text.split()])
        found.setdefault(deed, []).append(text)
    return list(found.values())


def _looks(v: View, p: Player) -> tuple[object, ...]:
    """What may be seen of a seat, but for its place, unless it is about to win."""
    place = p.seat if p.seat == v.seat or p.unicorns >= v.goal - NEAR else -1
    stable = tuple(sorted([_card(c) for c in p.stable]))
    return place, p.unicorns, stable, p.hand_size, tuple(sorted(p.hand)), p.open, p.barred, p.unanswerable


def _card(c: StableCard) -> tuple[str, int, bool, bool, bool]:
    return _kind(c.card), c.counts, c.panda, c.blinded, c.safe


def _kind(word: str) -> str:
    """All babies are alike, and all plain unicorns."""
    type = TYPE[NUMBER[word]] if word in NUMBER else 0
    return "baby" if type == BABY else "basic" if type == BASIC else word


class Ahead:
    """What the search needs to know of this game."""

    weights = "unstable"
    inputs = INPUTS

    def __init__(self, turns: int = 2) -> None:
        self.turns = turns

    def price(self, v: View, action: str) -> float:
        return PRICE if v.seats > 2 and action in ("neigh", "super_neigh") else 0.0

    def ends(self, s: State, rng: Rng) -> list[State]:
        last = s.turns + self.turns
        play_on("unstable", s, rng, quick, lambda s: s.turns >= last)
        return [s]

    def features(self, s: State, me: Seat) -> bytes:
        return features(s, me)


def choose(
    v: View, legal: Sequence[str], rng: Rng, budget: Budget, ahead: Ahead, most: int = MOST, guess: Guess | None = None
) -> str:
    """What looking ahead finds. Of actions alike one is looked at and one is taken, both by lot: where a rival sits is
    no reason to hit it.
    """
    same = alike(v, legal)
    found = weigh("unstable", ahead, v, [rng.choice(texts) for texts in same], rng, budget, most, guess)[0].action
    return str(rng.choice(next(texts for texts in same if found in texts)))


def expects(
    v: View, legal: Sequence[str], action: str, rng: Rng, budget: Budget, ahead: Ahead, most: int = MOST
) -> list[Message]:
    """What looking ahead says of an action and of the best that is not alike."""
    looked = [action if action in texts else texts[0] for texts in alike(v, legal)]
    return expected("unstable", ahead, v, looked, action, rng, budget, most)
