"""Odjechane jednorożce / Unstable Unicorns: effect chains and ripostes."""

from stajnia.games.unstable.guess import guess
from stajnia.games.unstable.notation import label, read, write
from stajnia.games.unstable.rules import NAME, OPTIONS, RULES, SEATS, legal, new, odds, outcome, play, to_act
from stajnia.games.unstable.sight import view
from stajnia.games.unstable.text_form import text_form
from stajnia.games.unstable.view import View

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
