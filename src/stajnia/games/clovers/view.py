"""What a seat of Clovers may know: all but the order of the face-down clovers (Q12), so every seat knows the same."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from stajnia.core.game import Message, Outcome, Seat
from stajnia.core.words import words
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.grid import CELLS, fits
from stajnia.games.clovers.rules import to_act
from stajnia.games.clovers.state import State
from stajnia.games.clovers.structs import GameScore, Phase, Task, Why


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

    def _repr_svg_(self) -> str:
        """The drawing that a notebook shows."""
        from stajnia.games.clovers.svg_form import svg_form

        return svg_form(self, words("clovers", "en").say)


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


def _ask(s: State) -> Message:
    match s.phase:
        case "take":
            return Message("ask.take" if any(s.face_up) else "ask.take_bare")
        case "place":
            return Message("ask.place" if fits(s.boards[s.player], s.hand) else "ask.place_nowhere", {"number": s.hand})
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
