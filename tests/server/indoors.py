"""Rooms in this process, without a door: for tests that look at one from inside."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from stajnia.server import lobby, sockets, wire
from stajnia.server.guests import Guest
from stajnia.server.room import Room
from stajnia.server.rooms import Rooms
from stajnia.server.settings import Settings
from stajnia.server.store import NotKept, Store
from tests.server.pages import PATIENCE

ALA, BOB = Guest("a", "Ala", "en"), Guest("b", "Bob", "en")
LONG = {"turns": 100_000, "goal": 1_000_000}


@contextlib.asynccontextmanager
async def indoors(db: Path | str, **more: Any) -> AsyncIterator[Rooms]:
    """Rooms that run in this process."""
    command = (sys.executable, str(Path(__file__).with_name("worker.py")))
    settings = Settings(str(db), workers=1, worker_command=command, bot_delay=(0, 0), restart_grace=0, **more)
    rooms = Rooms(settings, Store(settings.db))
    try:
        async with asyncio.timeout(PATIENCE):
            yield rooms
    finally:
        await rooms.close()


async def table(rooms: Rooms, *kinds: Any, clock: wire.Clock = "none") -> Room:
    """A match that has begun; Ala is host, Bob takes what is open."""
    room = await rooms.create(wire.NewTable("tiny", [wire.NewSeat(k) for k in kinds], LONG, clock), ALA)
    if "open" in kinds:
        await room.call(lobby.join, room, BOB, wire.JoinBody())
    await room.call(lobby.begin, room, ALA)
    return room


def page(rooms: Rooms, guest: Guest, address: str = "") -> tuple[sockets.Page, list[dict[str, Any]]]:
    """An open page, and what it is sent."""
    sent: list[dict[str, Any]] = []
    line = SimpleNamespace(free=True, put=lambda all: sent.extend(map(json.loads, all)))
    return sockets.Page(rooms, guest, cast(Any, line), address), sent


async def not_kept(*_: Any) -> None:
    raise NotKept("full")
