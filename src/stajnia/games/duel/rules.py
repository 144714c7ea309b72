"""The rules of the duel; numbers in comments are those of text/rules.en.md."""

from __future__ import annotations

from typing import Any, Final

from stajnia.core.bits import bits, mask
from stajnia.core.game import CHANCE, Event, Illegal, Message, Option, Options, Outcome, Rng, Seat, Tell
from stajnia.games.duel import layouts
from stajnia.games.duel.board import Board, board
from stajnia.games.duel.layouts import NAMED, Cell, name_of
from stajnia.games.duel.notation import Action, write
from stajnia.games.duel.view import Phase, View

NAME: Final = "duel"
RULES: Final = 1
SEATS: Final = range(2, 3)
STARTS = {"spread": ("a1 c1 e1", "a4 c4 e4"), "close": ("b1 c1 d1", "b4 c4 d4")}  # ours, for 4x5 (Q5)
OPTIONS: Final = (
    Option("layout", "text", "rectangle"),
    Option("start", "choice", "free", ("free", *STARTS)),
    Option("first", "choice", "random", ("random", "0", "1")),
)


class State:
    """Plain data; `board` is immutable and shared."""

    __slots__ = (
        "board",
        "first",
        "laid",
        "last",
        "lifted",
        "options",
        "pawns",
        "phase",
        "seat",
        "tiles",
        "tokens",
    )

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.phase: Phase = "first"
        self.board: Board = board(NAMED["rectangle"])
        self.tiles: tuple[layouts.Tile, ...] = ()  # laid at random so far
        self.first: Seat | None = None
        self.seat: Seat = 0
        self.pawns: list[int] = [0, 0]
        self.tokens = 0
        self.laid: tuple[int, ...] = ()  # the tokens in the order they were placed
        self.lifted: tuple[int, int] | None = None
        self.last: tuple[int, int, int] | None = None

    def copy(self) -> State:
        s = State.__new__(State)
        s.options, s.phase, s.board, s.tiles = self.options, self.phase, self.board, self.tiles
        s.first, s.seat, s.pawns, s.tokens = self.first, self.seat, self.pawns[:], self.tokens
        s.laid, s.lifted, s.last = self.laid, self.lifted, self.last
        return s

    def key(self) -> object:
        return (
            *(self.phase, self.board.rows, self.tiles, self.first, self.seat, *self.pawns),
            *(self.laid, self.lifted, self.last, tuple(self.options.items())),
        )

    @property
    def free(self) -> int:
        return self.board.all & ~(self.pawns[0] | self.pawns[1] | self.tokens)


def new(seats: int, options: Options) -> State:  # noqa: ARG001 (always two)
    s = State(dict(options))
    layout = options["layout"]
    if layout.strip() == "random":
        s.phase = "lay"
        s.tiles = (layouts.FIRST_TILE,)
    else:
        s.board = board(layouts.parse(layout))
    if options["start"] != "free" and (s.phase == "lay" or s.board.rows != NAMED["rectangle"]):
        raise Illegal("duel R2.8", "start_layout", start=options["start"])
    if s.phase != "lay" and options["first"] != "random":
        _begin(s, int(options["first"]))
    return s


def _begin(s: State, first: Seat) -> None:
    s.first = s.seat = first  # the first player places first and moves first (Q4)
    s.phase = "place"
    if s.options["start"] != "free":
        for who, cells in zip((first, 1 - first), STARTS[s.options["start"]], strict=True):
            s.pawns[who] = mask([s.board.names.index(c) for c in cells.split()])
        s.phase = "jump"


def to_act(s: State) -> tuple[Seat, ...]:
    if s.phase in ("lay", "first"):
        return (CHANCE,)
    return () if s.phase == "over" else (s.seat,)


def odds(s: State) -> list[tuple[Action, float]]:
    if s.phase == "first":
        return [(("first", (0,)), 0.5), (("first", (1,)), 0.5)]
    places = layouts.next_tiles(s.tiles)
    return [(_lay(tile), 1 / len(places)) for tile in places]


