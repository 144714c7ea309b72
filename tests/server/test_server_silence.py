"""Nothing that anybody may ask tells of what is hidden: over HTTP, in lists, health and figures, by time or size."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from stajnia.server import wire
from stajnia.server.budgets import ENTRY, Who
from stajnia.server.messages import hear
from tests.server.figures import figures
from tests.server.hand_clock import START, HandClock
from tests.server.indoors import ALA, BOB, indoors
from tests.server.indoors import page as open_page
from tests.server.indoors import table as open_table
from tests.server.pages import Page, Person, Served, served

LEAST = 1_500
MOVES = ("stajnia_memory", "stajnia_loop", "stajnia_request_seconds")  # with time, and with our own questions
PATHS = (
    "/api/tables",
    "/api/tables/mine",
    "/api/tables/{id}",
    "/api/tables/{id}/record",
    "/api/records",
    "/api/records/{id}",
    "/api/records/{id}/replay",
    "/api/records/{id}/why?n=1",
    "/api/records/{id}/analysis?seat=1",
    "/api/records/{id}/replay?seat=open",
    "/api/me",
    "/api/me/devices",
    "/api/me/statistics",
    "/healthz",
    "/openapi.json",
    "/metrics",
)


def all_answers(house: Served, table: str, cookies: dict[str, str]) -> list[Any]:
    """What somebody is told who asks everything there is to ask: status, headers, body."""
    with httpx.Client(base_url=house.url, cookies=cookies, timeout=60) as client:
        answers = [client.get(path.format(id=table)) for path in PATHS]
    kept = ("content-length", "content-type", "etag", "cache-control", "retry-after")
    return [(a.status_code, a.content, {name: a.headers.get(name) for name in kept}) for a in answers]


def told(house: Served, table: str, people: list[Person]) -> list[Any]:
    """The same for everybody but those who play, and for the host of the server."""
    asking: list[dict[str, str]] = [dict(person.http.cookies) for person in people]
    found: list[Any] = [all_answers(house, table, cookies) for cookies in (*asking, {})]
    numbers = figures(house.given["metrics"])
    return [*found, {name: value for name, value in numbers.items() if not name.startswith(MOVES)}]


def at_a_window(house: Served, *bots: str, orders: str = "ask") -> tuple[list[Person], str, list[Page]]:
    """Ala has played a card; Bob, Cyd and bots are asked, both with these standing orders; Eve watches."""
    people = [Person(house, name) for name in ("Ala", "Bob", "Cyd", "Eve")]
    table = people[0].table("tiny", ["me", "open", "open", *bots], listed=True)
    for person in people[1:3]:
        person.post(f"/api/tables/{table}/join")
    people[0].post(f"/api/tables/{table}/start")
    pages = [person.page(table) for person in people]
    for page in pages[:3]:
        page.play("bid 0")
    for page in pages:
        while page.show["n"] < 2:
            page.until("show")
    for page in pages[1:3]:
        page.ask("orders", orders=orders)
    pages[0].play(pages[0].show["legal"][0])
    for page in pages:
        while page.show["n"] < 3:
            page.until("show")
    house.advance(1_000)  # and all is told of who came
    for page in pages:
        page.news()
    return people, table, pages


def silent(tmp_path: Path) -> dict[str, Any]:
    least = dict.fromkeys(("none", "relaxed", "fast"), LEAST)
    return {"db": tmp_path / "a.db", "metrics": str(tmp_path / "m"), "window_min": least, "hand": START}


def test_a_sealed_answer_changes_nothing_that_can_be_asked(tmp_path: Path) -> None:
    """Lists, tables, records, health and figures are the same to the byte before and after each answer, to the player,
    to a spectator and to a stranger; and no message comes, however long one waits."""
    with served(**silent(tmp_path)) as house:
        people, table, pages = at_a_window(house)
        asking = [people[0], people[3]]
        before = told(house, table, asking)
        assert pages[1].play("pass")["t"] == "ack"
        assert told(house, table, asking) == before
        assert pages[2].play("pass")["t"] == "ack"
        assert told(house, table, asking) == before
        house.advance(LEAST - 1_001)
        assert pages[0].news() == pages[3].news() == []
        assert told(house, table, asking) == before
        house.advance(1)
        pages[3].until("show")
        assert told(house, table, asking) != before


@pytest.mark.parametrize("when", [0, LEAST - 1_001])
def test_the_time_of_an_answer_is_not_told_by_when_a_window_closes(tmp_path: Path, when: int) -> None:
    """Answered at once or just in time: the next message to the others comes at the same moment."""
    with served(**silent(tmp_path)) as house:
        _, _, pages = at_a_window(house)
        house.advance(when)
        for page in pages[1:3]:
            page.play("pass")
        house.advance(LEAST - 1_001 - when)
        assert pages[0].news() == pages[3].news() == []
        house.advance(1)
        assert pages[3].until("show")["n"] == 4


def test_standing_orders_are_nobodys_business(tmp_path: Path) -> None:
    """Whether answers came by hand, by an order to pass or by one to ask only where the card would win: the player and
    a spectator are sent the same messages, of the same size, at the same moments."""
    heard = []
    for orders in ("ask", "pass", "wins"):
        folder = tmp_path / orders
        folder.mkdir()
        with served(**silent(folder), seed="orders") as house:
            _, _, pages = at_a_window(house, orders=orders)
            if orders == "ask":
                for page in pages[1:3]:
                    page.play("pass")
            house.advance(LEAST - 1_001)
            assert pages[0].news() == pages[3].news() == []
            house.advance(1)
            for page in (pages[0], pages[3]):
                page.until("show")
            told = ('{"t":"show","n":3,', '{"t":"show","n":4,', '{"t":"window"')
            heard.append([[raw for raw in page.raw if raw.startswith(told)] for page in (pages[0], pages[3])])
    by_hand, by_order, where_it_wins = heard
    assert [len(each) for each in by_hand] == [3, 2], "two shows, and to the player that her own bid was sealed"
    assert by_order == by_hand
    assert where_it_wins == by_hand


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("seed", ["s1", "s2", "s3", "s4", "s5", "s6"])
def test_a_bot_without_a_choice_takes_its_turn_like_one_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """In a window a worker is asked for every bot, whatever it holds: when it answers tells nothing."""
    asked: list[list[str]] = []

    async def choose(*args: Any) -> str:
        asked.append(args[3])
        return str(args[3][0])

    async def play() -> None:
        async with indoors(tmp_path / "a.db", new_seed=seed.encode) as rooms:
            monkeypatch.setattr(rooms.workers, "choose", choose)
            room = await open_table(rooms, "me", "bot")
            ala, _ = open_page(rooms, ALA)
            await ala.hello(wire.Hello(room.row.id))
            await room.call(hear, room, ala, wire.Play("bid", "bid 1"))
            while room.live is not None and room.live.n < 2:
                await asyncio.sleep(0.001)
            asked.clear()
            assert room.live is not None
            await room.call(hear, room, ala, wire.Play("card", room.live.match.legal(0)[0]))
            while not asked:
                await asyncio.sleep(0.001)

    asyncio.run(play())
    assert asked[0] in (["pass"], ["pass", "stop"])


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("first", [0, 1])
def test_budgets_of_an_address_do_not_tell_who_answered(tmp_path: Path, first: int) -> None:
    """Two of one home play: what is left there to a third is the same after a sealed answer, and pays for all of them
    when they are turned up."""
    clock, home = HandClock(START), "192.0.2.1"

    async def play() -> list[float]:
        async with indoors(tmp_path / "a.db", now=clock.now, later=clock.later) as rooms:
            room = await open_table(rooms, "me", "open")
            pages = [open_page(rooms, guest, home)[0] for guest in (ALA, BOB)]
            for each in pages:
                rooms.budgets.met(each.who)
                await each.hello(wire.Hello(room.row.id))

            def left(who: Who) -> float:
                (key, rate) = rooms.budgets.rates("disk", who)[0]
                return rooms.budgets._bucket(key, rate, clock.now()).left

            found = [left(Who("", home))]
            for each in (pages[first], pages[1 - first]):
                mine = left(Who(each.guest.id, ""))
                await room.call(hear, room, each, wire.Play("bid", "bid 0"))
                assert left(Who(each.guest.id, "")) < mine
                found.append(left(Who("", home)))
            return found

    before, after, turned_up = asyncio.run(play())
    assert after == before
    assert before - turned_up >= 3 * ENTRY, "two answers, and the entry that turns them up"


def test_refusals_do_not_tell_what_others_hold(tmp_path: Path) -> None:
    """Asking why not, playing out of turn and agreeing to nothing are answered the same after a sealed answer."""
    with served(**silent(tmp_path)) as house:
        _, _, pages = at_a_window(house)

        def tried() -> list[Any]:
            out = []
            for page in (pages[0], pages[3]):
                for t, fields in (
                    ("why", {"a": "stop"}),
                    ("play", {"a": "stop"}),
                    ("agree", {"yes": True}),
                    ("text", {}),
                ):
                    out.append({**page.ask(t, **fields), "id": ""})
            return out

        before = tried()
        pages[1].play("pass")
        assert tried() == before
