"""200 tables of four quick bots on one core: how late is a message? And what an idle table and socket weigh.

The server and its worker are bound to one core, this client to the others. Every table has a spectator. A bot lets
0.8 s pass (the product: 0.5 to 1.2); a message is late by what it takes beyond that from the show before. Bound:
250 ms at the 99th percentile.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time

from server_tools import Guest, Server, come, percentile, run, serving, table

TABLES = 200
SECONDS = 20
DELAY = 800
GAME = "clovers"


async def lateness(server: Server) -> list[float]:
    host = Guest(server, "Host")
    late: list[float] = []

    async def watch(n: int) -> None:
        socket = await host.socket()
        seats = [{"kind": "bot", "level": "greedy"}] * 4
        id = await asyncio.to_thread(host.table, GAME, seats)
        await come(socket, id)
        last = None
        while time.monotonic() < ends:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), max(0.01, ends - time.monotonic())))
            except TimeoutError:
                return
            now = time.monotonic()
            if message["t"] == "show":
                if last is not None and now > begins:
                    late.append((now - last) * 1000 - DELAY)
                last = None if message["result"] else now
                if message["result"]:
                    id = await asyncio.to_thread(host.table, GAME, seats)
                    await come(socket, id)
        del n

    begins = time.monotonic() + 8
    ends = begins + SECONDS
    await asyncio.gather(*map(watch, range(TABLES)))
    return late


async def weights(server: Server) -> tuple[float, float]:
    """Bytes of memory of an idle table with a match half-way, and of an idle socket at it."""
    host = Guest(server, "Host")
    before = server.memory()
    seats = [{"kind": "me"}, {"kind": "bot"}]
    ids = [host.table("duel", seats, options={"first": "0"}) for _ in range(400)]
    waiting = (server.memory() - before) / len(ids)
    before = server.memory()
    sockets = []
    for id in ids:
        socket = await host.socket()
        await come(socket, id)
        sockets.append(socket)
    each = (server.memory() - before) / len(sockets)
    return waiting, each


def main() -> int:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})  # what is started now stays there
    with serving(bot_delay=[DELAY, DELAY]) as server:
        os.sched_setaffinity(0, cores - {max(cores)} or cores)
        before, began = server.cpu(), time.monotonic()
        late = run(lateness(server))
        load = (server.cpu() - before) / (time.monotonic() - began)
    os.sched_setaffinity(0, cores)
    with serving() as server:
        idle_table, idle_socket = run(weights(server))
    p99 = percentile(late, 99)
    table(
        f"{TABLES} tables of four quick bots ({GAME}, greedy) on one core",
        [
            ("messages measured", f"{len(late)}"),
            ("lateness, median ms", f"{percentile(late, 50):.0f}"),
            ("lateness, 99th percentile ms (bound 250)", f"{p99:.0f}"),
            ("lateness, largest ms", f"{max(late):.0f}"),
            ("core used by the server process", f"{load * 100:.0f} %"),
            ("memory of an idle table", f"{idle_table / 1024:.1f} kB"),
            ("memory of an idle socket at a table", f"{idle_socket / 1024:.1f} kB"),
        ],
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
