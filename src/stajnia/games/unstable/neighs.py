"""Playing cards and answering them: the stack of played cards and its windows."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import BASIC, INSTANT, MAGIC, UPGRADE
from stajnia.games.unstable.chain import all_in, ask_sealed
from stajnia.games.unstable.deck import IDS, NUMBER, TYPE, When, text_of
from stajnia.games.unstable.knowledge import hand_remove, know
from stajnia.games.unstable.playable import playable
from stajnia.games.unstable.stables import BROKEN, YAY, barred, can_enter, free_uid, seats_from
from stajnia.games.unstable.state import SEATS_OF, Frame, Played, State, Wait
from stajnia.games.unstable.zones import Round, enter, name, say, triggers

NEIGH: Final = NUMBER["neigh"]
SUPER_NEIGH: Final = NUMBER["super_neigh"]


def refused(s: State, seat: Seat, d: int, into: Seat) -> tuple[str, str] | None:
    """Why a card in hand cannot be played there as the action: rule and message; None: it can."""
    kind = TYPE[d]
    if kind == INSTANT:
        return "R17", "instant_as_action"
    if kind == MAGIC:
        return None if playable(s, seat, d) else ("R83", "impossible")
    if kind == UPGRADE and s.stables[seat] & BROKEN:
        return "R57", "broken_stable"
    if not can_enter(s, d, into):
        return ("R57", "queen_bee") if kind == BASIC else ("R57", "needs_basic")
    return None


def play_card(s: State, seat: Seat, d: int, into: Seat, tell: Tell | None) -> None:
    s.plays -= 1
    s.played += 1
    hand_remove(s, seat, d)
    s.stack = (Played(d, seat, -1 if TYPE[d] == MAGIC else into),)
    if tell is not None:
        args = {"seat": seat, "card": IDS[d], "src": f"hand.{seat}", "dst": "stack"}
        kind = "plays" if into == seat or TYPE[d] == MAGIC else "plays_into"
        tell(Event(kind, args | ({"target": into} if kind == "plays_into" else {}), reveals=True))
    _open_window(s, tell)


def _answerable(s: State, played: Played) -> bool:
    return played.card != SUPER_NEIGH and not s.stables[played.seat] & YAY


def _open_window(s: State, tell: Tell | None) -> None:
    """R44-48, R52, Yay: everyone who may answer the top card is asked at once, by public facts only."""
    top = s.stack[-1]
    asked = 0
    if _answerable(s, top):
        for other in range(s.n):
            if other != top.seat and s.hands[other] and not barred(s, other):
                asked |= 1 << other
    if asked:
        s.wait, s.who = Wait.WINDOW, -1
        ask_sealed(s, asked)
        if tell is not None:
            say(tell, "window", card=IDS[top.card], seat=top.seat, asked=list(SEATS_OF[asked]))
    else:
        if tell is not None:
            say(tell, "no_window", card=IDS[top.card], seat=top.seat)
        _resolve(s, tell)


def answer(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    if not all_in(s, seat, value):
        return
    below = s.stack[-1]
    answers = [other for other in seats_from(s, below.seat) if s.sealed[other] >= 0]
    said = s.sealed
    s.asked, s.sealed, s.wait = 0, [], Wait.NOTHING
    if not answers:
        if tell is not None:
            tell(Event("silence", {"card": IDS[below.card], "seat": below.seat}, reveals=True))
        _resolve(s, tell)
        return
    first = answers[0]  # O4: the first to the left of who played the top card; nobody else loses a card
    d = said[first]
    hand_remove(s, first, d)
    s.stack += (Played(d, first),)
    if tell is not None:
        args = {"seat": first, "card": IDS[d], "below": IDS[below.card], "src": f"hand.{first}", "dst": "stack"}
        tell(Event("answers", args, reveals=True))
    for other in answers[1:]:
        know(s, other, said[other])
        if tell is not None:
            tell(Event("too_late", {"seat": other, "card": IDS[said[other]]}, reveals=True))
    _open_window(s, tell)


def _resolve(s: State, tell: Tell | None) -> None:
    """The top card can no longer be answered: it takes effect (R49-R54)."""
    top = s.stack[-1]
    s.wait = Wait.NOTHING
    if TYPE[top.card] == INSTANT:
        _stop(s, top, s.stack[-2], tell)
        return
    s.stack = ()
    if TYPE[top.card] == MAGIC:
        if tell is not None:
            say(tell, "resolves", seat=top.seat, card=IDS[top.card])
        s.magic = top
        s.next.append(Frame(text_of(s.edition, top.card, When.PLAY), top.seat, -1))
        return
    r = Round(s, tell)
    uid = free_uid(s, top.card)
    enter(s, r, uid, top.into)
    if tell is not None:
        say(tell, "enters", target=top.into, **name(uid), seat=top.seat, src="stack", dst=f"stable.{top.into}")
    triggers(s, r)


def _stop(s: State, neigh: Played, below: Played, tell: Tell | None) -> None:
    """Both go to the discard pile; after a Neigh that nobody could answer what lies below may be answered again."""
    s.stack = s.stack[:-2]
    s.pile[below.card] += 1
    s.pile[neigh.card] += 1
    if tell is not None:
        say(tell, "stopped", seat=below.seat, card=IDS[below.card], by=neigh.seat, src="stack", dst="pile")
    if tell is not None:
        say(tell, "spent", seat=neigh.seat, card=IDS[neigh.card], src="stack", dst="pile")
    if s.stack:
        if _answerable(s, neigh):
            _resolve(s, tell)
        else:
            _open_window(s, tell)
