"""A slow, obviously right solver of the duel, and random positions, for the tests of exact play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from random import Random

Cells = frozenset[int]


class Slow:
    """Straight from the rules: cells as coordinates, sets as sets, no cleverness but a memory."""

    def __init__(self, rows: str) -> None:
        self.spots = [(y, x) for y, row in enumerate(rows.split("/")) for x, sign in enumerate(row) if sign == "#"]
        self.wins = lru_cache(maxsize=None)(self._wins)

    def jumps(self, cell: int, taken: Cells) -> list[int]:
        y, x = self.spots[cell]
        return [
            other
            for other, (v, w) in enumerate(self.spots)
            if sorted((abs(v - y), abs(w - x))) == [1, 2] and other not in taken
        ]

    def turns(self, mine: Cells, theirs: Cells, tokens: Cells) -> Iterator[tuple[int, int, int]]:
        taken = mine | theirs | tokens
        for start in sorted(mine):
            for end in sorted(self.jumps(start, taken)):
                after = taken - {start} | {end}
                for cell in range(len(self.spots)):
                    if cell not in after:
                        yield start, end, cell

    def _wins(self, mine: Cells, theirs: Cells, tokens: Cells) -> bool:
        return any(
            not self.wins(theirs, mine - {start} | {end}, tokens | {cell})
            for start, end, cell in self.turns(mine, theirs, tokens)
        )

    def winning(self, mine: Cells, theirs: Cells, tokens: Cells) -> list[tuple[int, int, int]]:
        return [
            (start, end, cell)
            for start, end, cell in self.turns(mine, theirs, tokens)
            if not self.wins(theirs, mine - {start} | {end}, tokens | {cell})
        ]

    def positions(self) -> Iterator[tuple[Cells, Cells, Cells]]:
        cells = range(len(self.spots))
        for mine in combinations(cells, 3):
            rest = [c for c in cells if c not in mine]
            for theirs in combinations(rest, 3):
                left = [c for c in rest if c not in theirs]
                for k in range(len(left) + 1):
                    for tokens in combinations(left, k):
                        yield frozenset(mine), frozenset(theirs), frozenset(tokens)

    def legal(self, pawns: Cells) -> bool:
        return all(self.jumps(pawn, pawns) for pawn in pawns)

    @cache  # noqa: B019  # a test's solver lives as long as the test
    def first_wins(self, first: Cells, second: Cells) -> bool:
        """With placing and play perfect from here on."""
        if len(second) == 3:
            return self.wins(first, second, frozenset())
        turn = len(first) == len(second)
        values = [
            self.first_wins(first | {c}, second) if turn else self.first_wins(first, second | {c})
            for c in range(len(self.spots))
            if c not in first | second and self.legal(first | second | {c})
        ]
        return any(values) if turn else all(values)


def bits(cells: Cells) -> int:
    return sum(1 << cell for cell in cells)


def at_random(rng: Random, cells: int, tokens: int) -> tuple[int, int, int]:
    """Three masks: mine, theirs, tokens."""
    some = rng.sample(range(cells), 6 + tokens)
    return bits(frozenset(some[:3])), bits(frozenset(some[3:6])), bits(frozenset(some[6:]))
