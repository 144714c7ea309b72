"""The 40 solo tasks of the book. The swaps are the printed sample solutions; the start grids are RECONSTRUCTIONS.

The printed grids are pictures that are lost. Each grid here is solved by its printed swaps, and has no shorter
solution wherever such a grid exists (not for 33 and 40). `reconstruct.py` finds the same grids again.
"""

from __future__ import annotations

import msgspec

from stajnia.core.game import Illegal
from stajnia.games.clovers.grid import read_grid


class BookTask(msgspec.Struct, frozen=True):
    """A task of the book: swaps name the two numbers that change places."""

    number: int
    swaps: tuple[tuple[int, int], ...]  # the printed sample solution; its length is what the task allows (Q13)
    grid: tuple[int, ...] = ()
    shortest: int = 0  # proved for this grid

    @property
    def allowed(self) -> int:
        return len(self.swaps)


PRINTED = """
01: 15-19 / 14-16
02: 18-4 / 5-18
03: 17-20 / 13-1 / 3-13
04: 11-13 / 8-10 / 15-18
05: 1-12 / 1-15 / 1-13
06: 5-7 / 14-17 / 8-9
07: 12-7 / 10-17 / 9-15 / 8-13
08: 9-13 / 3-13 / 11-4 / 14-4
09: 13-7 / 7-17 / 4-16 / 4-5
10: 19-13 / 11-13 / 8-15 / 8-10
11: 10-11 / 10-4 / 1-5 / 1-7
12: 15-17 / 9-14 / 3-8 / 12-10
13: 19-16 / 15-20 / 15-17 / 5-13 / 5-8
14: 3-15 / 3-17 / 3-13 / 4-18 / 4-14
15: 3-17 / 3-7 / 1-10 / 1-14 / 1-11
16: 10-16 / 7-18 / 3-8 / 5-10 / 12-15
17: 9-14 / 4-17 / 11-4 / 4-12 / 8-4
18: 6-7 / 7-19 / 16-6 / 10-14 / 10-12
19: 6-7 / 5-3 / 5-8 / 13-14 / 13-16
20: 7-2 / 12-17 / 16-6 / 9-15 / 8-10 / 12-10
21: 15-12 / 7-9 / 17-10 / 4-13 / 8-20 / 16-2
22: 11-18 / 18-19 / 8-14 / 8-10 / 2-5 / 2-4
23: 4-5 / 3-12 / 3-13 / 2-10 / 2-9 / 2-11
24: 9-12 / 12-13 / 7-6 / 7-10 / 15-20 / 16-20
25: 4-10 / 4-14 / 7-9 / 7-20 / 7-15 / 15-17
26: 4-5 / 3-7 / 13-16 / 10-15 / 2-17 / 9-17
27: 19-4 / 19-5 / 19-10 / 19-17 / 19-18 / 2-9
28: 7-19 / 1-13 / 12-14 / 11-17 / 8-9 / 4-10
29: 3-13 / 9-4 / 11-4 / 14-4 / 17-5 / 5-19 / 18-5
30: 7-5 / 2-19 / 2-18 / 2-15 / 2-10 / 2-8 / 2-3
31: 10-14 / 12-15 / 6-15 / 6-12 / 9-20 / 1-20 / 1-9
32: 9-20 / 16-20 / 5-9 / 11-14 / 7-10 / 3-6 / 1-4
33: 7-8 / 8-15 / 8-10 / 7-18 / 3-17 / 4-13 / 2-11
34: 4-10 / 7-18 / 7-19 / 8-5 / 5-10 / 7-11 / 2-3
35: 19-2 / 16-19 / 9-13 / 5-13 / 5-9 / 10-12 / 4-12 / 4-10
36: 1-8 / 1-4 / 8-10 / 10-13 / 10-17 / 5-14 / 5-20 / 5-19
37: 18-19 / 15-16 / 11-13 / 7-12 / 8-10 / 4-5 / 9-17 / 2-3
38: 7-18 / 4-13 / 2-19 / 2-16 / 2-15 / 2-12 / 2-8 / 2-3
39: 9-14 / 4-11 / 3-16 / 3-15 / 13-17 / 13-19 / 1-10 / 1-7
40: 11-4 / 1-19 / 15-3 / 1-15 / 13-15 / 12-10 / 12-9 / 12-14
"""

