"""What state and view share: the words for a phase, the score of a finished game, the solo task."""

from __future__ import annotations

from typing import Literal

import msgspec

from stajnia.core.game import Seat

Phase = Literal[
    "lot",  # chance draws who begins (solo: which task)
    "deal",  # chance draws a clover for the start cells
    "lay",  # troublesome four: the drawn clover goes to a free start cell (`keep a1`)
    "take",  # a turn begins: `draw`, or `take 7 c3`
    "reveal",  # chance turns the drawn clover over
    "place",  # the drawn clover is in hand: `keep b2` or `back`
    "extra",  # an extra turn is offered: `extra` or `end`
    "next",  # tournament: a game is over, who begins the next one says `next`
    "task",  # solo: `swap a1 c1` or `resign`
    "over",
]
Why = Literal["", "horseshoe", "neighbour", "both"]


class GameScore(msgspec.Struct, frozen=True):
    """One finished game of a tournament, by seat."""

    starter: Seat
    empties: tuple[int, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    reason: str  # "full", "pile" or "limit"


class Task(msgspec.Struct, frozen=True):
    """The solo task. The grid as it lies now is `boards[0]`."""

    kind: Literal["book", "daily", "made", "own"]
    number: int  # 1..40 for a task of the book, else 0
    name: str  # the date of a daily task, the seed of a made one, else ""
    start: tuple[int, ...]  # the grid as the task shows it; (): still to be drawn by lot
    moves: int  # swaps made
    allowed: int  # the most that solve the task
    shortest: int  # the proved least number of swaps
    solved: bool  # every row and column rises
    solution: tuple[str, ...]  # a solution as actions (`swap a1 c1`), () until the match is over
