"""A self-play loop on the duel that gets better than `greedy` within minutes on two cores.

    python -m examples.self_play              # some minutes; writes training.svg
    python -m examples.self_play --games 40   # a taste

It looks at every whole turn (a jump and its rainbow) and takes the one whose position it believes in most. What it
believes is a logistic regression over a few numbers of the position, one for each number of rainbows that lie, fitted
after every round to how its own games ended. The first round knows nothing.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stajnia import Match
from stajnia.bots.bot import SECOND, Budget, bot
from stajnia.bots.duel.board import RECTANGLE, board, members
from stajnia.core.game import Rng
from stajnia.core.svg import INK, PALE, circle, label, line, picture

PLACE = board(RECTANGLE)
REACH = PLACE.adj
RAINBOWS = 14
FEATURES = 9
Position = tuple[int, int, int]  # who is to move, the other, rainbows
Turn = tuple[int, int, int]  # from, to, rainbow
Weights = NDArray[np.float64]


def features(position: Position) -> list[float]:
    """The position for the side to move."""
    mine, theirs, rainbows = position
    free = PLACE.all & ~(mine | theirs | rainbows)
    found = [1.0]
    for pawns in (mine, theirs):
        ways = [(REACH[p] & free).bit_count() for p in members(pawns)]
        near = 0
        for p in members(pawns):
            near |= REACH[p] & free
        far = near
        for p in members(near):
            far |= REACH[p] & free
        found += [sum(ways), ways.count(0), near.bit_count(), far.bit_count()]
    return found


def can_trap(position: Position) -> bool:
    """Whether the side to move can leave the other without a jump at once."""
    mine, theirs, rainbows = position
    free = PLACE.all & ~(mine | theirs | rainbows)
    for a in members(mine):
        for b in members(REACH[a] & free):
            left = (free ^ 1 << b) | 1 << a
            open_to = 0
            for p in members(theirs):
                open_to |= REACH[p] & left
            if open_to.bit_count() <= 1:  # the rainbow closes the last cell
                return True
    return False


def turns(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Every whole turn with the position that it leaves to the other."""
    mine, theirs, rainbows = position
    free = PLACE.all & ~(mine | theirs | rainbows)
    for a in members(mine):
        for b in members(REACH[a] & free):
            after = mine ^ (1 << a | 1 << b)
            for c in members((free ^ 1 << b) | 1 << a):
                yield (a, b, c), (theirs, after, rainbows | 1 << c)


def jumps(position: Position) -> bool:
    """Whether the side to move can move at all."""
    free = PLACE.all & ~(position[0] | position[1] | position[2])
    return any(REACH[p] & free for p in members(position[0]))


def best(position: Position, weights: Weights, rng: Rng, adventure: float = 0.0) -> tuple[Turn, Position]:
    """The turn that leaves the other the least; now and then another one."""
    found = list(turns(position))
    if adventure and rng.random() < adventure:
        return found[int(rng.random() * len(found))]
    for turn, after in found:
        if not jumps(after):
            return turn, after
    numbers = np.array([features(after) for _, after in found])
    worth = numbers @ weights[min(found[0][1][2].bit_count(), RAINBOWS - 1)]
    for n in np.argsort(worth):  # the worst for the other first
        if not can_trap(found[int(n)][1]):
            return found[int(n)]
    return found[int(worth.argmin())]


def start(rng: Random) -> Position:
    """Three unicorns each, anywhere, so that every kind of position comes up."""
    cells = rng.sample(range(20), 6)
    return sum(1 << c for c in cells[:3]), sum(1 << c for c in cells[3:]), 0


def self_play(job: tuple[Weights, int, int]) -> list[tuple[int, list[float], int]]:
    """Games against oneself: of every position how many rainbows lay, its numbers, and who won (1: who was to move)."""
    weights, games, seed = job
    rng = Random(seed)
    seen = []
    for _ in range(games):
        position = start(rng)
        way = []
        while jumps(position):
            way.append(position)
            position = best(position, weights, rng, 0.15)[1]
        for back, each in enumerate(reversed(way)):
            seen.append((each[2].bit_count(), features(each), 1 - back % 2))
    return seen


def fit(seen: Sequence[tuple[int, list[float], int]], weights: Weights) -> Weights:
    """Logistic regression for each number of rainbows, from the old weights on."""
    new = weights.copy()
    for k in range(RAINBOWS):
        rows = [(f, won) for n, f, won in seen if n == k]
        if len(rows) < 50:
            continue
        x, y = np.array([f for f, _ in rows]), np.array([won for _, won in rows])
        scale = np.maximum(np.abs(x).max(axis=0), 1)
        w = new[k] * scale
        for _ in range(300):
            p = 1 / (1 + np.exp(-np.clip(x / scale @ w, -30, 30)))
            w -= 2.0 * ((x / scale).T @ (p - y) / len(y) + 0.001 * w)
        new[k] = w / scale
    return new


