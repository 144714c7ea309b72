"""Players of the duel as people begin: first the own unicorns, then a trap, then the answer."""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.duel.greedy import WIN, highest, jumps
from stajnia.core.bits import bits
from stajnia.core.game import Rng
from stajnia.games.duel.state import State
from stajnia.games.duel.view import View


def own_jumps(s: State, seat: int, free: int) -> float:
    """The own jumps alone; a trap that closes now is seen, where else the other can go is not looked at."""
    return WIN if not jumps(s, s.pawns[1 - seat], free) else jumps(s, s.pawns[seat], free)


def beginner(v: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Jumps to where it has room, lays the rainbow anywhere, and is surprised when you win."""
    if v.phase == "token":
        return legal[rng.randrange(len(legal))]
    return highest(v, legal, rng, lambda s, seat, _: own_jumps(s, seat, s.free))


def casual(v: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Takes a trap it sees and keeps its own jumps, and does not think of yours."""
    return highest(v, legal, rng, _with_the_token)


def _with_the_token(s: State, seat: int, phase: str) -> float:
    """The jumps left, with the rainbow thought of that follows a jump."""
    if phase == "jump":
        return max(own_jumps(s, seat, s.free & ~(1 << cell)) for cell in bits(s.free))
    return own_jumps(s, seat, s.free)
