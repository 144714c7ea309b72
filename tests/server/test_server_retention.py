"""What is kept for how long: what is too old goes away in small steps, and nothing else does."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stajnia.server import database, lobby, retention, wire
from stajnia.server.database import chat, log, people, records, sitters, tables, tokens
from stajnia.server.guests import Guest
from stajnia.server.retention import BREATH, KEEP, ROUND, Retention, expired, keep_of
from stajnia.server.rooms import Rooms
from stajnia.server.settings import DAY
from stajnia.server.store import NotKept
from tests.server.databases import fresh_database
from tests.server.hand_clock import START, HandClock
from tests.server.indoors import ALA, BOB, indoors, page
from tests.server.pages import Person, served

pytestmark = pytest.mark.usefixtures("offered")


@pytest.fixture(scope="module")
def shared_url(postgres_url: str) -> str:
    """One database of PostgreSQL for all tests here."""
    return fresh_database(postgres_url)


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "a.db") if request.param == "sqlite" else str(request.getfixturevalue("shared_url"))


class Clocked:
    """Rooms whose time is ours, with nothing to wait for."""

    def __init__(self, rooms: Rooms, clock: HandClock) -> None:
        self.rooms, self.clock = rooms, clock

    async def days(self, n: float, keeper: Retention | None = None) -> None:
        """So much later, and a round of what goes away."""
        self.clock.time += n * DAY
        round = asyncio.create_task((keeper or Retention(self.rooms)).round())
        while not round.done():
            await asyncio.sleep(0.001)
            self.clock.advance(BREATH)
        await round

    async def count(self, *of: sa.Table) -> list[int]:
        return [(await self.rooms.store.rows(sa.select(sa.func.count()).select_from(t)))[0][0] for t in of]


@contextlib.asynccontextmanager
async def clocked(db: str, **more: Any) -> Any:
    clock = HandClock(START)
    async with indoors(Path(db) if "://" not in db else db, now=clock.now, later=clock.later, **more) as rooms:
        for table in database.meta.sorted_tables:
            await rooms.store.save(ops=[(sa.delete(table), {})])
        yield Clocked(rooms, clock)


async def _table(rooms: Rooms, guest: Guest, *kinds: Any) -> str:
    room = await rooms.create(wire.NewTable("tiny", [wire.NewSeat(k) for k in kinds]), guest)
    if "open" not in kinds:
        await room.call(lobby.begin, room, guest)
    return room.row.id


def test_tables_go_when_their_time_has_come(db: str) -> None:
    """Waiting, given up and unfinished ones, each after its own; a match that is over stays, with all of its log."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            waiting = await _table(rooms, ALA, "me", "open")
            closed = await _table(rooms, ALA, "me", "open")
            playing = await _table(rooms, ALA, "me", "bot")
            over = await _table(rooms, ALA, "me", "bot")
            room = await rooms.room(closed)
            await room.call(lobby.close, room, ALA)
            done = sa.update(tables).where(tables.c.id == over).values(state="over")
            await rooms.store.save(
                ops=[
                    rooms.store.put(people, id=ALA.id, name="Ala", lang="en", created=START, seen=START + 99_999 * DAY)
                ]
            )
            line = (chat.insert(), {"id": waiting, "at": START, "name": "x", "text": "y"})
            await rooms.store.save(ops=[(done, {}), line])

            async def there() -> set[str]:
                for room in list(rooms.here.values()):
                    room.leave_memory()
                return {id for (id,) in await rooms.store.rows(sa.select(tables.c.id))}

            assert await there() == {waiting, closed, playing, over}
            await it.days(6.9)
            assert await there() == {waiting, closed, playing, over}
            await it.days(0.2)
            assert await there() == {waiting, playing, over}
            await it.days(7)
            assert await there() == {playing, over}
            assert await it.count(chat) == [0]
            assert {id for (id,) in await rooms.store.rows(sa.select(sitters.c.id))} == {playing, over}
            await it.days(350)
            assert await there() == {playing, over}
            await it.days(2)
            assert await there() == {over}
            await it.days(10_000)
            assert await there() == {over}
            assert {id for (id,) in await rooms.store.rows(sa.select(log.c.id))} == {over}

    asyncio.run(work())


