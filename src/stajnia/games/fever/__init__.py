"""Unicorn Fever: bets, secret magic and contracts around a race, for two to six."""

from stajnia.games.fever.facts import FACTS, Facts
from stajnia.games.fever.guess import guess
from stajnia.games.fever.notation import label, read, write
from stajnia.games.fever.rules import (
    HIDES,
    MINUTES,
    NAME,
    OPTIONS,
    RULES,
    SEATS,
    USUAL_SEATS,
    legal,
    new,
    odds,
    outcome,
    play,
    to_act,
    window,
)
from stajnia.games.fever.svg_form import svg_form
from stajnia.games.fever.text_form import TINTS, text_form
from stajnia.games.fever.view import View, view

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
