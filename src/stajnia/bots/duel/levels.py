"""The bots of the duel, from a view to an action's text."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import perf_counter
from typing import Any

from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.duel.exact import Advice, Expert, expert
from stajnia.bots.duel.greedy import greedy
from stajnia.bots.duel.solution_file import SolutionError
from stajnia.core.game import Message, Rng

_STRONG_FROM = 4  # tokens on the board from which `strong` plays exactly
_FIRST_TURN = (
    4.0  # seconds of search for a win with the usual budget: tables wait for 5, and a guess takes its time too
)


class Seen:
    """A view as masks of cells: `mine` are the pawns of the seat that acts."""

    def __init__(self, view: Any) -> None:
        self.rows: str = view.rows
        rows = view.rows.split("/")
        self.names = [
            f"{chr(97 + c)}{r + 1}" for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"
        ]
        seat = view.turn[0]
        self.mine, self.theirs = self.mask(view.pawns[seat]), self.mask(view.pawns[1 - seat])
        self.tokens = self.mask(view.rainbows)
        self.phase: str = view.phase
        self.begins: bool = view.first == seat
        self.before = self.mine ^ self.mask(view.lifted or ())  # the pawns before the running turn's jump

    def mask(self, cells: Sequence[str]) -> int:
        return sum(1 << self.names.index(cell) for cell in cells)

    def text(self, action: int | tuple[int, int]) -> str:
        cells = (action,) if isinstance(action, int) else action
        return " ".join(self.names[cell] for cell in cells)


def perfect(view: Any, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """Plays to win whenever the position is won; else leaves the fewest replies that win."""
    seen = Seen(view)
    player = expert(seen.rows)
    try:
        advice = _advice(player, seen, budget)
    except SolutionError:
        player.drop_table()
        advice = _advice(player, seen, budget)
    texts = [seen.text(action) for action in advice.actions]
    texts = [text for text in texts if text in legal] or list(legal)
    return texts[rng.randrange(len(texts))]


def _advice(player: Expert, seen: Seen, budget: Budget) -> Advice[Any]:
    """A simulation is a position. Where nobody asked for another budget than the usual second, the few first turns that
    need more than it have it; what else there is to do, counting replies, is done within the second."""
    now = perf_counter()
    until = inf if budget.simulations else now + budget.seconds
    longer = budget == SECOND and seen.phase != "place"
    player.forget(budget.simulations, now + _FIRST_TURN if longer else until)
    if seen.phase == "place":
        return player.placing(*((seen.mine, seen.theirs) if seen.begins else (seen.theirs, seen.mine)))
    if seen.phase == "jump":
        return player.jump(seen.mine, seen.theirs, seen.tokens, until=until)
    return player.token(seen.mine, seen.theirs, seen.tokens, until=until, before=seen.before)


def expects(view: Any, _legal: Sequence[str], _action: str, _rng: Rng, budget: Budget) -> list[Message]:
    """Whether the exact player has won or lost here."""
    seen = Seen(view)
    try:
        advice = _advice(expert(seen.rows), seen, budget)
    except SolutionError:
        return []
    how = "guess" if advice.wins is None else "wins" if advice.wins else "lost"
    return [Message(f"why.{how}")]


def expects_late(view: Any, legal: Sequence[str], action: str, rng: Rng, budget: Budget) -> list[Message]:
    """The same from the rainbow on from which `strong` plays exactly."""
    exact = view.phase != "place" and len(view.rainbows) >= _STRONG_FROM
    return expects(view, legal, action, rng, budget) if exact else []


def strong(view: Any, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """One step ahead early on, exact play later."""
    if view.phase != "place" and len(view.rainbows) >= _STRONG_FROM:
        return perfect(view, legal, rng, budget)
    return greedy(view, legal, rng, budget)
