"""The tutorial of a game: a recorded match with notes between its moves, told to a newcomer at seat 0.

A game keeps it as `tutorial.json` beside its rules: a list in which a move is `[seat, text]`, chance included, and a
note is an object. The notes' words are in `text/tutorial.LANG.json`. A note before a move of seat 0 asks the newcomer
to make that move; any other note is only read. Moves of seat 0 without a note are made by the script.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Any

import msgspec

from stajnia.core.game import CHANCE, Event, Message
from stajnia.core.record import Move, Record
from stajnia.core.replay import Walk, replay
from stajnia.core.words import words
from stajnia.server import wire
from stajnia.server.errors import Refused

NEWCOMER = 0


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at this place; the words are `tutorial.SAY`."""

    say: str
    args: dict[str, str] = {}
    rules: list[str] = []  # numbers of the statements it speaks of
    point: str = ""  # something on the board to look at; the page knows where it is
    jump: bool = False  # what happened since the note before is not shown, only where it led


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: int  # the version of the game's rules it was recorded with
    seats: int
    options: dict[str, Any]
    script: list[Move | Note]

    @property
    def moves(self) -> list[Move]:
        return [each for each in self.script if not isinstance(each, Note)]

    def record(self, game: str) -> Record:
        """The match without the notes, for replay."""
        return Record(game, self.rules, self.seats, self.options, self.moves)


def script(game: str) -> Script:
    try:
        data = resources.files(f"stajnia.games.{game}").joinpath("tutorial.json").read_bytes()
    except FileNotFoundError:
        raise Refused(404, "no_tutorial") from None
    return msgspec.json.decode(data, type=Script)


@cache
def tutorial(game: str) -> wire.Tutorial:
    """The whole tutorial as the newcomer sees it: states to draw, and steps to take."""
    told = script(game)
    telling = _Telling(Walk(told.record(game)))
    steps: list[wire.TutorialStep] = []
    for n, each in enumerate(told.script):
        if isinstance(each, Note):
            if each.jump:
                telling.forget(steps[-1].n)
            telling.keep()
            action = _asked(told.script[n + 1 :])
            said = Message(f"tutorial.{each.say}", each.args)
            steps.append(wire.TutorialStep(telling.walk.place, said, each.rules, each.point, action))
        else:
            telling.move(each, bool(steps))
    telling.keep()
    match = telling.walk.match
    return wire.Tutorial(game, told.seats, match.record.options, telling.frames, steps, match.outcome)


def _asked(rest: list[Move | Note]) -> str | None:
    """The move that the note before `rest` asks for."""
    nxt = rest[0] if rest else None
    return nxt[1] if nxt is not None and not isinstance(nxt, Note) and nxt[0] == NEWCOMER else None


class _Telling:
    """The match played again. A state is shown when somebody acted and chance has spoken, as at a table."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.frames: list[wire.TutorialFrame] = []
        self.events: list[Event] = []

    def move(self, move: Move, seen: bool) -> None:
        if move[0] != CHANCE and self.events:  # what told nobody anything is not worth a picture
            self.keep()
        events = next(self.walk)
        if seen:
            self.events += events

    def keep(self) -> None:
        """Show the state as it is now."""
        n, match = self.walk.place, self.walk.match
        if self.frames and self.frames[-1].n == n:
            return
        game, view = match.game, match.view(NEWCOMER)
        labels = {text: game.label(view, game.read(text)) for text in match.legal(NEWCOMER)}
        told = [wire.Told(n, e.kind, e.seen_by(NEWCOMER).args) for e in self.events]
        self.frames.append(wire.TutorialFrame(n, told, view, list(labels), labels))
        self.events = []

    def forget(self, n: int) -> None:
        """Leave out the states after the first n moves."""
        self.frames = list(takewhile(lambda frame: frame.n <= n, self.frames))
        self.events = []


def why(game: str, n: int, text: str, lang: wire.Lang) -> wire.WhyNot:
    """Why the newcomer cannot do this after the first n moves."""
    record = script(game).record(game)
    e = replay(record, upto=min(n, len(record.moves))).why_not(NEWCOMER, text)
    if e is None:
        return wire.WhyNot("", True)
    return wire.WhyNot("", False, e.rule, e.message, e.values, words(game, lang).refusal(e))
