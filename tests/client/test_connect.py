"""A bot of one's own at a live table: openly, only where the host lets it, and through lost connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stajnia
from examples.sit_at_a_table import sit
from stajnia.bots.bot import Budget, at_random
from stajnia.client.live_table import LiveTable, Refused
from stajnia.core.game import Illegal
from tests.server.pages import Person, Served, served


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
    with pytest.raises(ConnectionError, match="is out of reach"):
        asyncio.run(_first(stajnia.connect("http://localhost:9/t/table", patience=0)))


async def _first(table: LiveTable) -> None:
    async for _ in table:
        return
