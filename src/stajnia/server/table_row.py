"""A table as it is kept: its game and options, who sits where, how far it is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from stajnia.bots import bot
from stajnia.core.game import Illegal, Outcome, complete
from stajnia.core.words import words
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server import database, wire
from stajnia.server.budgets import ENTRY
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest, clean
from stajnia.server.store import Op, Store

LETTERS = "ABCDEFGHJKLMNPRSTWXYZ"  # none that look or sound alike
MARK = 16  # letters


def code_of(id: str) -> str:
    """The short code of a table, to be said and typed; it leads to the table while that waits or is played."""
    n = int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big")
    return "".join(LETTERS[n // len(LETTERS) ** k % len(LETTERS)] for k in range(wire.CODE_LENGTH))


def mark_of(id: str, person: str) -> str:
    """What a guest is known by at one table; it leads to nobody at another."""
    return hashlib.sha256(f"{id} {person}".encode()).hexdigest()[:MARK]


class Sitter(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat."""

    kind: str = "open"
    person: str = ""
    name: str = ""
    level: str = ""
    guest_bot: bool = False  # a person's own program


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
    blocked: list[str] = []  # persons whom the host has sent away
    guest_bots: bool = False  # programs of guests may sit here

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that this person has: one, none, or several for people who share a device."""
        return [n for n, s in enumerate(self.seats) if s.person == person] if person else []

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person who has just one."""
        seats = self.seats_of(person)
        return seats[0] if len(seats) == 1 else None

    @property
    def names(self) -> list[str]:
        return [s.name for s in self.seats]

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, s in enumerate(self.seats) if s.kind == "person"]

    @property
    def owners(self) -> list[str]:
        """The person at each seat, "" where none sits."""
        return [s.person for s in self.seats]

    def sit(self, seat: int | None, guest: Guest, name: str = "", bot: bool = False) -> None:
        """A person takes an open seat; who has one and now another name gets that name. With a `name` it is for
        somebody who plays on the same device: another seat, or the name of one."""
        if guest.id in self.blocked:
            raise Refused(403, "blocked")
        if bot and not self.guest_bots:
            raise Refused(403, "no_guest_bots")
        mine = self.seats_of(guest.id)
        at = seat if seat in mine else mine[0] if mine and not name else None
        fresh = name or guest.name
        if mine and (self.state != "waiting" or (at is not None and self.seats[at].name == fresh)):
            raise Refused(409, "seated")
        if self.state != "waiting":
            raise Refused(409, "closed" if self.state == "closed" else "not_waiting")
        if at is not None:
            self.seats[at].name = fresh
            if guest.id == self.host and at == mine[0]:
                self.host_name = fresh
            return
        if mine and self.rated:
            raise Refused(409, "seated")
        if mine and self.listed and guest.id != self.host:  # who is invited may bring others along, a stranger not
            raise Refused(409, "one_seat")
        free = [n for n, s in enumerate(self.seats) if s.kind == "open"]
        if seat is None and not free:
            raise Refused(409, "table_full")
        seat = free[0] if seat is None else seat
        if seat >= len(self.seats):
            raise Refused(404, "no_seat")
        if self.seats[seat].kind != "open":
            raise Refused(409, "seat_taken")
        self.seats[seat] = Sitter("person", guest.id, fresh, guest_bot=bot)

    def stand(self, person: str) -> None:
        """A person gets up before the start; another becomes host, or the table closes."""
        seats = self.seats_of(person)
        if not seats and person != self.host:
            raise Refused(409, "not_seated")
        for seat in seats:
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
    if body.rated and sum(s.kind == "me" for s in body.seats) > 1:
        raise Refused(422, "two_seats")
    try:
        options = complete(game, len(body.seats), body.options)
        game.new(len(body.seats), options)
        seats = [_sitter(body.game, s, guest) for s in body.seats]
    except Illegal as e:
        raise misfit(body.game, e, guest) from None
    except (TypeError, ValueError, LookupError, AttributeError):  # an option that is data of somebody's own making
        raise Refused(422, "bad_data") from None
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
        guest_bots=body.guest_bots,
    )


def misfit(game: str, e: Illegal, guest: Guest) -> Refused:
    """Options that the game does not offer, told in the language of the one who chose them."""
    return Refused(422, "bad_options", why=words(game, guest.lang).refusal(e))


def again(row: TableRow, guest: Guest, id: str, now: int) -> TableRow:
    """The table for a rematch: the same people, nothing played yet, not listed. Who was sent away stays away."""
    gone = [s.kind == "person" and (not s.person or s.person in row.blocked) for s in row.seats]
    seats = [Sitter() if g else msgspec.structs.replace(s) for s, g in zip(row.seats, gone, strict=True)]
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
        blocked=[*row.blocked],
    )


def _sitter(game: str, seat: wire.NewSeat, guest: Guest) -> Sitter:
    if seat.kind == "me":
        return Sitter("person", guest.id, clean(seat.name) or guest.name)
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
        "code": code_of(row.id),
    }


def size(row: TableRow) -> int:
    """Bytes that a table takes on disk, roughly, its places in lists included."""
    return len(msgspec.json.encode(row)) + ENTRY


def row_op(kept: Store, row: TableRow, seed: bytes) -> Sequence[Op]:
    """The writes that keep a table and who sits there."""
    people = {s.person for s in row.seats if s.person} | {row.host}
    return [
        kept.put(database.tables, **row_values(row, seed)),
        *(kept.put(database.sitters, person=p, id=row.id) for p in sorted(people)),
    ]


def not_here(table: str, person: str) -> Op:
    """This person sits there no more."""
    s = database.sitters.c
    return sa.delete(database.sitters).where(s.person == person, s.id == table), {}


def read_row(row: Any) -> tuple[TableRow, bytes]:
    """A table and its seed as they are kept, or Damaged."""
    database.check(database.tables, row)
    try:
        found, seed = msgspec.json.decode(row.body, type=TableRow), bytes.fromhex(row.seed)
    except (msgspec.DecodeError, ValueError, RecursionError) as e:
        raise database.Damaged(str(e)) from None
    if found.id != row.id:
        raise database.Damaged("it says that it is another")  # not which: whole ids are in no log
    return found, seed