def _lay(tile: layouts.Tile) -> Action:
    rows, cols = [r for r, _ in tile], [c for _, c in tile]
    height, width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    return ("lay", (height, width, min(rows), min(cols)))


def stuck(s: State, pawns: int, free: int) -> int:
    """Those of the pawns that have no free cell to jump to."""
    return mask([p for p in bits(pawns) if not s.board.reach[p] & free])


def legal(s: State, seat: Seat) -> list[Action]:
    if to_act(s) != (seat,):
        return []
    cells = s.board.cells
    if s.phase == "place":
        return [(cells[n],) for n in bits(s.free) if not _blocks(s, n)]
    if s.phase == "jump":
        free = s.free
        return [(cells[a], cells[b]) for a in bits(s.pawns[seat]) for b in s.board.jumps[a] if free >> b & 1]
    return [(cells[n],) for n in bits(s.free)]


def _blocks(s: State, n: int) -> int:
    """The pawns, the new one on n among them, that a placing on n would leave without a move (2.7)."""
    return stuck(s, s.pawns[0] | s.pawns[1] | 1 << n, s.free & ~(1 << n))


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    if seat == CHANCE:
        return _chance(s, a, tell)
    if to_act(s) != (seat,):
        raise Illegal("duel turn", "not_your_turn")
    if isinstance(a[0], str):
        raise Illegal("duel turn", "not_legal", text=write(a))
    cells: tuple[Cell, ...] = a
    numbers = [_number(s, cell) for cell in cells]
    if s.phase == "jump":
        _jump(s, seat, numbers, tell)
    elif len(numbers) == 2:
        raise Illegal("duel R3.1" if s.phase == "token" else "duel R2.6", f"{s.phase}_first")
    elif s.phase == "place":
        _place(s, seat, numbers[0], tell)
    else:
        _token(s, seat, numbers[0], tell)
    return None


def _number(s: State, cell: Cell) -> int:
    n = s.board.number.get(cell)
    if n is None:
        raise Illegal("duel R3.3", "no_cell", cell=name_of(cell))
    return n


def _chance(s: State, a: Action, tell: Tell | None) -> None:
    if to_act(s) != (CHANCE,) or all(a != b for b, _ in odds(s)):
        raise Illegal("duel turn", "not_legal", text=write(a))
    numbers: tuple[int, ...] = a[1]
    if s.phase == "first":
        _begin(s, numbers[0])
        if tell:
            tell(Event("first", {"seat": numbers[0]}))
        return
    h, w, r, c = numbers
    s.tiles = (*s.tiles, frozenset((r + i, c + j) for i in range(h) for j in range(w)))
    if len(s.tiles) == 4:
        s.board = board(layouts.rows_of(frozenset().union(*s.tiles)))
        s.phase = "first"
        if tell:
            tell(Event("laid", {"rows": s.board.rows, "code": layouts.share_code(s.board.rows)}))
        if s.options["first"] != "random":
            _begin(s, int(s.options["first"]))


def _place(s: State, seat: Seat, n: int, tell: Tell | None) -> None:
    if not s.free >> n & 1:
        raise Illegal("duel R2.6", "taken", cell=s.board.names[n])
    if stuck_pawns := _blocks(s, n):
        pawns = [s.board.names[p] for p in bits(stuck_pawns)]
        raise Illegal("duel R2.7", "blocks", cell=s.board.names[n], pawns=pawns)
    s.pawns[seat] |= 1 << n
    s.seat = 1 - seat
    if (s.pawns[0] | s.pawns[1]).bit_count() == 6:
        s.phase = "jump"
    if tell:
        tell(Event("place", {"seat": seat, "cell": s.board.names[n]}))


