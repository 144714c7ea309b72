"""Bots that think for seats of a room: one thought a seat, about the last show, in a worker process."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import TYPE_CHECKING

from stajnia.bots.bot import at_random
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import about
from stajnia.server.workers import Late

if TYPE_CHECKING:
    from stajnia.server.room import Room

log = logging.getLogger("stajnia.room")


class Thoughts:
    def __init__(self) -> None:
        self._seats: dict[int, tuple[int, asyncio.Task[None]]] = {}  # with the show that is thought about
        self._failed: set[int] = set()  # whose bots were late, or had no answer of use

    def __contains__(self, seat: int) -> bool:
        return seat in self._seats

    def __len__(self) -> int:
        return len(self._seats)

    def ask(self, room: Room, live: LiveMatch, seat: int, level: str, how: str) -> None:
        """Let a bot of that level think about the last show, unless one does; the room hears what it chose."""
        if seat in self._seats:
            if self._seats[seat][0] == live.n:
                return
            self._seats.pop(seat)[1].cancel()
        self._seats[seat] = (live.n, asyncio.create_task(_choose(room, live, seat, level, how)))

    def done(self, seat: int, n: int) -> None:
        """The thought about show n has come to its end."""
        if self._seats.get(seat, (0,))[0] == n:
            del self._seats[seat]

    def fails(self, seat: int, why: Late, table: str) -> None:
        """A bot has given no answer: logged once for each seat, counted each time (`Workers.late`)."""
        if seat not in self._failed:
            self._failed.add(seat)
            log.warning("seat %d: %s", seat, why, extra=about(table))

    def cancel(self) -> None:
        for _, task in self._seats.values():
            task.cancel()
        self._seats.clear()


async def _choose(room: Room, live: LiveMatch, seat: int, level: str, how: str) -> None:
    n = live.n
    view, legal = live.match.view(seat), live.match.legal(seat)
    low, high = room.settings.bot_delay
    if high and len(legal) > 1 and not live.phase.sealed and how != "time":
        await room.settings.pause(low + secrets.randbelow(high - low + 1))
    while not live.phase.sealed and (owed := room.rooms.budgets.owed("disk", room.payer)):
        await room.settings.pause(owed * 1000)  # who lets bots fill the disk waits for them
    late = False
    try:
        text = legal[0]
        if len(legal) > 1 or live.phase.sealed:  # when a sealed answer comes does not tell that it was the only one
            text = await room.rooms.workers.choose(
                room.row.game,
                level,
                view,
                legal,
                secrets.randbits(60),
                room.settings.bot_deadline,
                room.payer.guest or room.row.id,
            )
    except Late as e:
        room.thinking.fails(seat, e, room.row.id)
        text, late = at_random(view, legal, random.Random()), True
    room.post(room.bot_played, live, seat, n, text, how, late)
