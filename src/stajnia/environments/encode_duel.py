"""The duel as numbers: 20 cells in reading order of the board, and of a jump its start and one of eight directions."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stajnia.environments.encoding import Part, one_hot
from stajnia.games.duel import board
from stajnia.games.duel.layouts import CELLS, Cell, cells_of, name_of
from stajnia.games.duel.view import View

VERSION: Final = 1
PHASES: Final = ("place", "jump", "token", "over")
JUMPS: Final = tuple(sorted(board.JUMPS))  # rows down, columns right
PARTS: Final = (
    Part("cells", (CELLS, 2), high=9),  # row and column of each cell
    Part("own", (CELLS,)),
    Part("other", (CELLS,)),
    Part("rainbows", (CELLS,)),
    Part("blocked", (CELLS,)),  # unicorns that cannot jump
    Part("lifted", (2, CELLS)),  # start and end of the jump of the running turn, before its rainbow
    Part("phase", (len(PHASES),)),
    Part("my_turn", (1,)),
    Part("i_began", (1,)),
    Part("rainbows_left", (1,), high=CELLS),
)


@lru_cache(4096)
def _cells(rows: str) -> tuple[tuple[Cell, ...], dict[Cell, int], dict[str, int]]:
    """The cells of a board, and their numbers by place and by name."""
    cells = tuple(cells_of(rows))
    return cells, {cell: n for n, cell in enumerate(cells)}, {name_of(cell): n for n, cell in enumerate(cells)}


def actions() -> int:
    return CELLS + CELLS * len(JUMPS)


def index(v: View, text: str) -> int:
    cells, _, number = _cells(v.rows)
    names = text.split()
    if len(names) == 1:
        return number[names[0]]
    (r, c), (row, column) = (cells[number[name]] for name in names)
    return CELLS + number[names[0]] * len(JUMPS) + JUMPS.index((row - r, column - c))


def text(v: View, index: int) -> str:
    cells, _, _ = _cells(v.rows)
    if index < CELLS:
        return name_of(cells[index])
    start, way = divmod(index - CELLS, len(JUMPS))
    r, c = cells[start]
    end = (r + JUMPS[way][0], c + JUMPS[way][1])
    if min(end) < 0 or end[1] >= 20:
        raise ValueError(f"no cell lies there from {name_of(cells[start])}")
    return f"{name_of(cells[start])} {name_of(end)}"


def numbers(v: View) -> dict[str, list[float]]:
    cells, _, number = _cells(v.rows)
    me = v.seat or 0

    def on(names: tuple[str, ...]) -> list[float]:
        found = [0.0] * CELLS
        for name in names:
            found[number[name]] = 1.0
        return found

    return {
        "cells": [float(x) for cell in cells for x in cell] or [0.0] * (2 * CELLS),
        "own": on(v.pawns[me]),
        "other": on(v.pawns[1 - me]),
        "rainbows": on(v.rainbows),
        "blocked": on(v.blocked),
        "lifted": on(v.lifted[:1]) + on(v.lifted[1:]) if v.lifted else [0.0] * (2 * CELLS),
        "phase": one_hot(PHASES.index(v.phase) if v.phase in PHASES else -1, len(PHASES)),
        "my_turn": [float(me in v.turn)],
        "i_began": [float(v.first == me)],
        "rainbows_left": [float(v.tokens_left)],
    }
