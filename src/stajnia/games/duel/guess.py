"""The state behind a view of a duel: the state itself, for nothing is hidden."""

from __future__ import annotations

from stajnia.core.game import Rng
from stajnia.games.duel.board import board
from stajnia.games.duel.rules import new
from stajnia.games.duel.state import State
from stajnia.games.duel.view import View


def guess(v: View, rng: Rng) -> State:  # noqa: ARG001 (nothing is hidden)
    s = new(2, v.options)
    if v.rows:
        s.board = board(v.rows)
    number = {name: n for n, name in enumerate(s.board.names)}
    s.phase, s.first = v.phase, -1 if v.first is None else v.first
    s.pawns = [sum(1 << number[cell] for cell in cells) for cells in v.pawns]
    s.laid = [number[cell] for cell in v.rainbows]
    s.tokens = sum(1 << n for n in s.laid)
    if v.lifted:
        s.lifted_from, s.lifted_to = number[v.lifted[0]], number[v.lifted[1]]
    if v.last:
        s.last_from, s.last_to = number[v.last[0]], number[v.last[1]]
    s.seat = v.turn[0] if v.turn else 0 if v.winner is None else 1 - v.winner
    return s
