"""Actions as text: `b2` (a cell to place on), `b2 c4` (a jump), `first 1` and `lay 2x3 0 -2` (chance)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from stajnia.core.game import Message, without_rule
from stajnia.games.duel.actions import FIRST, LAY, WIDE, Action
from stajnia.games.duel.board import JUMPS
from stajnia.games.duel.layouts import COLUMNS, name_of

if TYPE_CHECKING:
    from stajnia.games.duel.view import View

_CELLS = re.compile(r"^([a-t])(\d\d?)(?:[\s-]*([a-t])(\d\d?))?$")
_LAY = re.compile(r"^lay ([23])x([23]) (-?\d\d?) (-?\d\d?)$")
_FIRST = re.compile(r"^first ([01])$")


def cell_name(cell: int) -> str:
    """A cell as text."""
    return name_of((cell // WIDE, cell % WIDE))


# Every token and every jump on any board, written once: a match reads and writes all that is offered.
_WRITTEN: Final[dict[Action, str]] = {(cell,): cell_name(cell) for cell in range(WIDE * WIDE)} | {
    (cell, (cell // WIDE + down) * WIDE + cell % WIDE + right): (
        f"{cell_name(cell)} {name_of((cell // WIDE + down, cell % WIDE + right))}"
    )
    for cell in range(WIDE * WIDE)
    for down, right in JUMPS
    if 0 <= cell // WIDE + down < WIDE and 0 <= cell % WIDE + right < WIDE
}
_KNOWN: Final[dict[str, Action]] = {text: a for a, text in _WRITTEN.items()}
_LABELS: Final[dict[Action, Message]] = {}  # made when first asked for
_TOKEN_LABELS: Final[dict[Action, Message]] = {}


def write(a: Action) -> str:
    return _WRITTEN.get(a) or _text(a)


def _text(a: Action) -> str:
    if a[0] == LAY:
        return f"lay {a[1]}x{a[2]} {a[3]} {a[4]}"
    if a[0] == FIRST:
        return f"first {a[1]}"
    return cell_name(a[0]) if len(a) == 1 else f"{cell_name(a[0])} {cell_name(a[1])}"


def read(text: str) -> Action:
    """An action from text; case and spaces do not matter."""
    return _KNOWN.get(text) or _read(text)


def _read(text: str) -> Action:
    clean = " ".join(text.lower().split())
    if m := _CELLS.match(clean):
        cells = [(int(row) - 1) * WIDE + COLUMNS.index(col) for col, row in ((m[1], m[2]), (m[3], m[4])) if col]
        if min(cells) >= 0:  # there is no row 0
            return tuple(cells)
    if m := _LAY.match(clean):
        return (LAY, int(m[1]), int(m[2]), int(m[3]), int(m[4]))
    if m := _FIRST.match(clean):
        return (FIRST, int(m[1]))
    raise without_rule("duel", "unreadable", text=text)


def label(v: View, a: Action) -> Message:
    """The action in words."""
    laying = v.phase == "token" and len(a) == 1
    labels = _TOKEN_LABELS if laying else _LABELS
    known = labels.get(a)
    if known is None:
        known = _label(a, laying)
        if a in _WRITTEN:
            labels[a] = known
    return known


def _label(a: Action, laying: bool) -> Message:
    if a[0] < 0:
        return Message("action.chance")
    if len(a) == 2:
        return Message("action.jump", {"a": cell_name(a[0]), "b": cell_name(a[1])})
    return Message("action.token" if laying else "action.place", {"cell": cell_name(a[0])})
