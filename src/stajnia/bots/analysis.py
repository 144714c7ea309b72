"""A match afterwards: how likely a seat was to win after each move of its own, and after the best one it had.

Every decision is judged from the seat's own view of that moment, by the game's best thinker. A game's bots module has
`JUDGE`, a function from (view, legal, action, rng, simulations) to a `Worth`, or None where it cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from stajnia.core.game import Message, Rng, Seat
from stajnia.core.record import Record, Trail
from stajnia.core.replay import Walk
from stajnia.games import game as find

SIMULATIONS = 120  # for one decision: a whole game takes seconds
LEAST = 0.03  # a difference that is told: a smaller one may be chance
TOLD = 3  # mistakes


class Worth(NamedTuple):
    """The chance of winning after an action and after the best one: the action itself, where none is better."""

    expected: float
    best: float
    better: str


Judge = Callable[[Any, Sequence[str], str, Rng, int], Worth | None]


class Choice(NamedTuple):
    """A decision of a seat: before the n-th move, what it knew, what it could do and what it did."""

    n: int
    view: Any
    legal: list[str]
    action: str


class Judged(NamedTuple):
    """What the n-th move was worth: the chance of winning after it, after the best one, and which that was."""

    n: int
    expected: float
    best: float
    better: str
    label: Message  # of the better one

    @property
    def lost(self) -> float:
        return self.best - self.expected


def choices(record: Record, seat: Seat, start: int = 1) -> Iterator[Choice]:
    """The decisions of a seat from the move `start` on, each as the seat saw it: those that stand, with a choice.

    Who answers sealed knows nothing of the others' answers, though the record has some of them before its own."""
    trail = Trail()
    trail.walk(record.moves)
    stands = set(trail.way_back(len(record.moves)))
    walk = Walk(record)
    match, asked, known = walk.match, False, None
    while walk.move is not None:
        (mover, text), n, before = walk.move, walk.place + 1, match.to_act
        if not asked:  # those who are asked together see the same
            known = (match.view(seat), match.legal(seat)) if n >= start - len(before) and seat in before else None
        if mover == seat and n in stands and n >= start and known is not None and len(known[1]) > 1:
            yield Choice(n, *known, text)
        next(walk)
        asked = len(before) > 1 and match.to_act == tuple(s for s in before if s != mover)


def judge(game: str, choice: Choice, simulations: int = SIMULATIONS) -> Judged | None:
    """What the choice was worth; the same for the same choice. None: nobody can tell."""
    judged: Judge | None = getattr(import_module(f"stajnia.bots.{game}"), "JUDGE", None)
    if judged is None:
        return None
    found = judged(choice.view, choice.legal, choice.action, Random(choice.n), simulations)
    if found is None:
        return None
    return Judged(choice.n, *found, find(game).label(choice.view, find(game).read(found.better)))


def analyse(record: Record, seat: Seat, simulations: int = SIMULATIONS) -> list[Judged]:
    """All decisions of a seat that can be judged.

    >>> from stajnia import Match
    >>> m = Match.start("duel", 2, {"start": "spread", "first": "0"})
    >>> events = m.play(0, "a1 b3"), m.play(0, "a1")
    >>> [(x.n, x.expected, x.best, x.better) for x in analyse(m.record, 0)]
    [(1, 1.0, 1.0, 'a1 b3'), (2, 0.0, 1.0, 'c3')]
    """
    found = [judge(record.game, choice, simulations) for choice in choices(record, seat)]
    return [x for x in found if x is not None]


def told(mistake: Judged) -> list[Message]:
    """A mistake in words of the game: what the move left, and the better action."""
    exact = (mistake.expected, mistake.best) == (0, 1)
    shares = {"expected": round(100 * mistake.expected), "best": round(100 * mistake.best)}
    return [
        Message("mistake.lost" if exact else "mistake", {"n": mistake.n} | ({} if exact else shares)),
        mistake.label,
    ]


def mistakes(judged: Sequence[Judged]) -> list[Judged]:
    """The largest ones, the largest first."""
    return sorted([x for x in judged if x.lost >= LEAST], key=lambda x: -x.lost)[:TOLD]
