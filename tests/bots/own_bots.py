"""Bots that a person could bring along: one that plays, and some that fail."""

# ruff: noqa: ARG001 (a bot is given more than these look at)

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from stajnia.bots.bot import Budget
from stajnia.core.game import Rng

hands = [0.0]  # of a clock that passes when a bot says so


def first(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    return legal[0]


def broken(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    raise RuntimeError("broken on purpose")


def nonsense(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    return "nonsense"


def asleep(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    while True:
        time.sleep(0.01)


def stubborn(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    """It lets nothing stop it: no exception, and once not even what is none."""
    with suppress(BaseException):
        asleep(view, legal, rng, budget)
    while True:
        with suppress(Exception):
            asleep(view, legal, rng, budget)


def deaf(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    """It hears no alarm, as one that is stuck in C code."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    return asleep(view, legal, rng, budget)


def slow(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    """It takes 0.06 s on the test's own clock."""
    hands[0] += 0.06
    return legal[0]


def leaving(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    sys.exit(3)


def interrupted(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    """As if somebody pressed Ctrl-C while it thinks."""
    raise KeyboardInterrupt


def dying(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    os._exit(7)


def killed(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return legal[0]
