"""Writes the opening book: `python -m stajnia.bots.duel.make_book [FILE]`. Solves every named layout."""

from __future__ import annotations

import sys
from pathlib import Path

from stajnia.bots.duel.board import board
from stajnia.bots.duel.book import write_book
from stajnia.bots.duel.retrograde import start_block
from stajnia.games.duel.layouts import NAMED


def main(path: str | None = None) -> None:
    blocks = {}
    for name, rows in NAMED.items():
        blocks[board(rows).canonical[0]] = start_block(rows)
        print(f"{name}: solved", flush=True)
    target = Path(path) if path else Path(__file__).with_name("book.bin")
    data = write_book(blocks)
    target.write_bytes(data)
    print(f"{target.name}: {len(data)} bytes, {len(blocks)} layouts")


if __name__ == "__main__":
    main(*sys.argv[1:2])
