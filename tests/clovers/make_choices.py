"""Choices of the greedy bot on fixed positions: games in which every decision is written down beside the move played.

`python -m tests.clovers.make_choices` writes `choices.json` anew, and only a change of the bot itself is a reason to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from stajnia.bots.clovers import greedy
from stajnia.core.game import CHANCE, complete
from stajnia.games import clovers, game

FILE = Path(__file__).with_name("choices.json")
ALL = {"troublesome": True, "lucky": True, "neighbours": True, "tournament": True}
GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {}),
    (3, {"limit": 20}),
    (2, {"neighbours": True}),
    (4, {"lucky": True, "limit": 20}),
    (2, {**ALL, "limit": 15}),
]


def begin(seats: int, options: dict[str, Any]) -> Any:
    return clovers.new(seats, complete(game("clovers"), seats, options))


def choice(s: Any, place: int) -> str:
    """What greedy does here; the order in which actions are listed does not matter."""
    seat = clovers.to_act(s)[0]
    legal = sorted(clovers.write(a) for a in clovers.legal(s, seat))
    return greedy(clovers.view(s, seat), legal, Random(place))


def positions(seats: int, options: dict[str, Any], moves: list[str]) -> Iterator[tuple[int, Any]]:
    """(place, state) before each of the moves, played one after the other."""
    s = begin(seats, options)
    for place, text in enumerate(moves):
        yield place, s
        clovers.play(s, clovers.to_act(s)[0], clovers.read(text))


def played(seats: int, options: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A game in which every second decision is played at random, so that the positions are of many kinds."""
    s = begin(seats, options)
    moves: list[str] = []
    choices: list[str] = []
    while to_act := clovers.to_act(s):
        if to_act[0] == CHANCE:
            texts, odds = zip(*((clovers.write(a), p) for a, p in clovers.odds(s)), strict=True)
            text = rng.choices(texts, odds)[0]
        else:
            text = choice(s, len(moves))
            choices.append(text)
            if rng.random() < 0.5:
                text = rng.choice(sorted(clovers.write(a) for a in clovers.legal(s, to_act[0])))
        moves.append(text)
        clovers.play(s, to_act[0], clovers.read(text))
    return {"seats": seats, "options": options, "moves": ",".join(moves), "choices": ",".join(choices)}


def main() -> None:
    rng = Random(9)
    lines = [json.dumps(played(seats, options, rng)) for seats, options in GAMES]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
