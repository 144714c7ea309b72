"""Jednorożce. Pojedynek w chmurach: knight jumps, and a rainbow blocks a cell each turn."""

from stajnia.games.duel.notation import read, write
from stajnia.games.duel.rules import (
    NAME,
    OPTIONS,
    RULES,
    SEATS,
    guess,
    label,
    legal,
    new,
    odds,
    outcome,
    play,
    to_act,
    view,
)
from stajnia.games.duel.view import View, show

__all__ = [
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "View",
    "guess",
    "label",
    "legal",
    "new",
    "odds",
    "outcome",
    "play",
    "read",
    "show",
    "to_act",
    "view",
    "write",
]
