"""Bots for Clovers.

`greedy` wants gardens whose empty cells are easy to fill: a garden is worth the sum over its empty cells of the
logarithm of the share of clovers still to come that fit there. It compares every exchange, every face-up clover and
the average over all draws, and counts against a move what it leaves face up for the next player. A solo task it plays
by proved shortest solutions. `best` asks a learned net (clovers_best.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from stajnia.bots.analysis import Judge, Worth
from stajnia.bots.bot import SECOND, Budget, Choose, weaker
from stajnia.bots.why import Expects, compared
from stajnia.core.game import Message, Rng
from stajnia.games.clovers import puzzles
from stajnia.games.clovers.actions import Action, swap
from stajnia.games.clovers.grid import AFTER, BEFORE, DIAGONAL, HIGHEST
from stajnia.games.clovers.notation import read, write
from stajnia.games.clovers.view import View

FACE_UP: Final = 1.5  # a clover that lies face up counts as so many face-down ones
HOPELESS: Final = 0.3  # clovers that "fit" a cell where none does: an exchange may open it again
WIN: Final = 100.0  # what filling the last cell is worth
GIFT: Final = 0.6  # how much of the next player's gain counts against a move
ANYWAY: Final = 0.8  # what the next player gains by a draw anyway

_NOWHERE: Final = -1e9  # the gain of a clover where it does not fit
_UNKNOWN: Final = 1.0  # no worth of a cell is above 0


class _Worth:
    """What an empty cell is worth in one view, by the numbers between which its clover must lie."""

    __slots__ = ("_below", "_known", "_log_total")

    def __init__(self, v: View) -> None:
        self._below: list[float] = [0.0]  # by number: the weight of the clovers below it
        total = 0.0
        for n in range(HIGHEST + 1):
            total += v.unseen[n] + FACE_UP * v.face_up[n]
            self._below.append(total)
        self._log_total: float = log(total + 1)
        self._known: list[float] = [_UNKNOWN] * (HIGHEST + 2) ** 2

    def cell(self, low: int, high: int) -> float:
        """The worth of an empty cell whose clover must be higher than the first and lower than the second."""
        at = low * (HIGHEST + 2) + high
        found = self._known[at]
        if found == _UNKNOWN:
            fitting = self._below[high] - self._below[low + 1] if low < high else 0.0
            found = self._known[at] = log(fitting + HOPELESS) - self._log_total
        return found

    def board(self, board: Sequence[int]) -> float:
        """The worth of a garden: of all its empty cells."""
        total = 0.0
        for cell in range(16):
            if not board[cell]:
                total += self.cell(_low(board, cell, -1), _high(board, cell, -1))
        return total


def _low(board: Sequence[int], cell: int, without: int) -> int:
    """A clover on the cell must be higher than this, the one on the cell `without` not counted."""
    low = 0
    for x in BEFORE[cell]:
        if x != without and board[x] > low:
            low = board[x]
    return low


def _high(board: Sequence[int], cell: int, without: int) -> int:
    """A clover on the cell must be lower than this, the one on the cell `without` not counted."""
    high = HIGHEST + 1
    for x in AFTER[cell]:
        if x != without and 0 < board[x] < high:
            high = board[x]
    return high


class _Garden:
    """One seat's garden: what each clover would gain on each cell, and the best of that."""

    __slots__ = ("best", "board", "gains")

    def __init__(self, worth: _Worth, board: Sequence[int]) -> None:
        self.board = list(board)
        self.gains: list[list[float]] = [[_NOWHERE] * 16 for _ in range(HIGHEST + 1)]  # by number and cell
        self.best: list[float] = [0.0] * (HIGHEST + 1)  # by number; 0 if it is better laid down
        last = self.board.count(0) == 1
        for cell in range(16):
            self._weigh(worth, cell, WIN if last and not self.board[cell] else 0.0)

    def _weigh(self, worth: _Worth, cell: int, more: float) -> None:
        """Every clover that fits on the cell. It changes what may lie on the empty cells of its two lines."""
        board = self.board
        old = board[cell]
        low, high = _low(board, cell, -1), _high(board, cell, -1)
        now = 0.0 if old else worth.cell(low, high)
        befores: list[int] = []  # pairs of bounds without this cell's clover: of the cells before it
        afters: list[int] = []
        for x in BEFORE[cell]:
            if not board[x]:
                befores += [_low(board, x, cell), _high(board, x, cell)]
                now += worth.cell(befores[-2], min(befores[-1], old) if old else befores[-1])
        for x in AFTER[cell]:
            if not board[x]:
                afters += [_low(board, x, cell), _high(board, x, cell)]
                now += worth.cell(max(afters[-2], old), afters[-1])
        for number in range(low + 1, high):
            if number == old:
                continue
            then = 0.0
            for i in range(0, len(befores), 2):
                then += worth.cell(befores[i], min(befores[i + 1], number))
            for i in range(0, len(afters), 2):
                then += worth.cell(max(afters[i], number), afters[i + 1])
            gain = then - now + more
            self.gains[number][cell] = gain
            if gain > self.best[number]:
                self.best[number] = gain


