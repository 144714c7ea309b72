"""Which process has a table: claims, the fence before every write, who is thought gone."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from stajnia.server import database, opening, relay
from stajnia.server.database import BadDatabase
from stajnia.server.errors import Refused
from stajnia.server.guests import Guests
from stajnia.server.leases import Beat, Elsewhere, Leases, Node, look
from stajnia.server.nodes import Nodes, agree, fits, has_room, this_node, too_many
from stajnia.server.reach import _asked, answering, answers, check, proof
from stajnia.server.relay import Far, Requests, Unreachable, open_relay
from stajnia.server.settings import Settings
from stajnia.server.store import Entry, Fenced, Lease, NotKept, Store, _Job
from tests.held_port import HeldPort
from tests.server.databases import fresh_database, restart
from tests.server.indoors import indoors
from tests.server.indoors import table as begun
from tests.server.pages import PATIENCE

LENGTH = 3_600_000  # ms: no lease of these tests runs out by itself
TABLE = {"game": "tiny", "rules": 1, "state": "playing", "listed": False, "seed": "", "body": "{}"}


@pytest.fixture
def url(postgres_url: str) -> str:
    return fresh_database(postgres_url)


class Process:
    """A store and the leases of one node, as a process of the house has them."""

    def __init__(self, url: str, name: str) -> None:
        self.store = Store(url, shared_for=LENGTH)
        self.leases = Leases(self.store.engine, Node(name, f"{name}:1"), LENGTH)

    async def append(self, lease: Lease, n: int) -> None:
        await self.store.save(lease.table, [entry(n)], lease=lease)

    def vanish(self) -> None:
        """Its time has run out, though it knows nothing of it."""
        with self.store.engine.begin() as connection:
            connection.execute(
                sa.update(database.nodes).where(database.nodes.c.id == self.leases.me.id).values(until=1)
            )


def entry(n: int) -> Entry:
    return Entry(n, 1, "move", 0, None, b"{}")


@contextlib.asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes that live, and a table `t`."""
    ours = Process(url, "a"), Process(url, "b")
    try:
        async with asyncio.timeout(PATIENCE):
            for each in ours:
                await each.leases.beat()
            await made(ours[0], "t")
            yield ours
    finally:
        for each in ours:
            each.leases.close()
            each.store.close()


async def held(process: Process, table: str = "t") -> Lease:
    lease = await process.leases.claim(table)
    assert lease is not None
    return lease


def test_a_table_is_claimed_once_and_claimed_again_with_a_later_epoch(url: str) -> None:
    """Who comes second is told who has it; the owner itself, or anybody after a release, gets the next epoch."""

    async def work() -> None:
        async with two(url) as (a, b):
            assert await held(a) == Lease("t", "a", 1)
            with pytest.raises(Elsewhere) as told:
                await b.leases.claim("t")
            assert (told.value.node.id, told.value.node.address) == ("a", "a:1")
            again = await held(a)
            assert again.epoch == 2
            await a.leases.release(Lease("t", "a", 1))  # of an epoch that is over: nothing
            with pytest.raises(Elsewhere):
                await b.leases.claim("t")
            await a.leases.release(again)
            assert await held(b) == Lease("t", "b", 3)
            assert await a.leases.claim("nowhere") is None
            with a.store.engine.connect() as connection:
                assert connection.execute(sa.select(database.leases.c.id)).scalars().all() == ["t"]

    asyncio.run(work())


def test_of_many_who_claim_at_once_one_gets_it(url: str) -> None:
    """Forty claims of two processes for ten tables: every table has one owner, and both agree who it is."""

    async def work() -> None:
        async with two(url) as (a, b):
            tables = [f"t{n}" for n in range(10)]
            await made(a, *tables)
            for process, other in ((a, b), (b, a)):
                claims = [p.leases.claim(t) for t in tables for p in (process, other)]
                found = await asyncio.gather(*claims, return_exceptions=True)
                assert all(isinstance(each, Lease | Elsewhere) for each in found)
            mine, theirs = await a.leases.mine(), await b.leases.mine()
            assert not mine.keys() & theirs.keys()
            assert sorted([*mine, *theirs]) == tables

    asyncio.run(work())


