"""Bots think in processes of their own: `python -m stajnia.server.workers` is one of them.

A request is what is wanted (a function of `ANSWERS`) and what it is asked with. A worker that is late or dies is
killed and replaced; who asked gets `Late` and plays something simple instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import random
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from stajnia.bots.analysis import Choice, Judged, judge
from stajnia.core.game import Message
from stajnia.server.turns import Turns

HEAD = struct.Struct("!I")
LONGEST = 100_000  # questions of one guest that wait: one a bot, and tables have budgets
PATIENCE = 10.0  # seconds that who asks why, or what a move was worth, waits for a worker
HELD = 2.0  # seconds for which a killed worker's pipes are waited for
NICE = 5  # bots think with what the tables leave them


class Late(Exception):
    """No answer in time, or no answer that is of use; the sentence says which."""


class Busy(Late):
    """Nobody was asked: too many wait for a worker."""


class Workers:
    """A few worker processes; each thinks about one thing at a time."""

    def __init__(self, count: int, command: Sequence[str], home: Callable[[str], str] = lambda whose: whose) -> None:
        """`home`: the address of a guest."""
        self.command = command
        self.asked = 0
        self.late = 0  # decisions that did not come; what nobody could explain is none
        self.turns = Turns(count, count, LONGEST, home=home)
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        self._all: set[asyncio.subprocess.Process] = set()  # those that were killed too, until they are gone
        self._closing: asyncio.Task[None] | None = None
        self._count = count
        for _ in range(count):
            self._free.put_nowait(None)  # started when first needed

    async def choose(
        self, game: str, level: str, view: Any, legal: Sequence[str], seed: int, within_ms: int, whose: str = ""
    ) -> str:
        """What the bot plays; Late if it does not say within the time, counted from when a worker is free.

        Workers are taken address by address and guest by guest (`whose`), so that one with many tables holds up nobody
        else's bots."""
        question = pickle.dumps(("choose", game, level, view, list(legal), seed))
        try:
            async with self.turns.turn(whose):
                answer = await self._answer(question, level, within_ms)
            if isinstance(answer, Exception) or answer not in legal:
                what = (
                    str(answer) if isinstance(answer, Exception) else "an action that is none"
                )  # hands are not logged
                raise Late(f"{level} gave no legal answer: {what}")
        except Late:
            self.late += 1
            raise
        return str(answer)

    async def explain(
        self, game: str, level: str, view: Any, legal: Sequence[str], action: str, within_ms: int, whose: str
    ) -> list[Message]:
        """Why the bot of that level may have played `action`; Late as above, and where no worker is free for long."""
        found: list[Message] = await self._besides(
            ("why", game, level, view, list(legal), action), level, within_ms, whose
        )
        return found

    async def judge(self, game: str, choice: Choice, within_ms: int, whose: str) -> Judged | None:
        """What a move was worth; Late as above."""
        found: Judged | None = await self._besides(("judge", game, choice), game, within_ms, whose)
        return found

    async def _besides(self, question: tuple[Any, ...], whom: str, within_ms: int, whose: str) -> Any:
        """What is asked after a match, by somebody who waits for the answer over HTTP."""
        async with contextlib.AsyncExitStack() as turn:
            try:
                async with asyncio.timeout(PATIENCE):
                    await turn.enter_async_context(self.turns.turn(whose))
            except TimeoutError:
                raise Busy(f"{whom} is not asked: too many wait") from None
            answer = await self._answer(pickle.dumps(question), whom, within_ms)
        if isinstance(answer, Exception):
            raise Late(f"{whom} could not say: {answer!r}")
        return answer

    async def _answer(self, question: bytes, level: str, within_ms: int) -> Any:
        if self._closing is not None:
            raise Late(f"{level} is not asked: the server stops")
        self.asked += 1
        worker = await self._free.get()
        try:
            if worker is None or worker.returncode is not None:
                worker = None
                worker = await asyncio.wait_for(self._start(), 30)
            return await asyncio.wait_for(self._ask(worker, question), within_ms / 1000)
        except (TimeoutError, OSError, EOFError, asyncio.IncompleteReadError) as e:
            _kill(worker)
            worker = None
            raise Late(f"{level} gave no answer in time ({type(e).__name__})") from None
        except BaseException:
            _kill(worker)
            worker = None
            raise
        finally:
            self._free.put_nowait(worker)

    async def warm(self) -> None:
        """Start a worker before anybody waits for one."""
        worker = await self._free.get()
        try:
            if worker is None:
                with contextlib.suppress(OSError, EOFError):  # who asks is told
                    worker = await self._start()
        finally:
            self._free.put_nowait(worker)

    async def _start(self) -> asyncio.subprocess.Process:
        self._all = {each for each in self._all if each.returncode is None}
        worker = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
        )
        self._all.add(worker)
        assert worker.stdout is not None
        try:
            if self._closing is not None:
                raise EOFError("nobody is asked any more")
            await worker.stdout.readexactly(1)  # it is up: its start does not count as thinking
        except BaseException:
            _kill(worker)
            raise
        return worker

    async def _ask(self, worker: asyncio.subprocess.Process, question: bytes) -> Any:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(HEAD.pack(len(question)) + question)
        await worker.stdin.drain()
        (size,) = HEAD.unpack(await worker.stdout.readexactly(HEAD.size))
        return pickle.loads(await worker.stdout.readexactly(size))

    async def close(self) -> None:
        """No process is left when this returns, not even one that was just being started."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await self._closing

    async def _close(self) -> None:
        for worker in self._all:
            _kill(worker)  # who waits for its answer gets none
        for _ in range(self._count):
            await self._free.get()  # nobody asks or starts one any more
        for worker in self._all:
            _kill(worker)
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.close()
            with contextlib.suppress(TimeoutError):  # what a bot has started itself may hold its pipes open
                async with asyncio.timeout(HELD):
                    await worker.wait()
                    await worker.stdout.read()  # to its end: what was said is nobody's


def _kill(worker: asyncio.subprocess.Process | None) -> None:
    if worker is not None:
        with contextlib.suppress(ProcessLookupError):
            worker.kill()


def _choose(game: str, level: str, view: Any, legal: list[str], seed: int) -> str:
    """One decision of a bot."""
    if len(legal) == 1:
        return legal[0]
    from stajnia.bots.bot import SECOND, bot

    return bot(game, level)(view, legal, random.Random(seed), SECOND)


def _why(game: str, level: str, view: Any, legal: list[str], action: str) -> list[Message]:
    """Why a bot may have played the action."""
    from stajnia.bots.why import why

    return why(game, level, view, legal, action, random.Random(1))


ANSWERS: dict[str, Callable[..., Any]] = {"choose": _choose, "why": _why, "judge": judge}  # in this process


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer one question after the other, as long as there are any."""
    from stajnia.bots.net import BadWeights

    answers.write(b"!")
    answers.flush()
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        question = questions.read(HEAD.unpack(head)[0])
        try:
            what, *asked = pickle.loads(question)
            said: Any = ANSWERS[what](*asked)
        except BadWeights as e:
            said = RuntimeError(str(e))  # for the host: which file, and what to do about it
        except Exception as e:
            said = RuntimeError(type(e).__name__)  # its words may tell of a hand
        data = pickle.dumps(said)
        answers.write(HEAD.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    import os
    import signal

    if hasattr(os, "nice"):
        os.nice(NICE)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops its workers itself
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not spoil its answers
    with contextlib.suppress(BrokenPipeError):  # the server is gone
        main(sys.stdin.buffer, out)
