"""What is kept: both databases, migrations, group commits, two writers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

import stajnia
from stajnia.server import database, opening
from stajnia.server.database import BadDatabase, migrate
from stajnia.server.guests import Guest, Guests
from stajnia.server.settings import Settings
from stajnia.server.store import Entry, NotKept, Store
from stajnia.server.table_row import code_of
from tests.server.databases import fresh_database
from tests.server.figures import figures
from tests.server.hand_clock import START
from tests.server.pages import Person, play_out, served


@pytest.fixture(scope="module")
def shared_url(postgres_url: str) -> str:
    """One database of PostgreSQL for all tests here."""
    return fresh_database(postgres_url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "a.db")
    return str(request.getfixturevalue("shared_url"))


def using(url: str, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    with contextlib.closing(Store(url)) as kept:
        asyncio.run(work(kept))


def entry(n: int, action: str | None = None, seat: int = 0) -> Entry:
    return Entry(n, 1, "move", seat, action, b'{"a":"\xc4\x99"}')


def test_both_databases_hold_a_match_through_kill_and_restart(url: str) -> None:
    """A match is begun, the server killed, the match ended by the next one; the record is whole."""
    with served(url) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot"], options={"turns": 5})
        page = ala.page(table)
        for _ in range(3):
            page.act()
        house.kill()
        house.start()
        again = ala.page(table)
        assert again.show["n"] >= page.show["n"]
        play_out(again)
        record = ala.get(f"/api/tables/{table}/record")
        assert sum(text.startswith("play") for _, text in record["moves"]) == 5
        assert ala.post(f"/api/tables/{table}/rematch")["state"] == "playing"
        again.hello(table)
        again.ask("chat", text="zażółć")
        assert table in [t["id"] for t in ala.get("/api/tables/mine")]


def test_the_same_place_or_action_is_never_written_twice(url: str) -> None:
    """The second writer of a place, and a doubled action id, are told; everything beside them is kept."""

    async def work(kept: Store) -> None:
        await kept.save("t1", [entry(0), entry(1, "x")])
        with pytest.raises(NotKept):
            await kept.save("t1", [entry(1, "y")])
        with pytest.raises(NotKept):
            await kept.save("t1", [entry(2, "x")])
        results = await asyncio.gather(
            *(kept.save("t1", [entry(n, f"a{n}")]) for n in (2, 1, 3)), return_exceptions=True
        )
        assert [type(r) for r in results] == [type(None), NotKept, type(None)]
        assert [e.n for e in await kept.entries("t1")] == [0, 1, 2, 3]
        assert (await kept.entries("t1"))[0].body == '{"a":"ę"}'.encode()

    using(url, work)


def test_what_waits_is_committed_together(url: str) -> None:
    """Many writes at once take few commits, and each is told when it is on disk."""

    async def work(kept: Store) -> None:
        await asyncio.gather(*(kept.save(f"g{n}", [entry(0)]) for n in range(300)))
        assert kept.events == 300
        assert kept.commits < 60

    using(url, work)


def test_a_database_that_is_cut_off_without_a_word_is_noticed(postgres_url: str) -> None:
    """Whether we have it alone or with others: TCP would wait for a quarter of an hour, or for two."""
    url = sa.make_url(database.driver(fresh_database(postgres_url)))
    for shared_for in (0, 5_000):
        reading = opening._server_engine(url, shared_for)
        with reading.connect() as reads, contextlib.closing(opening.writing(url, shared_for)) as writes:
            for connection in (reads, writes):
                driver: Any = connection.connection.dbapi_connection
                given = driver.info.get_parameters()
                assert {name: int(given[name]) for name in opening.KEEPALIVE} == opening.KEEPALIVE
        reading.dispose()


def old_database(url: str, version: str) -> sa.Engine:
    """An empty database as that version made it."""
    engine = sa.create_engine(database.driver(url))
    with engine.begin() as connection:
        for name in (*database.meta.tables, "alembic_version"):
            connection.execute(sa.text(f"DROP TABLE IF EXISTS {name}"))
    migrate(engine, version)
    return engine


def test_chat_of_an_old_database_is_forgotten_with_its_guest(url: str) -> None:
    """A line is theirs who sits there under its name; one that is nobody's is not kept, and no line outlives them."""
    engine = old_database(url, "0002")
    seats = [{"kind": "person", "person": "a", "name": "Ala"}, {"kind": "person", "person": "b", "name": "Bob"}]
    said = [
        ("t", 0, "Ala"),
        ("t", 1, "Bob"),
        ("t", 1, "Eve"),
        ("t", None, "Ala"),
        ("broken", 0, "Ala"),
        ("gone", 0, "X"),
    ]
    with engine.begin() as connection:
        for id, body in (("t", json.dumps({"seats": seats})), ("broken", "{")):
            values = {"id": id, "game": "duel", "rules": 1, "state": "over", "listed": False, "seed": "", "body": body}
            connection.execute(database.tables.insert(), {**values, "created": 1, "updated": 1})
        lines = sa.text("INSERT INTO chat (id, at, seat, name, text) VALUES (:id, 1, :seat, :name, 'hi')")
        connection.execute(lines, [{"id": id, "seat": seat, "name": name} for id, seat, name in said])
    engine.dispose()

    async def work(kept: Store) -> None:
        chat = database.chat.c
        left = sa.select(chat.name, chat.person).order_by(chat.line)
        assert [tuple(r) for r in await kept.rows(left)] == [("Ala", "a"), ("Bob", "b")]
        await Guests(kept, Settings()).forget(Guest("a", "Ala", "en"))
        assert [tuple(r) for r in await kept.rows(left)] == [("Bob", "b")]

    using(url, work)


