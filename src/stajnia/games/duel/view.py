"""What a seat may know of a duel: everything. Cells are names such as `b2`."""

from __future__ import annotations

from typing import Any

import msgspec

from stajnia.core.game import Message, Seat
from stajnia.core.words import words
from stajnia.games.duel import layouts, seen
from stajnia.games.duel.rules import to_act
from stajnia.games.duel.state import PAWNS, Phase, State


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    phase: Phase
    rows: str  # the board: `#` a cell, `.` none, rows from the top
    layout: str  # its name, "" for an own board
    code: str  # its share code
    tiles: tuple[tuple[str, ...], ...]  # the four tiles as lists of cells
    first: Seat | None  # who places and moves first
    pawns: tuple[tuple[str, ...], ...]  # the cells of each seat's unicorns
    rainbows: tuple[str, ...]  # cells with a token, in the order they were laid
    lifted: tuple[str, str] | None  # the jump of the running turn, before its token
    last: tuple[str, str, str] | None  # from, to, token of the last whole turn
    blocked: tuple[str, ...]  # unicorns that cannot move now
    tokens_left: int
    winner: Seat | None
    options: dict[str, Any]
    sealed: str = ""

    def _repr_svg_(self) -> str:
        """The drawing that a notebook shows."""
        from stajnia.games.duel.svg_form import svg_form

        return svg_form(self, words("duel", "en").say)


def view(s: State, seat: Seat | None) -> View:
    names, rows = s.board.names, s.board.rows
    known = s.phase != "lay"
    turn = to_act(s)
    return View(
        seat=seat,
        turn=() if s.phase in ("lay", "first") else turn,
        ask=Message(f"ask.{s.phase}") if turn == (seat,) else None,
        phase=s.phase,
        rows=rows if known else "",
        layout=(layouts.named(rows) or "") if known else "",
        code=layouts.share_code(rows) if known else "",
        tiles=layouts.tile_names(rows) if known else (),
        first=s.first if s.first >= 0 else None,
        pawns=seen.pawns(s),
        rainbows=seen.rainbows(s),
        lifted=(names[s.lifted_from], names[s.lifted_to]) if s.lifted_to >= 0 else None,
        last=(names[s.last_from], names[s.last_to], names[s.laid[-1]]) if s.last_to >= 0 else None,
        blocked=seen.blocked(s),
        tokens_left=len(names) - 2 * PAWNS - len(s.laid),
        winner=None if s.phase != "over" else 1 - s.seat,
        options=s.options,
    )
