"""Actions as text: `b2` (a cell to place on), `b2 c4` (a jump), `first 1` and `lay 2x3 0 -2` (chance)."""

from __future__ import annotations

import re

from stajnia.core.game import Illegal
from stajnia.games.duel.layouts import COLUMNS, Cell, name_of

Action = tuple[Cell, ...] | tuple[str, tuple[int, ...]]  # (cell,), (from, to), or a chance move by name

_CELLS = re.compile(r"^([a-t])(\d\d?)(?:[\s-]*([a-t])(\d\d?))?$")
_LAY = re.compile(r"^lay ([23])x([23]) (-?\d\d?) (-?\d\d?)$")
_FIRST = re.compile(r"^first ([01])$")


def write(a: Action) -> str:
    if isinstance(a[0], str):
        kind, numbers = a[0], a[1]
        if kind == "lay":
            h, w, r, c = numbers
            return f"lay {h}x{w} {r} {c}"
        return f"{kind} {numbers[0]}"
    return " ".join([name_of(cell) for cell in a])


def read(text: str) -> Action:
    clean = " ".join(text.lower().split())
    if m := _CELLS.match(clean):
        cells = [(int(row) - 1, COLUMNS.index(col)) for col, row in ((m[1], m[2]), (m[3], m[4])) if col]
        if all(r >= 0 for r, _ in cells):
            return tuple(cells)
    if m := _LAY.match(clean):
        return ("lay", (int(m[1]), int(m[2]), int(m[3]), int(m[4])))
    if m := _FIRST.match(clean):
        return ("first", (int(m[1]),))
    raise Illegal("duel turn", "unreadable", text=text)
