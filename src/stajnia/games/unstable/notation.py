"""Actions read and written, and in words. An action is its text."""

from __future__ import annotations

from stajnia.core.game import Message, without_rule
from stajnia.games.unstable.actions import BY_CHANCE, KNOWN, SEAT_IN, WITH_HANDLE, Action
from stajnia.games.unstable.deck import DESIGN_OF, IDS, UID_OF
from stajnia.games.unstable.view import View


def write(a: Action) -> str:
    return a


def read(text: str) -> Action:
    """The action a text means; case, spaces and hyphens do not matter."""
    if text in KNOWN:
        return text
    spoken = " ".join(text.lower().replace("-", "_").split())
    if spoken in KNOWN:
        return spoken
    raise without_rule("unstable", "unreadable", text=text)


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
    if verb in BY_CHANCE:
        return Message("action.chance_lose" if verb == "lose" else "action.chance_draw", {"card": words[1]})
    if verb in WITH_HANDLE:
        owner = next((p.seat for p in v.players for c in p.stable if c.handle == words[1]), None)
        card = IDS[DESIGN_OF[UID_OF[words[1]]]]
        return Message(f"action.{verb}", {"card": card, "handle": words[1], "target": owner})
    return Message(f"action.{verb}", {"card": words[1]})