def test_matches_that_nobody_misses_go(db: str) -> None:
    """Those in which only bots sat after a week, whoever made them; those of whose people nobody came for a year after
    that. Somebody who comes keeps all of theirs."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            for guest in (ALA, BOB):
                new = rooms.store.put(people, id=guest.id, name=guest.name, lang="en", created=START, seen=START)
                await rooms.store.save(ops=[new])
            bots, mine = await _table(rooms, ALA, "bot", "bot"), await _table(rooms, ALA, "me", "bot")
            theirs = await _table(rooms, BOB, "me", "bot")
            await rooms.store.save(ops=[(sa.update(tables).values(state="over"), {})])

            async def there() -> set[str]:
                for room in list(rooms.here.values()):
                    room.leave_memory()
                return {id for (id,) in await rooms.store.rows(sa.select(tables.c.id))}

            assert await there() == {bots, mine, theirs}
            await it.days(6.9)
            assert await there() == {bots, mine, theirs}
            await it.days(0.2)
            assert await there() == {mine, theirs}
            await it.days(300)
            came = sa.update(people).where(people.c.id == ALA.id).values(seen=it.clock.now())
            await rooms.store.save(ops=[(came, {})])
            await it.days(57)
            assert await there() == {mine, theirs}
            await it.days(2)
            assert await there() == {mine}
            await it.days(310)
            assert await there() == set()

    asyncio.run(work())


def test_a_match_that_is_played_slowly_stays(db: str) -> None:
    """A year counts from the last move, not from the beginning."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            table = await _table(rooms, ALA, "me", "bot")
            await it.days(300)
            for room in list(rooms.here.values()):  # which may have left by itself in so many days
                room.leave_memory()
            late = {"id": table, "n": 999, "at": it.clock.now(), "kind": "x", "body": "{}"}
            await rooms.store.save(ops=[(log.insert(), late)])
            await it.days(300)
            assert await it.count(tables) == [1]
            await it.days(100)
            assert await it.count(tables, log, sitters) == [0, 0, 0]

    asyncio.run(work())


def test_where_somebody_is_nothing_goes(db: str) -> None:
    """A table that is open in memory stays, however old; nobody gets into one that is just being thrown away."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            table = await _table(rooms, ALA, "me", "open")
            here, _ = page(rooms, ALA)
            await here.hello(wire.Hello(table))
            await it.days(100)
            assert await it.count(tables) == [1]
            rooms.here[table].leave_memory()
            save, tried = rooms.store.save, []

            async def meanwhile(*args: Any, **more: Any) -> None:
                if table in rooms.shutting:
                    with pytest.raises(Exception, match="no_table"):
                        await rooms.room(table)
                    tried.append(table)
                await save(*args, **more)

            rooms.store.save = meanwhile
            await it.days(1)
            assert tried == [table]
            assert await it.count(tables) == [0]
            assert rooms.shutting == set()

    asyncio.run(work())


def test_guests_whom_nothing_keeps_are_forgotten(db: str) -> None:
    """Half a year after they were here; a table, a record, or having been here keeps them."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            gone, seen, sits, has = [await rooms.guests.create(name, "en") for name in ("Gone", "Seen", "Sits", "Has")]
            await _table(rooms, sits[0], "me", "bot")
            values = {"id": "r", "person": has[0].id, "at": START, "body": "{}"}
            await rooms.store.save(ops=[(records.insert(), values)])
            await it.days(100)
            assert (await rooms.guests.who(seen[1])) == seen[0]
            await asyncio.gather(*rooms.guests._notes)
            await it.days(81)
            names = {name for (name,) in await rooms.store.rows(sa.select(people.c.name))}
            assert names == {"Seen", "Sits", "Has"}
            assert await rooms.guests.who(gone[1]) is None
            assert [await rooms.guests.who(token) for _, token in (seen, sits, has)] == [seen[0], sits[0], has[0]]
            assert await it.count(tokens) == [3]

    asyncio.run(work())


