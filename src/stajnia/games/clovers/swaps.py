"""The fewest swaps that make a grid rise, with proof. Plain Python; `_swaps.c` is the same search compiled.

A grid of 16 different numbers is solved when it shows one of 24,024 rising arrangements (the *goals*). For one goal
the way there is a permutation of cells, and a swap either splits one of its cycles in two or merges two into one.
Everything is at rest when there are 16 cycles, so a way with m merges takes 16 - cycles + 2m swaps, and:

- m = 0 is decided without search: a cycle can be undone by splits alone exactly when its cells, in cyclic order, carry
  a spanning tree of rook moves without crossings.
- A cycle for which that fails (a *bad* one) must be touched by a merge, and a merge touches two cycles: two bad cycles
  a merge at most. A single merge concerns at most two cycles, the others are undone by themselves.
- A swap brings two clovers at most one rook move nearer each.

Lengths are tried in rising order over all goals, so the first way found is a shortest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

Swap = tuple[int, int]  # two cells of one row or column, the lower first
Way = tuple[int, ...]  # by cell: the cell where its clover belongs

PAIRS: tuple[Swap, ...] = tuple(
    (x, y) for x in range(16) for y in range(x + 1, 16) if x // 4 == y // 4 or x % 4 == y % 4
)
_NEAR = [[x == y or x // 4 == y // 4 or x % 4 == y % 4 for y in range(16)] for x in range(16)]
_FAR = [[int(x // 4 != y // 4) + int(x % 4 != y % 4) for y in range(16)] for x in range(16)]


@cache
def goals() -> tuple[tuple[int, ...], ...]:
    """The rising arrangements: for each of the 16 ranks its cell."""
    out: list[tuple[int, ...]] = []
    lengths = [0, 0, 0, 0]
    cells: list[int] = []

    def fill() -> None:
        if len(cells) == 16:
            out.append(tuple(cells))
            return
        for row in range(4):
            if lengths[row] < 4 and (row == 0 or lengths[row - 1] > lengths[row]):
                cells.append(4 * row + lengths[row])
                lengths[row] += 1
                fill()
                lengths[row] -= 1
                cells.pop()

    fill()
    return tuple(out)


def cycles(way: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a permutation, each from its lowest cell, in rising order of that."""
    seen = 0
    out = []
    for start in range(16):
        if seen >> start & 1:
            continue
        cycle = []
        at = start
        while not seen >> at & 1:
            seen |= 1 << at
            cycle.append(at)
            at = way[at]
        out.append(tuple(cycle))
    return out


@lru_cache(maxsize=1 << 16)
def splits(cycle: tuple[int, ...]) -> bool:
    """Whether splits alone can undo the cycle: a spanning tree of rook moves without crossings."""
    k = len(cycle)
    if k == 1:
        return True
    if k == 2:
        return _NEAR[cycle[0]][cycle[1]]
    tree = [[i == j for j in range(k)] for i in range(k)]  # cells i..j carry a tree
    tied = [[False] * k for _ in range(k)]  # ... one with the edge i-j
    for span in range(1, k):
        for i in range(k - span):
            j = i + span
            if _NEAR[cycle[i]][cycle[j]]:
                tied[i][j] = any(tree[i][h] and tree[h + 1][j] for h in range(i, j))
            tree[i][j] = any(tied[i][h] and tree[h][j] for h in range(i + 1, j + 1))
    return tree[0][k - 1]


def solve(ranks: Sequence[int], most: int = 99) -> list[Swap] | None:
    """A shortest list of swaps for 16 ranks 0..15 by cell; None if every one is longer than `most`."""
    groups: list[list[Way]] = [[] for _ in range(16)]
    for goal in goals():
        way = tuple([goal[r] for r in ranks])
        groups[16 - len(cycles(way))].append(way)
    for length in range(most + 1):
        for merges in range(length // 2 + 1):
            base = length - 2 * merges
            if base > 15:
                continue
            failed: set[tuple[Way, int]] = set()
            for way in groups[base]:
                if sum(_FAR[x][y] for x, y in enumerate(way)) <= 2 * length:
                    found = _search(way, merges, failed)
                    if found is not None:
                        return found
    return None


def _swapped(way: Way, x: int, y: int) -> Way:
    new = list(way)
    new[x], new[y] = new[y], new[x]
    return tuple(new)


def _search(way: Way, merges: int, failed: set[tuple[Way, int]]) -> list[Swap] | None:
    """A way home with this number of merges at most."""
    parts = cycles(way)
    bad = [c for c in parts if not splits(c)]
    if not bad:
        return undo(way)
    if len(bad) > 2 * merges:
        return None
    if merges == 1:
        if len(bad) == 2:
            return _one(way, _mask(bad[0]) | _mask(bad[1]))
        for part in parts:
            if part != bad[0]:
                found = _one(way, _mask(bad[0]) | _mask(part))
                if found is not None:
                    return found
        return None if len(parts) > 1 else _one(way, 0xFFFF)
    if sum(_FAR[x][y] for x, y in enumerate(way)) > 2 * (16 - len(parts) + 2 * merges) or (way, merges) in failed:
        return None
    owner = _owners(parts)
    for x, y in PAIRS:
        left = merges if owner[x] == owner[y] else merges - 1
        found = _search(_swapped(way, x, y), left, failed)
        if found is not None:
            return [(x, y), *found]
    failed.add((way, merges))
    return None


def _one(way: Way, mask: int) -> list[Swap] | None:
    """A way home with one merge, all swaps before it and the merge itself within the cells of `mask`."""
    parts = cycles(way)
    bad = [c for c in parts if not splits(c)]
    if not bad:
        return undo(way)
    if len(bad) > 2:
        return None
    if len(bad) == 2:
        mask = _mask(bad[0]) | _mask(bad[1])
    owner = _owners(parts)
    for x, y in PAIRS:
        if not (mask >> x & 1 and mask >> y & 1):
            continue
        new = _swapped(way, x, y)
        if owner[x] == owner[y]:
            found = _one(new, mask)
        else:
            found = undo(new) if all(splits(c) for c in cycles(new)) else None
        if found is not None:
            return [(x, y), *found]
    return None


def undo(way: Way) -> list[Swap]:
    """The swaps for a way without bad cycles: splits that leave none."""
    out: list[Swap] = []
    while True:
        parts = cycles(way)
        if len(parts) == 16:
            return out
        owner = _owners(parts)
        for x, y in PAIRS:
            if owner[x] == owner[y]:
                new = _swapped(way, x, y)
                if all(splits(c) for c in cycles(new)):
                    out.append((x, y))
                    way = new
                    break


def _owners(parts: Sequence[tuple[int, ...]]) -> list[int]:
    owner = [0] * 16
    for n, part in enumerate(parts):
        for cell in part:
            owner[cell] = n
    return owner


def _mask(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)
