"""The crash matrix: SIGKILL at named places, a database that fails, two tabs at once. Every acknowledged action is
there exactly once, nothing else is, and the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from stajnia.core.record import Record
from stajnia.core.replay import replay
from stajnia.server import database, sockets, store, wire
from stajnia.server.budgets import Budgets
from stajnia.server.errors import Refused
from tests.server.crash import BOOM
from tests.server.figures import figures
from tests.server.pages import QUICK, SERVING, Page, Person, Served, play_out, served


def actions(house: Served, table: str) -> list[str]:
    """The action ids in the log of a table."""
    with contextlib.closing(sqlite3.connect(house.given["db"])) as db:
        rows = db.execute("select action from log where id = ? and action is not null order by n", (table,))
        return [action for (action,) in rows]


def duel(house: Served) -> tuple[Page, Page]:
    """Two people at a duel that seat 0 begins."""
    ala, bob = Person(house, "Ala"), Person(house, "Bob")
    table = ala.table("duel", ["me", "open"], options={"first": "0"})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    return ala.page(table), bob.page(table)


@pytest.mark.parametrize(("point", "on_disk"), [("before write", False), ("after write", True), ("after ack", True)])
def test_killed_while_an_action_is_kept(tmp_path: Path, point: str, on_disk: bool) -> None:
    """An action cut off anywhere on its way is resent by the page and ends up done exactly once, seen by all."""
    with served(tmp_path / "a.db", crash=point) as house:
        a, b = duel(house)
        text = a.show["legal"][0]
        with contextlib.suppress(ConnectionClosed):
            a.play(text, id=BOOM)
        acked = any(m["t"] == "ack" for m in a.all)
        assert acked == (point == "after ack")
        with contextlib.suppress(ConnectionClosed):
            b.until(lambda m: m["t"] == "show" and m["n"] == 2)
        assert b.show["n"] == 1, "nobody else was told"
        house.kill()
        house.start(crash="")
        a, b = (p.person.page(p.table, since=p.show["n"]) for p in (a, b))
        assert [p.show["n"] for p in (a, b)] == [1 + on_disk] * 2
        assert a.play(text, id=BOOM, n=1) | {"n": 2} == {"t": "ack", "id": BOOM, "n": 2}
        for page in (a, b):
            while page.show["n"] < 2:
                page.until("show")
        assert a.show["view"]["pawns"] == b.show["view"]["pawns"]
        assert actions(house, a.table) == [BOOM]
        assert b.play(b.show["legal"][0])["t"] == "ack"


def test_killed_while_a_bot_thinks(tmp_path: Path) -> None:
    """The thought is lost and nothing else: the bot is asked again after the restart and decides once."""
    with served(tmp_path / "a.db", bot_deadline=60_000) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot asleep"], options={"turns": 1})
        page = ala.page(table)
        assert page.play("bid 1", id="mine")["t"] == "ack"
        house.kill()
        house.start(bot_deadline=1000)
        page = ala.page(table, since=1)
        play_out(page)
        record = ala.get(f"/api/tables/{table}/record")
        assert [text for _, text in record["moves"]].count("bid 1") >= 1
        assert sum(seat == 1 and text.startswith("bid") for seat, text in record["moves"]) == 1
        assert actions(house, table).count("mine") == 1


@pytest.mark.parametrize("since", ["", "0001"])
def test_killed_during_a_migration(tmp_path: Path, since: str) -> None:
    """A migration is done wholly or not at all: the next start finds a database it can bring up to date."""
    path = tmp_path / "a.db"
    if since:
        engine = sa.create_engine(f"sqlite:///{path}")
        database.migrate(engine, since)
        engine.dispose()
    given = {**QUICK, "db": str(path), "crash": "in migration"}
    died = subprocess.run([sys.executable, str(SERVING), json.dumps(given)], check=False, timeout=60)
    assert died.returncode == -9
    kept = store.Store(str(path))
    with contextlib.closing(kept), kept.engine.connect() as connection:
        assert sa.inspect(connection).has_table("records")


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_disk_that_takes_nothing_more(tmp_path: Path, trouble: str) -> None:
    """Nothing is acknowledged that is not on disk, players are told in plain words, and it goes on when it can."""
    word = tmp_path / "trouble"
    word.write_text("")
    with served(tmp_path / "a.db", trouble=str(word)) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me"], options={"turns": 10_000, "goal": 1_000_000})
        page = ala.page(table)
        answer = page.play("bid 1")
        word.write_text(trouble)
        acked = []
        while answer["t"] == "ack":  # a full disk still has room in pages that are there
            acked.append(answer["id"])
            while page.show["n"] < answer["n"]:
                page.until("show")
            answer = page.play(page.show["legal"][0])
        assert (answer["t"], answer["message"]) == ("refuse", "not_kept")
        assert "saved" in answer["text"]
        page.until("resync")
        assert set(acked) == set(actions(house, table))
        assert answer["id"] not in actions(house, table)
        seen = page.show["n"]
        page.hello(table)
        assert page.show["n"] == seen, "the table stands as it stood"
        page.send("ping")
        assert page.until("pong"), "the socket lives"
        refused = None
        for _ in range(200):  # likewise
            refused = ala.http.post("/api/tables", json={"game": "tiny", "seats": [{"kind": "me"}], "name": "x" * 40})
            if refused.status_code != 201:
                break
        assert refused is not None
        assert (refused.status_code, refused.json()["code"]) == (503, "not_kept")
        assert ala.get(f"/api/tables/{table}")["state"] == "playing"
        word.write_text("")
        page.hello(table)
        assert page.play(page.show["legal"][0], id=answer["id"])["t"] == "ack"
        assert actions(house, table).count(answer["id"]) == 1


def test_bots_wait_for_a_disk_that_comes_back(tmp_path: Path) -> None:
    """A bot's move that cannot be kept is tried again now and then, not without end, and made when it can be."""
    word = tmp_path / "trouble"
    word.write_text("")
    with served(tmp_path / "a.db", trouble=str(word), metrics=str(tmp_path / "m")) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["bot random", "bot random"], options={"turns": 100_000, "goal": 1_000_000})
        page = ala.page(table)
        word.write_text("read-only")
        page.until("resync")
        for _ in range(2):
            page.send("hello", table=table)
            page.until("resync")
        word.write_text("")
        page.hello(table)
        n = page.show["n"]
        page.until(lambda m: m["t"] == "show" and m["n"] >= n + 5)
        assert 3 <= figures(str(tmp_path / "m"))["stajnia_not_kept_total"] < 20


