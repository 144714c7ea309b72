"""The 16 cells: their names, lines and neighbours, and what fits where. Cell 0 is a1, top left; cell 1 is b1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stajnia.core.game import Illegal

CELLS: Final = tuple("abcd"[c] + str(r + 1) for r in range(4) for c in range(4))
START: Final = (0, 5, 10, 15)  # the start cells with golden rims, from the top left to the bottom right
HIGHEST: Final = 20

# cells whose clover must be lower (left in the row, above in the column) and higher, by cell
BEFORE: Final = tuple(tuple([x - d for d in range(1, x % 4 + 1)] + list(range(x - 4, -1, -4))) for x in range(16))
AFTER: Final = tuple(tuple([x + d for d in range(1, 4 - x % 4)] + list(range(x + 4, 16, 4))) for x in range(16))
DIAGONAL: Final = tuple(
    tuple(y for y in range(16) if abs(x // 4 - y // 4) == 1 and abs(x % 4 - y % 4) == 1) for x in range(16)
)


# A set of cells is an int of 16 bits, the lowest for a1.
EVERY: Final = (1 << 16) - 1


def _reached(ways: Sequence[Sequence[int]], first: int) -> list[int]:
    """By set of the eight cells from `first` on: all that is reached from one of them."""
    found = [0]
    for cell in range(first, first + 8):
        found += [known | sum(1 << x for x in ways[cell]) for known in found]
    return found


_AFTER_TOP: Final = _reached(AFTER, 0)
_AFTER_BOTTOM: Final = _reached(AFTER, 8)
_BEFORE_TOP: Final = _reached(BEFORE, 0)
_BEFORE_BOTTOM: Final = _reached(BEFORE, 8)


def fits(board: list[int], number: int) -> int:
    """The set of cells, empty or not, where the number may be placed [R4.2 to R4.4, Q3]."""
    higher = lower = equal = 0
    bit = 1
    for there in board:
        if there > number:
            higher |= bit
        elif there == number:
            equal |= bit
        elif there:
            lower |= bit
        bit <<= 1
    return _open(higher | equal, lower | equal) & ~equal


# A number has five binary digits. A board in slices holds for each digit the cells whose number has it, three sets of
# 16 cells in one int and two in another: so a number is compared with all cells at once.
_LOW_SLICES: Final = [n & 1 | (n & 2) << 15 | (n & 4) << 30 for n in range(HIGHEST + 1)]
_HIGH_SLICES: Final = [(n & 8) >> 3 | (n & 16) << 12 for n in range(HIGHEST + 1)]


def all_fits(board: list[int], wanted: list[int]) -> list[int]:
    """`fits` of every number that is wanted (by number, 0: it is not), by number."""
    low = high = 0
    for cell in range(16):
        there = board[cell]
        if there:
            low |= _LOW_SLICES[there] << cell
            high |= _HIGH_SLICES[there] << cell
    ones, twos, fours = low & EVERY, low >> 16 & EVERY, low >> 32
    eights, sixteens = high & EVERY, high >> 16
    filled = ones | twos | fours | eights | sixteens
    found = [0]
    for number in range(1, HIGHEST + 1):
        if not wanted[number]:
            found.append(0)
            continue
        if number & 16:
            higher, equal = 0, filled & sixteens
        else:
            higher, equal = filled & sixteens, filled & ~sixteens
        if not number & 8:
            higher |= equal & eights
        equal &= eights if number & 8 else ~eights
        if not number & 4:
            higher |= equal & fours
        equal &= fours if number & 4 else ~fours
        if not number & 2:
            higher |= equal & twos
        equal &= twos if number & 2 else ~twos
        if not number & 1:
            higher |= equal & ones
        equal &= ones if number & 1 else ~ones
        found.append(_open(higher | equal, filled & ~higher) & ~equal)
    return found


def _open(not_lower: int, not_higher: int) -> int:
    """The cells that no cell of the first set comes before in their lines, and none of the second after."""
    return EVERY & ~(
        _AFTER_TOP[not_lower & 255]
        | _AFTER_BOTTOM[not_lower >> 8]
        | _BEFORE_TOP[not_higher & 255]
        | _BEFORE_BOTTOM[not_higher >> 8]
    )


def places(board: list[int], number: int) -> list[int]:
    """The cells, empty or not, where the number may be placed."""
    found = fits(board, number)
    return [cell for cell in range(16) if found >> cell & 1]


def misfit(board: Sequence[int], number: int, cell: int) -> Illegal:
    """Why the number may not be placed on the cell, naming the clover in the way."""
    if board[cell] == number:
        return Illegal("clovers Q3", "same", number=number, cell=CELLS[cell])
    for x in BEFORE[cell] + AFTER[cell]:
        if board[x] and (board[x] >= number if x in BEFORE[cell] else board[x] <= number):
            values = {"number": number, "cell": CELLS[cell], "at": CELLS[x]}
            line = "row" if x // 4 == cell // 4 else "column"
            if board[x] == number:
                return Illegal("clovers R4.2", "equal", line=line, **values)
            return Illegal("clovers R4.2", "no_room", line=line, other=board[x], **values)
    raise ValueError(f"{number} fits on {CELLS[cell]}")


def rises(board: Sequence[int]) -> bool:
    """Whether every row and every column of a full board rises."""
    across = all(board[x] < board[x + 1] for x in range(16) if x % 4 < 3)
    return across and all(board[x] < board[x + 4] for x in range(12))


def in_line(x: int, y: int) -> bool:
    """Whether two cells share a row or a column."""
    return x // 4 == y // 4 or x % 4 == y % 4


def read_grid(text: str) -> tuple[int, ...]:
    """A full grid from text: four rows of four different numbers of 1 to 20, rows parted by `/` or line ends.

    >>> read_grid("2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19")[:4]
    (2, 16, 3, 5)
    """
    rows = [re.split(r"[\s,;]+", row.strip(" \t\r,;")) for row in re.split(r"[/\n]", text.strip().strip("/"))]
    if len(rows) != 4:
        raise Illegal("clovers Q13", "grid_rows", found=0 if rows == [[""]] else len(rows))
    for n, row in enumerate(rows):
        if len(row) != 4:
            raise Illegal("clovers Q13", "grid_size", row=n + 1, found=len(row))
    grid: list[int] = []
    for cell, word in enumerate(word for row in rows for word in row):
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
            raise Illegal("clovers Q13", "grid_number", text=word, cell=CELLS[cell])
        grid.append(int(word))
    return checked(grid)


def checked(grid: Sequence[int]) -> tuple[int, ...]:
    """The grid, if it is one of 16 different numbers of 1 to 20."""
    if len(grid) != 16:
        raise Illegal("clovers Q13", "grid_rows", found=(len(grid) + 3) // 4)
    for cell, number in enumerate(grid):
        if not 1 <= number <= HIGHEST:
            raise Illegal("clovers Q13", "grid_range", number=number, cell=CELLS[cell])
        first = list(grid).index(number)
        if first != cell:
            raise Illegal("clovers Q13", "grid_double", number=number, cell=CELLS[first], other=CELLS[cell])
    return tuple(grid)


def write_grid(grid: Sequence[int]) -> str:
    """The grid as text that `read_grid` reads."""
    return "/".join(" ".join(str(n) for n in grid[row : row + 4]) for row in (0, 4, 8, 12))
