"""The state of a match of Clovers, the options it is made from, and the horseshoe table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from stajnia.core.game import Illegal, Option, Options, Outcome, Seat
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.grid import CELLS, HIGHEST, START, read_grid, rises
from stajnia.games.clovers.view import GameScore, Phase, Task, Why

SEATS: Final = range(1, 5)
USUAL_SEATS: Final = 2
MINUTES: Final = 20
MANY = (2, 3, 4)
LOTS = 1000  # made tasks without a seed: one of so many by lot

OPTIONS: Final = (
    Option("first", "choice", "lot", choices=("lot", "0", "1", "2", "3"), seats=MANY),
    Option("troublesome", "flag", False, seats=MANY),
    Option("lucky", "flag", False, seats=MANY),
    Option("neighbours", "flag", False, seats=MANY),
    Option("tournament", "flag", False, seats=MANY),
    Option("horseshoes", "text", "", seats=MANY),
    Option("limit", "number", 200, low=0, high=1000),
    Option("task", "number", 1, low=0, high=40, seats=(1,)),
    Option("daily", "text", "", seats=(1,)),
    Option("difficulty", "number", 5, low=1, high=puzzles.HARDEST, seats=(1,)),
    Option("seed", "text", "", seats=(1,)),
    Option("grid", "text", "", seats=(1,)),
    Option("allowed", "number", 0, low=0, high=100, seats=(1,)),
)

# The printed numbers of the yellow-ladybug side are lost (Q5). Ours: docs/clovers.md says how they were chosen.
HORSESHOES = "- 2 5 9/4 - 10 14/7 11 - 17/12 16 19 -"


class State:
    """Plain data. A board is 16 numbers row by row, 0 for an empty cell; counts are by number, entry 0 unused."""

    __slots__ = (
        "boards",
        "dealt",
        "extra_turn",
        "extras",
        "face_up",
        "game",
        "games",
        "hand",
        "horseshoes",
        "limit",
        "moves",
        "neighbours",
        "phase",
        "pile",
        "player",
        "points",
        "result",
        "scores",
        "starter",
        "task",
        "troublesome",
        "turns",
        "unseen",
        "why",
    )

    phase: Phase
    player: Seat
    starter: Seat
    boards: list[list[int]]
    unseen: list[int]  # face-down clovers by number
    face_up: list[int]
    pile: int
    hand: int
    dealt: list[int]
    why: Why
    extra_turn: bool
    extras: list[int]
    turns: int
    game: int
    points: list[int]
    moves: int  # solo: swaps made
    scores: tuple[GameScore, ...]
    result: Outcome | None
    # chosen before the match
    troublesome: bool
    neighbours: bool
    horseshoes: tuple[tuple[int, ...], ...]
    limit: int
    games: int  # 1, or as many as seats in a tournament
    task: Task | None  # solo: as it was set

    def copy(self) -> State:
        new = State.__new__(State)
        new.boards = [board.copy() for board in self.boards]
        new.dealt = self.dealt.copy()
        new.extra_turn = self.extra_turn
        new.extras = self.extras.copy()
        new.face_up = self.face_up.copy()
        new.game = self.game
        new.games = self.games
        new.hand = self.hand
        new.horseshoes = self.horseshoes
        new.limit = self.limit
        new.moves = self.moves
        new.neighbours = self.neighbours
        new.phase = self.phase
        new.pile = self.pile
        new.player = self.player
        new.points = self.points.copy()
        new.result = self.result
        new.scores = self.scores
        new.starter = self.starter
        new.task = self.task
        new.troublesome = self.troublesome
        new.turns = self.turns
        new.unseen = self.unseen.copy()
        new.why = self.why
        return new

    def key(self) -> object:
        shared = tuple(getattr(self, name) for name in _SHARED)
        lists = (self.unseen, self.face_up, self.dealt, self.extras, self.points, *self.boards)
        return shared, tuple(tuple(each) for each in lists)


_COPIED = ("boards", "unseen", "face_up", "dealt", "extras", "points")
_SHARED = tuple(name for name in State.__slots__ if name not in _COPIED)


def new(seats: int, options: Options) -> State:
    """A match before its first chance move."""
    _refuse_misplaced(seats, options)
    s = State()
    s.troublesome = options["troublesome"]
    s.neighbours = options["neighbours"]
    s.horseshoes = _horseshoes(seats, options)
    s.limit = options["limit"]
    s.games = seats if options["tournament"] else 1
    s.game = 1
    s.points = [0] * seats
    s.scores = ()
    s.result = None
    s.moves = 0
    s.starter = 0
    s.task = None
    lay_out(s, seats)
    if seats == 1:
        s.task = _task(options)
        s.phase = "task" if s.task.start else "lot"
        s.boards = [list(s.task.start or [0] * 16)]
        s.unseen = [0] * (HIGHEST + 1)
        s.pile = 0
    elif options["first"] == "lot":
        s.phase = "lot"
    else:
        if int(options["first"]) >= seats:
            raise Illegal("clovers options", "bad_first", first=options["first"], seats=seats)
        s.starter = s.player = int(options["first"])
    return s


def lay_out(s: State, seats: int) -> None:
    """A game before the deal: empty boards, one set of clovers for each seat face down."""
    s.phase = "deal"
    s.player = s.starter
    s.boards = [[0] * 16 for _ in range(seats)]
    s.unseen = [0] + [seats] * HIGHEST
    s.face_up = [0] * (HIGHEST + 1)
    s.pile = HIGHEST * seats
    s.hand = 0
    s.dealt = []
    s.why = ""
    s.extra_turn = False
    s.extras = [0] * seats
    s.turns = 0


def _refuse_misplaced(seats: int, options: Options) -> None:
    """An option set to something else than its default must be for this number of seats."""
    for option in OPTIONS:
        if option.seats and seats not in option.seats and options[option.name] != option.default:
            message = "not_solo" if seats == 1 else "only_solo"
            raise Illegal("clovers options", message, option=option.name)
    if options["horseshoes"] and not options["lucky"]:
        raise Illegal("clovers options", "only_lucky")


def _horseshoes(seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
    if not options["lucky"]:
        return ()
    text: str = options["horseshoes"].strip() or HORSESHOES
    found = [read_horseshoes(table, n + 1) for n, table in enumerate(text.split(";"))]
    if len(found) not in (1, seats):
        raise Illegal("clovers options", "horseshoe_tables", seats=seats, found=len(found))
    return tuple(found * seats if len(found) == 1 else found)


def read_horseshoes(text: str, table: int = 1) -> tuple[int, ...]:
    """A table from text: four rows of four, a number or `-`; it may be empty in part or in whole (Q5)."""
    rows = [re.split(r"[\s,]+", row.strip(" \t\r,")) for row in re.split(r"[/\n]", text.strip().strip("/"))]
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        raise Illegal("clovers options", "horseshoe_rows", table=table)
    out = []
    for cell, word in enumerate(word for row in rows for word in row):
        if word not in ("-", "0") and not (re.fullmatch("[0-9]{1,2}", word) and 1 <= int(word) <= HIGHEST):
            raise Illegal("clovers options", "horseshoe_number", text=word, cell=CELLS[cell])
        out.append(0 if word == "-" else int(word))
    return tuple(out)


def _task(options: Options) -> Task:
    if options["grid"] and options["daily"]:
        raise Illegal("clovers options", "several_tasks")
    if options["grid"]:
        return _own(read_grid(options["grid"]), options["allowed"])
    if options["allowed"]:
        raise Illegal("clovers options", "only_own_grid")
    if options["daily"]:
        day = puzzles.read_date(options["daily"])
        moves, grid = puzzles.daily(day)
        return _set("daily", grid, moves, name=options["daily"])
    if options["task"]:
        book = tasks.task(options["task"])
        return _set("book", book.grid, book.allowed, shortest=book.shortest, number=book.number)
    if options["seed"]:
        return made(options["difficulty"], options["seed"])
    return _set("made", (), options["difficulty"])


def made(moves: int, seed: str) -> Task:
    """A made task; the seed is its name."""
    return _set("made", puzzles.make(moves, seed), moves, name=seed)


def _own(grid: tuple[int, ...], allowed: int) -> Task:
    if rises(grid):
        raise Illegal("clovers options", "grid_solved")
    shortest = puzzles.shortest(grid)
    if allowed and allowed < shortest:
        raise Illegal("clovers options", "too_few_allowed", allowed=allowed, shortest=shortest)
    return _set("own", grid, allowed or shortest, shortest=shortest)


def _set(kind: Any, grid: Sequence[int], allowed: int, *, shortest: int = 0, number: int = 0, name: str = "") -> Task:
    return Task(
        kind=kind,
        number=number,
        name=name,
        start=tuple(grid),
        moves=0,
        allowed=allowed,
        shortest=shortest or allowed,
        solved=False,
        solution=(),
    )


def free_start_cells(board: Sequence[int]) -> list[int]:
    """The start cells without a clover."""
    return [cell for cell in START if not board[cell]]
