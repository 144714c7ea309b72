"""Clovers (Niezły numer / Lucky Numbers by Michael Schacht): rising gardens, all variants, 40 solo tasks."""

from stajnia.games.clovers.chance import odds
from stajnia.games.clovers.facts import FACTS, Facts
from stajnia.games.clovers.guess import guess
from stajnia.games.clovers.notation import label, read, write
from stajnia.games.clovers.options import OPTIONS, SEATS, refuse_together
from stajnia.games.clovers.rules import (
    HIDES,
    MINUTES,
    NAME,
    RULES,
    USUAL_SEATS,
    legal,
    new,
    outcome,
    play,
    to_act,
    window,
)
from stajnia.games.clovers.svg_form import svg_form
from stajnia.games.clovers.text_form import TINTS, text_form
from stajnia.games.clovers.view import View, view

__all__ = [
    "FACTS",
    "HIDES",
    "MINUTES",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "TINTS",
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
    "refuse_together",
    "svg_form",
    "text_form",
    "to_act",
    "view",
    "window",
    "write",
]
