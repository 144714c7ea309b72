"""The server on uvicorn, with the settings it needs."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from stajnia.server import reach
from stajnia.server.app import Stajnia
from stajnia.server.database import BadDatabase
from stajnia.server.garbage import in_small_portions
from stajnia.server.logs import Format, set_up
from stajnia.server.settings import Settings
from stajnia.server.transport import HERE, door, sockets

SWITCH = 0.0005  # seconds that a thread (a replay, a read) may hold up the event loop; Python's usual is ten times that
FILES = 4_096
QUEUE = 2_048  # connections that wait to be let in
AT_ONCE = 16  # of them in one turn of Python's own event loop, so that a thousand hold up nobody; uvloop takes one
log = logging.getLogger("stajnia.run")


def raise_file_limit() -> None:
    """A connection is a file: take as many as the system lets us, and say if that is few."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if 0 <= soft < FILES:
        log.warning("only %d files may be open at once: raise it (ulimit -n) for more than %d pages", soft, soft - 100)


class _Server(uvicorn.Server):
    ready: Callable[[], object]

    def __init__(self, app: Stajnia, *, verbose: bool = False) -> None:
        super().__init__(_config(app, verbose))
        self.rooms = app.rooms

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listening in sockets or ():
                listening.listen(QUEUE)
            in_small_portions()
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.rooms.nodes is not None:
            await self.rooms.nodes.leave()
        await super().shutdown(sockets)


def _config(app: Stajnia, verbose: bool) -> uvicorn.Config:
    settings = app.rooms.settings
    return uvicorn.Config(
        app,
        loop="auto",
        http=door(app.rooms.budgets, settings, app.inner.port),
        ws=sockets(settings),
        forwarded_allow_ips=[*HERE, *settings.proxies] if settings.proxies else None,  # else as uvicorn has it
        ws_max_size=settings.max_message,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,  # ours: logs.py
        log_level="info" if verbose else "warning",
        access_log=verbose,
        server_header=False,
        backlog=AT_ONCE,
        timeout_graceful_shutdown=3,
    )


def run(
    settings: Settings,
    listening: socket.socket,
    *,
    verbose: bool = False,
    log_format: Format = "text",
    ready: Callable[[], object] = lambda: None,
    inner: socket.socket | None = None,
) -> None:
    """Serve on this socket, which is bound and let nobody in so far, until a signal comes; `inner`: where other
    processes of the house come."""
    set_up(log_format, verbose)
    app = Stajnia(settings)
    if inner is not None:
        app.inner.port = inner.getsockname()[1]
    server = _Server(app, verbose=verbose)
    if inner is not None and app.rooms.nodes is not None:
        try:
            reach.check(app.rooms.nodes, inner)
            app.rooms.nodes.join()
        except BadDatabase:
            app.rooms.store.close()
            raise
    raise_file_limit()
    sys.setswitchinterval(SWITCH)
    server.ready = ready
    server.run([listening] if inner is None else [listening, inner])
