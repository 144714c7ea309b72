"""Garbage is searched for in small portions, and what is large needs no search at all."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import ref

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect

from stajnia.server import garbage, messages, wire
from stajnia.server.app import Stajnia
from stajnia.server.metrics import Histogram
from stajnia.server.run import _Server
from stajnia.server.settings import Settings
from tests.server.hand_clock import HandClock
from tests.server.indoors import ALA, indoors, page, table
from tests.server.pages import PATIENCE

pytestmark = pytest.mark.usefixtures("offered", "as_before")


@pytest.fixture
def as_before() -> Iterator[None]:
    """Python's own way again, after the test."""
    thresholds, callbacks = gc.get_threshold(), list(gc.callbacks)
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()
    gc.enable()


def test_no_search_looks_at_much() -> None:
    """However much stays in memory, only what is new is looked at, and what stays is set aside."""
    looked_at: list[int] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked_at.append(sum(len(gc.get_objects(n)) for n in range(info["generation"] + 1)))

    garbage.in_small_portions()
    gc.callbacks.append(count)
    kept = [[n] for n in range(100_000)]
    assert len(looked_at) > 40
    assert max(looked_at) < 15_000
    assert gc.get_freeze_count() > len(kept) - 15_000


def test_a_room_that_leaves_memory_is_gone_at_once(tmp_path: Path) -> None:
    """With its match and its pages, without a search for them."""

    async def play() -> list[ref[Any]]:
        async with indoors(tmp_path / "a.db") as rooms:
            gc.disable()
            room = await table(rooms, "me", "open")
            ala, _ = page(rooms, ALA)
            await ala.hello(wire.Hello(room.row.id))
            await room.call(messages.hear, room, ala, wire.Play("a", "bid 1"))
            await room.call(messages.hear, room, ala, wire.Play("b", "nonsense"))
            assert room.live is not None
            found: list[ref[Any]] = [ref(room), ref(room.live)]  # which has the match
            await ala.leave()
            await room.call(asyncio.sleep, 0)
            room.leave_memory()
            del room, ala
            while any(each() is not None for each in found):
                await asyncio.sleep(0.001)
            return found

    assert len(asyncio.run(play())) == 2


def test_a_connection_that_is_over_is_gone_at_once(tmp_path: Path) -> None:
    """Those of sockets and those of requests, with all that was known of them."""

    async def visit() -> int:
        ready = asyncio.Event()
        server = _Server(Stajnia(Settings(str(tmp_path / "a.db"), workers=1)))
        server.ready = ready.set
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            serving = asyncio.create_task(server._serve([listening]))
            await ready.wait()
            gc.collect()
            gc.disable()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}"
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            cookie = head.split("set-cookie: ")[1].split(";")[0]
            async with connect(f"ws://127.0.0.1:{port}/ws", additional_headers={"Cookie": cookie}) as line:
                await line.send('{"t":"ping"}')
                await line.recv()
                doors = [each for each in gc.get_objects() if isinstance(each, HttpToolsProtocol)]
                assert len(doors) == 1, "that of the socket is gone when it has become one"
                del doors
                found: list[ref[Any]] = [ref(each) for each in server.server_state.connections]
                found += [ref(each) for each in server.config.loaded_app.app.rooms.pages]
            writer.close()
            await writer.wait_closed()
            while any(each() is not None for each in found):
                await asyncio.sleep(0.001)
            server.should_exit = True
            await serving
        return len(found)

    async def in_time() -> int:
        async with asyncio.timeout(PATIENCE):
            return await visit()

    assert asyncio.run(in_time()) == 3


class Knot:
    """A circle."""

    def __init__(self) -> None:
        self.self = self


@pytest.mark.parametrize("busy", [True, False])
def test_everything_is_looked_at_in_a_quiet_moment(busy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """When twice as much was set aside as before: once for a second nothing happens, or after ten minutes in which it
    always did."""
    clock, counts = HandClock(), iter((100, 150, 90, 179, 180, 180))
    monkeypatch.setattr(gc, "get_freeze_count", lambda: next(counts))

    async def go() -> int:
        settings = Settings(now=clock.now, later=clock.later)
        rooms: Any = SimpleNamespace(settings=settings, shows=0, pages=(), request_times=Histogram())
        tidying = asyncio.create_task(garbage.tidy(rooms))
        await asyncio.sleep(0)
        knot = Knot()
        gone = ref(knot)
        gc.freeze()
        del knot
        gc.collect()
        seconds = 0
        while gone() is not None:
            rooms.shows += busy
            clock.advance(1_000)
            seconds += 1
            for _ in range(5):
                await asyncio.sleep(0)
        tidying.cancel()
        return seconds

    assert asyncio.run(go()) == 4 * 3_600 + (garbage.PATIENCE if busy else 1)