def test_an_old_database_is_upgraded_and_keeps_its_content(url: str) -> None:
    """A database of the first version gets what is new; its people and tables stay."""
    engine = old_database(url, "0001")
    with engine.begin() as connection:
        assert not sa.inspect(connection).has_table("records")
        connection.execute(database.people.insert(), {"id": "p", "name": "Ala", "lang": "pl", "created": 1})
    engine.dispose()

    async def work(kept: Store) -> None:
        assert [tuple(r) for r in await kept.rows(sa.select(database.people))] == [("p", "Ala", "pl", 1, None)]
        assert await kept.rows(sa.select(database.records)) == []

    using(url, work)


def test_tables_of_an_old_database_have_their_short_codes(url: str) -> None:
    """They are found by the code that people were told."""
    engine = old_database(url, "0006")
    values = {"id": "t", "game": "duel", "rules": 1, "state": "waiting", "listed": False, "seed": "", "body": "{}"}
    with engine.begin() as connection:
        connection.execute(database.tables.insert(), {**values, "created": 1, "updated": 1})
    engine.dispose()

    async def work(kept: Store) -> None:
        assert [code for (code,) in await kept.rows(sa.select(database.tables.c.code))] == [code_of("t")]

    using(url, work)


def test_the_tables_in_code_are_the_tables_on_disk(url: str) -> None:
    """Migrations end with exactly the tables of `database`: columns, types, what may be missing, indexes."""
    with contextlib.closing(Store(url)) as kept, kept.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, database.meta) == []


