"""A sensible one-step player of the duel: takes a win, avoids a loss it sees, keeps its own jumps and takes others'."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stajnia.bots.bot import SECOND, Budget
from stajnia.core.bits import bits
from stajnia.core.game import Rng
from stajnia.games import duel
from stajnia.games.duel.state import State
from stajnia.games.duel.view import View

WIN = 1000


def jumps(s: State, pawns: int, free: int) -> int:
    """How many jumps these unicorns have."""
    reach = s.board.reach
    return sum((reach[p] & free).bit_count() for p in bits(pawns))


def mobility(s: State, seat: int, free: int) -> int:
    """Own jumps less the other's; a unicorn without any counts as lost."""
    total = 0
    for who, sign in ((seat, 1), (1 - seat, -1)):
        for p in bits(s.pawns[who]):
            n = (s.board.reach[p] & free).bit_count()
            total += sign * (2 * n if n > 1 else n - 3 * (n == 0))
    return total


def can_trap(s: State, seat: int, free: int) -> bool:
    """Whether the seat, on turn, can leave the other without a jump in one turn."""
    theirs = s.pawns[1 - seat]
    for a in bits(s.pawns[seat]):
        for b in bits(s.board.reach[a] & free):
            left = free ^ (1 << a | 1 << b)
            open_to = 0
            for p in bits(theirs):
                open_to |= s.board.reach[p] & left
            if open_to.bit_count() <= 1:  # the token closes the last cell
                return True
    return False


def after_token(s: State, seat: int, cell: int) -> int:
    """The worth of laying the rainbow there: a trap wins, a trap that answers it loses."""
    free = s.free & ~(1 << cell)
    if not jumps(s, s.pawns[1 - seat], free):
        return WIN
    if can_trap(s, 1 - seat, free):
        return -WIN
    return mobility(s, seat, free)


def best_token(s: State, seat: int) -> int:
    return max(after_token(s, seat, cell) for cell in bits(s.free))


def highest(v: View, legal: Sequence[str], rng: Rng, score: Callable[[State, int, str], float]) -> str:
    """The action after which the position scores most, told the phase it was played in; equals by lot."""
    seat = v.seat
    assert seat is not None
    scores = []
    for text in legal:
        s = duel.guess(v, rng)
        phase = s.phase
        duel.play(s, seat, duel.read(text))
        scores.append(score(s, seat, phase))
    best = max(scores)
    ties = [text for text, found in zip(legal, scores, strict=True) if found == best]
    return ties[rng.randrange(len(ties))]


def greedy(v: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """The action with the best look one step ahead."""
    return highest(v, legal, rng, _one_step)


def _one_step(s: State, seat: int, phase: str) -> float:
    if phase == "place":
        return mobility(s, seat, s.free)
    if phase == "jump":
        return best_token(s, seat)
    s.tokens &= ~(1 << s.laid[-1])  # the token lies already: judge the position it left
    return after_token(s, seat, s.laid[-1])
