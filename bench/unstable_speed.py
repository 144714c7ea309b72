"""Speed of unstable in plain Python on one core: random games of four, and what a copy, a view and a guess cost.

    python bench/unstable_speed.py [seconds]

Beside it, in the same run, RLCard's uno is played at random by four through its own interface, if it is installed
(`pip install rlcard`). A move is one action: of a seat, or of chance (cards dealt and drawn).
"""

from __future__ import annotations

import importlib
import platform
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from stajnia.core.game import CHANCE, complete
from stajnia.games import unstable
from stajnia.games.unstable.state import State

Playout = Callable[[], int]  # plays one game, returns its moves


def start(seats: int, deck: str) -> State:
    return unstable.new(seats, complete(unstable, seats, {"deck": deck}))


def step(s: State, rng: Random) -> bool:
    """One random move; False: the game is over."""
    to_act = unstable.to_act(s)
    if not to_act:
        return False
    if to_act[0] == CHANCE:
        unstable.play(s, CHANCE, by_odds(s, rng))
    else:
        seat = to_act[int(rng.random() * len(to_act))]
        legal = unstable.legal(s, seat)
        unstable.play(s, seat, legal[int(rng.random() * len(legal))])
    return True


def by_odds(s: State, rng: Random) -> str:
    point = rng.random()
    odds = unstable.odds(s)
    for action, p in odds:
        point -= p
        if point < 0:
            return action
    return odds[-1][0]


def playouts(seats: int, deck: str) -> Playout:
    rng = Random(1)

    def playout() -> int:
        s, moves = start(seats, deck), 0
        while step(s, rng):
            moves += 1
        return moves

    return playout


def uno() -> Playout:
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = rlcard.make("uno", config={"game_num_players": 4})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(4)])

    def playout() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(t) // 2 for t in trajectories)

    return playout


def measure(playout: Playout, seconds: float) -> tuple[float, float]:
    """Games and moves a second: the median of five stretches."""
    rates = []
    for _ in range(5):
        games, moves, begin = 0, 0, perf_counter()
        while (spent := perf_counter() - begin) < seconds / 5:
            moves += playout()
            games += 1
        rates.append((games / spent, moves / spent))
    return median(g for g, _ in rates), median(m for _, m in rates)


def middle() -> State:
    """A game of four in the middle of an effect with a choice to make."""
    rng, s = Random(3), start(4, "second")
    while not (s.turns > 16 and s.link and unstable.to_act(s) != (CHANCE,)):
        if not step(s, rng):
            s = start(4, "second")
    return s


def cost(work: Callable[[], object], times: int) -> float:
    """Microseconds for one call, best of seven."""
    best = float("inf")
    for _ in range(7):
        begin = perf_counter()
        for _ in range(times):
            work()
        best = min(best, (perf_counter() - begin) / times)
    return best * 1e6


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"Python {platform.python_version()}, one core, {seconds:g} s each, median of five stretches")
    for deck in ("second", "first"):
        games, moves = measure(playouts(4, deck), seconds)
        print(f"{'unstable, 4 players, ' + deck + ' deck':<38}{games:>10.0f} games/s {moves:>10,.0f} moves/s")
    try:
        games, moves = measure(uno(), seconds)
        print(f"{'RLCard uno, 4 players':<38}{games:>10.0f} games/s {moves:>10,.0f} moves/s")
    except ImportError:
        print(f"{'RLCard uno, 4 players':<38}not installed")
    s, rng = middle(), Random(1)
    v = unstable.view(s, 0)
    print("in the middle of an effect, in microseconds:")
    print(f"  copy {cost(s.copy, 20_000):.2f}, key {cost(s.key, 20_000):.2f}, ", end="")
    print(f"legal {cost(lambda: unstable.legal(s, unstable.to_act(s)[0]), 5_000):.1f}, ", end="")
    print(f"view {cost(lambda: unstable.view(s, 0), 1_000):.0f}, ", end="")
    print(f"guess {cost(lambda: unstable.guess(v, rng), 500):.0f}")


if __name__ == "__main__":
    main()
