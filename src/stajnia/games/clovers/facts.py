"""What never changes in any match of Clovers and a page must know."""

from __future__ import annotations

from typing import Final

import msgspec

from stajnia.games.clovers.grid import AFTER, BEFORE, CELLS, HIGHEST, START
from stajnia.games.clovers.tasks import TASKS


class Facts(msgspec.Struct, frozen=True):
    highest: int  # clovers are numbered from 1 to this
    cells: tuple[str, ...]  # of a garden, row by row
    start: tuple[str, ...]  # the start cells with golden rims
    lower: tuple[tuple[int, ...], ...]  # by cell: where the clovers must be lower than its own
    higher: tuple[tuple[int, ...], ...]  # and where they must be higher
    tasks: tuple[int, ...]  # how many swaps each solo task of the book allows, the first task first


FACTS: Final = Facts(
    highest=HIGHEST,
    cells=CELLS,
    start=tuple(CELLS[cell] for cell in START),
    lower=BEFORE,
    higher=AFTER,
    tasks=tuple(task.allowed for task in TASKS),
)
