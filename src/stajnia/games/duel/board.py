"""A board with its cells numbered row by row and the knight's jumps between them, made once a layout."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stajnia.games.duel.actions import WIDE, Action
from stajnia.games.duel.layouts import cells_of, name_of

JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Board:
    """Immutable; states share it. A set of cells is an int with a bit for each number."""

    __slots__ = ("all", "jumps", "leaps", "names", "numbers", "reach", "rows", "spots")

    def __init__(self, rows: str) -> None:
        cells = cells_of(rows)
        at = {cell: n for n, cell in enumerate(cells)}
        codes = [r * WIDE + c for r, c in cells]
        self.rows = rows
        self.all = (1 << len(cells)) - 1
        self.names = [name_of(cell) for cell in cells]
        self.numbers: list[int] = [-1] * (max(codes) + 1)  # by cell as actions name it
        for n, code in enumerate(codes):
            self.numbers[code] = n
        self.jumps: list[list[int]] = [
            [at[r + dr, c + dc] for dr, dc in JUMPS if (r + dr, c + dc) in at] for r, c in cells
        ]
        self.reach: list[int] = [sum(1 << to for to in jumps) for jumps in self.jumps]  # the same as sets
        self.spots: list[Action] = [(code,) for code in codes]  # placing or laying on a cell
        self.leaps: list[list[Action]] = [  # jumping from a cell, in the order of `jumps`
            [(codes[n], codes[to]) for to in jumps] for n, jumps in enumerate(self.jumps)
        ]

    def number(self, cell: int) -> int:
        """The number of a cell as actions name it; -1 where this board has none."""
        return self.numbers[cell] if 0 <= cell < len(self.numbers) else -1


@lru_cache(512)  # guests lay boards of their own
def board(rows: str) -> Board:
    return Board(rows)
