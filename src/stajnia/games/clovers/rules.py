"""How Clovers is played. Numbers in brackets are the statements of text/rules.en.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from stajnia.core.game import CHANCE, Event, Illegal, Outcome, Seat, Tell
from stajnia.games.clovers.grid import CELLS, DIAGONAL, HIGHEST, START, in_line, misfit, places, rises
from stajnia.games.clovers.notation import BACK, DRAW, END, EXTRA, NEXT, RESIGN, Action, keep, swap, take, write
from stajnia.games.clovers.swaps import PAIRS
from stajnia.games.clovers.table import LOTS, State, free_start_cells, lay_out, made
from stajnia.games.clovers.view import GameScore, Why

NAME: Final = "clovers"
RULES: Final = 1

_CHANCE_PHASES = ("lot", "deal", "reveal")
_SWAPS = tuple(swap(x, y) for x, y in PAIRS)


def to_act(s: State) -> tuple[Seat, ...]:
    if s.phase == "over":
        return ()
    return (CHANCE,) if s.phase in _CHANCE_PHASES else (s.player,)


def outcome(s: State) -> Outcome | None:
    return s.result


def legal(s: State, seat: Seat) -> list[Action]:
    if seat != s.player or s.phase in _CHANCE_PHASES:
        return []
    board = s.boards[seat]
    match s.phase:
        case "take":  # [R3.2, R3.5, R3.6]
            up = (n for n in range(1, HIGHEST + 1) if s.face_up[n])
            return [DRAW, *(take(n, cell) for n in up for cell in places(board, n))]
        case "place":  # [R3.3]
            return [*(keep(cell) for cell in places(board, s.hand)), BACK]
        case "lay":  # [R7.2]
            return [keep(cell) for cell in free_start_cells(board)]
        case "extra":  # [R8.5]
            return [EXTRA, END]
        case "next":
            return [NEXT]
        case "task":  # [R11.3]
            return [*_SWAPS, RESIGN]
        case _:
            return []


def window(s: State) -> bool:  # noqa: ARG001 (a turn is never answered)
    return False


def odds(s: State) -> list[tuple[Action, float]]:
    """Every clover still face down is equally likely, and so is every seat or task drawn by lot."""
    if s.phase == "lot":
        if s.task:
            return [(Action("lot", number=n + 1), 1 / LOTS) for n in range(LOTS)]
        seats = len(s.boards)
        return [(Action("first", number=n), 1 / seats) for n in range(seats)]
    if s.phase in ("deal", "reveal"):
        return [(Action("deal", number=n), s.unseen[n] / s.pile) for n in range(1, HIGHEST + 1) if s.unseen[n]]
    return []


def refuse(s: State, seat: Seat, a: Action) -> Illegal | None:
    """Why the action is not legal; None if it is. Decides by the same functions that list legal actions."""
    if not to_act(s):
        return Illegal("clovers turn", "over")
    if seat not in to_act(s):
        return Illegal("clovers turn", "not_your_turn")
    if seat == CHANCE:
        listed = any(a == each for each, _ in odds(s))
        return None if listed else Illegal("clovers turn", "not_legal", text=write(a))
    if a in _quick(s, seat, a):
        return None
    if a.kind in ("first", "deal", "lot"):
        return Illegal("clovers turn", "not_chance")
    if s.phase == "task":
        if a.kind != "swap":
            return Illegal("clovers R11.3", "only_swaps")
        if a.cell == a.other:
            return Illegal("clovers R11.3", "same_cell")
        return Illegal("clovers R11.3", "not_in_line", cell=CELLS[a.cell], other=CELLS[a.other])
    if a.kind in ("swap", "resign"):
        return Illegal("clovers R11.3", "no_swap_now")
    return _refuse_turn(s, s.boards[seat], a)


def _quick(s: State, seat: Seat, a: Action) -> Sequence[Action]:
    """The legal actions, or fewer where one glance is enough."""
    if s.phase == "task":
        return (a,) if a == RESIGN or (a.kind == "swap" and a.cell != a.other and in_line(a.cell, a.other)) else ()
    if s.phase == "take" and a.kind == "take":
        fits = 0 < a.number <= HIGHEST and s.face_up[a.number] and a.cell in places(s.boards[seat], a.number)
        return (a,) if fits else ()
    return legal(s, seat)


def _refuse_turn(s: State, board: list[int], a: Action) -> Illegal:
    match s.phase, a.kind:
        case "lay", "keep":
            if a.cell not in START:
                return Illegal("clovers R7.1", "not_start_cell", cell=CELLS[a.cell])
            return Illegal("clovers R7.3", "start_taken", cell=CELLS[a.cell])
        case "lay", _:
            return Illegal("clovers R7.1", "must_lay", number=s.hand)
        case "place", "keep":
            return misfit(board, s.hand, a.cell)
        case "place", _:
            return Illegal("clovers R3.3", "holding", number=s.hand)
        case "take", "take" if not (0 < a.number <= HIGHEST and s.face_up[a.number]):
            return Illegal("clovers R3.4", "not_face_up", number=a.number)
        case "take", "take":
            return misfit(board, a.number, a.cell)
        case "take", ("extra" | "end"):
            return Illegal("clovers R8.2", "no_extra")
        case "extra", _:
            return Illegal("clovers R8.5", "offered")
        case "next", _:
            return Illegal("clovers R10.1", "must_next")
        case _:
            return Illegal("clovers R3.2", "must_draw")


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    refusal = refuse(s, seat, a)
    if refusal:
        raise refusal
    match a.kind:
        case "first":
            s.starter = s.player = a.number
            s.phase = "deal"
            _say(tell, "first", seat=a.number)
        case "lot":
            _draw_task(s, a.number, tell)
        case "deal" if s.phase == "deal":
            _deal(s, a.number, tell)
        case "deal":
            _reveal(s, a.number, tell)
        case "draw":
            s.phase = "reveal"
            _say(tell, "draw", seat=seat)
        case "keep" if s.phase == "lay":
            _lay(s, a.cell, tell)
        case "keep":
            number, s.hand = s.hand, 0
            _place(s, number, a.cell, tell)
        case "take":
            s.face_up[a.number] -= 1
            _say(tell, "take", seat=seat, number=a.number)
            _place(s, a.number, a.cell, tell)
        case "back":
            s.face_up[s.hand] += 1
            _say(tell, "back", seat=seat, number=s.hand)
            s.hand = 0
            _finish_turn(s, tell)
        case "extra":
            s.extras[seat] += 1
            s.why = ""
            s.extra_turn = True
            s.phase = "take"
            _say(tell, "extra", seat=seat)
        case "end":
            _say(tell, "end", seat=seat)
            _pass_on(s)
        case "next":
            s.game += 1
            s.starter = seat
            lay_out(s, len(s.boards))
            _say(tell, "game", seat=seat, game=s.game, games=s.games)
        case "swap":
            _swap(s, a, tell)
        case "resign":
            _say(tell, "resign", seat=seat, moves=s.moves)
            _end_task(s, "gave_up")


def _say(tell: Tell | None, kind: str, **args: Any) -> None:
    if tell is not None:
        tell(Event(kind, args, reveals=kind in ("deal", "reveal", "first", "task")))


# Setup


def _take_down(s: State, number: int) -> None:
    s.unseen[number] -= 1
    s.pile -= 1


def _deal(s: State, number: int, tell: Tell | None) -> None:
    """A clover for the start cells: all four are laid in rising order [R2.3], or each at once [R7.1]."""
    _take_down(s, number)
    _say(tell, "deal", seat=s.player, number=number)
    if s.troublesome:
        s.hand = number
        s.phase = "lay"
        return
    s.dealt.append(number)
    if len(s.dealt) == 4:
        s.dealt.sort()
        for cell, each in zip(START, s.dealt, strict=True):
            s.boards[s.player][cell] = each
        _say(tell, "start", seat=s.player, numbers=s.dealt.copy())
        s.dealt.clear()
        _next_in_setup(s, tell)


def _lay(s: State, cell: int, tell: Tell | None) -> None:
    s.boards[s.player][cell] = s.hand
    _say(tell, "lay", seat=s.player, number=s.hand, cell=CELLS[cell])
    s.hand = 0
    s.phase = "deal"
    _next_in_setup(s, tell)


def _next_in_setup(s: State, tell: Tell | None) -> None:
    s.player = (s.player + 1) % len(s.boards)
    if not free_start_cells(s.boards[s.player]):
        s.phase = "take"
        _say(tell, "begin", seat=s.player)


# A turn


def _reveal(s: State, number: int, tell: Tell | None) -> None:
    _take_down(s, number)
    s.hand = number
    s.phase = "place"
    _say(tell, "reveal", seat=s.player, number=number)
    if s.pile == 0:
        _say(tell, "last", seat=s.player)


def _place(s: State, number: int, cell: int, tell: Tell | None) -> None:
    """The clover goes to the cell; what lay there goes face up to the middle [R4.4]."""
    seat = s.player
    board = s.boards[seat]
    old = board[cell]
    board[cell] = number
    if old:
        s.face_up[old] += 1
        _say(tell, "exchange", seat=seat, number=number, cell=CELLS[cell], old=old)
    else:
        _say(tell, "place", seat=seat, number=number, cell=CELLS[cell])
    why = earned(s, seat, cell, old)
    if 0 not in board:
        s.turns += 1
        _say(tell, "full", seat=seat)
        _end_game(s, "full", tell)
    else:
        _finish_turn(s, tell, why, number, cell)


def earned(s: State, seat: Seat, cell: int, old: int) -> Why:
    """What gives an extra turn to the clover just laid on the cell, where `old` (0: nothing) lay before."""
    board = s.boards[seat]
    horseshoe = not old and bool(s.horseshoes) and s.horseshoes[seat][cell] == board[cell]
    neighbour = s.neighbours and any(board[x] == board[cell] for x in DIAGONAL[cell])
    if horseshoe and neighbour:
        return "both"
    return "horseshoe" if horseshoe else "neighbour" if neighbour else ""


def _finish_turn(s: State, tell: Tell | None, why: Why = "", number: int = 0, cell: int = 0) -> None:
    s.turns += 1
    if s.pile == 0:  # [R5.2, R5.3]; no extra turn then (Q6)
        _end_game(s, "pile", tell)
    elif s.limit and s.turns >= s.limit * len(s.boards):  # Q7
        _end_game(s, "limit", tell)
    elif why:
        s.phase = "extra"
        s.why = why
        _say(tell, "bonus", seat=s.player, number=number, cell=CELLS[cell], why=why)
    else:
        _pass_on(s)


def _pass_on(s: State) -> None:
    s.why = ""
    s.extra_turn = False
    s.player = (s.player + 1) % len(s.boards)
    s.phase = "take"


# The end


def _end_game(s: State, reason: str, tell: Tell | None) -> None:
    """The fewest empty cells win [R5.4, R5.5]; a full board has none, and no other is full then [R5.1]."""
    empties = tuple(board.count(0) for board in s.boards)
    winners = tuple(seat for seat, n in enumerate(empties) if n == min(empties))
    if reason != "full":
        _say(tell, reason, empties=list(empties))
    _say(tell, "winner" if len(winners) == 1 else "shared", winners=list(winners))
    s.extra_turn = False
    s.phase = "over"
    if s.games == 1:
        s.result = Outcome(tuple(16.0 - n for n in empties), winners, reason)
        return
    gained = tuple(2 if seat in winners else -n for seat, n in enumerate(empties))  # [R10.2, R10.3]
    s.scores = (*s.scores, GameScore(s.starter, empties, winners, gained, reason))
    for seat, points in enumerate(gained):
        s.points[seat] += points
        _say(tell, "points", seat=seat, points=points, total=s.points[seat])
    if s.game < s.games:
        s.phase = "next"
        s.player = (s.starter + 1) % len(s.boards)  # Q9
        return
    most = max(s.points)
    first = tuple(seat for seat, points in enumerate(s.points) if points == most)  # [R10.5]
    s.result = Outcome(tuple(float(points) for points in s.points), first, "tournament")


# Solo


def _draw_task(s: State, number: int, tell: Tell | None) -> None:
    assert s.task is not None
    s.task = made(s.task.allowed, str(number))
    s.boards = [list(s.task.start)]
    s.phase = "task"
    _say(tell, "task", name=s.task.name, allowed=s.task.allowed)


def _swap(s: State, a: Action, tell: Tell | None) -> None:
    assert s.task is not None
    board = s.boards[0]
    one, two = board[a.cell], board[a.other]
    board[a.cell], board[a.other] = two, one
    s.moves += 1
    _say(tell, "swap", seat=0, one=one, cell=CELLS[a.cell], two=two, other=CELLS[a.other], moves=s.moves)
    if s.moves == s.task.allowed + 1:
        _say(tell, "over_allowed", allowed=s.task.allowed)
    if rises(board):
        _say(tell, "solved", moves=s.moves, allowed=s.task.allowed)
        _end_task(s, "solved" if s.moves <= s.task.allowed else "solved_over")
    elif s.limit and s.moves >= s.limit:
        _say(tell, "task_limit", moves=s.moves)
        _end_task(s, "task_limit")


def _end_task(s: State, reason: str) -> None:
    """Solved within the allowed swaps scores 1 and wins; with more of them 0.5 and does not [R11.4]."""
    assert s.task is not None
    s.phase = "over"
    s.task = msgspec.structs.replace(s.task, solved=reason in ("solved", "solved_over"))
    score = {"solved": 1.0, "solved_over": 0.5}.get(reason, 0.0)
    s.result = Outcome((score,), (0,) if reason == "solved" else (), reason)
