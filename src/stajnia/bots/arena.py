"""Bots against each other: many matches with rotated seats, win rates with intervals."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from typing import Any

import msgspec

from stajnia.bots.bot import SECOND, bot
from stajnia.core.match import Match


class Standing(msgspec.Struct):
    """One player's result: a shared win counts as its part of one."""

    player: str
    games: int
    wins: float
    rate: float
    low: float  # 95 % interval (Wilson)
    high: float


class Result(msgspec.Struct):
    game: str
    seats: int
    games: int
    moves: int
    standings: list[Standing]
    reasons: dict[str, int]


def interval(wins: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a win rate."""
    if n == 0:
        return 0.0, 1.0
    p = wins / n
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, max(p, (middle + half) / (1 + z * z / n)))


def one(game: str, players: list[str], options: dict[str, Any], seed: int) -> tuple[list[float], str, int]:
    """One match: each seat's part of the win, the reason and the number of moves."""
    rng = Random(seed)
    bots = [bot(game, level) for level in players]
    m = Match.start(game, len(players), options, seed=seed)
    while m.to_act:
        seat = m.to_act[0]
        legal = m.legal(seat)
        text = legal[0] if len(legal) == 1 else bots[seat](m.view(seat), legal, rng, SECOND)
        m.play(seat, text)
    assert m.outcome is not None
    won = m.outcome.winners
    return [1 / len(won) if s in won else 0.0 for s in range(len(players))], m.outcome.reason, len(m.record.moves)


def _batch(args: tuple[str, list[str], dict[str, Any], list[int]]) -> list[tuple[int, list[float], str, int]]:
    game, players, options, numbers = args
    out = []
    for n in numbers:
        shift = n % len(players)
        seated = players[-shift:] + players[:-shift] if shift else players
        parts, reason, moves = one(game, seated, options, n)
        out.append((n, parts[shift:] + parts[:shift], reason, moves))
    return out


def arena(
    game: str, players: list[str], n: int, options: dict[str, Any] | None = None, seed: int = 0, jobs: int = 1
) -> Result:
    """n matches between these players (levels by name), seats rotated from match to match."""
    numbers = list(range(seed, seed + n))
    work = [(game, players, options or {}, numbers[i::jobs]) for i in range(jobs)]
    if jobs == 1:
        results = _batch(work[0])
    else:
        with ProcessPoolExecutor(jobs) as pool:
            results = [r for batch in pool.map(_batch, work) for r in batch]
    wins = [sum(parts[i] for _, parts, _, _ in results) for i in range(len(players))]
    reasons: dict[str, int] = {}
    for _, _, reason, _ in results:
        reasons[reason] = reasons.get(reason, 0) + 1
    table = [Standing(p, n, w, w / n if n else 0.0, *interval(w, n)) for p, w in zip(players, wins, strict=True)]
    return Result(game, len(players), n, sum(m for _, _, _, m in results), table, reasons)
