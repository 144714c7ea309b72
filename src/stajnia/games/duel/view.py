"""What a seat may know of a duel: everything. Cells are names such as `b2`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from stajnia.core.game import Message, Seat

Phase = Literal["lay", "first", "place", "jump", "token", "over"]


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


def text_form(v: View, say: Callable[[Message], str]) -> str:
    """The board as text: A the first player's unicorns, B the other's, * a rainbow, . a free cloud."""
    rows = v.rows.split("/")
    signs = dict.fromkeys(v.rainbows, "*")
    for seat, cells in enumerate(v.pawns):
        for cell in cells:
            letter = "AB"[(seat != v.first) if v.first is not None else seat]
            signs[cell] = letter.lower() if cell in v.blocked else letter
    lines = ["    " + " ".join("abcdefghijklmnopqrst"[: len(rows[0])])]
    for r, row in enumerate(rows):
        line = []
        for c, sign in enumerate(row):
            name = f"{'abcdefghijklmnopqrst'[c]}{r + 1}"
            line.append(signs.get(name, ".") if sign == "#" else " ")
        lines.append(f"{r + 1:>3} " + " ".join(line).rstrip())
    order = (0, 1) if v.first in (None, 0) else (1, 0)
    for letter, seat in zip("AB", order, strict=True):
        args = {"letter": letter, "seat": seat, "cells": list(v.pawns[seat]) or "–"}
        lines.append(say(Message("text_form.pawns", args)))
    lines.append(say(Message("text_form.tokens", {"n": v.tokens_left})))
    return "\n".join(lines)
