"""Clocks, deadlines across a restart, leaving and coming back. Time passes by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.hand_clock import START
from tests.server.pages import Page, Person, Served, served

FAST = {"none": None, "relaxed": [60_000, 600_000], "fast": [3_000, 2_000]}
FIRST = 5_000  # ms in all for the first decision at a fast table


def begin(house: Served, **more: Any) -> tuple[Page, Page]:
    """Two people after the bids, seat 0 to play."""
    a, b = Person(house, "Ala"), Person(house, "Bob")
    table = a.table("tiny", ["me", "open"], **more)
    b.post(f"/api/tables/{table}/join")
    pages = a.page(table), b.page(table)
    a.post(f"/api/tables/{table}/start")
    for page in pages:
        page.until("show")
    pages[0].play("bid 0")
    pages[1].play("bid 0")
    for page in pages:
        while page.show["n"] < 2:
            page.until("show")
    return pages


def still(page: Page, n: int) -> bool:
    """Whether the room, after all it had to do, is still at show n."""
    page.news()
    return bool(page.show["n"] == n)


def test_at_zero_the_stand_in_plays_and_the_record_says_so(tmp_path: Path) -> None:
    """Step and bank run down on the server's clock; then a move is made for the seat and told as such."""
    with served(tmp_path / "a.db", clocks=FAST, hand=START) as house:
        a, b = begin(house, clock="fast", options={"turns": 1})
        assert a.show["deadline"] == FIRST
        assert len(b.show["clock"]) == 2
        house.advance(FIRST - 1)
        assert still(b, 2)
        house.advance(1)
        show = b.until("show")
        assert [e["kind"] for e in show["events"]][:2] == ["table.time", "played"]
        assert show["clock"][0] == 0
        b.play("pass")
        while not b.show["result"]:
            b.until("show")
        record = a.person.get(f"/api/tables/{a.table}/record")
        at = next(n for n, (_, text) in enumerate(record["moves"]) if text.startswith("play"))
        assert record["notes"]["hows"][str(at)] == "time"


def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    """The deadline is an absolute time in the log: a restart neither gives nor takes any of it."""
    with served(tmp_path / "a.db", clocks=FAST, hand=START) as house:
        _, b = begin(house, clock="fast")
        house.advance(500)
        house.kill()
        house.advance(700)
        house.start()
        assert b.person.page(b.table, since=2).show["deadline"] == FIRST - 1_200


def test_after_a_restart_there_is_time_to_come_back(tmp_path: Path) -> None:
    """A deadline that passed while the server was down leaves a grace, and after it the stand-in plays."""
    with served(tmp_path / "a.db", clocks=FAST, restart_grace=30_000, hand=START) as house:
        a, b = begin(house, clock="fast")
        house.kill()
        house.advance(FIRST + 100)
        house.start()
        again = a.person.page(a.table, since=2)
        assert again.show["deadline"] == 30_000
        assert again.ask("why", a=again.show["legal"][0])["ok"], "the person may still play"
        late = b.person.page(b.table, since=2)
        house.advance(30_000)
        while late.show["n"] < 3:
            late.until("show")
        kinds = [e["kind"] for m in late.all if m["t"] == "show" for e in m["events"]]
        assert kinds[:2] == ["table.time", "played"]


def test_a_bot_sits_in_after_the_grace_time_and_the_person_returns(tmp_path: Path) -> None:
    """Who is away while others wait is replaced; in a window the seat is given back from the next decision on."""
    with served(tmp_path / "a.db", grace=400, hand=START) as house:
        a, b = begin(house, options={"turns": 50})
        a.close()
        b.until(lambda m: m["t"] == "presence" and not m["present"][0])
        house.advance(399)
        assert still(b, 2)
        house.advance(1)
        assert b.until(lambda m: m["t"] == "presence" and m["stand_in"][0])["present"][0] is False
        show = b.until("show")
        assert [e["kind"] for e in show["events"]][:2] == ["table.stand_in", "played"]
        b.play("pass")
        back = a.person.page(a.table)
        for page in (back, b):
            while page.show["n"] < 4:
                page.until("show")
        b.play(b.show["legal"][0])
        back.my_turn()
        n = back.show["n"]
        assert back.play("pass")["t"] == "ack"
        while back.show["n"] == n:
            back.until("show")
        assert still(back, back.my_turn()["n"])
        assert back.show["legal"], "the person decides again"
        assert not a.person.get(f"/api/tables/{a.table}")["seats"][0]["stand_in"]
        while not any(e["kind"] == "table.back" for e in b.show["events"]):
            b.until("show")


def test_leaving_hands_the_seat_over_at_once_and_back_takes_it(tmp_path: Path) -> None:
    """`leave` in a match puts the stand-in down; `back` on an open page takes the seat again, and all are told."""
    with served(tmp_path / "a.db", bot_delay=[400, 400], hand=START, seed="3") as house:
        a, b = begin(house, options={"turns": 50})
        assert len(a.show["legal"]) > 1, "for what is forced a bot takes no time"
        a.person.post(f"/api/tables/{a.table}/leave")
        a.until(lambda m: m["t"] == "presence" and m["stand_in"][0])
        assert a.ask("back")["t"] == "ack"
        b.until(lambda m: m["t"] == "presence" and not m["stand_in"][0])
        house.advance(400)
        assert still(b, 2), "the bot has thought for nothing"
        assert a.play(a.show["legal"][0])["t"] == "ack"
        assert [e["kind"] for e in b.until("show")["events"]] == ["table.stand_in", "table.back", "played"]
        assert b.person.get(f"/api/tables/{b.table}")["seats"][0]["stand_in"] is False
        assert a.ask("back")["message"] == "not_absent"
