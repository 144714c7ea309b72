"""How lively and fair a horseshoe table is: extra turns a game, by cell, and wins by seat, greedy bots on all seats.

python bench/clovers_lucky.py [--games N] [--seats N] ["- 2 5 9/4 - 10 14/7 11 - 17/12 16 19 -" ...]
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from stajnia.bots.clovers import greedy
from stajnia.core.game import CHANCE, Event, complete
from stajnia.games import clovers, game
from stajnia.games.clovers.options import HORSESHOES

BLANK = "- - - -/- - - -/- - - -/- - - -"


def measure(table: str, seats: int, games: int) -> str:
    rng = Random(7)
    fired: Counter[str] = Counter()
    wins = [0.0] * seats
    extras = turns = 0

    def tell(e: Event) -> None:
        if e.kind == "bonus":
            fired[e.args["cell"]] += 1

    options = complete(game("clovers"), seats, {"lucky": True, "first": "0", "horseshoes": table})
    for _ in range(games):
        s = clovers.new(seats, options)
        while clovers.to_act(s):
            seat = clovers.to_act(s)[0]
            if seat == CHANCE:
                odds = clovers.odds(s)
                action = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
            else:
                legal = [clovers.write(a) for a in clovers.legal(s, seat)]
                action = clovers.read(greedy(clovers.view(s, seat), legal, rng))
            clovers.play(s, seat, action, tell)
        assert s.result is not None
        for seat in s.result.winners:
            wins[seat] += 1 / len(s.result.winners)
        extras += sum(s.extras)
        turns += s.turns
    by_cell = sorted(n / games for n in fired.values()) or [0.0]
    shares = "/".join(f"{100 * n / games:.1f}" for n in wins)
    return (
        f"{seats} players: {extras / games:.2f} extra turns a game ({turns / games:.1f} turns), "
        f"a cell fires {by_cell[0]:.2f} to {by_cell[-1]:.2f} times, wins by seat {shares} %"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 4])
    args = parser.parse_args()
    for table in args.tables or [BLANK, HORSESHOES]:
        print(table)
        for seats in args.seats:
            print("  " + measure(table, seats, args.games))


if __name__ == "__main__":
    main()
