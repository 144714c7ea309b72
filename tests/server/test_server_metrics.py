"""Figures: where they are told, and what they must not tell."""

from __future__ import annotations

import stat
from pathlib import Path

import httpx

from stajnia.server.metrics import Histogram
from tests.server.figures import figures
from tests.server.hand_clock import START
from tests.server.pages import Person, served


def test_figures_are_told_on_a_door_of_their_own(tmp_path: Path) -> None:
    """Not to visitors; on a Unix socket that only the host may open."""
    with served(tmp_path / "a.db", metrics=str(tmp_path / "m")) as house:
        told = figures(str(tmp_path / "m"))
        assert told["stajnia_memory_bytes"] > 10_000_000
        assert {"stajnia_inbox", "stajnia_outbox_bytes", "stajnia_loop_late_seconds"} <= set(told)
        assert stat.S_IMODE((tmp_path / "m").stat().st_mode) == 0o600
        assert "stajnia_" not in httpx.get(house.url + "/metrics").text
        ala = Person(house, "Ala")
        ala.page(ala.table("tiny", ["me"]))
        assert figures(str(tmp_path / "m"))["stajnia_sockets"] == 1


def test_no_counter_moves_with_a_sealed_answer(tmp_path: Path) -> None:
    """Before and after somebody, or a bot, has answered: the same figures but for memory and the loop."""
    with served(tmp_path / "a.db", metrics=str(tmp_path / "m"), hand=START) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        table = ala.table("tiny", ["me", "open", "bot"])
        bob.post(f"/api/tables/{table}/join")
        ala.post(f"/api/tables/{table}/start")
        a, b = ala.page(table), bob.page(table)
        before = figures(str(tmp_path / "m"))
        assert a.play("bid 1")["t"] == "ack"
        assert b.news() == []
        after = figures(str(tmp_path / "m"))
        moved = {name for name in after if after[name] != before[name]}
        assert {name for name in moved if not name.startswith("stajnia_loop")} <= {"stajnia_memory_bytes"}


def test_how_long_requests_took_is_told_by_classes(tmp_path: Path) -> None:
    """Each class counts all that took no longer; the last one counts all."""
    with served(tmp_path / "a.db", metrics=str(tmp_path / "m")) as house:
        for _ in range(5):
            httpx.get(house.url + "/api/games")
        told = figures(str(tmp_path / "m"))
    classes = [n for name, n in told.items() if name.startswith("stajnia_request_seconds_bucket")]
    assert classes == sorted(classes)
    assert classes[-1] == told["stajnia_request_seconds_count"] >= 5
    assert 0 < told["stajnia_request_seconds_sum"] < 60 * 5


def test_a_class_holds_what_took_just_so_long() -> None:
    """Bounds belong to their own class."""
    found = Histogram()
    for seconds in (0.005, 0.006, 3_600):
        found.note(seconds)
    assert (found.counts[0], found.counts[1], found.counts[-1]) == (1, 1, 1)
