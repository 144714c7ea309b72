"""Bots think elsewhere: late, broken, dying and cheating ones are replaced, and nobody waits for them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.server.pages import Person, served


@pytest.mark.parametrize("level", ["asleep", "broken", "dying", "cheating"])
def test_a_bot_that_fails_is_replaced_by_a_simple_one(tmp_path: Path, level: str) -> None:
    """The match goes on with legal moves, and the record tells which were not the bot's own."""
    with served(tmp_path / "a.db", bot_deadline=1500) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", [f"bot {level}", "bot greedy"], options={"turns": 2})
        page = ala.page(table)
        while not page.show["result"]:
            page.until("show")
        record = ala.get(f"/api/tables/{table}/record")
        hows = record["notes"]["hows"]
        first = [n for n, (seat, _) in enumerate(record["moves"]) if seat == 0]
        assert any(hows[str(n)] == "late" for n in first)
        assert all(hows[str(n)] == "bot" for n, (seat, _) in enumerate(record["moves"]) if seat == 1)


def test_the_server_answers_while_bots_think(tmp_path: Path) -> None:
    """While a bot takes a minute, pings and other tables are answered."""
    with served(tmp_path / "a.db", bot_deadline=100_000) as house:
        ala = Person(house, "Ala")
        page = ala.page(ala.table("tiny", ["bot asleep", "me"]))
        began = time.monotonic()
        for _ in range(20):
            page.send("ping")
            page.until("pong")
        ala.page(ala.table("tiny", ["me", "open"])).close()
        assert time.monotonic() - began < 50, "the bot sleeps for a minute"


def test_bots_take_a_natural_moment(tmp_path: Path) -> None:
    """A bot lets a little time pass so that people can follow."""
    with served(tmp_path / "a.db", bot_delay=[300, 400]) as house:
        ala = Person(house, "Ala")
        page = ala.page(ala.table("duel", ["me", "bot random"], options={"first": "0"}))
        began = time.monotonic()
        page.play(page.show["legal"][0])
        while page.show["n"] < 3:
            page.until("show")
        assert time.monotonic() - began >= 0.29  # the server speaks in whole ms


@pytest.mark.parametrize(("lang", "sentence"), [("en", "The bot found nothing"), ("pl", "Bot nic nie znalazł")])
def test_a_hint_that_is_late_is_refused(tmp_path: Path, lang: str, sentence: str) -> None:
    """Who asked has an answer under the id, in words of the own language, and may ask again."""
    with served(tmp_path / "a.db", bot_deadline=0) as house:
        ala = Person(house, "Ala", lang)
        page = ala.page(ala.table("tiny", ["me"]))
        for _ in range(2):
            answer = page.ask("hint", id="h")
            assert (answer["t"], answer["message"]) == ("refuse", "hint_late")
            assert answer["text"].startswith(sentence)
        assert not any(m["t"] == "error" for m in page.all)