def test_who_has_lost_a_table_writes_nothing(url: str) -> None:
    """A node that was thought gone wakes up: the log, a line of chat and the row are closed to it, and only those."""

    async def work() -> None:
        async with two(url) as (a, b):
            old = await held(a)
            await a.append(old, 0)
            a.vanish()
            new = await held(b)
            assert new.epoch == old.epoch + 1
            for late in (
                a.append(old, 1),
                a.store.save(ops=[a.store.put(database.tokens, hash="x", person="")], lease=old),
            ):
                with pytest.raises(Fenced):
                    await late
            await b.append(new, 1)
            assert [e.n for e in await b.store.entries("t")] == [0, 1]
            assert await b.store.rows(sa.select(database.tokens)) == []
            await made(b, "t2")
            with pytest.raises(NotKept, match="not among the living"):
                await a.leases.claim("t2")
            assert (await a.leases.beat()).lapsed
            assert not (await a.leases.beat()).lapsed
            with pytest.raises(Elsewhere):
                await a.leases.claim("t")

    asyncio.run(work())


async def made(process: Process, *ids: str) -> None:
    """Tables with these ids."""
    put = process.store.put
    await process.store.save(ops=[put(database.tables, id=id, created=1, updated=1, **TABLE) for id in ids])


def test_a_fenced_write_spoils_no_other(url: str) -> None:
    """Writes that share a commit with one of a lost lease are kept; one of no lease at all, too."""

    async def work() -> None:
        async with two(url) as (a, b):
            await made(a, "t1", "t2")
            leases = [await held(a, id) for id in ("t", "t1", "t2")]
            with a.store.engine.begin() as connection:
                connection.execute(
                    sa.update(database.leases).where(database.leases.c.id == "t1").values(node="b", epoch=2)
                )
            saves = [a.append(lease, 0) for lease in leases]
            found = await asyncio.gather(*saves, a.store.save("free", [entry(0)]), return_exceptions=True)
            assert [type(each) for each in found] == [type(None), Fenced, type(None), type(None)]
            with pytest.raises(NotKept):  # the second wall: a place is written once
                await a.append(leases[0], 0)
            assert await b.store.entries("t1") == []

    asyncio.run(work())


def test_a_claim_waits_for_the_write_that_came_first(url: str) -> None:
    """The new owner reads a log to which the old one can add nothing more."""

    async def work() -> None:
        async with two(url) as (a, b):
            old = await held(a)
            a.vanish()
            with a.store.engine.connect() as connection:  # the old owner's write, before its commit
                a.store._fenced(connection, [_job(old)])
                claim = asyncio.create_task(b.leases.claim("t"))
                waits = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                while not (await b.store.read(lambda c: c.execute(waits).scalar_one())):
                    await asyncio.sleep(0.01)
                assert not claim.done()
                connection.commit()
            new = await claim
            assert new is not None
            assert [e.n for e in await b.store.entries("t")] == [0]
            with pytest.raises(Fenced):
                await a.append(old, 1)

    asyncio.run(work())


def _job(lease: Lease) -> _Job:
    return _Job([entry(0).row(lease.table)], (), asyncio.get_running_loop().create_future(), lease)


def test_a_table_is_handed_over_to_somebody_living(url: str) -> None:
    """The other has it with the next epoch; to who is gone nothing is handed over."""

    async def work() -> None:
        async with two(url) as (a, b):
            lease = await held(a)
            b.vanish()
            assert not await a.leases.hand_over(lease, "b")
            await b.leases.beat()
            assert await a.leases.hand_over(lease, "b")
            assert await b.leases.mine() == {"t": 2}
            assert await b.leases.orphans([], 10) == ["t"]  # ours, and we have no room yet
            assert await b.leases.orphans(["t"], 10) == []
            with pytest.raises(Fenced):
                await a.append(lease, 0)

    asyncio.run(work())


def test_matches_of_who_is_gone_are_found(url: str) -> None:
    """By everybody, unless they sleep; who leaves in good order is forgotten at once."""

    async def work() -> None:
        async with two(url) as (a, b):
            await made(a, "asleep")
            await a.leases.release(await held(a, "asleep"))
            await held(a)
            assert await b.leases.orphans([], 10) == []
            assert set((await b.leases.beat()).living) == {"a", "b"}
            await a.leases.leave()
            assert set((await b.leases.beat()).living) == {"b"}
            assert await b.leases.orphans([], 10) == ["t"]
            assert (await held(b)).epoch == 2

    asyncio.run(work())


