"""The doctor: damaged databases of either kind are named part by part, and mended where no move is lost by it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stajnia.cli import cli
from stajnia.server import database, doctor, opening
from stajnia.server.database import BadDatabase, chat, log, people, records, sitters, tables, tokens
from stajnia.server.doctor import Examined, examine, mend
from stajnia.server.store import Store
from tests.server.databases import fresh_database
from tests.server.pages import Person, Served, play_out, served

Made = dict[str, str]
MADE: dict[str, Made] = {}  # by database: the ids of what was made there


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that has been used and is down: a match that is over, one that is played, a table that waits."""
    if request.param == "sqlite":
        url = str(tmp_path_factory.mktemp("doctor") / "a.db")
    else:
        url = fresh_database(request.getfixturevalue("postgres_url"))
    with served(url) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        over = ala.table("duel", ["me", "bot random"])
        play_out(ala.page(over))
        playing = ala.table("duel", ["me", "open"], options={"first": "0"})
        bob.post(f"/api/tables/{playing}/join")
        ala.post(f"/api/tables/{playing}/start")
        page = ala.page(playing)
        page.play(page.show["legal"][0])
        page.ask("chat", text="hi")
        waiting = ala.table("duel", ["me", "open"])
        record = ala.get(f"/api/tables/{over}/record")
        uploaded = ala.post("/api/records", record)["id"]
        house.kill()
        MADE[url] = {"over": over, "playing": playing, "waiting": waiting, "record": uploaded}
        yield house


