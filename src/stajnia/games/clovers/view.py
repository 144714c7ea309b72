"""What a seat of Clovers may know: all but the order of the face-down clovers (Q12), so every seat knows the same."""

from __future__ import annotations

from typing import Literal

import msgspec

from stajnia.core.game import Message, Outcome, Seat

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


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A board is 16 cells row by row from the top left (a1 b1 c1 d1 a2 ... d4), a number or 0 for an empty cell."""

    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    phase: Phase
    player: Seat  # whose turn it is, also while chance acts
    boards: tuple[tuple[int, ...], ...]  # by seat
    face_up: tuple[int, ...]  # 21 entries: how many clovers of each number lie face up; entry 0 is 0
    unseen: tuple[int, ...]  # 21 entries: how many of each number are still face down (anyone can count them)
    pile: int  # face-down clovers; 0 in solo
    hand: int  # the clover just drawn, 0: none
    dealt: tuple[int, ...]  # clovers drawn for `player` in the setup and not yet laid
    why: Why  # in phase "extra": what earned the extra turn
    extra_turn: bool  # the turn being played is an extra one
    extras: tuple[int, ...]  # extra turns taken in this game, by seat
    horseshoes: tuple[tuple[int, ...], ...]  # by seat, 16 cells each, 0: none; () without lucky cells
    turns: int  # turns finished in this game, all seats
    limit: int  # turns for each player before the game is called off; solo: swaps; 0: no limit
    starter: Seat
    troublesome: bool
    lucky: bool
    neighbours: bool
    tournament: bool
    game: int  # 1, 2 ... of `games`
    games: int
    points: tuple[int, ...]  # tournament points so far, by seat
    scores: tuple[GameScore, ...]  # finished games of a tournament
    task: Task | None
    result: Outcome | None
    sealed: str = ""
