"""A board as exact play sees it: cells numbered row by row, knight neighbours as bit masks, symmetries."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cached_property, lru_cache

from stajnia.games.duel.board import JUMPS
from stajnia.games.duel.layouts import CELLS, NAMED
from stajnia.games.duel.state import PAWNS

RECTANGLE = NAMED["rectangle"]

Spot = tuple[int, int]

_TURNS = (  # the eight ways to turn and mirror the plane
    (1, 0, 0, 1),
    (0, 1, -1, 0),
    (-1, 0, 0, -1),
    (0, -1, 1, 0),
    (1, 0, 0, -1),
    (-1, 0, 0, 1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
)


def members(mask: int) -> Iterator[int]:
    """The cells of a set, lowest first.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: object) -> int:
    """The set of the given cells as an int; an int passes through."""
    if isinstance(cells, int):
        return cells
    mask = 0
    for cell in cells:  # type: ignore[attr-defined]  # any iterable of ints
        mask |= 1 << cell
    return mask


def moved(perm: tuple[int, ...], mask: int) -> int:
    """A set of cells after a permutation of the cells."""
    out = 0
    for cell in members(mask):
        out |= 1 << perm[cell]
    return out


def _rows(spots: list[Spot]) -> str:
    top, left = min(y for y, _ in spots), min(x for _, x in spots)
    here = {(y - top, x - left) for y, x in spots}
    high, wide = max(y for y, _ in here) + 1, max(x for _, x in here) + 1
    return "/".join("".join("#" if (y, x) in here else "." for x in range(wide)) for y in range(high))


class Board:
    """Made from rows such as `#####/#####/#####/#####`, where a dot or a blank is no cell."""

    def __init__(self, rows: str) -> None:
        lines = rows.strip("\n").replace("\n", "/").split("/")
        strange = {sign for line in lines for sign in line} - set("#. ")
        if strange:
            raise ValueError(f"a layout is written with # and . and /, not {''.join(sorted(strange))!r}")
        self.spots = [(y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "#"]
        if not 2 * PAWNS <= len(self.spots) <= CELLS:
            raise ValueError(f"exact play needs {2 * PAWNS} to {CELLS} cells, this layout has {len(self.spots)}")
        self.rows = _rows(self.spots)
        self.cells = len(self.spots)
        self.all = (1 << self.cells) - 1
        number = {spot: i for i, spot in enumerate(self.spots)}
        self.adj = tuple(
            sum(1 << number[y + dy, x + dx] for dy, dx in JUMPS if (y + dy, x + dx) in number) for y, x in self.spots
        )
        self.dark = sum(1 << i for i, (y, x) in enumerate(self.spots) if (y + x) % 2)  # each jump leads to or from one
        self.packed = struct.pack(f"<{self.cells}I", *self.adj)

    def __repr__(self) -> str:
        return f"Board({self.rows!r})"

    @cached_property
    def views(self) -> dict[str, tuple[int, ...]]:
        """Rows of each different way to turn or mirror the board, with our cells' numbers there."""
        found: dict[str, tuple[int, ...]] = {}
        for perm, rows in self._turned():
            found.setdefault(rows, perm)
        return found

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Permutations of the cells, other than leaving all in place, that give the same board."""
        return tuple(sorted({perm for perm, rows in self._turned() if rows == self.rows} - {tuple(range(self.cells))}))

    @cached_property
    def canonical(self) -> tuple[str, tuple[int, ...]]:
        """The one form shared by all turned and mirrored boards, and our cells' numbers in it."""
        rows = min(self.views)
        return rows, self.views[rows]

    def _turned(self) -> Iterator[tuple[tuple[int, ...], str]]:
        for a, b, c, d in _TURNS:
            spots = [(a * y + b * x, c * y + d * x) for y, x in self.spots]
            place = {spot: i for i, spot in enumerate(sorted(spots))}
            yield tuple(place[spot] for spot in spots), _rows(spots)

    def jumps(self, mine: int, free: int) -> Iterator[Spot]:
        """(from, to) of every move of the pawns `mine` to the cells `free`."""
        for start in members(mine):
            for end in members(self.adj[start] & free):
                yield start, end

    def free(self, *taken: int) -> int:
        out = self.all
        for mask in taken:
            out &= ~mask
        return out

    def can_all_move(self, pawns: int) -> bool:
        """Rule 2.7: every pawn standing has a free cell to jump to."""
        return all(self.adj[cell] & ~pawns for cell in members(pawns))


@lru_cache(maxsize=64)
def board(rows: str) -> Board:
    """A Board, remembered."""
    return Board(rows)
