"""Speed of the rules engines beside OpenSpiel and RLCard, all driven from Python on one core in one run.

    python bench/engines.py [--rounds N] [--seconds S] [--rows FILE]

Random games from a copy of their beginning, each library through its own interface; a move is one action of a seat or
of chance. All take turns, round after round, so that each meets the same machine; processor time is counted, and
medians over the rounds are told. Beside that: the one compiled loop of `stajnia.core.playouts`, what a copy, a view
and a guess cost, a greedy decision, and a whole `Match` move against the bare rules (`match_moves.py`).
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import match_moves
from match_moves import GAMES, Work
from rows import Row, show, write

from stajnia.bots.bot import bot
from stajnia.core.game import CHANCE, complete
from stajnia.core.playouts import playouts
from stajnia.games import game

PEER = "OpenSpiel backgammon (C++)"


def moves(name: str, seats: int) -> Work:
    """Whole random games, driven from Python."""
    g = game(name)
    begin, rng = g.new(seats, complete(g, seats, {})), Random(1)
    to_act, legal, odds, play, random = g.to_act, g.legal, g.odds, g.play, rng.random

    def work() -> int:
        s, count = begin.copy(), 0
        while seats := to_act(s):
            seat = seats[0]
            if seat == CHANCE:
                point = random()
                for action, p in odds(s):  # noqa: B007 (the one it stops at)
                    point -= p
                    if point < 0:
                        break
                play(s, CHANCE, action)
            else:
                actions = legal(s, seat)
                play(s, seat, actions[int(random() * len(actions))])
            count += 1
        return count

    return work


def looped(name: str, seats: int) -> Work:
    """The same by the loop of the core."""
    g = game(name)
    begin, rng = g.new(seats, complete(g, seats, {})), Random(1)
    return lambda: int(playouts(g, begin, rng, 1).moves)


def spiel(name: str) -> Work:
    loaded, rng = importlib.import_module("pyspiel").load_game(name), Random(1)
    random = rng.random

    def work() -> int:
        state, count = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                point = random()
                for action, p in state.chance_outcomes():  # noqa: B007
                    point -= p
                    if point < 0:
                        break
            else:
                actions = state.legal_actions()
                action = actions[int(random() * len(actions))]
            state.apply_action(action)
            count += 1
        return count

    return work


def uno() -> Work:
    agents = importlib.import_module("rlcard.agents")
    env = importlib.import_module("rlcard").make("uno", config={"game_num_players": 4})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(4)])
    return lambda: sum(len(t) // 2 for t in env.run(is_training=False)[0])


PEERS: dict[str, Callable[[], Work]] = {
    PEER: lambda: spiel("backgammon"),
    "OpenSpiel gin_rummy (C++)": lambda: spiel("gin_rummy"),
    "OpenSpiel hearts (C++)": lambda: spiel("hearts"),
    "OpenSpiel connect_four (C++)": lambda: spiel("connect_four"),
    "RLCard uno (Python)": uno,
}


def middle(name: str, seats: int, rng: Random) -> list[Any]:
    """Some forty states from all over a random game, in which a seat is to act."""
    g = game(name)
    s, found = g.new(seats, complete(g, seats, {})), []
    while to_act := g.to_act(s):
        if to_act[0] == CHANCE:
            actions, shares = zip(*g.odds(s), strict=True)
            g.play(s, CHANCE, rng.choices(actions, shares)[0])
        else:
            found.append(s.copy())
            g.play(s, to_act[0], rng.choice(g.legal(s, to_act[0])))
    return found[:: max(1, len(found) // 40)]


def costs(name: str, seats: int) -> dict[str, Work]:
    """Copy, view, guess and greedy decision, over states from the middle of a game."""
    g, rng = game(name), Random(2)
    states = middle(name, seats, rng)
    asked = [(s, g.to_act(s)[0]) for s in states]
    views = [(g.view(s, seat), [g.write(a) for a in g.legal(s, seat)]) for s, seat in asked]
    choose = bot(name, "greedy")

    def each(one: Callable[[int], object]) -> Work:
        def work() -> int:
            for n in range(len(states)):
                one(n)
            return len(states)

        return work

    return {
        "copy": each(lambda n: states[n].copy()),
        "view": each(lambda n: g.view(*asked[n])),
        "guess": each(lambda n: g.guess(views[n][0], rng)),
        "greedy decision": each(lambda n: choose(*views[n], rng)),  # type: ignore[call-arg]  # a budget is usual
    }


def race(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Units a second of every work in every round, taken in turns."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            done, began = 0, process_time()
            while (spent := process_time() - began) < seconds:
                done += work()
            rates[name].append(done / spent)
    return rates


def label(name: str, seats: int) -> str:
    return f"{name}, {seats} seats"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.4, help="of processor time, each time")
    parser.add_argument("--rows", help="a file for the rows of the table")
    args = parser.parse_args()
    rows = [*engines(args.rounds, args.seconds), *prices(args.rounds, args.seconds / 4)]
    show(rows)
    if args.rows:
        write(args.rows, rows)


def engines(rounds: int, seconds: float) -> list[Row]:
    works = {label(*each): moves(*each) for each in GAMES}
    works |= {label(*each) + ", core.playouts": looped(*each) for each in GAMES}
    works |= {name: make() for name, make in PEERS.items()}
    rates = race(works, rounds, seconds)
    against = rates[PEER]
    rows = []
    for name, found in rates.items():
        ratio = median(a / b for a, b in zip(found, against, strict=True))
        beside = f"{PEER}: {median(against):,.0f}" if name not in PEERS else ""
        rows.append(Row(f"{name}: random moves a second", f"{median(found):,.0f}", beside, f"{ratio:.2f}"))
    return rows


def prices(rounds: int, seconds: float) -> list[Row]:
    rows = []
    for name, seats in GAMES:
        rates = race(costs(name, seats), rounds, seconds)
        told = ", ".join(f"{what} {1e6 / median(found):,.2f}" for what, found in rates.items())
        rows.append(Row(f"{label(name, seats)}: microseconds", told))
        plain, rules, match, ratio = match_moves.measure(name, seats, rounds, seconds)
        beside = f"bare rules: {rules:.1f} us ({plain:.1f} us without texts)"
        rows.append(Row(f"{label(name, seats)}: a move of a Match", f"{match:.1f} us", beside, f"{ratio:.2f}"))
    return rows


if __name__ == "__main__":
    main()
