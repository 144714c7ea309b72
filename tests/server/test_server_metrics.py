"""Figures: where they are told, and what they must not tell."""

from __future__ import annotations

import stat
from pathlib import Path

import httpx

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
        assert moved <= {"stajnia_memory_bytes", "stajnia_loop_late_seconds"}
