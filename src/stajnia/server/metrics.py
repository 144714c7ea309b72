"""Figures for the host, in Prometheus' text form, on a door of their own: an address or a Unix socket, off by default.

Nothing here moves with a sealed answer or with what somebody holds: neither writes nor questions to bots are counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

from stajnia.server.rooms import Rooms

PAGE = os.sysconf("SC_PAGE_SIZE")
HEAD = b"HTTP/1.0 200 OK\r\ncontent-type: text/plain; version=0.0.4\r\n\r\n"
BEAT = 0.25  # seconds between two looks at how late the event loop is


def metrics_text(rooms: Rooms) -> str:
    """Counters and gauges."""
    store, budgets = rooms.store, rooms.budgets
    figures = {
        "stajnia_rooms": ("gauge", "rooms in memory", len(rooms.here)),
        "stajnia_sockets": ("gauge", "open sockets", len(rooms.pages)),
        "stajnia_damaged_tables": ("gauge", "tables that could not be read", len(rooms.damaged)),
        "stajnia_shows_total": ("counter", "changes that tables saw", rooms.shows),
        "stajnia_not_kept_total": ("counter", "writes that failed", store.failures),
        "stajnia_bot_late_total": ("counter", "decisions bots did not give", rooms.workers.late),
        "stajnia_refused_total": ("counter", "refusals for a budget that is used up", budgets.refused.total()),
        "stajnia_outbox_bytes": ("gauge", "bytes that wait for pages", int(budgets.held("outbox"))),
        "stajnia_inbox": ("gauge", "things that wait in rooms", sum(room.waiting for room in rooms.here.values())),
        "stajnia_turns_waiting": ("gauge", "requests that wait", rooms.requests.waiting + rooms.heavy.waiting),
        "stajnia_memory_bytes": ("gauge", "memory of the server's process", _memory()),
        "stajnia_loop_late_seconds": (
            "gauge",
            "how late the event loop was at worst since the last look",
            _late(rooms),
        ),
    }
    return "".join(
        f"# HELP {name} {text}\n# TYPE {name} {kind}\n{name} {value}\n" for name, (kind, text, value) in figures.items()
    )


def _memory() -> int:
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
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
        rooms.late = max(rooms.late, loop.time() - due)


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
