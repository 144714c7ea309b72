"""Records into polars, and a picture worth seeing: `python -m examples.read_records matches.jsonl`. It needs polars.

`stajnia records make FOLDER` lets bots play some.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

from stajnia.core.svg import INK, PALE, label, picture, rect
from stajnia.record_files import read_records


def moves(file: str | Path) -> pl.DataFrame:
    """A row for every move of every match."""
    rows = [
        {"match": n, "game": record.game, "move": place, "seat": seat, "action": text.split()[0], "text": text}
        for n, record in enumerate(read_records(file))
        for place, (seat, text) in enumerate(record.moves)
    ]
    return pl.DataFrame(rows)


def matches(file: str | Path) -> pl.DataFrame:
    """A row for every seat of every finished match."""
    rows = [
        {
            "match": n,
            "game": record.game,
            "seat": seat,
            "player": record.names[seat] if seat < len(record.names) else "",
            "won": seat in record.outcome.winners,
            "score": record.outcome.scores[seat],
            "moves": len(record.moves),
        }
        for n, record in enumerate(read_records(file))
        if record.outcome
        for seat in range(record.seats)
    ]
    return pl.DataFrame(rows)


def won_by_player(file: str | Path) -> pl.DataFrame:
    """How often each player won, the best first."""
    shares = pl.col("won").mean().alias("won"), pl.len().alias("seats")
    return matches(file).group_by("player").agg(*shares).sort("won", "player", descending=[True, False])


def drawn(found: pl.DataFrame) -> str:
    """Bars: the share of matches that each player won."""
    shapes = []
    for n, row in enumerate(found.iter_rows(named=True)):
        y = 20 + 34 * n
        shapes += [
            label(120, y + 18, row["player"] or "?", 14, INK, "end"),
            rect(130, y, max(2, 260 * row["won"]), 24, "#8a56b5"),
            label(140 + 260 * row["won"], y + 17, f"{row['won']:.0%} of {row['seats']}", 12, PALE, "start"),
        ]
    return picture(500, 40 + 34 * found.height, "Matches won", str(found), shapes)


if __name__ == "__main__":
    table = won_by_player(sys.argv[1])
    print(table)
    print(moves(sys.argv[1]).group_by("action").len().sort("len", descending=True).head(10))
    Path("won.svg").write_text(drawn(table), "utf-8")
