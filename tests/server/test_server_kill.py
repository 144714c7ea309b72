"""SIGKILL at any moment: nothing acknowledged is lost, nothing is doubled, the game goes on."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import threading
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.server.pages import Page, Person, Served, play_out, served


def logged(house: Served, table: str) -> list[tuple[int, str, int | None, str | None]]:
    with contextlib.closing(sqlite3.connect(house.given["db"])) as db:
        return list(db.execute("select n, kind, seat, action from log where id = ? order by n", (table,)))


def test_killed_in_the_middle_of_a_window(tmp_path: Path) -> None:
    """Sealed answers that were acknowledged are there after the restart, once, still sealed; the window closes."""
    with served(tmp_path / "a.db") as house:
        people = [Person(house, name) for name in ("Ala", "Bob", "Cyd")]
        table = people[0].table("tiny", ["me", "open", "open"], options={"turns": 4})
        for person in people[1:]:
            person.post(f"/api/tables/{table}/join")
        people[0].post(f"/api/tables/{table}/start")
        pages = [person.page(table) for person in people]
        for page in pages:
            page.play("bid 1")
        pages[0].until(lambda m: m["t"] == "show" and m["n"] == 2)
        pages[0].play(pages[0].show["legal"][0])
        pages[1].until(lambda m: m["t"] == "show" and m["n"] == 3)
        assert pages[1].play("pass", id="bobs-answer")["t"] == "ack"
        house.kill()
        house.start()
        pages = [person.page(table, since=3) for person in people]
        assert [p.show["window"]["answered"] for p in pages] == [False, True, False]
        assert [p.show["n"] for p in pages] == [3, 3, 3]
        assert pages[1].play("pass", id="bobs-answer")["t"] == "ack"
        assert pages[1].play("pass")["message"] == "answered"
        assert pages[2].play("pass")["t"] == "ack"
        pages[0].until(lambda m: m["t"] == "show" and m["n"] == 4)
        assert pages[0].show["events"][0]["kind"] == "scored"
        play_out(*pages)
        actions = [(seat, action) for _, _, seat, action in logged(house, table) if action]
        assert len(actions) == len(set(actions))
        assert actions.count((1, "bobs-answer")) == 1


def test_killed_at_any_moment_of_play(tmp_path: Path) -> None:
    """A page that resends what was not acknowledged ends with every action done exactly once."""
    dice = random.Random(5)
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot random"], options={"turns": 100_000, "goal": 1_000_000})
        page = ala.page(table)
        acked: dict[str, int] = {}
        for round in range(4):
            killer = threading.Thread(target=_kill_later, args=(house, acked, len(acked) + 2, dice.random() / 20))
            killer.start()
            waiting = _play_until_cut(page, acked, f"r{round}")
            killer.join()
            house._end()
            house.start()
            page = ala.page(table, since=page.show["n"])
            assert page.show["n"] >= max(acked.values(), default=0)
            if waiting is not None:
                id, text, n = waiting
                answer = page.play(text, id=id, n=n)
                assert answer["t"] == "ack" or answer["message"] in ("stale", "answered"), answer
                if answer["t"] == "ack":
                    acked[id] = answer["n"]
                if page.show["n"] <= answer.get("n", 0):
                    page.show = {**page.show, "legal": []}
        entries = logged(house, table)
        assert [n for n, *_ in entries] == list(range(len(entries)))
        mine = [action for _, _, seat, action in entries if seat == 0 and action]
        assert len(mine) == len(set(mine))
        assert set(acked) <= set(mine)
        assert len(acked) >= 8  # something was acknowledged between the kills


def _kill_later(house: Served, acked: dict[str, int], many: int, wait: float) -> None:
    """Kill the server some moment after so many acknowledgements."""
    while len(acked) < many:
        time.sleep(0.001)
    time.sleep(wait)
    house.process.kill()


def _play_until_cut(page: Page, acked: dict[str, int], name: str) -> tuple[str, str, int] | None:
    """Play on until the connection breaks; gives what was sent and not acknowledged."""
    sent: tuple[str, str, int] | None = None
    try:
        for turn in range(10_000):
            page.my_turn()
            text, n = page.show["legal"][turn % len(page.show["legal"])], page.show["n"]
            sent = (f"{name}-{turn}", text, n)
            answer = page.play(text, id=sent[0], n=n)
            assert answer["t"] == "ack", answer
            acked[sent[0]] = answer["n"]
            sent = None
            if page.show["n"] == n:
                page.show = {**page.show, "legal": []}
    except (ConnectionClosed, EOFError, OSError):
        return sent
    raise AssertionError("nobody cut it")


def test_a_server_that_is_told_to_stop_stops(tmp_path: Path) -> None:
    """SIGTERM with pages open and a bot thinking: the process ends by itself, long before the bot would."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        ala.page(ala.table("tiny", ["bot asleep", "me"]))
        assert house.stop() in (0, -15)
