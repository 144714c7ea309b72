"""Several real processes of one house: any door leads to the table, and one that dies is missed by nobody."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from stajnia.cli import cli
from stajnia.server import database
from stajnia.server.nodes import FEW
from tests.server.databases import fresh_database, postgres
from tests.server.faults import FAULTS, trial
from tests.server.houses import SECRET, House, house_of
from tests.server.pages import PATIENCE, PLENTY, Page, Person, Served, play_out
from tests.server.rolling import rolling
from tests.server.wires import Wire


@pytest.fixture(scope="module")
def one_house(postgres_url: str) -> Iterator[House]:
    with house_of(fresh_database(postgres_url), 2, lease=3_000) as running:
        yield running


@pytest.fixture
def house(one_house: House) -> House:
    """The house of these tests, well again after what the last one did to it."""
    until(lambda: all(httpx.get(f"{p.url}/healthz", timeout=PATIENCE).status_code == 200 for p in one_house.processes))
    return one_house


@pytest.fixture(scope="module")
def tending(postgres_url: str) -> Iterator[House]:
    """A house whose rooms go where they should be."""
    with house_of(fresh_database(postgres_url), 2, tend=100) as running:
        yield running


def test_any_door_leads_to_the_table(house: House) -> None:
    """Two people play through two processes; lists, requests and chat are the same at both doors."""
    first, second = house.processes
    ala, bob = Person(first, "Ala"), Person(second, "Bob")
    table = ala.table("tiny", ["me", "open"], options={"turns": 4}, listed=True)
    assert house.owner(table) is first
    assert table in [t["id"] for t in bob.get("/api/tables")]
    assert bob.get(f"/api/tables/{table}")["host"] == "Ala"
    assert bob.post(f"/api/tables/{table}/join")["you"] == 1
    ala.post(f"/api/tables/{table}/start")
    pages = ala.page(table), bob.page(table)
    assert pages[1].show["n"] == pages[0].show["n"]
    mine = {t["id"]: t for t in bob.get("/api/tables/mine")}
    assert mine[table]["your_turn"] == bool(pages[1].show["legal"])
    assert [s["present"] for s in mine[table]["seats"]] == [True, True]
    pages[1].ask("chat", text="hej")
    assert pages[0].until("chat")["lines"][0]["text"] == "hej"
    play_out(*pages)
    record = bob.get(f"/api/tables/{table}/record")
    assert sum(text.startswith("play") for _, text in record["moves"]) == 4
    assert house.owner(table) is first
    assert ala.post("/api/me", {"name": "Alicja"})["name"] == "Alicja"


def until(so: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_name_and_a_revoked_device_are_known_at_every_door(house: House) -> None:
    """What one process changes the others hear of: who watches has the new name, and a page of who is out is closed."""
    first, second = house.processes
    ala, eve = Person(first, "Ala"), Person(first, "Eve")
    table = ala.table("tiny", ["me", "bot"])
    page = ala.page(table)
    there = Person(second, "Eve", same_as=eve)
    watching = there.page(table)
    eve.post("/api/me", {"name": "Ewa"})
    page.until(lambda m: m["t"] == "presence" and [one["name"] for one in m["spectators"]] == ["Ewa"])
    until(lambda: there.get("/api/me")["name"] == "Ewa")
    eve.post("/api/me/logout")
    with pytest.raises(Exception, match="4401"):
        watching.until("resync")
    until(lambda: there.http.get("/api/me").status_code == 401)  # the news may be slower than the closed page


def test_who_was_deaf_learns_who_is_out(house: House) -> None:
    """A device is revoked while another process hears nothing: its page there is closed when that hears again."""
    first, second = house.processes
    eve = Person(first, "Eve")
    there = Person(second, "Eve", same_as=eve)
    page = Page(there)
    page.send("hello", table=there.table("tiny", ["me", "open"]))
    page.until("presence")
    with cut(house.to_database[1].wire):
        eve.post("/api/me/logout")
    with pytest.raises(ConnectionClosed, match="4401"):
        page.until("never")
    until(lambda: there.http.get("/healthz").status_code == 200)  # it writes again


def test_who_was_deaf_learns_new_names(house: House) -> None:
    """Somebody takes another name while another process hears nothing: it is told there when that hears again."""
    first, second = house.processes
    eve, ala = Person(first, "Eve"), Person(second, "Ala")
    table = ala.table("tiny", ["me", "open"])
    page = ala.page(table)
    Person(second, "Eve", same_as=eve).page(table)
    with cut(house.to_database[1].wire):
        eve.post("/api/me", {"name": "Ewa"})
    page.until(lambda m: m["t"] == "presence" and [one["name"] for one in m["spectators"]] == ["Ewa"])


def move(page: Page) -> None:
    """Play when it is one's turn; it is acknowledged and shown."""
    n = page.my_turn()["n"]
    assert page.play(page.show["legal"][0])["t"] == "ack"
    while page.show["n"] == n:
        page.until("show")


