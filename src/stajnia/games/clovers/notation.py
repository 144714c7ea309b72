"""Actions as text: `draw`, `keep b2`, `back`, `take 7 c3`, `extra`, `end`, `next`.

In a solo task `swap a1 c1` and `resign`. Chance writes `first 0` (who begins), `deal 7` (a clover drawn or turned
over) and `lot 12` (a made task).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from stajnia.core.game import Message, without_rule
from stajnia.games.clovers.actions import DEALS, KEEPS, PLAIN, TAKES, Action, swap
from stajnia.games.clovers.grid import CELLS

if TYPE_CHECKING:
    from stajnia.games.clovers.view import View

_CELL: Final = {name: cell for cell, name in enumerate(CELLS)}
_SPOKEN: Final = re.compile(
    r"(?P<keep>keep) ?(?P<k>[a-d][1-4])"
    r"|(?P<take>take) ?(?P<n>[0-9]{1,2}) (?P<t>[a-d][1-4])"
    r"|(?P<swap>swap) ?(?P<x>[a-d][1-4]) ?(?P<y>[a-d][1-4])"
    r"|(?P<chance>first|deal|lot) ?(?P<c>[0-9]{1,4})",
)


def _text(a: Action) -> str:
    match a.kind:
        case "keep":
            return f"keep {CELLS[a.cell]}"
        case "take":
            return f"take {a.number} {CELLS[a.cell]}"
        case "swap":
            return f"swap {CELLS[a.cell]} {CELLS[a.other]}"
        case "first" | "deal" | "lot":
            return f"{a.kind} {a.number}"
        case _:
            return a.kind


# what is written and read all the time
_WRITTEN: Final[dict[Action, str]] = {
    a: _text(a) for a in (*PLAIN, *KEEPS, *(a for takes in TAKES[1:] for a in takes), *DEALS[1:])
}
_KNOWN: Final[dict[str, Action]] = {text: a for a, text in _WRITTEN.items()}


def write(a: Action) -> str:
    return _WRITTEN.get(a) or _text(a)


def read(text: str) -> Action:
    """An action from text; case and spaces do not matter."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    spoken = " ".join(text.lower().split())
    found = _SPOKEN.fullmatch(spoken)
    if spoken in _KNOWN:
        return _KNOWN[spoken]
    if found is None:
        raise without_rule("clovers", "unreadable", text=text)
    if found["keep"]:
        return KEEPS[_CELL[found["k"]]]
    if found["take"]:
        return Action("take", _CELL[found["t"]], int(found["n"]))
    if found["swap"]:
        return swap(_CELL[found["x"]], _CELL[found["y"]])
    return Action(found["chance"], number=int(found["c"]))


def label(v: View, a: Action) -> Message:
    """The action in words, naming the clovers it moves."""
    mine = v.boards[v.player if v.seat is None else v.seat]
    old = mine[a.cell] if a.cell >= 0 else 0
    match a.kind:
        case "keep":
            args = {"number": v.hand, "cell": CELLS[a.cell]}
            return Message("action.keep_swap", {**args, "old": old}) if old else Message("action.keep", args)
        case "take":
            args = {"number": a.number, "cell": CELLS[a.cell]}
            return Message("action.take_swap", {**args, "old": old}) if old else Message("action.take", args)
        case "back":
            return Message("action.back", {"number": v.hand})
        case "swap":
            cells = {"cell": CELLS[a.cell], "other": CELLS[a.other]}
            return Message("action.swap", {"one": old, "two": mine[a.other], **cells})
        case "first":
            return Message("action.first", {"seat": a.number})
        case "deal" | "lot":
            return Message(f"action.{a.kind}", {"number": a.number})
        case _:
            return Message(f"action.{a.kind}")
