"""All that is kept, in one file and out of it again.

The file is an SQLite database of the same tables, whichever database it came from, so it may go into the other kind.
It is copied while the server runs: SQLite by its backup, PostgreSQL out of one snapshot. It has its name only when it
is whole; putting it back is one transaction.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from stajnia.server.crash_points import reached
from stajnia.server.database import (
    PASSING,
    BadDatabase,
    chat,
    driver,
    log,
    meta,
    migrate,
    people,
    plain,
    records,
    version,
    versions,
)
from stajnia.server.database import tables as table_rows
from stajnia.server.opening import open_database

CHUNK = 1_000  # rows at a time
COUNTED = (people, table_rows, log)
Held = dict[str, int]  # rows by table


def back_up(url: str, file: Path, replace: bool = False) -> Held:
    """Copy the database of this URL into a file that only its owner reads."""
    if file.exists() and not replace:
        raise BadDatabase("file_there", file=str(file))
    name = sa.make_url(driver(url))
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with _sentences():
            if name.get_backend_name() == "sqlite":
                _copy_file(Path(name.database or ""), part)
            else:
                _copy_rows(name, part)
        held = _held(part)
        _to_disk(part)
        reached("in backup")
        os.replace(part, file)
        _to_disk(file.absolute().parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return held


def restore(file: Path, url: str, replace: bool = False) -> Held:
    """Put such a file into a database that nobody uses and that is empty, or all of which may go."""
    with tempfile.TemporaryDirectory() as folder, _sentences():
        copy = Path(folder) / "copy.db"
        _copy_file(file, copy)  # an older one is brought up to date there
        source = sa.create_engine(f"sqlite:///{copy}")
        migrate(source)
        engine, let_go = open_database(url)
        try:
            with source.connect() as old, engine.begin() as new:
                _empty(new, replace)
                _fill(old, new)
                reached("in restore")
        finally:
            let_go()
            engine.dispose()
            source.dispose()
        return _held(copy)


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """Whatever the databases say is told as one sentence."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, ModuleNotFoundError) as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e


def _copy_file(file: Path, copy: Path) -> None:
    """Copy an SQLite database as it stands at one moment, with what is only in its write-ahead log."""
    if not file.is_file():
        raise BadDatabase("missing", file=str(file))
    address = f"{file.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(address, uri=True)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        ours = "SELECT count(*) FROM sqlite_master WHERE name IN ('alembic_version', 'log')"
        if old.execute(ours).fetchone() != (2,):
            raise BadDatabase("not_ours", file=str(file))
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file and no others


def _copy_rows(name: sa.URL, copy: Path) -> None:
    """Copy all rows of another database into a new SQLite file, out of one snapshot."""
    old, new = sa.create_engine(name, connect_args={"connect_timeout": 5}), sa.create_engine(f"sqlite:///{copy}")
    try:
        snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with old.connect().execution_options(**snapshot) as source:
            found, newest = version(source), versions()[1].get_current_head()
            if found is None:
                raise BadDatabase("not_ours", file=name.database)
            if found != newest:
                raise BadDatabase("older" if found < newest else "newer", found=found, known=newest)
            migrate(new)
            with new.begin() as target:
                _fill(source, target)
    finally:
        old.dispose()
        new.dispose()


def _fill(source: sa.Connection, target: sa.Connection) -> None:
    for table in (t for t in meta.sorted_tables if t not in PASSING):
        for rows in source.execution_options(yield_per=CHUNK).execute(sa.select(table)).mappings().partitions(CHUNK):
            target.execute(table.insert(), [dict(row) for row in rows])
    if target.dialect.name == "postgresql":  # the next line of chat comes after all that are there
        last = sa.select(sa.func.max(chat.c.line)).scalar_subquery()
        target.execute(sa.select(sa.func.setval(sa.func.pg_get_serial_sequence("chat", "line"), last)))


def _empty(target: sa.Connection, replace: bool) -> None:
    if target.dialect.name == "postgresql":
        target.execute(sa.text("SET LOCAL statement_timeout = 0"))  # all at once may take a while
    held = {t.name: target.execute(sa.select(sa.func.count()).select_from(t)).scalar_one() for t in meta.sorted_tables}
    if not replace and any(held[t.name] for t in (people, table_rows, log, chat, records)):
        raise BadDatabase("not_empty", tables=held["tables"], people=held["people"])
    for table in reversed(meta.sorted_tables):
        target.execute(table.delete())


def _held(file: Path) -> Held:
    with contextlib.closing(sqlite3.connect(file)) as db:
        return {t.name: db.execute(f"SELECT count(*) FROM {t.name}").fetchone()[0] for t in COUNTED}


def _to_disk(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
