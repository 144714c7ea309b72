"""`stajnia` as it is, with the small send buffers that a far peer who does not read would leave it (on loopback the
kernel takes megabytes of an answer for each connection); with `--watch FILE` first, on asyncio's own loop with an eye
on each callback.

What took the loop's thread more than 5 ms of CPU is counted by name, and what took more than 5 ms by the wall (other
processes, other threads and the disk included). SIGUSR1 writes both to FILE and begins anew.
"""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import socket
import sys
import time
from asyncio import events
from collections import defaultdict
from pathlib import Path
from typing import Any

LONG = 0.005


def name_of(callback: Any) -> str:
    """Where a callback leads: for a task the coroutines it waits through."""
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return getattr(callback, "__qualname__", repr(callback))[:80]
    names: list[str] = []
    at: Any = task.get_coro()
    while at is not None and hasattr(at, "cr_frame"):
        line = f":{at.cr_frame.f_lineno}" if at.cr_frame else ""
        names.append(at.__qualname__.rsplit(".<locals>.", 1)[-1] + line)
        at = at.cr_await
    return " > ".join(names[-4:])


def watch(file: Path) -> None:
    slow: dict[str, list[float]] = defaultdict(list)
    counts = {"callbacks": 0, "wall": 0, "cpu": 0}
    wall, cpu, run = time.perf_counter, time.thread_time, events.Handle._run

    collected = [0.0, 0.0, 0.0]  # CPU that the search for garbage took, where one began, and the longest

    def collecting(phase: str, _: object) -> None:
        if phase == "start":
            collected[1] = cpu()
        else:
            took = cpu() - collected[1]
            collected[0] += took
            collected[2] = max(collected[2], took)

    gc.callbacks.append(collecting)

    def timed(self: Any) -> None:
        began, worked = wall(), cpu()
        collected[0] = 0.0
        run(self)
        counts["callbacks"] += 1
        if wall() - began > LONG:
            counts["wall"] += 1
            if (took := cpu() - worked) > LONG:
                counts["cpu"] += 1
                why = "garbage" if took - collected[0] < LONG else name_of(self._callback)
                slow[why].append(round(took * 1000, 1))

    def tell(*_: Any) -> None:
        told = {
            **counts,
            "garbage": round(collected[2] * 1000, 1),
            "slow": {name: [len(all), max(all)] for name, all in slow.items()},
        }
        file.with_suffix(".new").write_text(json.dumps(told))
        file.with_suffix(".new").rename(file)
        slow.clear()
        collected[2] = 0.0
        counts.update(dict.fromkeys(counts, 0))

    events.Handle._run = timed  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, tell)
    import uvicorn

    before = uvicorn.Config.__init__
    uvicorn.Config.__init__ = lambda *args, **more: before(*args, **{**more, "loop": "asyncio"})  # type: ignore[method-assign]


class SmallBuffers(socket.socket):
    """What is accepted has its listener's buffers."""

    def bind(self, address: Any) -> None:
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)
        super().bind(address)


if __name__ == "__main__":
    socket.socket = SmallBuffers  # type: ignore[misc]
    if sys.argv[1] == "--watch":
        watch(Path(sys.argv[2]))
        del sys.argv[1:3]
    try:
        from stajnia.__main__ import main
    except ModuleNotFoundError:  # an older checkout
        from stajnia.cli import main

    main()
