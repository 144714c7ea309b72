"""Backup of a running server and restoring it, in either kind of database: one plays on from there."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from stajnia.cli import cli
from stajnia.server import database, opening
from stajnia.server.backup import back_up, restore
from stajnia.server.database import BadDatabase
from stajnia.server.store import Store
from tests.server.databases import fresh_database
from tests.server.pages import Page, Person, Served, play_out, served


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind with nothing in it."""
    return _new(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another one."""
    return _new(request.param, request, tmp_path, "other")


def _new(kind: str, request: pytest.FixtureRequest, folder: Path, name: str = "first") -> str:
    if kind == "sqlite":
        return str(folder / f"{name}.db")
    return fresh_database(request.getfixturevalue("postgres_url"))


def _match(house: Served) -> tuple[Person, str, Page]:
    ala = Person(house, "Ala")
    table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
    page = ala.page(table)
    for _ in range(4):
        page.act()
    page.ask("chat", text="zażółć")
    return ala, table, page


def test_one_plays_on_from_a_backup(url: str, other: str, tmp_path: Path) -> None:
    """Taken while people play; the server on the restored database knows them, their tables, moves and chat."""
    file = tmp_path / "all.backup"
    with served(url) as house:
        ala, table, page = _match(house)
        held = back_up(url, file)
        assert (held["people"], held["tables"]) == (1, 1)
        assert file.stat().st_mode & 0o777 == 0o600
        assert sorted(p.name for p in tmp_path.iterdir() if "backup" in p.name) == ["all.backup"]
        seen = page.show["n"]
        house.kill()
        assert restore(file, other) == (held, [])
        house.start(db=other)
        again = ala.page(table)
        assert again.show["n"] >= seen
        assert next(m for m in again.all if m["t"] == "chat")["lines"][0]["text"] == "zażółć"
        again.ask("chat", text="again")
        play_out(again)
        assert ala.get(f"/api/tables/{table}/record")["seed"]
        assert ala.post(f"/api/tables/{table}/rematch")["state"] == "playing"


def test_a_backup_holds_all_that_was_acknowledged_before_it(url: str, tmp_path: Path) -> None:
    """However busy the server: every move of which a page knows when the backup begins is in it, with no gap."""
    with served(url) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me"], options={"turns": 100_000, "goal": 1_000_000})
        page = ala.page(table)
        acked: list[str] = []
        over = threading.Event()

        def play() -> None:
            while not over.is_set():
                answer = page.play(page.my_turn()["legal"][0])
                acked.append(answer["id"])
                while page.show["n"] < answer["n"]:
                    page.until("show")

        player = threading.Thread(target=play)
        player.start()
        try:
            for n in range(3):
                while len(acked) < 5 * (n + 1):
                    over.wait(0.001)
                sure = list(acked)
                back_up(url, tmp_path / "b", replace=True)
                with contextlib.closing(sqlite3.connect(tmp_path / "b")) as db:
                    rows = db.execute("select n, action from log where id = ? order by n", (table,)).fetchall()
                assert [n for n, _ in rows] == list(range(len(rows)))
                assert set(sure) <= {action for _, action in rows}
        finally:
            over.set()
            player.join()


def test_a_database_in_use_is_not_restored_into(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is touched while a server has it."""
    monkeypatch.setattr(opening, "CLAIM", 0.0)
    with contextlib.closing(Store(url)):
        back_up(url, tmp_path / "b")
        for replace in (False, True):
            with pytest.raises(BadDatabase, match="Another Stajnia uses this database"):
                restore(tmp_path / "b", url, replace)


def test_a_database_that_is_not_empty_is_replaced_only_when_told(url: str, tmp_path: Path) -> None:
    """The sentence says what is there; with `replace` exactly the backup is there."""
    with served(url) as house:
        _match(house)
        back_up(url, tmp_path / "b")
        Person(house, "Bob")
    with pytest.raises(BadDatabase, match="1 table and 2 guests"):
        restore(tmp_path / "b", url)
    assert restore(tmp_path / "b", url, replace=True).held["people"] == 1
    engine = sa.create_engine(database.driver(url))
    with engine.connect() as connection:
        assert [r.name for r in connection.execute(sa.select(database.people))] == ["Ala"]
    engine.dispose()


def test_an_old_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    """A file of the first version goes into a database of today; the file itself stays as it is."""
    old = sa.create_engine(f"sqlite:///{tmp_path / 'old'}")
    database.migrate(old, "0001")
    with old.begin() as connection:
        connection.execute(database.people.insert(), {"id": "p", "name": "Ala", "lang": "pl", "created": 1})
    old.dispose()
    before = (tmp_path / "old").read_bytes()
    assert restore(tmp_path / "old", str(tmp_path / "new.db")).held["people"] == 1
    assert (tmp_path / "old").read_bytes() == before


def _damaged(path: Path) -> None:
    """Guests of whom some cannot be kept as they stand, and one who can."""
    Store(str(path)).close()
    name = "insert into people (id, name, lang, created) values"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"{name} ('sound', 'Ala', 'pl', 1)")
        db.execute(f"{name} ('no text', cast(x'41ff42' as text), 'en', 1)")
        db.execute(f"{name} (cast(x'ff41' as text), 'one', 'en', 1), (cast(x'fe41' as text), 'another', 'en', 1)")
        db.execute(f"{name} ('odd', 'Bob', 'en', x'07')")
        db.execute("insert into tokens (hash, person) values (?, x'07')", ("secret" * 10,))
        db.commit()


