"""A real server in a process of its own: `python serving.py '{"db": ...}'` prints its port and serves.

Further keys beside the settings: `port`; `verbose`, `log_format`; `seed` (every match is dealt from it) and
`frozen` (time stands still and ids are counted), so that two runs can be compared byte by byte; `hand` (the time it is:
it passes only by ms written to the standard input, a line each, and answered by `.`); `crash` and `trouble` (see
crash.py); `inner_port`, where other processes come.
"""

import asyncio
import itertools
import json
import socket
import sys
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))


def main(given: dict[str, Any]) -> None:
    from tests.server import crash, extra
    from tests.server.hand_clock import HandClock

    extra.install()
    from stajnia.server.budgets import Budget
    from stajnia.server.run import run
    from stajnia.server.settings import Settings

    port, seed, frozen = given.pop("port", 0), given.pop("seed", None), given.pop("frozen", False)
    verbose, log_format = given.pop("verbose", False), given.pop("log_format", "text")
    hand, inner_port = given.pop("hand", 0), given.pop("inner_port", 0)
    crash.install(given.pop("crash", ""), given.pop("trouble", ""))
    for key, value in given.items():
        given[key] = tuple(value) if isinstance(value, list) else value
    given["budgets"] = {name: Budget(*(_amount(each) for each in of)) for name, of in given.pop("budgets", {}).items()}
    settings = Settings(**given)
    settings.page = Path(settings.page)
    settings.worker_command = (sys.executable, str(Path(__file__).with_name("worker.py")))
    if seed is not None:
        settings.new_seed = lambda: str(seed).encode()
    if frozen:
        count = itertools.count(1)
        settings.now = lambda: 1_000_000
        settings.new_id = lambda: f"id-{next(count)}"
    if hand:
        clock = HandClock(hand)
        settings.now, settings.later = clock.now, clock.later
    listening = bound(port)
    inner = bound(inner_port) if inner_port else None

    def ready() -> None:
        if hand:
            threading.Thread(target=pass_time, args=(clock, asyncio.get_running_loop()), daemon=True).start()
        print(listening.getsockname()[1], flush=True)

    run(settings, listening, verbose=verbose, log_format=log_format, ready=ready, inner=inner)


def bound(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    return listening


def _amount(given: Any) -> Any:
    """A budget's amount out of JSON: a rate is a list."""
    from stajnia.server.budgets import Rate

    return Rate(*given) if isinstance(given, list) else given


def pass_time(clock: Any, loop: asyncio.AbstractEventLoop) -> None:
    """Let time pass as the test says."""

    def advance(ms: int) -> None:
        clock.advance(ms)
        print(".", flush=True)

    for line in sys.stdin:
        loop.call_soon_threadsafe(advance, int(line))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