def test_budgets_are_counted_at_all_doors_together(postgres_url: str) -> None:
    """Three new guests of an address are three, by whichever door they come; no address is in the database."""
    with house_of(fresh_database(postgres_url), 2, budgets={**PLENTY, "guests": [None, [3, 0.0001]]}) as house:
        doors = [process.url for process in house.processes] * 2
        answers = [httpx.post(f"{url}/api/me", json={"name": "Ala"}, timeout=PATIENCE) for url in doors]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "too_fast"
        (kept,) = house.rows(sa.select(database.buckets))
        assert "127.0.0.1" not in kept.key


def test_the_inner_door_is_for_processes_alone(house: House) -> None:
    """Without the secret nobody comes in, and at the public door its words count for nothing."""
    process = house.processes[0]
    inner = f"127.0.0.1:{process.given['inner_port']}"
    ask: dict[str, object] = {"tables": [], "person": None}
    for secret, status in (("", 403), ("wrong", 403), (SECRET, 200)):
        known = {"x-stajnia-secret": secret}
        assert httpx.get(f"http://{inner}/api/games", headers=known).status_code == status
        assert httpx.post(f"http://{inner}/inner/infos", headers=known, json=ask).status_code == status
        there = httpx.post(f"{process.url}/inner/infos", headers=known, json=ask)
        assert there.status_code in (404, 405)
    with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{inner}/ws"):
        pass


def come_back(page: Page) -> None:
    """Until the table is told anew, as a page does after a resync."""
    page.until("resync")
    page.hello(page.table, page.show.get("n"))
    page.ask("text")


def test_a_table_whose_process_is_killed_goes_on_at_the_door(postgres_url: str) -> None:
    """The same socket, a resync, and every acknowledged move is there; the clock of a lease is all that is waited."""
    with house_of(fresh_database(postgres_url), 2, lease=1_500) as house:
        first, second = house.processes
        ala = Person(first, "Ala")
        table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
        page = Person(second, "Ala", same_as=ala).page(table)
        move(page)
        move(page)
        first.kill()
        come_back(page)
        assert house.owner(table) is second
        play_out(page)
        there = Person(second, "Ala", same_as=ala)
        record = there.get(f"/api/tables/{table}/record")
        assert sum(text.startswith("play") for _, text in record["moves"]) == 6


def test_a_process_that_was_stopped_acknowledges_nothing_more(postgres_url: str) -> None:
    """Stopped longer than its lease it wakes up as nobody: the other has its table, its own page hears the truth."""
    with house_of(fresh_database(postgres_url), 2, lease=1_500) as house:
        first, second = house.processes
        ala, bob = Person(first, "Ala"), Person(second, "Bob")
        table = ala.table("tiny", ["me", "open"], options={"turns": 50})
        bob.post(f"/api/tables/{table}/join")
        ala.post(f"/api/tables/{table}/start")
        near, far = ala.page(table), bob.page(table)
        assert house.owner(table) is first
        first.process.send_signal(signal.SIGSTOP)
        come_back(far)
        assert house.owner(table) is second
        other = Person(second, "Ala", same_as=ala).page(table)
        for page in (far, other) * 2:
            if page.show["legal"]:
                page.act()
        n = max(far.show["n"], other.show["n"])
        near.send("play", a=near.show["legal"][0] if near.show["legal"] else "pass", n=near.show["n"], id="late")
        first.process.send_signal(signal.SIGCONT)
        try:
            near.until("resync")
            assert not [m for m in near.all if m["t"] == "ack"]
            near.hello(table, near.show["n"])
        except ConnectionClosed as e:  # stopped in the middle of a beat it thinks itself cut off
            assert (e.rcvd and e.rcvd.code) == 1013
            assert not [m for m in near.all if m["t"] == "ack"]
            near = ala.page(table)
        assert near.show["n"] >= n
        assert house.owner(table) is second
        moves = [e.action for e in house.rows(sa.select(database.log).where(database.log.c.id == table))]
        assert "late" not in moves


