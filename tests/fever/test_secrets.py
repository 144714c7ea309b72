"""Two states that a seat cannot tell apart stay alike to it, whatever is played: views, events, refusals, undo."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from stajnia.core.game import CHANCE, Event, Illegal, complete
from stajnia.games import fever, game
from stajnia.games.fever.actions import DISCARD, LOOK, MAGIC, PLACE, RESERVE, SWAP, Action
from stajnia.games.fever.state import State

TRIED: tuple[str, ...] = (
    "token red",
    "print blue",
    "bet win red",
    "bet late red 3",
    "stake 3",
    "magic A+ on red",
    "draw up",
    "loan",
)
TRIED += ("done", "contract FA1", "reserve early blue", "look blue", "swap A+", "discard A+", "place red")


def why_not(s: State, seat: int, text: str) -> Any:
    try:
        fever.play(s.copy(), seat, fever.read(text))
    except Illegal as e:
        return e.rule, e.message, e.values
    return None


def pair(a: State, b: State, seat: int | None, rng: Random) -> tuple[Action, Action] | None:
    """A move of the true state and one of its double that looks the same to `seat`; None: it would learn something."""
    (who,) = fever.to_act(a)
    if who == CHANCE:
        xs, ys = ([x for x, _ in fever.odds(s)] for s in (a, b))
        if a.stage != "draw":
            assert xs == ys
            return (x := rng.choice(xs)), x
        if a.who != seat:
            return rng.choice(xs), rng.choice(ys)
        both = [x for x in xs if x in ys]
        return ((x := rng.choice(both)), x) if both else None
    x = rng.choice(fever.legal(a, who))
    if who == seat:
        assert fever.legal(a, who) == fever.legal(b, who)
        return None if LOOK <= x < RESERVE else (x, x)
    if MAGIC <= x < PLACE:
        return x, MAGIC + rng.choice(b.hands[who]) * 6 + (x - MAGIC) % 6
    return None if SWAP <= x < DISCARD else (x, x)


def compare(true: State, seat: int | None, rng: Random) -> int:
    """Play on beside a guess of the seat until magic is turned up; how many moves were compared."""
    a, b = true.copy(), fever.guess(fever.view(true, seat), rng)
    for n in range(25):
        assert fever.to_act(a) == fever.to_act(b)
        if seat is not None:
            for text in rng.sample(TRIED, 3):
                assert why_not(a, seat, text) == why_not(b, seat, text)
        moves = pair(a, b, seat, rng)
        if moves is None:
            return n
        (who,) = fever.to_act(a)
        told: list[list[Event]] = [[], []]
        for s, move, events in zip((a, b), moves, told, strict=True):
            fever.play(s, who, move, events.append)
        if a.phase != "planning":
            return n
        seen, double = ([(e.seen_by(seat), e.reveals) for e in events] for events in told)
        assert seen == double
        assert msgspec.json.encode(fever.view(a, seat)) == msgspec.json.encode(fever.view(b, seat))
    return 25


@pytest.mark.rule("fever R48")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_nobody_can_tell_hidden_cards_apart(seats: int) -> None:
    """All seats and a spectator, at many moments of planning, with the contracts that look, swap and play at night."""
    rng, compared = Random(seats), 0
    for clans in ("fairies+witches", "goblins+witches"):
        s: State = fever.new(seats, complete(game("fever"), seats, {"clans": clans}))
        while fever.to_act(s):
            (who,) = fever.to_act(s)
            if s.phase == "planning" and rng.random() < 0.1:
                compared += compare(s, rng.choice([*range(seats), None]), rng)
            if who == CHANCE:
                odds = fever.odds(s)
                move = rng.choices([x for x, _ in odds], [p for _, p in odds])[0]
            else:
                move = rng.choice(fever.legal(s, who))
            fever.play(s, who, move)
    assert compared > 100
