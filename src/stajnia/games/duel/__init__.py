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
from stajnia.games.duel.view import View, text_form

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
    "text_form",
    "to_act",
    "view",
    "write",
]
