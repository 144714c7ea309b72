"""What never changes in any duel and a page must know: the named layouts and the tiles."""

from __future__ import annotations

from typing import Final

import msgspec

from stajnia.games.duel.board import JUMPS
from stajnia.games.duel.layouts import CELLS, COLUMNS, NAMED, TILES
from stajnia.games.duel.state import PAWNS


class Layout(msgspec.Struct, frozen=True):
    """A board with a name; the name in words is `option.layout.ID`."""

    id: str
    rows: str  # `#` a cell, `.` none, rows from the top parted by `/`


class Facts(msgspec.Struct, frozen=True):
    layouts: tuple[Layout, ...]  # the first one is the usual one
    tiles: tuple[tuple[int, int], ...]  # height and width of each of the four tiles, as they lie unturned
    cells: int  # of any board
    pawns: int  # of each player
    jumps: tuple[tuple[int, int], ...]  # of a unicorn: so far down and to the right
    columns: str  # their letters from the left; rows have numbers from 1


FACTS: Final = Facts(tuple(Layout(name, rows) for name, rows in NAMED.items()), TILES, CELLS, PAWNS, JUMPS, COLUMNS)
