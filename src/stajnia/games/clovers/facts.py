"""What never changes in any match of Clovers and a page must know."""

from __future__ import annotations

from typing import Final

import msgspec

from stajnia.games.clovers.grid import CELLS, HIGHEST, START
from stajnia.games.clovers.tasks import TASKS


class Facts(msgspec.Struct, frozen=True):
    highest: int  # clovers are numbered from 1 to this
    cells: tuple[str, ...]  # of a garden, row by row
    start: tuple[str, ...]  # the start cells with golden rims
    tasks: tuple[int, ...]  # how many swaps each solo task of the book allows, the first task first


FACTS: Final = Facts(HIGHEST, CELLS, tuple(CELLS[cell] for cell in START), tuple(task.allowed for task in TASKS))
