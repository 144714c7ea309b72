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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from stajnia.server.crash_points import reached
from stajnia.server.database import (
    PASSING,
    BadDatabase,
    chat,
    driver,
    is_sound,
    log,
    meta,
    migrate,
    people,
    readable,
    records,
    tokens,
    told_plainly,
    version,
    versions,
)
from stajnia.server.database import tables as table_rows
from stajnia.server.logs import SHORT
from stajnia.server.opening import open_database

CHUNK = 1_000  # rows at a time
COUNTED = (people, table_rows, log)
Held = dict[str, int]  # rows by table


class LeftOut(NamedTuple):
    """A row that no database can hold as it stands."""

    table: str
    id: str


class Restored(NamedTuple):
    held: Held
    left_out: list[LeftOut]


def back_up(url: str, file: Path, replace: bool = False) -> Held:
    """Copy the database of this URL into a file that only its owner reads."""
    if file.exists() and not replace:
        raise BadDatabase("file_there", file=str(file))
    name = sa.make_url(driver(url))
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with told_plainly():
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


def restore(file: Path, url: str, replace: bool = False) -> Restored:
    """Put such a file into a database that nobody uses and that is empty, or all of which may go. Damaged rows are left
    out and named; they keep nothing else from coming back."""
    with tempfile.TemporaryDirectory() as folder, told_plainly():
        copy = Path(folder) / "copy.db"
        _copy_file(file, copy)  # an older one is brought up to date there
        source = sa.create_engine(f"sqlite:///{copy}")
        sa.event.listen(source, "connect", lambda connection, _: setattr(connection, "text_factory", readable))
        migrate(source)
        engine, let_go = open_database(url)
        try:
            with source.connect() as old, engine.begin() as new:
                _empty(new, replace)
                left_out = _fill(old, new)
                held = {t.name: _count(new, t) for t in COUNTED}
                reached("in restore")
        finally:
            let_go()
            engine.dispose()
            source.dispose()
        return Restored(held, left_out)


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


def _fill(source: sa.Connection, target: sa.Connection) -> list[LeftOut]:
    """All rows that can be kept; gives the others."""
    left_out = []
    for table in (t for t in meta.sorted_tables if t not in PASSING):
        for rows in source.execution_options(yield_per=CHUNK).execute(sa.select(table)).partitions(CHUNK):
            sound = [row for row in rows if is_sound(table, row)]
            odd = [row for row in rows if not is_sound(table, row)]
            left_out += [_name(table, row) for row in (*odd, *_insert(target, table, sound))]
    if target.dialect.name == "postgresql":  # the next line of chat comes after all that are there
        last = sa.select(sa.func.max(chat.c.line)).scalar_subquery()
        target.execute(sa.select(sa.func.setval(sa.func.pg_get_serial_sequence("chat", "line"), last)))
    return left_out


def _insert(target: sa.Connection, table: sa.Table, rows: Sequence[Any]) -> Iterator[Any]:
    """Together, or one by one where one of them does not fit (too long, or the key of another): gives those."""
    if not rows:
        return
    try:
        with target.begin_nested():
            target.execute(table.insert(), [dict(row._mapping) for row in rows])
    except (sa.exc.IntegrityError, sa.exc.DataError):
        if len(rows) == 1:
            yield rows[0]
        else:
            for row in rows:
                yield from _insert(target, table, [row])


def _name(table: sa.Table, row: Any) -> LeftOut:
    """By what the row is known; no more of a cookie's hash than names it."""
    id = row.id if "id" in table.c else row[0]
    said = readable(id) if isinstance(id, bytes) else str(id)
    return LeftOut(table.name, said[:SHORT] if table is tokens else said)


def _empty(target: sa.Connection, replace: bool) -> None:
    if target.dialect.name == "postgresql":
        target.execute(sa.text("SET LOCAL statement_timeout = 0"))  # all at once may take a while
    held = {t.name: _count(target, t) for t in meta.sorted_tables}
    if not replace and any(held[t.name] for t in (people, table_rows, log, chat, records)):
        raise BadDatabase("not_empty", tables=held["tables"], people=held["people"])
    for table in reversed(meta.sorted_tables):
        target.execute(table.delete())


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _held(file: Path) -> Held:
    with contextlib.closing(sqlite3.connect(file)) as db:
        return {t.name: db.execute(f"SELECT count(*) FROM {t.name}").fetchone()[0] for t in COUNTED}


def _to_disk(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
