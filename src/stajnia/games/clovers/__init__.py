"""Clovers (Niezły numer / Lucky Numbers by Michael Schacht): rising gardens, all variants, 40 solo tasks."""

from stajnia.games.clovers.notation import label, read, text_form, write
from stajnia.games.clovers.rules import NAME, RULES, legal, odds, outcome, play, to_act
from stajnia.games.clovers.sight import guess, view
from stajnia.games.clovers.table import OPTIONS, SEATS, new

__all__ = [
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
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
