"""Draws, thefts at random and looks at the deck: what needs chance, and what a known top of the deck settles."""

from __future__ import annotations

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.deck import (
    IDS,
    NUMBER,
)
from stajnia.games.unstable.effects import rob
from stajnia.games.unstable.knowledge import deck_gives, holds
from stajnia.games.unstable.state import (
    ALL,
    SHIFT,
    T_DEAL,
    T_LOOK,
    T_ROB,
    State,
    designs,
)
from stajnia.games.unstable.zones import draw_card


def settle_queue(s: State, tell: Tell | None) -> bool:
    """Take from the queue what needs no chance; True: chance has to speak."""
    what, seat, k = s.queue[0]
    if what == T_ROB:
        if s.hands[k]:
            return True
        s.queue = s.queue[1:]
    elif what == T_LOOK:
        if len(s.top) < k and s.left > len(s.top):
            return True
        s.queue = s.queue[1:]
        _look(s, seat, k, tell)
    elif k == 0 or s.left == 0:
        s.queue = s.queue[1:]
    elif s.top:
        c, s.top = s.top[0], s.top[1:]
        s.left -= 1
        d, known = c >> SHIFT, ALL & ~(c & ALL)
        deck_gives(s, d, seat, known)
        s.queue = ((what, seat, k - 1), *s.queue[1:])
        draw_card(s, seat, d, known, tell, "deals" if what == T_DEAL else "draws")
    else:
        return True
    return False


def _look(s: State, seat: Seat, k: int, tell: Tell | None) -> None:
    """One seat sees the top cards; it no longer counts them among those lying anywhere in the deck."""
    seen = s.top[:k]
    memo = s.memo[seat] if s.memo else None
    if memo is not None:
        counts = bytearray(memo[0])
        for c in seen:
            if c >> seat & 1 and counts[c >> SHIFT]:
                counts[c >> SHIFT] -= 1
        s.memo[seat] = (bytes(counts), memo[1]) if any(counts) else None
    s.top = tuple(c & ~(1 << seat) for c in seen) + s.top[k:]
    if tell is not None:
        cards = [IDS[c >> SHIFT] for c in seen]
        args = {"seat": seat, "n": len(cards), "cards": ["hidden"] * len(cards)}
        tell(Event("looks_top", args, {"cards": cards}, (seat,), reveals=True))


def happen(s: State, d: int, tell: Tell | None) -> None:
    """Chance has chosen a design for what the queue waits for."""
    what, seat, k = s.queue[0]
    if what == T_ROB:
        s.queue = s.queue[1:]
        rob(s, seat, k, d, tell, "americorn")
        return
    s.deck[d] -= 1
    if what == T_LOOK:
        s.top += (d << SHIFT | ALL,)
        return
    s.left -= 1
    deck_gives(s, d, seat, 0)
    s.queue = ((what, seat, k - 1), *s.queue[1:])
    draw_card(s, seat, d, 0, tell, "deals" if what == T_DEAL else "draws")


DEALS, SHOWS, LOSES = (tuple(f"{verb} {id}" for id in IDS) for verb in ("deal", "show", "lose"))


def chance_odds(s: State) -> list[tuple[str, float]]:
    what, _, k = s.queue[0]
    if what == T_ROB:
        hand = designs(s.hands[k])
        return [(LOSES[d], hand.count(d) / len(hand)) for d in dict.fromkeys(hand)]
    total = s.left - len(s.top)
    texts = SHOWS if what == T_LOOK else DEALS
    return [(text, n / total) for text, n in zip(texts, s.deck, strict=True) if n]


def may_happen(s: State, text: str) -> bool:
    """Whether chance may say this now."""
    what, _, k = s.queue[0]
    verb, _, id = text.partition(" ")
    d = NUMBER.get(id, -1)
    if what == T_ROB:
        return verb == "lose" and d >= 0 and holds(s, k, d)
    return verb == ("show" if what == T_LOOK else "deal") and d >= 0 and s.deck[d] > 0
