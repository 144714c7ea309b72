"""Jednorożce. Pojedynek w chmurach: knight jumps, and a rainbow blocks a cell each turn."""

from stajnia.games.duel.chance import odds
from stajnia.games.duel.facts import FACTS, Facts
from stajnia.games.duel.guess import guess
from stajnia.games.duel.notation import label, read, write
from stajnia.games.duel.rules import (
    HIDES,
    MINUTES,
    NAME,
    OPTIONS,
    RULES,
    SEATS,
    USUAL_SEATS,
    legal,
    new,
    outcome,
    play,
    to_act,
    window,
)
from stajnia.games.duel.svg_form import svg_form
from stajnia.games.duel.text_form import TINTS, text_form
from stajnia.games.duel.view import View, view

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
    "svg_form",
    "text_form",
    "to_act",
    "view",
    "window",
    "write",
]
