"""Where the matches of an arena are played: here, in processes of this machine, or on a Ray cluster.

All give the same results for the same contest, in whatever order they come.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from stajnia.bots.arena import BotFailed, Contest, Engine, Fixture, Played, play, player
from stajnia.bots.asking import patience
from stajnia.core.game import Illegal, Seat

AHEAD = 2  # matches that each process or core has before it, so that none is idle
LAST = 8  # so many matches for each are left: from now on one by one, so that all end together
DEAF = 2.0  # times its patience, after which a bot is given up whose process hears no alarm
LOOKS = 10  # at who hangs, in that time


def local(jobs: int) -> Engine:
    """In so many processes; one is this one itself."""

    def here(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        return (play(c, f, keep) for f in some)

    def processes(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        left = list(some)[::-1]
        hands: list[_Hand] = []
        limit = DEAF * max(patience(player(c.game, name, c.budget, measured=True).budget) for name in c.players)
        try:
            while len(hands) < min(jobs, len(some)):
                hands.append(_Hand(c, keep))
            while True:
                for hand in hands:
                    while left and len(hand.given) < _ahead(len(left), jobs):
                        hand.give(left.pop())
                busy = [hand for hand in hands if hand.given]
                if not busy:
                    return
                ready = wait([hand.pipe for hand in busy], limit / LOOKS)
                done = [hand for hand in busy if hand.pipe in ready]
                for hand in busy:
                    if hand not in done:
                        hand.check(limit)
                for hand in done:
                    yield hand.take()
        finally:
            for hand in hands:
                hand.end()

    return here if jobs == 1 else processes


def _ahead(left: int, hands: int) -> int:
    return AHEAD if left > LAST * hands else 1


class _Hand:
    """A process that plays what it is given, match after match."""

    def __init__(self, c: Contest, keep: bool) -> None:
        context = get_context("spawn")
        self.given: deque[Fixture] = deque()
        self._asked = context.RawArray("i", 2)  # the seat that was asked last, and for which move; 0: nobody yet
        self._seen, self._since = (0, 0), monotonic()  # the same when it was last looked at, and since when
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_matches, args=(theirs, self._asked, c, keep), daemon=True)
        with _no_interrupt():  # Ctrl-C is for who asked, also while the process begins
            self._process.start()
        theirs.close()

    def give(self, f: Fixture) -> None:
        if not self.given:
            self._since = monotonic()
        self.given.append(f)
        with suppress(OSError):  # it has died: `take` tells how
            self.pipe.send(f)

    def take(self) -> Played:
        """The match that has ended."""
        try:
            found: Played | Exception = self.pipe.recv()
        except (EOFError, OSError):
            raise self._died() from None
        self.given.popleft()
        self._since = monotonic()
        if isinstance(found, Exception):
            raise found
        return found

    def check(self, limit: float) -> None:
        """BotFailed where one decision takes longer than so many seconds: its own alarm is not heard there."""
        (seat, move), now = self._asked, monotonic()
        if (seat, move) != self._seen:
            self._seen, self._since = (seat, move), now
        if move and now - self._since > limit:
            raise self._failed("silent", f"{limit:g}")

    def _died(self) -> BotFailed:
        self._process.join()
        code = self._process.exitcode or 0
        return self._failed("crash", signal.Signals(-code).name if code < 0 else f"exit {code}")

    def _failed(self, how: str, why: str) -> BotFailed:
        f, (seat, move) = self.given[0], self._asked
        return BotFailed(how, f.line_up[seat], f.seed, move, why)

    def end(self) -> None:
        """At once, whatever it is at."""
        self.pipe.close()
        if self.given:
            self._process.kill()
        self._process.join()


def _matches(pipe: Connection, asked: Any, c: Contest, keep: bool) -> None:
    """What the process does until nobody is there any more to give it matches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def asks(seat: Seat, move: int) -> None:
        asked[:] = seat, move

    with suppress(EOFError, OSError):
        while True:
            f: Fixture = pipe.recv()
            try:
                found: Played | Exception = play(c, f, keep, asks)
            except Exception as e:
                found = e
            pipe.send(found)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """What is started here does not hear Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ray_cluster(address: str | None = None) -> Engine:
    """On the Ray cluster at that address, or on one that is started here for as long as it takes."""
    ray: Any = import_module("ray")  # the extra `cluster`

    def run(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        ours = not ray.is_initialized()
        if ours:
            _connect(ray, address)
        remote = ray.remote(play)
        hands = max(1, int(ray.cluster_resources().get("CPU", 1)))
        left = list(some)[::-1]
        running: dict[Any, Fixture] = {}
        try:
            while left or running:
                while left and len(running) < _ahead(len(left), hands) * hands:
                    f = left.pop()
                    running[remote.remote(c, f, keep)] = f
                for each in ray.wait(list(running))[0]:
                    yield _got(ray, each, c, running.pop(each), keep)
        finally:
            for each in running:
                ray.cancel(each, force=True)
            if ours:
                ray.shutdown()

    return run


def _connect(ray: Any, address: str | None) -> None:
    try:
        host, _, port = (address or "").removeprefix("ray://").rpartition(":")
        if port.isdecimal():  # Ray itself would knock for many minutes
            socket.create_connection((host, int(port)), timeout=10).close()
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, OverflowError, RuntimeError, ValueError) as e:
        raise Illegal("match options", "no_cluster", address=address or "", why=str(e).partition("\n")[0]) from e


def _got(ray: Any, each: Any, c: Contest, f: Fixture, keep: bool) -> Played:
    try:
        found: Played = ray.get(each)
    except ray.exceptions.RayTaskError as e:
        raise e.cause from None
    except (
        ray.exceptions.RayError
    ):  # the cluster lost it, again and again: a process of ours plays it, or tells why not
        return next(local(2)(c, [f], keep))
    return found
