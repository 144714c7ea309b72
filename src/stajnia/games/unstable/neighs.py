"""Playing cards and answering them: the stack of played cards and its windows."""

from __future__ import annotations

from stajnia.core.bits import bits
from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import BASIC, INSTANT, MAGIC, UPGRADE
from stajnia.games.unstable.choices import playable
from stajnia.games.unstable.deck import (
    IDS,
    NUMBER,
    PLAY,
    TYPE,
)
from stajnia.games.unstable.knowledge import hand_remove, know
from stajnia.games.unstable.state import (
    BROKEN,
    LIVE,
    OVER,
    UNSAID,
    WINDOW,
    YAY,
    State,
    barred,
    can_enter,
    free_bit,
    name,
    say,
    seats_from,
)
from stajnia.games.unstable.zones import Round, enter, triggers

NEIGH, SUPER = NUMBER["neigh"], NUMBER["super_neigh"]


def refused(s: State, seat: Seat, d: int, into: Seat) -> tuple[str, str] | None:
    """Why a card in hand cannot be played there as the action: rule and message; None: it can."""
    kind = TYPE[d]
    if kind == INSTANT:
        return "R17", "instant_as_action"
    if kind == MAGIC:
        return None if playable(s, seat, d) else ("R83", "impossible")
    if kind == UPGRADE and s.stables[seat] & BROKEN:
        return "R27", "broken_stable"
    if not can_enter(s, d, into):
        return ("R57", "queen_bee") if kind == BASIC else ("R57", "needs_basic")
    return None


def play_card(s: State, seat: Seat, d: int, into: Seat, tell: Tell | None) -> None:
    s.plays -= 1
    s.played += 1
    hand_remove(s, seat, d)
    s.stack = ((d, seat, -1 if TYPE[d] == MAGIC else into),)
    if tell is not None:
        args = {"seat": seat, "card": IDS[d], "src": f"hand.{seat}", "dst": "stack"}
        kind = "plays" if into == seat or TYPE[d] == MAGIC else "plays_into"
        tell(Event(kind, args | ({"target": into} if kind == "plays_into" else {}), reveals=True))
    _open_window(s, tell)


def _open_window(s: State, tell: Tell | None) -> None:
    """R44-48, R52, Yay: everyone who may answer the top card is asked at once, by public facts only."""
    d, seat, _ = s.stack[-1]
    s.asked = 0
    if d != SUPER and not s.stables[seat] & YAY:
        for other in range(s.n):
            if other != seat and s.hands[other] and not barred(s, other):
                s.asked |= 1 << other
    if s.asked:
        s.wait, s.who, s.sealed = WINDOW, -1, (UNSAID,) * s.n
        say(tell, "window", card=IDS[d], seat=seat, asked=list(bits(s.asked)))
    else:
        say(tell, "no_window", card=IDS[d], seat=seat)
        _resolve(s, tell)


def answer(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    s.sealed = (*s.sealed[:seat], value, *s.sealed[seat + 1 :])
    if any(s.sealed[other] == UNSAID for other in bits(s.asked)):
        return
    below, by, _ = s.stack[-1]
    answers = [(other, s.sealed[other]) for other in seats_from(s, by) if s.sealed[other] >= 0]
    s.asked, s.sealed, s.wait = 0, (), OVER
    if not answers:
        if tell is not None:
            tell(Event("silence", {"card": IDS[below], "seat": by}, reveals=True))
        _resolve(s, tell)
        return
    first, d = answers[0]  # O4: the first to the left of who played the top card; nobody else loses a card
    hand_remove(s, first, d)
    s.stack += ((d, first, -1),)
    if tell is not None:
        args = {"seat": first, "card": IDS[d], "below": IDS[below], "src": f"hand.{first}", "dst": "stack"}
        tell(Event("answers", args, reveals=True))
    for other, e in answers[1:]:
        know(s, other, e)
        if tell is not None:
            tell(Event("too_late", {"seat": other, "card": IDS[e]}, reveals=True))
    _open_window(s, tell)


def _resolve(s: State, tell: Tell | None) -> None:
    """The top card can no longer be answered: it takes effect (R49-R54)."""
    d, seat, into = s.stack[-1]
    s.wait = OVER
    if TYPE[d] == INSTANT:
        below, by, _ = s.stack[-2]
        s.stack = s.stack[:-2]
        for e in (below, d):
            s.pile[e] += 1
        say(tell, "stopped", seat=by, card=IDS[below], by=seat, src="stack", dst="pile")
        say(tell, "spent", seat=seat, card=IDS[d], src="stack", dst="pile")
        if s.stack:
            if d == SUPER:
                _open_window(s, tell)  # the card below may be answered again
            else:
                _resolve(s, tell)
        return
    s.stack = ()
    if TYPE[d] == MAGIC:
        say(tell, "resolves", seat=seat, card=IDS[d])
        s.magic = (d, seat)
        s.next.append((d, PLAY, seat, -1, 0, LIVE, ()))
        return
    r = Round(s, tell)
    uid = free_bit(s, d)
    enter(s, r, uid, into)
    say(tell, "enters", target=into, **name(uid), seat=seat, src="stack", dst=f"stable.{into}")
    triggers(s, r)
