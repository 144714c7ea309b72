"""Records over HTTP: of finished tables, and those that people upload; and their replay."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.responses import Response

from stajnia.bots.why import level_of
from stajnia.core.game import Message, Outcome
from stajnia.core.record import BadRecord, Record, undone_to
from stajnia.core.replay import replay
from stajnia.server import database, replays, wire
from stajnia.server.endpoint import NUMBER, Call, Endpoint, json_bytes
from stajnia.server.errors import SOON, Refused
from stajnia.server.guests import clean
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import SHORT, about
from stajnia.server.room import Room
from stajnia.server.table_row import TableRow
from stajnia.server.workers import Late

log = logging.getLogger("stajnia.records")
# what is replayed for everybody who looks at an uploaded record has a bound
UPLOADED_MOVES, UPLOADED_UNDOS = 10_000, 500


async def record_in(room: Room) -> Record:
    """The whole record with the seed, once the match is over."""
    if room.live is None or room.row.state != "over":
        raise Refused(409, "not_over")
    return record_of(room.row, room.seed, room.live)


def record_of(row: TableRow, seed: bytes, live: LiveMatch) -> Record:
    """The record as people download it: moves, names, how each was played, and the revealed seed."""
    record = live.match.record
    notes: dict[str, Any] = {
        "seats": [f"bot {s.level}" if s.level else s.kind for s in row.seats],
        "clock": row.clock,
        "started": live.shows[0].at,
        "ended": live.shows[-1].at,
        "hows": {str(at): how for at, how in live.hows.items()},
    }
    return Record(
        record.game,
        record.rules,
        record.seats,
        record.options,
        list(record.moves),
        record.commit,
        seed.hex(),
        record.outcome,
        row.names,
        notes,
    )


async def get_table_record(call: Call) -> Record:
    room = await call.rooms.room(call.path("id"), call.whose)
    record: Record = await room.call(record_in, room)
    return record


async def post_record(call: Call) -> wire.RecordId:
    me = call.me
    call.rooms.space.check()
    await call.spend_together("uploads")
    call.spend("uploaded", len(call.body))
    r = database.records.c
    size = await call.rooms.store.rows(sa.select(sa.func.sum(sa.func.length(r.body))).where(r.person == me.id))
    call.rooms.budgets.check("records", (size[0][0] or 0) + len(call.body))
    try:
        async with call.rooms.heavy.turn(call.whose):
            body = await asyncio.to_thread(lambda: _checked(call.body).to_json())
    except BadRecord as e:
        if e.message == "not_one":  # what a decoder says of it helps nobody at a page
            raise Refused(422, "no_such_file") from None
        raise Refused(422, "bad_record", why=e.say(call.lang)) from None
    rooms = call.rooms
    id = rooms.settings.new_id()
    values = {"id": id, "person": me.id, "at": rooms.settings.now(), "body": body}
    await rooms.store.save(ops=[(database.records.insert(), values)])
    rooms.budgets.charge("uploaded", call.who, max(0, len(body.encode()) - len(call.body)))  # options are completed
    return wire.RecordId(id)


def _checked(body: bytes) -> Record:
    """A record somebody uploads: every move fits, and what the rules do not read is bounded."""
    record = Record.from_json(body)
    undos = sum(undone_to(text) is not None for _, text in record.moves)
    if len(record.moves) > UPLOADED_MOVES or undos > UPLOADED_UNDOS or max(len(record.commit), len(record.seed)) > 128:
        raise Refused(413, "too_large")
    match = replay(record)
    return msgspec.structs.replace(
        record,
        options=match.record.options,
        sealed={},
        outcome=match.outcome,
        names=[clean(n)[: wire.NAME_LENGTH] for n in record.names[: record.seats]],
        notes={"hows": _hows(record.notes.get("hows"), len(record.moves)), **_levels(record)},
    )


def _levels(record: Record) -> dict[str, list[str]]:
    """Which bots sat there, if any did: they can be asked why they did something."""
    found = [level_of(record, seat) for seat in range(record.seats)]
    return {"seats": [f"bot {level}" if level else "person" for level in found]} if any(found) else {}


def _hows(said: Any, moves: int) -> dict[str, str]:
    """How moves were played, as far as it is what we would have written."""
    known = ("bot", "stand_in", "time", "late", "orders")
    if not isinstance(said, dict):
        return {}
    return {place: said[place] for place in map(str, range(moves)) if said.get(place) in known}


class Head(msgspec.Struct):
    """What the list of records tells of one; the moves are passed over unread."""

    game: str
    names: list[str] = []
    outcome: Outcome | None = None


_head = msgspec.json.Decoder(Head).decode


def _uploaded(connection: sa.Connection, person: str) -> tuple[list[wire.RecordInfo], list[str]]:
    """The records of a person, read in a thread, and which of them cannot be."""
    r = database.records.c
    rows = connection.execute(sa.select(database.records).where(r.person == person).order_by(r.at.desc()).limit(100))
    found, damaged = [], []
    for row in rows:
        try:
            database.check(database.records, row)
            head = _head(row.body)
        except (msgspec.DecodeError, database.Damaged):
            damaged.append(str(row.id))
        else:
            found.append(wire.RecordInfo(row.id, head.game, head.names, head.outcome, row.at, True))
    return found, damaged


async def get_records(call: Call) -> list[wire.RecordInfo]:
    me = call.me
    found, damaged = await call.rooms.store.read(lambda connection: _uploaded(connection, me.id))
    for id in {*damaged} - call.rooms.damaged_records:  # each is told once and harms no other
        call.rooms.damaged_records.add(id)
        log.error("the record %s cannot be read", id[:SHORT], extra=about(guest=me.id))
    for info in await call.rooms.my_tables(me.id):
        if info.state == "over":
            found.append(wire.RecordInfo(info.id, info.game, info.names, info.result, info.updated, False))
    return sorted(found, key=lambda x: -x.at)


async def find_record(call: Call) -> bytes:
    """The JSON of an uploaded record, or that of a finished table with the same id."""
    id = call.path("id")
    rows = await call.rooms.store.rows(sa.select(database.records.c.body).where(database.records.c.id == id))
    if rows and not isinstance(rows[0].body, str):
        raise Refused(409, "damaged")
    if rows:
        return str(rows[0].body).encode()
    try:
        room = await call.rooms.room(id, call.whose)
    except Refused as e:
        raise Refused(404, "no_record") if e.code == "no_table" else e from None
    record: Record = await room.call(record_in, room)
    return record.to_json().encode()


async def get_record(call: Call) -> Response:
    return json_bytes(await find_record(call))


async def get_replay(call: Call) -> Response:
    perspective = call.request.query_params.get("seat", "spectator")
    if perspective not in ("spectator", "open", *"01234567"):
        raise Refused(422, "no_seat")
    start, count = call.number("n"), call.number("count", replays.PER_ANSWER)
    call.spend("replays")
    found = await find_record(call)
    async with call.rooms.heavy.turn(call.whose):
        try:
            return json_bytes(await asyncio.to_thread(_replay, found, perspective, start, max(1, count)))
        except BadRecord as e:  # damaged since, or of other rules
            raise Refused(422, "bad_record", why=e.say(call.lang)) from None


def _replay(found: bytes, perspective: str, start: int, count: int) -> bytes:
    return msgspec.json.encode(replays.frames(Record.from_json(found), perspective, start, count))


async def get_why(call: Call) -> wire.Reasons:
    """A bot is asked about a move of a finished match: its own level thinks again about what it saw then."""
    found, n = await find_record(call), call.number("n")
    call.spend("hints")
    async with call.rooms.heavy.turn(call.whose):
        try:
            then = await asyncio.to_thread(lambda: replays.moment(Record.from_json(found), n))
        except BadRecord as e:
            raise Refused(422, "bad_record", why=e.say(call.lang)) from None
    if then.late:
        return wire.Reasons(then.level, [Message("why.late")])
    within = call.rooms.settings.bot_deadline
    try:
        because = await call.rooms.workers.explain(
            then.game, then.level, then.view, then.legal, then.action, within, call.whose
        )
    except Late:
        raise Refused(503, "why_late", seconds=SOON) from None
    return wire.Reasons(then.level, because)


_SEAT = ("seat", {"type": "string", "enum": ["spectator", "open", *"01234567"]})
ROUTES = (
    Endpoint(
        "GET", "/api/tables/{id}/record", "The record, after the end", get_table_record, Record, faults=(404, 409)
    ),
    Endpoint("POST", "/api/records", "Upload a record", post_record, wire.RecordId, Record, 201, (401,)),
    Endpoint("GET", "/api/records", "My records", get_records, list[wire.RecordInfo], faults=(401,)),
    Endpoint("GET", "/api/records/{id}", "A record", get_record, Record, faults=(404, 409)),
    Endpoint(
        "GET",
        "/api/records/{id}/replay",
        "A record step by step, as a seat, a spectator or open",
        get_replay,
        wire.Replay,
        faults=(404, 409, 422),
        query=(_SEAT, ("n", NUMBER), ("count", NUMBER)),
    ),
    Endpoint(
        "GET",
        "/api/records/{id}/why",
        "What the bot that made the n-th move expected of it",
        get_why,
        wire.Reasons,
        faults=(404, 409, 422, 503),
        query=(("n", NUMBER),),
        thinks=True,
    ),
)
