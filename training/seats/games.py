"""Many games of greedy players, or of a player that looks ahead: what the net is told of a state, and who won.

python training/seats/games.py unstable --seats 4 --games 100000 --jobs 16 --out unstable-4.npz
"""

from __future__ import annotations

import argparse
import random
from importlib import import_module
from multiprocessing import Pool
from time import monotonic
from typing import Any

import numpy as np

from stajnia.bots.bot import Budget
from stajnia.bots.fever import decide
from stajnia.bots.search import weigh
from stajnia.core.game import CHANCE, complete
from stajnia.core.playouts import by_odds

KEPT = 12  # states of a game at most: more of one game teach little


def one(
    game: Any, best: Any, greedy: Any, seats: int, options: dict[str, Any], rng: random.Random, look: int = 0
) -> tuple[list[bytes], list[int], list[float]]:
    """A whole game: states at the beginnings of turns (or rounds), whose eyes, and each seat's share of the win."""
    s = game.new(seats, complete(game, seats, options))
    clock = (lambda: s.turns) if hasattr(s, "turns") else (lambda: s.round)
    found, mark = [], clock()
    ahead = best.Ahead()
    looks = [look > 0 and rng.random() < 0.75 for _ in range(seats)]
    moves = 0
    while True:
        acting = game.to_act(s)
        if not acting or moves > 20_000:
            break
        moves += 1
        seat = acting[0]
        if seat == CHANCE:
            game.play(s, CHANCE, by_odds(game.odds(s), rng.random()))
        else:
            actions = game.legal(s, seat)
            if len(actions) == 1:
                game.play(s, seat, actions[0])
            elif rng.random() < 0.02:
                game.play(s, seat, rng.choice(actions))
            else:
                texts = [game.write(a) for a in actions]
                if looks[seat]:
                    v, spent = game.view(s, seat), Budget(simulations=look * len(texts))
                    text = weigh(game.NAME, ahead, v, texts, rng, spent, look)[0].action
                elif hasattr(best, "Seen"):
                    text = decide(best.Seen(s, seat), texts, rng)  # as greedy would, without a view
                else:
                    text = greedy(game.view(s, seat), texts, rng)
                game.play(s, seat, game.read(text))
        if clock() != mark:
            mark = clock()
            if mark > 1 and game.outcome(s) is None:
                me = rng.randrange(seats)
                found.append((best.features(s, me), me))
    o = game.outcome(s)
    if o is None:
        return [], [], []
    share = [1 / len(o.winners) if q in o.winners else 0.0 for q in range(seats)] if o.winners else [1 / seats] * seats
    kept = rng.sample(found, min(KEPT, len(found)))
    return [f for f, _ in kept], [me for _, me in kept], share


def many(job: tuple[str, int, int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    name, seats, games, seed, look = job
    game = import_module(f"stajnia.games.{name}")
    best, greedy = import_module(f"stajnia.bots.{name}_best"), import_module(f"stajnia.bots.{name}").greedy
    rng = random.Random(seed)
    rows, shares = [], []
    for _ in range(games):
        options = {}
        if name == "unstable":
            options = {"deck": rng.choice(("second", "second", "first"))}
        features, _, share = one(game, best, greedy, seats, options, rng, look)
        rows += features
        shares += [share] * len(features)
    width = best.WIDTH
    x = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, seats, width)
    return x, np.array(shares, np.float32)


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("game")
    p.add_argument("--seats", type=int, required=True)
    p.add_argument("--games", type=int, required=True)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--look", type=int, default=0, help="guesses of the players that look ahead; 0: all are greedy")
    p.add_argument("--seconds", type=float, default=1e9, help="stop after that time")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    size = 20 if a.look else 200
    jobs = [(a.game, a.seats, size, a.seed * 1_000_003 + i, a.look) for i in range(a.games // size)]
    parts, until = [], monotonic() + a.seconds
    with Pool(a.jobs) as pool:
        for part in pool.imap_unordered(many, jobs):
            parts.append(part)
            if monotonic() > until:
                break
    np.savez(a.out, x=np.concatenate([x for x, _ in parts]), y=np.concatenate([y for _, y in parts]))
    print(a.out, sum(len(x) for x, _ in parts), "states")


if __name__ == "__main__":
    main()
