"""A table before and after its match: sitting down, getting up, starting, once more. Runs inside the room's task."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from stajnia.core.game import Illegal
from stajnia.server import table_row, wire
from stajnia.server.endpoint import Call, Endpoint
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest, clean
from stajnia.server.leases import Elsewhere
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import about
from stajnia.server.room import Client, Room
from stajnia.server.store import Op

log = logging.getLogger("stajnia.lobby")
BLOCKED = 200  # persons that a table remembers
ROW = 2_000  # bytes that a table takes on disk beside its options, roughly


async def _save_row(room: Room, more: Sequence[Op] = ()) -> None:
    room.row.updated = room.used = room.now()
    await room.save(ops=[*table_row.row_op(room.store, room.row, room.seed), *more])
    room.reseat()
    room.show_table()


def _pay(room: Room, guest: Guest) -> None:
    """Refused where this guest has written too much to write this table anew."""
    budgets = room.rooms.budgets
    budgets.spend("disk", budgets.whose(guest.id), table_row.size(room.row))


def _must_wait(room: Room) -> None:
    if room.row.state != "waiting":
        raise Refused(409, "closed" if room.row.state == "closed" else "not_waiting")


def _must_host(room: Room, guest: Guest) -> None:
    if guest.id != room.row.host:
        raise Refused(403, "not_host")


async def join(room: Room, guest: Guest, body: wire.JoinBody) -> wire.TableInfo:
    _pay(room, guest)
    room.row.sit(body.seat, guest, clean(body.name), body.bot)
    await _save_row(room)
    return room.info(guest.id)


async def leave(room: Room, guest: Guest) -> wire.TableInfo:
    """Before the start the seat is free again; in a match a stand-in sits down at once."""
    seats = room.row.seats_of(guest.id)
    if room.row.state == "waiting":
        _pay(room, guest)
        room.row.stand(guest.id)
        await _save_row(room, [] if guest.id == room.row.host else [table_row.not_here(room.row.id, guest.id)])
    elif not seats:
        raise Refused(409, "not_seated")
    elif room.row.state == "playing" and (live := room.live) is not None and {*seats} - live.stand_ins:
        who = room.rooms.budgets.whose(guest.id)
        room.rooms.budgets.spend("disk", who, 0)  # what is written is charged when it is known
        gone = [live.take_over(seat, room.now()) for seat in seats if seat not in live.stand_ins]
        await room.keep(gone, who)
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
        raise table_row.misfit(room.row.game, e, guest) from None
    _pay(room, guest)
    person = room.row.seats[body.seat].person
    room.row.seats[body.seat] = bot
    sent_away = bool(person) and person != room.row.host and not room.row.seats_of(person)
    if sent_away:
        room.row.blocked = [*room.row.blocked, person][-BLOCKED:]
    await _save_row(room, [table_row.not_here(room.row.id, person)] if sent_away else [])
    if sent_away:
        await _send_away(room, [client for client in room.clients if client.guest.id == person])
    return room.info(guest.id)


async def _send_away(room: Room, pages: Sequence[Client]) -> None:
    for client in pages:
        client.refuse(Refused(403, "blocked"))
        await room.exit(client)


async def block(room: Room, guest: Guest, body: wire.BlockBody) -> wire.TableInfo:
    """Who sits there, or watches with this mark, is sent away and does not come again, whatever they are called. The
    seats of a match stay theirs, with stand-ins, who play on to its end, and they may be let back to them."""
    _must_host(room, guest)
    row, person = room.row, _whom(room, body)
    if not person:
        return room.info(guest.id)
    _pay(room, guest)
    row.blocked = [each for each in row.blocked if each != person]
    if not body.lift:
        row.blocked = [*row.blocked, person][-BLOCKED:]
        log.info("somebody is sent away", extra=about(row.id, guest.id))
    if body.lift or row.state == "waiting":
        seated = not body.lift and bool(row.seats_of(person))
        if seated:
            row.stand(person)
        await _save_row(room, [table_row.not_here(row.id, person)] if seated else [])
    else:
        await _stand_in(room, person)
    if not body.lift:
        await _send_away(room, [client for client in room.clients if client.guest.id == person])
        if room.live is not None:
            room.show_table()
            room.show_presence()
            await room.advance()
    return room.info(guest.id)


def _whom(room: Room, body: wire.BlockBody) -> str:
    """The person of that seat or mark, or "": who watched has gone, or it is the host."""
    row = room.row
    if body.seat is None:
        marked = [client.guest.id for client in room.watchers]
        found = [person for person in marked if table_row.mark_of(row.id, person) == body.mark and person != row.host]
        return found[0] if found else ""
    if body.seat >= len(row.seats):
        raise Refused(404, "no_seat")
    person = row.seats[body.seat].person
    if not person or person == row.host:
        raise Refused(409, "not_seated")
    return person


async def _stand_in(room: Room, person: str) -> None:
    """The person's seats are played by stand-ins from now on, if there is a match; the row is saved."""
    live, now = room.live, room.now()
    theirs = room.row.seats_of(person) if live is not None and room.row.state == "playing" else []
    gone = [live.take_over(s, now) for s in theirs if live and (s not in live.stand_ins or s in live.returning)]
    room.row.updated = room.used = now
    await room.save(gone, table_row.row_op(room.store, room.row, room.seed))
    room.rooms.budgets.charge("disk", room.payer, sum(entry.size for entry in gone))


