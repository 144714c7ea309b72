"""Writing to the database and reading from it.

One thread writes: it takes all that waits, commits it together, and only then are the waiting told. The key
(table, n) of the log keeps two writers apart; a seat's action id is unique, so nothing is ever done twice.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from stajnia.server.budgets import ENTRY
from stajnia.server.crash_points import reached
from stajnia.server.database import log, open_database, plain

GATHER = (0.0005, 0.004)  # seconds in which writes gather to share a commit: alone, and under load
LOAD = 4  # as many writes in the last commit are load
READ, WRITE = 6.0, 12.0  # seconds to wait for the database
KEYS = 150  # bytes of an entry beside what is said and its id, which stands in an index too
T = TypeVar("T")
Op = tuple[Any, dict[str, Any]]  # a statement and its values


class NotKept(Exception):
    """The database did not do it: what was to be written is not on disk, what was asked cannot be read."""


class Entry(msgspec.Struct):
    """A line of the log of a table. `body` is JSON that only the room reads."""

    n: int
    at: int
    kind: str
    seat: int | None
    action: str | None
    body: bytes

    @property
    def size(self) -> int:
        """Bytes on disk, roughly. A sealed answer takes the same whatever it is: a budget that others share shall not
        tell of it."""
        return ENTRY if self.kind == "answer" else max(ENTRY, len(self.body) + 2 * len(self.action or "") + KEYS)

    def row(self, table: str) -> tuple[Any, ...]:
        """The values of a row of the log."""
        return (table, self.n, self.at, self.kind, self.seat, self.action, self.body.decode())


class _Job(msgspec.Struct):
    rows: list[tuple[Any, ...]]  # of the log
    ops: Sequence[Op]
    done: asyncio.Future[None]
    error: Exception | None = None


class Store:
    """Opened once a process. `save` is awaited; reads run in threads."""

    def __init__(self, url: str, read_time: float = 0, write_time: float = 0) -> None:
        """`read_time` and `write_time`: seconds to wait for the database, 0: as long as usual."""
        self._read_time, self._write_time = read_time, write_time
        self.commits = self.events = self.failures = 0
        self.engine, self._let_go = open_database(url)
        self._readers = ThreadPoolExecutor(8, "store-read")  # of its own: a database that hangs holds up nothing else
        sign = "?" if self.engine.dialect.name == "sqlite" else "%s"
        columns = [c.name for c in log.columns]
        self._insert_log = f"INSERT INTO log ({', '.join(columns)}) VALUES ({', '.join([sign] * len(columns))})"
        self._puts: dict[str, sa.Insert] = {}  # by table; to build one takes longer than to run it
        self._batches: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._waiting: list[_Job] = []
        self._last = 0  # writes in the last commit
        self._busy = False  # a batch is on its way to the disk
        self._late: asyncio.TimerHandle | None = None  # rings when that takes too long
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    # --- writing ---------------------------------------------------------------------------------

    async def save(self, table: str = "", entries: Sequence[Entry] = (), ops: Sequence[Op] = ()) -> None:
        """Keep log entries and other writes, all or nothing; returns when they are on disk, else NotKept."""
        loop = self._loop = asyncio.get_running_loop()
        job = _Job([e.row(table) for e in entries], ops, loop.create_future())
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            loop.call_later(GATHER[self._last >= LOAD], self._hand_over)
        await job.done

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._expect(batch)
        self._batches.put(batch)

    def _expect(self, batch: list[_Job]) -> None:
        """Wait so long for the disk; a timer for all, since one for each would cost as much as the rest of it."""
        if self._loop is not None:
            self._late = self._loop.call_later(self._write_time or WRITE, self._give_up, batch)

    def _give_up(self, batch: list[_Job]) -> None:
        """Nobody waits for it any longer; what the writer has not begun by now, it will not do."""
        waiting, self._waiting = self._waiting, []
        for job in (*batch, *waiting):
            if not job.done.done():
                self.failures += 1
                job.done.set_exception(NotKept("the database does not answer"))
        self._expect([])  # for those who come meanwhile

    def _written(self, batch: list[_Job]) -> None:
        """Back in the event loop: tell who waited, and see to what came meanwhile."""
        self._last = len(batch)
        if self._late is not None:
            self._late.cancel()
        if self._waiting and self._loop is not None:
            self._loop.call_later(GATHER[self._last >= LOAD], self._hand_over)
        else:
            self._busy = False
        for job in batch:
            if job.done.done():
                continue
            if job.error is None:
                job.done.set_result(None)
            else:
                self.failures += 1
                kept = NotKept(plain(job.error))
                kept.__cause__ = job.error
                job.done.set_exception(kept)

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while (batch := self._batches.get()) is not None:
                self._commit(connection, batch)

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
            self._loop.call_soon_threadsafe(self._written, batch)

    def _one_commit(self, connection: sa.Connection, batch: list[_Job]) -> None:
        try:
            batch = [job for job in batch if not job.done.done()]
            rows = [row for job in batch for row in job.rows]
            reached("before write", batch)
            if rows:
                connection.exec_driver_sql(self._insert_log, rows)
            for job in batch:
                for statement, values in job.ops:
                    connection.execute(statement, values)
            reached("before commit", batch)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        reached("after commit", batch)
        self.commits += 1
        self.events += len(rows)

    def close(self) -> None:
        """Write what waits, then stop."""
        reached("in hand-over")
        if self._waiting:
            self._hand_over()
        self._batches.put(None)
        self._thread.join(30)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._let_go()
        self.engine.dispose()

    # --- reading ---------------------------------------------------------------------------------

    async def read(self, ask: Callable[[sa.Connection], T]) -> T:
        """Run a read in a thread; NotKept if the database is not there."""

        def run() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        try:
            async with asyncio.timeout(self._read_time or READ):
                return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except TimeoutError:
            raise NotKept("the database does not answer") from None
        except sa.exc.SQLAlchemyError as e:  # of the driver, or of a pool that is empty
            raise NotKept(plain(e)) from e

    async def rows(self, statement: sa.Select[Any]) -> list[Any]:
        return await self.read(lambda c: list(c.execute(statement)))

    async def entries(self, table: str) -> list[Entry]:
        """The whole log of a table."""
        rows = await self.rows(sa.select(log).where(log.c.id == table).order_by(log.c.n))
        return [Entry(r.n, r.at, r.kind, r.seat, r.action, r.body.encode()) for r in rows]

    def put(self, table: sa.Table, **values: Any) -> Op:
        """Insert a row, or replace the one with the same key."""
        statement = self._puts.get(table.name)
        if statement is None:
            statement = self._puts[table.name] = self._put(table)
        return statement, values

    def put_once(self, table: sa.Table, **values: Any) -> Op:
        """Insert a row, unless one is there that it would double."""
        name = f"{table.name} once"
        if name not in self._puts:
            make = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
            self._puts[name] = make(table).on_conflict_do_nothing()
        return self._puts[name], values

    def _put(self, table: sa.Table) -> sa.Insert:
        make = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
        keys = [c.name for c in table.primary_key]
        statement = make(table)
        others = {c.name: statement.excluded[c.name] for c in table.columns if c.name not in keys}
        if others:
            return statement.on_conflict_do_update(index_elements=keys, set_=others)
        return statement.on_conflict_do_nothing()
