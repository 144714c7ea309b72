"""Kills a server at every named point: `python crash_matrix.py FOLDER DATABASE SECOND THIRD`, a line of JSON for each.

The process that was started forks: one child plays up to the entry and dies in the midst of writing it (SIGKILL), the
next opens the same database, holds what was acknowledged against the log, says the same again, and plays on; then it
plays the next case and dies in its turn. What a page was sent before the death comes through a pipe.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[2]))

from stajnia.core.match import Match
from stajnia.server import crash_points, lobby, retention, sockets, wire
from stajnia.server.backup import back_up, restore
from stajnia.server.budgets import Who
from stajnia.server.database import driver, migrate, people, records, sitters, tables, tokens
from stajnia.server.departure import depart
from stajnia.server.doctor import examine
from stajnia.server.endpoint import Call
from stajnia.server.guests import Guest
from stajnia.server.live_match import LiveMatch
from stajnia.server.opening import open_database
from stajnia.server.records import post_record
from stajnia.server.rooms import Rooms
from stajnia.server.settings import Settings
from stajnia.server.store import Store
from tests.server import extra
from tests.server.table_audit import Kept, audit, kept

POINTS: tuple[crash_points.Point, ...] = ("before write", "before commit", "after commit")
GUESTS = (Guest("a", "Ala", "en"), Guest("b", "Bob", "en"))
BOOM = "boom"
Tell = Callable[[int, dict[str, Any]], None]  # what a page is sent
Heard = list[tuple[int, dict[str, Any]]]
Say = tuple[int, dict[str, Any]]  # who, and a message; `a` "*": the first action that is legal


class Case(NamedTuple):
    """What is said before, what is being written when the server dies, and which entry it is."""

    before: list[Say]
    boom: Say
    kind: str = ""  # of the entry, or the table that is written to; "": as the case is called


BID = {"t": "play", "a": "bid 0"}
BIDS: list[Say] = [(0, BID), (1, BID)]
MOVE: Say = (0, {"t": "play", "a": "*"})
CASES: dict[str, Case] = {
    "guest": Case([], (0, {"t": "guest"}), "people"),
    "table": Case([], (0, {"t": "table"}), "tables"),
    "join": Case([(0, {"t": "table"})], (1, {"t": "join"}), "tables"),
    "start": Case([(0, {"t": "table"}), (1, {"t": "join"})], (0, {"t": "start"})),
    "answer": Case([], (0, BID)),
    "close": Case([(0, BID)], (1, BID)),
    "move": Case(BIDS, MOVE),
    "thinking": Case([*BIDS, MOVE], (1, {"t": "thinking"})),
    "orders": Case(BIDS, (1, {"t": "orders", "orders": "wins"})),
    "undo": Case([*BIDS, MOVE], (0, {"t": "undo"})),
    "ask_undo": Case(BIDS, (0, {"t": "undo", "to": 1})),
    "agree": Case([*BIDS, (0, {"t": "undo", "to": 1})], (1, {"t": "agree", "yes": True})),
    "takeover": Case(BIDS, (1, {"t": "leave"})),
    "return": Case([*BIDS, (1, {"t": "leave"})], (1, {"t": "hello"})),
    "chat": Case([], (0, {"t": "chat", "text": "hi"})),
}
LOBBY = ("guest", "table", "join", "start", "leave")  # over HTTP: said without an id


class Players:
    """Two people at a table of a server that is in this process."""

    def __init__(self, rooms: Rooms, tell: Tell, table: str = "") -> None:
        self.rooms, self.tell, self.table = rooms, tell, table
        self.pages: list[sockets.Page] = []
        self.heard: list[list[dict[str, Any]]] = [[], []]
        self.ids = 0
        self.options: dict[str, Any] = {"turns": 100, "goal": 1000}  # of tables they make

    async def come(self) -> None:
        for who, guest in enumerate(GUESTS):
            line = SimpleNamespace(free=True, put=lambda all, who=who: self.hear(who, list(map(json.loads, all))))
            self.pages.append(sockets.Page(self.rooms, guest, cast(Any, line)))
            await self.say(who, {"t": "hello"})

    def hear(self, who: int, messages: list[dict[str, Any]]) -> None:
        for message in messages:
            self.heard[who].append(message)
            self.tell(who, message)

    async def live(self) -> LiveMatch:
        live = (await self.rooms.room(self.table)).live
        assert live is not None
        return live

    async def say(self, who: int, message: dict[str, Any], id: str = "") -> dict[str, Any]:
        """Say it and wait for the answer."""
        kind = message["t"]
        if kind in LOBBY:
            return await self.over_http(who, kind)
        if kind == "hello":
            await self.pages[who].hello(wire.Hello(self.table))
            await self.settled()
            return {}
        self.ids += 1
        id = id or f"{kind}-{os.getpid()}-{self.ids}"
        message = {**message, "id": id}
        if message.get("a") == "*":
            message["a"] = next(iter((await self.live()).match.legal(who)), "pass")
        await self.pages[who].take(json.dumps(message))
        while not (found := [m for m in self.heard[who] if m.get("id") == id]):
            await asyncio.sleep(0.001)
        await self.settled()
        return found[-1]

    async def settled(self) -> None:
        """The room has done all that followed."""
        room = await self.rooms.room(self.table)

        async def nothing() -> None:
            pass

        await room.call(nothing)
        await asyncio.sleep(0)

    async def over_http(self, who: int, kind: str) -> dict[str, Any]:
        guest = GUESTS[who]
        if kind == "guest":
            await self.rooms.guests.create("Boom", "en")
        elif kind == "table":
            seats = [wire.NewSeat("me"), wire.NewSeat("open")]
            room = await self.rooms.create(wire.NewTable("tiny", seats, self.options, "fast"), guest)
            self.table = room.row.id
            self.tell(who, {"t": "made", "table": self.table})
        else:
            room = await self.rooms.room(self.table)
            jobs: dict[str, Any] = {"join": lobby.join, "start": lobby.begin, "leave": lobby.leave}
            await room.call(jobs[kind], room, guest, *((wire.JoinBody(),) if kind == "join" else ()))
        self.tell(who, {"t": "done", "what": kind})
        return {}


@contextlib.asynccontextmanager
async def indoors(url: str) -> AsyncIterator[Rooms]:
    rooms = Rooms(Settings(url, workers=0, restart_grace=0, window_min={"fast": 0}), Store(url))
    try:
        async with asyncio.timeout(60):
            yield rooms
    finally:
        await rooms.close()


# --- the first child: up to the death ---------------------------------------------------------------


def die_at(point: str, kind: str) -> None:
    """SIGKILL when this is being written, from now on."""

    def hook(reached: str, what: Any) -> None:
        if reached != point or not isinstance(what, list):
            return
        kinds = {row[3] for job in what for row in job.rows}
        written = {statement.table.name for job in what for statement, _ in job.ops}
        if kind in kinds | written:
            os.kill(os.getpid(), signal.SIGKILL)

    crash_points.on_reached(hook)


async def live_and_die(rooms: Rooms, name: str, point: str, tell: Tell) -> None:
    players = Players(rooms, tell)
    if name in DEEDS:
        deed = DEEDS[name]
        what = await deed.before(players)
        tell(0, {"t": "before", "what": what})
        die_at(point, deed.kind)
        await deed.boom(players, what)
        raise AssertionError("it did not die")
    case = CASES[name]
    fresh = case.boom[1]["t"] in LOBBY[:4]
    if not fresh:
        for who, kind in ((0, "table"), (1, "join"), (0, "start")):
            await players.over_http(who, kind)
        await players.come()
    for who, message in case.before:
        await players.say(who, message)
    die_at(point, case.kind or name)
    await players.say(*case.boom, id=BOOM)
    raise AssertionError("it did not die")


# --- the second child: what is there, and does it go on? --------------------------------------------


def acked(heard: Heard) -> dict[tuple[int, str], int]:
    """What was acknowledged, except chat, which is no entry of the log."""
    return {(who, m["id"]): m["n"] for who, m in heard if m["t"] == "ack" and not m["id"].startswith("chat")}


async def go_on(rooms: Rooms, url: str, name: str, point: str, heard: Heard) -> dict[str, Any]:
    on_disk = point == "after commit"
    table = next((m["table"] for _, m in heard if m["t"] == "made"), "")
    told = any(m.get("id") == BOOM and m["t"] == "ack" for _, m in heard)
    players = Players(rooms, _nobody, table)
    if name in DEEDS:
        if table:
            audit(kept(url, table), acked(heard), set(), [])
        what = next(m["what"] for _, m in heard if m["t"] == "before")
        await DEEDS[name].after(players, what, on_disk)
        return {"acked": len(acked(heard))}
    case = CASES[name]
    if table and name != "join":
        look(kept(url, table), name, heard, on_disk)
    if name in ("guest", "table"):
        await players.say(*case.boom)
        return {"acked": len(acked(heard)), "told": told}
    room = await rooms.room(table)
    if name == "join":
        assert (room.row.seat_of("b") is not None) == on_disk
    if name in ("join", "start") and not on_disk:
        await players.say(*case.boom)
    if name == "join":
        await players.over_http(0, "start")
    await players.come()
    if case.boom[1]["t"] not in LOBBY and case.boom[1]["t"] != "hello":
        answer = await players.say(*case.boom, id=BOOM)
        assert answer["t"] == "ack", answer
    found = kept(url, table)
    audit(found, acked(heard), set(), [])
    assert [e.action for e in found.entries].count(BOOM) == (
        name != "chat" and case.boom[1]["t"] not in (*LOBBY, "hello")
    )
    assert found.chat == (["hi"] if name == "chat" else [])
    await play_some(players)
    audit(kept(url, table), acked(heard), set(), [])
    return {"acked": len(acked(heard)), "told": told}


def _nobody(*_: Any) -> None:
    """Is told."""


def look(found: Kept, name: str, heard: Heard, on_disk: bool) -> None:
    """All that was acknowledged is there; what was being written is there wholly or not at all."""
    if name in ("start", "table"):
        assert bool(found.entries) == (on_disk and name == "start")
        assert found.row.state == ("playing" if found.entries else "waiting")
        return
    audit(found, acked(heard), set(), [])
    kinds = [e.kind for e in found.entries]
    if name == "chat":
        assert found.chat == (["hi"] if on_disk else [])
    else:
        assert kinds.count(name) == on_disk, kinds
    if name == "agree":
        assert kinds.count("undo") == on_disk, "the last agreement and what it brings about are one"


async def play_some(players: Players) -> None:
    """Whoever is asked plays, a few times."""
    for _ in range(4):
        who = (await players.live()).awaited[0]
        answer = await players.say(who, {"t": "play", "a": "*"})
        assert answer["t"] == "ack", answer


# --- what is written beside the moves ---------------------------------------------------------------


class Deed(NamedTuple):
    """What is written, what is done before, what while the server dies, and what is found and done after it."""

    kind: str
    before: Callable[[Players], Awaitable[Any]]  # gives what the others need to know
    boom: Callable[[Players, Any], Awaitable[Any]]
    after: Callable[[Players, Any, bool], Awaitable[None]]


async def short_match(players: Players) -> None:
    players.options = {"turns": 1}
    for who, kind in ((0, "table"), (1, "join"), (0, "start")):
        await players.over_http(who, kind)
    await players.come()


async def play_out(players: Players, _: Any = None) -> None:
    while (live := await players.live()).outcome is None:
        answer = await players.say(live.awaited[0], {"t": "play", "a": "*"})
        assert answer["t"] == "ack", answer


async def over_after(players: Players, _: Any, on_disk: bool) -> None:
    """The last move and that the match is over are one."""
    row = kept(players.rooms.settings.db, players.table).row
    assert (row.state, row.result is not None) == (("over", True) if on_disk else ("playing", False))
    await players.come()
    await play_out(players)
    row = kept(players.rooms.settings.db, players.table).row
    assert (row.state, row.result) == ("over", (await players.live()).outcome)


async def match_over(players: Players) -> None:
    await short_match(players)
    await play_out(players)


async def rematch(players: Players, _: Any = None) -> str:
    room = await players.rooms.room(players.table)
    info: wire.TableInfo = await room.call(lobby.rematch, room, GUESTS[0])
    return info.id


async def rematch_after(players: Players, _: Any, on_disk: bool) -> None:
    """The new table and the old one's word of it are there together or not at all; asked again, it is one table."""
    row = (await players.rooms.room(players.table)).row
    assert (row.rematch is not None) == on_disk
    before = row.rematch
    first, second = await rematch(players), await rematch(players)
    assert first == second == (before or first)


