"""What the servers of a test session log: a file a server, in a folder that goes with the session."""

from __future__ import annotations

import atexit
import itertools
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


def tracebacks(text: str) -> int:
    """How many times something went wrong that nobody had thought of."""
    return text.count("Traceback (most recent call last)")
