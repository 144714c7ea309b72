"""Response windows: sealed answers, least and longest time, thinking, standing orders. Time passes by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.hand_clock import START
from tests.server.pages import Page, Person, Served, served

LEAST = 700
MOST = 4000


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose windows last at least 0.7 s and, with a clock, at most 4 s."""
    least = {"none": LEAST, "relaxed": LEAST, "fast": LEAST}
    db = tmp_path_factory.mktemp("slow") / "slow.db"
    with served(db, window_min=least, window_max=MOST, think_bank=1500, hand=START) as running:
        yield running


def three(house: Served, clock: str = "fast", **options: int) -> list[Page]:
    """Three people after the bids, seat 0 to play."""
    people = [Person(house, name) for name in ("Ala", "Bob", "Cyd")]
    table = people[0].table("tiny", ["me", "open", "open"], clock=clock, options=options)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    people[0].post(f"/api/tables/{table}/start")
    pages = [person.page(table) for person in people]
    for page in pages:
        page.play("bid 0")
    for page in pages:
        page.until(lambda m: m["t"] == "show" and m["n"] == 2)
    return pages


def open_window(pages: list[Page]) -> None:
    """Seat 0 plays a card; everybody sees the window."""
    pages[0].play(pages[0].show["legal"][0])
    for page in pages:
        page.until(lambda m: m["t"] == "show" and m["n"] == 3)


def test_answers_are_sealed_and_the_window_keeps_its_least_time(slow: Served) -> None:
    """An answer is acknowledged at once and told to nobody; the show comes when the least time is over."""
    pages = three(slow, clock="none")
    open_window(pages)
    assert [p.show["window"]["asked"] for p in pages] == [[1, 2]] * 3
    assert pages[0].show["window"]["min_in"] == LEAST
    assert pages[1].play("pass")["n"] == 3
    assert pages[1].next()["window"]["answered"] is True
    assert pages[0].news() == pages[2].news() == []
    assert pages[1].play("pass")["message"] == "answered"
    assert pages[2].play("pass")["n"] == 3
    slow.advance(LEAST - 1)
    assert [m["t"] for page in pages for m in page.news()] == ["window"], "the last one is told that the answer is in"
    slow.advance(1)
    for page in pages:
        page.until(lambda m: m["t"] == "show")
    assert [m for m in pages[0].all if m["t"] == "window" and m["n"] == 3] == []


def test_a_live_view_says_what_was_sealed(slow: Served) -> None:
    """Over the socket one's own view holds the answer and asks no more; nobody else's changes, also after hello."""
    pages = three(slow, clock="none")
    open_window(pages)
    asked = pages[1].show["view"]
    assert (asked["sealed"], asked["ask"]["id"]) == ("", "answer")
    pages[1].play("PASS")
    told = pages[1].next()
    assert told["t"] == "window"
    assert told["view"] == {**asked, "sealed": "pass", "ask": None}
    assert pages[0].news() == pages[2].news() == []
    again = [page.person.page(page.table, since=3).show["view"] for page in pages]
    assert again == [pages[0].show["view"], told["view"], pages[2].show["view"]]
    pages[2].play("pass")
    slow.advance(LEAST)
    for page in pages:
        assert page.until("show")["view"]["sealed"] == ""


def test_who_comes_back_in_a_window_learns_no_more(slow: Served) -> None:
    """A new page of an asked seat says whether this seat has answered, nothing of the others."""
    pages = three(slow, clock="none")
    open_window(pages)
    pages[1].play("pass")
    again = {n: pages[n].person.page(pages[0].table, since=3).show for n in range(3)}
    assert [again[n]["window"]["answered"] for n in range(3)] == [False, True, False]
    assert [again[n]["n"] for n in range(3)] == [3, 3, 3]
    assert again[1]["legal"] == []
    assert again[2]["legal"] != []
    assert again[0]["view"] == pages[0].show["view"]


def test_a_window_closes_at_its_longest_time_and_silence_is_a_pass(slow: Served) -> None:
    """With a clock nobody can hold up the table; the record says whose time was up only after the end."""
    pages = three(slow)
    open_window(pages)
    pages[1].play("pass")
    slow.advance(MOST - 1)
    assert pages[0].news() == []
    slow.advance(1)
    for page in pages:
        while page.show["n"] < 4:
            page.until("show")
    assert pages[0].show["events"][0]["kind"] == "scored"


