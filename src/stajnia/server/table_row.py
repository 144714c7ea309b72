"""A table as it is kept: its game and options, who sits where, how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stajnia.bots import bot
from stajnia.core.game import Illegal, Outcome, complete
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server import database, wire
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest, clean
from stajnia.server.store import Op, Store


class Sitter(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat."""

    kind: str = "open"
    person: str = ""
    name: str = ""
    level: str = ""


class TableRow(msgspec.Struct):
    """What the column `body` of a table holds; the seed has a column of its own and no way out before the end."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    clock: wire.Clock
    listed: bool
    chat: bool
    hints: bool
    rated: bool
    host: str
    host_name: str
    seats: list[Sitter]
    created: int
    updated: int
    rules: int
    state: str = "waiting"
    rematch: str | None = None
    result: Outcome | None = None
    commit: str = ""
    blocked: list[str] = []  # persons whom the host has asked to get up

    def seat_of(self, person: str | None) -> int | None:
        if person:
            for seat, sitter in enumerate(self.seats):
                if sitter.person == person:
                    return seat
        return None

    @property
    def names(self) -> list[str]:
        return [s.name for s in self.seats]

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, s in enumerate(self.seats) if s.kind == "person"]

    def sit(self, seat: int | None, guest: Guest) -> None:
        """A person takes an open seat; who has one and now another name gets that name."""
        if guest.id in self.blocked:
            raise Refused(403, "blocked")
        at = self.seat_of(guest.id)
        if at is not None and (self.state != "waiting" or self.seats[at].name == guest.name):
            raise Refused(409, "seated")
        if self.state != "waiting":
            raise Refused(409, "closed" if self.state == "closed" else "not_waiting")
        if at is not None:
            self.seats[at] = Sitter("person", guest.id, guest.name)
            if guest.id == self.host:
                self.host_name = guest.name
            return
        free = [n for n, s in enumerate(self.seats) if s.kind == "open"]
        if seat is None and not free:
            raise Refused(409, "table_full")
        seat = free[0] if seat is None else seat
        if seat >= len(self.seats):
            raise Refused(404, "no_seat")
        if self.seats[seat].kind != "open":
            raise Refused(409, "seat_taken")
        self.seats[seat] = Sitter("person", guest.id, guest.name)

    def stand(self, person: str) -> None:
        """A person gets up before the start; another becomes host, or the table closes."""
        seat = self.seat_of(person)
        if seat is None and person != self.host:
            raise Refused(409, "not_seated")
        if seat is not None:
            self.seats[seat] = Sitter()
        if person == self.host:
            heir = next((s for s in self.seats if s.kind == "person"), None)
            if heir is None:
                self.state = "closed"
            else:
                self.host, self.host_name = heir.person, heir.name


def new_table(body: wire.NewTable, guest: Guest, id: str, now: int) -> TableRow:
    """The table somebody asks for; Refused if the game, a level or an option does not fit."""
    if body.game not in NAMES:
        raise Refused(422, "no_game")
    game = find(body.game)
    if sum(s.kind == "me" for s in body.seats) > 1:
        raise Refused(422, "two_seats")
    try:
        options = complete(game, len(body.seats), body.options)
        game.new(len(body.seats), options)
        seats = [_sitter(body.game, s, guest) for s in body.seats]
    except Illegal as e:
        raise Refused(422, "bad_options", why=str(e)) from None
    except (TypeError, ValueError, LookupError, AttributeError):  # an option that is data of somebody's own making
        raise Refused(422, "bad_options", why="an option cannot be read") from None
    return TableRow(
        id,
        body.game,
        clean(body.name),
        options,
        body.clock,
        body.listed,
        body.chat,
        body.hints,
        body.rated,
        guest.id,
        guest.name,
        seats,
        now,
        now,
        game.RULES,
    )


def again(row: TableRow, guest: Guest, id: str, now: int) -> TableRow:
    """The table for a rematch: the same people, nothing played yet, not listed."""
    gone = [s.kind == "person" and not s.person for s in row.seats]  # for good
    seats = [Sitter() if g else Sitter(s.kind, s.person, s.name, s.level) for s, g in zip(row.seats, gone, strict=True)]
    return msgspec.structs.replace(
        row,
        id=id,
        listed=False,
        host=guest.id,
        host_name=guest.name,
        seats=seats,
        created=now,
        updated=now,
        rules=find(row.game).RULES,
        state="waiting",
        rematch=None,
        result=None,
        commit="",
        blocked=[],
    )


def _sitter(game: str, seat: wire.NewSeat, guest: Guest) -> Sitter:
    if seat.kind == "me":
        return Sitter("person", guest.id, guest.name)
    if seat.kind == "bot":
        return bot_sitter(game, seat.level)
    return Sitter()


def bot_sitter(game: str, level: str) -> Sitter:
    """A bot of that level; Illegal if the game has none."""
    if level:
        bot.bot(game, level)
    return Sitter("bot", level=level or bot.usual(game))


def row_values(row: TableRow, seed: bytes) -> dict[str, Any]:
    """The columns of a table."""
    return {
        "id": row.id,
        "game": row.game,
        "rules": row.rules,
        "state": row.state,
        "listed": row.listed,
        "seed": seed.hex(),
        "body": msgspec.json.encode(row).decode(),
        "created": row.created,
        "updated": row.updated,
    }


def row_op(kept: Store, row: TableRow, seed: bytes) -> Sequence[Op]:
    """The writes that keep a table and who sits there."""
    people = {s.person for s in row.seats if s.person} | {row.host}
    return [
        kept.put(database.tables, **row_values(row, seed)),
        *(kept.put(database.sitters, person=p, id=row.id) for p in sorted(people)),
    ]


def read_row(row: Any) -> tuple[TableRow, bytes]:
    return msgspec.json.decode(row.body, type=TableRow), bytes.fromhex(row.seed)
