"""A room from inside: when its timer rings, what becomes of what waits when it falls, and that it comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from stajnia.core.game import Illegal
from stajnia.server import lobby, wire
from stajnia.server.budgets import Who
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest
from stajnia.server.live_match import LOOSE, UndoAsk
from stajnia.server.room import Room
from stajnia.server.store import NotKept
from tests.server.hand_clock import HandClock
from tests.server.indoors import ALA, BOB, indoors, not_kept, page, table

pytestmark = pytest.mark.usefixtures("offered")


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
        clock = HandClock()
        async with indoors(tmp_path / "a.db", clocks=hour, now=clock.now, later=clock.later) as rooms:
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
                await room.call(asyncio.sleep, 0)  # a timer that is due now rings in between

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
                    for _ in range(100):  # a bot's move and its failure take a few turns of the loop
                        await asyncio.sleep(0)
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


def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    """Alone against bots one may go away for as long as one likes; without a clock the table just sleeps."""

    async def play() -> None:
        clock = HandClock()
        async with indoors(tmp_path / "a.db", grace=200, idle=300, now=clock.now, later=clock.later) as rooms:
            room = await table(rooms, "me", "bot")
            ala, _ = page(rooms, ALA)
            await ala.hello(wire.Hello(room.row.id))
            while room.thinking:  # the bot's bid is sealed
                await asyncio.sleep(0.001)
            await ala.leave()
            await room.call(asyncio.sleep, 0)
            clock.advance(299)
            await room.call(asyncio.sleep, 0)
            assert not room.gone
            clock.advance(1)
            while not room.gone:
                await asyncio.sleep(0.001)
            again = await rooms.room(room.row.id)
            assert again is not room
            assert again.live is not None
            assert (again.live.n, again.live.stand_ins) == (1, set())

    asyncio.run(play())


def test_the_result_and_the_seed_are_told_after_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the last move is on its way to the disk the table is one that is played, for everybody who asks."""

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            body = wire.NewTable("tiny", [wire.NewSeat("me")], {"turns": 1, "goal": 1_000_000})
            room = await rooms.create(body, ALA)
            await room.call(lobby.begin, room, ALA)
            assert room.live is not None
            seen: list[tuple[str, str, Any]] = []
            save = rooms.store.save

            async def looked_at(*args: Any, **more: Any) -> None:
                info = room.info(None)
                seen.append((info.state, info.seed, info.result))
                await save(*args, **more)

            monkeypatch.setattr(rooms.store, "save", looked_at)
            ala, _ = page(rooms, ALA)
            await ala.hello(wire.Hello(room.row.id))
            while room.live.outcome is None:
                text = room.live.match.legal(0)[0]
                await ala.take(json.dumps({"t": "play", "id": f"p{len(seen)}", "a": text}))
                await room.call(asyncio.sleep, 0)
            assert room.info(None).seed
            assert seen
            assert set(seen) == {("playing", "", None)}

    asyncio.run(play())


