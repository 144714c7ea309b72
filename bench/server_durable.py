"""Durable log entries a second under load, beside one commit an entry on the same database. Bound: 3 times."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from server_tools import run, table

from stajnia.server.store import Entry, Store

ROOMS = 200
EACH = 40
BODY = b'{"moves":[[0,"c3"]],"phase":{"asked":[1],"opened":1794731837044,"think":[24000,24000]}}'


async def grouped(kept: Store) -> float:
    """Many rooms, each writing its next entry when the last is on disk."""

    async def room(n: int) -> None:
        for at in range(EACH):
            await kept.save(f"room{n}", [Entry(at, 1, "move", 0, f"a{at}", BODY)])

    began = time.perf_counter()
    await asyncio.gather(*map(room, range(ROOMS)))
    return ROOMS * EACH / (time.perf_counter() - began)


def alone(kept: Store, count: int = 1500) -> float:
    """The same entries with a commit each, written straight to the connection."""
    with kept.engine.connect() as connection:
        began = time.perf_counter()
        for at in range(count):
            connection.exec_driver_sql(kept._insert_log, [Entry(at, 1, "move", 0, f"a{at}", BODY).row("alone")])
            connection.commit()
        return count / (time.perf_counter() - began)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        kept = Store(str(Path(folder) / "bench.db"))
        one, many = [], []
        for turn in range(3):  # taken in turns, so that both meet the same machine
            with kept.engine.begin() as connection:
                connection.exec_driver_sql("DELETE FROM log")
            one.append(alone(kept))
            before = kept.commits
            many.append(run(grouped(kept)))
            commits = kept.commits - before
            del turn
        kept.close()
    ratio = sorted(many)[1] / sorted(one)[1]
    table(
        f"Durable entries, SQLite, every commit on disk ({ROOMS} rooms)",
        [
            ("one commit an entry, entries a second", f"{sorted(one)[1]:.0f}"),
            ("the store's group commits, entries a second", f"{sorted(many)[1]:.0f}"),
            ("entries a commit", f"{ROOMS * EACH / commits:.0f}"),
            ("ratio (bound 3)", f"{ratio:.1f}"),
        ],
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