def test_what_one_does_for_all_is_done_once(url: str) -> None:
    """Of many who ask at once one gets the job; it is due again when its time has come."""

    async def work() -> None:
        async with two(url) as (a, b):
            asked = [p.leases.take_job("sweep", LENGTH) for p in (a, b) * 5]
            assert sorted(await asyncio.gather(*asked)) == [False] * 9 + [True]
            assert not await b.leases.take_job("sweep", 0)
            assert await b.leases.take_job("other", 0)
            assert await a.leases.take_job("other", 0)

    asyncio.run(work())


def test_a_budget_is_counted_together(url: str) -> None:
    """Five of a rate are five, whichever process is asked; who is refused hears when to come again."""

    async def work() -> None:
        async with two(url) as (a, b):
            spent = [await p.leases.spend("guests:1:x", 5, 0.001, 1) for p in (a, b, a, b, a, b)]
            assert spent[:5] == [0] * 5
            assert 900_000 < spent[5] <= 1_000_000
            assert await a.leases.spend("guests:1:y", 5, 0.001, 1) == 0
            assert await a.leases.spend("z", 2, 0, 2) == 0
            assert await b.leases.spend("z", 2, 0, 2) == 3_600_000
            left = [round(await p.leases.charge("w", 100, 0, 60)) for p in (a, b, a, b)]
            assert left == [40, -20, -80, -100]
            await b.leases.forget_buckets()
            assert len(await b.store.rows(sa.select(database.buckets))) == 4

    asyncio.run(work())


def test_a_link_opened_at_two_doors_at_once_makes_one_device(url: str) -> None:
    """Who comes second has no link, and keeps what they had."""

    async def work() -> None:
        async with two(url) as (a, b):
            doors = [Guests(p.store, Settings()) for p in (a, b)]
            a.store.node, b.store.node = "a", "b"
            ala, _ = await doors[0].create("Ala", "en")
            _, had = await doors[0].create("Eve", "en")
            for _ in range(5):
                link = (await doors[0].new_link(ala, "t")).url.rsplit("/", 1)[1]
                used = await asyncio.gather(doors[0].use_link(link), doors[1].use_link(link, had))
                assert sum(each is not None for each in used) == 1
                if used[1] is not None:
                    _, had = await doors[0].create("Eve", "en")
                else:
                    assert await doors[1].who(had) is not None
            rows = await a.store.rows(sa.select(database.tokens).where(database.tokens.c.person == ala.id))
            assert len(rows) == 1 + 5

    asyncio.run(work())


