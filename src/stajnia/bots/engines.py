"""Where the matches of an arena are played: here, in processes of this machine, or on a Ray cluster.

All give the same results for the same contest, in whatever order they come.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from stajnia.bots.arena import Contest, Engine, Fixture, Played, play
from stajnia.core.game import Illegal

MOST = 16  # matches handed out at once
AHEAD = 2  # pieces of work that wait for each process, so that none is idle


def batch(c: Contest, some: Sequence[Fixture], keep: bool) -> list[Played]:
    """A few matches, one after the other."""
    return [play(c, f, keep) for f in some]


def _pieces(some: Sequence[Fixture], hands: int) -> list[Sequence[Fixture]]:
    size = max(1, min(MOST, len(some) // (hands * 8)))
    return [some[at : at + size] for at in range(0, len(some), size)]


def _heedless() -> None:
    """Ctrl-C is for who asked; the processes end with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def local(jobs: int) -> Engine:
    """In so many processes; one is this one itself."""

    def here(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        return (play(c, f, keep) for f in some)

    def processes(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _heedless)
        left = _pieces(some, jobs)[::-1]
        running: set[Future[list[Played]]] = set()
        try:
            while left or running:
                while left and len(running) < AHEAD * jobs:
                    running.add(pool.submit(batch, c, left.pop(), keep))
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield from each.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return here if jobs == 1 else processes


def ray_cluster(address: str | None = None) -> Engine:
    """On the Ray cluster at that address, or on one that is started here for as long as it takes."""
    ray: Any = import_module("ray")  # the extra `cluster`

    def run(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
        ours = not ray.is_initialized()
        if ours:
            _connect(ray, address)
        remote = ray.remote(batch)
        hands = max(1, int(ray.cluster_resources().get("CPU", 1)))
        left = _pieces(some, hands)[::-1]
        running: list[Any] = []
        try:
            while left or running:
                while left and len(running) < AHEAD * hands:
                    running.append(remote.remote(c, left.pop(), keep))
                done, running = ray.wait(running)
                for each in done:
                    yield from _got(ray, each)
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


def _got(ray: Any, each: Any) -> list[Played]:
    try:
        found: list[Played] = ray.get(each)
    except ray.exceptions.RayTaskError as e:
        raise e.cause from None
    return found
