"""What the greedy bot chooses at every prompt of a dozen whole games, kept as text in choices.txt.

A game is two lines: seats and options, then its moves. Of a prompt the greedy bot answers otherwise than the game
went on, both stand there: `token red>token blue`. `python -m tests.fever.choices` writes the file anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from stajnia.bots.fever import greedy
from stajnia.core.game import CHANCE, complete
from stajnia.games import fever, game
from stajnia.games.fever.pieces import PAIRS
from stajnia.games.fever.state import State

FILE = Path(__file__).with_name("choices.txt")
GAMES: list[tuple[int, dict[str, Any]]] = [
    *((2 + i % 5, {"deck": "HP"[i % 2], "clans": pair}) for i, pair in enumerate(PAIRS)),
    (6, {"short": True}),
    (4, {"box": '{"track_length": 9, "contracts": {"FA6": {"n": 40}}}'}),
]


def start(seats: int, options: dict[str, Any]) -> State:
    return fever.new(seats, complete(game("fever"), seats, options))


def choice(s: State, seat: int, n: int) -> str:
    """What greedy does at move `n` of a game."""
    return greedy(fever.view(s, seat), [fever.write(a) for a in fever.legal(s, seat)], Random(n))


def games() -> Iterator[tuple[int, dict[str, Any], list[str]]]:
    """Seats, options and moves of each kept game."""
    lines = FILE.read_text("utf-8").splitlines()
    for head, moves in zip(lines[::2], lines[1::2], strict=True):
        seats, options = head.split(" ", 1)
        yield int(seats), json.loads(options), moves.split("|")


def record(seats: int, options: dict[str, Any], seed: int) -> str:
    """A game in which greedy is asked at every prompt and two of five times something else is done."""
    rng, s, moves = Random(seed), start(seats, options), list[str]()
    while to_act := fever.to_act(s):
        seat = to_act[0]
        if seat == CHANCE:
            odds = fever.odds(s)
            a = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
            moves.append(fever.write(a))
        else:
            best = choice(s, seat, len(moves))
            a = rng.choice(fever.legal(s, seat)) if rng.random() < 0.4 else fever.read(best)
            moves.append(best if fever.write(a) == best else f"{fever.write(a)}>{best}")
        fever.play(s, seat, a)
    return "|".join(moves)


def main() -> None:
    lines = [
        f"{seats} {json.dumps(options)}\n{record(seats, options, i)}\n" for i, (seats, options) in enumerate(GAMES)
    ]
    FILE.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
