"""Budgets: what one guest, one address and all together may use, and what they are told when it is used up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

import stajnia
from stajnia.core.record import BadRecord, Record
from stajnia.core.words import LANGS, words
from stajnia.server import sockets, wire
from stajnia.server.budgets import BUDGETS, ENTRY, UNSEEN, Budget, Budgets, Rate, Who, budget_of, network
from stajnia.server.errors import Refused
from stajnia.server.live_match import LiveMatch
from stajnia.server.records import _head
from stajnia.server.settings import Settings
from stajnia.server.store import KEYS, Entry
from stajnia.server.turns import Turns
from tests.server import indoors
from tests.server.hand_clock import START, HandClock
from tests.server.pages import PATIENCE, PLENTY, Page, Person, served

ALA, BOB, EVE = Who("a", "1.1.1.1"), Who("b", "1.1.1.1"), Who("e", "2.2.2.2")


def budgets(clock: HandClock | None = None, **given: Budget) -> Budgets:
    return Budgets(given, (clock or HandClock()).now)


def refused(run: Callable[[], object]) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as caught:
        run()
    assert caught.value.status == 429
    return caught.value.code, caught.value.values


def test_a_rate_is_spent_and_comes_back() -> None:
    """So many at once, then none until there is one again; the refusal says which budget and in how many seconds."""
    clock = HandClock()
    found = budgets(clock, chat=Budget(Rate(3, 0.5), None))
    for _ in range(3):
        found.spend("chat", ALA)
    assert refused(lambda: found.spend("chat", ALA)) == ("too_fast", {"budget": "chat", "seconds": 2})
    found.spend("chat", BOB)
    clock.advance(2_000)
    found.spend("chat", ALA)
    refused(lambda: found.spend("chat", ALA))
    clock.advance(1_000_000)
    for _ in range(3):
        found.spend("chat", ALA)
    refused(lambda: found.spend("chat", ALA))


def test_guests_of_one_address_share_its_part() -> None:
    """What one guest is refused by the address takes nothing out of the guest's own part."""
    found = budgets(chat=Budget(Rate(3, 1), Rate(4, 1)))
    for who in (ALA, ALA, BOB, BOB):
        found.spend("chat", who)
    refused(lambda: found.spend("chat", ALA))
    found.spend("chat", Who("a", "9.9.9.9"))
    refused(lambda: found.spend("chat", Who("a", "9.9.9.9")))
    found.spend("chat", EVE)


def test_what_is_larger_than_all_waits_for_all_of_it() -> None:
    """A record as large as the whole budget goes through when nothing of it is used, and empties it."""
    clock = HandClock()
    found = budgets(clock, disk=Budget(Rate(1_000, 100), None))
    found.spend("disk", ALA, 5_000)
    assert refused(lambda: found.spend("disk", ALA, 1))[1]["seconds"] == 41
    clock.advance(41_000)
    found.spend("disk", ALA, 1)


def test_what_was_used_already_is_owed() -> None:
    """It is charged though it was not there; then even nothing is refused until it is, and others owe nothing."""
    clock = HandClock()
    found = budgets(clock, disk=Budget(Rate(1_000, 100), Rate(2_000, 100)))
    found.met(ALA)
    assert found.whose("a") == ALA
    found.charge("disk", found.whose("a"), 1_500)
    assert found.owed("disk", ALA) == 5
    assert found.owed("disk", BOB) == 0
    assert refused(lambda: found.spend("disk", ALA, 0)) == ("too_fast", {"budget": "disk", "seconds": 5})
    found.spend("disk", BOB, 0)
    clock.advance(5_000)
    assert found.owed("disk", ALA) == 0
    found.spend("disk", ALA, 0)


