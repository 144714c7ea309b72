"""Bots of the test game: a sensible one, and three that misbehave."""

# ruff: noqa: ARG001 (a bot is given more than these look at)

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

from stajnia.bots.bot import Budget
from stajnia.core.game import Rng


def greedy(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    return "stop" if "stop" in legal and view.played == 3 else legal[-1] if "pass" not in legal else "pass"


def asleep(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    time.sleep(60)
    return legal[0]


def broken(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    raise RuntimeError("broken on purpose")


def dying(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    os._exit(3)


def cheating(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    return "stop" if "stop" not in legal else "play 9"


LEVELS = {"asleep": asleep, "broken": broken, "dying": dying, "cheating": cheating, "greedy": greedy}
USUAL = "greedy"
