"""Somebody goes for good: what is kept of them is deleted, and the tables they sat at go on without their name."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from stajnia.bots import bot
from stajnia.core.words import words
from stajnia.server import database, table_row
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest
from stajnia.server.leases import Elsewhere
from stajnia.server.room import Room
from stajnia.server.rooms import Rooms
from stajnia.server.table_row import Sitter, TableRow

NAMELESS = words("", "en").catalogue["guest"]  # said in everybody's own language


async def depart(rooms: Rooms, guest: Guest) -> None:
    """Tables first, the person last: when something fails half-way, asking again goes on with the rest."""
    t, s = database.tables.c, database.sitters.c
    rows = await rooms.store.rows(
        sa.select(t.id, t.state).join(database.sitters, s.id == t.id).where(s.person == guest.id)
    )
    for id, state in rows:
        if state in ("waiting", "playing") or id in rooms.here or rooms.nodes is not None:
            try:
                room = await rooms.room(id, guest.id)
            except Elsewhere as e:
                assert rooms.nodes is not None
                await rooms.nodes.vanish(e, guest)
            except Refused as e:
                if e.code == "not_kept":
                    raise
                await _in_store(rooms, id, guest)  # a table that cannot be played on
            else:
                await room.call(vanish, room, guest)
        else:
            await _in_store(rooms, id, guest)
    spoken = sa.select(database.chat.c.id).where(database.chat.c.person == guest.id).distinct()
    where = [id for (id,) in await rooms.store.rows(spoken)]
    await rooms.guests.forget(guest, where)
    await forgotten(rooms, guest.id, where)


async def forgotten(rooms: Rooms, person: str, spoken: Collection[str]) -> None:
    """Somebody is gone, here or in another process: their pages close and nobody reads their lines any more."""
    rooms.guests.drop([person])
    for id in spoken:
        if (here := rooms.here.get(id)) is not None:
            here.hear_again(await rooms.chat_of(id))
    rooms.hang_up({page.device for page in rooms.pages if page.guest.id == person})


async def _in_store(rooms: Rooms, id: str, guest: Guest) -> None:
    """Take the name out of a table that nobody has in memory; one that cannot be read says nobody's name."""
    rows = await rooms.store.rows(sa.select(database.tables).where(database.tables.c.id == id))
    try:
        row, seed = table_row.read_row(rows[0])
    except (msgspec.DecodeError, ValueError):
        return
    blot_out(row, guest.id)
    await rooms.store.save(ops=table_row.row_op(rooms.store, row, seed))
    if (room := rooms.here.get(id)) is not None:  # somebody came while we wrote
        await room.call(vanish, room, guest)


async def vanish(room: Room, guest: Guest) -> None:
    """Get up for good; runs inside the room's task."""
    row = room.row
    others = [seat for seat in row.people if row.seats[seat].person != guest.id]
    if row.state == "waiting":
        row.stand(guest.id)
    elif row.state == "playing" and not others:
        row.state, room.live = "closed", None
    blot_out(row, guest.id)
    row.updated = room.used = room.now()
    await room.save(ops=table_row.row_op(room.store, row, room.seed))
    room.reseat()
    room.show_table()
    room.show_presence()
    await room.advance()


def blot_out(row: TableRow, person: str) -> None:
    """No seat and no word of this person is left; in a match that goes on a bot plays where they sat."""
    for seat, sitter in enumerate(row.seats):
        if sitter.person == person:
            bots = row.state == "playing"
            row.seats[seat] = Sitter("bot", level=bot.usual(row.game)) if bots else Sitter("person", "", NAMELESS)
    if row.host == person:
        heir = next((s for s in row.seats if s.person), Sitter())
        row.host, row.host_name = heir.person, heir.name or NAMELESS
    row.blocked = [each for each in row.blocked if each != person]