async def uploads(players: Players) -> int:
    mine = sa.select(sa.func.count()).select_from(records).where(records.c.person == GUESTS[0].id)
    return int((await players.rooms.store.rows(mine))[0][0])


async def upload(players: Players, _: Any = None) -> None:
    body = Match.start("duel", 2, seed=1).record.to_json().encode()
    await post_record(Call(players.rooms, cast(Any, None), GUESTS[0], Who(GUESTS[0].id, ""), body))


async def upload_after(players: Players, before: int, on_disk: bool) -> None:
    assert await uploads(players) == before + on_disk
    await upload(players)
    assert await uploads(players) == before + on_disk + 1


async def new_link(players: Players) -> list[str]:
    guest, token = await players.rooms.guests.create("Linked", "en")
    link = await players.rooms.guests.new_link(guest, "t")
    return [token, link.url.rsplit("/", 1)[1]]


async def use_link(players: Players, what: list[str]) -> tuple[str, str] | None:
    return await players.rooms.guests.use_link(what[1])


async def link_after(players: Players, what: list[str], on_disk: bool) -> None:
    """A link or the device that it made, never both nor neither; it makes one and no more."""
    guests = players.rooms.guests
    guest = await guests.who(what[0])
    assert guest is not None
    assert len(await guests.devices(guest, "")) == 1 + on_disk
    assert (await use_link(players, what) is None) == on_disk
    assert await use_link(players, what) is None
    assert len(await guests.devices(guest, "")) == 2


