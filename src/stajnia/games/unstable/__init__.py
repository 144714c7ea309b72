"""Odjechane jednorożce / Unstable Unicorns: effect chains and ripostes."""

from stajnia.games.unstable.chance import odds
from stajnia.games.unstable.facts import FACTS, Facts
from stajnia.games.unstable.guess import guess
from stajnia.games.unstable.notation import label, read, write
from stajnia.games.unstable.rules import (
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
from stajnia.games.unstable.svg_form import svg_form
from stajnia.games.unstable.text_form import TINTS, text_form
from stajnia.games.unstable.view import View, view

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
