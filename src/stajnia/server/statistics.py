"""How often somebody has played and won, by game and against whom, from the finished tables that are kept.

People are not rated: who has no account can begin anew at will, so a rating would say nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from stajnia.core.game import Outcome
from stajnia.server import database, wire
from stajnia.server.endpoint import Call, Endpoint
from stajnia.server.table_row import Sitter

MOST = 2_000  # tables that are looked at, the latest


class Ended(msgspec.Struct):
    """What the row of a finished table tells here."""

    game: str
    seats: list[Sitter]
    result: Outcome | None = None


class Pairing(NamedTuple):
    """A game and who was played against."""

    game: str
    against: wire.Against
    level: str


_read = msgspec.json.Decoder(Ended).decode


async def get_statistics(call: Call) -> list[wire.Statistic]:
    me = call.me
    return await call.rooms.store.read(lambda connection: counted(connection, me.id))


def counted(connection: sa.Connection, person: str) -> list[wire.Statistic]:
    """One line by game and opponents, read in a thread. Only matches in which the person had one seat count: of several
    who share a device nobody knows who it was. A row that cannot be read is left out."""
    t, s = database.tables.c, database.sitters.c
    rows = connection.execute(
        sa.select(t.body)
        .join(database.sitters, s.id == t.id)
        .where(s.person == person, t.state == "over")
        .order_by(t.updated.desc())
        .limit(MOST)
    )
    played: Counter[Pairing] = Counter()
    won: Counter[Pairing] = Counter()
    for (body,) in rows:
        ended = _ended(body)
        mine = [seat for seat, sitter in enumerate(ended.seats) if sitter.person == person] if ended else []
        if ended is None or ended.result is None or len(mine) != 1 or ended.seats[mine[0]].guest_bot:
            continue
        pairing = Pairing(ended.game, *_against([sitter for sitter in ended.seats if sitter.person != person]))
        played[pairing] += 1
        won[pairing] += mine[0] in ended.result.winners
    return [wire.Statistic(*pairing, played[pairing], won[pairing]) for pairing in sorted(played)]


def _ended(body: Any) -> Ended | None:
    try:
        return _read(body)
    except (msgspec.DecodeError, TypeError, RecursionError):
        return None


def _against(others: list[Sitter]) -> tuple[wire.Against, str]:
    """Who they were; of bots that are all alike, their level."""
    kinds = {(sitter.kind, sitter.level, sitter.guest_bot) for sitter in others}
    if not kinds:
        return "alone", ""
    if all(kind == "person" and not program for kind, _, program in kinds):
        return "people", ""
    level = others[0].level
    return ("bots", level) if kinds == {("bot", level, False)} else ("mixed", "")


ROUTES = (
    Endpoint(
        "GET",
        "/api/me/statistics",
        "How often I have played and won",
        get_statistics,
        list[wire.Statistic],
        faults=(401,),
    ),
)
