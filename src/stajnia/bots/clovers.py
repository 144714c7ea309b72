"""Bots for Clovers.

`greedy` wants gardens whose empty cells are easy to fill: a garden is worth the sum over its empty cells of the
logarithm of the share of clovers still to come that fit there. It compares every exchange, every face-up clover and
the average over all draws, and counts against a move what it leaves face up for the next player. A solo task it plays
by proved shortest solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from stajnia.bots.bot import SECOND, Budget, Choose
from stajnia.core.game import Rng
from stajnia.games.clovers import notation, puzzles
from stajnia.games.clovers.grid import DIAGONAL, HIGHEST, bounds
from stajnia.games.clovers.notation import Action
from stajnia.games.clovers.view import View

FACE_UP = 1.5  # a clover that lies face up counts as so many face-down ones
HOPELESS = 0.3  # clovers that "fit" a cell where none does: an exchange may open it again
WIN = 100.0  # what filling the last cell is worth
GIFT = 0.6  # how much of the next player's gain counts against a move
ANYWAY = 0.8  # what the next player gains by a draw anyway


class Placing(NamedTuple):
    gain: float
    earns: bool  # an extra turn
    cell: int


class _Table:
    """The worth of boards in one view."""

    def __init__(self, v: View) -> None:
        self.v = v
        self.below = [0.0]  # by number: the weight of the clovers below it
        for n in range(HIGHEST + 1):
            self.below.append(self.below[-1] + v.unseen[n] + FACE_UP * v.face_up[n])
        self.log_total = log(self.below[-1] + 1)

    def worth(self, board: Sequence[int]) -> float:
        total = 0.0
        for cell in range(16):
            if not board[cell]:
                low, high = bounds(board, cell)
                fitting = self.below[high] - self.below[low + 1] if low < high else 0.0
                total += log(fitting + HOPELESS) - self.log_total
        return total

    def earns(self, seat: int, board: Sequence[int], cell: int, old: int) -> bool:
        v = self.v
        if v.neighbours and any(board[x] == board[cell] for x in DIAGONAL[cell]):
            return True
        return not old and v.lucky and v.horseshoes[seat][cell] == board[cell]


class _Garden:
    """One seat's board: what each clover would gain there."""

    def __init__(self, table: _Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.board = list(table.v.boards[seat])
        self.now = table.worth(self.board)
        self._known: dict[int, list[Placing]] = {}

    def placings(self, number: int) -> list[Placing]:
        if number not in self._known:
            self._known[number] = list(self._find(number))
        return self._known[number]

    def _find(self, number: int) -> Iterator[Placing]:
        board = self.board
        for cell in range(16):
            old = board[cell]
            low, high = bounds(board, cell)
            if old == number or not low < number < high:
                continue
            board[cell] = number
            gain = self.table.worth(board) - self.now
            if not old and 0 not in board:
                gain += WIN
            earns = self.table.earns(self.seat, board, cell, old)
            board[cell] = old
            yield Placing(gain, earns, cell)

    def best(self, number: int) -> float:
        """The most the clover gains; 0 if it is better laid down."""
        return max([0.0, *(p.gain for p in self.placings(number))])

    def usual(self) -> float:
        """What a draw gains on average."""
        v = self.table.v
        return sum(v.unseen[n] * self.best(n) for n in range(1, HIGHEST + 1) if v.unseen[n]) / max(1, v.pile)


class _Gifts:
    """What a clover left face up adds to the best the next player can get anyway."""

    def __init__(self, table: _Table) -> None:
        v = table.v
        self.garden = _Garden(table, (v.player + 1) % len(v.boards))
        up = [self.garden.best(n) for n in range(1, HIGHEST + 1) if v.face_up[n]]
        self.already = max([ANYWAY, *up])

    def cost(self, number: int) -> float:
        return GIFT * max(0.0, self.garden.best(number) - self.already) if number else 0.0


def greedy(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """The action that makes the own garden easiest to fill."""
    if len(legal) == 1:
        return legal[0]
    if view.task:
        hint = puzzles.hint(view.boards[0])
        return notation.write(notation.swap(*hint)) if hint else legal[0]
    if view.phase == "extra":
        return "extra" if view.pile > 1 or _leads(view) else "end"
    actions = [notation.read(text) for text in legal]
    scores = _lay(view, actions) if view.phase == "lay" else _turn(view, actions)
    best = max(scores)
    ties = [text for text, score in zip(legal, scores, strict=True) if score > best - 1e-9]
    return ties[rng.randrange(len(ties))]


def _leads(v: View) -> bool:
    """Whether an end by the last clover would suit the seat."""
    empties = [board.count(0) for board in v.boards]
    return empties[v.player] == min(empties)


def _lay(v: View, actions: Sequence[Action]) -> list[float]:
    table = _Table(v)
    scores = []
    for a in actions:
        board = list(v.boards[v.player])
        board[a.cell] = v.hand
        scores.append(table.worth(board))
    return scores


def _turn(v: View, actions: Sequence[Action]) -> list[float]:
    table = _Table(v)
    gifts = _Gifts(table)
    mine = _Garden(table, v.player)
    # an extra turn is worth a draw: more, and giving up a good place for one would pay, again and again
    extra = mine.usual() if v.neighbours or v.lucky else 0.0

    def worth(p: Placing) -> float:
        return p.gain + extra * p.earns - gifts.cost(mine.board[p.cell])

    def drawn(number: int) -> float:
        return max([-gifts.cost(number), *(worth(p) for p in mine.placings(number))])

    scores = []
    for a in actions:
        if a.kind == "draw":
            total = sum(v.unseen[n] * drawn(n) for n in range(1, HIGHEST + 1) if v.unseen[n])
            scores.append(total / v.pile + 1e-6)  # rather than an exchange that leads nowhere
        elif a.kind == "back":
            scores.append(-gifts.cost(v.hand))
        else:
            number = v.hand if a.kind == "keep" else a.number
            scores.append(next(worth(p) for p in mine.placings(number) if p.cell == a.cell))
    return scores


LEVELS: dict[str, Choose] = {"greedy": greedy}
USUAL = "greedy"
