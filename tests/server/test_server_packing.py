"""What travels packed: the same text, smaller, and not made again each time."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from stajnia.server import endpoint, lobby, packing
from stajnia.server.page_files import PageFiles
from tests.server.indoors import indoors
from tests.server.pages import Person, Served, served

GZIP, PLAIN = {"accept-encoding": "gzip"}, {"accept-encoding": "identity"}


def asking(**headers: str) -> Request:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": sent})


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/games/duel/words/pl", "/api/games/fever/rules/en", "/openapi.json"]
)
def test_what_is_fixed_is_told_once(house: Served, path: str) -> None:
    """Packed or not it is the same text; who has it already is told that nothing changed."""
    plain, small = (httpx.get(house.url + path, headers=h) for h in (PLAIN, GZIP))
    assert plain.text == small.text
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "accept-encoding")
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"])
    known = httpx.get(house.url + path, headers={"if-none-match": plain.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert "content-security-policy" in known.headers


def test_answers_of_ones_own_are_packed_and_not_kept(ala: Person) -> None:
    """A list of tables with a long name many times is smaller on its way, and no cache keeps it."""
    for _ in range(4):
        ala.table("tiny", ["me", "open"], name="long " * 8)
    plain, small = (ala.http.get("/api/tables/mine", headers=h) for h in (PLAIN, GZIP))
    assert plain.json() == small.json()
    assert small.headers["content-encoding"] == "gzip"
    assert small.headers["cache-control"] == "no-store"
    assert "content-encoding" not in ala.http.get("/api/me", headers=GZIP).headers


def test_large_answers_are_packed_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that takes long runs on the event loop."""
    where: dict[int, str] = {}
    pack = packing._gzip

    def seen(body: bytes, level: int) -> bytes:
        where[len(body)] = threading.current_thread().name
        return pack(body, level)

    monkeypatch.setattr(packing, "_gzip", seen)

    async def work() -> None:
        for size in (999, 5_000, 500_000):
            await packing.packed(asking(accept_encoding="gzip, br"), Response(b"x" * size))

    asyncio.run(work())
    main = threading.main_thread().name
    assert {size: name == main for size, name in where.items()} == {5_000: True, 500_000: False}


def test_a_file_of_the_page_is_read_again_when_it_was_changed(tmp_path: Path) -> None:
    """A page that is built anew is served anew, without a restart."""
    file = tmp_path / "index.html"
    file.write_text("one " * 400)

    async def body(files: PageFiles) -> Any:
        return (await files.response(asking(), "t/abc")).body

    async def work() -> None:
        files = PageFiles(tmp_path)
        assert bytes(await body(files)).startswith(b"one")
        file.write_text("two " * 400)
        assert bytes(await body(files)).startswith(b"two")

    asyncio.run(work())


def test_pictures_come_as_they_are(tmp_path: Path) -> None:
    """Only texts are worth packing."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("x")
    (folder / "icon.png").write_bytes(b"png" * 1_000)
    with served(tmp_path / "a.db", page=str(folder)) as house:
        answer = httpx.get(house.url + "/icon.png", headers=GZIP)
        assert (answer.headers["content-type"], answer.content) == ("image/png", b"png" * 1_000)
        assert "content-encoding" not in answer.headers


def test_an_answer_is_packed_in_the_turn_of_its_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that one guest has not all threads, however many lists are asked for at once."""
    held: list[int] = []
    rooms: Any = None

    async def look(_: Request, answer: Response) -> Response:
        held.append(rooms.requests.busy)
        return answer

    async def ask() -> None:
        nonlocal rooms
        async with indoors(tmp_path / "a.db") as rooms:
            scope = {"type": "http", "method": "GET", "path": "/api/tables", "headers": [], "client": ("192.0.2.1", 1)}
            app = SimpleNamespace(state=SimpleNamespace(rooms=rooms))
            (tables,) = (e for e in lobby.ROUTES if (e.method, e.path) == ("GET", "/api/tables"))
            answer: Any = await endpoint.route(tables).endpoint(Request({**scope, "app": app}))
            assert answer.status_code == 200

    monkeypatch.setattr(endpoint, "packed", look)
    asyncio.run(ask())
    assert held == [1]
