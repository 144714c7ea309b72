"""What a whole move of a `Match` costs (copy, rules, fair chance, record, events), beside the bare rules.

The same work through two doors: random games from their beginning, each move asked for and made by its text. Bare:
`to_act`, then `legal` written as texts, `read` and `play` on one state, or `odds` and a lot for chance. Match:
`to_act`, `legal` and `play`. Both drive themselves by the same generator, chance moves count on both sides, and
processor time is counted, medians of interleaved rounds. To hold: at most 2.5 times the bare rules. The third column
is the rules without any texts, as search plays them: what the texts cost is no matter of the Match.

    python bench/match_moves.py
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from stajnia.core.game import CHANCE, complete
from stajnia.core.match import Match
from stajnia.core.playouts import by_odds
from stajnia.games import game as find

Work = Callable[[], int]  # plays a game and says how many moves it had
GAMES: tuple[tuple[str, int], ...] = (("duel", 2), ("clovers", 2), ("clovers", 4), ("fever", 4), ("unstable", 4))
ROUNDS, SECONDS, MOST = 9, 0.1, 2.5


def bare(name: str, seats: int, texts: bool = True) -> Work:
    """A random game on a bare state."""
    game = find(name)
    to_act, legal, odds, play, read, write = game.to_act, game.legal, game.odds, game.play, game.read, game.write
    random = Random(1).random

    def work() -> int:
        state, moves = game.new(seats, complete(game, seats, {})), 0
        while asked := to_act(state):
            seat = asked[0]
            if seat == CHANCE:
                play(state, seat, by_odds(odds(state), random()))
            elif texts:
                offers = [write(action) for action in legal(state, seat)]
                play(state, seat, read(offers[int(random() * len(offers))]))
            else:
                actions = legal(state, seat)
                play(state, seat, actions[int(random() * len(actions))])
            moves += 1
        return moves

    return work


def whole(name: str, seats: int) -> Work:
    """A random match."""
    rng = Random(1)
    random = rng.random

    def work() -> int:
        m = Match.start(name, seats, seed=int(random() * (1 << 30)))
        while asked := m.to_act:
            offers = m.legal(asked[0])
            m.play(asked[0], offers[int(random() * len(offers))])
        return len(m.record.moves)

    return work


def cost(work: Work, seconds: float) -> float:
    """Microseconds a move."""
    done, began = 0, process_time()
    while (spent := process_time() - began) < seconds:
        done += work()
    return spent / done * 1e6


def measure(name: str, seats: int, rounds: int = ROUNDS, seconds: float = SECONDS) -> tuple[float, float, float, float]:
    """Microseconds of a move of the bare rules, without texts and with them, and of a Match; and the ratio to hold."""
    works = bare(name, seats, False), bare(name, seats), whole(name, seats)
    for work in works:
        work()
    found = [[cost(work, seconds) for work in works] for _ in range(rounds)]
    plain, rules, match = (median(column) for column in zip(*found, strict=True))
    return plain, rules, match, median(m / r for _, r, m in found)


def main() -> None:
    print(f"{'':12}{'no texts':>10}{'rules':>9}{'match':>9}  ratio (at most {MOST})")
    for name, seats in GAMES:
        plain, rules, match, ratio = measure(name, seats)
        print(f"{name:9}{seats:3}{plain:8.2f}us{rules:7.2f}us{match:7.2f}us  {ratio:.2f}")


if __name__ == "__main__":
    main()