async def somebody(players: Players) -> list[str]:
    guest, token = await players.rooms.guests.create("Leaving", "en")
    room = await players.rooms.create(wire.NewTable("tiny", [wire.NewSeat("me"), wire.NewSeat("open")]), guest)
    return [guest.id, token, room.row.id]


async def forget(players: Players, what: list[str]) -> None:
    await depart(players.rooms, Guest(what[0], "Leaving", "en"))


async def forget_after(players: Players, what: list[str], on_disk: bool) -> None:
    """Asked again it is done to the end; the table was left before."""
    rooms = players.rooms
    assert (await rooms.guests.who(what[1]) is None) == on_disk
    await forget(players, what)
    assert await rooms.guests.who(what[1]) is None
    for column in (people.c.id, tokens.c.person, sitters.c.person):
        assert await rooms.store.rows(sa.select(column).where(column == what[0])) == []
    row = (await rooms.room(what[2])).row
    assert (row.state, row.host, row.seats_of(what[0])) == ("closed", "", [])


DEED_POINTS = POINTS[1:]  # what is not written is the same before and after it was asked for
DEEDS: dict[str, Deed] = {
    "over": Deed("tables", short_match, play_out, over_after),
    "rematch": Deed("tables", match_over, rematch, rematch_after),
    "upload": Deed("records", uploads, upload, upload_after),
    "link": Deed("tokens", new_link, use_link, link_after),
    "forget": Deed("people", somebody, forget, forget_after),
}


