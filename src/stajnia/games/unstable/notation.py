"""Actions read and written, and in words. An action is its text."""

from __future__ import annotations

import re

from stajnia.core.game import Illegal, Message
from stajnia.games.unstable.actions import ALONE, SEAT_IN, WITH_CARD, WITH_HANDLE, Action
from stajnia.games.unstable.deck import DESIGN_OF, IDS, NUMBER, UID_OF
from stajnia.games.unstable.view import View

_SEAT = re.compile(r"p[1-8]")


def write(a: Action) -> str:
    return a


def read(text: str) -> Action:
    """The action a text means; case, spaces and hyphens do not matter."""
    words = text.lower().replace("-", "_").split()
    if _fits(words):
        return " ".join(words)
    raise Illegal("unstable turn", "unreadable", text=text)


def _fits(words: list[str]) -> bool:
    match words:
        case [verb]:
            return verb in ALONE
        case [("choose" | "first"), seat]:
            return _SEAT.fullmatch(seat) is not None
        case [verb, what]:
            return what in NUMBER if verb in WITH_CARD else verb in WITH_HANDLE and what in UID_OF
        case ["play", what, "on", seat]:
            return what in NUMBER and _SEAT.fullmatch(seat) is not None
    return False


def label(v: View, a: Action) -> Message:
    """An action in words, as this view may name it."""
    words = a.split()
    verb = words[0]
    if verb in ("neigh", "super_neigh"):
        return Message("action.neigh", {"card": verb})
    if len(words) == 1:
        return Message(f"action.{verb}")
    if verb in ("choose", "first"):
        return Message("action.choose" if verb == "choose" else "action.begins", {"target": SEAT_IN[a]})
    if len(words) == 4:
        return Message("action.play_on", {"card": words[1], "target": SEAT_IN[a]})
    if verb in ("deal", "show", "lose"):
        return Message("action.chance_lose" if verb == "lose" else "action.chance_draw", {"card": words[1]})
    if verb in WITH_HANDLE:
        owner = next((p.seat for p in v.players for c in p.stable if c.handle == words[1]), None)
        card = IDS[DESIGN_OF[UID_OF[words[1]]]]
        return Message(f"action.{verb}", {"card": card, "handle": words[1], "target": owner})
    return Message(f"action.{verb}", {"card": words[1]})
