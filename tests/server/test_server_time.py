"""Clocks, deadlines across a restart, leaving and coming back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.server.pages import Page, Person, Served, served

FAST = {"none": None, "relaxed": [60_000, 600_000], "fast": [800, 700]}


def begin(house: Served, **more: Any) -> tuple[Page, Page]:
    """Two people after the bids, seat 0 to play."""
    a, b = Person(house, "Ala"), Person(house, "Bob")
    table = a.table("tiny", ["me", "open"], **more)
    b.post(f"/api/tables/{table}/join")
    a.post(f"/api/tables/{table}/start")
    pages = a.page(table), b.page(table)
    for page in pages:
        page.play("bid 0")
    for page in pages:
        page.until(lambda m: m["t"] == "show" and m["n"] == 2)
    return pages


def test_at_zero_the_stand_in_plays_and_the_record_says_so(tmp_path: Path) -> None:
    """Step and bank run down on the server's clock; then a move is made for the seat and told as such."""
    with served(tmp_path / "a.db", clocks=FAST) as house:
        a, b = begin(house, clock="fast", options={"turns": 1})
        assert 1000 < a.show["deadline"] <= 1500
        assert b.show["deadline"] > 0
        assert len(b.show["clock"]) == 2
        started = time.monotonic()
        show = b.until("show")
        assert 1.0 < time.monotonic() - started < 3
        assert [e["kind"] for e in show["events"]][:2] == ["table.time", "played"]
        assert show["clock"][0] == 0
        b.play("pass")
        b.until(lambda m: m["t"] == "show" and m["result"])
        record = a.person.get(f"/api/tables/{a.table}/record")
        at = next(n for n, (_, text) in enumerate(record["moves"]) if text.startswith("play"))
        assert record["notes"]["hows"][str(at)] == "time"


def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    """The deadline is an absolute time in the log: a restart neither gives nor takes any of it."""
    clocks = {"none": None, "relaxed": [60_000, 600_000], "fast": [4_000, 1_000]}
    with served(tmp_path / "a.db", clocks=clocks) as house:
        a, b = begin(house, clock="fast")
        due = time.monotonic() + a.show["deadline"] / 1000
        time.sleep(0.5)
        house.kill()
        house.start()
        again = b.person.page(b.table, since=2)
        assert abs(time.monotonic() + again.show["deadline"] / 1000 - due) < 0.3
        again.until("show")
        assert -0.2 < time.monotonic() - due < 4.0  # a busy machine may take a while to start the stand-in


def test_after_a_restart_there_is_time_to_come_back(tmp_path: Path) -> None:
    """A deadline that passed while the server was down leaves a short grace before the stand-in plays."""
    with served(tmp_path / "a.db", clocks=FAST, restart_grace=2_500) as house:
        a, b = begin(house, clock="fast")
        house.kill()
        time.sleep(1.6)
        house.start()
        again = a.person.page(a.table, since=2)
        assert again.show["deadline"] > 500
        assert again.play(again.show["legal"][0])["t"] == "ack"
        assert b.table == a.table


def test_a_bot_sits_in_after_the_grace_time_and_the_person_returns(tmp_path: Path) -> None:
    """Who is away while others wait is replaced; coming back gives the seat back from the next decision on."""
    with served(tmp_path / "a.db", grace=400) as house:
        a, b = begin(house, options={"turns": 50})
        a.close()
        assert b.until(lambda m: m["t"] == "presence" and m["stand_in"][0])["present"][0] is False
        show = b.until("show")
        assert [e["kind"] for e in show["events"]][:2] == ["table.stand_in", "played"]
        b.play("pass")
        back = a.person.page(a.table)
        while back.show["n"] < 4:
            back.until("show")
        b.silent(0.1)
        b.play(b.show["legal"][0])
        back.my_turn()
        assert back.play("pass")["t"] == "ack"
        back.my_turn()
        back.silent(0.5)
        assert back.show["legal"], "the person decides again"
        assert not a.person.get(f"/api/tables/{a.table}")["seats"][0]["stand_in"]
        b.silent(0.2)
        assert any(e["kind"] == "table.back" for m in b.all if m["t"] == "show" for e in m["events"])


def test_leaving_hands_the_seat_over_at_once_and_back_takes_it(tmp_path: Path) -> None:
    """`leave` in a match puts the stand-in down; `back` on an open page takes the seat again."""
    with served(tmp_path / "a.db", bot_delay=[400, 400]) as house:
        a, b = begin(house, options={"turns": 50})
        a.person.post(f"/api/tables/{a.table}/leave")
        a.until(lambda m: m["t"] == "presence" and m["stand_in"][0])
        assert a.ask("back")["t"] == "ack"
        assert b.until(lambda m: m["t"] == "show")["events"][-1]["kind"] == "played"
        assert b.person.get(f"/api/tables/{b.table}")["seats"][0]["stand_in"] is False
        assert a.ask("back")["message"] == "not_absent"


def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    """Alone against bots one may go away for as long as one likes; without a clock the table just sleeps."""
    with served(tmp_path / "a.db", grace=200, idle=300) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot"])
        ala.page(table).close()
        time.sleep(1.2)
        assert "stajnia_rooms 0" in ala.http.get("/metrics").text
        page = ala.page(table)
        assert page.show["n"] == 1
        assert page.show["legal"] == ["bid 0", "bid 1"]
        assert "stajnia_rooms 1" in ala.http.get("/metrics").text
