"""Time that passes when a test says so."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

START = 1_700_000_000_000


class Timer:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call: Callable[[], object] | None = call

    def cancel(self) -> None:
        self.call = None

    def ring(self) -> None:
        call, self.call = self.call, None
        if call is not None:
            call()


class HandClock:
    """`now` and `later` for the server's settings."""

    def __init__(self, now: int = START) -> None:
        self.time: float = now
        self._timers: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()

    def now(self) -> int:
        return int(self.time)

    def later(self, ms: float, call: Callable[[], object]) -> Timer:
        timer = Timer(call)
        if ms <= 0:
            asyncio.get_running_loop().call_soon(timer.ring)
        else:
            heapq.heappush(self._timers, (self.time + ms, next(self._count), timer))
        return timer

    def advance(self, ms: float) -> None:
        """Let so much time pass; what is due rings in its order."""
        until = self.time + ms
        while self._timers and self._timers[0][0] <= until:
            self.time, _, timer = heapq.heappop(self._timers)
            timer.ring()
        self.time = until
