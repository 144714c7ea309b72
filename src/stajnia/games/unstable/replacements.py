"""What may be done instead of a sacrifice or a destruction: Unicorn Phoenix and Black Knight Unicorn (B10)."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Seat, Tell
from stajnia.games.unstable.actions import CARD_IN, CARD_TEXTS
from stajnia.games.unstable.choices import distinct, free_hand
from stajnia.games.unstable.deck import BIT, DESIGN_OF, IS_UNICORN
from stajnia.games.unstable.stables import KNIGHT, PANDA, PHOENIX, blinded
from stajnia.games.unstable.state import Leaving, Said, State, Threat, Wait
from stajnia.games.unstable.zones import discard, name, say

KNIGHT_UID: Final = KNIGHT.bit_length() - 1


def ask_instead(s: State) -> bool:
    """Ask where something may be done instead; one replacement an action (B10)."""
    for k, t in enumerate(s.threats):
        said = t.said
        if said == Said.NOTHING:
            if PHOENIX & BIT[t.uid] and not blinded(s, t.seat) and free_hand(s, t.seat):
                return _ask(s, k)
            said = Said.NO_PHOENIX
        if said == Said.NO_PHOENIX:
            if t.how == Leaving.DESTROYED and IS_UNICORN[t.uid] and _knight(s, t.seat):
                _answer(s, k, said)
                return _ask(s, k)
            said = Said.STANDS
        _answer(s, k, said)
    return False


def _ask(s: State, k: int) -> bool:
    s.wait, s.who, s.at = Wait.REPLACE, s.threats[k].seat, k
    return True


def _answer(s: State, k: int, said: int) -> None:
    s.threats = (*s.threats[:k], s.threats[k].answered(said), *s.threats[k + 1 :])


def _knight(s: State, seat: Seat) -> bool:
    """The Black Knight is there to be sacrificed, and not on its way out by its own player's hand."""
    stable = s.stables[seat]
    if not stable & KNIGHT or stable & PANDA or blinded(s, seat):
        return False
    given = (t.how == Leaving.SACRIFICED or t.said == Said.INSTEAD for t in s.threats if t.uid == KNIGHT_UID)
    return not any(given)


def replacement_texts(s: State) -> list[str]:
    """What the asked seat may answer."""
    if s.threats[s.at].said == Said.NOTHING:
        return [*[CARD_TEXTS["discard"][d] for d in distinct(free_hand(s, s.who))], "decline"]
    return ["use", "decline"]


def replace(s: State, text: str, tell: Tell | None) -> None:
    k = s.at
    t = s.threats[k]
    phoenix = t.said == Said.NOTHING
    s.at = -1
    if text == "decline":
        if tell is not None:
            say(tell, "declines", seat=t.seat, source="unicorn_phoenix" if phoenix else "black_knight_unicorn")
        _answer(s, k, Said.NO_PHOENIX if phoenix else Said.STANDS)
        return
    if phoenix:
        discard(s, t.seat, CARD_IN[text], tell, DESIGN_OF[t.uid])
        if tell is not None:
            say(tell, "phoenix_stays", seat=t.seat, **name(t.uid))
        _answer(s, k, Said.SAVED)
        return
    if tell is not None:
        say(tell, "knight_saves", seat=t.seat, **name(t.uid), source="black_knight_unicorn")
    _answer(s, k, Said.SAVED)
    s.threats += (Threat(KNIGHT_UID, t.seat, Leaving.SACRIFICED, t.seat, t.frame, Said.INSTEAD),)