def test_uploads_of_who_comes_no_more_go(db: str) -> None:
    """A year after they came and their guest was here last; then nothing keeps the guest either."""

    async def work() -> None:
        async with clocked(db) as it:
            rooms = it.rooms
            (gone, _), (comes, token) = [await rooms.guests.create(name, "en") for name in ("Gone", "Comes")]
            for guest in (gone, comes):
                values = {"id": guest.id, "person": guest.id, "at": START, "body": "{}"}
                await rooms.store.save(ops=[(records.insert(), values)])
            await it.days(364)
            assert await it.count(records, people) == [2, 2]
            assert await rooms.guests.who(token) == comes
            await asyncio.gather(*rooms.guests._notes)
            await it.days(2)
            assert [id for (id,) in await rooms.store.rows(sa.select(records.c.id))] == [comes.id]
            assert await it.count(people) == [1]

    asyncio.run(work())


def test_links_and_lines_go(db: str) -> None:
    """A link a day after it ran out, chat after its time; cookies stay."""

    async def work() -> None:
        async with clocked(db, keep={"chat": 2}) as it:
            rooms = it.rooms
            guest, _ = await rooms.guests.create("Ala", "en")
            table = await _table(rooms, guest, "me", "bot")
            await rooms.guests.new_link(guest, table)
            line = {"id": table, "at": START, "name": "x", "text": "y"}
            later = {**line, "at": START + DAY}
            await rooms.store.save(ops=[(chat.insert(), line), (chat.insert(), later)])
            await it.days(0.9)
            assert await it.count(tokens, chat) == [2, 2]
            await it.days(1.2)
            assert await it.count(tokens, chat) == [1, 1]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("links", "insert into tokens (hash, person, link_to, expires) values (cast(x'ff' as text), 'p', 't', 1)"),
        ("uploads", "insert into records values (cast(x'ff' as text), 'p', 1, '{}')"),
        ("guests", "insert into people (id, name, lang, created) values (cast(x'ff' as text), 'x', 'en', 1)"),
        (
            "waiting",
            "insert into tables values (cast(x'ff' as text), 'duel', 1, 'waiting', 0, '', '{}', 1, 1, 'ABCDEF')",
        ),
    ],
)
def test_what_cannot_be_deleted_holds_up_nothing(
    tmp_path: Path, kind: str, row: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A key that is no text reads as another: it stays, is logged once, and all else that is too old goes."""

    async def work() -> None:
        async with clocked(str(tmp_path / "a.db")) as it:
            rooms = it.rooms
            keeper = Retention(rooms)
            for _ in range(2):
                guest, _ = await rooms.guests.create("Gone", "en")
                table = await _table(rooms, ALA, "me", "open")
                rooms.here[table].leave_memory()
                values = {"id": f"r{it.clock.now()}", "person": "nobody", "at": 1, "body": "{}"}
                link = {"hash": guest.id, "person": "nobody", "link_to": "t", "expires": 1}
                ops = [(sa.text(row.replace("insert", "insert or ignore")), {}), (records.insert(), values)]
                await rooms.store.save(ops=[*ops, (tokens.insert(), link)])
                await it.days(1_000, keeper)
                left = await it.count(tokens, records, people, tables)
                assert sum(left) == 1, left
            assert keeper.gone["guests"] == keeper.gone["waiting"] == keeper.gone["uploads"] == 2

    asyncio.run(work())
    assert [line for line in caplog.messages if "cannot be deleted" in line] == [f"1 of {kind} cannot be deleted"]


def test_a_kind_that_fails_holds_up_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is told, and the others go."""

    async def work() -> None:
        async with clocked(str(tmp_path / "a.db")) as it:
            rooms = it.rooms
            await rooms.guests.create("Gone", "en")
            await rooms.store.save(ops=[(chat.insert(), {"id": "t", "at": 1, "name": "x", "text": "y"})])
            rows = rooms.store.rows

            async def fails(statement: Any) -> Any:
                if "FROM chat" in str(statement) and "count" not in str(statement):
                    raise NotKept("too long")
                return await rows(statement)

            rooms.store.rows = fails
            await it.days(1_000)
            assert await it.count(chat, people) == [1, 0]

    asyncio.run(work())
    assert "chat that are too old stay for now: too long" in caplog.messages


def test_what_is_too_old_is_found_without_looking_at_all(tmp_path: Path) -> None:
    """Lines and records by their age, the last move of a match by its log's key."""

    async def work() -> list[str]:
        async with clocked(str(tmp_path / "a.db")) as it:
            asked: list[Any] = []
            rows = it.rooms.store.rows

            async def hear(statement: Any) -> Any:
                asked.append(statement)
                return await rows(statement)

            it.rooms.store.rows = hear
            await it.days(1_000)
            engine = it.rooms.store.engine
            with engine.connect() as connection:
                plans = []
                for each in asked:
                    text = str(each.compile(engine, compile_kwargs={"literal_binds": True}))
                    plans += [row[3] for row in connection.execute(sa.text(f"EXPLAIN QUERY PLAN {text}"))]
            return plans

    plans = asyncio.run(work())
    for name in ("chat", "records", "log"):
        about = [plan for plan in plans if f" {name}" in plan]
        assert about
        assert [plan for plan in about if plan.startswith("SCAN") and "INDEX" not in plan] == []


def test_it_goes_in_small_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not more than a step at once, with a breath between, in which others write."""
    monkeypatch.setattr(retention, "STEP", 3)

    async def work() -> None:
        async with clocked(str(tmp_path / "a.db")) as it:
            rooms = it.rooms
            for n in range(8):
                await rooms.guests.create(f"G{n}", "en")
            left = []
            pause = rooms.settings.pause

            async def breath(ms: float) -> None:
                left.append((await it.count(people))[0])
                await pause(ms)

            rooms.settings.pause = breath
            await it.days(365)
            assert left == [5, 2, 0]

    asyncio.run(work())


def test_a_server_does_it_by_itself(tmp_path: Path) -> None:
    """Once an hour of the server's time, and after a restart."""
    with served(tmp_path / "a.db", hand=START) as house:
        ala = Person(house, "Ala")
        table = ala.table("duel", ["me", "open"])
        house.stop()
        house.advance(15 * DAY)
        house.start()
        assert [t["id"] for t in ala.get("/api/tables/mine")] == [table]
        house.advance(ROUND)
        while ala.get("/api/tables/mine"):
            house.advance(1)
        assert ala.get(f"/api/tables/{table}", 404)["code"] == "no_table"


def test_the_table_in_the_documentation_is_true() -> None:
    """docs/hosting.md has a line for each, with its days."""
    text = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
    for name, days in KEEP.items():
        assert f"| `{name}` | {'for ever' if days is None else f'{days:g}'} |" in text
    assert text.count("| `", text.index("| what | days |"), text.index("## Backup")) == len(KEEP)


def test_days_are_read_from_the_command_line() -> None:
    """Known names, numbers of days or for ever; anything else is refused."""
    said = ("chat=30", "finished=1.5", "guests=forever")
    assert dict(map(keep_of, said)) == {"chat": 30, "finished": 1.5, "guests": None}
    for bad in ("chat", "chat=", "chat=-1", "moves=3", "chat=many"):
        with pytest.raises(ValueError, match=bad):
            keep_of(bad)
    assert expired({"chat": None}, 0).keys() == KEEP.keys() - {"chat", "finished"}
