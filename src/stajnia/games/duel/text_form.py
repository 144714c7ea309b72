"""A view of a duel as text, for the terminal and for readers."""

from __future__ import annotations

from collections.abc import Callable

from stajnia.core.game import Message
from stajnia.games.duel.layouts import COLUMNS
from stajnia.games.duel.view import View

TINTS = ((r"(?<![\w-])A(?![\w-])", "bold magenta"), (r"(?<![\w-])B(?![\w-])", "bold cyan"), (r"\*", "yellow"))


def text_form(v: View, say: Callable[[Message], str], _width: int = 0) -> str:
    """The board as text: A the first player's unicorns, B the other's, * a rainbow, . a free cloud."""
    rows = v.rows.split("/")
    signs = dict.fromkeys(v.rainbows, "*")
    for seat, cells in enumerate(v.pawns):
        for cell in cells:
            letter = "AB"[(seat != v.first) if v.first is not None else seat]
            signs[cell] = letter.lower() if cell in v.blocked else letter
    lines = ["    " + " ".join(COLUMNS[: len(rows[0])])]
    for r, row in enumerate(rows):
        line = []
        for c, sign in enumerate(row):
            name = f"{COLUMNS[c]}{r + 1}"
            line.append(signs.get(name, ".") if sign == "#" else " ")
        lines.append(f"{r + 1:>3} " + " ".join(line).rstrip())
    order = (0, 1) if v.first in (None, 0) else (1, 0)
    for letter, seat in zip("AB", order, strict=True):
        args = {"letter": letter, "seat": seat, "cells": list(v.pawns[seat]) or "–"}
        lines.append(say(Message("text_form.pawns", args)))
    lines.append(say(Message("text_form.tokens", {"n": v.tokens_left})))
    return "\n".join(lines)
