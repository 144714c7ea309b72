"""A database that is away: stopped in the middle of everything, or gone. What needs none goes on, the rest is told."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.databases import postgres
from tests.server.pages import PATIENCE, Page, Person, Served, served

TIMES: dict[str, Any] = {"read_time": 3_000, "write_time": 5_000}
UNKNOWN = {"stajnia": "nobody-knows-this-token"}


def postmaster(url: str) -> int:
    """The process of the database server."""
    return int((Path(url.split("host=")[1]) / "data/postmaster.pid").read_text().split()[0])


@contextlib.contextmanager
def stopped(url: str) -> Iterator[None]:
    """All of the database server stands still, its connections open."""
    first = postmaster(url)
    os.kill(first, signal.SIGSTOP)
    others = [int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()]
    for pid in others:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in (*others, first):
            os.kill(pid, signal.SIGCONT)


def asked(house: Served, path: str, **more: Any) -> httpx.Response:
    return httpx.get(house.url + path, timeout=PATIENCE, **more)


def all_is_told(house: Served, ala: Person, page: Page) -> None:
    """While the database is away: each thing as it should be answered, all of them at the same time."""
    stranger = Person.__new__(Person)
    stranger.house, stranger.url, stranger.pages = house, house.url, []
    stranger.http = httpx.Client(cookies=UNKNOWN)
    with ThreadPoolExecutor(8) as pool:
        fine = [pool.submit(asked, house, path) for path in ("/api/games", "/openapi.json", "/api/games/duel/rules/pl")]
        health = pool.submit(asked, house, "/healthz")
        unknown = pool.submit(asked, house, "/api/me", cookies=UNKNOWN)
        tables = pool.submit(ala.http.get, "/api/tables/mine")
        turned_away = pool.submit(Page, stranger)
        page.send("ping")
        assert page.until("pong")
        assert [answer.result().status_code for answer in fine] == [200, 200, 200]
        assert health.result().status_code == 503
        for answer in (unknown.result(), tables.result()):
            assert (answer.status_code, answer.json()["code"]) == (503, "not_kept")
            assert int(answer.headers["retry-after"]) > 0
            assert "content-security-policy" in answer.headers
        told = turned_away.result()
        assert told.next()["code"] == "not_kept"
        with pytest.raises(ConnectionClosed) as closed:
            told.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        told.close()
    stranger.http.close()
    refused = page.play(page.show["legal"][0], id="again-and-again")
    assert (refused["t"], refused["message"]) == ("refuse", "not_kept")
    page.until("resync")


def test_a_database_that_stands_still_holds_up_nothing_else(capfd: pytest.CaptureFixture[str]) -> None:
    """Stopped with its connections open: nothing hangs, everybody is told; when it goes on, so do the games."""
    with postgres() as url, served(url, **TIMES) as house:
        ala = Person(house, "Ala")
        table = ala.table("duel", ["me", "bot random"], options={"first": "0"})
        page = ala.page(table)
        with stopped(url):
            all_is_told(house, ala, page)
        while asked(house, "/healthz").status_code != 200:
            pass
        page.hello(table)
        assert page.play(page.my_turn()["legal"][0], id="again-and-again")["t"] == "ack"
    assert "Traceback" not in capfd.readouterr().err


def test_a_database_that_is_gone_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    """Its server was ended: 503 in plain words, no bug, no traceback."""
    with postgres() as url, served(url, **TIMES) as house:
        ala = Person(house, "Ala")
        page = ala.page(ala.table("duel", ["me", "bot random"], options={"first": "0"}))
        first = postmaster(url)
        os.kill(first, signal.SIGQUIT)
        while Path(url.split("host=")[1], "data/postmaster.pid").exists():
            pass
        all_is_told(house, ala, page)
    assert "Traceback" not in capfd.readouterr().err
