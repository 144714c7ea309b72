"""A bot of one's own at a live table: openly, only where the host lets it, and through lost connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

import stajnia
from examples.sit_at_a_table import sit
from stajnia.bots.bot import Budget, at_random
from stajnia.client import live_table
from stajnia.client.live_table import LiveTable, Refused
from stajnia.core.game import Illegal
from stajnia.server import wire
from tests.held_port import HeldPort
from tests.server.pages import PATIENCE, Person, Served, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


@pytest.fixture
def host(house: Served) -> Iterator[Person]:
    with contextlib.closing(Person(house, "Ala")) as person:
        yield person


def waiting(host: Person, game: str, seats: int = 2, **more: Any) -> str:
    """A table with a free seat, where bots of guests may sit down."""
    wanted = [{"kind": "open"}, *[{"kind": "bot", "level": "random"}] * (seats - 1)]
    return str(host.post("/api/tables", {"game": game, "seats": wanted, "guest_bots": True, **more})["id"])


async def begun(host: Person, table: str) -> None:
    """Start the match as soon as nobody is missing."""
    while any(s["kind"] == "open" for s in (await asyncio.to_thread(host.get, f"/api/tables/{table}"))["seats"]):
        await asyncio.sleep(0.02)
    await asyncio.to_thread(host.post, f"/api/tables/{table}/start")


@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("clovers", 3), ("unstable", 3)])
def test_a_program_plays_a_match_to_the_end(house: Served, host: Person, game: str, seats: int) -> None:
    """The example sits down by the table's link, everybody sees what it is, and its result is the table's."""
    table = waiting(host, game, seats)

    async def play() -> Any:
        return (await asyncio.gather(sit(f"{house.url}/t/{table}"), begun(host, table)))[0]

    result = asyncio.run(play())
    info = host.get(f"/api/tables/{table}")
    assert info["guest_bots"]
    assert [s["guest_bot"] for s in info["seats"]] == [True, *[False] * (seats - 1)]
    assert info["names"][0] == "Iskra"
    assert list(result.winners) == info["result"]["winners"]


def test_it_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """Killed sockets and a killed server are laid anew; every move is played once, and the record is whole."""
    below = served(tmp_path / "own.db", prefix="/games")  # a path of its host
    with below as house, contextlib.closing(Person(house, "Ala", below="/games")) as host:
        table = waiting(host, "duel")

        async def play() -> LiveTable:
            there = stajnia.connect(host.url, table, name="Iskra")
            starting = asyncio.create_task(begun(host, table))
            rng, count = Random(1), 0
            async for decision in there:
                count += 1
                action = at_random(decision.view, decision.legal, rng, Budget())
                if count == 2 and there._line is not None:
                    there._line.transport.abort()
                if count == 3:
                    house.kill()
                    playing = asyncio.create_task(decision.play(action))
                    await asyncio.to_thread(house.start)
                    assert await playing
                else:
                    assert await decision.play(action)
            await starting
            return there

        there = asyncio.run(play())
        record = host.get(f"/api/tables/{table}/record")
        again = stajnia.replay(stajnia.Record.from_json(host.http.get(f"/api/tables/{table}/record").text))
        assert again.outcome == there.result
        assert not [move for move in record["moves"] if move[1].startswith("undo")]


def test_a_server_that_stays_away_ends_the_move(tmp_path: Path) -> None:
    """Who waits for the answer to a move is told that the server is gone, and so is who plays after that."""
    with served(tmp_path / "own.db") as house, contextlib.closing(Person(house, "Ala")) as host:
        table = waiting(host, "duel")

        async def play() -> None:
            starting = asyncio.create_task(begun(host, table))
            async for decision in stajnia.connect(house.url, table, patience=0):
                await starting
                house.kill()
                for _ in range(2):
                    with pytest.raises(ConnectionError, match="is out of reach"):
                        await decision.play(decision.legal[0])

        with pytest.raises(ConnectionError, match="is out of reach"):
            asyncio.run(play())


def test_only_where_the_host_lets_it(house: Served, host: Person) -> None:
    """Tables take no programs of guests unless their host has said so; the refusal is a sentence."""
    table = waiting(host, "duel", guest_bots=False)
    with pytest.raises(Refused, match="lets no programs of guests sit") as refused:
        asyncio.run(sit(f"{house.url}/t/{table}"))
    assert refused.value.code == "no_guest_bots"
    with pytest.raises(Refused, match="no such table"):
        asyncio.run(sit(f"{house.url}/t/nowhere"))


def test_what_is_not_allowed_is_told(house: Served, host: Person) -> None:
    """An illegal action raises Illegal with its rule and changes nothing; a host who frees the seat ends the visit."""
    table = waiting(host, "duel", options={"start": "spread", "first": "0"})

    async def play() -> None:
        starting = asyncio.create_task(begun(host, table))
        async for decision in stajnia.connect(house.url, table):
            with pytest.raises(Illegal, match="R"):
                await decision.play("a1 a1")
            assert await decision.play(decision.legal[0])
            break
        await starting

    asyncio.run(play())
    table = waiting(host, "duel")

    async def asked_to_go() -> None:
        sitting = asyncio.create_task(sit(f"{house.url}/t/{table}"))
        while host.get(f"/api/tables/{table}")["seats"][0]["kind"] == "open":
            await asyncio.sleep(0.02)
        await asyncio.to_thread(host.post, f"/api/tables/{table}/seat", {"seat": 0, "kind": "open"})
        await sitting

    with pytest.raises(Refused, match="does not want you"):
        asyncio.run(asked_to_go())


def test_bad_addresses_are_refused_at_once() -> None:
    """What is no address, and a server that is not there."""
    with pytest.raises(ValueError, match="no address of a server"):
        stajnia.connect("localhost:8000", "table")
    with pytest.raises(ValueError, match="which table"):
        stajnia.connect("http://localhost:8000")
    with pytest.raises(TypeError, match="colour"):
        stajnia.connect("http://localhost:8000", "table", colour="red")
    with contextlib.closing(HeldPort()) as port, pytest.raises(ConnectionError, match="is out of reach"):
        asyncio.run(_first(stajnia.connect(f"http://127.0.0.1:{port.number}/t/table", patience=0)))


def test_a_server_that_lets_in_and_hangs_up_is_out_of_reach() -> None:
    """It is not tried for ever: what says nothing of the table does not count as being there."""
    full = wire.encode(wire.Error("too_many", "Too many.")).decode()

    async def hang_up(line: ServerConnection) -> None:
        await line.send(full)

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), listening(hang_up) as url:
            await stajnia.connect(url, "table", patience=0)._listen()

    with pytest.raises(ConnectionError, match="is out of reach"):
        asyncio.run(play())


def test_patience_begins_when_the_server_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a table was silent before: who waited for an hour does not give up at the first try in vain."""
    ahead = [0.0]
    came: list[str] = []

    async def come(line: ServerConnection) -> None:
        came.append("in")
        if len(came) == 1:
            await line.recv()
            await line.send(wire.encode(wire.Pong(0)).decode())
            ahead[0] = 3_600
        else:
            await line.close(wire.NO_PERSON)

    def door(line: ServerConnection, _: Request) -> Response | None:
        if len(came) != 1:
            return None
        came.append("turned away")
        return line.respond(503, "")

    async def play() -> None:
        async with asyncio.timeout(PATIENCE), listening(come, door) as url:
            await stajnia.connect(url, "table", patience=1_000)._listen()

    monkeypatch.setattr(live_table, "monotonic", lambda: ahead[0])
    with pytest.raises(Refused) as refused:
        asyncio.run(play())
    assert refused.value.code == "no_person"
    assert came == ["in", "turned away", "in"]


def test_who_leaves_in_a_hurry_leaves_no_socket_open() -> None:
    """A program that ends breaks off even the closing of its socket."""

    async def play() -> None:
        arrived = asyncio.Event()

        async def stay(line: ServerConnection) -> None:
            await line.recv()
            arrived.set()
            await line.wait_closed()

        async with asyncio.timeout(PATIENCE), listening(stay) as url:
            table = stajnia.connect(url, "table")
            sitting = asyncio.create_task(table._listen())
            await arrived.wait()
            line = table._line
            assert line is not None
            for _ in range(2):
                sitting.cancel()
                await asyncio.sleep(0)
            with contextlib.suppress(asyncio.CancelledError):
                await sitting
            assert line.transport.is_closing()

    asyncio.run(play())


@contextlib.asynccontextmanager
async def listening(come: Any, door: Any = None) -> AsyncIterator[str]:
    """A server of sockets, and where it is."""
    async with serve(come, "127.0.0.1", 0, process_request=door) as server:
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"


async def _first(table: LiveTable) -> None:
    async for _ in table:
        return
