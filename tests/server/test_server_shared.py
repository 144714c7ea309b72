"""Several people before one device: a guest has several seats, and a page sees through one pair of eyes at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.hand_clock import START
from tests.server.pages import Page, Person, Served, served


def shared(ala: Person, *others: str, **more: object) -> tuple[str, Page]:
    """A table of the test game where Ala has the first two seats, for herself and for Ola, and a page before it."""
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ola"}, *({"kind": kind} for kind in others)]
    body = {"game": "tiny", "seats": seats, "start": "open" not in others, **more}
    table = str(ala.post("/api/tables", body)["id"])
    return table, ala.page(table)


def look(page: Page, seat: int | None) -> dict[str, object]:
    """Lift the curtain for a seat, or draw it; the table as it is told then."""
    page.hello(page.table, None, seat)
    return next(m["table"] for m in reversed(page.all) if m["t"] == "table")


def bid(page: Page) -> None:
    for seat in (0, 1):
        look(page, seat)
        page.play("bid 0")


def test_one_guest_has_several_named_seats(ala: Person) -> None:
    """Both seats are Ala's, each with its name; which one she looks through is told with the table."""
    table, page = shared(ala)
    info = ala.get(f"/api/tables/{table}")
    assert (info["names"], info["yours"], info["you"]) == (["Ala", "Ola"], [0, 1], None)
    assert [s["you"] for s in info["seats"]] == [True, True]
    assert look(page, 1)["you"] == 1
    assert look(page, None)["you"] is None


def test_behind_the_curtain_nothing_of_a_seat_is_sent(ala: Person, eve: Person) -> None:
    """Before the curtain is lifted the page gets, to the byte, what a spectator gets; then one seat's alone."""
    table, page = shared(ala)
    bid(page)
    watching = eve.page(table)
    curtain = ala.page(table)

    def show(of: Page) -> str:
        return next(text for text in reversed(of.raw) if text.startswith('{"t":"show"'))

    assert show(curtain) == show(watching)
    assert curtain.show["view"]["hand"] == []
    assert curtain.show["legal"] == []
    look(curtain, 1)
    second = curtain.show
    assert len(second["view"]["hand"]) == 2
    assert second["legal"] == [], "it is not the turn of seat 1"
    dealt = [e["args"] for e in second["events"] if e["kind"] == "dealt"]
    assert {args["seat"] for args in dealt if "card" in args} == {1}
    look(curtain, None)
    assert show(curtain) == show(watching)


def test_behind_the_curtain_nothing_can_be_played(ala: Person) -> None:
    """Who has lifted no curtain plays for nobody; somebody else's seat cannot be looked through."""
    table, page = shared(ala, "open", start=False)
    assert page.ask("play", a="bid 0")["message"] == "spectator"
    page.send("hello", table=table, seat=2)
    assert page.until("error")["code"] == "not_seated"


def test_a_window_asks_each_seat_and_tells_of_none(ala: Person, bob: Person) -> None:
    """Each of the seats answers by itself; until all have, the page and the others learn of no answer."""
    table, page = shared(ala, "open", start=False)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    other = bob.page(table)
    other.play("bid 0")
    bid(page)
    look(page, 0)
    page.play(page.show["legal"][0])
    look(page, 1)
    assert page.show["window"]["asked"] == [1, 2]
    page.play("pass")
    assert look(page, None)["you"] is None
    assert page.show["window"]["answered"] is False
    assert other.until(lambda m: m["t"] == "show" and m["n"] == 3)["window"]["answered"] is False
    other.play("pass")
    assert other.until("show")["window"] is None


def test_a_seat_more_is_taken_in_the_lobby(ala: Person, bob: Person) -> None:
    """Ala sits down for Ola too and changes Ola's name; getting up frees both seats; the host may open one of them."""
    table = bob.table("tiny", ["me", "open", "open"])
    at = f"/api/tables/{table}"
    ala.post(f"{at}/join")
    assert ala.post(f"{at}/join", {"name": "Ola"})["names"] == ["Bob", "Ala", "Ola"]
    assert ala.post(f"{at}/join", {"seat": 2, "name": "Ela"})["names"] == ["Bob", "Ala", "Ela"]
    assert ala.post(f"{at}/join", {"seat": 0, "name": "Iga"}, 409)["code"] == "seat_taken"
    assert bob.post(f"{at}/seat", {"seat": 2, "kind": "open"})["names"] == ["Bob", "Ala", ""]
    assert ala.post(f"{at}/join", {"name": "Ola"})["yours"] == [1, 2]
    assert ala.post(f"{at}/leave")["names"] == ["Bob", "", ""]


