"""What a bot is: a view and the legal actions in, one of the actions out. It never sees a state.

A game's bots are the dict `LEVELS` of the module `stajnia.bots.GAME`, weakest first; `random` is there for every
game. A bot that wants to look ahead asks the game for `guess(view, rng)` and plays on that guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from stajnia.core.game import Illegal, Rng

Choose = Callable[[Any, Sequence[str], Rng], str]  # (view, legal actions as texts, rng) -> one of them


def at_random(view: Any, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001 (random looks at nothing)
    """Any legal action, each as likely."""
    return legal[rng.randrange(len(legal))]


def levels(game: str) -> dict[str, Choose]:
    """The bots of a game by level, weakest first."""
    own: dict[str, Choose] = import_module(f"stajnia.bots.{game}").LEVELS
    return {"random": at_random, **own}


def bot(game: str, level: str) -> Choose:
    """The bot of that level; a clear refusal if there is none."""
    known = levels(game)
    if level not in known:
        raise Illegal(f"{game} options", "unknown_level", level=level, known=list(known))
    return known[level]
