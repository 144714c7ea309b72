"""The table of the siege in docs/hosting.md: written by the run that measured it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

DOC = Path(__file__).parents[1] / "docs" / "hosting.md"
PLACE = re.compile(r"(<!-- siege: .*? -->\n).*?(<!-- end of the siege -->)", re.DOTALL)
TITLES = {
    "nobody": "nobody",
    "uploads": "large uploads, and forty lists of them at once",
    "downloads": "downloads of them, packed",
    "replays": "replays",
    "unread answers": "replays that are not read",
    "deaf sockets": "unread sockets that say hello",
    "hellos": "hellos at others' tables",
    "comings": "coming and going there",
    "chat": "chat of 500 letters",
    "slow heads": "unfinished heads and bodies",
    "connections": "connections without end",
    "listed tables": "listed tables",
    "own boxes": "boxes of one's own",
    "bot tables": "tables of bots, strong and quick",
    "hints": "hints",
    "questions": "why not, and as text",
    "reasons": "why a bot played that",
    "undos": "undo without end",
    "odd": "odd requests",
    "new guests": "new guests",
    "pages": "the page and all that everybody may read",
    "endless heads": "heads without end",
    "pipelines": "a thousand requests at once",
    "odd frames": "pings and parts of messages without end",
    "half bodies": "half bodies of many guests at one address",
    "crowd": "one address as many guests: replays and best bots",
    "all together": "all together",
}
# the commit eba481f, which had no budgets: 99th percentile, memory, disk a minute
BEFORE = {
    "nobody": "13 ms, 137 MB, 0.4 MB",
    "uploads": "3021 ms, 447 MB, 49 MB",
    "deaf sockets": "6131 ms, 479 MB",
    "hellos": "44 ms, 141 MB",
    "chat": "2251 ms, 147 MB, 77 MB",
    "slow heads": "1606 ms, 147 MB, 13 MB",
    "connections": "106 ms, 160 MB",
    "listed tables": "25 ms, 161 MB",
    "own boxes": "24 ms, 161 MB",
    "odd": "55 ms, 162 MB",
    "all together": "309 ms, 205 MB, 4.0 MB",
}


def file_system(folder: Path) -> str:
    """What kind of file system a folder is on, as the system tells it."""
    best = ("", "?")
    for line in Path("/proc/mounts").read_text().splitlines():
        _, at, kind, *_ = line.split()
        if folder.is_relative_to(at) and len(at) >= len(best[0]):
            best = (at, kind)
    return best[1]


def table(rows: Mapping[str, tuple[float, float, float]], more: list[str]) -> str:
    """`rows`: by attack the 99th percentile in ms, memory and the first minute's growth on disk in MB."""
    lines = ["| attack | before: 99th of 100, memory, disk a minute | now |", "|---|---|---|"]
    for name, (ms, memory, disk) in rows.items():
        found = f"{ms:.0f} ms, {memory:.0f} MB, {disk:.1f} MB"
        lines.append(f"| {TITLES.get(name, name)} | {BEFORE.get(name, '')} | {found} |")
    return "\n".join([*lines, "", *more, ""])


def write(rows: Mapping[str, tuple[float, float, float]], more: list[str]) -> None:
    text = DOC.read_text("utf-8")
    assert PLACE.search(text), f"{DOC} has no place for it"
    new = PLACE.sub(lambda found: found[1] + "\n" + table(rows, more) + "\n" + found[2], text)
    part = DOC.with_suffix(".tmp")
    part.write_text(new, "utf-8")
    os.replace(part, DOC)
