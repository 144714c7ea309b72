"""What a seat sees, and the state it could come from. Only the order of the pile is hidden, and no state holds one."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from stajnia.core.game import Message, Rng, Seat
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.grid import CELLS, places
from stajnia.games.clovers.rules import to_act
from stajnia.games.clovers.table import State
from stajnia.games.clovers.view import Task, View


def view(s: State, seat: Seat | None) -> View:
    turn = tuple(each for each in to_act(s) if each >= 0)
    return View(
        seat=seat,
        turn=turn,
        ask=_ask(s) if seat in turn else None,
        phase=s.phase,
        player=s.player,
        boards=tuple(tuple(board) for board in s.boards),
        face_up=tuple(s.face_up),
        unseen=tuple(s.unseen),
        pile=s.pile,
        hand=s.hand,
        dealt=tuple(s.dealt),
        why=s.why,
        extra_turn=s.extra_turn,
        extras=tuple(s.extras),
        horseshoes=s.horseshoes,
        turns=s.turns,
        limit=s.limit,
        starter=s.starter,
        troublesome=s.troublesome,
        lucky=bool(s.horseshoes),
        neighbours=s.neighbours,
        tournament=s.games > 1,
        game=s.game,
        games=s.games,
        points=tuple(s.points),
        scores=s.scores,
        task=_task(s),
        result=s.result,
    )


def guess(v: View, rng: Rng) -> State:  # noqa: ARG001 (everything is public: there is nothing to guess)
    s = State()
    s.phase = v.phase
    s.player = v.player
    s.boards = [list(board) for board in v.boards]
    s.face_up = list(v.face_up)
    s.unseen = list(v.unseen)
    s.pile = v.pile
    s.hand = v.hand
    s.dealt = list(v.dealt)
    s.why = v.why
    s.extra_turn = v.extra_turn
    s.extras = list(v.extras)
    s.horseshoes = v.horseshoes
    s.turns = v.turns
    s.limit = v.limit
    s.starter = v.starter
    s.troublesome = v.troublesome
    s.neighbours = v.neighbours
    s.game = v.game
    s.games = v.games
    s.points = list(v.points)
    s.scores = v.scores
    s.moves = v.task.moves if v.task else 0
    s.task = msgspec.structs.replace(v.task, moves=0, solution=()) if v.task else None
    s.result = v.result
    return s


def _ask(s: State) -> Message:
    board = s.boards[s.player]
    match s.phase:
        case "take":
            return Message("ask.take" if any(s.face_up) else "ask.take_bare")
        case "place":
            return Message("ask.place" if places(board, s.hand) else "ask.place_nowhere", {"number": s.hand})
        case "lay":
            return Message("ask.lay", {"number": s.hand})
        case "next":
            return Message("ask.next", {"game": s.game, "games": s.games})
        case "task":
            assert s.task is not None
            left = s.task.allowed - s.moves
            args = {"left": left, "allowed": s.task.allowed}
            return Message("ask.task" if left > 0 else "ask.task_over", args)
        case _:
            return Message("ask.extra")


def _task(s: State) -> Task | None:
    if s.task is None:
        return None
    solution = _solution(s.task.number, s.task.start) if s.phase == "over" else ()
    return msgspec.structs.replace(s.task, moves=s.moves, solution=solution)


@lru_cache(maxsize=256)
def _solution(number: int, start: tuple[int, ...]) -> tuple[str, ...]:
    """A shortest solution; for a task of the book the printed one, where it is as short as any."""
    swaps = puzzles.solution(start)
    if number and tasks.task(number).allowed == len(swaps):
        swaps = tasks.cells(tasks.task(number))
    return tuple(f"swap {CELLS[x]} {CELLS[y]}" for x, y in swaps)