def player(weights: Weights) -> Any:
    """The weights as a bot for a match."""

    def choose(view: Any, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
        names = {name: n for n, name in enumerate(_names())}
        cells = [sum(1 << names[cell] for cell in each) for each in (*view.pawns, view.rainbows)]
        mine, theirs = cells[view.seat], cells[1 - view.seat]
        if view.phase == "token":  # the turn was thought of as a whole: find its rainbow
            a, b = (names[cell] for cell in view.lifted)
            before = (mine ^ (1 << a | 1 << b), theirs, cells[2])
            same = [(t, after) for t, after in turns(before) if t[:2] == (a, b)]
            (_, _, c), _ = min(same, key=lambda each: _worth(each[1], weights))
            return _names()[c]
        if view.phase == "jump":
            (a, b, _), _ = best((mine, theirs, cells[2]), weights, rng)
            return f"{_names()[a]} {_names()[b]}"
        return legal[rng.randrange(len(legal))]

    return choose


def _worth(after: Position, weights: Weights) -> float:
    if not jumps(after):
        return -math.inf
    worth = float(np.array(features(after)) @ weights[min(after[2].bit_count(), RAINBOWS - 1)])
    return worth + (1000 if can_trap(after) else 0)


def _names() -> list[str]:
    return [f"{'abcde'[n % 5]}{n // 5 + 1}" for n in range(20)]


def against_greedy(job: tuple[Weights, int, int]) -> int:
    """How many of some matches are won, every second one as the first player."""
    weights, matches, seed = job
    won, own, greedy = 0, player(weights), bot("duel", "greedy")
    for n in range(matches):
        rng = Random(seed + n)
        me = n % 2
        match = Match.start("duel", 2, {"start": "spread", "first": "0"}, seed=seed + n)
        while match.to_act:
            seat = match.to_act[0]
            choose = own if seat == me else greedy
            match.play(seat, choose(match.view(seat), match.legal(seat), rng, SECOND))
        assert match.outcome is not None
        won += me in match.outcome.winners
    return won


def learn(rounds: int, games: int, matches: int, jobs: int = 2) -> list[float]:
    """The share of matches won against `greedy` before the first round and after each."""
    weights: Weights = np.zeros((RAINBOWS, FEATURES))
    curve: list[float] = []
    seen: list[tuple[int, list[float], int]] = []
    with Pool(jobs) as pool:
        for n in range(rounds + 1):
            share = -(-matches // jobs)
            won = pool.map(against_greedy, [(weights, share, 1000 * job) for job in range(jobs)])
            curve.append(sum(won) / (share * jobs))
            print(f"round {n}: {curve[-1]:.1%} of {share * jobs} matches against greedy", flush=True)
            if n < rounds:
                tasks = [(weights, -(-games // jobs), 7919 * n + job) for job in range(jobs)]
                seen = seen[-60_000:] + [each for part in pool.map(self_play, tasks) for each in part]
                weights = fit(seen, weights)
    return curve


def drawn(curve: Sequence[float]) -> str:
    """The training curve as a picture."""
    wide, high, left = 480, 260, 50
    step = (wide - left - 20) / max(1, len(curve) - 1)
    spots = [(left + step * n, 20 + (high - 60) * (1 - share)) for n, share in enumerate(curve)]
    half = 20 + (high - 60) / 2
    shapes = [line(left, half, wide - 10, half, PALE, 1), label(left - 8, half + 4, "50 %", 12, PALE, "end")]
    shapes += [line(*a, *b, "#c2417f", 3) for a, b in pairwise(spots)]
    for n, (x, y) in enumerate(spots):
        shapes += [circle(x, y, 5, "#c2417f"), label(x, high - 20, n, 12, PALE)]
        shapes.append(label(x, y - 10, f"{curve[n]:.0%}", 12, INK))
    told = ", ".join(f"{share:.0%}" for share in curve)
    return picture(wide, high, "Matches won against greedy, by round of self-play", told, shapes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--to", type=Path, default=Path("training.svg"))
    given = parser.parse_args()
    given.to.write_text(drawn(learn(given.rounds, given.games, given.matches)), "utf-8")


if __name__ == "__main__":
    main()
