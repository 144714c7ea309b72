"""What is kept: people, tables, the append-only log of every match, chat, uploaded records.

SQLite (one file, write-ahead log, every commit on disk) or PostgreSQL by URL. One thread writes: it takes all that
waits, commits it together, and only then are the waiting told. The key (table, n) of the log keeps two writers
apart; a seat's action id is unique, so nothing is ever done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite

meta = sa.MetaData()
people = sa.Table(
    "people",
    meta,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("lang", sa.String),
    sa.Column("created", sa.BigInteger),
)
tokens = sa.Table(
    "tokens",
    meta,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("link_to", sa.String),
    sa.Column("expires", sa.BigInteger),
)
tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("rules", sa.Integer),
    sa.Column("state", sa.String),
    sa.Column("listed", sa.Boolean),
    sa.Column("seed", sa.String),
    sa.Column("body", sa.Text),
    sa.Column("created", sa.BigInteger),
    sa.Column("updated", sa.BigInteger),
)
sitters = sa.Table(
    "sitters",
    meta,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("id", sa.String, primary_key=True),
)
log = sa.Table(
    "log",
    meta,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger),
    sa.Column("kind", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("action", sa.String),
    sa.Column("body", sa.Text),
)
chat = sa.Table(
    "chat",
    meta,
    sa.Column("line", sa.Integer, primary_key=True),
    sa.Column("id", sa.String),
    sa.Column("at", sa.BigInteger),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String),
    sa.Column("text", sa.Text),
)
records = sa.Table(
    "records",
    meta,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("at", sa.BigInteger),
    sa.Column("body", sa.Text),
)

T = TypeVar("T")
Op = tuple[Any, dict[str, Any]]  # a statement and its values


class BadDatabase(Exception):
    """The database cannot be used; the sentence says why and what to do."""


class NotKept(Exception):
    """A write did not reach the disk; nothing of it is there."""


class Entry(msgspec.Struct):
    """A line of the log of a table. `body` is JSON that only the room reads."""

    n: int
    at: int
    kind: str
    seat: int | None
    action: str | None
    body: bytes

    def row(self, table: str) -> dict[str, Any]:
        return {
            "id": table,
            "n": self.n,
            "at": self.at,
            "kind": self.kind,
            "seat": self.seat,
            "action": self.action,
            "body": self.body.decode(),
        }


class _Job(msgspec.Struct):
    rows: list[dict[str, Any]]  # of the log
    ops: Sequence[Op]
    done: asyncio.Future[None]
    error: Exception | None = None


class Store:
    """Opened once a process. `save` is awaited; reads run in threads."""

    def __init__(self, url: str) -> None:
        self.url = _driver(url)
        self.commits = self.events = 0
        try:
            self.engine = sa.create_engine(self.url)
            if self.engine.dialect.name == "sqlite":
                _tune_sqlite(self.engine)
            migrate(self.engine)
        except (sa.exc.SQLAlchemyError, ModuleNotFoundError, OSError) as e:
            raise BadDatabase(f"The database cannot be opened: {_plain(e)}") from e
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    # --- writing ---------------------------------------------------------------------------------

    async def save(self, table: str = "", entries: Sequence[Entry] = (), ops: Sequence[Op] = ()) -> None:
        """Keep log entries and other writes, all or nothing; returns when they are on disk, else NotKept."""
        self._loop = asyncio.get_running_loop()
        job = _Job([e.row(table) for e in entries], ops, self._loop.create_future())
        self._queue.put(job)
        await job.done

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while (job := self._queue.get()) is not None:
                batch = [job]
                last = False
                with contextlib.suppress(queue.Empty):
                    while len(batch) < 500:
                        more = self._queue.get_nowait()
                        if more is None:
                            last = True
                            break
                        batch.append(more)
                self._commit(connection, batch)
                if last:
                    return

    def _commit(self, connection: sa.Connection, batch: list[_Job]) -> None:
        try:
            self._one_commit(connection, batch)
        except Exception as e:
            if len(batch) == 1:
                batch[0].error = e
            else:  # one of them spoils it: each on its own
                for job in batch:
                    try:
                        self._one_commit(connection, [job])
                    except Exception as alone:
                        job.error = alone
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_tell, batch)

    def _one_commit(self, connection: sa.Connection, batch: list[_Job]) -> None:
        try:
            rows = [row for job in batch for row in job.rows]
            if rows:
                connection.execute(_INSERT_LOG, rows)
            for job in batch:
                for statement, values in job.ops:
                    connection.execute(statement, values)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        self.commits += 1
        self.events += len(rows)

    def close(self) -> None:
        """Write what waits, then stop."""
        self._queue.put(None)
        self._thread.join(30)
        self.engine.dispose()

    # --- reading ---------------------------------------------------------------------------------

    async def read(self, ask: Callable[[sa.Connection], T]) -> T:
        """Run a read in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        return await asyncio.to_thread(run)

    async def rows(self, statement: sa.Select[Any]) -> list[Any]:
        return await self.read(lambda c: list(c.execute(statement)))

    async def entries(self, table: str) -> list[Entry]:
        """The whole log of a table."""
        rows = await self.rows(sa.select(log).where(log.c.id == table).order_by(log.c.n))
        return [Entry(r.n, r.at, r.kind, r.seat, r.action, r.body.encode()) for r in rows]

    def put(self, table: sa.Table, **values: Any) -> Op:
        """Insert a row, or replace the one with the same key."""
        make = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
        keys = [c.name for c in table.primary_key]
        statement = make(table)
        others = {k: statement.excluded[k] for k in values if k not in keys}
        if others:
            return statement.on_conflict_do_update(index_elements=keys, set_=others), values
        return statement.on_conflict_do_nothing(), values


_INSERT_LOG = sa.insert(log)


def _tell(batch: list[_Job]) -> None:
    for job in batch:
        if job.done.cancelled():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            kept = NotKept(_plain(job.error))
            kept.__cause__ = job.error
            job.done.set_exception(kept)


def _plain(e: BaseException) -> str:
    """The error in one line, without the statement and its values."""
    return str(getattr(e, "orig", None) or e).split("\n")[0]


def _driver(url: str) -> str:
    """The URL with the driver we use; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{url}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def _tune_sqlite(engine: sa.Engine) -> None:
    @event.listens_for(engine, "connect")
    def tune(connection: Any, record: Any) -> None:  # noqa: ARG001 (SQLAlchemy hands both in)
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Bring an older database up to date; refuse one that a newer Stajnia wrote."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    known = {s.revision for s in scripts.walk_revisions()}
    with engine.connect() as connection:
        at = MigrationContext.configure(connection).get_current_revision()
        connection.rollback()
        if at is not None and at not in known:
            raise BadDatabase(
                f"The database was written by a newer Stajnia (its version is {at}, this one knows {max(known)}). "
                "Use that newer Stajnia, or another database."
            )
        if at == scripts.get_current_head() and to == "head":
            return
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.commit()