@pytest.mark.parametrize(("guests", "most"), [(1, 0.56), (30, 1.0)])
def test_nobody_writes_a_megabyte_in_a_minute(guests: int, most: float) -> None:
    """One guest, or all from one address, who upload and write as much as they are let, all the time."""
    clock = HandClock()
    found = budgets(clock)
    largest, written = Settings().max_record, 0.0
    for n in range(600):
        clock.advance(100)
        who = Who(f"g{n % guests}", "1.1.1.1")
        for name, sizes in (("uploaded", (largest, largest // 10, 1_000)), ("disk", (2_000, ENTRY))):
            for size in sizes:
                with contextlib.suppress(Refused):
                    found.spend(name, who, size)
                    written += size
    assert written < most * 1_000_000


@pytest.mark.parametrize(
    ("kind", "action", "body", "size"),
    [
        ("move", "a1", b"{}", ENTRY),
        ("move", "a" * 64, b"x" * 1_000, 1_000 + 2 * 64 + KEYS),
        ("answer", "a1", b'{"a":"pass"}', ENTRY),
        ("answer", "a" * 64, b'{"a":"' + b"x" * 400 + b'"}', ENTRY),
    ],
)
def test_an_entry_is_charged_as_large_as_it_is(kind: str, action: str, body: bytes, size: int) -> None:
    """With its places in indexes; but of a sealed answer the charge tells nothing."""
    assert Entry(3, START, kind, 0, action, body).size == size


def test_what_is_held_is_bounded_until_it_is_given_back() -> None:
    """By guest, by address and by everybody."""
    found = budgets(sockets=Budget(2, 3, 4))
    for who in (ALA, ALA, BOB):
        found.hold("sockets", who)
    assert refused(lambda: found.hold("sockets", ALA))[0] == "too_many"
    assert refused(lambda: found.hold("sockets", BOB))[0] == "too_many", "the address is full"
    found.hold("sockets", EVE)
    assert not found.try_hold("sockets", Who("f", "3.3.3.3")), "the server is full"
    found.give_back("sockets", ALA)
    found.hold("sockets", Who("f", "3.3.3.3"))
    assert found.held("sockets") == 4


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_ipv6_count_by_64(address: str, stands_for: str) -> None:
    """One home has billions of addresses and one budget."""
    assert network(address) == stands_for


def test_every_budget_has_a_name_and_a_line_in_the_table() -> None:
    """In both languages, and in docs/hosting.md with the figures that are true."""
    text = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
    rows = text.partition("| budget |")[2].partition("\n\n")[0].splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(BUDGETS)
    for name, budget in BUDGETS.items():
        for lang in LANGS:
            assert f"budget.{name}" in words("", lang).catalogue
        cells = " | ".join(_told(amount) for amount in budget)
        assert f"| `{name}` | {cells} |" in text


def _told(amount: Any) -> str:
    if amount is None:
        return "-"
    unit = 1_000_000 if max(amount if isinstance(amount, Rate) else [amount]) >= 100_000 else 1
    if isinstance(amount, Rate):
        once = f"{amount.burst / unit:g}{' MB' if unit > 1 else ''}"
        rate = amount.rate * (1 if amount.rate >= 1 else 60)
        return f"{once}, {rate:g} a {'second' if amount.rate >= 1 else 'minute'}"
    return f"{amount / unit:g}{' MB' if unit > 1 else ''}"


@pytest.mark.parametrize(
    "text", ["", "chat", "chat=", "cats=3", "chat=3", "chat=a,b", "sockets=1,2", "open=1/2/3/4", "open=nan"]
)
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    """A host who writes one wrongly is told so at once."""
    with pytest.raises(ValueError, match=text or "^$"):
        budget_of(text)


def test_a_host_changes_single_parts_of_a_budget() -> None:
    """What is left out stays as it is; a bound can be taken away."""
    assert budget_of("sockets=40//9000") == ("sockets", Budget(40, 100, 9_000))
    assert budget_of("disk=2MB,50kB") == ("disk", BUDGETS["disk"]._replace(guest=Rate(2_000_000, 50_000)))
    assert budget_of("outbox=//-")[1].everybody is None


# --- fair turns ------------------------------------------------------------------------------------


def test_a_hundred_questions_of_one_delay_nobody() -> None:
    """Who waits is taken in turn, guest by guest; one's own stay in order."""
    done: list[str] = []

    async def ask(turns: Turns, whose: str, what: str) -> None:
        async with turns.turn(whose):
            await asyncio.sleep(0)
            done.append(what)

    async def work() -> None:
        turns = Turns(places=1, each=1, longest=200)
        many = [asyncio.create_task(ask(turns, "e", f"e{n}")) for n in range(100)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(ask(turns, w, w)) for w in ("a", "b")]
        await asyncio.gather(*many, *others)
        assert (turns.busy, turns.waiting) == (0, 0)

    asyncio.run(work())
    assert max(done.index("a"), done.index("b")) <= 4
    assert [x for x in done if x.startswith("e")] == [f"e{n}" for n in range(100)]


def test_turns_have_places_for_each_and_an_end() -> None:
    """One guest never has all places; who lets too many wait is told to come again; who gives up leaves no gap."""

    async def work() -> None:
        turns = Turns(places=3, each=2, longest=1)
        go = asyncio.Event()

        async def stay(whose: str) -> None:
            async with turns.turn(whose):
                await go.wait()

        mine = [asyncio.create_task(stay("e")) for _ in range(3)]
        await asyncio.sleep(0)
        assert (turns.busy, turns.waiting) == (2, 1)
        with pytest.raises(Refused):
            await stay("e")
        other = asyncio.create_task(stay("a"))
        await asyncio.sleep(0)
        assert turns.busy == 3
        mine[2].cancel()
        await asyncio.sleep(0)
        assert turns.waiting == 0
        go.set()
        await asyncio.gather(*mine[:2], other)
        assert turns.busy == 0

    asyncio.run(work())


def test_thirty_guests_of_one_address_delay_nobody_elsewhere() -> None:
    """Addresses are taken in turn, and the guests of each; one address has no more than its places."""
    done: list[str] = []

    async def work() -> None:
        turns = Turns(places=4, each=2, longest=200, near=3, home=lambda whose: whose[0])
        go = asyncio.Event()

        async def ask(whose: str) -> None:
            async with turns.turn(whose):
                await go.wait()
                done.append(whose)

        many = [asyncio.create_task(ask(f"e{n}")) for n in range(30) for _ in range(2)]
        await asyncio.sleep(0)
        assert turns.busy == 3
        others = [asyncio.create_task(ask(w)) for w in ("a1", "a1", "b1", "a2")]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*many, *others)
        assert (turns.busy, turns.waiting, turns._queues, turns._homes) == (0, 0, {}, {})

    asyncio.run(work())
    assert max(done.index(w) for w in ("a1", "a2", "b1")) <= 10
    assert [w for w in done if w == "a1"] == ["a1"] * 2
    first = [w for w in done if w[0] == "e"][3:30]
    assert len(set(first)) == len(first), "each of its guests once before one of them twice"


def test_how_many_wait_is_a_hosts_to_say(tmp_path: Path) -> None:
    """A budget like any other, in all lines; none where there is no bound."""

    async def longest(**given: Budget) -> list[float]:
        async with indoors.indoors(tmp_path / "a.db", budgets=given) as rooms:
            return [turns.longest for turns in (rooms.requests, rooms.heavy, rooms.thoughtful)]

    assert asyncio.run(longest()) == [200, 20, 4]
    assert asyncio.run(longest(waiting=budget_of("waiting=1000")[1])) == [1_000, 100, 20]
    assert asyncio.run(longest(waiting=Budget(None, None))) == [math.inf] * 3


@pytest.mark.usefixtures("offered")
def test_many_hellos_of_one_delay_nobody_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms that must be read first are read for those who wait for them in turn, whosever tables they are."""
    read: list[bytes] = []
    go = threading.Event()
    again = LiveMatch.again

    def slow(*args: Any) -> LiveMatch:
        go.wait(PATIENCE)
        read.append(args[3])
        return again(*args)

    async def work() -> bytes:
        async with indoors.indoors(tmp_path / "a.db", budgets={"hellos": Budget(None, None)}) as rooms:
            *many, other = [await indoors.table(rooms, "me") for _ in range(16)]
            for room in (*many, other):
                room.leave_memory()
            monkeypatch.setattr(LiveMatch, "again", slow)
            hellos = []
            for room, guest, who in [*((room, indoors.ALA, ALA) for room in many), (other, indoors.BOB, EVE)]:
                rooms.budgets.met(who._replace(guest=guest.id))
                hello = indoors.page(rooms, guest)[0].hello(wire.Hello(room.row.id))
                hellos.append(asyncio.create_task(hello))
                while rooms.heavy.busy + rooms.heavy.waiting < len(hellos):
                    await asyncio.sleep(0.001)
            go.set()
            await asyncio.gather(*hellos)
            return other.seed

    seed = asyncio.run(work())
    assert len(read) == 16
    assert read.index(seed) <= 2  # one was being read, and one of hers is next


def test_the_address_of_a_guest_is_where_they_came_from_last() -> None:
    """An address stands for itself; all who were not seen since the start are at one address."""
    found = budgets()
    found.met(ALA)
    homes = [found.home(whose) for whose in ("a", "z", "y", "1.1.1.1", "2001:db8::")]
    assert homes == ["1.1.1.1", UNSEEN, UNSEEN, "1.1.1.1", "2001:db8::"]
    found.charge("disk", found.whose("z"), 100_000)
    assert found.owed("disk", found.whose("y")) == 0
    for guest in "xwvu":
        found.charge("disk", found.whose(guest), 100_000)
    assert found.owed("disk", found.whose("y")) > 0
    assert found.owed("disk", found.whose("a")) == 0


# --- what waits for a page -------------------------------------------------------------------------


class Deaf:
    """A transport whose other side does not read, until it does."""

    def __init__(self) -> None:
        self.free = False
        self.on_free: Callable[[], object] = list
        self.written: list[list[bytes]] = []
        self.closed: list[int] = []

    def put(self, messages: list[bytes]) -> None:
        self.written.append(list(messages))

    async def hang_up(self, code: int, reason: str) -> None:
        assert reason
        self.closed.append(code)


def deaf(found: Budgets, guest: str = "a") -> tuple[Deaf, sockets.Page]:
    transport = Deaf()
    rooms: Any = SimpleNamespace(spawn=asyncio.ensure_future, budgets=found)
    person: Any = SimpleNamespace(id=guest, lang="en")
    return transport, sockets.Page(rooms, person, transport, "1.1.1.1")  # type: ignore[arg-type]  # all a page needs


def test_what_waits_for_a_page_goes_out_together_when_it_reads() -> None:
    """In order, in one write, as soon as there is room; nothing before."""

    async def work() -> None:
        found = budgets()
        transport, page = deaf(found)
        for n in range(3):
            page.send(wire.Pong(n))
            await asyncio.sleep(0)
        assert transport.written == []
        assert found.held("outbox") > 0
        transport.free = True
        transport.on_free()
        assert [json.loads(m)["now"] for m in transport.written[0]] == [0, 1, 2]
        assert found.held("outbox") == 0
        page.send(wire.Pong(3))
        page.send(wire.Pong(4))
        await asyncio.sleep(0)
        assert [len(write) for write in transport.written] == [3, 2]

    asyncio.run(work())


def test_what_waits_leaves_in_pieces() -> None:
    """When the other side stops reading in between, the rest stays and is counted."""

    async def work() -> None:
        found = budgets()
        transport, page = deaf(found)
        transport.free = True

        def put_and_fill(messages: list[bytes]) -> None:
            transport.written.append(messages)
            transport.free = False

        transport.put = put_and_fill  # type: ignore[method-assign]
        for _ in range(10):
            page.send_encoded(b"x" * 30_000)
        await asyncio.sleep(0)
        assert [len(write) for write in transport.written] == [3]
        assert found.held("outbox") == 210_000

    asyncio.run(work())


@pytest.mark.parametrize("size", [10, 100_000])
def test_a_page_that_does_not_read_is_cut_off(size: int) -> None:
    """What waits for a page has a limit, in messages and in bytes; beyond it the page is hung up once, gets nothing
    that has a gap, and holds nothing any more."""

    async def work() -> None:
        found = budgets()
        transport, page = deaf(found)
        for _ in range(3 * sockets.OUTBOX):
            page.send_encoded(b"x" * size)
            await asyncio.sleep(0)
            assert found.held("outbox") <= 4_000_000
        transport.free = True
        transport.on_free()
        await asyncio.sleep(0)
        assert transport.closed == [4408]
        assert transport.written == []
        assert found.held("outbox") == 0

    asyncio.run(work())


def test_unread_pages_of_one_guest_share_a_budget() -> None:
    """Twenty sockets that nobody reads hold no more than one would."""

    async def work() -> None:
        found = budgets()
        pages = [deaf(found) for _ in range(20)]
        for _ in range(30):
            for _, page in pages:
                page.send_encoded(b"x" * 50_000)
            await asyncio.sleep(0)
        assert 2_000_000 < found.held("outbox") <= 4_000_000
        assert sum(bool(transport.closed) for transport, _ in pages) > 10

    asyncio.run(work())


# --- through the door ------------------------------------------------------------------------------


def test_too_many_requests_are_told_when_to_come_again(tmp_path: Path) -> None:
    """429 with Retry-After, for an address and for a guest; when that time is over there is room again."""
    few = {**PLENTY, "requests": [[8, 1], [20, 1]]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala = Person(house, "Ala")
        answers = [ala.http.get("/api/me") for _ in range(9)]
        assert [a.status_code for a in answers] == [200] * 8 + [429]
        assert answers[-1].headers["retry-after"] == "1"
        assert answers[-1].json()["message"]["args"] == {"budget": "requests", "seconds": 1}
        assert "requests" in answers[-1].json()["text"]
        others = [httpx.get(house.url + "/api/me").status_code for _ in range(20)]
        assert (others[0], others[-1]) == (401, 429)
        house.advance(1_000)
        assert ala.http.get("/api/me").status_code == 200


def test_who_gets_many_refusals_waits_for_the_next(tmp_path: Path) -> None:
    """The first come at once; then each takes a second, so that asking on and on costs the asker and not the server."""
    few = {**PLENTY, "requests": [None, [2, 1e-9]], "refusals": [None, [3, 1e-9]]}  # none comes back while we wait
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        codes = [httpx.get(house.url + "/api/games").status_code for _ in range(5)]
        assert codes == [200, 200, 429, 429, 429]
        answers: list[int] = []
        asking = threading.Thread(target=lambda: answers.append(httpx.get(house.url + "/api/games").status_code))
        asking.start()
        while asking.is_alive():  # it is answered when time passes, and not before
            assert answers == []
            house.advance(100)
        assert answers == [429]


def test_an_address_makes_only_so_many_connections_anew(tmp_path: Path) -> None:
    """One more is closed before anything is read from it; another address comes in."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "connects": [None, [3, 0.001]]}, hand=START) as house:
        codes = [httpx.get(house.url + "/api/games").status_code for _ in range(3)]
        assert codes == [200, 200, 200]
        with pytest.raises(httpx.HTTPError):
            httpx.get(house.url + "/api/games")
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=elsewhere) as other:
            assert other.get(house.url + "/api/games").status_code == 200


def test_a_proxy_brings_everybody(tmp_path: Path) -> None:
    """Its connections are not counted as those of one visitor; what its visitors ask is, by their own addresses."""
    few = {**PLENTY, "connects": [None, [3, 0.001]], "connections": [None, 2, None], "requests": [None, [4, 0.001]]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:

        def asks(visitor: str) -> int:
            return httpx.get(house.url + "/api/games", headers={"x-forwarded-for": visitor}).status_code

        assert [asks("203.0.113.7") for _ in range(5)] == [200] * 4 + [429]
        assert [asks("203.0.113.8") for _ in range(4)] == [200] * 4


def test_sockets_that_a_proxy_brings_are_counted_by_visitor(tmp_path: Path) -> None:
    """One visitor opens only so many anew, another comes in; those that come without a proxy pay once."""
    few = {**PLENTY, "connects": [None, [6, 0.001]]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala = Person(house, "Ala")

        def come(**headers: str) -> bool:
            try:
                Page(ala, **headers)
            except InvalidStatus:
                return False
            return True

        visitor = {"X-Forwarded-For": "203.0.113.7"}
        assert [come(**visitor) for _ in range(8)] == [True] * 6 + [False] * 2
        assert come(**{"X-Forwarded-For": "203.0.113.8"})
        assert [come() for _ in range(5)] == [True] * 5
        with pytest.raises((OSError, WebSocketException)):
            come()


def test_messages_beyond_the_budget_are_refused_by_id_and_then_cut_off(tmp_path: Path) -> None:
    """Whoever goes on and on is hung up; an answer carries the id of what was asked, and the seconds."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "messages": [[5, 1], None]}, hand=START) as house:
        ala = Person(house, "Ala")
        page = ala.page()
        for _ in range(5):
            page.send("ping")
            page.until("pong")
        page.send("ping")
        assert page.next() | {"text": ""} == {"t": "error", "code": "too_fast", "text": "", "seconds": 1}
        assert page.ask("chat", text="Hi")["values"] == {"budget": "messages", "seconds": 1}
        with pytest.raises(ConnectionClosed):
            _go_on(page)


def _go_on(page: Page) -> None:
    for _ in range(40):
        page.ask("text")


def test_hellos_and_chat_have_budgets_of_their_own(tmp_path: Path) -> None:
    """Beyond them the table is left in peace; the page stays where it is and can go on with all else."""
    few = {**PLENTY, "hellos": [[3, 0.5], None], "chat": [[2, 0.5], None]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala, eve = Person(house, "Ala"), Person(house, "Eve")
        table = ala.table("tiny", ["me"])
        a, e = ala.page(table), eve.page(table)
        for _ in range(2):
            e.hello(table)
        e.send("hello", table=table)
        assert (told := e.until("error"))["seconds"] == 2, told
        assert [e.ask("chat", text="Hi")["t"] for _ in range(3)] == ["ack", "ack", "refuse"]
        assert {m["t"] for m in a.news()} <= {"presence", "chat"}
        house.advance(2_000)
        assert e.ask("chat", text="Hi")["t"] == "ack"


def test_a_spectator_who_comes_again_and_again_is_told_to_nobody(tmp_path: Path) -> None:
    """Hello to the table where one is changes nothing for others; who comes and goes is told now and then."""
    with served(tmp_path / "a.db", hand=START) as house:
        ala, eve = Person(house, "Ala"), Person(house, "Eve")
        table, other = ala.table("tiny", ["me"]), ala.table("tiny", ["me"])
        a, e = ala.page(table), eve.page(table)
        house.advance(500)
        assert [[one["name"] for one in m["spectators"]] for m in a.news()] == [["Eve"]]
        for _ in range(20):
            e.hello(table)
        assert a.news() == []
        for _ in range(20):
            e.hello(other)
            e.hello(table)
        e.hello(other)
        house.advance(500)
        assert [m["spectators"] for m in a.news()] == [[]]


def test_one_person_has_only_so_many_pages(tmp_path: Path) -> None:
    """One more than allowed is told so and closed; the others stay, and another person comes in."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "sockets": [3, None, None]}) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        pages = [ala.page() for _ in range(4)]
        assert pages[3].next()["code"] == "too_many"
        with pytest.raises(ConnectionClosed):
            pages[3].next()
        for page in (*pages[:3], bob.page()):
            page.send("ping")
            assert page.until("pong")
        pages[0].close()
        again = ala.page()
        while _turned_away(again):  # the server may not have seen yet that one is gone
            again = ala.page()


def _turned_away(page: Page) -> bool:
    page.send("ping")
    return bool(page.next()["t"] == "error")


def test_what_leaves_something_behind_has_budgets(tmp_path: Path) -> None:
    """Guests by address; tables by their making, their number, and those that everybody sees; reading goes on."""
    few = {**PLENTY, "guests": [None, [3, 0.01]], "tables": [[9, 0.01], None], "open": [8, None], "listed": [2, None]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        for _ in range(2):
            ala.table("tiny", ["me", "open"], listed=True)
        body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}
        third = ala.http.post("/api/tables", json={**body, "listed": True})
        assert (third.status_code, third.json()["message"]["args"]["budget"]) == (429, "listed")
        bob.table("tiny", ["me", "open"], listed=True)
        made = [ala.http.post("/api/tables", json=body).status_code for _ in range(7)]
        assert made == [201] * 6 + [429]
        more = bob.http.post("/api/tables", json=body)
        assert more.status_code == 201
        assert len(ala.get("/api/tables")) == 3
        Person(house, "Cyd")
        late = httpx.post(house.url + "/api/me", json={})
        assert (late.status_code, late.headers["retry-after"]) == (429, "100")


def test_who_comes_goes_and_rearranges_pays_for_what_is_written(tmp_path: Path) -> None:
    """Leaving a match and coming back, sitting down, freeing seats, giving up: all wait where too much was written."""
    few = {**PLENTY, "disk": [[8_000, 1], None]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala, bob, eve = (Person(house, name) for name in ("Ala", "Bob", "Eve"))
        playing, waiting = ala.table("duel", ["me", "me"]), bob.table("tiny", ["me", "open"])
        page = ala.page()
        went = 0
        while went < 20:
            went += 1
            if ala.http.post(f"/api/tables/{playing}/leave").status_code == 429:
                break
            page.send("hello", table=playing, seat=0)
            if page.until(lambda m: m["t"] in ("presence", "error"))["t"] == "error":
                break
        assert went < 8
        assert ala.post(f"/api/tables/{waiting}/join", expect=429)["message"]["args"]["budget"] == "disk"
        answers = [eve.http.post(f"/api/tables/{waiting}/join", json={"seat": 1, "name": f"E{n}"}) for n in range(15)]
        assert [answers[n].status_code for n in (0, 1, -1)] == [200, 200, 429]


def test_wrong_codes_have_a_budget_and_right_ones_cost_nothing(tmp_path: Path) -> None:
    """Who guesses short codes is soon told to wait, and no code leads anywhere meanwhile."""
    few = {**PLENTY, "codes": [[3, 0.1], None]}
    with served(tmp_path / "a.db", budgets=few, hand=START) as house:
        ala = Person(house, "Ala")
        code = ala.get(f"/api/tables/{ala.table('tiny', ['me', 'open'])}")["code"]
        for _ in range(5):
            ala.get(f"/api/codes/{code}")
        for _ in range(3):
            ala.get("/api/codes/AAAAAA", 404)
        assert ala.get(f"/api/codes/{code}", 429)["message"]["args"]["budget"] == "codes"
        house.advance(10_000)
        ala.get(f"/api/codes/{code}")


def test_a_guest_sits_at_so_many_tables_and_on_one_seat_of_those_everybody_sees(tmp_path: Path) -> None:
    """Seats at others' tables count like tables of one's own; who gets up may sit down elsewhere."""
    few = {**PLENTY, "open": [3, None], "listed": [9, None]}
    with served(tmp_path / "a.db", budgets=few) as house:
        bob, eve = Person(house, "Bob"), Person(house, "Eve")
        tables = []
        for host in (Person(house, "Ala"), Person(house, "Cyd")):
            tables += [host.table("tiny", ["me", "open", "open"], listed=True) for _ in range(2)]
        for table in tables[:3]:
            eve.post(f"/api/tables/{table}/join")
            assert eve.post(f"/api/tables/{table}/join", {"name": "Ewa"}, 409)["code"] == "one_seat"
        full = eve.post(f"/api/tables/{tables[3]}/join", expect=429)
        assert full["message"]["args"]["budget"] == "open"
        assert eve.post(f"/api/tables/{tables[0]}/join", {"seat": 1, "name": "Ewa"})["names"][1] == "Ewa"
        eve.post(f"/api/tables/{tables[0]}/leave")
        eve.post(f"/api/tables/{tables[3]}/join")
        assert len(bob.get("/api/tables")) == 4


def test_what_was_written_elsewhere_counts_here_a_little_later() -> None:
    """Of several processes each tells the others who has written much, and hears what is left of that budget."""
    here = budgets(disk=Budget(Rate(1_000, 1), None))
    here.spend("disk", ALA, 900)
    assert here.to_tell() == []  # it is alone
    here.elsewhere = True
    here.charge("disk", BOB, 60)
    here.spend("disk", BOB, 40)
    assert here.to_tell() == []  # it is little
    here.spend("disk", BOB, 10)
    ((key, rate, amount),) = here.to_tell()
    assert (key, rate, amount) == (("disk", 0, BOB.guest), Rate(1_000, 1), 110)
    assert here.to_tell() == []
    here.spend("disk", BOB, 500)
    here.hear(key, rate, -100)
    assert refused(lambda: here.spend("disk", BOB, 1)) == ("too_fast", {"budget": "disk", "seconds": 101})
    here.hear(key, rate, 1_000)  # what they counted is never more than what we did
    assert refused(lambda: here.spend("disk", BOB, 1))[0] == "too_fast"


def test_a_list_of_large_records_is_read_without_their_moves(tmp_path: Path) -> None:
    """Whatever a record holds beside its head is passed over, and who has uploaded enough is told so."""
    match = stajnia.Match.start("duel", 2, {}, seed=3)
    with served(tmp_path / "a.db", budgets={**PLENTY, "records": [1_000, None]}) as house:
        ala = Person(house, "Ala")
        head = {"content-type": "application/json"}
        sent = [ala.http.post("/api/records", content=match.record.to_json(), headers=head) for _ in range(20)]
        codes = [answer.status_code for answer in sent]
        assert (codes[0], codes[-1], sent[-1].json()["code"]) == (201, 429, "too_many")
        listed = ala.get("/api/records")
        assert len(listed) == codes.count(201)
        assert all(r["game"] == "duel" and r["uploaded"] for r in listed)
        record = ala.http.get(f"/api/records/{listed[0]['id']}").text
        assert Record.from_json(record).moves == match.record.moves
    with pytest.raises(BadRecord):
        Record.from_json('{"game":"duel","moves":[7]}')
    assert _head('{"game":"duel","moves":[7]}').game == "duel"


def test_no_upload_holds_up_a_move(tmp_path: Path) -> None:
    """Neither one's own nor that of somebody at the same address: uploads have a budget of bytes of their own."""
    match = stajnia.Match.start("duel", 2, {}, seed=3)
    match.record.notes = {"hows": {str(n): "bot" for n in range(1_000, 20_000)}}
    body = match.record.to_json()
    assert len(body) > 200_000
    usual = {name: BUDGETS[name] for name in ("uploads", "uploaded", "disk")}
    with served(tmp_path / "a.db", budgets={**PLENTY, **usual}, hand=START) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        pages = [person.page(person.table("tiny", ["me"])) for person in (ala, bob)]
        head = {"content-type": "application/json"}
        sent = [ala.http.post("/api/records", content=body, headers=head) for _ in range(2)]
        assert [answer.status_code for answer in sent] == [201, 429]
        assert sent[1].json()["message"]["args"]["budget"] == "uploaded"
        assert [page.play(page.show["legal"][0])["t"] for page in pages] == ["ack", "ack"]