DEATHS: list[tuple[str, str]] = [
    *((name, point) for name in CASES for point in POINTS),
    *((name, point) for name in DEEDS for point in DEED_POINTS),
]


# --- other things a server does ---------------------------------------------------------------------


def die_in(point: str) -> None:
    def hook(reached: str, _: object) -> None:
        if reached == point:
            os.kill(os.getpid(), signal.SIGKILL)

    crash_points.on_reached(hook)


class Places(NamedTuple):
    folder: Path
    url: str
    second: str
    third: str


async def backup_dies(at: Places, _: Tell) -> None:
    die_in("in backup")
    back_up(at.url, at.folder / "b", replace=True)


async def backup_after(at: Places, _: Heard) -> None:
    """No half a file has the name; a whole one that was there is there."""
    file = at.folder / "b"
    assert not file.exists()
    held = back_up(at.url, file)
    before = file.read_bytes()
    ended, _lines = forked(lambda _: backup_dies(at, _nobody))
    assert os.WIFSIGNALED(ended)
    assert file.read_bytes() == before
    assert back_up(at.url, file, replace=True) == held


async def restore_dies(at: Places, _: Tell) -> None:
    die_in("in restore")
    restore(at.folder / "b", at.second, replace=True)


async def restore_after(at: Places, _: Heard) -> None:
    """All of it is there or nothing: first of an empty database, then of one that is replaced."""
    assert examine(at.second)[1:] == (0, 0, 0)
    held = restore(at.folder / "b", at.second).held
    ended, _lines = forked(lambda _: restore_dies(at, _nobody))
    assert os.WIFSIGNALED(ended)
    assert examine(at.second)[1:] == (held["tables"], held["log"], held["people"])
    assert examine(at.second).findings == []


