"""How Clovers is played. Numbers in brackets are the statements of text/rules.en.md."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import CHANCE, Event, Illegal, Options, Outcome, Seat, Tell
from stajnia.games.clovers import solo
from stajnia.games.clovers.actions import BACK, DRAW, END, EXTRA, NEXT, RESIGN, Action, add_takes, keeps, swap
from stajnia.games.clovers.chance import happen, next_in_setup
from stajnia.games.clovers.grid import CELLS, DIAGONAL, HIGHEST, START, all_fits, fits, in_line
from stajnia.games.clovers.options import OPTIONS, SEATS, horseshoes, refuse_misplaced
from stajnia.games.clovers.refusals import why
from stajnia.games.clovers.state import State, lay_out
from stajnia.games.clovers.structs import GameScore, Why
from stajnia.games.clovers.swaps import PAIRS

NAME: Final = "clovers"
RULES: Final = 1
USUAL_SEATS: Final = 2
MINUTES: Final = 20
HIDES: Final = False

__all__ = [
    "HIDES",
    "MINUTES",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "USUAL_SEATS",
    "legal",
    "new",
    "outcome",
    "play",
    "to_act",
]

_SWAPS: Final = [swap(x, y) for x, y in PAIRS]
_NOBODY: Final[tuple[Seat, ...]] = ()
_CHANCE: Final[tuple[Seat, ...]] = (CHANCE,)
_ALONE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), (3,))


def new(seats: int, options: Options) -> State:
    """A match before its first chance move."""
    refuse_misplaced(seats, options)
    s = State()
    s.troublesome = options["troublesome"]
    s.neighbours = options["neighbours"]
    s.horseshoes = horseshoes(seats, options)
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
        task = s.task = solo.chosen(options)
        s.phase = "task" if task.start else "lot"
        s.boards = [list(task.start) if task.start else [0] * 16]
        s.unseen = [0] * (HIGHEST + 1)
        s.pile = 0
    elif options["first"] == "lot":
        s.phase = "lot"
    else:
        if int(options["first"]) >= seats:
            raise Illegal("clovers options", "bad_first", first=options["first"], seats=seats)
        s.starter = s.player = int(options["first"])
    return s


def to_act(s: State) -> tuple[Seat, ...]:
    if s.phase == "over":
        return _NOBODY
    return _CHANCE if s.chance else _ALONE[s.player]


def window(s: State) -> bool:  # noqa: ARG001 (nobody answers in Clovers)
    return False


def outcome(s: State) -> Outcome | None:
    return s.result


def legal(s: State, seat: Seat) -> list[Action]:
    phase = s.phase
    if seat != s.player or s.chance or phase == "over":
        return []
    board = s.boards[seat]
    if phase == "take":  # [R3.2, R3.5, R3.6]
        return _takes(s, board)
    if phase == "place":  # [R3.3]
        found = keeps(fits(board, s.hand))
        found.append(BACK)
        return found
    if phase == "lay":  # [R7.2]
        return keeps(sum(1 << cell for cell in START if not board[cell]))
    if phase == "extra":  # [R8.5]
        return [EXTRA, END]
    return [NEXT] if phase == "next" else [*_SWAPS, RESIGN]  # [R10.1, R11.3]


def _takes(s: State, board: list[int]) -> list[Action]:
    found: list[Action] = [DRAW]
    where = all_fits(board, s.face_up)
    for number in range(1, HIGHEST + 1):
        if where[number]:
            add_takes(found, number, where[number])
    return found


def _is_legal(s: State, seat: Seat, a: Action) -> bool:
    """Whether the seat on turn may do this: by the same functions that list what is legal, without the list."""
    kind, cell, number, other = a
    phase = s.phase
    if phase == "take":
        if kind == "take":
            on_offer = 0 < number <= HIGHEST and s.face_up[number] > 0
            return on_offer and other == -1 and cell >= 0 and bool(fits(s.boards[seat], number) >> cell & 1)
        return a == DRAW
    if phase == "place":
        if kind == "keep":
            return number == other == -1 and cell >= 0 and bool(fits(s.boards[seat], s.hand) >> cell & 1)
        return a == BACK
    if phase == "task" and kind == "swap":
        return number == -1 and 0 <= cell < other < 16 and in_line(cell, other)
    return a in legal(s, seat)


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    if s.phase == "over" or seat != (CHANCE if s.chance else s.player):
        raise why(s, seat, a)
    if seat == CHANCE:
        happen(s, a, tell)
        return
    if not _is_legal(s, seat, a):
        raise why(s, seat, a)
    kind, cell, number, _ = a
    if kind == "draw":
        s.phase = "reveal"
        if tell:
            tell(Event("draw", {"seat": seat}))
    elif kind == "take":
        s.face_up[number] -= 1
        if tell:
            tell(Event("take", {"seat": seat, "number": number}))
        _place(s, number, cell, tell)
    elif kind == "keep":
        hand = s.hand
        s.hand = 0
        if s.phase == "lay":
            _lay(s, hand, cell, tell)
        else:
            _place(s, hand, cell, tell)
    elif kind == "back":
        s.face_up[s.hand] += 1
        if tell:
            tell(Event("back", {"seat": seat, "number": s.hand}))
        s.hand = 0
        _finish_turn(s, tell, "", 0, 0)
    elif kind == "swap":
        solo.swap(s, a, tell)
    elif kind == "resign":
        solo.resign(s, tell)
    elif kind == "next":
        _next_game(s, tell)
    else:
        _answer_offer(s, kind == "extra", tell)


def _lay(s: State, number: int, cell: int, tell: Tell | None) -> None:
    """A clover of the troublesome four on its start cell [R7.1 to R7.3]."""
    s.boards[s.player][cell] = number
    if tell:
        tell(Event("lay", {"seat": s.player, "number": number, "cell": CELLS[cell]}))
    s.phase = "deal"
    next_in_setup(s, tell)


# A turn


def _place(s: State, number: int, cell: int, tell: Tell | None) -> None:
    """The clover goes to the cell; what lay there goes face up to the middle [R4.4]."""
    seat = s.player
    board = s.boards[seat]
    old = board[cell]
    board[cell] = number
    if old:
        s.face_up[old] += 1
        if tell:
            tell(Event("exchange", {"seat": seat, "number": number, "cell": CELLS[cell], "old": old}))
    elif tell:
        tell(Event("place", {"seat": seat, "number": number, "cell": CELLS[cell]}))
    if old or any(not each for each in board):
        _finish_turn(s, tell, earned(s, seat, cell, old), number, cell)
        return
    s.turns += 1
    if tell:
        tell(Event("full", {"seat": seat}))
    _end_game(s, "full", tell)


def earned(s: State, seat: Seat, cell: int, old: int) -> Why:
    """What gives an extra turn to the clover just laid on the cell, where `old` (0: nothing) lay before."""
    board = s.boards[seat]
    horseshoe = not old and bool(s.horseshoes) and s.horseshoes[seat][cell] == board[cell]
    neighbour = s.neighbours and any(board[x] == board[cell] for x in DIAGONAL[cell])
    if horseshoe and neighbour:
        return "both"
    return "horseshoe" if horseshoe else "neighbour" if neighbour else ""


def _finish_turn(s: State, tell: Tell | None, why: Why, number: int, cell: int) -> None:
    s.turns += 1
    if s.pile == 0:  # [R5.2, R5.3]; no extra turn then (Q6)
        _end_game(s, "pile", tell)
    elif s.limit and s.turns >= s.limit * len(s.boards):  # Q7
        _end_game(s, "limit", tell)
    elif why:
        s.phase = "extra"
        s.why = why
        if tell:
            tell(Event("bonus", {"seat": s.player, "number": number, "cell": CELLS[cell], "why": why}))
    else:
        _pass_on(s)


def _answer_offer(s: State, takes: bool, tell: Tell | None) -> None:
    """An extra turn is taken or declined [R8.5]."""
    if tell:
        tell(Event("extra" if takes else "end", {"seat": s.player}))
    if takes:
        s.extras[s.player] += 1
        s.why = ""
        s.extra_turn = True
        s.phase = "take"
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
    if tell:
        if reason != "full":
            tell(Event(reason))
            for seat, n in enumerate(empties):
                tell(Event("empty", {"seat": seat, "n": n}))
        tell(Event("winner" if len(winners) == 1 else "shared", {"winners": list(winners)}))
    s.extra_turn = False
    s.phase = "over"
    if s.games > 1:
        _score_game(s, empties, winners, reason, tell)
    else:
        s.result = Outcome(tuple(16.0 - n for n in empties), winners, reason)


def _score_game(s: State, empties: tuple[int, ...], winners: tuple[Seat, ...], reason: str, tell: Tell | None) -> None:
    """The points of a tournament's game [R10.2, R10.3]; after the last one the most win [R10.5]."""
    gained = tuple(2 if seat in winners else -n for seat, n in enumerate(empties))
    s.scores = (*s.scores, GameScore(s.starter, empties, winners, gained, reason))
    for seat, points in enumerate(gained):
        s.points[seat] += points
        if tell:
            tell(Event("points", {"seat": seat, "points": points, "total": s.points[seat]}))
    if s.game < s.games:
        s.phase = "next"
        s.player = (s.starter + 1) % len(s.boards)  # Q9
        return
    most = max(s.points)
    first = tuple(seat for seat, points in enumerate(s.points) if points == most)
    s.result = Outcome(tuple(float(points) for points in s.points), first, "tournament")


def _next_game(s: State, tell: Tell | None) -> None:
    s.game += 1
    s.starter = s.player
    lay_out(s, len(s.boards))
    if tell:
        tell(Event("game", {"seat": s.player, "game": s.game, "games": s.games}))
