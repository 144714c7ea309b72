"""A duel position from a picture: A and B unicorns (seats 0 and 1), T a rainbow, . free, blank no cell."""

from __future__ import annotations

from textwrap import dedent

from stajnia.core.game import complete
from stajnia.games import duel, game
from stajnia.games.duel.actions import WIDE
from stajnia.games.duel.board import Board
from stajnia.games.duel.layouts import name_of
from stajnia.games.duel.state import State


def position(picture: str, to_move: int = 0, phase: str = "jump") -> State:
    """Any cell set is allowed here (Q11), so that small boards can be tested too."""
    lines = dedent(picture).strip("\n").split("\n")
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    rows = "/".join("".join("." if sign == " " else "#" for sign in line) for line in lines)
    s = duel.new(2, complete(game("duel"), 2, {"first": "0"}))
    s.board = Board(rows)
    for r, line in enumerate(lines):
        for c, sign in enumerate(line):
            if sign in "AB":
                s.pawns["AB".index(sign)] |= 1 << s.board.number(r * WIDE + c)
            if sign == "T":
                s.laid.append(s.board.number(r * WIDE + c))
    s.tokens = sum(1 << n for n in s.laid)
    s.seat = to_move
    s.phase = phase  # type: ignore[assignment]  # tests name real phases
    return s


def cell(row: int, column: int) -> str:
    """The name of a cell given as in the rules' examples: row and column from 1."""
    return name_of((row - 1, column - 1))


def destinations(s: State, row: int, column: int) -> set[str]:
    """Where the unicorn on that cell may jump."""
    texts = (duel.write(a).split() for a in duel.legal(s, s.seat))
    return {b for a, b in texts if a == cell(row, column)}
