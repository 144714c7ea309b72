"""The lines of the one table that `make bench` prints and keeps."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Row(msgspec.Struct, frozen=True):
    """What was measured: ours, what it was measured beside in the same run, and the ratio."""

    what: str
    ours: str
    beside: str = ""
    ratio: str = ""


HEAD = Row("what", "ours", "beside it, in the same run", "ratio")


def show(rows: list[Row]) -> None:
    """The rows as a table in the terminal."""
    cells = [list(msgspec.structs.astuple(row)) for row in (HEAD, *rows)]
    widths = [max(len(line[n]) for line in cells) for n in range(4)]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def markdown(rows: list[Row]) -> str:
    """The rows as a table of a page."""
    lines = [HEAD, Row("---", "---", "---", "---"), *rows]
    return "\n".join("| " + " | ".join(msgspec.structs.astuple(row)) + " |" for row in lines)


def write(file: str, rows: list[Row]) -> None:
    Path(file).write_bytes(msgspec.json.encode(rows))


def read(file: str) -> list[Row]:
    return msgspec.json.decode(Path(file).read_bytes(), type=list[Row])
