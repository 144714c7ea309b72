"""Actions as values and as text: `draw`, `keep b2`, `back`, `take 7 c3`, `extra`, `end`, `next`.

In a solo task `swap a1 c1` and `resign`. Chance writes `first 0` (who begins), `deal 7` (a clover drawn or turned
over) and `lot 12` (a made task).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from stajnia.core.game import Illegal, Message
from stajnia.games.clovers.grid import CELLS, START
from stajnia.games.clovers.view import View


class Action(NamedTuple):
    """What a seat does; `number` is a clover (for chance also a seat or a lot), `other` the second cell of a swap."""

    kind: str
    cell: int = -1
    number: int = -1
    other: int = -1


DRAW, BACK, EXTRA, END, NEXT, RESIGN = (Action(k) for k in ("draw", "back", "extra", "end", "next", "resign"))
_PLAIN = {a.kind: a for a in (DRAW, BACK, EXTRA, END, NEXT, RESIGN)}
_CELL = {name: cell for cell, name in enumerate(CELLS)}
_SPOKEN = re.compile(
    r"(?P<keep>keep) ?(?P<k>[a-d][1-4])"
    r"|(?P<take>take) ?(?P<n>[0-9]{1,2}) (?P<t>[a-d][1-4])"
    r"|(?P<swap>swap) ?(?P<x>[a-d][1-4]) ?(?P<y>[a-d][1-4])"
    r"|(?P<chance>first|deal|lot) ?(?P<c>[0-9]{1,4})",
)


def keep(cell: int) -> Action:
    return Action("keep", cell)


def take(number: int, cell: int) -> Action:
    return Action("take", cell, number)


def swap(x: int, y: int) -> Action:
    return Action("swap", min(x, y), -1, max(x, y))


def write(a: Action) -> str:
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


def read(text: str) -> Action:
    """An action from text; case and spaces do not matter."""
    spoken = " ".join(text.lower().split())
    if spoken in _PLAIN:
        return _PLAIN[spoken]
    found = _SPOKEN.fullmatch(spoken)
    if found is None:
        raise Illegal("clovers turn", "unreadable", text=text)
    if found["keep"]:
        return keep(_CELL[found["k"]])
    if found["take"]:
        return take(int(found["n"]), _CELL[found["t"]])
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


TINTS = ((r"(?<!\S)> \S.{0,20}", "bold"), (r"\d+u", "yellow"), (r"\[ \.\]", "green"))
GARDEN, BETWEEN = 23, 3  # columns


def text_form(v: View, say: Callable[[Message], str], width: int = 0) -> str:
    """The table as text: as many gardens side by side as there is room for, then the middle."""
    lines: list[str] = []
    if v.task:
        lines += [_title(v, say), say(Message("task.count", _count(v)))]
    elif v.tournament:
        lines.append(say(Message("text_form.game", {"game": v.game, "games": v.games})))
    gardens = [_garden(v, seat, say) for seat in range(len(v.boards))]
    abreast = max(1, (width + BETWEEN) // (GARDEN + BETWEEN)) if width else len(gardens)
    if abreast < len(gardens):
        abreast = -(-len(gardens) // -(-len(gardens) // abreast))  # rows as even as can be
    for first in range(0, len(gardens), abreast):
        row = gardens[first : first + abreast]
        lines += ["   ".join(parts).rstrip() for parts in zip(*row, strict=True)]
    if v.lucky:
        lines.append(say(Message("text_form.horseshoe")))
    if v.task and v.task.solution:
        swaps = [text.removeprefix("swap ").replace(" ", "-") for text in v.task.solution]
        lines.append(say(Message("task.solution", {"swaps": swaps})))
    if not v.task:
        numbers = [str(n) for n in range(1, 21) for _ in range(v.face_up[n])]
        none = say(Message("text_form.none"))
        lines.append(say(Message("text_form.face_up", {"numbers": " ".join(numbers) or none})))
        lines.append(say(Message("text_form.pile", {"pile": v.pile})))
        if v.hand:
            lines.append(say(Message("text_form.hand", {"seat": v.player, "number": v.hand})))
    return "\n".join(lines)


def _title(v: View, say: Callable[[Message], str]) -> str:
    assert v.task is not None
    name = "task.title" if v.task.kind == "book" else f"task.title_{v.task.kind}"
    return say(Message(name, {"number": v.task.number, "name": v.task.name}))


def _count(v: View) -> dict[str, int]:
    assert v.task is not None
    return {"moves": v.task.moves, "allowed": v.task.allowed, "shortest": v.task.shortest}


def _garden(v: View, seat: int, say: Callable[[Message], str]) -> list[str]:
    """One board, 23 characters wide: `[ ]` around empty start cells, `3u` where a horseshoe waits."""
    board = v.boards[seat]
    lines = []
    if not v.task:
        name = say(Message("text_form.player", {"seat": seat}))
        mark = ">" if seat == v.player and v.phase != "over" else " "
        lines.append(f"{mark} {name if len(name) <= 21 else name[:20] + '…'}".ljust(23))
        facts = [say(Message("text_form.empty", {"n": board.count(0)}))]
        if v.tournament:
            facts.append(say(Message("text_form.points", {"points": v.points[seat]})))
        lines.append(("  " + ", ".join(facts)).ljust(23))
    lines.append("    a    b    c    d   ")
    for row in range(4):
        cells = (_cell(v, seat, 4 * row + column) for column in range(4))
        lines.append(f"{row + 1} " + " ".join(cells) + "  ")
    return lines


def _cell(v: View, seat: int, cell: int) -> str:
    number = v.boards[seat][cell]
    if number:
        return f" {number:2} "
    if v.horseshoes and v.horseshoes[seat][cell]:
        return f" {v.horseshoes[seat][cell]:2}u"
    return "[ .]" if cell in START else "  . "
