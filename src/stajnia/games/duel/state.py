"""The state of a duel."""

from __future__ import annotations

from typing import Any, Final, Literal

from stajnia.games.duel import layouts
from stajnia.games.duel.board import Board, board

PAWNS: Final = 3  # of each player
Phase = Literal["lay", "first", "place", "jump", "token", "over"]


class State:
    """Plain data; `board` is immutable and shared. Sets of cells are ints; -1 stands for a cell or seat not known."""

    __slots__ = (
        "board",
        "first",
        "laid",
        "last_from",
        "last_to",
        "lifted_from",
        "lifted_to",
        "options",
        "pawns",
        "phase",
        "seat",
        "tiles",
        "tokens",
    )

    options: dict[str, Any]
    phase: Phase
    board: Board
    tiles: tuple[layouts.Tile, ...]  # laid at random so far
    first: int  # who places and moves first
    seat: int
    pawns: list[int]
    tokens: int
    laid: list[int]  # the tokens in the order they were placed
    lifted_from: int  # the jump of the running turn, before its token
    lifted_to: int
    last_from: int  # the jump of the last whole turn; its token is the last one laid
    last_to: int

    def copy(self) -> State:
        s = State()
        s.options = self.options
        s.phase = self.phase
        s.board = self.board
        s.tiles = self.tiles
        s.first = self.first
        s.seat = self.seat
        s.pawns = self.pawns.copy()
        s.tokens = self.tokens
        s.laid = self.laid.copy()
        s.lifted_from = self.lifted_from
        s.lifted_to = self.lifted_to
        s.last_from = self.last_from
        s.last_to = self.last_to
        return s

    def key(self) -> object:
        return (
            *(self.phase, self.board.rows, self.tiles, self.first, self.seat, *self.pawns, tuple(self.laid)),
            *(self.lifted_from, self.lifted_to, self.last_from, self.last_to, tuple(self.options.items())),
        )

    @property
    def free(self) -> int:
        """The cells that hold nothing."""
        return self.board.all & ~(self.pawns[0] | self.pawns[1] | self.tokens)

    def stuck(self, pawns: int, free: int) -> int:
        """Those of the pawns that could not jump if these cells were the free ones."""
        reach, found, n = self.board.reach, 0, 0
        while pawns:
            if pawns & 1 and not reach[n] & free:
                found |= 1 << n
            pawns >>= 1
            n += 1
        return found


def blank(options: dict[str, Any]) -> State:
    """Before anything is decided, on the usual board."""
    s = State()
    s.options = options
    s.phase = "first"
    s.board = board(layouts.NAMED["rectangle"])
    s.tiles = ()
    s.first = -1
    s.seat = 0
    s.pawns = [0, 0]
    s.tokens = 0
    s.laid = []
    s.lifted_from = s.lifted_to = s.last_from = s.last_to = -1
    return s