async def migration_dies(at: Places, _: Tell) -> None:
    engine = sa.create_engine(driver(at.third))
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO people (id, name, lang, created) VALUES ('p', 'Ala', 'pl', 1)"))
    engine.dispose()
    die_in("in migration")
    open_database(at.third)


async def migration_after(at: Places, _: Heard) -> None:
    engine, let_go = open_database(at.third)
    with engine.connect() as connection:
        assert [tuple(r) for r in connection.execute(sa.select(people))] == [("p", "Ala", "pl", 1, None)]
    let_go()
    engine.dispose()


async def retention_dies(at: Places, _: Tell) -> None:
    async with indoors(at.url) as rooms:
        for _n in range(3):
            await Players(rooms, _nobody).over_http(0, "table")
        for room in list(rooms.here.values()):
            room.leave_memory()
        die_in("in retention")
        await _forget(rooms)


async def _forget(rooms: Rooms) -> None:
    """Throw away all tables that wait, one at a time."""
    retention.STEP, retention.BREATH = 1, 0
    rooms.settings.keep = {**dict.fromkeys(retention.KEEP), "waiting": -1}
    await retention.Retention(rooms).round()


async def retention_after(at: Places, _: Heard) -> None:
    """One table went, wholly; the rest goes in the next round."""
    waiting = sa.select(sa.func.count()).select_from(tables).where(tables.c.state == "waiting")
    async with indoors(at.url) as rooms:
        before = (await rooms.store.rows(waiting))[0][0]
        assert before >= 2
        assert examine(at.url).findings == []
        await _forget(rooms)
        assert (await rooms.store.rows(waiting))[0][0] == 0


async def hand_over_dies(at: Places, tell: Tell) -> None:
    """The server ends while the last moves wait to be written."""
    async with indoors(at.url) as rooms:
        players = Players(rooms, tell)
        for who, kind in ((0, "table"), (1, "join"), (0, "start")):
            await players.over_http(who, kind)
        await players.come()
        for who, message in BIDS:
            await players.say(who, message)
        await players.pages[0].take(json.dumps({"t": "chat", "id": "chat-last", "text": "hi"}))
        await players.pages[1].take(json.dumps({"t": "orders", "id": "last", "orders": "wins"}))
        await asyncio.sleep(0)
        die_in("in hand-over")


async def hand_over_after(at: Places, heard: Heard) -> None:
    table = next(m["table"] for _, m in heard if m["t"] == "made")
    assert len(acked(heard)) >= 2
    audit(kept(at.url, table), acked(heard), set(), [])
    async with indoors(at.url) as rooms:
        players = Players(rooms, _nobody, table)
        await players.come()
        await play_some(players)


