"""Finds the start grids of `tasks.py` again: `python -m stajnia.games.clovers.reconstruct` prints the table.

A grid *fits* a task if the printed swaps, made in order, each stay in a row or column and end in a rising grid. The
swaps name numbers, so whether a rising end fits depends only on where the named numbers lie in it: all ends over all
sets of 16 numbers are tried backwards. Of the many that fit one is picked by a fixed shuffle, the first that has no
shorter solution; where there is none (33 and 40), the one whose shortest solution is longest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

from stajnia.games.clovers import swaps
from stajnia.games.clovers.grid import write_grid
from stajnia.games.clovers.puzzles import shortest
from stajnia.games.clovers.tasks import TASKS, BookTask


def _mixed(task: int, *values: object) -> bytes:
    """A fixed shuffle: sort by this."""
    return hashlib.sha256(f"clovers {task} {values}".encode()).digest()


def numbers(task: BookTask) -> Iterator[tuple[int, ...]]:
    """All sets of 16 numbers that hold the ones the task names, shuffled."""
    named = {n for swap in task.swaps for n in swap}
    others = [n for n in range(1, 21) if n not in named]
    sets = [tuple(sorted([*named, *more])) for more in combinations(others, 16 - len(named))]
    yield from sorted(sets, key=lambda chosen: _mixed(task.number, chosen))


def starts(task: BookTask, chosen: Sequence[int]) -> list[tuple[int, ...]]:
    """All start grids with these numbers that fit the task."""
    rank = {number: r for r, number in enumerate(chosen)}
    backwards = [(rank[a], rank[b]) for a, b in reversed(task.swaps)]
    near = [[x // 4 == y // 4 or x % 4 == y % 4 for y in range(16)] for x in range(16)]
    a, b = backwards[0]
    found = []
    for end in swaps.goals():
        if not near[end[a]][end[b]]:
            continue
        at = list(end)
        for p, q in backwards:
            if not near[at[p]][at[q]]:
                break
            at[p], at[q] = at[q], at[p]
        else:
            grid = [0] * 16
            for r, cell in enumerate(at):
                grid[cell] = chosen[r]
            found.append(tuple(grid))
    return found


def reconstruct(task: BookTask) -> tuple[tuple[int, ...], int]:
    """The start grid for a task and its shortest number of swaps."""
    best: tuple[int, ...] = ()
    most = 0
    for chosen in numbers(task):
        for grid in sorted(starts(task, chosen), key=lambda g: _mixed(task.number, g)):
            least = shortest(grid)
            if least > most:
                best, most = grid, least
            if least == task.allowed:
                return best, most
    return best, most


if __name__ == "__main__":
    for task in TASKS:
        grid, least = reconstruct(task)
        print(f"{task.number:02}: {write_grid(grid)} = {least}")
