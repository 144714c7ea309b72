"""A board with its cells numbered row by row and the knight's jumps between them, made once a layout."""

from __future__ import annotations

from functools import cache

from stajnia.core.bits import mask
from stajnia.games.duel.layouts import Cell, cells_of, name_of

JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Board:
    """Immutable; states share it."""

    __slots__ = ("all", "cells", "jumps", "names", "number", "reach", "rows")

    def __init__(self, rows: str) -> None:
        self.rows = rows
        self.cells: tuple[Cell, ...] = tuple(cells_of(rows))
        self.number = {cell: n for n, cell in enumerate(self.cells)}
        self.names = tuple(name_of(cell) for cell in self.cells)
        self.jumps = tuple(
            tuple(self.number[r + dr, c + dc] for dr, dc in JUMPS if (r + dr, c + dc) in self.number)
            for r, c in self.cells
        )
        self.reach = tuple(mask(to) for to in self.jumps)  # where a pawn on the empty board could go, as a set
        self.all = (1 << len(self.cells)) - 1


@cache
def board(rows: str) -> Board:
    return Board(rows)
