"""Makes a test server die at a named place, or its database fail, as a disk does.

`crash`: SIGKILL to the server itself, at
- `before write`: an action called `boom` is about to be written;
- `after write`: it is on disk and nobody has been told;
- `after ack`: its acknowledgement has left, and nothing else;
- `in migration`: the second table of a migration is about to be made.

`trouble`: a file; while it says `full` or `read-only`, the SQLite database is; `gone`: it cannot be read either.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

BOOM = "boom"


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def install(crash: str, trouble: str) -> None:
    from alembic import op

    from stajnia.server.store import NotKept, Store
    from stajnia.server.transport import Transport

    commit, read, put, create = Store._one_commit, Store.read, Transport.put, op.create_table
    made: list[str] = []

    def one_commit(self: Store, connection: Any, batch: Any) -> None:
        here = any(BOOM in row for job in batch for row in job.rows)
        if here and crash == "before write":
            _die()
        if trouble:
            _trouble(connection, Path(trouble).read_text())
        commit(self, connection, batch)
        if here and crash == "after write":
            _die()

    async def read_or_not(self: Store, ask: Callable[[Any], Any]) -> Any:
        if Path(trouble).read_text() == "gone":
            raise NotKept("gone")
        return await read(self, ask)

    def put_and_die(self: Transport, messages: Iterable[bytes]) -> None:
        first = next(iter(messages))
        here = b'"ack"' in first and BOOM.encode() in first
        put(self, [first] if here else messages)
        if here:
            _die()

    def create_table(name: str, *columns: Any, **more: Any) -> Any:
        made.append(name)
        if len(made) == 2:
            _die()
        return create(name, *columns, **more)

    Store._one_commit = one_commit  # type: ignore[method-assign]
    if trouble:
        Store.read = read_or_not  # type: ignore[method-assign]
    if crash == "after ack":
        Transport.put = put_and_die  # type: ignore[method-assign]
    if crash == "in migration":
        op.create_table = create_table  # type: ignore[assignment]


def _trouble(connection: Any, word: str) -> None:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    most = pages if word == "full" else 1_000_000
    connection.exec_driver_sql(f"PRAGMA max_page_count={most}").scalar()
    connection.exec_driver_sql(f"PRAGMA query_only={int(word in ('read-only', 'gone'))}")
