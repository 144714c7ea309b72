"""Why a bot did something, in words: it thinks about the moment once more, with other dice, and tells what it expects.

A game's bots module may have `EXPECTS`, by level a function from (view, legal, action, rng, budget) to messages. Where
there is none, what the level does is all there is to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from stajnia.bots.bot import SECOND, Budget, bot, levels
from stajnia.core.game import Message, Rng, Seat
from stajnia.core.record import Record
from stajnia.games import game as find

Expects = Callable[[Any, Sequence[str], str, Rng, Budget], list[Message]]


def why(
    name: str, level: str, view: Any, legal: Sequence[str], action: str, rng: Rng, budget: Budget = SECOND
) -> list[Message]:
    """What the bot of that level expected of `action` at this view, as messages of the game's words.

    >>> from random import Random
    >>> from stajnia import Match
    >>> m = Match.start("duel", 2, seed=1)
    >>> [x.id for x in why("duel", "casual", m.view(0), m.legal(0), m.legal(0)[0], Random(1))]
    ['why.level', 'level.casual.help']
    """
    bot(name, level)  # refuses a level that is none
    if len(legal) == 1:
        return [Message("why.forced")]
    expects: dict[str, Expects] = getattr(import_module(f"stajnia.bots.{name}"), "EXPECTS", {})
    found = expects[level](view, legal, action, rng, budget) if level in expects else []
    return found or [Message("why.level"), Message(f"level.{level}.help")]


def level_of(record: Record, seat: Seat) -> str:
    """The level of the bot there, as a table or an arena ("seats") or a terminal ("bots") wrote it down; "" if none."""
    seats, bots = record.notes.get("seats"), record.notes.get("bots")
    said: object = ""
    if isinstance(seats, list):
        said = seats[seat].removeprefix("bot ") if seat < len(seats) and str(seats[seat]).startswith("bot ") else ""
    elif isinstance(bots, dict):
        said = bots.get(str(seat), "")
    level = str(said).partition("@")[0]
    return level if level in levels(record.game) else ""


def how_of(record: Record, place: int) -> str:
    """How the move at this place (from 0) was made, as a table or a terminal wrote it down: `late` if a bot failed or
    was late and chance chose; "" by hand, or nobody wrote it down."""
    hows = record.notes.get("hows")
    return str(hows.get(str(place), "")) if isinstance(hows, dict) else ""


def compared(
    name: str,
    view: Any,
    action: str,
    chances: Mapping[str, float],
    guesses: int = 0,
    worth: Mapping[str, float] | None = None,
) -> list[Message]:
    """The expected share of wins after the action, and after the best of the others: by what they are `worth`, where
    that is not the chance alone, because something has a price."""
    worth = worth or chances
    told = {"chance": round(100 * chances[action])}
    found = [Message("why.guessed", {**told, "n": guesses}) if guesses else Message("why.chance", told)]
    others = [(worth[text], text) for text in chances if text != action]
    if others:
        most, text = max(others)
        better, likelier = most > worth[action], chances[text] > chances[action]
        id = ("why.doubt" if likelier else "why.dear") if better else ("why.price" if likelier else "why.other")
        found.append(Message(id, {"chance": round(100 * chances[text])}))
        found.append(find(name).label(view, find(name).read(text)))
    return found