GRIDS = """
01: 1 3 7 11/2 5 8 19/4 9 10 17/12 16 14 15 = 2
02: 2 18 4 13/3 6 9 15/7 10 11 16/12 17 5 20 = 2
03: 13 2 4 10/1 5 11 20/6 9 15 19/3 14 16 17 = 3
04: 2 4 5 18/3 10 8 16/7 12 17 15/13 11 19 20 = 3
05: 13 2 10 15/3 6 1 12/4 8 14 18/9 11 17 19 = 3
06: 1 4 7 5/2 9 8 10/3 17 15 16/11 14 18 20 = 3
07: 1 5 13 17/2 12 7 14/15 11 8 10/9 16 18 19 = 4
08: 1 9 14 12/5 13 4 16/7 3 11 18/10 17 19 20 = 4
09: 2 3 17 8/5 16 9 10/11 7 13 19/14 4 18 20 = 4
10: 3 10 19 11/4 15 14 17/7 12 16 18/9 8 13 20 = 4
11: 7 3 11 6/2 8 4 12/1 9 10 15/5 13 14 19 = 4
12: 1 8 5 3/2 6 14 9/4 11 17 15/12 10 18 20 = 4
13: 1 3 11 19/8 13 12 18/6 5 14 16/7 17 20 15 = 5
14: 1 2 8 3/13 5 17 15/14 12 18 4/11 16 19 20 = 5
15: 11 7 4 17/2 8 1 12/14 13 10 3/15 16 18 19 = 5
16: 8 4 18 3/16 6 9 10/5 15 12 17/11 13 7 19 = 5
17: 3 8 6 7/5 12 13 15/14 10 9 16/17 11 4 18 = 5
18: 1 2 3 9/16 12 11 7/19 14 17 6/8 10 18 20 = 5
19: 1 5 8 3/2 11 16 17/7 12 13 18/6 15 14 19 = 5
20: 1 4 16 13/7 10 15 9/3 17 6 12/2 8 18 20 = 6
21: 1 16 6 20/13 9 7 4/17 15 12 10/14 2 19 8 = 6
22: 1 3 10 13/4 7 14 19/5 18 8 11/2 12 15 20 = 6
23: 1 11 13 7/5 4 3 15/10 9 12 19/2 14 16 20 = 6
24: 1 2 5 17/7 12 11 18/10 13 20 19/6 9 15 16 = 6
25: 2 3 15 7/14 5 4 10/8 13 17 18/12 16 20 9 = 6
26: 17 5 4 15/7 6 8 11/3 12 16 10/2 14 13 9 = 6
27: 1 19 6 8/9 4 5 10/3 7 11 17/2 12 16 18 = 6
28: 13 10 19 1/3 4 14 15/9 17 12 16/8 11 7 20 = 6
29: 2 13 14 5/18 6 7 19/4 9 11 17/12 3 16 20 = 7
30: 3 7 6 5/8 10 15 12/4 13 18 17/9 16 19 2 = 7
31: 20 3 4 9/5 15 8 13/14 12 10 6/16 17 19 1 = 7
32: 4 20 10 5/6 8 7 15/1 14 11 17/3 9 18 16 = 7
33: 11 17 18 2/13 5 9 14/10 15 7 19/4 3 8 20 = 6
34: 3 10 6 9/2 4 5 8/11 14 15 17/19 7 18 20 = 7
35: 1 19 3 7/12 13 8 9/10 11 4 5/15 2 17 16 = 8
36: 4 7 17 5/8 10 1 18/19 9 15 20/11 12 13 14 = 8
37: 3 2 10 8/5 4 13 11/12 17 16 15/7 9 19 18 = 8
38: 3 8 5 9/13 12 10 17/18 15 14 7/4 16 19 2 = 8
39: 7 15 10 1/11 8 4 13/6 14 9 18/19 16 3 17 = 8
40: 3 11 14 19/15 10 9 13/6 12 16 1/8 4 17 20 = 7
"""


def _swaps(line: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split("-") for pair in line.replace(" ", "").split("/"))
    return tuple((int(a), int(b)) for a, b in pairs)


def _lines(text: str) -> dict[int, str]:
    return {int(line[:2]): line[4:] for line in text.strip().splitlines()}


def _tasks() -> tuple[BookTask, ...]:
    grids = {n: line.split(" = ") for n, line in _lines(GRIDS).items()}
    return tuple(
        BookTask(n, _swaps(line), read_grid(grids[n][0]), int(grids[n][1])) for n, line in _lines(PRINTED).items()
    )


TASKS = _tasks()


def task(number: int) -> BookTask:
    """A task of the book by its number."""
    if not 1 <= number <= len(TASKS):
        raise Illegal("clovers options", "bad_task", number=number)
    return TASKS[number - 1]


def cells(book: BookTask) -> list[tuple[int, int]]:
    """The printed swaps as pairs of cells, the lower first."""
    grid = list(book.grid)
    out = []
    for a, b in book.swaps:
        x, y = sorted((grid.index(a), grid.index(b)))
        grid[x], grid[y] = grid[y], grid[x]
        out.append((x, y))
    return out
