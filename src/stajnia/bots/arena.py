"""Bots against each other. Every deal is played by every line-up, so that luck and seats are the same for all.

The matches of a contest are numbered; what happens in one follows from its number alone, wherever it is played
(`engines.py`). Only a budget in seconds makes it depend on the machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from stajnia.bots.asking import FAILS, Silent, answer
from stajnia.bots.bot import SECOND, Budget, Choose, bot
from stajnia.bots.ratings import Deal, difference, interval, ratings
from stajnia.core.game import Illegal, Message, Seat, complete
from stajnia.core.match import Match
from stajnia.core.words import Lang, words
from stajnia.games import game as find

LATE = 1.5  # a decision that takes so many times its seconds is late
GRACE = 0.05  # seconds that nobody counts
OPEN_CARDS = "stajnia.bots.open_cards:"  # players that are handed the match for a view


class Contest(msgspec.Struct, frozen=True):
    """All that decides what happens: who plays what, how, and dealt from where."""

    game: str
    players: tuple[str, ...]  # levels or MODULE:FUNCTION, with a budget of its own after @
    seats: int
    options: dict[str, Any] = {}
    seed: int = 0  # of the first deal
    budget: Budget = SECOND


class Fixture(msgspec.Struct, frozen=True):
    """One match of a contest: its number, its deal and who sits where."""

    n: int
    seed: int
    line_up: tuple[str, ...]


class Played(msgspec.Struct, frozen=True):
    """How a match ended: each seat's part of the win, and how long the longest decision of each took."""

    n: int
    parts: tuple[float, ...]
    reason: str
    moves: int
    longest: tuple[float, ...]
    late: tuple[int, ...]
    record: str = ""  # as JSON, where it was asked for


class Standing(msgspec.Struct):
    """One player's result: a shared win counts as its part of one. `games` counts the seats it had."""

    player: str
    games: int
    wins: float
    rate: float
    low: float  # 95 % interval (Wilson)
    high: float
    rating: float  # 400 more: ten times the chance; the mean is 1500
    rating_low: float
    rating_high: float
    longest: float  # seconds of its longest decision
    late: int  # decisions that took more than the budget


class Pair(msgspec.Struct):
    """How much larger the share of wins of `one` is than that of `other`, over the same deals."""

    one: str
    other: str
    more: float
    low: float
    high: float
    deals: int


class Result(msgspec.Struct):
    game: str
    seats: int
    games: int
    moves: int
    budget: str
    seed: int
    standings: list[Standing]
    pairs: list[Pair]
    reasons: dict[str, int]


class BotFailed(Exception):
    """A bot that crashed, said nothing or nonsense: as a sentence, which one and where."""

    def __init__(self, how: str, player: str, seed: int, move: int, why: str) -> None:
        super().__init__(how, player, seed, move, why)
        self.how, self.values = how, {"player": player, "seed": seed, "move": move, "why": why}

    def say(self, lang: Lang) -> str:
        return words("", lang).say(Message(f"bot_failed.{self.how}", self.values))

    def __str__(self) -> str:
        return self.say("en")


class Player(NamedTuple):
    name: str
    choose: Choose
    budget: Budget

    def sees(self, m: Match, seat: Seat) -> Any:
        """What it is handed: its seat's view; with open cards, which are for measuring only, the match itself."""
        return m if self.name.startswith(OPEN_CARDS) else m.view(seat)


@cache
def player(game: str, name: str, budget: Budget = SECOND, measured: bool = False) -> Player:
    """`greedy`, `strong@0.2s`, `best@400`, or a function of one's own: `my_bots:clever`. Never from the network."""
    level, at, own = name.partition("@")
    if level.startswith(OPEN_CARDS) and not measured:
        raise Illegal("match options", "only_arena", name=level)
    choose = _own(game, level) if ":" in level else bot(game, level)
    return Player(name, choose, Budget.read(own) if at else budget)


def _own(game: str, name: str) -> Choose:
    module, _, function = name.partition(":")
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: Choose = getattr(import_module(module), function)
    except FAILS as e:
        raise Illegal(f"{game} options", "no_own_bot", name=name, why=f"{type(e).__name__}: {e}") from e
    return found


def contest(
    game: str,
    players: Sequence[str],
    options: dict[str, Any] | None = None,
    seed: int = 0,
    budget: Budget = SECOND,
    seats: int | None = None,
) -> Contest:
    """A contest that can be held: Illegal where game, players, seats or options do not fit."""
    seats = len(players) if seats is None else seats
    full = complete(find(game), seats, options or {})
    if len(players) < seats:
        raise Illegal(f"{game} options", "too_few_players", players=len(players), seats=seats)
    for name in players:
        player(game, name, budget, measured=True)
    return Contest(game, tuple(players), seats, full, seed, budget)


def line_ups(c: Contest) -> list[tuple[str, ...]]:
    """Every choice of players for the table, from every seat; who sits there twice is not moved for nothing."""
    turned = (chosen[k:] + chosen[:k] for chosen in combinations(c.players, c.seats) for k in range(c.seats))
    return list(dict.fromkeys(turned))


