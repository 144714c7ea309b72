"""What a whole move of a `Match` costs (copy, rules, chance, record, events), beside the bare rules.

Bare: `to_act`, `legal` or `odds`, and `play` on one state, moves at random. Match: such matches, their texts played
again through `Match.play`. In one run, medians of interleaved rounds. To hold: at most 2.5 times the bare rules.

    python -m bench.match_moves
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

from stajnia.core.game import CHANCE, complete
from stajnia.core.match import Match
from stajnia.games import game as find

GAMES: tuple[tuple[str, int], ...] = (("duel", 2), ("clovers", 2), ("fever", 4), ("unstable", 4))
ROUNDS, MATCHES, MOST = 9, 8, 2.5


def texts(name: str, seats: int, seed: int) -> list[tuple[int, str]]:
    """What the seats do in a random match dealt from this seed."""
    rng = Random(seed)
    m = Match.start(name, seats, seed=seed)
    found = []
    while m.to_act:
        seat = m.to_act[0]
        found.append((seat, rng.choice(m.legal(seat))))
        m.play(*found[-1])
    return found


def bare(name: str, seats: int, seed: int) -> tuple[float, int]:
    """Seconds and moves of a random match on a bare state."""
    game, rng = find(name), Random(seed)
    state: Any = game.new(seats, complete(game, seats, {}))
    moves = 0
    start = process_time()
    while asked := game.to_act(state):
        seat = asked[0]
        if seat == CHANCE:
            odds = game.odds(state)
            action = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
        else:
            actions = game.legal(state, seat)
            action = actions[rng.randrange(len(actions))]
        game.play(state, seat, action)
        moves += 1
    return process_time() - start, moves


def whole(name: str, seats: int, seed: int, played: list[tuple[int, str]]) -> tuple[float, int]:
    """Seconds and moves of a match, its setup and chance included."""
    start = process_time()
    m = Match.start(name, seats, seed=seed)
    for seat, text in played:
        m.play(seat, text)
    return process_time() - start, len(m.record.moves)


def cost(found: list[tuple[float, int]]) -> float:
    """Microseconds a move."""
    return sum(t for t, _ in found) / sum(n for _, n in found) * 1e6


def main() -> None:
    print(f"{'':10}{'rules':>9}{'match':>9}  ratio (at most {MOST})")
    for name, seats in GAMES:
        known = [texts(name, seats, seed) for seed in range(MATCHES)]
        rules, match = [], []
        for _ in range(ROUNDS):
            rules.append(cost([bare(name, seats, seed) for seed in range(MATCHES)]))
            match.append(cost([whole(name, seats, seed, known[seed]) for seed in range(MATCHES)]))
        ratio = median(m / r for m, r in zip(match, rules, strict=True))
        print(f"{name:10}{median(rules):7.1f}us{median(match):7.1f}us  {ratio:.2f}")


if __name__ == "__main__":
    main()
