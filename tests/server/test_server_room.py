"""A room from inside: when its timer rings, what becomes of what waits when it falls, and that it comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import stajnia.games
from stajnia.server import lobby, sockets, wire
from stajnia.server.guests import Guest
from stajnia.server.room import Room
from stajnia.server.rooms import Rooms
from stajnia.server.settings import Settings
from stajnia.server.store import NotKept, Store
from tests.server.pages import PATIENCE

ALA, BOB = Guest("a", "Ala", "en"), Guest("b", "Bob", "en")
LONG = {"turns": 100_000, "goal": 1_000_000}


@pytest.fixture(autouse=True)
def offered(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 (it is wanted for what it does)
    """Tables of the test game can be made in this process."""
    monkeypatch.setattr("stajnia.server.table_row.NAMES", stajnia.games.NAMES)


@contextlib.asynccontextmanager
async def indoors(db: Path, **more: Any) -> AsyncIterator[Rooms]:
    """A rooms without a door: its rooms run in this process."""
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
        await room.call(lobby.join, room, BOB, None)
    await room.call(lobby.begin, room, ALA)
    return room


def page(rooms: Rooms, guest: Guest) -> tuple[sockets.Page, list[dict[str, Any]]]:
    """An open page, and what it is sent."""
    sent: list[dict[str, Any]] = []
    line = SimpleNamespace(free=True, put=lambda all: sent.extend(map(json.loads, all)))
    return sockets.Page(rooms, guest, cast(Any, line)), sent


async def not_kept(*_: Any) -> None:
    raise NotKept("full")


@pytest.mark.parametrize("answered", [True, False])
def test_a_time_that_is_up_rings_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answered: bool) -> None:
    """A seat that has answered, or for which a bot thinks, has no deadline that could ring again and again."""
    ticks: list[Room] = []
    tick = Room._tick

    async def counted(self: Room) -> None:
        ticks.append(self)
        await tick(self)

    async def think(*_: Any) -> str:
        return str(await asyncio.Event().wait())

    async def play() -> None:
        hour = {"none": None, "relaxed": None, "fast": (3_600_000, 0)}
        async with indoors(tmp_path / "a.db", clocks=hour) as rooms:
            monkeypatch.setattr(rooms.workers, "choose", think)
            room = await table(rooms, "me", "open", clock="fast")
            assert room.live is not None
            if answered:
                room.live.seal(0, "bid 0", "")
            room.live.phase.deadlines[0] = room.now()
            room.post(asyncio.sleep, 0)
            while not answered and 0 not in room.thinking:
                await asyncio.sleep(0.001)
            for _ in range(100):
                await asyncio.sleep(0.001)

    monkeypatch.setattr(Room, "_tick", counted)
    asyncio.run(play())
    assert len(ticks) < 10


def test_what_waits_in_a_room_that_falls_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message is refused once under its id, then the page is asked to come again; the same ids work then."""

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            room = await table(rooms, "me")
            ala, sent = page(rooms, ALA)
            await ala.hello(wire.Hello(room.row.id))
            written = asyncio.Event()

            async def fails_late(*_: Any) -> None:
                await written.wait()
                raise NotKept("full")

            with monkeypatch.context() as trouble:
                trouble.setattr(rooms.store, "save", fails_late)
                said = ['"play","id":"p","a":"bid 0"', '"chat","id":"c","text":"Hi"', '"why","id":"w","a":"bid 1"']
                for text in (*said, said[0]):  # one twice: answered once
                    await ala.take(f'{{"t":{text}}}')
                sent.clear()
                written.set()
                while not any(m["t"] == "resync" for m in sent):
                    await asyncio.sleep(0.001)
            assert [(m["t"], m.get("id"), m.get("message")) for m in sent] == [
                *(("refuse", id, "not_kept") for id in "pcw"),
                ("resync", None, None),
            ]
            await ala.hello(wire.Hello(room.row.id))
            sent.clear()
            for text in said:
                await ala.take(f'{{"t":{text}}}')
            while not any(m["t"] == "why" for m in sent):
                await asyncio.sleep(0.001)
            assert [(m["t"], m["id"]) for m in sent if "id" in m] == [("ack", "p"), ("ack", "c"), ("why", "w")]

    monkeypatch.setattr("stajnia.server.rooms.PAUSE", 0)
    asyncio.run(play())


def test_a_room_that_falls_while_it_is_read_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's move fails before the last line of chat is read: the room is forgotten, not kept for dead."""

    async def first(*asked: Any) -> str:
        return str(asked[3][0])

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            rows = rooms.store.rows

            async def slow_chat(query: Any) -> Any:
                found = await rows(query)
                if "FROM chat" in str(query):
                    await asyncio.sleep(0.2)
                return found

            monkeypatch.setattr(rooms.workers, "choose", first)
            monkeypatch.setattr(rooms.store, "rows", slow_chat)
            room = await table(rooms, "bot", "bot")
            id = room.row.id
            with monkeypatch.context() as trouble:
                trouble.setattr(rooms.store, "save", not_kept)
                while not room.gone:
                    await asyncio.sleep(0.001)
                room = await rooms.room(id)
                while not room.gone:
                    await asyncio.sleep(0.001)
            room = await rooms.room(id)
            assert not room.gone
            ala, sent = page(rooms, ALA)
            await ala.hello(wire.Hello(id))
            while not any(m["t"] == "presence" for m in sent):
                await asyncio.sleep(0.001)

    monkeypatch.setattr("stajnia.server.rooms.PAUSE", 0)
    asyncio.run(play())