def by_another_door(first: Served, second: Served) -> tuple[str, Page]:
    """A table of the first process, and its player's page at the second."""
    ala = Person(first, "Ala")
    table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
    return table, Person(second, "Ala", same_as=ala).page(table)


def test_a_door_that_cannot_reach_the_owner_gets_the_room(house: House) -> None:
    """Both live, and the way between them is cut: PostgreSQL carries the wish, and the same socket goes on."""
    first, second = house.processes
    table, page = by_another_door(first, second)
    move(page)
    with cut(house.to_process[0]):
        come_back(page)
        assert house.owner(table) is second
        play_out(page)


def test_who_cannot_be_led_to_a_table_is_told(house: House) -> None:
    """Somebody sits at the owner's own door, so the room stays; the other is told, and comes back later."""
    first, second = house.processes
    ala, bob = Person(first, "Ala"), Person(second, "Bob")
    table = ala.table("tiny", ["me", "open"], options={"turns": 50})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    near, far = ala.page(table), bob.page(table)
    with cut(house.to_process[0]):
        far.until("resync")
        far.send("hello", table=table, since=None)
        told = far.until("error")
        assert (told["code"], told["seconds"]) == ("out_of_reach", 1)
        with pytest.raises(ConnectionClosed) as closed:
            far.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        assert near.play(near.my_turn()["legal"][0])["t"] == "ack"
    assert house.owner(table) is first
    assert bob.page(table).show["n"] == near.show["n"]


@contextlib.contextmanager
def cut(wire: Wire) -> Iterator[None]:
    wire.cut()
    try:
        yield
    finally:
        wire.mend()


def test_a_room_goes_where_its_pages_come(tending: House) -> None:
    """All come by another door: the room moves there, and the page plays on after a resync."""
    first, second = tending.processes
    table, page = by_another_door(first, second)
    come_back(page)
    assert tending.owner(table) is second
    play_out(page)


def test_rooms_even_out(tending: House) -> None:
    """One process has all of many tables: some of them go to the other."""
    first, second = tending.processes
    ala = Person(first, "Ala")
    tables = [ala.table("tiny", ["me", "open"]) for _ in range(3 * FEW)]

    def apart() -> int:
        owners = [tending.owner(table) for table in tables]
        return abs(owners.count(first) - owners.count(second)) if None not in owners else len(tables)

    until(lambda: apart() <= 2 * FEW)


def test_a_room_whose_lease_is_anothers_falls(tending: House) -> None:
    """It was claimed though its process lives, and nobody writes there: its page does not go on looking at the past."""
    first, second = tending.processes
    ala = Person(first, "Ala")
    table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
    page = ala.page(table)
    tending.take(table, second)
    come_back(page)


