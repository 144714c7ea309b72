"""The way through a record: `Walk` plays its moves again, one by one, and whoever needs them all uses it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from stajnia.core.chance import Chance, no_dealer
from stajnia.core.game import Event, Illegal, Seat, filled
from stajnia.core.match import Match
from stajnia.core.record import BadRecord, Move, Record

_ODD = (TypeError, ValueError, LookupError, AttributeError)  # what an option of somebody's own making may lead to


class Walk(Iterator[list[Event]]):
    """A record played again: `match` as it stands, `move` the next one, and each step gives what was told.

    >>> m = Match.start("duel", 2, {"start": "spread", "first": "0"})
    >>> events = m.play(0, "a1 c2"), m.play(0, "a1")
    >>> walk = Walk(m.record)
    >>> for events in walk:
    ...     print(walk.place, [e.kind for e in events], walk.match.to_act)
    1 ['jump'] (0,)
    2 ['token'] (1,)
    """

    def __init__(self, record: Record, chance: Chance | None = None) -> None:
        from stajnia.games import game as find

        try:
            game = find(record.game)
            if record.rules != game.RULES:
                age = "rules_old" if record.rules < game.RULES else "rules_new"
                raise BadRecord(age, game=record.game, found=record.rules, known=game.RULES)
            options = filled(game, record.seats, record.options)
            fresh = msgspec.structs.replace(
                record,
                options=options,
                moves=[],
                sealed={},
                outcome=None,
                names=list(record.names),
                notes=dict(record.notes),
            )
            self.match = Match(game, fresh, chance or no_dealer)
        except Illegal as e:
            raise BadRecord("set_up", e) from None
        except _ODD as e:
            raise BadRecord("odd_options") from e
        self.moves = record.moves

    @property
    def place(self) -> int:
        """How many moves were walked."""
        return len(self.match.record.moves)

    @property
    def move(self) -> Move | None:
        """The next move, as yet to be played; None at the end."""
        return self.moves[self.place] if self.place < len(self.moves) else None

    def __next__(self) -> list[Event]:
        if self.move is None:
            raise StopIteration
        seat, text = self.move
        try:
            return self.match.follow(seat, text)
        except Illegal as e:
            raise self._misfit(e, seat, text) from None
        except _ODD as e:
            raise BadRecord("odd_move", None, self.place + 1, text=text[:80], seat=seat) from e

    def seal(self, seat: Seat, text: str) -> None:
        """Take an answer that lay sealed here."""
        try:
            self.match.seal(seat, text)
        except Illegal as e:
            raise self._misfit(e, seat, text) from None
        except _ODD as e:
            raise BadRecord("odd_move", None, self.place + 1, text=text[:80], seat=seat) from e

    def _misfit(self, e: Illegal, seat: Seat, text: str) -> BadRecord:
        what = "turn" if e.message == "not_your_turn" else "move"
        return BadRecord(what, e, self.place + 1, text=text[:80], seat=seat)


def replay(record: Record | str | bytes, *, chance: Chance | None = None, upto: int | None = None) -> Match:
    """The same match again; BadRecord names the move that does not fit. `upto` stops after that many moves."""
    rec = record if isinstance(record, Record) else Record.from_json(record)
    walk = Walk(rec, chance)
    match = walk.match
    for _ in islice(walk, upto):
        pass
    if upto is None:
        for seat, text in rec.sealed.items():
            walk.seal(seat, text)
        if rec.outcome is not None and rec.outcome != match.outcome:
            raise BadRecord("outcome")
    return match
