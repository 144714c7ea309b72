"""Unicorn Fever: bets, secret magic and contracts around a race, for two to six."""

from stajnia.games.fever.notation import label, read, write
from stajnia.games.fever.rules import NAME, OPTIONS, RULES, SEATS, legal, new, odds, outcome, play, to_act
from stajnia.games.fever.show import show
from stajnia.games.fever.view import guess, view

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
    "show",
    "to_act",
    "view",
    "write",
]
