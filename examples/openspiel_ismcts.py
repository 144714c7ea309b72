"""OpenSpiel's Information Set MCTS on a game of ours, against random play. It needs open_spiel.

python -m examples.openspiel_ismcts unstable
"""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from stajnia.environments.openspiel import guessed


def match(name: str, simulations: int = 20, seed: int = 1) -> list[float]:
    """Player 0 searches, the others play at random; what each gets."""
    pyspiel = import_module("pyspiel")
    ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{module}") for module in ("ismcts", "mcts"))
    rng, numbers = Random(seed), np.random.RandomState(seed)
    game = pyspiel.load_game(f"stajnia_{name}")
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, numbers), 2.0, simulations, random_state=numbers)
    bot.set_resampler(lambda state, player: guessed(state, player, rng))
    state: Any = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        elif state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    print(match(sys.argv[1] if len(sys.argv) > 1 else "clovers"))
