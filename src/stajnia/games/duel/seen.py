"""The unicorns and rainbows on the table by the names of their cells; view.py puts the parts together."""

from __future__ import annotations

from stajnia.games.duel.rules import names_of
from stajnia.games.duel.state import State


def pawns(s: State) -> tuple[tuple[str, ...], ...]:
    return (tuple(names_of(s, s.pawns[0])), tuple(names_of(s, s.pawns[1])))


def rainbows(s: State) -> tuple[str, ...]:
    names = s.board.names
    return tuple([names[n] for n in s.laid])


def blocked(s: State) -> tuple[str, ...]:
    """Unicorns that cannot move, once the first jump is made."""
    return tuple(names_of(s, s.stuck(s.pawns[0] | s.pawns[1], s.free))) if s.laid else ()
