"""What the servers of a test session log: a file a server, in a folder that goes with the session; and the secrets
that must not be in any of them."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import tempfile
from pathlib import Path

import sqlalchemy as sa

from stajnia.server.database import driver

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
    """A cookie, a link, a seed or the id of a table that no server may log."""
    if len(text) > 8:
        _secrets.add(text)


def secrets_of(db: str) -> None:
    """The seeds in a database, and what lets one in to its tables, as far as it can be read just now."""
    if Path(db).is_file() or db.startswith("postgresql:"):
        waits = {"connect_timeout": 5} if "://" in db else {}
        engine = sa.create_engine(driver(db), poolclass=sa.NullPool, connect_args=waits)
        with contextlib.suppress(sa.exc.SQLAlchemyError), engine.connect() as connection:
            for id, seed, code in connection.execute(sa.text("SELECT id, seed, code FROM tables")):
                secret(str(seed))
                secret(str(id))
                for typed in (str(code), str(code).lower()):  # it is too short to be looked for alone
                    secret(f"/codes/{typed}")


def leaks() -> list[str]:
    """The secrets of this session that a server has logged."""
    logged = "".join(file.read_text(errors="replace") for file in Path(_folder.name).glob("*.log"))
    return [text for text in _secrets if text in logged]


def tracebacks(text: str) -> int:
    """How many times something went wrong that nobody had thought of."""
    return text.count("Traceback (most recent call last)")
