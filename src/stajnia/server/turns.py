"""Turns: so many at once, and who waits is taken guest by guest, so that a hundred questions of one delay nobody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator

from stajnia.server.errors import Refused


class Turns:
    """`places` at once in all, `each` at once for one guest; of one guest at most `longest` wait."""

    def __init__(self, places: int, each: int, longest: int) -> None:
        self.places, self.each, self.longest = places, each, longest
        self.busy = 0
        self._mine: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # who is next comes first

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    @contextlib.asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Wait for a turn; Refused if too many of one's own wait already."""
        await self._enter(whose)
        try:
            yield
        finally:
            self._leave(whose)

    async def _enter(self, whose: str) -> None:
        if self.busy < self.places and self._mine[whose] < self.each and whose not in self._lines:
            self._take(whose)
            return
        line = self._lines.setdefault(whose, deque())
        if len(line) >= self.longest:
            raise Refused(429, "too_fast", budget="waiting", seconds=1)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called  # whoever calls us has taken the place for us
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(whose)
            else:
                self._forget(whose, called)
            raise

    def _take(self, whose: str) -> None:
        self.busy += 1
        self._mine[whose] += 1

    def _leave(self, whose: str) -> None:
        self.busy -= 1
        self._mine[whose] -= 1
        if not self._mine[whose]:
            del self._mine[whose]
        self._call()

    def _forget(self, whose: str, called: asyncio.Future[None]) -> None:
        line = self._lines.get(whose)
        if line is not None and called in line:
            line.remove(called)
            if not line:
                del self._lines[whose]

    def _call(self) -> None:
        """Give free places to those who have waited, one to each in turn."""
        while self.busy < self.places:
            whose = next((w for w in self._lines if self._mine[w] < self.each), None)
            if whose is None:
                return
            line = self._lines.pop(whose)
            called = line.popleft()
            if line:
                self._lines[whose] = line  # behind the others
            if not called.done():
                self._take(whose)
                called.set_result(None)