def test_rooms_where_nobody_comes_leave_when_more_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many tables that are looked up one after the other only some stay; what is over needs no room at all."""
    monkeypatch.setattr("stajnia.server.rooms.QUIET", 3)
    monkeypatch.setattr("stajnia.server.rooms.AT_ONCE", 0)

    async def look() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            made = [await table(rooms, "me") for _ in range(9)]
            ids = [room.row.id for room in made]
            for room in made:
                room.leave_memory()
            for id in ids:
                assert (await rooms.info(id, ALA.id, ALA.id)).state == "playing"
                await asyncio.sleep(0)
                assert len(rooms.here) <= 4
            gone = await rooms.room(ids[0])
            await gone.call(lobby.close, gone, ALA)
            gone.leave_memory()
            assert (await rooms.info(ids[0], ALA.id, ALA.id)).state == "closed"
            assert ids[0] not in rooms.here

    asyncio.run(look())


def test_what_is_no_move_has_an_end_until_the_next_move(tmp_path: Path) -> None:
    """Orders are refused and returns wait when a seat has made many of them since the last show."""

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            room = await table(rooms, "me", "me")
            live = room.live
            assert live is not None
            seat = live.awaited[0]
            orders = [live.set_orders(seat, "pass", f"o{n}", 1) for n in range(LOOSE)]
            await room.keep(orders)
            with pytest.raises(Illegal, match="wait for the next one"):
                live.set_orders(seat, "ask", "more", 1)
            await room.keep([live.take_over(1 - seat, 1)])
            entries = 0
            while live.may_return(1 - seat):
                entries += 1
                await room.keep([live.come_back(1 - seat, 1), live.take_over(1 - seat, 1)])
            assert entries == LOOSE
            n = live.n
            await room.keep([live.play(s, live.match.legal(s)[0], f"m{s}", "", 1) for s in live.awaited])
            if live.n == n:
                await room.keep([live.close(1)])
            assert live.may_return(1 - seat)
            live.set_orders(seat, "ask", "again", 1)

    asyncio.run(play())


@pytest.mark.parametrize("late", [False, True])
def test_a_stand_in_plays_nothing_once_the_person_is_back(tmp_path: Path, late: bool) -> None:
    """What it has thought of is left aside, also a move at random for a bot that found none in time."""

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            room = await table(rooms, "me", "open")
            live = room.live
            assert live is not None
            for seat in live.awaited:
                live.seal(seat, "bid 0", "")
            await room.keep([live.close(1)])
            seat, n = live.awaited[0], live.n
            await room.keep([live.take_over(seat, 1), live.come_back(seat, 1)])
            await room.call(room.bot_played, live, seat, n, live.match.legal(seat)[0], "stand_in", late)
            assert (live.n, live.awaited) == (n, [seat])

    asyncio.run(play())


def test_all_who_watch_are_sent_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is built once for them all, and once for everybody who sits there."""
    built: list[str | None] = []
    info = Room.info

    def counted(self: Room, person: str | None, *more: Any) -> wire.TableInfo:
        built.append(person)
        return info(self, person, *more)

    async def look() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            room = await table(rooms, "me", "open")
            people = [ALA, BOB, *(Guest(f"w{n}", f"W{n}", "en") for n in range(9))]
            pages = [page(rooms, guest) for guest in people]
            for client, _ in pages:
                await room.call(room.enter, client, None)
            for _, sent in pages:
                sent.clear()
            monkeypatch.setattr(Room, "info", counted)
            room.show_table()
            assert len(built) == 3
            await asyncio.sleep(0)
            tables = [next(m["table"] for m in sent if m["t"] == "table") for _, sent in pages]
            assert [t["yours"] for t in tables] == [[0], [1], *([[]] * 9)]
            assert [t["is_host"] for t in tables] == [True, *([False] * 10)]

    asyncio.run(look())


def test_one_address_has_only_so_many_places_and_lines(tmp_path: Path) -> None:
    """Watchers at a table, and tables in the list for everybody: there is room for others."""

    def guest(n: int, address: str) -> Guest:
        return Guest(f"{address} {n}", "Eve", "en")

    async def look() -> None:
        async with indoors(tmp_path / "a.db", max_watchers=40) as rooms:
            room = await table(rooms, "me")
            came = {"1.1.1.1": 0, "2.2.2.2": 0}
            for address in came:
                for n in range(12):
                    client, _ = page(rooms, guest(n, address))
                    client.who = Who(client.guest.id, address)
                    with contextlib.suppress(Refused):
                        await room.call(room.enter, client, None)
                        came[address] += 1
            assert came == {"1.1.1.1": 10, "2.2.2.2": 10}
            for address, many in (("1.1.1.1", 14), ("2.2.2.2", 3)):
                for n in range(many):
                    host = guest(n, address)
                    rooms.budgets.met(Who(host.id, address))
                    seats = [wire.NewSeat("me"), wire.NewSeat("open")]
                    await rooms.create(wire.NewTable("tiny", seats, listed=True), host)
            assert len(await rooms.open_tables(None)) == 13
            rooms.budgets._came.clear()  # as after a restart: nobody knows where the hosts are until they come
            assert len(await rooms.open_tables(None)) == 10

    asyncio.run(look())


def test_a_refused_undo_is_refused_to_the_person_on_every_seat(tmp_path: Path) -> None:
    """Who has several seats asks once."""

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            live = (await table(rooms, "me", "me", "open")).live
            assert live is not None
            live.ask = UndoAsk(0, 1, [2], [])
            live.agree(2, False, "no", 1)
            assert live.refused == {0: live.n, 1: live.n}

    asyncio.run(play())
