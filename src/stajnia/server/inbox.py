"""What waits to be done at a table: one task does it, one thing at a time, in the order in which it came."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from stajnia.core.game import Illegal
from stajnia.server.errors import Refused
from stajnia.server.logs import about
from stajnia.server.store import NotKept

log = logging.getLogger("stajnia.room")
Run = Callable[..., Awaitable[Any]]


def _nothing(*_: Any) -> None:
    """What is left to do."""


class Job(NamedTuple):
    """Something to do that waits."""

    run: Run
    args: tuple[Any, ...]
    done: asyncio.Future[Any] | None = None  # somebody waits for the result
    lost: Callable[..., None] | None = None  # says so, where it will not be done


class Inbox:
    def __init__(self, table: str, after: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        """`after` is called after every job, `failed` when one raised anything but a refusal."""
        self.table = table
        self._after: Callable[..., None] = after
        self._failed: Callable[..., None] = failed
        self.closed = False
        self._jobs: deque[Job] = deque()
        self._asleep: asyncio.Future[None] | None = None  # until there is something to do, or nothing more
        self._task = asyncio.create_task(self._work())

    def __len__(self) -> int:
        return len(self._jobs)

    def post(self, run: Run, *args: Any, lost: Callable[..., None] | None = None) -> None:
        """Put something to do here; `lost` is called instead if it will not be done."""
        self._jobs.append(Job(run, args, lost=lost))
        self._wake()

    async def call(self, run: Run, *args: Any) -> Any:
        """Do it in turn and wait for the result."""
        if self.closed:
            raise Refused(503, "not_kept")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.append(Job(run, args, done))
        self._wake()
        return await done

    def _wake(self) -> None:
        if self._asleep is not None and not self._asleep.done():
            self._asleep.set_result(None)

    def lose(self) -> None:
        """Say of everything that waits that it will not be done."""
        for job in self._jobs:
            if job.lost is not None:
                job.lost(*job.args)

    def close(self) -> None:
        """Nothing more is done; who waits for a result is refused."""
        self.closed = True
        self._wake()

    async def _work(self) -> None:
        while not self.closed:
            if self._jobs:
                await self._do(self._jobs.popleft())
                self._after()
            else:
                self._asleep = asyncio.get_running_loop().create_future()
                await self._asleep
        self._after, self._failed = _nothing, _nothing  # the room need not be searched for as garbage
        while self._jobs:
            done = self._jobs.popleft().done
            if done is not None and not done.done():
                done.set_exception(Refused(503, "not_kept"))

    async def _do(self, job: Job) -> None:
        done = job.done
        try:
            result = await job.run(*job.args)
            if done is not None and not done.cancelled():
                done.set_result(result)
        except Exception as e:
            if done is not None and not done.cancelled():
                done.set_exception(e)
            elif not isinstance(e, NotKept):
                what = getattr(job.run, "__name__", "a job")
                log.exception("%s failed", what, extra=about(self.table))
            if not isinstance(e, Refused | Illegal):
                self._failed(e)
