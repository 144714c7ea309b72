"""Clovers (Niezły numer / Lucky Numbers by Michael Schacht): rising gardens, all variants, 40 solo tasks."""

from stajnia.games.clovers.facts import FACTS, Facts
from stajnia.games.clovers.notation import label, read, text_form, write
from stajnia.games.clovers.rules import NAME, RULES, legal, odds, outcome, play, to_act, window
from stajnia.games.clovers.sight import guess, view
from stajnia.games.clovers.table import MINUTES, OPTIONS, SEATS, USUAL_SEATS, new
from stajnia.games.clovers.view import View

__all__ = [
    "FACTS",
    "MINUTES",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "USUAL_SEATS",
    "Facts",
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
    "window",
    "write",
]