OPERATIONS = {
    "in backup": (backup_dies, backup_after),
    "in restore": (restore_dies, restore_after),
    "in migration": (migration_dies, migration_after),
    "in retention": (retention_dies, retention_after),
    "in hand-over": (hand_over_dies, hand_over_after),
}


# --- the parent ------------------------------------------------------------------------------------


def forked(work: Callable[[Callable[[Any], None]], Awaitable[Any]]) -> tuple[int, list[Any]]:
    """Do this in a child of its own; how it ended, and what it wrote."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        os.close(out)

        def write(value: Any) -> None:
            os.write(into, json.dumps(value).encode() + b"\n")

        try:
            asyncio.run(cast(Any, work(write)))
            os._exit(0)
        except BaseException:
            write({"error": traceback.format_exc()})
            os._exit(1)
    os.close(into)
    with open(out, "rb") as pipe:
        lines = [json.loads(line) for line in pipe]
    return os.waitpid(child, 0)[1], lines


def try_out(dies: Callable[[Tell], Awaitable[Any]], after: Callable[[Heard], Awaitable[Any]]) -> dict[str, Any]:
    """A child that must die, and one that looks at what it left."""

    async def first(write: Callable[[Any], None]) -> None:
        await dies(lambda who, message: write([who, message]))

    ended, lines = forked(first)
    if not os.WIFSIGNALED(ended) or os.WTERMSIG(ended) != signal.SIGKILL:
        return {"error": f"it did not die: {lines[-1:]}"}
    heard: Heard = [(who, message) for who, message in lines]

    async def second(write: Callable[[Any], None]) -> None:
        write(await after(heard) or {"acked": len(acked(heard))})

    ended, lines = forked(second)
    return dict(lines[-1]) if lines else {"error": f"ended with {ended}"}


Write = Callable[[Any], None]
Death = tuple[str, str]  # the name of a case and the point at which it dies


async def next_case(url: str, left: tuple[Death, Heard] | None, case: Death | None, write: Write) -> None:
    """Look at what the last case left, then live and die in the next."""
    async with indoors(url) as rooms:
        if left is not None:
            try:
                write({"came": await go_on(rooms, url, *left[0], left[1])})
            except Exception:
                write({"came": {"error": traceback.format_exc()}})
            for room in list(rooms.here.values()):
                room.leave_memory()
        if case is not None:
            await live_and_die(rooms, *case, lambda who, message: write([who, message]))


def try_cases(url: str, cases: list[Death]) -> Iterator[tuple[Death, dict[str, Any]]]:
    """Every case in a child of its own, which the next one looks at."""
    left: tuple[Death, Heard] | None = None
    for case in (*cases, None):
        ended, lines = forked(partial(next_case, url, left, case))
        told = [line for line in lines if isinstance(line, dict)]
        if left is not None:
            yield left[0], next((line["came"] for line in told if "came" in line), {"error": str(told)})
        left = None
        if case is not None and os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGKILL:
            left = case, [(line[0], line[1]) for line in lines if isinstance(line, list)]
        elif case is not None:
            yield case, {"error": f"it did not die: {told[-1:]}"}


def main(places: Places) -> None:
    extra.install()
    import stajnia.games
    from stajnia.server import table_row

    table_row.NAMES = stajnia.games.NAMES  # type: ignore[attr-defined]  # as the server imports them
    for url in (places.url, places.second):
        engine, let_go = open_database(url)  # brought up to date once; and all it needs is imported before we fork
        let_go()
        engine.dispose()
    url = places.url
    for (name, point), found in try_cases(url, DEATHS):
        print(json.dumps({"kind": name, "point": point, **found}), flush=True)
    for operation, (dies, after) in OPERATIONS.items():
        print(
            json.dumps({"kind": "", "point": operation, **try_out(partial(dies, places), partial(after, places))}),
            flush=True,
        )
    ill = [f"{f.what} {f.id}" for f in examine(url).findings]
    print(json.dumps({"kind": "", "point": "all", **({"error": ill} if ill else {"acked": 0})}), flush=True)


if __name__ == "__main__":
    main(Places(Path(sys.argv[1]), *sys.argv[2:]))