@pytest.fixture
def made(house: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The ids of what is there; what a test damages is whole again after it."""
    monkeypatch.setattr(opening, "CLAIM", 0.0)
    before = _all(house)
    assert examine(url(house)).findings == []
    yield MADE[url(house)]
    with _open(house) as connection:
        for table in database.meta.sorted_tables:
            connection.execute(table.delete())
            if before[table.name]:
                connection.execute(table.insert(), before[table.name])


def url(house: Served) -> str:
    return str(house.given["db"])


@contextlib.contextmanager
def _open(house: Served) -> Iterator[sa.Connection]:
    engine = sa.create_engine(database.driver(url(house)))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def _all(house: Served) -> dict[str, list[dict[str, Any]]]:
    with _open(house) as c:
        return {t.name: [dict(r._mapping) for r in c.execute(sa.select(t))] for t in database.meta.sorted_tables}


def told(found: Examined) -> list[tuple[str, str, bool]]:
    return [(f.what, f.id, f.can_mend) for f in found.findings]


Damage = Callable[[sa.Connection, Made], object]


def row(which: str, **change: Any) -> Damage:
    """Damage in the row of a table."""
    return lambda c, made: c.execute(sa.update(tables).where(tables.c.id == made[which]).values(**change))


def body(which: str, change: dict[str, Any]) -> Damage:
    """Damage in what the row says."""

    def damage(c: sa.Connection, made: Made) -> None:
        said = json.loads(c.execute(sa.select(tables.c.body).where(tables.c.id == made[which])).scalar_one())
        row(which, body=json.dumps({**said, **change}))(c, made)

    return damage


def entry(which: str, at: int, **change: Any) -> Damage:
    """Damage in the log."""
    return lambda c, made: c.execute(sa.update(log).where(log.c.id == made[which], log.c.n == at).values(**change))


def do(statement: sa.Executable) -> Damage:
    return lambda c, _: c.execute(statement)


LOST: list[tuple[Damage, str, str]] = [  # damage, and what is said of it: only a person can decide what to do
    (row("playing", body='{"id": 7}'), "row", "playing"),
    (row("playing", body="nonsense"), "row", "playing"),
    (row("over", seed="xyz"), "row", "over"),
    (row("over", seed="00" * 32), "commit", "over"),
    (body("waiting", {"game": "chess"}), "row", "waiting"),
    (body("waiting", {"id": "other"}), "row", "waiting"),
    (entry("playing", 1, body="nonsense"), "log", "playing"),
    (entry("playing", 1, body='{"moves":[[0,"z9"]],"phase":{}}'), "log", "playing"),
    (entry("playing", 1, body="{}"), "log", "playing"),
    (entry("over", 2, n=1000), "gap", "over"),
    (lambda c, made: c.execute(sa.delete(log).where(log.c.id == made["over"])), "gap", "over"),
    (do(sa.update(records).values(body="{}")), "record", "record"),
]


@pytest.mark.parametrize(("damage", "what", "where"), LOST)
def test_what_cannot_be_mended_is_named_and_left(
    house: Served, made: Made, damage: Damage, what: str, where: str
) -> None:
    """One finding, with the id; looking and mending change nothing of it."""
    with _open(house) as connection:
        damage(connection, made)
    before = _all(house)
    assert told(examine(url(house))) == [(what, made[where], False)]
    assert told(mend(url(house))) == [(what, made[where], False)]
    assert _all(house) == before


MENDED: list[tuple[Damage, list[tuple[str, str]]]] = [
    (row("playing", state="waiting", listed=True), [("columns", "playing")]),
    (body("playing", {"state": "over"}), [("state", "playing")]),
    (body("playing", {"state": "waiting"}), [("state", "playing")]),
    (body("over", {"state": "playing", "result": None}), [("state", "over")]),
    (do(sa.delete(sitters)), [("sitters", which) for which in ("over", "playing", "waiting")]),
    (do(sa.update(people).values(lang="xx")), [("guest", "*"), ("guest", "*")]),
    (do(tokens.insert().values(hash="h", person="nobody")), [("orphan_tokens", "")]),
    (do(chat.insert().values(id="gone", at=1, name="x", text="y")), [("orphan_chat", "gone")]),
    (do(sitters.insert().values(id="gone", person="x")), [("orphan_sitters", "gone")]),
]


@pytest.mark.parametrize(("damage", "findings"), MENDED)
def test_what_can_be_mended_is(house: Served, made: Made, damage: Damage, findings: list[tuple[str, str]]) -> None:
    """Found, mended, gone; and every entry of every log is as it was."""
    moves = _all(house)["log"]
    with _open(house) as connection:
        damage(connection, made)
    found = told(examine(url(house)))
    assert found == [(w, found[n][1] if x == "*" else made.get(x, x), True) for n, (w, x) in enumerate(findings)]
    assert told(mend(url(house))) == found
    assert examine(url(house)).findings == []
    assert _all(house)["log"] == moves


def test_moves_without_a_table_are_told_and_kept(house: Served, made: Made) -> None:
    """A log is never thrown away."""
    with _open(house) as connection:
        connection.execute(sa.delete(tables).where(tables.c.id == made["playing"]))
    found = told(mend(url(house)))
    assert found == [
        ("orphan_log", made["playing"], False),
        ("orphan_chat", made["playing"], True),
        ("orphan_sitters", made["playing"], True),
    ]
    assert told(examine(url(house))) == found[:1]


def test_the_match_goes_on_after_mending(house: Served, made: Made) -> None:
    """A row that said the match was over, and lists that had lost it: the persons find it and play on."""
    with _open(house) as connection:
        body("playing", {"state": "over"})(connection, made)
        connection.execute(sa.delete(sitters))
    mend(url(house))
    house.start()
    try:
        ala, bob = house.people
        assert made["playing"] in {t["id"] for t in bob.get("/api/tables/mine")}
        page = bob.page(made["playing"])
        assert page.play(page.show["legal"][0])["t"] == "ack"
        assert ala.page(made["playing"]).show["n"] == 3
    finally:
        house.kill()


def test_a_server_with_damaged_records_harms_nobody(house: Served, made: Made) -> None:
    """A record that cannot be read is missing from its owner's list, and says so when it is asked for."""
    with _open(house) as connection:
        connection.execute(sa.update(records).values(body="{}"))
    house.start()
    try:
        ala = house.people[0]
        assert [r["id"] for r in ala.get("/api/records")] == [made["over"]]
        assert ala.get(f"/api/records/{made['record']}/replay", 422)["code"] == "bad_record"
    finally:
        house.kill()


def test_looking_is_possible_while_the_server_runs_and_mending_is_not(house: Served, made: Made) -> None:  # noqa: ARG001
    """A server in use is looked at from beside."""
    with contextlib.closing(Store(url(house))):
        assert examine(url(house)).findings == []
        with pytest.raises(BadDatabase, match="Another Stajnia uses this database"):
            mend(url(house))


def run(capfd: pytest.CaptureFixture[str], *args: str) -> tuple[Any, str]:
    with pytest.raises(SystemExit) as ended:
        cli(args)
    said = capfd.readouterr()
    return ended.value.code, said.out + said.err


def test_the_command_says_it_in_both_languages(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """0: in order or mended; 3: something is left; 1: it cannot be looked at at all."""
    db = str(tmp_path / "a.db")
    assert run(capfd, "doctor", "--db", db) == (1, f"Error: There is no database {db}.\n")
    Store(db).close()
    assert run(capfd, "doctor", "--db", db) == (0, "All is in order: 0 tables, 0 entries of their logs, 0 guests.\n")
    (tmp_path / "a.db").chmod(0o644)
    code, said = run(capfd, "--lang", "pl", "doctor", "--db", db)
    assert (code, said.splitlines()) == (
        3,
        [
            f"{db}: mogą to czytać inni na tym komputerze (da się naprawić)",
            "Nie w porządku: 1 rzecz; --repair może naprawić 1.",
        ],
    )
    code, said = run(capfd, "doctor", "--repair", "--db", db)
    assert (code, said.splitlines()[-1].split()[1:]) == (0, ["mended,", "0", "left."])
    assert (tmp_path / "a.db").stat().st_mode & 0o777 == 0o600
    with contextlib.closing(sqlite3.connect(db)) as damaged:
        damaged.execute("insert into log values ('t', 0, 1, 'start', null, null, '{}')")
        damaged.execute("insert into sitters values ('p', 't')")
        damaged.commit()
    code, said = run(capfd, "doctor", "--repair", "--db", db)
    assert (code, said.splitlines()[0]) == (3, "the log of table t (1 entry) has no table")
    assert run(capfd, "doctor", "--db", db)[0] == 3
    with contextlib.closing(sqlite3.connect(db)) as damaged:
        damaged.execute("update alembic_version set version_num = '9999'")
        damaged.commit()
    assert run(capfd, "doctor", "--db", db)[0] == 1


def test_letters_that_are_none_harm_only_their_table(tmp_path: Path) -> None:
    """Bytes on the disk of SQLite that are no text: the doctor names the table, the server lists all others."""
    path = tmp_path / "a.db"
    with served(path) as house:
        ala = Person(house, "Ala")
        bad, good = (ala.table("duel", ["me", "open"], listed=True) for _ in range(2))
        house.kill()
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("update tables set body = cast(x'7bff' as text) where id = ?", (bad,))
            db.commit()
        assert told(examine(str(path))) == [("row", bad, False)]
        house.start()
        assert [t["id"] for t in ala.get("/api/tables")] == [good]
        assert [t["id"] for t in ala.get("/api/tables/mine")] == [good]


def test_keys_that_are_no_text_stop_nobody(tmp_path: Path) -> None:
    """A table, a record and a guest that read as others than they are: named, left, and all else is looked at."""
    path = tmp_path / "a.db"
    Store(str(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("insert into people (id, name, lang, created) values (cast(x'ff70' as text), 'x', 'xx', 1)")
        values = "'duel', 1, 'waiting', 0, '', '{}', 1, 1, 'ABCDEF'"
        db.execute(f"insert into tables values (cast(x'ff74' as text), {values})")
        db.execute("insert into records values (cast(x'ff72' as text), 'p', 1, '{}')")
        db.execute("insert into chat (id, at, name, text) values (cast(x'ff63' as text), 1, 'x', 'y')")
        db.commit()
    left = [("row", "\ufffdt", False), ("record", "\ufffdr", False)]
    mended = [("orphan_chat", "\ufffdc", True), ("guest", "\ufffdp", True)]
    assert sorted(told(examine(str(path)))) == sorted([*left, *mended])
    assert sorted(told(mend(str(path)))) == sorted([*left, *mended])
    assert sorted(told(examine(str(path)))) == sorted([("cell", "\ufffdp", False), *left])


def test_a_server_that_runs_is_looked_at_as_it_stands_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes away meanwhile is not missing."""
    path = tmp_path / "a.db"
    with served(path) as house:
        Person(house, "Ala").table("duel", ["me", "bot"])
    look = doctor._table

    def meanwhile(connection: sa.Connection, id: str) -> Iterator[doctor.Finding]:
        with contextlib.closing(sqlite3.connect(path)) as db:
            for name in ("tables", "log", "sitters"):
                db.execute(f"delete from {name}")
            db.commit()
        return look(connection, id)

    monkeypatch.setattr(doctor, "_table", meanwhile)
    found = examine(str(path))
    assert found.findings == []
    assert found.entries > 0


def test_whatever_the_database_says_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it fails while it is looked at or mended."""
    Store(str(tmp_path / "a.db")).close()

    def fails(*_: Any) -> Any:
        raise sa.exc.NoResultFound("nothing")

    monkeypatch.setattr(doctor, "_orphans", fails)
    for look in (examine, mend):
        with pytest.raises(BadDatabase, match="nothing"):
            look(str(tmp_path / "a.db"))


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    """Pages of the file that were overwritten."""
    path = tmp_path / "a.db"
    with contextlib.closing(Store(str(path))) as kept, kept.engine.begin() as connection:
        for n in range(300):
            connection.execute(people.insert(), {"id": f"p{n}", "name": "x" * 30, "lang": "pl", "created": n})
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 4096 // 2 * 4096)
        file.write(b"\xaa" * (size // 2))
    try:
        assert "file" in {f.what for f in examine(str(path)).findings}
    except BadDatabase as e:
        assert "malformed" in str(e)