def test_a_database_that_goes_and_comes_back(tmp_path: Path) -> None:
    """While a table cannot be read a page is told so and asked to come again; it needs no new socket for that."""
    word = tmp_path / "trouble"
    word.write_text("")
    with served(tmp_path / "a.db", trouble=str(word)) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me"])
        page = ala.page(table)
        seen = page.show["n"]
        word.write_text("gone")
        assert page.play(page.show["legal"][0])["message"] == "not_kept"
        page.until("resync")
        for _ in range(2):
            page.send("hello", table=table)
            assert page.until("error")["code"] == "not_kept"
            page.until("resync")
        word.write_text("")
        page.hello(table)
        assert page.show["n"] == seen
        assert page.play(page.show["legal"][0])["t"] == "ack"


def test_a_table_that_falls_while_somebody_comes() -> None:
    """A bot's move fails between a hello and its turn in the room: the page is told, and asked to come again."""

    class Falling:
        async def room(self, *_: str) -> Falling:
            return self

        async def call(self, *_: Any) -> None:
            raise Refused(503, "not_kept")

        enter = nodes = None
        budgets = Budgets({}, lambda: 0)

    sent: list[Any] = []
    line = SimpleNamespace(free=True, put=lambda all: sent.extend(map(json.loads, all)))

    async def come() -> None:
        page = sockets.Page(cast(Any, Falling()), cast(Any, SimpleNamespace(id="a", lang="en")), cast(Any, line))
        await page.hello(wire.Hello("t"))
        await asyncio.sleep(0)

    asyncio.run(come())
    assert [(m["t"], m.get("code")) for m in sent] == [("error", "not_kept"), ("resync", None)]


def test_two_tabs_and_double_clicks_are_one_player(tmp_path: Path) -> None:
    """Many tabs of two people click at once: for every show one action is done, and the record is exactly those."""
    with served(tmp_path / "a.db") as house:
        a, b = duel(house)
        pages = [a, b, *(p.person.page(p.table) for p in (a, a, b, b))]
        history: list[tuple[str, str, dict[str, Any]]] = []  # id, action, answer
        tabs = [threading.Thread(target=_click, args=(p, n, history)) for n, p in enumerate(pages)]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join(60)
        assert all(p.show["result"] for p in pages)
        assert len({json.dumps(p.show["view"]["rainbows"]) for p in pages}) == 1
        record = Record.from_json(a.person.http.get(f"/api/tables/{a.table}/record").content)
        assert replay(record).outcome is not None
        done = {id: (answer["n"], text) for id, text, answer in history if answer["t"] == "ack"}
        assert [text for _, text in sorted(done.values())] == [text for seat, text in record.moves if seat >= 0]
        assert len({n for n, _ in done.values()}) == len(done), "one action a show"
        assert sorted(done) == sorted(actions(house, a.table))
        refused = [answer for _, _, answer in history if answer["t"] == "refuse"]
        assert {answer["message"] for answer in refused} <= {"stale", "not_your_turn", "over"}
        assert len(refused) >= len(done), "there were clicks that lost"


def _click(page: Page, tab: int, history: list[tuple[str, str, dict[str, Any]]]) -> None:
    """Whenever there is something to do: click twice, at two things, and send the first once more."""
    dice = random.Random(tab)
    while not page.show["result"]:
        legal, n = page.show["legal"], page.show["n"]
        if legal:
            sent = {f"t{tab}-{n}-{k}": dice.choice(legal) for k in range(2)}
            for id, text in [*sent.items(), next(iter(sent.items()))]:
                page.send("play", id=id, a=text, n=n)
            answers = [page.until(lambda m: m.get("id", "").startswith(f"t{tab}-")) for _ in range(3)]
            assert answers[2]["id"] == answers[0]["id"]
            assert answers[2] == answers[0], "a resend has the first result"
            history.extend((answer["id"], sent[answer["id"]], answer) for answer in answers[:2])
        while page.show["n"] <= n and not page.show["result"]:
            page.until("show")