def test_thinking_holds_the_window_open_for_anyone(slow: Served) -> None:
    """The button lengthens the window out of a bank, all see the new time, nobody who pressed it."""
    pages = three(slow)
    open_window(pages)
    assert pages[2].show["window"]["can_think"] is True
    assert pages[0].show["window"]["can_think"] is False
    assert pages[0].ask("thinking")["message"] == "no_thinking"
    assert pages[2].ask("thinking")["t"] == "ack"
    news = [page.until("window") for page in pages]
    assert [m["window"]["closes_in"] for m in news] == [MOST + 1500] * 3
    assert {k: v for k, v in news[0].items() if k != "window"} == {"t": "window", "n": 3}
    assert news[2]["window"]["can_think"] is False
    assert pages[2].ask("thinking")["message"] == "no_thinking"
    slow.advance(MOST + 1499)
    assert pages[0].news() == []
    slow.advance(1)
    pages[0].until(lambda m: m["t"] == "show")


def test_without_a_clock_the_table_waits_for_all(slow: Served) -> None:
    """No longest time, no thinking button; the last answer closes the window."""
    pages = three(slow, clock="none")
    open_window(pages)
    assert pages[1].show["window"]["closes_in"] is None
    assert pages[1].show["window"]["can_think"] is False
    pages[1].play("pass")
    slow.advance(100 * MOST)
    assert pages[0].news() == []
    pages[2].play("pass")
    pages[0].until("show")


def test_standing_orders_pass_until_my_next_turn(slow: Served) -> None:
    """Orders are private, answer windows for the seat, and end with its own turn."""
    pages = three(slow, clock="none")
    for page in pages[1:]:
        assert page.ask("orders", orders="pass")["t"] == "ack"
    open_window(pages)
    assert [p.show["window"]["answered"] for p in pages] == [False, True, True]
    assert [p.show["legal"] for p in pages] == [[], [], []]
    slow.advance(LEAST - 1)
    assert pages[0].news() == []
    slow.advance(1)
    pages[0].until(lambda m: m["t"] == "show" and m["n"] == 4)
    assert pages[0].show["orders"] == "ask"
    pages[1].until(lambda m: m["t"] == "show" and m["n"] == 4)
    pages[2].until(lambda m: m["t"] == "show" and m["n"] == 4)
    assert pages[1].show["orders"] == "ask"
    assert pages[2].show["orders"] == "pass"
    assert not any(m["t"] == "presence" and any(m["stand_in"]) for m in pages[0].all)


def test_standing_orders_in_an_open_window_answer_it(slow: Served) -> None:
    """Who gives them is told that the answer is in; nobody else is told anything."""
    pages = three(slow, clock="none")
    open_window(pages)
    assert pages[1].ask("orders", orders="pass")["t"] == "ack"
    assert (news := pages[1].next())["t"] == "window"
    assert (news["n"], news["window"]["answered"]) == (3, True)
    assert pages[0].news() == pages[2].news() == []
    assert pages[1].play("pass")["message"] == "answered"
    assert pages[0].ask("orders", orders="pass")["t"] == "ack"
    pages[2].play("pass")
    slow.advance(LEAST)
    assert pages[0].next()["t"] == "show", "orders of who is not asked change no window"
    assert pages[0].show["n"] == 4


def test_coming_back_does_not_tell_whether_the_stand_in_has_answered(slow: Served) -> None:
    """Who comes back during a window has the seat from the next decision on, whatever the bot has done, and is told of
    after what it did."""
    pages = three(slow, clock="none")
    pages[1].person.post(f"/api/tables/{pages[1].table}/leave")
    open_window(pages)
    while pages[1].ask("why", a="pass")["ok"]:
        pass
    assert pages[1].ask("back")["t"] == "ack"
    seats = pages[0].person.get(f"/api/tables/{pages[0].table}")["seats"]
    assert [s["stand_in"] for s in seats] == [False, True, False]
    pages[2].play("pass")
    slow.advance(LEAST)
    assert pages[0].until(lambda m: m["t"] == "presence" and not any(m["stand_in"]))
    assert pages[0].show["n"] == 4
    assert pages[0].show["events"][-1]["kind"] == "table.back"


def test_orders_that_ask_only_when_the_card_would_win(slow: Served) -> None:
    """With a goal out of reach the window passes by itself; with one in reach it waits for the seat."""
    far = three(slow, clock="none", goal=1000)
    for page in far[1:]:
        page.ask("orders", orders="wins")
    open_window(far)
    slow.advance(LEAST)
    far[0].until(lambda m: m["t"] == "show" and m["n"] == 4)
    near = three(slow, clock="none", goal=1)
    for page in near[1:]:
        page.ask("orders", orders="wins")
    open_window(near)
    slow.advance(100 * LEAST)
    assert near[0].news() == []
    for page in near[1:]:
        page.play("pass")
    assert near[0].until("show")["result"]["winners"] == [0]
