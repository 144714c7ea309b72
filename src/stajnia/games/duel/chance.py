"""Chance in a duel: who begins, and the tiles of a board laid at random."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Tell, without_rule
from stajnia.games.duel import layouts
from stajnia.games.duel.actions import FIRST, LAY, Action
from stajnia.games.duel.board import board
from stajnia.games.duel.notation import write
from stajnia.games.duel.state import State

# who stands where by the ready starts for 4x5, ours (Q5)
STARTS: Final = {"spread": ("a1 c1 e1", "a4 c4 e4"), "close": ("b1 c1 d1", "b4 c4 d4")}


def odds(s: State) -> list[tuple[Action, float]]:
    if s.phase == "first":
        return [((FIRST, 0), 0.5), ((FIRST, 1), 0.5)]
    if s.phase == "lay":
        places = layouts.next_tiles(s.tiles)
        return [(_lay(tile), 1 / len(places)) for tile in places]
    return []


def _lay(tile: layouts.Tile) -> Action:
    rows, cols = [r for r, _ in tile], [c for _, c in tile]
    return (LAY, max(rows) - min(rows) + 1, max(cols) - min(cols) + 1, min(rows), min(cols))


def begin(s: State, first: int) -> None:
    """The first player places first and moves first (Q4); with a ready start all unicorns stand."""
    s.first = s.seat = first
    s.phase = "place"
    start = s.options["start"]
    if start != "free":
        for who, cells in zip((first, 1 - first), STARTS[start], strict=True):
            s.pawns[who] = sum(1 << s.board.names.index(cell) for cell in cells.split())
        s.phase = "jump"


def happen(s: State, a: Action, tell: Tell | None) -> None:
    """What chance does."""
    if s.phase == "first" and len(a) == 2 and a[0] == FIRST and 0 <= a[1] <= 1:
        begin(s, a[1])
        if tell:
            tell(Event("first", {"seat": s.first}))
    elif s.phase == "lay" and a in [each for each, _ in odds(s)]:
        _lay_tile(s, a, tell)
    else:
        raise without_rule("duel", "not_legal", text=write(a))


def _lay_tile(s: State, a: Action, tell: Tell | None) -> None:
    h, w, r, c = a[1:]
    s.tiles = (*s.tiles, frozenset((r + i, c + j) for i in range(h) for j in range(w)))
    if len(s.tiles) == 4:
        s.board = board(layouts.rows_of(frozenset().union(*s.tiles)))
        s.phase = "first"
        if tell:
            tell(Event("laid", {"rows": s.board.rows, "code": layouts.share_code(s.board.rows)}))
        if s.options["first"] != "random":
            begin(s, int(s.options["first"]))