async def begin(room: Room, guest: Guest) -> wire.TableInfo:
    """Start the match: the seed is drawn and kept, its hash shown, the first chance moves settled."""
    _must_host(room, guest)
    _must_wait(room)
    if any(s.kind == "open" for s in room.row.seats):
        raise Refused(409, "open_seats")
    room.rooms.budgets.spend("disk", room.payer, 0)  # what is written is charged when it is known
    row = room.row
    seed = room.settings.new_seed()
    args = (row.game, len(row.seats), row.options, seed, row.clock, room.settings, room.now(), row.owners)
    live, entry = await asyncio.to_thread(LiveMatch.start, *args)
    row.state, row.commit, row.updated = "playing", live.match.record.commit, room.now()
    room.seed, room.live = seed, live
    await room.save([entry], table_row.row_op(room.store, row, seed))
    room.rooms.budgets.charge("disk", room.payer, entry.size + table_row.size(row))
    log.info("the match begins", extra=about(row.id, guest.id))
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
    _pay(room, guest)
    room.row.state = "closed"
    room.live = None
    await _save_row(room)
    log.info("given up", extra=about(room.row.id, guest.id))
    return room.info(guest.id)


async def rematch(room: Room, guest: Guest) -> wire.TableInfo:
    """A new table with the same people; who asks second is sent to the same one, unless that was given up."""
    if not room.row.seats_of(guest.id) and guest.id != room.row.host:
        raise Refused(403, "not_seated")
    if guest.id in room.row.blocked:
        raise Refused(403, "blocked")
    if room.row.state != "over":
        raise Refused(409, "not_over")
    try:
        there = await _rematch_of(room, guest)
    except Elsewhere as e:  # another process has it
        there_info = await room.rooms.row_info(e.table, guest.id)
        if there_info.state != "closed":
            return there_info
        there = None
    if there is not None:
        return there.info(guest.id)
    again = await room.rooms.again(room, guest)
    room.show_table()
    if all(s.kind == "bot" or s.person == guest.id for s in again.row.seats):
        await again.call(begin, again, guest)
    return again.info(guest.id)


async def _rematch_of(room: Room, guest: Guest) -> Room | None:
    """The table of the rematch, if there is one that was not closed and can be read."""
    if room.row.rematch is None:
        return None
    try:
        found = await room.rooms.room(room.row.rematch, guest.id)
    except Refused as e:
        if e.code == "not_kept":  # the database fails just now
            raise
        return None
    return found if found.row.state != "closed" else None


# --- over HTTP ------------------------------------------------------------------------------------


async def post_table(call: Call) -> wire.TableInfo:
    if call.rooms.nodes is not None:
        call.rooms.nodes.stays()  # where we leave, another process counts it
    await _may_make(call, call.body.listed, len(msgspec.json.encode(call.body.options)))
    async with call.rooms.heavy.turn(call.whose):  # some options are a task to be found, or a box to be checked
        room = await call.rooms.create(call.body, call.me)
    if call.body.start and all(s.kind != "open" for s in room.row.seats):
        await room.call(begin, room, call.me)
    return room.info(call.me.id)


