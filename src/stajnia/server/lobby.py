"""A table before and after its match: sitting down, getting up, starting, once more. Runs inside the room's task."""

from __future__ import annotations

import asyncio
from typing import Any

from stajnia.core.game import Illegal
from stajnia.core.match import Record
from stajnia.server import table_row, wire
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest
from stajnia.server.live_match import LiveMatch
from stajnia.server.room import Room
from stajnia.server.table_row import TableRow


async def _save_row(room: Room) -> None:
    room.row.updated = room.used = room.now()
    await room.store.save(ops=table_row.row_op(room.store, room.row, room.seed))
    room.reseat()
    room.show_table()


def _must_wait(room: Room) -> None:
    if room.row.state != "waiting":
        raise Refused(409, "closed" if room.row.state == "closed" else "not_waiting")


def _must_host(room: Room, guest: Guest) -> None:
    if guest.id != room.row.host:
        raise Refused(403, "not_host")


async def join(room: Room, guest: Guest, seat: int | None) -> wire.TableInfo:
    room.row.sit(seat, guest)
    await _save_row(room)
    return room.info(guest.id)


async def leave(room: Room, guest: Guest) -> wire.TableInfo:
    """Before the start the seat is free again; in a match a stand-in sits down at once."""
    seat = room.row.seat_of(guest.id)
    if room.row.state == "waiting":
        room.row.stand(guest.id)
        await _save_row(room)
    elif seat is None:
        raise Refused(409, "not_seated")
    elif room.row.state == "playing" and room.live is not None and seat not in room.live.stand_ins:
        await room.keep([room.live.take_over(seat, room.now())])
        room.show_presence()
        await room.advance()
    return room.info(guest.id)


async def set_seat(room: Room, guest: Guest, body: wire.SeatBody) -> wire.TableInfo:
    _must_host(room, guest)
    _must_wait(room)
    if body.seat >= len(room.row.seats):
        raise Refused(404, "no_seat")
    if room.row.seats[body.seat].kind == "person" and body.kind == "bot":  # perhaps since the host looked
        raise Refused(409, "seat_taken")
    try:
        bot = table_row.bot_sitter(room.row.game, body.level) if body.kind == "bot" else table_row.Sitter()
    except Illegal as e:
        raise Refused(422, "bad_options", why=str(e)) from None
    room.row.seats[body.seat] = bot
    await _save_row(room)
    return room.info(guest.id)


async def begin(room: Room, guest: Guest) -> wire.TableInfo:
    """Start the match: the seed is drawn and kept, its hash shown, the first chance moves settled."""
    _must_host(room, guest)
    _must_wait(room)
    if any(s.kind == "open" for s in room.row.seats):
        raise Refused(409, "open_seats")
    row = room.row
    seed = room.settings.new_seed()
    args = (row.game, len(row.seats), row.options, seed, row.clock, room.settings, room.now())
    live, entry = await asyncio.to_thread(LiveMatch.start, *args)
    row.state, row.commit, row.updated = "playing", live.match.record.commit, room.now()
    room.seed, room.live = seed, live
    await room.store.save(row.id, [entry], table_row.row_op(room.store, row, seed))
    room.reseat()
    room.show_table()
    room.show_all()
    await room.advance()
    return room.info(guest.id)


async def close(room: Room, guest: Guest) -> wire.TableInfo:
    """The host gives the table up; a running match only when no other person plays in it."""
    _must_host(room, guest)
    others = [s for s in room.row.people if room.row.seats[s].person != guest.id]
    if room.row.state == "over" or (room.row.state == "playing" and others):
        raise Refused(409, "not_waiting")
    room.row.state = "closed"
    room.live = None
    await _save_row(room)
    return room.info(guest.id)


async def rematch(room: Room, guest: Guest) -> wire.TableInfo:
    """A new table with the same people; who asks second is sent to the same one, unless that was given up."""
    if room.row.seat_of(guest.id) is None and guest.id != room.row.host:
        raise Refused(403, "not_seated")
    if room.row.state != "over":
        raise Refused(409, "not_over")
    there = await _rematch_of(room)
    if there is not None:
        return there.info(guest.id)
    again = await room.rooms.again(room, guest)
    room.show_table()
    if all(s.kind == "bot" or s.person == guest.id for s in again.row.seats):
        await again.call(begin, again, guest)
    return again.info(guest.id)


async def _rematch_of(room: Room) -> Room | None:
    """The table of the rematch, if there is one that was not closed and can be read."""
    if room.row.rematch is None:
        return None
    try:
        found = await room.rooms.room(room.row.rematch)
    except Refused as e:
        if e.code == "not_kept":  # the database fails just now
            raise
        return None
    return found if found.row.state != "closed" else None


async def record(room: Room) -> Record:
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
