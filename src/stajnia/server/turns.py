"""Turns: so many at once, and who waits is taken address by address, and there guest by guest, so that a hundred
questions of one delay nobody, and thirty guests of one address nobody elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from stajnia.server.errors import Refused

Queue = deque[asyncio.Future[None]]


class Place(NamedTuple):
    """Whose turn it is, and where they come from."""

    home: str
    whose: str


class Turns:
    """`places` at once in all, `near` for one address, `each` for one guest; of one guest at most `longest` wait.
    `home` knows the address of a guest, or gives what stands for it."""

    def __init__(
        self,
        places: int,
        each: int,
        longest: float,
        near: int | None = None,
        home: Callable[[str], str] = lambda whose: whose,
    ) -> None:
        self.places, self.each, self.longest, self.home = places, each, longest, home
        self.near = near or places
        self.busy = 0
        self._homes: Counter[str] = Counter()
        self._mine: Counter[Place] = Counter()
        self._queues: OrderedDict[str, OrderedDict[Place, Queue]] = OrderedDict()  # who is next comes first

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queues in self._queues.values() for queue in queues.values())

    @contextlib.asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Wait for a turn; Refused if too many of one's own wait already."""
        place = Place(self.home(whose), whose)
        await self._enter(place)
        try:
            yield
        finally:
            self._leave(place)

    async def _enter(self, place: Place) -> None:
        queues: dict[Place, Queue] = self._queues.get(place.home, {})
        if self.busy < self.places and self._may(place) and place not in queues:
            self._take(place)
            return
        if len(queues.get(place, ())) >= self.longest:
            raise Refused(429, "too_fast", budget="waiting", seconds=1)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(place.home, OrderedDict()).setdefault(place, deque()).append(called)
        try:
            await called  # whoever calls us has taken the place for us
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(place)
            else:
                self._forget(place, called)
            raise

    def _may(self, place: Place) -> bool:
        return self._homes[place.home] < self.near and self._mine[place] < self.each

    def _take(self, place: Place) -> None:
        self.busy += 1
        self._homes[place.home] += 1
        self._mine[place] += 1

    def _leave(self, place: Place) -> None:
        self.busy -= 1
        self._homes[place.home] -= 1
        self._mine[place] -= 1
        if not self._homes[place.home]:
            del self._homes[place.home]
        if not self._mine[place]:
            del self._mine[place]
        self._call()

    def _forget(self, place: Place, called: asyncio.Future[None]) -> None:
        queues: dict[Place, Queue] = self._queues.get(place.home, {})
        if called in queues.get(place, ()):
            queues[place].remove(called)
            self._tidy(place)

    def _tidy(self, place: Place) -> None:
        """No queue is kept where nobody waits."""
        queues = self._queues[place.home]
        if not queues[place]:
            del queues[place]
        if not queues:
            del self._queues[place.home]

    def _call(self) -> None:
        """Give free places to those who have waited, one to each in turn."""
        while self.busy < self.places:
            waiting = (place for queues in self._queues.values() for place in queues)
            place = next(filter(self._may, waiting), None)
            if place is None:
                return
            called = self._queues[place.home][place].popleft()
            self._queues[place.home].move_to_end(place)  # behind the others
            self._queues.move_to_end(place.home)
            self._tidy(place)
            if not called.done():
                self._take(place)
                called.set_result(None)