def test_all_seats_come_back_and_go_together(ala: Person, bob: Person) -> None:
    """Who leaves with two seats leaves both to bots, and takes both back by coming; all are present by one page."""
    table, page = shared(ala, "open", start=False)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    other = bob.page(table)
    assert [s["present"] for s in ala.get(f"/api/tables/{table}")["seats"]] == [True, True, True]
    ala.post(f"/api/tables/{table}/leave")
    assert other.until("presence")["stand_in"] == [True, True, False]
    page.hello(table)
    other.play("bid 0")
    kinds = [e["kind"] for e in other.until("show")["events"]]
    assert (kinds.count("table.stand_in"), kinds.count("table.back")) == (2, 2)


def test_undo_is_one_for_all_before_the_device(ala: Person) -> None:
    """A move of either seat is taken back from either, and nobody else of the same device is asked."""
    _, page = shared(ala)
    bid(page)
    look(page, 0)
    page.play(page.show["legal"][0])
    look(page, 1)
    n = page.show["n"]
    assert page.show["undo"]["ask_to"] == n - 1
    page.ask("undo")
    shown = page.show if page.show["n"] > n else page.until("show")
    assert "undo" in [e["kind"] for e in shown["events"]]


def test_what_one_seat_may_take_back_is_free_from_the_other_too(ala: Person, bob: Person) -> None:
    """The table says that it is free, so nobody at another device is asked."""
    table, page = shared(ala, "open", game="clovers", start=False)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    other = bob.page(table)
    turn, free = other.show["view"]["turn"][0], None
    while free is None:  # what is drawn stays drawn, where it is laid may be taken back
        at = other.show["n"]
        if turn == 2:
            other.play(other.show["legal"][0])
        else:
            look(page, turn)
            page.play(page.show["legal"][0])
            look(page, 1 - turn)
            free = page.show["undo"]["free_to"]
        while other.show["n"] == at:
            other.until("show")
        turn = other.show["view"]["turn"][0]
    page.ask("undo", to=free)
    shown = page.show if page.show["n"] > free + 1 else page.until("show")
    assert "undo" in [e["kind"] for e in shown["events"]]


def test_an_undo_asks_those_at_other_devices_only(ala: Person, bob: Person) -> None:
    """What needs agreement is asked of Bob alone, and is done once he agrees."""
    table, page = shared(ala, "open", start=False)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    other = bob.page(table)
    bid(page)
    other.play("bid 0")
    other.until("show")
    look(page, 0)
    assert page.ask("undo")["t"] == "ack"
    assert other.until("undo")["undo"]["asked"]["seat"] == 0
    other.ask("agree", yes=True)
    shown = other.show if other.show["n"] > 2 else other.until("show")
    assert "undo" in [e["kind"] for e in shown["events"]]


def test_a_screen_for_everybody_shows_no_seat(ala: Person, bob: Person) -> None:
    """A page that only watches sees what a spectator sees, whoever has opened it; nobody is present by it."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    screen = ala.page()
    screen.send("hello", table=table, watch=True)
    present = screen.until("presence")
    assert (present["present"], present["spectators"][0]["name"]) == ([False, False], "Ala")
    assert screen.all[0]["table"]["you"] is None
    assert screen.show["legal"] == []
    assert screen.ask("play", a="bid 0")["message"] == "spectator"


def test_a_short_code_leads_to_the_table(ala: Person, bob: Person) -> None:
    """The code is six plain letters, in any case; one that is no table's is refused in plain words."""
    table = ala.table("tiny", ["me", "open"])
    code = ala.get(f"/api/tables/{table}")["code"]
    assert len(code) == 6
    assert not set(code) & set("IOQUV0123456789")
    assert bob.get(f"/api/codes/{code.lower()}") == {"table": table}
    assert "kod" in bob.get("/api/codes/AAAAAA", 404)["text"]
    ala.post(f"/api/tables/{table}/close")
    assert bob.get(f"/api/codes/{code}", 404)["code"] == "no_code"


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "slow.db", window_max=4000, hand=START) as running:
        yield running


def test_who_share_a_device_have_time_one_after_the_other(slow: Served) -> None:
    """A window that asks two seats of one device stays open twice as long."""
    ala = Person(slow, "Ala")
    _, page = shared(ala, "me", clock="fast")
    for seat in (0, 1, 2):
        look(page, seat)
        page.play("bid 0")
    look(page, 0)
    page.play(page.show["legal"][0])
    look(page, 1)
    assert page.show["window"]["closes_in"] == 8000
