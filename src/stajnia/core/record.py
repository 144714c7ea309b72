"""All of a match as plain data, and the way through its moves.

The record is a list of moves `[seat, text]`, chance included; nothing is ever taken out of it. An undo is a move
whose text is `undo N`: the state is again what it was after the first N moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from stajnia.core.game import CHANCE, Illegal, Message, Outcome, Seat, without_rule
from stajnia.core.words import Lang, words

FORMAT = 1
Move = tuple[Seat, str]

_UNDO = re.compile(r"undo (0|[1-9][0-9]{0,8})", re.ASCII)


class BadRecord(Exception):
    """A text that is no record of a match: as a sentence, what is wrong and where (`place`: which move, from 1)."""

    def __init__(self, message: str, cause: Illegal | None = None, place: int | None = None, **values: Any) -> None:
        super().__init__(message, cause, place, values)
        self.message, self.cause, self.place, self.values = message, cause, place, values

    def __reduce__(self) -> tuple[Any, ...]:  # so that it comes whole out of another process
        return partial(type(self), self.message, self.cause, self.place, **self.values), ()

    def say(self, lang: Lang) -> str:
        values = {"place": self.place, **self.values}
        if self.cause is not None:
            values["why"] = words(self.cause.rule.partition(" ")[0], lang).refusal(self.cause)
        return words("", lang).say(Message(f"record.{self.message}", values))

    def __str__(self) -> str:
        return self.say("en")


class Record(msgspec.Struct, omit_defaults=True):
    """All of a match as plain data; `to_json` and `stajnia.replay` are each other's inverse."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    moves: list[Move]
    commit: str = ""  # SHA-256 of the secret seed, hex; "": chance was not dealt from a seed
    seed: str = ""  # the seed, hex, once revealed
    outcome: Outcome | None = None
    names: list[str] = []
    notes: dict[str, Any] = {}  # who sat where, when it was played: nothing that the rules read
    sealed: dict[Seat, str] = {}  # answers by seat, where not all are in yet: they become moves together
    stajnia: int = FORMAT

    def to_json(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
            raise BadRecord("not_one", why=str(e)) from None
        if record.stajnia != FORMAT:
            raise BadRecord("format", found=record.stajnia, known=FORMAT)
        return record


def undo_text(to: int) -> str:
    return f"undo {to}"


def undone_to(text: str) -> int | None:
    """How many moves an undo goes back to; None: the text is no undo."""
    found = _UNDO.fullmatch(text)
    return int(found[1]) if found else None


class Trail:
    """The way through a record with undos. A *place* is a number of moves; place 0 is the start.

    After an undo a place stands for an earlier one, so the places form a tree, and the moves that still stand at a
    place are those on its way back to the start.
    """

    __slots__ = ("_back", "_same")

    def __init__(self) -> None:
        self._same = [0]  # by place: the first place with the same state
        self._back = [0]  # by place: the place before the last standing move

    def __len__(self) -> int:
        """How many moves were walked."""
        return len(self._same) - 1

    def walk(self, moves: Sequence[Move]) -> None:
        """Go on to the end of the moves; an undo to a place that is not there yet is refused."""
        for n in range(len(self), len(moves)):
            to = undone_to(moves[n][1])
            if to is not None and to >= n:
                raise without_rule("match", "bad_undo", to=to)
            self._back.append(self._same[-1])
            self._same.append(n + 1 if to is None else self._same[to])

    def way_back(self, place: int) -> Iterator[int]:
        """The places of the standing moves, last first, down to but without the start."""
        at = self._same[place]
        while at:
            yield at
            at = self._back[at]


def asked_again(moves: Sequence[Move]) -> dict[Seat, int]:
    """How often chance was asked again after an undo over what it had said, by the seat that took back."""
    chances = [0]  # by place: how many chance moves stand
    again: dict[Seat, int] = {}
    asker: Seat | None = None
    for seat, text in moves:
        to = undone_to(text)
        if to is not None:
            if chances[to] != chances[-1]:  # more than now: what was taken back is restored
                asker = seat if chances[to] < chances[-1] else None
            chances.append(chances[to])
            continue
        if seat == CHANCE and asker is not None:
            again[asker], asker = again.get(asker, 0) + 1, None
        chances.append(chances[-1] + (seat == CHANCE))
    return again


def standing(moves: Sequence[Move]) -> list[Move]:
    """The moves that still stand after all undos."""
    trail = Trail()
    trail.walk(moves)
    return [moves[place - 1] for place in trail.way_back(len(moves))][::-1]
