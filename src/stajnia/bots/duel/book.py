"""The opening book: for the named layouts the exact value of every legal starting position.

`book.bin` is an 8-byte magic, the length of a JSON index (4 bytes), the index, and for each layout one LZMA
stream. A stream holds one bit for every legal start that no symmetry of the board makes smaller, in numeric
order of (first player's cells, second player's cells) as bit masks on the canonical board: 1 = the first
player loses. `make_book` writes the file.
"""

from __future__ import annotations

import json
import lzma
import struct
import zlib
from functools import cache
from importlib import resources
from typing import Any

from stajnia.bots.duel.backend import backend
from stajnia.bots.duel.board import Board, board, moved
from stajnia.bots.duel.solution_file import SolutionError, perms_of

MAGIC = b"STBOOK1\n"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]


def write_book(blocks: dict[str, bytes]) -> bytes:
    """The file's content from the start blocks of layouts (keys: rows of canonical boards)."""
    index: dict[str, dict[str, Any]] = {}
    streams = b""
    for rows, block in blocks.items():
        place = board(rows)
        if place.canonical[0] != place.rows:
            raise ValueError(f"{rows} is not a canonical board")
        packed = backend.pack_starts(place.packed, perms_of(place), block)
        stream = lzma.compress(packed, lzma.FORMAT_RAW, filters=FILTERS)
        count, won = backend.starts(place.packed, block)
        _, winning = backend.place(place.packed, block, 0, 0)
        index[place.rows] = {
            "at": len(streams),
            "size": len(stream),
            "crc": zlib.crc32(packed),
            "starts": count,
            "won": won,
            "first": winning,
        }
        streams += stream
    text = json.dumps(index, separators=(",", ":")).encode()
    return MAGIC + struct.pack("<I", len(text)) + text + streams


class Starts:
    """Exact values of the legal starting positions of one layout, and of placing towards them."""

    def __init__(self, here: Board, block: bytes) -> None:
        """`block` is that of the canonical board without tokens."""
        rows, self._there = here.canonical
        self._back = tuple(self._there.index(cell) for cell in range(here.cells))
        self._place = board(rows)
        self._block = block

    def first_wins(self, first: int, second: int) -> bool:
        """Does the first player, to move, win from this legal start?"""
        bit = backend.block_bit(self._place.all, moved(self._there, second), moved(self._there, first))
        return not self._block[bit >> 3] >> (bit & 7) & 1

    def placings(self, first: int, second: int) -> tuple[int, int]:
        """Cells where the next pawn may be placed, and those of them that win for the side placing it."""
        legal, winning = backend.place(
            self._place.packed, self._block, moved(self._there, first), moved(self._there, second)
        )
        return moved(self._back, legal), moved(self._back, winning)

    def count(self) -> tuple[int, int]:
        """(legal starts, those the first player wins)."""
        return backend.starts(self._place.packed, self._block)


class Book:
    """A book's pages, from the content of its file."""

    def __init__(self, data: bytes) -> None:
        if data[:8] != MAGIC:
            raise SolutionError("book")
        end = 12 + int(struct.unpack_from("<I", data, 8)[0])
        try:
            self._index: dict[str, dict[str, Any]] = json.loads(data[12:end])
        except ValueError:
            raise SolutionError("book") from None
        self._streams = data[end:]
        self._blocks: dict[str, bytes] = {}

    def layouts(self) -> list[str]:
        """Rows of the canonical boards in the book."""
        return list(self._index)

    def starts(self, rows: str) -> Starts | None:
        """The page of a layout, turned or mirrored as it may be; None where there is none."""
        here = board(rows)
        canonical = here.canonical[0]
        if canonical not in self._index:
            return None
        if canonical not in self._blocks:
            self._blocks[canonical] = self._block(canonical)
        return Starts(here, self._blocks[canonical])

    def _block(self, canonical: str) -> bytes:
        entry, place = self._index[canonical], board(canonical)
        stream = self._streams[entry["at"] : entry["at"] + entry["size"]]
        try:
            packed = lzma.decompress(stream, lzma.FORMAT_RAW, filters=FILTERS)
        except lzma.LZMAError:
            packed = b""
        if zlib.crc32(packed) != entry["crc"]:
            raise SolutionError("book")
        return backend.unpack_starts(place.packed, perms_of(place), packed)


@cache
def book() -> Book:
    """The book of the package."""
    try:
        data = resources.files("stajnia.bots.duel").joinpath("book.bin").read_bytes()
    except OSError:  # a checkout without the book: the bot searches instead
        data = write_book({})
    return Book(data)
