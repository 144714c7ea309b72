"""What the servers of a test session log: a file a server, in a folder that goes with the session; and the secrets
that must not be in any of them."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import sqlite3
import tempfile
from pathlib import Path

_folder = tempfile.TemporaryDirectory(prefix="stajnia-logs-")
atexit.register(_folder.cleanup)
_count = itertools.count(1)


def new_log() -> Path:
    """A file for what one server logs, however often it is started."""
    file = Path(_folder.name) / f"{next(_count)}.log"
    file.touch()
    return file


_secrets: set[str] = set()


def secret(text: str) -> None:
    """A cookie, a link or a seed that no server may log."""
    if len(text) > 8:
        _secrets.add(text)


def seeds_of(db: str) -> None:
    """The seeds in an SQLite file are secrets."""
    if Path(db).is_file():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(db)) as connection:
            for (seed,) in connection.execute("SELECT seed FROM tables"):
                secret(seed)


def leaks() -> list[str]:
    """The secrets of this session that a server has logged."""
    logged = "".join(file.read_text(errors="replace") for file in Path(_folder.name).glob("*.log"))
    return [text for text in _secrets if text in logged]


def tracebacks(text: str) -> int:
    """How many times something went wrong that nobody had thought of."""
    return text.count("Traceback (most recent call last)")
