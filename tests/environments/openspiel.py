"""OpenSpiel's own random simulations of the four games, and its ISMCTS on one: `make openspiel`. An error ends it.

It stands beside the suite: OpenSpiel takes 200 MB, and the environment of `make bench` has it.
"""

from __future__ import annotations

from importlib import import_module

from examples.openspiel_ismcts import match
from stajnia.environments import openspiel

GAMES = (
    ("duel", 2, "layout:stairs", 5),
    ("clovers", 4, "lucky:true;neighbours:true", 3),
    ("clovers", 1, "task:3", 3),
    ("fever", 3, "", 2),
    ("unstable", 4, "deck:first", 2),
    ("unstable", 2, "", 2),
)


def main() -> None:
    pyspiel = import_module("pyspiel")
    for name, players, options, times in GAMES:
        game = pyspiel.load_game(f"stajnia_{name}", {"players": players, "options": options})
        pyspiel.random_sim_test(game, num_sims=times, serialize=name == "duel", verbose=False)
        print(f"{game}: {times} random simulations of OpenSpiel's tests are fine")
    try:
        pyspiel.load_game("stajnia_duel", {"options": "start:upside down"})
    except ValueError as e:
        print(f"refused as it should be: {e}")
    else:
        raise AssertionError("a wrong option was taken")
    print(f"ISMCTS against chance on clovers: {match('clovers', simulations=4)}")
    assert openspiel.GAMES


if __name__ == "__main__":
    main()
