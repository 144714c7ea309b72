"""Players of Clovers as people begin: they look at their own garden alone, and do not count what is still to come.

A cell has a number that suits it, evenly spread from 1 to 20 along the way from corner to corner. The beginner lays
every clover on the empty cell it suits best and never lifts one again. The casual player keeps its empty cells easy to
fill, as the sensible one does, and exchanges clovers for that, but it takes every number to be as likely as any other.
Neither sees what lies face up, or cares what it leaves you.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.clovers import greedy
from stajnia.core.game import Rng
from stajnia.games.clovers.actions import Action
from stajnia.games.clovers.grid import HIGHEST
from stajnia.games.clovers.notation import read
from stajnia.games.clovers.view import View

SLACK = 7.0  # so far off still looks right to a beginner


def suits(cell: int) -> float:
    """The number that suits a cell."""
    return 1 + (cell // 4 + cell % 4) * (HIGHEST - 1) / 6


def beginner(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """Lays each clover where it suits best, on an empty cell."""
    if len(legal) == 1 or view.task or view.phase == "extra":
        return greedy(view, legal, rng, budget)
    scores = [_fit(view, read(text)) for text in legal]
    best = max(scores)
    ties = [text for text, score in zip(legal, scores, strict=True) if score == best]
    return ties[rng.randrange(len(ties))]


def casual(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """Keeps its empty cells wide with what it draws, without counting which clovers are gone."""
    if len(legal) == 1 or view.task or view.phase == "extra":
        return greedy(view, legal, rng, budget)
    board, seats = view.boards[view.player], len(view.boards)
    kept = [text for text in legal if not text.startswith("take ")] or legal
    alike = (0, *[seats] * HIGHEST)  # every number as likely as any other
    nobody = tuple(board if i == view.player else (1,) * 16 for i in range(seats))
    forgetful = structs.replace(view, unseen=alike, pile=seats * HIGHEST, boards=nobody)
    return greedy(forgetful, kept, rng, budget)


def _fit(v: View, a: Action) -> float:
    """How well the clover suits the cell."""
    if a.kind == "draw":
        return 1.0
    if a.kind == "take" or a.kind == "back" or (a.kind == "keep" and v.boards[v.player][a.cell]):
        return -100.0
    return -max(SLACK, abs(v.hand - suits(a.cell)))
