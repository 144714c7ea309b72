"""What may take long is not done on the event loop, and nothing grows without end."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from stajnia.core.game import Illegal
from stajnia.core.match import Match
from stajnia.games.duel.board import board
from stajnia.games.duel.layouts import tiling
from stajnia.games.fever.box import box
from stajnia.server import live_match, messages, room, wire
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import worth_it
from stajnia.server.settings import Settings
from tests.server.indoors import ALA, BOB, indoors, page, table

pytestmark = pytest.mark.usefixtures("offered")


def test_whether_a_card_would_win_is_looked_up_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for a window, also while others do things at the table, and before anybody is asked."""
    looked: list[str] = []

    def would_end(*_: Any) -> bool:
        looked.append(threading.current_thread().name)
        return False

    monkeypatch.setattr(room, "would_end", would_end)

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            here = await table(rooms, "me", "open")
            (ala, _), (bob, sent) = page(rooms, ALA), page(rooms, BOB)
            for each in (ala, bob):
                await each.hello(wire.Hello(here.row.id))
            for each in (ala, bob):
                await here.call(messages.hear, here, each, wire.Play(f"bid-{each.guest.id}", "bid 1"))
            await here.call(messages.hear, here, bob, wire.SetOrders("orders", "wins"))
            assert here.live is not None
            first = here.live.match.legal(0)[0]
            sent.clear()
            await here.call(messages.hear, here, ala, wire.Play("first", first))
            await here.call(messages.hear, here, ala, wire.Say("line", "Hi"))
            assert next(m["legal"] for m in sent if m["t"] == "show") == [], "the orders have answered"

    asyncio.run(play())
    assert len(looked) == 1
    assert looked[0] != threading.main_thread().name


def test_a_match_is_not_taken_back_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record has a size: after many undos there are no more, and play goes on."""
    monkeypatch.setattr(live_match, "UNDOS", 2)
    options = Match.start("tiny", 1).record.options
    live, _ = LiveMatch.start("tiny", 1, options, b"seed", "none", Settings(), 1_000)
    for n in range(3):
        live.play(0, live.match.legal(0)[0], f"a{n}", "", 1_000)
        if n < 2:
            live.undo(0, None, f"u{n}", [], False, 1_000)
    with pytest.raises(Illegal) as refused:
        live.undo(0, None, "u2", [], False, 1_000)
    assert refused.value.message == "no_more_undo"
    live.play(0, live.match.legal(0)[0], "more", "", 1_000)


def test_who_comes_to_a_long_match_is_told_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a match without end the last shows are told, and which they are."""
    monkeypatch.setattr(room, "TOLD", 3)

    async def play() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            here = await table(rooms, "me")
            ala, sent = page(rooms, ALA)
            await ala.hello(wire.Hello(here.row.id))
            assert here.live is not None
            while here.live.n < 6:
                await here.call(messages.hear, here, ala, wire.Play(f"p{here.live.n}", here.live.match.legal(0)[0]))
            sent.clear()
            await ala.hello(wire.Hello(here.row.id))
            await asyncio.sleep(0)
            show = next(m for m in sent if m["t"] == "show")
            assert (show["n"], show["since"]) == (here.live.n, here.live.n - 3)
            assert {e["n"] for e in show["events"]} <= set(range(show["since"] + 1, show["n"] + 1))

    asyncio.run(play())


@pytest.mark.parametrize("kept", [box, board, tiling])
def test_what_guests_bring_is_not_kept_for_ever(kept: Any) -> None:
    """Boxes and boards of one's own are remembered, but only so many of them."""
    assert kept.cache_info().maxsize <= 4_096


@pytest.mark.parametrize("text", ["Invalid HTTP request received.", "Invalid UTF-8 sequence received"])
def test_what_a_client_does_wrong_fills_no_log(text: str) -> None:
    """A line for each odd request would fill the disk of a server that strangers find."""
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, text, (), None)
    assert not worth_it(record)
    assert worth_it(logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Something else", (), None))
