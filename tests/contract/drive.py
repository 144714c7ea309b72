"""Random matches of any game through the protocol, and the checks that every step must pass."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from stajnia.core.game import CHANCE, AnyGame, Event, Illegal, complete
from stajnia.games import NAMES as ALL
from stajnia.games import game

# All games, or those named in STAJNIA_GAMES while one works on a single game.
NAMES = tuple(name for name in ALL if name in os.environ.get("STAJNIA_GAMES", ",".join(ALL)).split(","))

Case = tuple[str, int, dict[str, Any]]


def cases() -> list[Case]:
    """Every game with the numbers of seats and the variants its own tests name."""
    return [
        (name, seats, options)
        for name in NAMES
        for seats, options in importlib.import_module(f"tests.{name}.variants").VARIANTS
    ]


def case_id(case: Case) -> str:
    name, seats, options = case
    inside = ",".join(f"{k}={v}" for k, v in options.items())
    return f"{name}-{seats}-{inside[:60]}" if inside else f"{name}-{seats}"


def begin(case: Case) -> tuple[AnyGame, Any]:
    name, seats, options = case
    g = game(name)
    return g, g.new(seats, complete(g, seats, options))


def choices(g: AnyGame, s: Any) -> list[tuple[int, Any]]:
    """Everything that may happen next: (seat, action)."""
    to_act = tuple(g.to_act(s))
    if to_act == (CHANCE,):
        return [(CHANCE, a) for a, _ in g.odds(s)]
    return [(seat, a) for seat in to_act for a in g.legal(s, seat)]


def pick(g: AnyGame, s: Any, rng: Random) -> tuple[int, Any]:
    """One next move: chance by its odds, a seat by its legal actions."""
    to_act = tuple(g.to_act(s))
    if to_act == (CHANCE,):
        odds = list(g.odds(s))
        return CHANCE, rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
    seat = rng.choice(to_act)
    return seat, rng.choice(list(g.legal(s, seat)))


def walk(case: Case, seed: int, bound: int) -> Iterator[tuple[AnyGame, Any, int, Any, list[Event]]]:
    """(game, state before, seat, action, events) for each move of a random match; the last state has an outcome."""
    rng = Random(seed)
    g, s = begin(case)
    for _ in range(bound):
        if not g.to_act(s):
            return
        seat, action = pick(g, s, rng)
        before = s.copy()
        events: list[Event] = []
        g.play(s, seat, action, events.append)
        yield g, before, seat, action, events
    raise AssertionError(f"{case_id(case)} did not end within {bound} moves")


def check_step(g: AnyGame, s: Any, seats: int) -> None:
    """Someone is to act or there is an outcome, never both; nobody else can; chance lists odds that make sense."""
    to_act = tuple(g.to_act(s))
    assert not [seat for seat in range(seats) if seat not in to_act and g.legal(s, seat)]
    assert (g.outcome(s) is None) == bool(to_act)
    assert len(set(to_act)) == len(to_act)
    if to_act == (CHANCE,):
        odds = list(g.odds(s))
        assert all(p > 0 for _, p in odds)
        assert abs(sum(p for _, p in odds) - 1) < 1e-9
        assert len({a for a, _ in odds}) == len(odds)
    else:
        assert CHANCE not in to_act
        for seat in to_act:
            legal = list(g.legal(s, seat))
            assert legal, f"seat {seat} is to act and can do nothing"
            assert len(set(legal)) == len(legal)


def check_plays(g: AnyGame, s: Any, rng: Random, most: int) -> None:
    """Legal actions play on a copy and leave the original alone; they survive writing and reading."""
    key = s.key()
    options = choices(g, s)
    for seat, a in rng.sample(options, min(most, len(options))):
        assert g.read(g.write(a)) == a
        c = s.copy()
        assert c.key() == key
        g.play(c, seat, a)
        assert s.key() == key, f"{g.write(a)} on a copy changed the original"


def check_refusals(g: AnyGame, s: Any, seats: int, pool: set[Any], rng: Random) -> None:
    """What is not legal raises Illegal, says why, and changes nothing; chance too does only what it lists."""
    key = s.key()
    allowed = set(choices(g, s))
    for a in rng.sample(sorted(pool, key=repr), min(12, len(pool))):
        for seat in (CHANCE, *range(seats)):
            if (seat, a) in allowed:
                continue
            try:
                g.play(s, seat, a)
            except Illegal as e:
                assert e.rule.startswith(g.NAME + " ")
                assert "illegal." not in str(e), f"no words for {e.message}"
            else:
                raise AssertionError(f"seat {seat} could play {g.write(a)!r}, which is not legal")
            assert s.key() == key


def check_views(g: AnyGame, s: Any, seats: int, rng: Random) -> None:
    """A guess looks the same to the one who guesses, offers the same actions, and survives JSON."""
    for seat in [*range(seats), None]:
        v = g.view(s, seat)
        assert v.seat == seat
        data = msgspec.json.encode(v)
        assert msgspec.json.decode(data, type=type(v)) == v
        t = g.guess(v, rng)
        again = g.view(t, seat)
        assert again == v, f"the guess of seat {seat} looks different: {_difference(v, again)}"
        if seat is not None and seat in g.to_act(s):
            assert v.ask is not None
            assert sorted(map(g.write, g.legal(t, seat))) == sorted(map(g.write, g.legal(s, seat)))
            for a in g.legal(s, seat):
                g.label(v, a)


def _difference(a: Any, b: Any) -> str:
    x, y = msgspec.to_builtins(a), msgspec.to_builtins(b)
    return "; ".join(f"{k}: {x[k]!r} / {y[k]!r}" for k in x if x[k] != y[k])


def check_told(g: AnyGame, s: Any, seat: int, a: Any, rng: Random) -> None:
    """What a seat cannot know changes nothing it is sent when it acts, unless the event says that it reveals."""
    if seat == CHANCE or len(g.to_act(s)) != 1:
        return
    t = g.guess(g.view(s, seat), rng)
    u = s.copy()
    here: list[Event] = []
    there: list[Event] = []
    g.play(u, seat, a, here.append)
    g.play(t, seat, a, there.append)
    if any(e.reveals for e in here + there):
        return
    assert [e.seen_by(seat) for e in here] == [e.seen_by(seat) for e in there]
    assert g.view(u, seat) == g.view(t, seat)
