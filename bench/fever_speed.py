"""Speed of fever on one core, compiled or with STAJNIA_PURE=1: whole random games of four, and the copy of a state.

    python bench/fever_speed.py [seconds]

Beside it, in the same run, RLCard's uno and games of OpenSpiel are played at random, each through its own
interface, if they are installed (`pip install rlcard open_spiel`); a move is one action, chance included.
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
from stajnia.games import fever, game
from stajnia.games.fever.state import State

Playout = Callable[[], int]  # plays one game, returns its moves


def start(seats: int = 4) -> State:
    return fever.new(seats, complete(game("fever"), seats, {}))


def fever_playout(rng: Random, seats: int = 4) -> int:
    s, moves = start(seats), 0
    while True:
        to_act = fever.to_act(s)
        if not to_act:
            return moves
        if to_act[0] == CHANCE:
            fever.play(s, CHANCE, by_odds(s, rng))
        else:
            legal = fever.legal(s, to_act[0])
            fever.play(s, to_act[0], legal[int(rng.random() * len(legal))])
        moves += 1


def by_odds(s: State, rng: Random) -> int:
    point = rng.random()
    odds = fever.odds(s)
    for action, p in odds:
        point -= p
        if point < 0:
            return action
    return odds[-1][0]


def uno() -> Playout:
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = rlcard.make("uno", config={"game_num_players": 4})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(4)])

    def playout() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(t) // 2 for t in trajectories)

    return playout


def spiel(name: str) -> Callable[[], Playout]:
    def make() -> Playout:
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")
        loaded, rng = pyspiel.load_game(name), Random(1)

        def playout() -> int:
            state, moves = loaded.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                elif state.current_player() < 0:
                    state.apply_actions([rng.choice(state.legal_actions(p)) for p in range(loaded.num_players())])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
            return moves

        return playout

    return make


PEERS: dict[str, Callable[[], Playout]] = {
    "RLCard uno, 4 players": uno,
    "OpenSpiel backgammon (C++)": spiel("backgammon"),
    "OpenSpiel python_tic_tac_toe": spiel("python_tic_tac_toe"),
    "OpenSpiel python_kuhn_poker": spiel("python_kuhn_poker"),
    "OpenSpiel python_liars_poker": spiel("python_liars_poker"),
}


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


def copy_cost() -> float:
    """Microseconds for a copy in the middle of an action turn, best of seven."""
    rng, s = Random(3), start()
    while s.stage != "stake" or s.round < 3:
        (seat,) = fever.to_act(s)
        fever.play(s, seat, by_odds(s, rng) if seat == CHANCE else rng.choice(fever.legal(s, seat)))
    best = float("inf")
    for _ in range(7):
        begin = perf_counter()
        for _ in range(20_000):
            s.copy()
        best = min(best, (perf_counter() - begin) / 20_000)
    return best * 1e6


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    rng = Random(1)
    print(f"Python {platform.python_version()}, one core, {seconds:g} s each")
    games, moves = measure(lambda: fever_playout(rng), seconds)
    print(f"{'fever, 4 players':<32}{games:>10,.0f} games/s {moves:>12,.0f} moves/s")
    for name, make in PEERS.items():
        try:
            playout = make()
        except ImportError as e:
            print(f"{name:<32}not installed ({e.name})")
            continue
        games, moves = measure(playout, seconds)
        print(f"{name:<32}{games:>10,.0f} games/s {moves:>12,.0f} moves/s")
    print(f"{'copy of a fever state':<32}{copy_cost():>10.2f} us")


if __name__ == "__main__":
    main()