async def post_rematch(call: Call) -> wire.TableInfo:
    room = await call.rooms.room(call.path("id"), call.whose)  # where it is elsewhere, that process counts it
    await _may_make(call, size=table_row.size(room.row))
    return await _in_room(call, rematch)


async def _may_make(call: Call, listed: bool = False, size: int = 0) -> None:
    """Refused where this guest has made too many tables, or has too many."""
    me, budgets = call.me, call.rooms.budgets
    call.rooms.space.check()
    await call.spend_together("tables")
    call.spend("disk", size + ROW)
    has = await call.rooms.count_tables(me.id)
    budgets.check("open", has.open + 1)
    if listed:
        await call.spend_together("listings")
        budgets.check("listed", has.listed + 1)


async def get_tables(call: Call) -> list[wire.TableInfo]:
    return await call.rooms.open_tables(call.my_id)


async def get_my_tables(call: Call) -> list[wire.TableInfo]:
    return await call.rooms.my_tables(call.me.id)


async def get_table(call: Call) -> wire.TableInfo:
    return await call.rooms.info(call.path("id"), call.my_id, call.whose)


async def get_code(call: Call) -> wire.Opened:
    call.spend("hellos")
    call.spend("codes")  # who tries many is guessing
    found = await call.rooms.table_with(call.path("code"))
    call.rooms.budgets.refund("codes", call.who)
    return wire.Opened(found)


async def _in_room(call: Call, job: Callable[..., Awaitable[wire.TableInfo]], *args: Any) -> wire.TableInfo:
    me = call.me
    room = await call.rooms.room(call.path("id"), call.whose)
    info: wire.TableInfo = await room.call(job, room, me, *args)
    return info


async def post_join(call: Call) -> wire.TableInfo:
    room = await call.rooms.room(call.path("id"), call.whose)  # where it is elsewhere, that process counts it
    if not room.row.seats_of(call.me.id) and call.me.id != room.row.host:
        call.rooms.budgets.check("open", (await call.rooms.count_tables(call.me.id)).open + 1)
    return await _in_room(call, join, call.body)


async def post_seat(call: Call) -> wire.TableInfo:
    return await _in_room(call, set_seat, call.body)


async def post_block(call: Call) -> wire.TableInfo:
    return await _in_room(call, block, call.body)


def _in_turn(job: Callable[..., Awaitable[wire.TableInfo]]) -> Callable[[Call], Awaitable[Any]]:
    async def run(call: Call) -> wire.TableInfo:
        return await _in_room(call, job)

    return run


_INFO = wire.TableInfo
_FAULTS = (401, 403, 404, 409)
ROUTES = (
    Endpoint("POST", "/api/tables", "A new table", post_table, _INFO, wire.NewTable, 201, (401, 409)),
    Endpoint("GET", "/api/tables", "Tables one may join", get_tables, list[_INFO]),
    Endpoint("GET", "/api/tables/mine", "Where I sit", get_my_tables, list[_INFO], faults=(401,)),
    Endpoint("GET", "/api/codes/{code}", "The table with a short code", get_code, wire.Opened, faults=(404,)),
    Endpoint("GET", "/api/tables/{id}", "A table", get_table, _INFO, faults=(403, 404, 409)),
    Endpoint("POST", "/api/tables/{id}/join", "Take a free seat", post_join, _INFO, wire.JoinBody, faults=_FAULTS),
    Endpoint(
        "POST",
        "/api/tables/{id}/leave",
        "Get up; in a match a stand-in plays on",
        _in_turn(leave),
        _INFO,
        faults=_FAULTS,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seat",
        "Host: free a seat or put a bot on it",
        post_seat,
        _INFO,
        wire.SeatBody,
        faults=_FAULTS,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/block",
        "Host: send away who watches or sits",
        post_block,
        _INFO,
        wire.BlockBody,
        faults=_FAULTS,
    ),
    Endpoint("POST", "/api/tables/{id}/start", "Host: begin the match", _in_turn(begin), _INFO, faults=_FAULTS),
    Endpoint(
        "POST",
        "/api/tables/{id}/rematch",
        "Once more with the same people",
        post_rematch,
        _INFO,
        faults=_FAULTS,
    ),
    Endpoint("POST", "/api/tables/{id}/close", "Host: give the table up", _in_turn(close), _INFO, faults=_FAULTS),
)
