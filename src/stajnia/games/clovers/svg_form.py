"""A view of Clovers as a drawing: the gardens side by side, then the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stajnia.core.game import Message
from stajnia.core.svg import INK, PALE, circle, clipped, label, picture, rect
from stajnia.games.clovers.grid import HIGHEST, START
from stajnia.games.clovers.text_form import text_form
from stajnia.games.clovers.view import View

CELL, GAP = 44, 24
GARDEN_BOX = 4 * CELL + GAP
SMALL, IN_A_ROW = 30, 20


def svg_form(v: View, say: Callable[[Message], str]) -> str:
    numbers = [n for n in range(1, HIGHEST + 1) for _ in range(v.face_up[n])]
    width = max(GAP + GARDEN_BOX * len(v.boards), 300)
    across = max(1, min(IN_A_ROW, int((width - 2 * GAP) // SMALL)))
    top = 44 + 4 * CELL + 20
    height = top + 30 + SMALL * -(-len(numbers) // across)
    shapes = [x for seat in range(len(v.boards)) for x in _garden(v, seat, say)]
    if not v.task:
        facts = [say(Message("text_form.pile", {"pile": v.pile}))]
        if v.hand:
            facts.append(say(Message("text_form.hand", {"seat": v.player, "number": v.hand})))
        shapes.append(label(GAP, top, " · ".join(facts), 13, PALE, "start"))
    for i, number in enumerate(numbers):
        x, y = GAP + SMALL * (i % across + 0.5), top + 24 + SMALL * (i // across)
        shapes += [circle(x, y, 12, "#dff3dc", "#4c9a4a"), label(x, y + 5, number, 13)]
    return picture(width, height, say(Message("title")), text_form(v, say), shapes)


def _garden(v: View, seat: int, say: Callable[[Message], str]) -> Iterator[str]:
    left, top = GAP + GARDEN_BOX * seat, 44
    if not v.task:
        name = clipped(say(Message("text_form.player", {"seat": seat})), 20)
        yield label(left, 26, f"▸ {name}" if seat == v.player and v.phase != "over" else name, 15, INK, "start", True)
    for cell, number in enumerate(v.boards[seat]):
        x, y = left + CELL * (cell % 4), top + CELL * (cell // 4)
        yield rect(x + 2, y + 2, CELL - 4, CELL - 4, "#eef7ea", "#d9a520" if cell in START else "#b9d8b4")
        if number:
            yield circle(x + CELL / 2, y + CELL / 2, 17, "#4c9a4a", "#2f6f2e")
            yield label(x + CELL / 2, y + CELL / 2 + 6, number, 17, "#ffffff", bold=True)
        elif v.horseshoes and v.horseshoes[seat][cell]:
            yield label(x + CELL / 2, y + CELL / 2 + 5, f"u{v.horseshoes[seat][cell]}", 13, "#a8781a")