def test_who_starts_lets_nobody_in_before_it_serves(postgres_url: str) -> None:
    """One was killed and is started again: until its predecessor is thought gone, who comes to either of its doors is
    turned away at once, and not kept waiting where nobody answers."""
    with house_of(fresh_database(postgres_url), 2, lease=4_000) as house:
        second = house.processes[1]
        ports = second.port, second.given["inner_port"]
        node = database.nodes.c
        mine = sa.select(node.id).where(node.address == second.given["inner"])
        (before,) = house.rows(mine)
        second.kill()
        starting = threading.Thread(target=second.start)
        starting.start()
        for port in reversed(ports):
            until(lambda port=port: takes(port))  # type: ignore[misc]
            now = sa.text("(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            assert not house.rows(mine.where(node.id == before.id, node.until > now))
        starting.join()


def takes(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


def test_lists_wait_for_no_process_that_hangs(postgres_url: str) -> None:
    """What one asks of its tables is waited for, lists of all tables come without what it would have told."""
    with house_of(fresh_database(postgres_url), 2, lease=60_000) as house:
        first, second = house.processes
        ala, bob = Person(first, "Ala"), Person(second, "Bob")
        table = bob.table("tiny", ["me", "open"], listed=True)
        ended: list[str] = []

        def ask(path: str) -> None:
            httpx.get(f"{first.url}{path}", timeout=PATIENCE)
            ended.append(path)

        second.process.send_signal(signal.SIGSTOP)
        try:
            asking = threading.Thread(target=ask, args=(f"/api/tables/{table}",))
            asking.start()
            for _ in range(3):
                ask("/api/tables")
            assert ended == ["/api/tables"] * 3
            assert table in [each["id"] for each in ala.get("/api/tables")]
        finally:
            second.process.send_signal(signal.SIGCONT)
        asking.join(PATIENCE)


def test_who_is_last_goes_on_though_sent_away_and_leaves_when_another_comes(postgres_url: str) -> None:
    """Nobody is turned away from a house because its only process was drained; the next one to come gets its rooms."""
    with house_of(fresh_database(postgres_url), 2, lease=1_500, tend=200) as house:
        first, second = house.processes
        ala = Person(first, "Ala")
        table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
        second.stop()
        until(lambda: len(house.rows(sa.select(database.nodes.c.id))) == 1)
        (id,) = house.rows(sa.select(database.nodes.c.id))[0]
        assert CliRunner().invoke(cli, ["cluster", "--db", house.url, "drain", id]).exit_code == 0
        until(lambda: bool(house.rows(sa.select(database.nodes.c.leaving))[0][0]))
        until(lambda: ala.http.get("/healthz").status_code == 200)
        assert ala.page(table).show["n"] >= 1
        second.start()
        until(lambda: house.owner(table) is second)
        until(lambda: ala.http.get("/healthz").status_code == 503)


def test_matches_go_on_though_no_page_is_open(postgres_url: str) -> None:
    """A process is killed with a match of bots at its table: another plays it to its end."""
    with house_of(fresh_database(postgres_url), 2, lease=1_500, tend=200) as house:
        first, second = house.processes
        ala = Person(first, "Ala")
        table = ala.table("tiny", ["bot", "bot"], options={"turns": 100_000, "goal": 1_000_000})
        first.kill()
        until(lambda: house.owner(table) is second)
        entries = sa.select(sa.func.count()).where(database.log.c.id == table)
        before = house.rows(entries)[0][0]
        until(lambda: house.rows(entries)[0][0] > before)


def test_a_process_that_was_sent_away_takes_nothing_new(postgres_url: str) -> None:
    """`stajnia cluster drain` and `status`: its rooms go to the other, so does a table that is made at its door."""
    with house_of(fresh_database(postgres_url), 2) as house:
        first, second = house.processes
        ala = Person(first, "Ala")
        table = ala.table("tiny", ["me", "bot"])
        page = ala.page(table)
        asked = CliRunner().invoke(cli, ["cluster", "--db", house.url, "status", "--json"])
        nodes = {n["address"]: n for n in json.loads(asked.stdout)["nodes"]}
        assert set(nodes) == {p.given["inner"] for p in house.processes}
        id = nodes[first.given["inner"]]["id"]
        sent = CliRunner().invoke(cli, ["--lang", "en", "cluster", "--db", house.url, "drain", id[:8]])
        assert first.given["inner"] in sent.stdout
        come_back(page)
        assert house.owner(table) is second
        fresh = ala.table("tiny", ["me", "bot"])
        assert house.owner(fresh) is second
        assert ala.http.get("/healthz").status_code == 503
        for none, why in (("nobody", "begins with nobody"), ("", "begins with"), ("n", "Several")):
            refused = CliRunner().invoke(cli, ["--lang", "en", "cluster", "--db", house.url, "drain", none])
            assert refused.exit_code == 1
            assert why in refused.stderr
        assert not [node for node in house.rows(sa.select(database.nodes)) if node.leaving and node.id != id]


def test_a_process_that_leaves_hands_its_rooms_over(postgres_url: str) -> None:
    """At SIGTERM the other has the table before the first is gone, and a page that is relayed loses no socket."""
    with house_of(fresh_database(postgres_url), 2) as house:
        first, second = house.processes
        ala = Person(first, "Ala")
        table = ala.table("tiny", ["me", "bot"], options={"turns": 6})
        page = Person(second, "Ala", same_as=ala).page(table)
        move(page)
        first.stop()
        come_back(page)
        assert house.owner(table) is second
        play_out(page)


@pytest.mark.usefixtures("tiny")
def test_nothing_acknowledged_is_lost_whatever_befalls_a_process() -> None:
    """One of each fault to a house under play: every acknowledgement and every show is held against the logs."""
    with postgres() as url:  # of its own: it is stopped and started again
        told = trial(fresh_database(url), list(FAULTS), parties=2)
    assert told.stood.keys() == FAULTS.keys()


@pytest.mark.usefixtures("tiny")
def test_all_processes_are_started_anew_and_nobody_is_turned_away(postgres_url: str) -> None:
    """One after the other, behind HAProxy and under play: no acknowledged move is lost, no new visitor is refused."""
    told = rolling(fresh_database(postgres_url), rounds=1)
    assert told.refused == []
    assert told.visitors
    assert told.pauses
