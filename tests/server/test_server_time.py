"""Clocks, deadlines across a restart, leaving and coming back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.server.pages import PATIENCE, Page, Person, Served, served

FAST = {"none": None, "relaxed": [60_000, 600_000], "fast": [3_000, 2_000]}
FIRST = 5_000  # ms in all for the first decision at a fast table
LONG = {**FAST, "fast": [60_000, 20_000]}
ROUNDING = 0.01  # seconds: the server speaks in whole ms


def begin(house: Served, **more: Any) -> tuple[Page, Page, float]:
    """Two people after the bids, seat 0 to play; and a time before that decision began."""
    a, b = Person(house, "Ala"), Person(house, "Bob")
    table = a.table("tiny", ["me", "open"], **more)
    b.post(f"/api/tables/{table}/join")
    pages = a.page(table), b.page(table)
    a.post(f"/api/tables/{table}/start")
    for page in pages:
        page.until("show")
    pages[0].play("bid 0")
    before = time.monotonic()
    pages[1].play("bid 0")
    for page in pages:
        while page.show["n"] < 2:
            page.until("show")
    return *pages, before


def test_at_zero_the_stand_in_plays_and_the_record_says_so(tmp_path: Path) -> None:
    """Step and bank run down on the server's clock; then a move is made for the seat and told as such."""
    with served(tmp_path / "a.db", clocks=FAST) as house:
        a, b, before = begin(house, clock="fast", options={"turns": 1})
        assert 0 < a.show["deadline"] <= FIRST
        assert len(b.show["clock"]) == 2
        show = b.until("show")
        assert time.monotonic() - before >= FIRST / 1000 - ROUNDING
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
    with served(tmp_path / "a.db", clocks=LONG) as house:
        a, b, before = begin(house, clock="fast")
        left = a.show["deadline"] / 1000
        due = before + left, time.monotonic() + left  # it lies between: the show was on its way for a while
        time.sleep(0.5)
        house.kill()
        house.start()
        before = time.monotonic()
        left = b.person.page(b.table, since=2).show["deadline"] / 1000
        again = before + left, time.monotonic() + left
        assert max(due[0], again[0]) <= min(due[1], again[1]) + ROUNDING


def test_after_a_restart_there_is_time_to_come_back(tmp_path: Path) -> None:
    """A deadline that passed while the server was down leaves a grace, and after it the stand-in plays."""
    with served(tmp_path / "a.db", clocks=FAST, restart_grace=30_000) as house:
        a, b, before = begin(house, clock="fast")
        house.kill()
        time.sleep(max(0, before + FIRST / 1000 + 0.1 - time.monotonic()))
        house.start()
        again = a.person.page(a.table, since=2)
        assert 0 < again.show["deadline"] <= 30_000
        assert again.ask("why", a=again.show["legal"][0])["ok"], "the person may still play"
        house.kill()
        house.start(restart_grace=0)
        late = b.person.page(b.table, since=2)
        while late.show["n"] < 3:
            late.until("show")
        kinds = [e["kind"] for m in late.all if m["t"] == "show" for e in m["events"]]
        assert kinds[:2] == ["table.time", "played"]


def test_a_bot_sits_in_after_the_grace_time_and_the_person_returns(tmp_path: Path) -> None:
    """Who is away while others wait is replaced; coming back gives the seat back from the next decision on."""
    with served(tmp_path / "a.db", grace=400) as house:
        a, b, _ = begin(house, options={"turns": 50})
        a.close()
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
        assert back.play("pass")["t"] == "ack"
        back.my_turn()
        back.silent(0.5)
        assert back.show["legal"], "the person decides again"
        assert not a.person.get(f"/api/tables/{a.table}")["seats"][0]["stand_in"]
        while not any(e["kind"] == "table.back" for e in b.show["events"]):
            b.until("show")


def test_leaving_hands_the_seat_over_at_once_and_back_takes_it(tmp_path: Path) -> None:
    """`leave` in a match puts the stand-in down; `back` on an open page takes the seat again, and all are told."""
    with served(tmp_path / "a.db", bot_delay=[400, 400]) as house:
        a, b, _ = begin(house, options={"turns": 50})
        a.person.post(f"/api/tables/{a.table}/leave")
        a.until(lambda m: m["t"] == "presence" and m["stand_in"][0])
        assert a.ask("back")["t"] == "ack"
        assert b.until(lambda m: m["t"] == "show")["events"][-1]["kind"] == "played"
        b.until(lambda m: m["t"] == "presence" and not m["stand_in"][0])
        assert b.person.get(f"/api/tables/{b.table}")["seats"][0]["stand_in"] is False
        assert a.ask("back")["message"] == "not_absent"


def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    """Alone against bots one may go away for as long as one likes; without a clock the table just sleeps."""
    with served(tmp_path / "a.db", grace=200, idle=300) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot"])
        ala.page(table).close()
        until = time.monotonic() + PATIENCE
        while "stajnia_rooms 0" not in ala.http.get("/metrics").text:
            assert time.monotonic() < until, "the room stays in memory"
            time.sleep(0.05)
        page = ala.page(table)
        assert page.show["n"] == 1
        assert page.show["legal"] == ["bid 0", "bid 1"]
        assert "stajnia_rooms 1" in ala.http.get("/metrics").text
