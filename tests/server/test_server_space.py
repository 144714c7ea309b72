"""Room for what is kept: beyond a bound nothing new is let in, and what is played goes on."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from stajnia.server import database
from stajnia.server.budgets import Budget
from stajnia.server.errors import Refused
from stajnia.server.space import LITTLE, NONE, PLENTY, _size
from tests.server.databases import postgres
from tests.server.figures import figures
from tests.server.indoors import indoors
from tests.server.pages import PLENTY as NO_BUDGETS
from tests.server.pages import Person, play_out, served


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "a.db")
    else:
        with postgres() as url:
            yield url


def test_the_database_has_a_size(db: str) -> None:
    """It is looked at as it is: plenty, nearly as large as it may be, too large; and there is room again after it."""

    async def go() -> None:
        async with indoors(db) as rooms:

            async def left(most: float | None) -> int:
                rooms.budgets.budgets["kept"] = Budget(None, None, most)
                await rooms.space.look()
                return rooms.space.left

            assert [await left(most) for most in (1, 1e12, 0, None)] == [NONE, PLENTY, PLENTY, PLENTY]
            assert await left(1) == NONE
            with pytest.raises(Refused, match="no_room"):
                rooms.space.check()
            most = await rooms.store.read(_size) + 2_000_000
            assert await left(most) != NONE
            for n in range(60):
                row = {"id": f"r{n}", "person": "a", "at": 0, "body": os.urandom(50_000).hex()}
                await rooms.store.save(ops=[(database.records.insert(), row)])
            assert await left(most) == NONE
            if "://" not in db:  # what was deleted there is used again
                await rooms.store.save(ops=[(sa.delete(database.records), {})])
                assert await left(most) != NONE
            assert await left(None) == PLENTY
            rooms.space.check()

    asyncio.run(go())


def test_some_of_the_disk_stays_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else fills it, the games that run can be written to their end."""

    async def go() -> list[int]:
        async with indoors(tmp_path / "a.db", free=200) as rooms:
            found = []
            for free in (100_000, 240, 200, 0, 100_000):
                usage = SimpleNamespace(free=free)
                monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
                await rooms.space.look()
                found.append(rooms.space.left)
            return found

    assert asyncio.run(go()) == [PLENTY, LITTLE, NONE, NONE, PLENTY]


def test_without_room_nothing_new_is_let_in_and_games_go_on(tmp_path: Path) -> None:
    """New guests, tables, rematches, uploads, chat and undos are refused in a sentence that says when to come again;
    moves are not. The host sees it in the figures, and there is an end to it."""
    plenty: dict[str, Any] = {**NO_BUDGETS, "kept": [None, None, 10_000_000_000]}
    full = {**NO_BUDGETS, "kept": [None, None, 1]}
    with served(tmp_path / "a.db", budgets=plenty, metrics=str(tmp_path / "m"), free=0) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me"])
        over = ala.table("tiny", ["me"], options={"turns": 1})
        play_out(ala.page(over))
        assert figures(str(tmp_path / "m"))["stajnia_space"] == PLENTY
        house.stop()
        house.start(budgets=full)
        while figures(str(tmp_path / "m"))["stajnia_space"] != NONE:
            time.sleep(0.01)
        body = {"game": "tiny", "seats": [{"kind": "me"}]}
        record = ala.get(f"/api/tables/{over}/record")
        for refused in (
            httpx.post(f"{house.url}/api/me", json={"name": "Eve"}),
            ala.http.post("/api/tables", json=body),
            ala.http.post(f"/api/tables/{over}/rematch"),
            ala.http.post("/api/records", json=record),
        ):
            assert (refused.status_code, refused.json()["code"]) == (503, "no_room")
            assert (int(refused.headers["retry-after"]), "goes on" in refused.json()["text"]) == (600, True)
        page = ala.page(table)
        assert page.play(page.show["legal"][0])["t"] == "ack"
        page.until("show")
        for refusal in (page.ask("chat", text="Hi"), page.ask("undo", to=0)):
            assert (refusal["message"], refusal["values"]["seconds"]) == ("no_room", 600)
        play_out(page)
        house.stop()
        house.start(budgets=plenty)
        assert ala.post("/api/tables", body)["state"] == "waiting"
