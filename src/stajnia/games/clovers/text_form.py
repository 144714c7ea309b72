"""A view of Clovers as text: gardens side by side, then the middle."""

from __future__ import annotations

from collections.abc import Callable

from stajnia.core.game import Message
from stajnia.games.clovers.grid import HIGHEST, START
from stajnia.games.clovers.view import View

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
        numbers = [str(n) for n in range(1, HIGHEST + 1) for _ in range(v.face_up[n])]
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
        lines.append(f"{mark} {name if len(name) <= 21 else name[:20] + '…'}".ljust(GARDEN))
        facts = [say(Message("text_form.empty", {"n": board.count(0)}))]
        if v.tournament:
            facts.append(say(Message("text_form.points", {"points": v.points[seat]})))
        lines.append(("  " + ", ".join(facts)).ljust(GARDEN))
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