def _jump(s: State, seat: Seat, numbers: list[int], tell: Tell | None) -> None:
    if len(numbers) == 1:
        raise Illegal("duel R3.1", "jump_first")
    a, b = numbers
    names = s.board.names
    if not s.pawns[seat] >> a & 1:
        raise Illegal("duel R3.2", "not_yours", cell=names[a])
    if b not in s.board.jumps[a]:
        raise Illegal("duel R3.2", "no_knight", a=names[a], b=names[b])
    if not s.free >> b & 1:
        raise Illegal("duel R3.3", "taken", cell=names[b])
    s.pawns[seat] ^= 1 << a | 1 << b
    s.lifted = (a, b)
    s.phase = "token"
    if tell:
        tell(Event("jump", {"seat": seat, "a": names[a], "b": names[b]}))


def _token(s: State, seat: Seat, n: int, tell: Tell | None) -> None:
    if not s.free >> n & 1:
        raise Illegal("duel R3.7" if s.tokens >> n & 1 else "duel R3.5", "taken", cell=s.board.names[n])
    assert s.lifted is not None
    s.tokens |= 1 << n
    s.laid = (*s.laid, n)
    s.last = (*s.lifted, n)
    s.lifted = None
    s.seat = 1 - seat
    s.phase = "jump" if stuck(s, s.pawns[s.seat], s.free) != s.pawns[s.seat] else "over"  # 4.5
    if tell:
        tell(Event("token", {"seat": seat, "cell": s.board.names[n]}))
        if s.phase == "over":
            tell(Event("trapped", {"seat": s.seat, "winner": seat}))


def outcome(s: State) -> Outcome | None:
    if s.phase != "over":
        return None
    winner = 1 - s.seat  # the player on turn cannot move (4.1)
    return Outcome((1.0, 0.0) if winner == 0 else (0.0, 1.0), (winner,), "trapped")


def view(s: State, seat: Seat | None) -> View:
    names, rows = s.board.names, s.board.rows
    known = s.phase != "lay"
    ask = Message(f"ask.{s.phase}") if to_act(s) == (seat,) else None
    return View(
        seat=seat,
        turn=() if s.phase in ("lay", "first") else to_act(s),
        ask=ask,
        phase=s.phase,
        rows=rows if known else "",
        layout=(layouts.named(rows) or "") if known else "",
        code=layouts.share_code(rows) if known else "",
        tiles=layouts.tile_names(rows) if known else (),
        first=s.first,
        pawns=tuple(tuple(names[n] for n in bits(p)) for p in s.pawns),
        rainbows=tuple(names[n] for n in s.laid),
        lifted=(names[s.lifted[0]], names[s.lifted[1]]) if s.lifted else None,
        last=(names[s.last[0]], names[s.last[1]], names[s.last[2]]) if s.last else None,
        blocked=tuple(names[n] for n in bits(stuck(s, s.pawns[0] | s.pawns[1], s.free))) if s.laid else (),
        tokens_left=len(s.board.cells) - 6 - len(s.laid),
        winner=None if s.phase != "over" else 1 - s.seat,
        options=s.options,
    )


def guess(v: View, rng: Rng) -> State:  # noqa: ARG001 (nothing is hidden)
    """The state itself: nothing is hidden in a duel."""
    s = new(2, v.options)
    if v.rows:
        s.board = board(v.rows)
    index = s.board.names.index
    s.phase, s.first = v.phase, v.first
    s.pawns = [mask([index(c) for c in cells]) for cells in v.pawns]
    s.laid = tuple(index(c) for c in v.rainbows)
    s.tokens = mask(s.laid)
    s.lifted = (index(v.lifted[0]), index(v.lifted[1])) if v.lifted else None
    s.last = (index(v.last[0]), index(v.last[1]), index(v.last[2])) if v.last else None
    s.seat = v.turn[0] if v.turn else 0 if v.winner is None else 1 - v.winner
    return s


def label(v: View, a: Action) -> Message:
    if isinstance(a[0], str):
        return Message("action.chance")
    cells = [name_of(c) for c in a]
    if len(cells) == 2:
        return Message("action.jump", {"a": cells[0], "b": cells[1]})
    return Message("action.token" if v.phase == "token" else "action.place", {"cell": cells[0]})