def greedy(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """The action that makes the own garden easiest to fill."""
    if len(legal) == 1:
        return legal[0]
    if view.task:
        hint = puzzles.hint(view.boards[0])
        return write(swap(hint[0], hint[1])) if hint else legal[0]
    if view.phase == "extra":
        return "extra" if view.pile > 1 or _leads(view) else "end"
    actions = [read(text) for text in legal]
    scores = _lay(view, actions) if view.phase == "lay" else _turn(view, actions)
    best = max(scores)
    ties = [text for text, score in zip(legal, scores, strict=True) if score > best - 1e-9]
    return ties[rng.randrange(len(ties))]


def _leads(v: View) -> bool:
    """Whether an end by the last clover would suit the seat."""
    empties = [board.count(0) for board in v.boards]
    return empties[v.player] == min(empties)


def _lay(v: View, actions: Sequence[Action]) -> list[float]:
    worth = _Worth(v)
    scores: list[float] = []
    for a in actions:
        board = list(v.boards[v.player])
        board[a.cell] = v.hand
        scores.append(worth.board(board))
    return scores


def _turn(v: View, actions: Sequence[Action]) -> list[float]:
    worth = _Worth(v)
    mine = _Garden(worth, v.boards[v.player])
    costs = _costs(v, _Garden(worth, v.boards[(v.player + 1) % len(v.boards)]))
    _count_more(v, mine, costs)
    scores: list[float] = []
    for a in actions:
        if a.kind == "draw":
            total = 0.0
            for n in range(1, HIGHEST + 1):
                if v.unseen[n]:
                    total += v.unseen[n] * max(-costs[n], max(mine.gains[n]))
            scores.append(total / v.pile + 1e-6)  # rather than an exchange that leads nowhere
        elif a.kind == "back":
            scores.append(-costs[v.hand])
        else:
            scores.append(mine.gains[v.hand if a.kind == "keep" else a.number][a.cell])
    return scores


def _costs(v: View, next_garden: _Garden) -> list[float]:
    """By number: what such a clover left face up adds to the best the next player can get anyway."""
    already = ANYWAY
    for n in range(1, HIGHEST + 1):
        if v.face_up[n]:
            already = max(already, next_garden.best[n])
    return [0.0] + [GIFT * max(0.0, next_garden.best[n] - already) for n in range(1, HIGHEST + 1)]


def _count_more(v: View, mine: _Garden, costs: list[float]) -> None:
    """Beside what a clover gains: the extra turn it earns, and what it lays face up for the next player."""
    extra = 0.0
    if v.neighbours or v.lucky:
        # an extra turn is worth a draw: more, and giving up a good place for one would pay, again and again
        total = 0.0
        for n in range(1, HIGHEST + 1):
            total += v.unseen[n] * mine.best[n]
        extra = total / max(1, v.pile)
    for number in range(1, HIGHEST + 1):
        gains = mine.gains[number]
        for cell in range(16):
            if gains[cell] != _NOWHERE:
                old = mine.board[cell]
                gains[cell] -= costs[old]
                if extra and _earns(v, mine.board, number, cell, old):
                    gains[cell] += extra


def _earns(v: View, board: list[int], number: int, cell: int, old: int) -> bool:
    """Whether the number on the cell earns an extra turn."""
    if v.neighbours and any(board[x] == number for x in DIAGONAL[cell]):
        return True
    return not old and v.lucky and v.horseshoes[v.player][cell] == number


def best(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """What the learned net and a look ahead find; greedy where there is nothing to look ahead to."""
    if len(legal) == 1 or view.phase not in ("take", "place", "extra"):
        return greedy(view, legal, rng, budget)
    from stajnia.bots.clovers_best import choose

    return choose(view, budget)


def _expects(view: View, legal: Sequence[str], action: str, _rng: Rng, budget: Budget) -> list[Message]:
    found = _chances(view, legal, budget)
    return compared("clovers", view, action, found) if action in found else []


def _chances(view: View, legal: Sequence[str], budget: Budget) -> dict[str, float]:
    if view.phase not in ("take", "place", "extra"):
        return {}
    from stajnia.bots.clovers_best import worth

    return {text: x for text, x in worth(view, budget).items() if text in legal}


def judge(view: View, legal: Sequence[str], action: str, _rng: Rng, _simulations: int) -> Worth | None:
    """What the net says of all actions (bots/analysis.py); there is no chance in it."""
    found = _chances(view, legal, SECOND)
    if action not in found:
        return None
    best = max(found, key=lambda text: (found[text], text == action))
    return Worth(found[action], found[best], best)


JUDGE: Judge = judge
EXPECTS: dict[str, Expects] = {"best": _expects}
LEVELS: dict[str, Choose] = {
    "beginner": weaker("clovers", "beginner"),
    "casual": weaker("clovers", "casual"),
    "greedy": greedy,
    "best": best,
}
USUAL = "casual"
