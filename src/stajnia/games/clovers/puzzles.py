"""Solo tasks beyond the book: proved shortest solutions, hints, tasks made to order, a task for each day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache

from stajnia.core.game import Illegal
from stajnia.games.clovers import swaps
from stajnia.games.clovers.grid import checked
from stajnia.games.clovers.swaps import PAIRS, Swap

try:
    from stajnia.games.clovers._swaps import solve as _compiled
except ImportError:  # no compiler: the same search in plain Python, some sixty times slower
    _compiled = None  # type: ignore[assignment]  # None stands for "not there"

COMPILED = _compiled is not None
HARDEST = 11  # made tasks have 1 to this many swaps; random grids have 9 or 10
WEEK = (3, 4, 5, 6, 7, 8, 9)  # swaps of the daily task, Monday to Sunday


def solve(grid: Sequence[int], most: int = 99) -> list[Swap] | None:
    """A shortest list of swaps (cell pairs) for 16 different numbers; None if every one is longer than `most`.

    >>> solve((2, 16, 3, 5, 4, 6, 11, 12, 13, 14, 15, 17, 9, 1, 18, 19))
    [(1, 13), (0, 1), (8, 12)]
    """
    order = {number: rank for rank, number in enumerate(sorted(checked(grid)))}
    ranks = bytes(order[number] for number in grid)
    if _compiled is None:
        return swaps.solve(ranks, most)
    found = _compiled(ranks, most)
    return None if found is None else list(zip(found[::2], found[1::2], strict=True))


def solution(grid: Sequence[int]) -> list[Swap]:
    """A shortest list of swaps; [] when the grid rises already."""
    found = solve(grid)
    assert found is not None  # no grid needs anywhere near 99
    return found


def shortest(grid: Sequence[int]) -> int:
    """The proved least number of swaps."""
    return len(solution(grid))


def hint(grid: Sequence[int]) -> Swap | None:
    """An optimal next swap; None when the grid rises already."""
    found = solution(grid)
    return found[0] if found else None


def swapped(grid: Sequence[int], swap: Swap) -> tuple[int, ...]:
    """The grid after a swap."""
    new = list(grid)
    new[swap[0]], new[swap[1]] = new[swap[1]], new[swap[0]]
    return tuple(new)


def _numbers(seed: str) -> Iterator[int]:
    """An endless run of 32-bit numbers from a seed, the same on every machine and in every version."""
    block = 0
    while True:
        digest = hashlib.sha256(f"stajnia clovers {seed} {block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


@lru_cache(maxsize=256)
def make(moves: int, seed: str) -> tuple[int, ...]:
    """The task with this shortest number of swaps that belongs to the seed.

    A rising grid of 16 random numbers is swapped at random until the shortest way back is as long as wanted.
    """
    if not 1 <= moves <= HARDEST:
        raise Illegal("clovers options", "bad_moves", moves=moves, low=1, high=HARDEST)
    numbers = _numbers(f"{moves} {seed}")
    while True:
        clovers = list(range(1, 21))
        while len(clovers) > 16:
            del clovers[next(numbers) % len(clovers)]
        goal = swaps.goals()[next(numbers) % 24024]
        grid = [0] * 16
        for rank, cell in enumerate(goal):
            grid[cell] = clovers[rank]
        for _ in range(moves if moves < 9 else 40):  # hard tasks: as good as shuffled
            x, y = PAIRS[next(numbers) % 48]
            grid[x], grid[y] = grid[y], grid[x]
        found = solve(grid, moves)
        if found is not None and len(found) == moves:
            return tuple(grid)


def read_date(text: str) -> date:
    """A date written as 2026-08-01."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Illegal("clovers options", "bad_date", date=text)
    return day


def daily(day: date) -> tuple[int, tuple[int, ...]]:
    """The task of a day: its shortest number of swaps, easy on Monday and hard on Sunday, and its grid."""
    moves = WEEK[day.weekday()]
    return moves, make(moves, f"daily {day.isoformat()}")