def test_nodes_share_a_database_and_nobody_has_it_alone_beside_them(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was started alone, or wants to mend, is refused while nodes are there, and they while it is."""
    monkeypatch.setattr(opening, "CLAIM", 0.0)
    refused = pytest.raises(BadDatabase, match="Another Stajnia uses this database")
    first, second = Store(url, shared_for=LENGTH), Store(url, shared_for=LENGTH)
    with contextlib.closing(first), contextlib.closing(second), refused:
        Store(url)
    with contextlib.closing(Store(url)), refused:
        Store(url, shared_for=LENGTH)
    with contextlib.closing(Store(url, shared_for=LENGTH)) as store:
        asyncio.run(Leases(store.engine, Node("a", "a:1"), LENGTH).beat())
    with refused:  # it has no lock any more and lives all the same
        Store(url)


def test_who_has_lost_the_database_writes_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL was started anew, and with its connections the locks went: one of two gets it again, not both."""
    monkeypatch.setattr(opening, "CLAIM", 0.2)

    def keep(store: Store) -> None:
        asyncio.run(store.save(ops=[store.put(database.tokens, hash="x", person="")]))

    with contextlib.closing(Store(url)) as first:
        restart(url)
        with contextlib.closing(Store(url)) as second:
            for _ in range(2):
                with pytest.raises(NotKept):  # the old connection is gone, and there is no new one to be had
                    keep(first)
            keep(second)
        keep(first)
        restart(url)
        with pytest.raises(NotKept):
            keep(first)
        keep(first)
        with pytest.raises(BadDatabase, match="Another Stajnia uses this database"):
            Store(url)


def test_an_older_connection_of_ours_is_no_other(url: str) -> None:
    """PostgreSQL may miss for long that we were cut off; who holds the lock by our own name is ended."""
    with psycopg.connect(url, application_name="me") as old, psycopg.connect(url, application_name="me") as new:
        opening._have(old, "me", shared=False)
        opening._have(new, "me", shared=False)
        with pytest.raises(psycopg.OperationalError):
            old.execute("SELECT 1")
        new.execute("SELECT 1")


def test_who_does_not_fit_does_not_start(url: str) -> None:
    """Another version, other rules, another secret, the same address, a clock that is wrong: one sentence each."""
    settings = Settings(inner="a:1", secret="of the house", lease=10)
    with contextlib.closing(Store(url, shared_for=LENGTH)) as store:
        there = this_node(dataclasses.replace(settings, inner="b:1"))
        asyncio.run(Leases(store.engine, there, LENGTH).beat())
        me = this_node(settings)
        fits(store.engine, me, settings)
        for change, said in (
            ({"version": "0.0"}, "this one is 0.0"),
            ({"rules": "duel 0"}, "here: duel 0"),
            ({"address": "b:1"}, "inner address b:1 already"),
        ):
            with pytest.raises(BadDatabase, match=said):
                fits(store.engine, msgspec.structs.replace(me, **change), settings)
        with pytest.raises(BadDatabase, match="b:1 has another secret"):
            fits(store.engine, me, dataclasses.replace(settings, secret="of another house"))
        with pytest.raises(BadDatabase, match=r"differ by \d+"):
            fits(store.engine, me, dataclasses.replace(settings, now=lambda: 1))


def test_of_two_that_start_at_once_and_do_not_fit_one_does_not_serve(url: str) -> None:
    """Neither saw the other before it said that it lives: who says so second finds the other, and goes."""
    settings = Settings(inner="a:1", secret="of the house")
    with contextlib.closing(Store(url, shared_for=LENGTH)) as store:
        first, second = (
            this_node(settings),
            this_node(dataclasses.replace(settings, secret="of another", inner="b:1")),
        )
        for node in (first, second):
            fits(store.engine, node, settings)
        one, other = (Leases(store.engine, node, LENGTH) for node in (first, second))
        agree(first, one.join(), settings.secret)
        with pytest.raises(BadDatabase, match="a:1 has another secret"):
            agree(second, other.join(), "of another")
        other.part()
        assert list(look(store.engine)[1]) == [first.id]
        for each in (one, other):
            each.close()


def test_who_is_not_known_by_the_others_hears_that_of_the_secret() -> None:
    """One that serves sends away who does not know its secret, and that is told, not that it cannot be reached."""

    class Away(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(403)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Away) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        address = f"127.0.0.1:{server.server_port}"
        with pytest.raises(BadDatabase, match=f"{address} has another secret"):
            _asked(address, "here:1", "me", "secret")
        thread.join()


def test_who_cannot_be_reached_does_not_start(url: str) -> None:
    """Nobody listens at the address that the others are told; or those who live do not answer at theirs."""
    with (
        contextlib.closing(Store(url, shared_for=LENGTH)) as store,
        contextlib.closing(HeldPort()) as held,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        here = f"127.0.0.1:{listening.getsockname()[1]}"
        nowhere = f"127.0.0.1:{held.number}"
        for inner, said in ((nowhere, "cannot reach this one"), (here, f"at {nowhere} does not answer")):
            settings = Settings(inner=inner, secret="of the house", lease=10)
            nodes = SimpleNamespace(
                me=this_node(settings), settings=settings, leases=Leases(store.engine, this_node(settings), LENGTH)
            )
            with pytest.raises(BadDatabase, match=said):
                check(nodes, listening)  # type: ignore[arg-type]
            gone = this_node(dataclasses.replace(settings, inner=nowhere))
            asyncio.run(Leases(store.engine, gone, LENGTH).beat())
            nodes.leases.close()


def test_who_is_found_gone_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is on its way to a process that takes connections and says nothing: the way ends with that one's lease."""
    monkeypatch.setattr(relay, "REACH", 10 * PATIENCE)

    async def go(address: str) -> None:
        requests, owner = Requests("of the house"), Node("gone", address)
        nodes: Any = SimpleNamespace(settings=Settings(secret="of the house"), me=Node("here", ""), requests=requests)
        opening = asyncio.create_task(open_relay(nodes, cast(Far, None), owner, "token", "visitor"))
        await asyncio.sleep(0)  # it has begun
        requests.forget({owner.id})
        await asyncio.sleep(0)
        assert not opening.done()
        requests.forget({"here"})
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(Unreachable):
                await opening

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(go(f"127.0.0.1:{silent.getsockname()[1]}"))


def test_a_database_of_others_is_left_alone(url: str) -> None:
    """It has tables, and none of them is ours: nothing is written there."""
    engine = sa.create_engine(database.driver(url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE invoices (n integer)"))
    for shared_for in (0, LENGTH):
        with pytest.raises(BadDatabase, match="was not written by Stajnia"):
            Store(url, shared_for=shared_for)
    assert sa.inspect(engine).get_table_names() == ["invoices"]
    engine.dispose()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=120))
def test_rooms_settle(tables: list[tuple[int, int, int]]) -> None:
    """Each with an owner, the door its pages come by and how many there are: after a few looks nothing moves, and
    nobody has clearly more than others but by rooms that follow their pages."""
    ids = "abcd"
    owner = {f"t{n}": ids[at] for n, (at, _, _) in enumerate(tables)}
    door = {f"t{n}": ids[by] if pages else "" for n, (_, by, pages) in enumerate(tables)}
    pages = {f"t{n}": count for n, (_, _, count) in enumerate(tables)}
    moved = Counter[str]()

    def look_of(me: str) -> bool:
        living = {id: Node(id, id, rooms=list(owner.values()).count(id)) for id in ids}
        mine = [t for t in owner if owner[t] == me]
        going = [(t, door[t]) for t in mine if door[t] not in ("", me) and has_room(living[door[t]], living.values())][
            :1
        ]
        if not going:
            least = min((n for n in living.values() if n.id != me), key=lambda n: n.rooms).id
            going = [(t, least) for t in too_many({t: pages[t] for t in mine}, living.values())][:1]
        for table, to in going:
            owner[table] = to
            moved[table] += 1
        return bool(going)

    looks = 0
    while any(look_of(id) for id in ids):
        looks += 1
        assert looks < 300
    assert max(moved.values(), default=0) <= 3


def test_who_was_killed_may_start_again_at_once(url: str) -> None:
    """At the same address, where its predecessor is thought alive a little longer: that is waited for."""
    settings = Settings(inner="a:1", secret="of the house", lease=300)
    with contextlib.closing(Store(url, shared_for=LENGTH)) as store:
        asyncio.run(Leases(store.engine, this_node(settings), settings.lease).beat())
        assert [node.address for node in look(store.engine)[1].values()] == ["a:1"]
        fits(store.engine, this_node(settings), settings)
        assert not look(store.engine)[1]


def test_an_address_that_is_somebody_elses_is_not_ours() -> None:
    """Who tries it hears whether it is the process it should be, and nothing where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with answering(listening, proof("secret", "n")):
            assert answers(address, proof("secret", "n"))
            assert not answers(address, proof("other", "n"))
    assert not answers(address, proof("secret", "n"))
    assert not answers("nonsense", "")


def test_sqlite_is_for_one_process(tmp_path: Path) -> None:
    """The sentence says what to use instead."""
    with pytest.raises(BadDatabase, match="PostgreSQL"):
        Store(str(tmp_path / "a.db"), shared_for=LENGTH)


@pytest.mark.usefixtures("offered")
def test_who_is_not_sure_of_its_tables_says_nothing_of_them(tmp_path: Path) -> None:
    """A lease without a beat that was heard: another may have the table, so nothing is refused by what one knew of it.
    The first beat that is heard makes sure again, after what others have claimed has fallen."""

    async def go() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            here = await begun(rooms, "me", "me")
            nodes = Nodes.__new__(Nodes)
            nodes.rooms, nodes.settings, nodes.me = rooms, rooms.settings, Node("a", "a:1")
            nodes.living, nodes.relays, nodes._silent = {}, set(), {}
            nodes._left = nodes._off = nodes._lapsed = False
            nodes.requests, nodes.leases = Mock(), Mock()
            nodes.leases.beat = AsyncMock(return_value=Beat(rooms.settings.now(), True, False, {}))
            looked: list[bool] = []

            async def mine() -> dict[str, int]:
                looked.append(nodes.sure)
                return {}

            nodes.leases.mine = mine
            nodes._beaten = asyncio.get_running_loop().time() - rooms.settings.lease / 1000
            rooms.nodes = nodes
            with pytest.raises(Refused) as refused:
                await rooms.room(here.row.id)
            assert refused.value.status == 503
            await nodes.beat()
            assert looked == [False]
            assert await rooms.room(here.row.id) is here
            rooms.nodes = None

    asyncio.run(go())
