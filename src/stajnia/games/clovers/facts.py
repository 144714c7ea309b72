"""What is the same in every match of Clovers, for a page or a builder; what changes stands in the view."""

from __future__ import annotations

from msgspec import Struct

from stajnia.games.clovers.grid import CELLS, HIGHEST, START


class Facts(Struct, frozen=True):
    cells: tuple[str, ...]  # of a garden, row by row from the top left
    start: tuple[str, ...]  # the start cells with golden rims
    highest: int  # clovers are numbered from 1 to this


FACTS = Facts(cells=CELLS, start=tuple(CELLS[cell] for cell in START), highest=HIGHEST)
