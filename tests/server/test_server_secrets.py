"""What a seat is sent does not change when what it cannot know is changed: through the wire, byte by byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stajnia.core.match import Match
from stajnia.games import NAMES
from stajnia.server import updates, wire
from stajnia.server.live_match import LiveMatch
from stajnia.server.settings import Settings
from tests.server.pages import Page, Person, served

pytestmark = pytest.mark.usefixtures("tiny")


def dealt(seed: str) -> tuple[tuple[Any, ...], list[list[int]]]:
    """What seat 0 learns in the script below, and all hands before it."""
    match = Match.start("tiny", 3, {}, seed)
    for seat in range(3):
        match.play(seat, "bid 1")
    mine = tuple(match.state.hands[0])  # in the order it was dealt
    hands = [sorted(h) for h in match.state.hands]
    match.play(0, f"play {hands[0][0]}")
    match.play(1, "pass")
    match.play(2, "pass")
    return (mine, match.view(0).hand), hands


def pairs() -> Iterator[tuple[str, str, int]]:
    """Seeds that deal seat 0 the same and the others something else, with a card that seat 1 holds in both."""
    known: dict[tuple[Any, ...], list[tuple[str, list[list[int]]]]] = {}
    for n in range(4000):
        learned, hands = dealt(f"s{n}")
        for other, others in known.setdefault(learned, []):
            common = set(hands[1]) & set(others[1])
            if common and hands[1] != others[1] and hands[2] != others[2] and (3 in hands[2]) != (3 in others[2]):
                yield other, f"s{n}", min(common)
        known[learned].append((f"s{n}", hands))


def run(db: Path, seed: str, card: int, order: tuple[int, int]) -> tuple[list[str], list[str]]:
    """The script: three play, one watches; all that seat 0 and the spectator are sent, the seed's hash blotted out."""
    with served(db, seed=seed, frozen=True) as house:
        people = [Person(house, name) for name in ("Ala", "Bob", "Cyd", "Eve")]
        table = people[0].table("tiny", ["me", "open", "open"])
        for person in people[1:3]:
            person.post(f"/api/tables/{table}/join")
        watch = [people[0].page(table), people[3].page(table)]
        others = {n: people[n].page(table) for n in (1, 2)}
        info = people[0].post(f"/api/tables/{table}/start")
        a = watch[0]
        for page in (*watch, *others.values()):
            page.until("show")
        a.play("bid 1", id="bid")
        for n in order:
            others[n].play("bid 1")
        _all_at(2, *watch, *others.values())
        a.play(a.show["legal"][0], id="card")
        _all_at(3, *watch, *others.values())
        a.ask("why", a="stop", id="why-not")
        for n in order:
            others[n].play("pass")
        _all_at(4, *watch, *others.values())
        others[1].play(f"play {card}")
        _all_at(5, *watch)
        a.play("pass", id="pass")
        a.ask("text", id="as-text")
        again = people[0].page(table)
        seen = [[text.replace(info["commit"], "#") for text in page.raw] for page in watch]
        return [*seen[0], *(t.replace(info["commit"], "#") for t in again.raw)], seen[1]


def _all_at(n: int, *pages: Page) -> None:
    for page in pages:
        while page.show["n"] < n:
            page.until("show")


def test_two_runs_that_differ_only_in_hidden_things_send_the_same_bytes(tmp_path: Path) -> None:
    """Other hands, other draws, answers in another order: seat 0 and a spectator are sent the same, to the byte."""
    for n, (one, other, card) in zip(range(2), pairs(), strict=False):
        first = run(tmp_path / f"{n}a.db", one, card, (1, 2))
        second = run(tmp_path / f"{n}b.db", other, card, (2, 1))
        assert first[0] == second[0]
        assert first[1] == second[1]
        assert len(first[0]) > 15


@pytest.mark.parametrize("game", [*NAMES, "tiny"])
def test_a_show_depends_on_nothing_but_what_the_seat_may_know(game: str) -> None:
    """In every game: put in place of the state a guess from the seat's view, and the show is the same to the byte."""
    dice = random.Random(11)
    seats = {"duel": 2, "clovers": 3, "fever": 4, "unstable": 4, "tiny": 3}[game]
    options = Match.start(game, seats).record.options
    live, _ = LiveMatch.start(game, seats, options, b"seed", "fast", Settings(), 1_000)
    checked = 0
    for step in range(120):
        if live.outcome is not None:
            break
        for seat in (*range(seats), None):
            sent = wire.encode(updates.show(live, seat, max(0, live.n - 1), 2_000))
            true = live.match.state
            live.match.state = live.game.guess(live.match.view(seat), dice)
            try:
                assert wire.encode(updates.show(live, seat, max(0, live.n - 1), 2_000)) == sent
            finally:
                live.match.state = true
            checked += 1
        seat = dice.choice(live.awaited)
        live.play(seat, dice.choice(live.match.legal(seat)), f"a{step}", "", 1_000 + step)
        if live.phase.sealed and not live.awaited:
            live.close(3_000 + step * 10_000)
    assert checked >= 40


def test_the_log_replayed_gives_the_same_match() -> None:
    """A live match folded again from its entries is the same in all that anybody may see or do."""
    dice = random.Random(3)
    settings = Settings()
    options = Match.start("tiny", 3).record.options
    live, entry = LiveMatch.start("tiny", 3, options, b"seed", "fast", settings, 1_000)
    entries = [entry]
    for step in range(60):
        if live.outcome is not None:
            break
        now = 2_000 + step * 700
        seat = dice.choice(live.awaited)
        if step % 7 == 3:
            entries.append(live.take_over(seat, now))
        if step % 7 == 5 and live.stand_ins:
            entries.append(live.come_back(min(live.stand_ins), now))
        if step % 11 == 6:
            entries.append(live.set_orders(seat, "pass", f"o{step}", now))
        if step % 13 == 9 and live.ask_to(seat):
            entries.append(live.undo(seat, None, f"u{step}", [], False, now))
            continue
        entries.append(live.play(seat, dice.choice(live.match.legal(seat)), f"a{step}", "", now))
        if live.phase.sealed and not live.awaited:
            entries.append(live.close(now + 5_000))
        again = LiveMatch.again("tiny", 3, options, b"seed", "fast", settings, entries)
        for who in (0, 1, 2, None):
            assert updates.show(again, who, 0, now) == updates.show(live, who, 0, now)
        for part in ("count", "done", "stand_ins", "returning", "orders", "sealed_hows", "phase", "hows", "times"):
            assert getattr(again, part) == getattr(live, part), part
        assert msgspec.json.encode(again.match.record) == msgspec.json.encode(live.match.record)
    assert len(entries) > 30
