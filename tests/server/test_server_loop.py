"""What may take long is not done on the event loop, and nothing grows without end."""

from __future__ import annotations

import asyncio
import importlib
import logging
import pkgutil
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import pytest

import stajnia.core
import stajnia.games
import stajnia.server
from stajnia.core.game import Illegal, Message
from stajnia.core.match import Match
from stajnia.server import (
    analyses,
    games,
    live_match,
    messages,
    records,
    replays,
    room,
    statistics,
    table_row,
    tutorial,
    wire,
)
from stajnia.server.app import create_http
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import worth_it
from stajnia.server.settings import Settings, now_ms
from tests.server.indoors import ALA, BOB, indoors, page, table

pytestmark = pytest.mark.usefixtures("offered")


def test_whether_a_card_would_win_is_looked_up_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for a window, also while others do things at the table, and before anybody is asked."""
    looked: list[str] = []

    def would_end(*_: Any) -> bool:
        looked.append(threading.current_thread().name)
        return False

    monkeypatch.setattr(room, "would_end", would_end)

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            here = await table(rooms, "me", "open")
            (ala, _), (bob, sent) = page(rooms, ALA), page(rooms, BOB)
            for each in (ala, bob):
                await each.hello(wire.Hello(here.row.id))
            for each in (ala, bob):
                await here.call(messages.hear, here, each, wire.Play(f"bid-{each.guest.id}", "bid 1"))
            await here.call(messages.hear, here, bob, wire.SetOrders("orders", "wins"))
            assert here.live is not None
            first = here.live.match.legal(0)[0]
            sent.clear()
            await here.call(messages.hear, here, ala, wire.Play("first", first))
            await here.call(messages.hear, here, ala, wire.Say("line", "Hi"))
            assert next(m["legal"] for m in sent if m["t"] == "show") == [], "the orders have answered"

    asyncio.run(play())
    assert len(looked) == 1
    assert looked[0] != threading.main_thread().name


def test_a_match_is_not_taken_back_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record has a size: after many undos there are no more, and play goes on."""
    monkeypatch.setattr(live_match, "UNDOS", 2)
    options = Match.start("tiny", 1).record.options
    live, _ = LiveMatch.start("tiny", 1, options, b"seed", "none", Settings(), 1_000)
    for n in range(3):
        live.play(0, live.match.legal(0)[0], f"a{n}", "", 1_000)
        if n < 2:
            live.undo(0, None, f"u{n}", [], False, 1_000)
    with pytest.raises(Illegal) as refused:
        live.undo(0, None, "u2", [], False, 1_000)
    assert refused.value.message == "no_more_undo"
    live.play(0, live.match.legal(0)[0], "more", "", 1_000)


def test_who_comes_to_a_long_match_is_told_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a match without end the last shows are told, and which they are."""
    monkeypatch.setattr(room, "TOLD", 3)

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            here = await table(rooms, "me")
            ala, sent = page(rooms, ALA)
            await ala.hello(wire.Hello(here.row.id))
            assert here.live is not None
            while here.live.n < 6:
                await here.call(messages.hear, here, ala, wire.Play(f"p{here.live.n}", here.live.match.legal(0)[0]))
            sent.clear()
            await ala.hello(wire.Hello(here.row.id))
            await asyncio.sleep(0)
            show = next(m for m in sent if m["t"] == "show")
            assert (show["n"], show["since"]) == (here.live.n, here.live.n - 3)
            assert {e["n"] for e in show["events"]} <= set(range(show["since"] + 1, show["n"] + 1))

    asyncio.run(play())


def test_what_guests_bring_is_not_kept_for_ever() -> None:
    """Boxes, boards and tasks of one's own are remembered, but only so many of them: no cache of what a guest may
    choose is without a bound."""
    found = {}
    for package in (stajnia.core, stajnia.games, stajnia.server):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".migrations." in module.name:  # Alembic's
                continue
            for name, kept in vars(importlib.import_module(module.name)).items():
                if hasattr(kept, "cache_info") and module.name == kept.__module__:
                    found[f"{module.name.removeprefix('stajnia.')}.{name}"] = kept.cache_info().maxsize
    assert found["games.fever.box.box"] == 256, "each has 30 kB"
    assert {name for name, most in found.items() if most is None} == {
        "core.words.words",  # by game and language
        "games.clovers.swaps.goals",  # one
        "server.tutorial.tutorial",  # by game
    }


def test_what_takes_long_is_done_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads, lists of them, replays, questions about them, new tables and matches, the tutorial: in threads."""
    where: dict[str, set[bool]] = defaultdict(set)

    def look_at(place: Any, name: str) -> None:
        job = getattr(place, name)

        def seen(*args: Any) -> Any:
            where[name].add(threading.current_thread() is threading.main_thread())
            return job(*args)

        monkeypatch.setattr(place, name, seen)

    for name in ("_checked", "_uploaded", "_replay"):
        look_at(records, name)
    look_at(analyses, "_choices")
    look_at(statistics, "counted")
    look_at(replays, "moment")
    look_at(table_row, "new_table")
    look_at(games, "all_games")
    look_at(tutorial, "why")
    for name in ("start", "again"):
        look_at(LiveMatch, name)

    async def explain(*_: Any) -> list[Message]:
        return []

    async def nothing(*_: Any) -> None:
        return None

    async def ask() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            monkeypatch.setattr(rooms.workers, "explain", explain)
            monkeypatch.setattr(rooms.workers, "judge", nothing)
            door = httpx.ASGITransport(create_http(rooms))
            async with httpx.AsyncClient(transport=door, base_url="http://here") as web:
                await web.post("/api/me", json={})
                match = Match.start("duel", 2, {"first": "0"}, seed=3)
                match.play(0, match.legal(0)[0])
                match.record.notes["seats"] = ["bot greedy", "person"]
                body = match.record.to_json()
                head = {"content-type": "application/json"}
                id = (await web.post("/api/records", content=body, headers=head)).json()["id"]
                seats = [{"kind": "me"}, {"kind": "bot"}]
                made = await web.post("/api/tables", json={"game": "duel", "seats": seats, "start": True})
                rooms.here[made.json()["id"]].leave_memory()
                for path in (
                    "games",
                    "records",
                    f"records/{id}/replay",
                    f"records/{id}/why?n=1",
                    f"records/{id}/analysis?seat=0",
                    "me/statistics",
                    f"tables/{made.json()['id']}",
                    "games/duel/tutorial/why?n=0&a=a1",
                ):
                    assert (await web.get(f"/api/{path}")).status_code == 200, path

    asyncio.run(ask())
    beside = ("_checked", "_uploaded", "_replay", "_choices", "counted", "moment", "new_table", "all_games", "why")
    assert where == {name: {False} for name in (*beside, "start", "again")}


def test_nobodys_time_jumps_with_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set two hours ahead while the server runs, it empties nobody's bank."""
    before = now_ms()
    wall = time.time_ns() + 7_200_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: wall)
    monkeypatch.setattr(time, "time", lambda: wall / 1e9)
    assert 0 <= now_ms() - before < 3_600_000


@pytest.mark.parametrize("text", ["Invalid HTTP request received.", "Invalid UTF-8 sequence received"])
def test_what_a_client_does_wrong_fills_no_log(text: str) -> None:
    """A line for each odd request would fill the disk of a server that strangers find."""
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, text, (), None)
    assert not worth_it(record)
    assert worth_it(logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Something else", (), None))
