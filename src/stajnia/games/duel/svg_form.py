"""A view of a duel as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stajnia.core.game import Message
from stajnia.core.svg import INK, PALE, arc, circle, label, line, picture, rect
from stajnia.games.duel.layouts import COLUMNS
from stajnia.games.duel.text_form import text_form
from stajnia.games.duel.view import View

CELL, EDGE = 56, 36
TILE_FILLS = ("#e6f0ff", "#eee8ff", "#e4f7f3", "#fff1e2")
PAWN_COLOURS = ("#c2417f", "#1f7a9c")  # of who began, of the other
RAINBOW = ("#e4572e", "#f3b700", "#5aa469", "#3b7dd8")


def svg_form(v: View, say: Callable[[Message], str]) -> str:
    rows = v.rows.split("/") if v.rows else [""]
    width, height = EDGE + CELL * len(rows[0]) + 12, EDGE + CELL * len(rows) + 34
    shapes = [*_cells(v, rows), *_last(v), *_rainbows(v), *_pawns(v)]
    shapes.append(label(EDGE, height - 12, _word(v, say), 13, PALE, "start"))
    return picture(max(width, 300), height, say(Message("title")), text_form(v, say), shapes)


def _word(v: View, say: Callable[[Message], str]) -> str:
    first = v.first or 0
    return " · ".join(
        say(Message("text_form.pawns", {"letter": x, "seat": seat, "cells": ""})).rstrip(": ")
        for x, seat in zip("AB", (first, 1 - first), strict=True)
    )


def _middle(cell: str) -> tuple[float, float]:
    return EDGE + CELL * (COLUMNS.index(cell[0]) + 0.5), EDGE + CELL * (int(cell[1:]) - 0.5)


def _cells(v: View, rows: list[str]) -> Iterator[str]:
    for c in range(len(rows[0])):
        yield label(EDGE + CELL * (c + 0.5), EDGE - 12, COLUMNS[c], 13, PALE)
    for r in range(len(rows)):
        yield label(EDGE - 16, EDGE + CELL * (r + 0.5) + 5, r + 1, 13, PALE)
    for n, tile in enumerate(v.tiles):
        for cell in tile:
            x, y = _middle(cell)
            yield rect(x - CELL / 2 + 2, y - CELL / 2 + 2, CELL - 4, CELL - 4, TILE_FILLS[n % 4], "#cfc8e4")


def _last(v: View) -> Iterator[str]:
    moved = v.lifted or (v.last[:2] if v.last else None)
    if moved:
        yield line(*_middle(moved[0]), *_middle(moved[1]), "#b9aede", 4)


def _rainbows(v: View) -> Iterator[str]:
    for cell in v.rainbows:
        x, y = _middle(cell)
        for n, colour in enumerate(RAINBOW):
            yield arc(x, y + 9, 20 - 4.5 * n, colour, 4)


def _pawns(v: View) -> Iterator[str]:
    for seat, cells in enumerate(v.pawns):
        second = seat != v.first if v.first is not None else bool(seat)
        for cell in cells:
            x, y = _middle(cell)
            blocked = cell in v.blocked
            yield circle(
                x, y, 19, PAWN_COLOURS[second] if not blocked else "#d8d3e4", PAWN_COLOURS[second] if blocked else INK
            )
            yield label(x, y + 6, "AB"[second], 17, INK if blocked else "#ffffff", bold=True)
