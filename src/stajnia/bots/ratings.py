"""What results are worth: win rates with intervals, differences paired by deal, ratings of Bradley and Terry.

The ratings are fitted here and not by a library such as openskill: that one follows people whose skill changes, so
its numbers depend on the order of the matches. Bots do not change, and the fit below knows no order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from random import Random

import msgspec

Z = 1.96  # 95 %
MIDDLE = 1500.0  # the mean rating of an arena; 400 points more are ten times the chance
AGAIN = 200  # samples behind an interval of ratings
_STEPS, _EXACT = 2000, 1e-9

SCALE = 400 / log(10)

Interval = tuple[float, float]
Tables = dict[tuple[str, ...], float]  # who sat there -> how many matches somebody won


class Deal(msgspec.Struct):
    """All matches of one deal: each player's wins, and how many were won at tables of which players."""

    wins: dict[str, float] = {}
    seats: dict[str, int] = {}
    tables: Tables = {}

    def add(self, line_up: Sequence[str], parts: Sequence[float]) -> None:
        for player, part in zip(line_up, parts, strict=True):
            self.wins[player] = self.wins.get(player, 0.0) + part
            self.seats[player] = self.seats.get(player, 0) + 1
        table = tuple(sorted(line_up))
        self.tables[table] = self.tables.get(table, 0.0) + sum(parts)

    def share(self, player: str) -> float:
        return self.wins[player] / self.seats[player]


def interval(wins: float, n: int, z: float = Z) -> Interval:
    """Wilson's interval of a win rate."""
    if n == 0:
        return 0.0, 1.0
    p = wins / n
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, max(p, (middle + half) / (1 + z * z / n)))


def difference(deals: Sequence[Deal], one: str, other: str) -> tuple[float, Interval] | None:
    """How much more of its seats `one` wins than `other`, deal by deal, so that the luck of a deal cancels out."""
    found = [d.share(one) - d.share(other) for d in deals if one in d.seats and other in d.seats]
    if len(found) < 2:
        return None
    mean = sum(found) / len(found)
    half = Z * sqrt(sum((x - mean) ** 2 for x in found) / (len(found) - 1) / len(found))
    return mean, (max(-1.0, mean - half), min(1.0, mean + half))


def ratings(deals: Sequence[Deal], seed: int = 0) -> dict[str, tuple[float, Interval]]:
    """Each player's rating with its 95 % interval.

    The interval is the wider of two: of samples of whole deals, which knows that matches of a deal are akin, and of the
    fit's own curvature, which knows that thirty wins of thirty do not prove a thirty-first.
    """
    wins, tables = _sums(deals)
    strength = _fit(wins, tables)
    best = _points(strength)
    if len(best) < 2:
        return {player: (rating, (rating, rating)) for player, rating in best.items()}
    rng = Random(seed)
    samples = [_points(_fit(*_sums([deals[rng.randrange(len(deals))] for _ in deals]))) for _ in range(AGAIN)]
    out = {}
    for player, half in _half_widths(strength, tables).items():
        found = sorted(sample[player] for sample in samples if player in sample)
        low, high = found[round(0.025 * (len(found) - 1))], found[round(0.975 * (len(found) - 1))]
        out[player] = best[player], (min(low, best[player] - half), max(high, best[player] + half))
    return out


def _sums(deals: Sequence[Deal]) -> tuple[dict[str, float], Tables]:
    wins: dict[str, float] = {}
    tables: Tables = {}
    for deal in deals:
        for player, won in deal.wins.items():
            wins[player] = wins.get(player, 0.0) + won
        for table, won in deal.tables.items():
            tables[table] = tables.get(table, 0.0) + won
    return wins, tables


def _fit(wins: Mapping[str, float], tables: Tables) -> dict[str, float]:
    """The strengths under which these wins are likeliest: a player wins by its share of all strength at the table.

    Each player also draws one match against a player of strength 1, so that nobody is infinitely strong or weak.
    """
    strength = dict.fromkeys(wins, 1.0)
    for _ in range(_STEPS):
        last, strength = strength, _step(wins, tables, strength)
        if all(abs(strength[p] - last[p]) <= _EXACT * strength[p] for p in wins):
            break
    return strength


def _step(wins: Mapping[str, float], tables: Tables, strength: Mapping[str, float]) -> dict[str, float]:
    """One step of Hunter's minorization: wins over what they were expected to cost."""
    cost = {player: 1 / (1 + s) for player, s in strength.items()}
    for table, won in tables.items():
        share = won / sum(strength[player] for player in table)
        for player in table:
            cost[player] += share
    return {player: (wins[player] + 0.5) / cost[player] for player in wins}


def _points(strength: Mapping[str, float]) -> dict[str, float]:
    points = {player: SCALE * log(s) for player, s in strength.items()}
    shift = MIDDLE - sum(points.values()) / len(points)
    return {player: found + shift for player, found in points.items()}


def _half_widths(strength: Mapping[str, float], tables: Tables) -> dict[str, float]:
    """Half of the interval that the curvature of the likelihood gives, around the mean of all."""
    names = list(strength)
    size = range(len(names))
    curvature = [[0.0] * len(names) for _ in size]
    for i, s in enumerate(strength.values()):
        curvature[i][i] = s / (1 + s) ** 2
    for table, won in tables.items():
        total = sum(strength[player] for player in table)
        share = [table.count(name) * strength[name] / total for name in names]
        for i in size:
            for j in size:
                curvature[i][j] += won * share[i] * ((i == j) - share[j])
    spread = _inverse(curvature)
    rows = [sum(row) / len(names) for row in spread]
    mean = sum(rows) / len(names)
    return {name: Z * SCALE * sqrt(max(0.0, spread[i][i] - 2 * rows[i] + mean)) for i, name in enumerate(names)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; such matrices are small, symmetric and positive."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        lead = rows[i][i]
        rows[i] = [x / lead for x in rows[i]]
        for k in range(size):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]
