"""What is known about a layout of the duel, drawn: `python -m examples.solve_and_draw stairs`.

For the layouts with a name the book of the package holds the exact worth of every start; any other board is solved
first, in memory (some seconds and 700 MiB with the compiled kernel).
"""

from __future__ import annotations

import sys
from pathlib import Path

from stajnia.bots.duel.board import members
from stajnia.bots.duel.book import Starts
from stajnia.bots.duel.exact import expert
from stajnia.core.svg import INK, PALE, label, picture, rect
from stajnia.games.duel import layouts

CELL = 60


def starts_of(rows: str) -> Starts:
    """The worth of all starts: from the book, from a table that `stajnia solve` has left, or solved now in memory."""
    player = expert(rows)
    player.prepare()
    assert player.starts is not None
    return player.starts


def share_of(starts: Starts, first: int, second: int) -> float:
    """Of the ways in which placing can go on, how many win for who places next: by one more step."""
    legal, winning = starts.placings(first, second)
    return winning.bit_count() / max(1, legal.bit_count())


def drawn(name: str) -> str:
    """The board with, in each cell, how many answers to a first unicorn there are good for the other."""
    rows = layouts.parse(name)
    starts = starts_of(rows)
    cells = layouts.cells_of(rows)
    _, winning = starts.placings(0, 0)
    shapes = []
    for n, (r, c) in enumerate(cells):
        good = share_of(starts, 1 << n, 0)
        fill = "#bfe3c0" if winning >> n & 1 else "#f3c9cf"
        shapes.append(rect(20 + CELL * c, 20 + CELL * r, CELL - 4, CELL - 4, fill, "#8a84a0"))
        shapes.append(label(18 + CELL * (c + 0.5), 16 + CELL * (r + 0.5), layouts.name_of((r, c)), 14, INK, bold=True))
        shapes.append(label(18 + CELL * (c + 0.5), 34 + CELL * (r + 0.5), f"{good:.0%}", 11, PALE))
    all_, won = starts.count()
    wide, high = 40 + CELL * (1 + max(c for _, c in cells)), 60 + CELL * (1 + max(r for r, _ in cells))
    told = f"{name}: the first player wins {won:,} of {all_:,} starts ({won / all_:.1%})"
    shapes.append(label(20, high - 20, told, 13, INK, "start"))
    names = [layouts.name_of(cells[n]) for n in members(winning)]
    return picture(max(wide, 420), high, told, "first cells that win: " + " ".join(names), shapes)


if __name__ == "__main__":
    which = sys.argv[1] if len(sys.argv) > 1 else "rectangle"
    Path(f"{which}.svg").write_text(drawn(which), "utf-8")
