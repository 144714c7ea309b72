"""The matches of an arena in a file, a record a line: kept as they end, so that a run that was stopped goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from stajnia.bots.arena import Contest, Played, fixture, line_ups
from stajnia.core.game import Illegal
from stajnia.core.record import BadRecord, Record


class _Note(msgspec.Struct, frozen=True):
    """What a record of an arena says of itself in its notes."""

    n: int
    players: tuple[str, ...]
    seed: int
    budget: str
    longest: tuple[float, ...]
    late: tuple[int, ...]


class MatchFile:
    """A file of matches of one contest. What is in it already counts; anything else in it is refused."""

    def __init__(self, file: Path, c: Contest) -> None:
        self.file, self.contest, self._turns = file, c, line_ups(c)
        self.found: dict[int, Played] = {}
        whole = 0
        if file.exists():
            for number, line in enumerate(file.read_bytes().splitlines(keepends=True), 1):
                if not line.endswith(b"\n"):
                    break  # the last one was being written when the run ended
                played = self._read(line, number)
                self.found[played.n] = played
                whole += len(line)
        self._out = open(file, "ab")  # noqa: SIM115 (as long as the run)
        if self._out.tell() > whole:
            os.truncate(file, whole)

    def add(self, played: Played) -> None:
        """Keep a match."""
        c = self.contest
        record = Record.from_json(played.record)
        note = _Note(played.n, c.players, c.seed, str(c.budget), played.longest, played.late)
        record.notes["arena"] = msgspec.to_builtins(note)
        self._out.write(record.to_json().encode() + b"\n")
        self._out.flush()

    def close(self) -> None:
        self._out.close()

    def _read(self, line: bytes, number: int) -> Played:
        c = self.contest
        try:
            record = Record.from_json(line)
            note = msgspec.convert(record.notes.get("arena"), _Note)
        except (BadRecord, msgspec.ValidationError):
            raise self._other(number) from None
        given: list[Any] = [record.game, record.options, record.seats, note.players, note.seed, note.budget]
        fits = given == [c.game, c.options, c.seats, c.players, c.seed, str(c.budget)]
        outcome = record.outcome
        if not fits or outcome is None or note.n < 0 or tuple(record.names) != fixture(c, note.n, self._turns).line_up:
            raise self._other(number)
        parts = tuple(1 / len(outcome.winners) if s in outcome.winners else 0.0 for s in range(c.seats))
        return Played(note.n, parts, outcome.reason, len(record.moves), note.longest, note.late)

    def _other(self, line: int) -> Illegal:
        return Illegal("match options", "other_arena", file=str(self.file), line=line)
