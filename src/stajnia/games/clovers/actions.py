"""Actions as values, ready-made: listing them makes nothing new."""

from __future__ import annotations

from typing import Final, NamedTuple

from stajnia.games.clovers.grid import HIGHEST


class Action(NamedTuple):
    """What a seat does; `number` is a clover (for chance also a seat or a lot), `other` the second cell of a swap."""

    kind: str
    cell: int = -1
    number: int = -1
    other: int = -1


DRAW: Final = Action("draw")
BACK: Final = Action("back")
EXTRA: Final = Action("extra")
END: Final = Action("end")
NEXT: Final = Action("next")
RESIGN: Final = Action("resign")
PLAIN: Final = (DRAW, BACK, EXTRA, END, NEXT, RESIGN)
KEEPS: Final = [Action("keep", cell) for cell in range(16)]
TAKES: Final = [[Action("take", cell, number) for cell in range(16)] for number in range(HIGHEST + 1)]
DEALS: Final = [Action("deal", number=number) for number in range(HIGHEST + 1)]


def swap(x: int, y: int) -> Action:
    return Action("swap", min(x, y), -1, max(x, y))


def keeps(cells: int) -> list[Action]:
    """Keeping the drawn clover on each cell of a set."""
    found: list[Action] = []
    _add(found, KEEPS, cells)
    return found


def add_takes(found: list[Action], number: int, cells: int) -> None:
    """Also taking the face-up clover to each cell of a set."""
    _add(found, TAKES[number], cells)


def _add(found: list[Action], actions: list[Action], cells: int) -> None:
    cell = 0
    while cells:
        if cells & 1:
            found.append(actions[cell])
        cells >>= 1
        cell += 1
