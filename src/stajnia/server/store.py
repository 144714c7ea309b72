"""Writing to the database and reading from it.

One thread writes: it takes all that waits, commits it together, and only then are the waiting told. The key
(table, n) of the log keeps two writers apart; a seat's action id is unique, so nothing is ever done twice. Where
several processes serve one house (docs/scaling.md) all that a room writes is fenced: it goes to disk only while the
room has its table's lease.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from stajnia.server.budgets import ENTRY
from stajnia.server.crash_points import reached
from stajnia.server.database import BadDatabase, check, log, plain
from stajnia.server.opening import open_database, unlock, writing

logger = logging.getLogger("stajnia.store")
GATHER = (0.0005, 0.004)  # seconds in which writes gather to share a commit: alone, and under load
LOAD = 4  # as many writes in the last commit are load
READ, WRITE = 6.0, 12.0  # seconds to wait for the database
KEYS = 150  # bytes of an entry beside what is said and its id, which stands in an index too
T = TypeVar("T")
Op = tuple[Any, dict[str, Any]]  # a statement and its values


class NotKept(Exception):
    """The database did not do it: what was to be written is not on disk, what was asked cannot be read."""


class Fenced(NotKept):
    """Another process has the table now."""


class Lease(NamedTuple):
    """What one process has of a table as long as nobody claims it with a later epoch."""

    table: str
    node: str
    epoch: int


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


def read_entries(rows: Iterable[Any]) -> list[Entry]:
    """Entries out of rows of the log; Damaged if one cannot be read."""
    entries = []
    for row in rows:
        check(log, row)
        _, n, at, kind, seat, action, body = row
        entries.append(Entry(n, at, kind, seat, action, body.encode()))
    return entries


class _Job(msgspec.Struct):
    rows: list[tuple[Any, ...]]  # of the log
    ops: Sequence[Op]
    done: asyncio.Future[None]
    lease: Lease | None = None
    error: Exception | None = None


# One statement for a whole batch: lock the leases that are still ours until the commit, and append to the logs of
# their tables. The two numbers say whether all were.
_FENCED = """
WITH held AS (
    SELECT l.id FROM leases l
    JOIN unnest(%s::text[], %s::text[], %s::bigint[]) AS ours (id, node, epoch)
    ON l.id = ours.id AND l.node = ours.node AND l.epoch = ours.epoch
    FOR SHARE OF l
), added AS (
    INSERT INTO log (id, n, at, kind, seat, action, body)
    SELECT e.* FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::text[], %s::int[], %s::text[], %s::text[])
    AS e (id, n, at, kind, seat, action, body) JOIN held ON held.id = e.id
    RETURNING 1
)
SELECT (SELECT count(*) FROM held), (SELECT count(*) FROM added)
"""


_NOTIFY = sa.text("SELECT pg_notify('stajnia', :what)")


class Store:
    """Opened once a process. `save` is awaited; reads run in threads."""

    def __init__(self, url: str, read_time: float = 0, write_time: float = 0, shared_for: int = 0) -> None:
        """`read_time` and `write_time`: seconds to wait for the database, 0: as long as usual. `shared_for`: as
        `open_database` has it."""
        self._read_time, self._write_time = read_time, write_time
        self.commits = self.events = self.failures = 0
        self.engine, self._let_go = open_database(url, shared_for)
        self._writer = self._writing(shared_for)
        self._readers = ThreadPoolExecutor(8, "store-read")  # of its own: a database that hangs holds up nothing else
        sign = "?" if self.engine.dialect.name == "sqlite" else "%s"
        columns = [c.name for c in log.columns]
        self._insert_log = f"INSERT INTO log ({', '.join(columns)}) VALUES ({', '.join([sign] * len(columns))})"
        self.node = ""  # which of the processes that share the database this is
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

    async def save(
        self, table: str = "", entries: Sequence[Entry] = (), ops: Sequence[Op] = (), lease: Lease | None = None
    ) -> None:
        """Keep log entries and other writes, all or nothing; returns when they are on disk, else NotKept: with a
        `lease` that is no longer the newest, Fenced."""
        loop = self._loop = asyncio.get_running_loop()
        job = _Job([e.row(table) for e in entries], ops, loop.create_future(), lease)
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
                if isinstance(job.error, BadDatabase):  # somebody else has it, since ours was started anew
                    logger.error("nothing is kept any more: %s", job.error)
                kept = Fenced() if isinstance(job.error, Fenced) else NotKept(plain(job.error))
                kept.__cause__ = job.error
                job.done.set_exception(kept)

    def _writing(self, shared_for: int) -> sa.Connection | None:
        """Where a lock of the database goes with a connection, the one that writes has it from now on."""
        if self.engine.dialect.name == "sqlite":
            return None
        self._let_go()
        try:
            connection = writing(self.engine.url, shared_for)
        except BaseException:
            self.engine.dispose()
            raise
        self._let_go = partial(unlock, connection)
        return connection

    def _write(self) -> None:
        if self._writer is not None:
            self._commit_all(self._writer)
        else:
            with self.engine.connect() as connection:
                self._commit_all(connection)

    def _commit_all(self, connection: sa.Connection) -> None:
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
            fenced = [job for job in batch if job.lease is not None]
            rows = [row for job in batch if job.lease is None for row in job.rows]
            reached("before write", batch)
            if fenced:
                self._fenced(connection, fenced)
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
        self.events += sum(len(job.rows) for job in batch)

    def _fenced(self, connection: sa.Connection, batch: list[_Job]) -> None:
        """Append to logs while their leases are ours, all or nothing."""
        leases = {job.lease for job in batch if job.lease is not None}
        rows = [row for job in batch for row in job.rows]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in log.columns]
        held, added = connection.exec_driver_sql(
            _FENCED, (*(list(column) for column in zip(*leases, strict=True)), *columns)
        ).one()
        if (held, added) != (len(leases), len(rows)):
            raise Fenced("another process has the table")

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
        """The whole log of a table; Damaged if it cannot be read."""
        wanted = sa.select(log).where(log.c.id == table).order_by(log.c.n)
        return await self.read(lambda connection: read_entries(connection.execute(wanted)))

    def tell(self, news: str, **values: Any) -> list[Op]:
        """What other processes are to hear when it is on disk; nothing where there are none."""
        if not self.node:
            return []
        return [(_NOTIFY, {"what": msgspec.json.encode({"from": self.node, "news": news, **values}).decode()})]

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