def test_a_newer_database_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    """Nothing is touched; the sentence says what to do."""
    path = tmp_path / "a.db"
    Store(str(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("update alembic_version set version_num = '9999'")
        db.commit()
    with pytest.raises(BadDatabase, match=r"newer Stajnia .*9999"):
        Store(str(path))


def test_a_database_that_is_none_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    """A foreign file, a folder that is not there, a server that does not answer."""
    (tmp_path / "poem.txt").write_text("Litwo! Ojczyzno moja! " * 100)
    for bad in (str(tmp_path / "poem.txt"), str(tmp_path / "no" / "a.db"), "postgresql://x@127.0.0.1:1/x"):
        with pytest.raises(BadDatabase, match="cannot be opened"):
            Store(bad)


def test_a_write_that_fails_is_refused_and_the_room_comes_back(tmp_path: Path) -> None:
    """When somebody else wrote to the same log, the action is not acknowledged; the room reads its log again."""
    path = tmp_path / "a.db"
    with served(path) as house:
        ala = Person(house, "Ala")
        table = ala.table("duel", ["me", "bot random"], options={"first": "0"})
        page = ala.page(table)
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("insert into log values (?, 1, 1, 'orders', 0, 'foreign', '{}')", (table,))
            db.commit()
        id = page.send("play", a=page.show["legal"][0], n=1)
        assert page.until("resync")
        assert not any(m["t"] == "ack" for m in page.all)
        page.hello(table)
        assert page.show["n"] == 1
        page.send("play", a=page.show["legal"][0], n=1, id=id)
        assert page.until(lambda m: m.get("id") == id)["t"] == "ack"


def test_a_database_server_that_hangs_up_is_called_again(shared_url: str) -> None:
    """When PostgreSQL ends all connections one write may fail and is told so; the next reach the disk, reads too."""

    async def work(kept: Store) -> None:
        await kept.save("h", [entry(0)])
        with kept.engine.connect() as other:
            me = "pid <> pg_backend_pid() and backend_type = 'client backend'"
            other.execute(sa.text(f"select pg_terminate_backend(pid) from pg_stat_activity where {me}"))
        failed = 0
        try:
            await kept.save("h", [entry(1)])
        except NotKept:
            failed = 1
            await kept.save("h", [entry(1)])
        await kept.save("h", [entry(2)])
        assert [e.n for e in await kept.entries("h")] == [0, 1, 2]
        assert kept.failures == failed

    using(shared_url, work)


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    """The writer's thread ends after the last write."""
    kept = Store(str(tmp_path / "a.db"))

    async def work() -> None:
        await kept.save("t", [entry(0)])

    asyncio.run(work())
    kept.close()
    assert all(t.name != "store" for t in threading.enumerate())


def test_a_second_server_on_the_same_database_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two would not see each other's tables; when the first has let go, the next may have it."""
    monkeypatch.setattr(opening, "CLAIM", 0.0)
    with contextlib.closing(Store(url)), pytest.raises(BadDatabase, match="Another Stajnia uses this database"):
        Store(url)
    Store(url).close()


def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    """A database has seeds and hands in it; one with wider rights gets narrow ones."""
    path = tmp_path / "a.db"
    path.touch(0o644)

    async def work(kept: Store) -> None:
        await kept.save("t", [entry(0)])
        assert {f.name: oct(f.stat().st_mode & 0o777) for f in tmp_path.iterdir()} == dict.fromkeys(
            ("a.db", "a.db-wal", "a.db-shm", "a.db.lock"), "0o600"
        )

    using(str(path), work)


def test_a_database_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads and writes that do not come back are told as failed; a write that was not begun is never done."""
    monkeypatch.setattr("stajnia.server.store.READ", 0.01)
    monkeypatch.setattr("stajnia.server.store.WRITE", 0.01)
    hangs = threading.Event()

    async def work(kept: Store) -> None:
        with pytest.raises(NotKept, match="does not answer"):
            await kept.read(lambda _: hangs.wait())
        commit = kept._one_commit

        def slow(connection: Any, batch: Any) -> None:
            hangs.wait()
            commit(connection, batch)

        with monkeypatch.context() as trouble:
            trouble.setattr(kept, "_one_commit", slow)
            for n in range(2):
                with pytest.raises(NotKept, match="does not answer"):
                    await kept.save(f"t{n}", [entry(0)])
        monkeypatch.setattr("stajnia.server.store.READ", 60)
        monkeypatch.setattr("stajnia.server.store.WRITE", 60)
        hangs.set()
        await kept.save("t2", [entry(0)])
        assert await kept.entries("t1") == []
        assert len(await kept.entries("t2")) == 1

    using(str(tmp_path / "a.db"), work)


def test_a_damaged_table_harms_only_itself(tmp_path: Path) -> None:
    """A row, a log or a record that cannot be read: its own table says so, all others wake, are listed and go on; each
    is logged once, by the beginning of its id, and counted."""
    path, door = tmp_path / "a.db", str(tmp_path / "m")
    with served(path, metrics=door) as house:
        ala = Person(house, "Ala")
        body = msgspec.json.decode(stajnia.Match.start("duel", 2, {}, seed=3).record.to_json())
        records = [ala.post("/api/records", body)["id"] for _ in range(2)]
        tables = [ala.table("tiny", ["me", "bot"]) for _ in range(4)]
        house.kill()
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("update tables set body = ? where id = ?", ('{"id":7}', tables[0]))
            db.execute("update log set body = ? where id = ?", ("nonsense", tables[1]))
            db.execute("update records set body = ? where id = ?", ("nonsense", records[0]))
            db.commit()
        house.start()
        for table in tables[:2]:
            assert ala.get(f"/api/tables/{table}", 409)["code"] == "damaged"
        mine = {t["id"] for t in ala.get("/api/tables/mine")}
        assert set(tables[2:]) <= mine
        assert [[r["id"] for r in ala.get("/api/records")] for _ in range(2)] == [records[1:]] * 2
        told = figures(door)
        assert (told["stajnia_damaged_tables"], told["stajnia_damaged_records"]) == (2, 1)
        log = house.log.read_text()
        for id in (*tables[:2], records[0]):
            assert sum(id[:8] in line and "cannot be read" in line for line in log.splitlines()) == 1
        for table in tables[2:]:
            assert ala.page(table).show["n"] >= 1


def test_health_is_whether_something_can_be_written(tmp_path: Path) -> None:
    """On a full or read-only disk the server is not well, though it answers."""
    word = tmp_path / "trouble"
    word.write_text("")
    with served(tmp_path / "a.db", trouble=str(word), hand=START) as house:
        ala = Person(house, "Ala")
        assert ala.http.get("/healthz").status_code == 200
        word.write_text("read-only")
        house.advance(1_000)
        assert ala.http.get("/healthz").status_code == 503
        word.write_text("")
        house.advance(1_000)
        assert ala.http.get("/healthz").status_code == 200


def test_an_id_that_is_none_is_nowhere(ala: Person) -> None:
    """NUL and other odd signs reach no database."""
    for odd in ("%00", "a%00b", "%EF%BF%BF", "..%2f", "x" * 41):
        assert ala.http.get(f"/api/tables/{odd}").status_code == 404
        assert ala.http.get(f"/api/records/{odd}").status_code == 404
