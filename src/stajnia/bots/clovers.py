"""Bots for Clovers.

`greedy` wants gardens whose empty cells are easy to fill: a garden is worth the sum over its empty cells of the
logarithm of the share of clovers still to come that fit there. It compares every exchange, every face-up clover and
the average over all draws, and counts against a move what it leaves face up for the next player. A solo task it plays
by proved shortest solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from stajnia.bots.bot import Choose
from stajnia.core.game import Rng
from stajnia.games.clovers import notation, puzzles
from stajnia.games.clovers.grid import DIAGONAL, HIGHEST, bounds
from stajnia.games.clovers.notation import Action
from stajnia.games.clovers.view import View

FACE_UP = 1.5  # a clover that lies face up counts as so many face-down ones
HOPELESS = 0.3  # clovers that "fit" a cell where none does: an exchange may open it again
EXTRA = 1.0  # what an extra turn is worth
GIFT = 0.6  # how much of the next player's gain counts against a move


class _Garden:
    """The worth of boards for one view: `share[n]` is the weight of the clovers below n."""

    def __init__(self, v: View) -> None:
        self.v = v
        weights = [v.unseen[n] + FACE_UP * v.face_up[n] for n in range(HIGHEST + 1)]
        self.below = [0.0]
        for weight in weights:
            self.below.append(self.below[-1] + weight)
        self.log_total = log(self.below[-1] + 1)

    def cell(self, low: int, high: int) -> float:
        return log(self.below[high] - self.below[low + 1] + HOPELESS if low < high else HOPELESS) - self.log_total

    def worth(self, board: Sequence[int]) -> float:
        total = 0.0
        for cell in range(16):
            if not board[cell]:
                total += self.cell(*bounds(board, cell))
        return total

    def moves(self, seat: int, board: list[int], number: int, now: float) -> list[tuple[float, int]]:
        """What each placing of the number gains for the seat, by cell."""
        out = []
        for cell in range(16):
            old = board[cell]
            if old == number:
                continue
            low, high = bounds(board, cell)
            if not low < number < high:
                continue
            board[cell] = number
            gain = self.worth(board) - now
            if not old and 0 not in board:
                gain += 100.0
            if self._earns(seat, board, cell, old):
                gain += EXTRA
            board[cell] = old
            out.append((gain, cell))
        return out

    def _earns(self, seat: int, board: Sequence[int], cell: int, old: int) -> bool:
        v = self.v
        if v.neighbours and any(board[x] == board[cell] for x in DIAGONAL[cell]):
            return True
        return not old and v.lucky and v.horseshoes[seat][cell] == board[cell]

    def best(self, seat: int, board: list[int], number: int, now: float) -> float:
        """The most the number gains, not below 0: it need not be placed."""
        return max((gain for gain, _ in self.moves(seat, board, number, now)), default=0.0)


class _Gifts:
    """What a clover left face up adds to the best the next player can already take."""

    def __init__(self, garden: _Garden) -> None:
        v = garden.v
        self.garden = garden
        self.next = (v.player + 1) % len(v.boards)
        self.board = list(v.boards[self.next])
        self.now = garden.worth(self.board)
        self.known: dict[int, float] = {}
        up = [n for n in range(1, HIGHEST + 1) if v.face_up[n]]
        self.already = max([self._gain(n) for n in up], default=0.0)
        self.draw = sum(v.unseen) and 0.8  # about what a draw gives anyway

    def _gain(self, number: int) -> float:
        if number not in self.known:
            self.known[number] = max(0.0, self.garden.best(self.next, self.board, number, self.now))
        return self.known[number]

    def cost(self, number: int) -> float:
        return GIFT * max(0.0, self._gain(number) - max(self.already, self.draw)) if number else 0.0


def greedy(view: View, legal: Sequence[str], rng: Rng) -> str:
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
    garden = _Garden(v)
    scores = []
    for a in actions:
        board = list(v.boards[v.player])
        board[a.cell] = v.hand
        scores.append(garden.worth(board))
    return scores


def _turn(v: View, actions: Sequence[Action]) -> list[float]:
    garden = _Garden(v)
    gifts = _Gifts(garden)
    seat = v.player
    board = list(v.boards[seat])
    now = garden.worth(board)
    gains: dict[int, dict[int, float]] = {}
    scores = []
    for a in actions:
        if a.kind == "back":
            scores.append(-gifts.cost(v.hand))
        elif a.kind == "draw":
            scores.append(_draw(v, garden, gifts, board, now))
        else:
            number = v.hand if a.kind == "keep" else a.number
            if number not in gains:
                gains[number] = {cell: gain for gain, cell in garden.moves(seat, board, number, now)}
            scores.append(gains[number][a.cell] - gifts.cost(board[a.cell]))
    return scores


def _draw(v: View, garden: _Garden, gifts: _Gifts, board: list[int], now: float) -> float:
    """The average over all draws of the better of placing and laying down."""
    total = 0.0
    for number in range(1, HIGHEST + 1):
        if v.unseen[number]:
            best = -gifts.cost(number)
            for gain, cell in garden.moves(v.player, board, number, now):
                best = max(best, gain - gifts.cost(board[cell]))
            total += v.unseen[number] * best
    return total / v.pile


LEVELS: dict[str, Choose] = {"greedy": greedy}
