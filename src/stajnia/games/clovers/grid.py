"""The 16 cells: their names, lines and neighbours, and what fits where. Cell 0 is a1, top left; cell 1 is b1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stajnia.core.game import Illegal

CELLS = tuple("abcd"[c] + str(r + 1) for r in range(4) for c in range(4))
START = (0, 5, 10, 15)  # the start cells with golden rims, from the top left to the bottom right
HIGHEST = 20

# cells whose clover must be lower (left in the row, above in the column) and higher, by cell
BEFORE = tuple(tuple([x - d for d in range(1, x % 4 + 1)] + list(range(x - 4, -1, -4))) for x in range(16))
AFTER = tuple(tuple([x + d for d in range(1, 4 - x % 4)] + list(range(x + 4, 16, 4))) for x in range(16))
DIAGONAL = tuple(
    tuple(y for y in range(16) if abs(x // 4 - y // 4) == 1 and abs(x % 4 - y % 4) == 1) for x in range(16)
)


def bounds(board: Sequence[int], cell: int) -> tuple[int, int]:
    """A clover fits on the cell if it is higher than the first and lower than the second number."""
    low, high = 0, HIGHEST + 1
    for x in BEFORE[cell]:
        if board[x] > low:
            low = board[x]
    for x in AFTER[cell]:
        if 0 < board[x] < high:
            high = board[x]
    return low, high


def places(board: Sequence[int], number: int) -> list[int]:
    """The cells, empty or not, where the number may be placed."""
    found = []
    for cell in range(16):
        if board[cell] != number:
            low, high = bounds(board, cell)
            if low < number < high:
                found.append(cell)
    return found


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