def fixtures(c: Contest, n: int) -> list[Fixture]:
    """The first n matches: deal after deal, each by all line-ups."""
    turns = line_ups(c)
    return [fixture(c, i, turns) for i in range(n)]


def fixture(c: Contest, n: int, turns: Sequence[tuple[str, ...]]) -> Fixture:
    return Fixture(n, c.seed + n // len(turns), turns[n % len(turns)])


def _nobody(_seat: Seat, _move: int) -> None:
    """Nobody wants to know."""


def play(c: Contest, f: Fixture, keep: bool = False, asks: Callable[[Seat, int], None] = _nobody) -> Played:
    """One match; each bot has dice of its own, so that one does not disturb the other's. `asks` is told who is asked
    for which move, before."""
    sitting = [player(c.game, name, c.budget, measured=True) for name in f.line_up]
    dice = [Random(f"{f.seed} {seat} {name}") for seat, name in enumerate(f.line_up)]
    longest, late = [0.0] * c.seats, [0] * c.seats
    m = Match.start(c.game, c.seats, c.options, seed=f.seed)
    while m.to_act:
        seat = m.to_act[0]
        legal = m.legal(seat)
        text = legal[0]
        if len(legal) > 1:
            who, move = sitting[seat], len(m.record.moves) + 1
            asks(seat, move)
            began = perf_counter()
            text = _decide(who, who.sees(m, seat), legal, dice[seat], f, move)
            took = perf_counter() - began
            longest[seat] = max(longest[seat], took)
            late[seat] += not who.budget.simulations and took > LATE * who.budget.seconds + GRACE
        m.play(seat, text)
    outcome = m.outcome
    assert outcome is not None
    parts = tuple(1 / len(outcome.winners) if s in outcome.winners else 0.0 for s in range(c.seats))
    if keep:
        m.record.names, m.record.seed = list(f.line_up), (m.secret or b"").hex()
        m.record.notes["seats"] = [f"bot {name.partition('@')[0]}" for name in f.line_up]
    text = m.record.to_json() if keep else ""
    rounded = tuple(round(x, 4) for x in longest)
    return Played(f.n, parts, outcome.reason, len(m.record.moves), rounded, tuple(late), text)


def _decide(who: Player, view: Any, legal: Sequence[str], rng: Random, f: Fixture, move: int) -> str:
    try:
        text = answer(who.choose, view, legal, rng, who.budget)
    except Silent as e:
        raise BotFailed("silent", who.name, f.seed, move, f"{e.seconds:g}") from None
    except FAILS as e:
        raise BotFailed("crash", who.name, f.seed, move, f"{type(e).__name__}: {e}") from e
    if text not in legal:
        raise BotFailed("nonsense", who.name, f.seed, move, repr(text)[:80])
    return text


def summary(c: Contest, found: Iterable[Played]) -> Result:
    """What these matches of the contest tell, in whatever order they came."""
    played = sorted(found, key=lambda p: p.n)
    turns = line_ups(c)
    deals: dict[int, Deal] = {}
    reasons: dict[str, int] = {}
    longest, late = dict.fromkeys(c.players, 0.0), dict.fromkeys(c.players, 0)
    for p in played:
        line_up = turns[p.n % len(turns)]
        deals.setdefault(p.n // len(turns), Deal()).add(line_up, p.parts)
        reasons[p.reason] = reasons.get(p.reason, 0) + 1
        for name, took, slow in zip(line_up, p.longest, p.late, strict=True):
            longest[name], late[name] = max(longest[name], took), late[name] + slow
    names = list(dict.fromkeys(c.players))
    rated = ratings(list(deals.values()), c.seed) if deals else {}
    standings = [_standing(name, deals.values(), rated, longest[name], late[name]) for name in names]
    pairs = [pair for a, b in combinations(names, 2) if (pair := _pair(list(deals.values()), a, b))]
    moves = sum(p.moves for p in played)
    return Result(c.game, c.seats, len(played), moves, str(c.budget), c.seed, standings, pairs, reasons)


def _standing(name: str, deals: Iterable[Deal], rated: dict[str, Any], longest: float, late: int) -> Standing:
    games = sum(d.seats.get(name, 0) for d in deals)
    wins = sum(d.wins.get(name, 0.0) for d in deals)
    rating, (low, high) = rated.get(name, (0.0, (0.0, 0.0)))
    points = (round(rating, 1), round(low, 1), round(high, 1))
    rate = wins / games if games else 0.0
    return Standing(name, games, wins, rate, *interval(wins, games), *points, longest, late)


def _pair(deals: Sequence[Deal], one: str, other: str) -> Pair | None:
    found = difference(deals, one, other)
    if found is None:
        return None
    more, (low, high) = found
    return Pair(one, other, more, low, high, sum(one in d.seats and other in d.seats for d in deals))


Engine = Callable[[Contest, Sequence[Fixture], bool], Iterator[Played]]  # matches as they end, in any order


def arena(
    game: str, players: Sequence[str], n: int, options: dict[str, Any] | None = None, seed: int = 0, jobs: int = 1
) -> Result:
    """n matches between these players (levels by name), on this machine."""
    from stajnia.bots.engines import local

    c = contest(game, players, options, seed)
    return summary(c, local(jobs)(c, fixtures(c, n), False))
