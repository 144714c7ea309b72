"""What a bot is: a view and the legal actions in, one of the actions out. It never sees a state.

A game's bots are the dict `LEVELS` of the module `stajnia.bots.GAME`, weakest first; `random` is there for every
game. `USUAL` in the same module names the level that plays where none was asked for: one that a newcomer beats now
and then. `level.NAME` and `level.NAME.help` in the game's words say what a level is called and what it does.

A bot that wants to look ahead asks the game for `guess(view, rng)` and plays on that guess, as long as its budget
lasts. With a budget of simulations it answers the same to the same view and `rng`, on any machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from stajnia.core.game import Illegal, Rng

RANDOM = "random"
LONGEST = 3600.0  # seconds
MOST = 10_000_000  # simulations
_BUDGET = re.compile(r"(?P<s>[0-9]{1,4}(?:\.[0-9]{1,6})?) ?s|(?P<ms>[0-9]{1,7}) ?ms|(?P<n>[0-9]{1,8})", re.ASCII)


class Budget(msgspec.Struct, frozen=True):
    """What a bot may spend on one decision: `simulations` if there are any, else `seconds`."""

    seconds: float = 1.0
    simulations: int = 0

    @classmethod
    def read(cls, text: str) -> Budget:
        """`2s`, `0.5s` or `300ms` of time, `400` simulations."""
        found = _BUDGET.fullmatch(text.strip().lower())
        if found is None:
            raise Illegal("match options", "bad_budget", text=text)
        if found["n"]:
            budget = cls(simulations=int(found["n"]))
        else:
            budget = cls(float(found["s"]) if found["s"] else int(found["ms"]) / 1000)
        if not (0 < budget.seconds <= LONGEST and bool(found["n"]) <= budget.simulations <= MOST):
            raise Illegal("match options", "bad_budget", text=text)
        return budget

    def __str__(self) -> str:
        return str(self.simulations) if self.simulations else f"{self.seconds:g}s"


SECOND = Budget()  # what a bot at a table has
Choose = Callable[[Any, Sequence[str], Rng, Budget], str]  # (view, legal actions as texts, rng, budget) -> one of them


def at_random(view: Any, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:  # noqa: ARG001 (random looks at nothing)
    """Any legal action, each as likely."""
    return legal[rng.randrange(len(legal))]


def weaker(game: str, level: str) -> Choose:
    """A bot of `GAME_weaker`, a module that leans on the better ones of the game and so is loaded when one is asked."""

    def choose(view: Any, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
        found: Choose = getattr(import_module(f"stajnia.bots.{game}_weaker"), level)
        return found(view, legal, rng, budget)

    return choose


def levels(game: str) -> dict[str, Choose]:
    """The bots of a game by level, weakest first."""
    own: dict[str, Choose] = import_module(f"stajnia.bots.{game}").LEVELS
    return {RANDOM: at_random, **own}


def usual(game: str) -> str:
    """The level that plays where none was named, also for stand-ins: sensible, quick and friendly."""
    level: str = import_module(f"stajnia.bots.{game}").USUAL
    return level


def bot(game: str, level: str) -> Choose:
    """The bot of that level; a clear refusal if there is none."""
    known = levels(game)
    if level not in known:
        raise Illegal(f"{game} options", "unknown_level", level=level, known=list(known))
    return known[level]
