"""The solo game: which task is set, and swaps until everything rises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stajnia.core.game import Event, Illegal, Options, Outcome, Tell
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.actions import Action
from stajnia.games.clovers.grid import CELLS, read_grid, rises
from stajnia.games.clovers.options import refuse_several_tasks
from stajnia.games.clovers.state import State
from stajnia.games.clovers.structs import Task


def chosen(options: Options) -> Task:
    """The task that the options set; one that goes on beyond the limit of swaps could not be solved."""
    refuse_several_tasks(options)
    task = _task(options)
    if 0 < options["limit"] < task.allowed:
        raise Illegal("clovers options", "limit_short", limit=options["limit"], allowed=task.allowed)
    return task


def _task(options: Options) -> Task:
    if options["grid"]:
        return _own(read_grid(options["grid"]), options["allowed"])
    if options["daily"]:
        moves, grid = puzzles.daily(puzzles.read_date(options["daily"]))
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


def draw(s: State, number: int, tell: Tell | None) -> None:
    """The made task of this number, drawn by lot."""
    assert s.task is not None
    s.task = made(s.task.allowed, str(number))
    s.boards = [list(s.task.start)]
    s.phase = "task"
    if tell:
        tell(Event("task", {"name": s.task.name, "allowed": s.task.allowed}, reveals=True))


def swap(s: State, a: Action, tell: Tell | None) -> None:
    """Two clovers change places [R11.3]."""
    assert s.task is not None
    board, allowed = s.boards[0], s.task.allowed
    one, two = board[a.cell], board[a.other]
    board[a.cell], board[a.other] = two, one
    s.moves += 1
    solved = rises(board)
    over = not solved and 0 < s.limit <= s.moves
    if tell:
        cells = {"cell": CELLS[a.cell], "two": two, "other": CELLS[a.other]}
        tell(Event("swap", {"seat": 0, "one": one, **cells, "moves": s.moves}))
        if s.moves == allowed + 1:
            tell(Event("over_allowed", {"allowed": allowed}))
        if solved:
            tell(Event("solved", {"moves": s.moves, "allowed": allowed}))
        elif over:
            tell(Event("task_limit", {"moves": s.moves}))
    if solved:
        _end(s, "solved" if s.moves <= allowed else "solved_over")
    elif over:
        _end(s, "task_limit")


def resign(s: State, tell: Tell | None) -> None:
    """The task is given up."""
    if tell:
        tell(Event("resign", {"seat": 0, "moves": s.moves}))
    _end(s, "gave_up")


def _end(s: State, reason: str) -> None:
    """Solved within the allowed swaps scores 1 and wins; with more of them 0.5 and does not [R11.4]."""
    assert s.task is not None
    s.phase = "over"
    s.task = msgspec.structs.replace(s.task, solved=reason in ("solved", "solved_over"))
    score = {"solved": 1.0, "solved_over": 0.5}.get(reason, 0.0)
    s.result = Outcome((score,), (0,) if reason == "solved" else (), reason)
