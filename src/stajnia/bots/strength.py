"""How strong the levels are: each one's measured win rate against the level below it, in games of two.

`python -m stajnia.bots.strength` measures again and writes strength.json.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from stajnia.bots.arena import arena
from stajnia.bots.bot import levels
from stajnia.games import NAMES


class How(NamedTuple):
    """How a level was measured: so many matches from that deal on, with a budget of its own (`@400`) or the usual."""

    games: int = 400
    seed: int = 0
    budget: str = ""


USUAL = How()
MEASURED = {
    ("duel", "perfect"): How(200),
    ("clovers", "best"): How(4000, 1000),
    ("fever", "best"): How(160, budget="@400"),
}  # the others as usual


class Strength(msgspec.Struct, frozen=True):
    """A level won `rate` of `games` against the level `against`; 95 % of such runs would show low to high."""

    against: str
    rate: float
    low: float
    high: float
    games: int


@cache
def strengths() -> dict[str, dict[str, Strength]]:
    """By game and level; the lowest level has none."""
    data = resources.files("stajnia.bots").joinpath("strength.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, Strength]])


def measure(game: str) -> dict[str, Strength]:
    out: dict[str, Strength] = {}
    names = list(levels(game))
    for below, level in pairwise(names):
        how = MEASURED.get((game, level), USUAL)
        won = arena(game, [level + how.budget, below], how.games, seed=how.seed, jobs=2).standings[0]
        out[level] = Strength(below, round(won.rate, 3), round(won.low, 3), round(won.high, 3), how.games)
    return out


def main() -> None:
    found = {game: measure(game) for game in NAMES}
    text = msgspec.json.format(msgspec.json.encode(found), indent=2)
    Path(__file__).with_name("strength.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
