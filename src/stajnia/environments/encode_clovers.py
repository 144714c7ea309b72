"""Clovers as numbers: gardens from the viewer on, the clovers face up and face down, and what is asked."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from stajnia.environments.encoding import SEATS, Part, away, from_me, one_hot
from stajnia.games.clovers.grid import CELLS, HIGHEST
from stajnia.games.clovers.view import View

VERSION: Final = 1
PHASES: Final = ("lay", "take", "place", "extra", "next", "task", "over")
MOST: Final = 1000  # turns, limit, points

_SWAPS: Final = tuple((x, y) for x, y in combinations(range(16), 2) if x // 4 == y // 4 or x % 4 == y % 4)
TEXTS: Final = (
    *("draw", "back", "extra", "end", "next", "resign"),
    *(f"keep {cell}" for cell in CELLS),
    *(f"take {number} {cell}" for number in range(1, HIGHEST + 1) for cell in CELLS),
    *(f"swap {CELLS[x]} {CELLS[y]}" for x, y in _SWAPS),
)
_INDEX: Final = {text: i for i, text in enumerate(TEXTS)}
PARTS: Final = (
    Part("gardens", (SEATS, 16), high=HIGHEST),  # cells row by row; 0: empty
    Part("horseshoes", (SEATS, 16), high=HIGHEST),
    Part("face_up", (HIGHEST,), high=4),  # how many of each number
    Part("face_down", (HIGHEST,), high=4),
    Part("hand", (1,), high=HIGHEST),  # the clover just drawn
    Part("pile", (1,), high=4 * HIGHEST),
    Part("phase", (len(PHASES),)),
    Part("my_turn", (1,)),
    Part("player", (SEATS,)),  # whose turn it is
    Part("starter", (SEATS,)),
    Part("extra_turn", (1,)),
    Part("turns", (1,), high=5 * MOST),
    Part("limit", (1,), high=MOST),  # turns for each player, in a task swaps; 0: none
    Part("variants", (3,)),  # troublesome four, lucky cells, neighbours
    Part("tournament", (2,), high=4),  # which game of how many
    Part("points", (SEATS,), high=MOST, low=-MOST),
    Part("task", (3,), high=MOST),  # swaps made, allowed, and the shortest solution
)


def actions() -> int:
    return len(TEXTS)


def index(_v: View, text: str) -> int:
    return _INDEX[text]


def text(_v: View, index: int) -> str:
    return TEXTS[index]


def numbers(v: View) -> dict[str, list[float]]:
    n = len(v.boards)
    seats = from_me(v, n)
    task = v.task
    return {
        "gardens": [float(x) for seat in seats for x in v.boards[seat]],
        "horseshoes": [float(x) for seat in seats for x in v.horseshoes[seat]] if v.horseshoes else [0.0] * (16 * n),
        "face_up": [float(x) for x in v.face_up[1:]],
        "face_down": [float(x) for x in v.unseen[1:]],
        "hand": [float(v.hand)],
        "pile": [float(v.pile)],
        "phase": one_hot(PHASES.index(v.phase) if v.phase in PHASES else -1, len(PHASES)),
        "my_turn": [float(v.seat in v.turn)],
        "player": one_hot(away(v, v.player, n), n),
        "starter": one_hot(away(v, v.starter, n), n),
        "extra_turn": [float(v.extra_turn)],
        "turns": [float(v.turns)],
        "limit": [float(v.limit)],
        "variants": [float(v.troublesome), float(v.lucky), float(v.neighbours)],
        "tournament": [float(v.game), float(v.games)],
        "points": [float(v.points[seat]) for seat in seats] if v.points else [0.0] * n,
        "task": [float(task.moves), float(task.allowed), float(task.shortest)] if task else [0.0] * 3,
    }
