"""Asking a bot in this process that may never answer, or end the program: one that a person brings along."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Any

from stajnia.bots.bot import Budget, Choose
from stajnia.core.game import Rng

SILENT = 60.0  # seconds after which a bot is given up, or so many times its budget:
PATIENCE = 20.0
AGAIN = 0.1  # seconds from one ring of the alarm to the next
FAILS = (Exception, SystemExit)  # what a bot may raise; Ctrl-C is a person's


class Silent(Exception):
    """A bot that gave no answer for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class _Rung(BaseException):
    """The alarm, which no `except Exception` of a bot takes for its own."""


def patience(budget: Budget) -> float:
    """Seconds after which a bot with that budget is given up."""
    return SILENT if budget.simulations else max(SILENT, PATIENCE * budget.seconds)


def answer(choose: Choose, view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    """What the bot says, legal or not; Silent where its patience ends first, else whatever it raises (`FAILS`).

    Where nothing can interrupt it the bot is waited for as long as it takes: on Windows, which has no SIGALRM, outside
    the main thread, and while it is in C code or catches all and every exception."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return choose(view, legal, rng, budget)
    limit, asked = patience(budget), True

    def ring(_signal: int, where: FrameType | None) -> None:
        if asked and not (where and where.f_code is answer.__code__):  # not while the alarm is put away
            raise _Rung

    handler = signal.signal(signal.SIGALRM, ring)
    timer = signal.setitimer(signal.ITIMER_REAL, limit, AGAIN)
    try:
        return choose(view, legal, rng, budget)
    except _Rung:
        pass
    finally:
        asked = False
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)
    raise Silent(limit)