def test_damaged_rows_keep_no_others_from_coming_back(other: str, tmp_path: Path) -> None:
    """What is no text comes back as far as it can be read; what has the key of another or the wrong type is left out
    and named."""
    _damaged(tmp_path / "damaged.db")
    back_up(str(tmp_path / "damaged.db"), tmp_path / "b")
    held, left_out = restore(tmp_path / "b", other)
    assert held["people"] == 3
    assert left_out == [("people", "odd"), ("people", "\ufffdA"), ("tokens", "secretse")]
    engine = sa.create_engine(database.driver(other))
    with engine.connect() as connection:
        names = {r.id: r.name for r in connection.execute(sa.select(database.people))}
    engine.dispose()
    assert names == {"sound": "Ala", "no text": "A\ufffdB", "\ufffdA": "one"}


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", ["Left out, since it is damaged: people odd", "3 rows were left out; the file still has them."]),
        ("pl", ["Pominięto, bo jest uszkodzone: people odd", "Pominięto 3 wiersze; plik nadal je ma."]),
    ],
)
def test_the_command_names_what_it_left_out(
    tmp_path: Path, lang: str, says: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """In either language, and ends as the doctor does where something is not in order."""
    _damaged(tmp_path / "a.db")
    back_up(str(tmp_path / "a.db"), tmp_path / "b")
    with pytest.raises(SystemExit) as ended:
        cli(["--lang", lang, "restore", str(tmp_path / "b"), "--db", str(tmp_path / "new.db")])
    assert ended.value.code == 3
    said = capfd.readouterr().out.splitlines()
    assert [said[0], said[-1]] == says


@pytest.mark.parametrize(("lang", "word"), [("en", "was not written by Stajnia"), ("pl", "nie zapisała Stajnia")])
def test_what_is_no_backup_is_told_in_one_sentence(
    tmp_path: Path, lang: str, word: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file that is missing, foreign or there already: one line, in either language, and nothing is written."""
    sqlite3.connect(tmp_path / "foreign.db").execute("create table x (y)").connection.close()
    (tmp_path / "there").write_text("mine")
    (tmp_path / "poem").write_text("Litwo! Ojczyzno moja! " * 100)
    db = str(tmp_path / "a.db")
    Store(db).close()
    for args in (
        ["restore", str(tmp_path / "foreign.db"), "--db", str(tmp_path / "b.db")],
        ["restore", str(tmp_path / "missing"), "--db", str(tmp_path / "b.db")],
        ["restore", str(tmp_path / "poem"), "--db", str(tmp_path / "b.db")],
        ["backup", str(tmp_path / "there"), "--db", db],
        ["backup", str(tmp_path / "c"), "--db", str(tmp_path / "missing.db")],
        ["backup", str(tmp_path / "c"), "--db", str(tmp_path / "foreign.db")],
    ):
        with pytest.raises(SystemExit) as ended:
            cli(["--lang", lang, *args])
        assert ended.value.code == 1
        said = capfd.readouterr().err
        assert said.count("\n") == 1, said
    assert word in said
    assert (tmp_path / "there").read_text() == "mine"
    assert not any((tmp_path / name).exists() for name in ("b.db", "c", ".c.part", "missing.db"))


def test_the_commands_say_what_they_did(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`stajnia backup` and `stajnia restore`, in both languages."""
    db = str(tmp_path / "a.db")
    Store(db).close()
    for args, word in (
        (["backup", str(tmp_path / "b"), "--db", db], "0 guests, 0 tables and 0 entries"),
        (["--lang", "pl", "backup", str(tmp_path / "b"), "--replace", "--db", db], "0 gości, 0 stołów i 0 wpisów"),
        (["restore", str(tmp_path / "b"), "--db", db], "Restored: 0 guests"),
        (["--lang", "pl", "restore", str(tmp_path / "b"), "--db", db], "Przywrócono: 0 gości"),
    ):
        with pytest.raises(SystemExit) as ended:
            cli(args)
        assert ended.value.code == 0
        assert word in capfd.readouterr().out
