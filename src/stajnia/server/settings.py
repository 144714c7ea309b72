"""What a host may set, and the few places where the server reads the world, so that tests can fix them."""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from stajnia.server.budgets import Budget
from stajnia.server.clock import CLOCKS, Preset

DAY = 86_400_000  # ms
BUILT_PAGE = Path(__file__).parent / "page"
# goes on while the machine sleeps; Windows has neither
_SLEEPLESS: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def _ticks() -> int:
    return time.monotonic_ns() if _SLEEPLESS is None else time.clock_gettime_ns(_SLEEPLESS)


_BEGAN = time.time_ns() - _ticks()


def now_ms() -> int:
    """Server time, ms since 1970: told by the wall at the start, then counted, so that nobody's time jumps with it."""
    return (_BEGAN + _ticks()) // 1_000_000


class Cancel(Protocol):
    """Something that was to come later."""

    def cancel(self) -> None: ...


def later(ms: float, call: Callable[[], object]) -> Cancel:
    """Call this in so many ms, on the event loop."""
    return asyncio.get_running_loop().call_later(ms / 1000, call)


def new_id() -> str:
    """An id nobody guesses: 96 random bits."""
    return secrets.token_urlsafe(12)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


@dataclass
class Settings:
    db: str = "sqlite://"
    page: Path = BUILT_PAGE
    prefix: str = ""  # the path under which everything stands: `/games`
    inner: str = ""  # HOST:PORT at which other processes of the house reach this one; alone
    secret: str = ""  # that they share
    lease: int = 5_000  # ms after which a process that says nothing is thought gone
    farewell: int = 2_500  # ms for which a process that leaves stays at its door, until balancers have noticed
    tend: int = 2_000  # ms between two looks for rooms to take from who is gone, or to give away
    read_time: int = 6_000  # ms to wait for the database
    write_time: int = 12_000
    health_time: int = 3_000  # ms in which the server must have written something to be well
    metrics: str = ""  # where figures are told: HOST:PORT or the path of a Unix socket; nowhere
    origins: tuple[str, ...] = ()  # further origins a page may come from; its own is always allowed
    proxies: tuple[str, ...] = ()  # addresses, beside this machine's, that are believed who a visitor is
    workers: int = 2  # processes in which bots think
    worker_command: tuple[str, ...] = (sys.executable, "-m", "stajnia.server.workers")
    bot_delay: tuple[int, int] = (500, 1200)  # ms a bot lets pass before it answers, so that people can follow
    bot_deadline: int = 5_000  # ms a bot may think
    grace: int = 60_000  # ms a person may be away before a stand-in sits down
    restart_grace: int = 10_000  # ms that are left at least on every clock after a restart
    idle: int = 120_000  # ms after which a room that nobody uses leaves memory
    clocks: dict[str, Preset] = field(default_factory=lambda: dict(CLOCKS))
    window_max: int = 8_000  # ms a response window lasts at most where a clock runs
    window_min: dict[str, int] = field(default_factory=lambda: {"none": 1500, "relaxed": 1500, "fast": 800})
    think_bank: int = 24_000  # ms a match that a seat may hold windows open
    link_life: int = 600_000  # ms a personal link may be used
    budgets: dict[str, Budget] = field(default_factory=dict)  # those that differ from `budgets.BUDGETS`
    keep: dict[str, float | None] = field(default_factory=dict)  # days, where they differ from `retention.KEEP`
    free: int = 200_000_000  # bytes on the disk of an SQLite database; with less nothing new is let in
    max_message: int = 8_192  # bytes of a socket message
    max_body: int = 65_536  # bytes of an HTTP body
    max_record: int = 300_000  # bytes of an uploaded record
    head_time: int = 10_000  # ms in which the head of a request must be there
    body_time: int = 20_000  # ms in which its body must be
    unread_time: int = 30_000  # ms in which some of what waits for the other side must be read
    max_watchers: int = 100  # at one table
    now: Callable[[], int] = now_ms
    later: Callable[[float, Callable[[], object]], Cancel] = later
    new_id: Callable[[], str] = new_id
    new_seed: Callable[[], bytes] = new_seed

    async def pause(self, ms: float) -> None:
        """Wait for so many ms."""
        over = asyncio.Event()
        timer = self.later(ms, over.set)
        try:
            await over.wait()
        finally:
            timer.cancel()
