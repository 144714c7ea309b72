"""The rules of the duel; numbers in comments are those of text/rules.en.md."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import CHANCE, Event, Illegal, Option, Options, Outcome, Seat, Tell, without_rule
from stajnia.games.duel import layouts
from stajnia.games.duel.actions import Action
from stajnia.games.duel.board import Board, board
from stajnia.games.duel.chance import STARTS, begin, happen
from stajnia.games.duel.notation import cell_name, write
from stajnia.games.duel.state import PAWNS, State, blank

NAME: Final = "duel"
RULES: Final = 1
SEATS: Final = range(2, 3)
USUAL_SEATS: Final = 2
MINUTES: Final = 10
HIDES: Final = False
OPTIONS: Final = (
    Option("layout", "text", "rectangle"),
    Option("start", "choice", "free", ("free", *STARTS)),
    Option("first", "choice", "random", ("random", "0", "1")),
)

_NOBODY: Final[tuple[Seat, ...]] = ()
_CHANCE: Final[tuple[Seat, ...]] = (CHANCE,)
_ALONE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,))


def new(seats: int, options: Options) -> State:  # noqa: ARG001 (always two)
    s = blank(dict(options))
    layout: str = options["layout"]
    if layout.strip() == "random":
        s.phase = "lay"
        s.tiles = (layouts.FIRST_TILE,)
    else:
        s.board = board(layouts.parse(layout))
    if options["start"] != "free" and (s.phase == "lay" or s.board.rows != layouts.NAMED["rectangle"]):
        raise Illegal("duel R2.8", "start_layout", start=options["start"])
    if s.phase != "lay" and options["first"] != "random":
        begin(s, int(options["first"]))
    return s


def to_act(s: State) -> tuple[Seat, ...]:
    phase = s.phase
    if phase == "over":
        return _NOBODY
    return _CHANCE if phase == "first" or phase == "lay" else _ALONE[s.seat]


def window(s: State) -> bool:  # noqa: ARG001 (nobody answers in a duel)
    return False


def legal(s: State, seat: Seat) -> list[Action]:
    phase = s.phase
    found: list[Action] = []
    if seat != s.seat or phase == "over" or phase == "first" or phase == "lay":
        return found
    free, n = s.free, 0
    if phase == "jump":
        pawns, reach = s.pawns[seat], s.board.reach
        while pawns:
            if pawns & 1 and reach[n] & free:
                _add_jumps(found, s.board, n, free)
            pawns >>= 1
            n += 1
        return found
    spots = s.board.spots
    left = free if phase == "token" else _places(s, free)
    while left:
        if left & 1:
            found.append(spots[n])
        left >>= 1
        n += 1
    return found


def _add_jumps(found: list[Action], here: Board, n: int, free: int) -> None:
    jumps, leaps = here.jumps[n], here.leaps[n]
    for i in range(len(jumps)):
        if free >> jumps[i] & 1:
            found.append(leaps[i])


def _places(s: State, free: int) -> int:
    """Where a pawn may be placed (2.7): where it could move, and not where alone another one could move to."""
    pawns, found = s.pawns[0] | s.pawns[1], free
    for n, reach in enumerate(s.board.reach):
        there = reach & free
        if pawns >> n & 1:
            if not there & (there - 1):
                found &= ~there
        elif not there:
            found &= ~(1 << n)
    return found


def _blocks(s: State, n: int) -> int:
    """The pawns, the new one on n among them, that a placing on n would leave without a move (2.7)."""
    return s.stuck(s.pawns[0] | s.pawns[1] | 1 << n, s.free & ~(1 << n))


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    phase = s.phase
    if phase == "over" or (phase == "first" or phase == "lay") != (seat == CHANCE) or (seat >= 0 and seat != s.seat):
        raise without_rule("duel", "not_your_turn")
    if seat == CHANCE:
        happen(s, a, tell)
        return
    if a[0] < 0:
        raise without_rule("duel", "not_legal", text=write(a))
    n = _number(s, a[0])
    to = _number(s, a[1]) if len(a) == 2 else -1
    if phase == "jump":
        _jump(s, seat, n, to, tell)
    elif to >= 0:
        raise Illegal("duel R3.1" if phase == "token" else "duel R2.6", f"{phase}_first")
    elif phase == "place":
        _place(s, seat, n, tell)
    else:
        _token(s, seat, n, tell)


def _number(s: State, cell: int) -> int:
    n = s.board.number(cell)
    if n < 0:
        raise Illegal("duel R3.3", "no_cell", cell=cell_name(cell))
    return n


def names_of(s: State, cells: int) -> list[str]:
    """A set of cells as names."""
    found, names, n = [], s.board.names, 0
    while cells:
        if cells & 1:
            found.append(names[n])
        cells >>= 1
        n += 1
    return found


def _place(s: State, seat: Seat, n: int, tell: Tell | None) -> None:
    if not s.free >> n & 1:
        raise Illegal("duel R2.6", "taken", cell=s.board.names[n])
    stuck = _blocks(s, n)
    if stuck:
        raise Illegal("duel R2.7", "blocks", cell=s.board.names[n], pawns=names_of(s, stuck))
    s.pawns[seat] |= 1 << n
    s.seat = 1 - seat
    if (s.pawns[0] | s.pawns[1]).bit_count() == 2 * PAWNS:
        s.phase = "jump"
    if tell:
        tell(Event("place", {"seat": seat, "cell": s.board.names[n]}))


def _jump(s: State, seat: Seat, a: int, b: int, tell: Tell | None) -> None:
    if b < 0:
        raise Illegal("duel R3.1", "jump_first")
    here = s.board
    if not s.pawns[seat] >> a & 1:
        raise Illegal("duel R3.2", "not_yours", cell=here.names[a])
    if not here.reach[a] >> b & 1:
        raise Illegal("duel R3.2", "no_knight", a=here.names[a], b=here.names[b])
    if not s.free >> b & 1:
        raise Illegal("duel R3.3", "taken", cell=here.names[b])
    s.pawns[seat] ^= 1 << a | 1 << b
    s.lifted_from = a
    s.lifted_to = b
    s.phase = "token"
    if tell:
        tell(Event("jump", {"seat": seat, "a": here.names[a], "b": here.names[b]}))


def _token(s: State, seat: Seat, n: int, tell: Tell | None) -> None:
    if not s.free >> n & 1:
        raise Illegal("duel R3.7" if s.tokens >> n & 1 else "duel R3.5", "taken", cell=s.board.names[n])
    s.tokens |= 1 << n
    s.laid.append(n)
    s.last_from = s.lifted_from
    s.last_to = s.lifted_to
    s.lifted_from = s.lifted_to = -1
    s.seat = 1 - seat
    s.phase = "jump" if _can_move(s) else "over"  # 4.5
    if tell:
        tell(Event("token", {"seat": seat, "cell": s.board.names[n]}))
        if s.phase == "over":
            tell(Event("trapped", {"seat": s.seat, "winner": seat}))


def _can_move(s: State) -> bool:
    """Whether the seat on turn has a pawn that can move (4.1, 4.2)."""
    pawns, free, reach, n = s.pawns[s.seat], s.free, s.board.reach, 0
    while pawns:
        if pawns & 1 and reach[n] & free:
            return True
        pawns >>= 1
        n += 1
    return False


def outcome(s: State) -> Outcome | None:
    if s.phase != "over":
        return None
    winner = 1 - s.seat  # the player on turn cannot move (4.1)
    return Outcome((1.0, 0.0) if winner == 0 else (0.0, 1.0), (winner,), "trapped")
