"""Undo: free where nobody learned anything, by agreement beyond, never on a rated table; never a deletion."""

from __future__ import annotations

from typing import Any

from tests.server.pages import Page, Person


def duel(ala: Person, bob: Person, **more: Any) -> tuple[Page, Page]:
    """A duel in which seat 0 begins: an open game without chance."""
    table = ala.table("duel", ["me", "open"], options={"first": "0"}, **more)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    return ala.page(table), bob.page(table)


def both(a: Page, b: Page, n: int) -> None:
    for page in (a, b):
        while page.show["n"] < n:
            page.until("show")


def test_an_own_move_is_taken_back_freely(ala: Person, bob: Person) -> None:
    """Until somebody else acts an open move goes back without asking; all see it happen."""
    a, b = duel(ala, bob)
    before = a.show["view"]
    a.play(a.show["legal"][0])
    both(a, b, 2)
    assert a.show["undo"]["free_to"] == 1
    assert b.show["undo"]["free_to"] is None
    assert a.ask("undo")["t"] == "ack"
    both(a, b, 3)
    assert a.show["view"] == before
    assert [e["kind"] for e in b.show["events"]] == ["undo"]
    assert a.play(a.show["legal"][1])["t"] == "ack"


def test_nobody_brings_back_what_another_took_back(ala: Person, bob: Person) -> None:
    """A show that was undone is no place to go freely: who took a move back need not make it after all."""
    a, b = duel(ala, bob)
    a.play(a.show["legal"][0])
    both(a, b, 2)
    b.play(b.show["legal"][0])
    both(a, b, 3)
    assert b.ask("undo")["t"] == "ack"
    both(a, b, 4)
    assert a.ask("undo", to=3)["t"] == "ack"
    assert b.until("undo")["undo"]["asked"] == {"seat": 0, "to": 3, "agreed": []}
    assert (a.show["n"], b.show["n"]) == (4, 4)
    assert b.ask("agree", yes=False)["t"] == "ack"
    assert a.ask("undo", to=1)["t"] == "ack"
    both(a, b, 5)


def test_beyond_that_all_must_agree(ala: Person, bob: Person) -> None:
    """Taking back over another's move is asked for and happens when everybody agreed."""
    a, b = duel(ala, bob)
    start = a.show["view"]
    a.play(a.show["legal"][0])
    both(a, b, 2)
    b.play(b.show["legal"][0])
    both(a, b, 3)
    assert a.show["undo"]["free_to"] is None
    assert a.show["undo"]["ask_to"] == 1
    assert a.ask("undo")["t"] == "ack"
    asked = b.until("undo")["undo"]["asked"]
    assert asked == {"seat": 0, "to": 1, "agreed": []}
    assert a.ask("agree", yes=True)["message"] == "no_undo_asked"
    assert b.ask("agree", yes=False)["t"] == "ack"
    assert a.until(lambda m: m["t"] == "undo" and m["undo"]["asked"] is None)
    assert a.show["n"] == 3
    assert a.ask("undo", to=1)["message"] == "undo_refused", "no is no, until something has happened"
    a.play(a.show["legal"][0])
    both(a, b, 4)
    b.play(b.show["legal"][0])
    both(a, b, 5)
    assert a.ask("undo", to=1)["t"] == "ack"
    assert b.ask("agree", yes=True)["t"] == "ack"
    both(a, b, 6)
    assert a.show["view"] == start


def test_who_is_away_has_not_agreed(ala: Person, bob: Person) -> None:
    """Where a stand-in sits for a person an undo is asked for as ever, and waits; the person may agree on return."""
    a, b = duel(ala, bob)
    start = a.show["view"]
    a.play(a.show["legal"][0])
    both(a, b, 2)
    bob.post(f"/api/tables/{a.table}/leave")
    a.until(lambda m: m["t"] == "show" and m["n"] == 3)
    assert a.ask("undo", to=1)["t"] == "ack"
    a.until("undo")
    assert (a.show["n"], a.show["view"] == start) == (3, False)
    assert b.ask("agree", yes=True)["t"] == "ack"
    a.until(lambda m: m["t"] == "show" and m["n"] == 4)
    assert a.show["view"] == start


def test_a_rated_table_takes_back_only_what_is_free(ala: Person, bob: Person) -> None:
    """No agreement helps on a rated table."""
    a, b = duel(ala, bob, rated=True)
    a.play(a.show["legal"][0])
    both(a, b, 2)
    a.ask("undo")
    both(a, b, 3)
    a.play(a.show["legal"][0])
    both(a, b, 4)
    b.play(b.show["legal"][0])
    both(a, b, 5)
    assert a.ask("undo")["message"] == "no_undo_rated"
    assert a.ask("hint")["message"] == "no_hint"


def test_what_chance_or_a_window_decided_is_not_free(ala: Person, bob: Person) -> None:
    """Sealed answers and draws are never taken back without asking."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    assert a.ask("undo")["message"] == "no_undo"
    a.play("bid 0")
    b.play("bid 0")
    both(a, b, 2)
    assert a.show["undo"] == {"free_to": None, "ask_to": 1, "asked": None}


def test_alone_against_bots_one_may_always_take_back(ala: Person) -> None:
    """Bots agree; the record keeps every move and the undo."""
    table = ala.table("duel", ["me", "bot random"], options={"first": "0"})
    page = ala.page(table)
    start = page.show["view"]
    page.play(page.show["legal"][0])
    while not page.show["legal"] or page.show["n"] < 3:
        page.until("show")
    assert page.ask("undo", to=1)["t"] == "ack"
    page.until("show")
    assert page.show["view"] == start
    again = ala.page(table)
    assert [e["kind"] for e in again.show["events"]].count("undo") == 1
    assert len(again.show["events"]) >= 3
