"""Figures for the host, in Prometheus' text form, on a door of their own: an address or a Unix socket, off by default.

Nothing here moves with a sealed answer or with what somebody holds: neither writes nor questions to bots are counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from bisect import bisect_left
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stajnia.server.rooms import Rooms

HEAD = b"HTTP/1.0 200 OK\r\ncontent-type: text/plain; version=0.0.4\r\n\r\n"
BEAT = 0.25  # seconds between two looks at how late the event loop is


class Histogram:
    """How often something took how long, in seconds."""

    BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

    def __init__(self) -> None:
        self.counts = [0] * (len(self.BOUNDS) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(self.BOUNDS, seconds)] += 1
        self.sum += seconds

    def text(self, name: str, about: str) -> str:
        """In Prometheus' form: each line counts all that took no longer."""
        until = [*map(str, self.BOUNDS), "+Inf"]
        lines = [f'{name}_bucket{{le="{le}"}} {n}' for le, n in zip(until, accumulate(self.counts), strict=True)]
        lines += [f"{name}_sum {self.sum:.4f}", f"{name}_count {sum(self.counts)}"]
        return f"# HELP {name} {about}\n# TYPE {name} histogram\n" + "".join(f"{line}\n" for line in lines)


def metrics_text(rooms: Rooms) -> str:
    """Counters and gauges."""
    store, budgets, nodes = rooms.store, rooms.budgets, rooms.nodes
    figures = {
        "stajnia_rooms": ("gauge", "rooms in memory", len(rooms.here)),
        "stajnia_sockets": ("gauge", "open sockets", len(rooms.pages)),
        "stajnia_nodes": ("gauge", "processes of the house that this one knows of", len(nodes.living) if nodes else 1),
        "stajnia_relays": ("gauge", "pages whose table another process has", len(nodes.relays) if nodes else 0),
        "stajnia_damaged_tables": ("gauge", "tables that could not be read", len(rooms.damaged)),
        "stajnia_damaged_records": ("gauge", "uploads that could not be read", len(rooms.damaged_records)),
        "stajnia_shows_total": ("counter", "changes that tables saw", rooms.shows),
        "stajnia_not_kept_total": ("counter", "writes that failed", store.failures),
        "stajnia_bot_late_total": ("counter", "decisions bots did not give", rooms.workers.late),
        "stajnia_refused_total": ("counter", "refusals for a budget that is used up", budgets.refused.total()),
        "stajnia_outbox_bytes": ("gauge", "bytes that wait for pages", int(budgets.held("outbox"))),
        "stajnia_inbox": ("gauge", "things that wait in rooms", sum(room.waiting for room in rooms.here.values())),
        "stajnia_turns_waiting": (
            "gauge",
            "requests that wait",
            rooms.requests.waiting + rooms.thoughtful.waiting + rooms.heavy.waiting,
        ),
        "stajnia_space": ("gauge", "room for what is kept: 0 plenty, 1 a fifth, 2 none", rooms.space.left),
        "stajnia_memory_bytes": ("gauge", "memory of the server's process", _memory()),
        "stajnia_loop_late_seconds": (
            "gauge",
            "how late the event loop was at worst since the last look",
            _late(rooms),
        ),
    }
    plain = (f"# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {n}\n" for name, (kind, about, n) in figures.items())
    return (
        "".join(plain)
        + rooms.request_times.text("stajnia_request_seconds", "how long requests took, refusals at the door left out")
        + rooms.lateness.text("stajnia_loop_seconds", "how late the event loop was, four times a second")
    )


def _memory() -> int:
    with contextlib.suppress(OSError):  # there is no such file but on Linux
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _late(rooms: Rooms) -> float:
    late, rooms.late = rooms.late, 0.0
    return round(late, 4)


async def watch(rooms: Rooms) -> None:
    """Look how late the event loop is, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        late = loop.time() - due
        rooms.late = max(rooms.late, late)
        rooms.lateness.note(late)


async def serve_metrics(rooms: Rooms, where: str) -> asyncio.Server:
    """Answer every request at HOST:PORT or on the Unix socket PATH."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(5):
                await reader.readuntil(b"\r\n\r\n")
                body = metrics_text(rooms).encode()
                head = (
                    f"HTTP/1.0 200 OK\r\ncontent-type: text/plain; version=0.0.4\r\ncontent-length: {len(body)}\r\n\r\n"
                )
                writer.write(head.encode() + body)
                await writer.drain()
        writer.close()

    rooms.spawn(watch(rooms))
    if "/" in where:
        Path(where).unlink(missing_ok=True)
        before = os.umask(0o177)  # nobody else's
        try:
            return await asyncio.start_unix_server(answer, where)
        finally:
            os.umask(before)
    host, _, port = where.rpartition(":")
    return await asyncio.start_server(answer, host or "127.0.0.1", int(port))
