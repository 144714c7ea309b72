"""In and out of stables, hands and piles, with their events. All entering and leaving goes through `leave` and
`enter`; what they set off is found at the end of a round."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.deck import (
    BIT,
    DESIGN_OF,
    FIRST_BIT,
    HANDLES,
    IDS,
    IS_BABY,
    IS_UNICORN,
    NUMBER,
    TEXTS,
    When,
    text_of,
)
from stajnia.games.unstable.knowledge import designs, hand_add, hand_remove, see_hand
from stajnia.games.unstable.stables import BLINDING, FLYERS, NANNY, PANDA, WIRE, free_uid
from stajnia.games.unstable.state import ALL, Frame, Leaving, State

WIRE_DESIGN: Final = NUMBER["barbed_wire"]
SEDUCTIVE: Final = NUMBER["seductive_unicorn"]


def say(tell: Tell, kind: str, **args: object) -> None:
    """An event that reveals nothing; callers ask first whether somebody listens, for most of the time nobody does."""
    tell(Event(kind, args))


def name(uid: int) -> dict[str, str]:
    """A card of a stable as events name it."""
    return {"card": IDS[DESIGN_OF[uid]], "handle": HANDLES[uid]}


class Round:
    """One round of deeds: the stables as they were, and who left and entered; triggers are found at its end."""

    __slots__ = ("at", "before", "entered", "left", "tell")

    def __init__(self, s: State, tell: Tell | None) -> None:
        self.before = s.stables[:]
        self.left: list[tuple[int, Seat, int]] = []
        self.entered: list[tuple[int, Seat]] = []
        self.tell = tell
        self.at = -1  # the frame whose deed is being done


# --- in and out of stables ------------------------------------------------------------------------------------


def leave(s: State, r: Round, uid: int, seat: Seat, how: int = Leaving.OTHERWISE) -> None:
    s.stables[seat] &= ~BIT[uid]
    s.unsettled = True
    r.left.append((uid, seat, how))
    if s.bonds:
        s.bonds = tuple([b for b in s.bonds if b.stolen != uid])  # a stolen card that left is not owed any more


def enter(s: State, r: Round, uid: int, seat: Seat) -> None:
    s.stables[seat] |= BIT[uid]
    s.unsettled = True
    r.entered.append((uid, seat))


def triggers(s: State, r: Round) -> None:
    """What left and entered sets off becomes part of the next link; leaving is judged by the stables before."""
    texts = TEXTS[s.edition]
    for uid, seat, how in r.left:
        d, was = DESIGN_OF[uid], r.before[seat]
        blind = bool(was & BLINDING and not was & PANDA)
        leaves = texts[d][When.LEAVE]
        if leaves is not None and not blind and how != Leaving.OTHERWISE:
            s.next.append(Frame(leaves, seat, uid))
        if d == SEDUCTIVE and s.bonds:
            _break_bonds(s, uid, seat, blind)
        if was & WIRE and IS_UNICORN[uid] and not was & PANDA:
            s.next.append(_wire(s, seat))
    for uid, seat in r.entered:
        now = s.stables[seat]
        unicorn = IS_UNICORN[uid]
        enters = texts[DESIGN_OF[uid]][When.ENTER]
        if enters is not None and not (unicorn and now & BLINDING):
            s.next.append(Frame(enters, seat, uid))
        if unicorn and now & WIRE:
            s.next.append(_wire(s, seat))
        if BIT[uid] == NANNY:
            open_hand(s, seat, r.tell)


def _wire(s: State, seat: Seat) -> Frame:
    return Frame(text_of(s.edition, WIRE_DESIGN, When.WIRE), seat, FIRST_BIT[WIRE_DESIGN])


def _break_bonds(s: State, uid: int, seat: Seat, blind: bool) -> None:
    """First edition: when Seductive Unicorn leaves, what it stole goes home."""
    for b in s.bonds:
        if b.by == uid and b.holder == seat and not blind:
            home = text_of(s.edition, SEDUCTIVE, When.BOND)
            s.next.append(Frame(home, seat, uid, picks=(b.stolen, b.home)))
    s.bonds = tuple([b for b in s.bonds if b.by != uid])


def open_hand(s: State, seat: Seat, tell: Tell | None) -> None:
    see_hand(s, ALL, seat)
    if tell is not None:
        cards = [IDS[d] for d in designs(s.hands[seat])]
        tell(Event("hand_shown", {"seat": seat, "cards": cards}, reveals=True))


def to_pile_or_home(s: State, r: Round, uid: int, seat: Seat, how: int, by: Seat, source: int) -> None:
    """A card is sacrificed or destroyed: to the discard pile, a baby to the Nursery, a flyer back to the hand."""
    d, was = DESIGN_OF[uid], r.before[seat]
    baby = IS_BABY[uid]
    flies = bool(FLYERS & BIT[uid]) and not (was & BLINDING and not was & PANDA)
    leave(s, r, uid, seat, how)
    if baby:
        s.nursery |= BIT[uid]
    elif flies:
        hand_add(s, seat, d, ALL)
    else:
        s.pile[d] += 1
    if r.tell is not None:
        dst = "nursery" if baby else f"hand.{seat}" if flies else "pile"
        kind = "sacrificed" if how == Leaving.SACRIFICED else "destroyed"
        args = {"seat": seat, "by": by, **name(uid), "source": IDS[source], "src": f"stable.{seat}", "dst": dst}
        r.tell(Event(kind, args))
        if baby or flies:
            say(r.tell, "to_nursery" if baby else "flies", seat=seat, card=IDS[d])


def send_back(s: State, r: Round, uid: int, seat: Seat, source: int) -> None:
    leave(s, r, uid, seat)
    baby = IS_BABY[uid]
    if baby:
        s.nursery |= BIT[uid]
    else:
        hand_add(s, seat, DESIGN_OF[uid], ALL)
    if r.tell is not None:
        dst = "nursery" if baby else f"hand.{seat}"
        args = {"seat": seat, **name(uid), "source": IDS[source], "src": f"stable.{seat}", "dst": dst}
        r.tell(Event("to_nursery" if baby else "returned", args))


def change_stable(s: State, r: Round, uid: int, seat: Seat, to: Seat, kind: str, source: int) -> None:
    """From one stable into another: `stolen` or `moved`."""
    leave(s, r, uid, seat)
    enter(s, r, uid, to)
    if r.tell is not None:
        first, second = (to, seat) if kind == "stolen" else (seat, to)
        args = {"seat": first, "target": second, **name(uid), "source": IDS[source]}
        say(r.tell, kind, **args, src=f"stable.{seat}", dst=f"stable.{to}")


def bring(s: State, r: Round, d: int, seat: Seat, src: str, source: int) -> None:
    """A card comes into a stable from a hand, the pile or the Nursery, without being played."""
    uid = free_uid(s, d)
    enter(s, r, uid, seat)
    if r.tell is not None:
        say(r.tell, "brought", seat=seat, **name(uid), source=IDS[source], src=src, dst=f"stable.{seat}")


def discard(s: State, seat: Seat, d: int, tell: Tell | None, source: int) -> None:
    hand_remove(s, seat, d)
    s.pile[d] += 1
    if tell is not None:
        cause = IDS[source] if source >= 0 else ""
        args = {"seat": seat, "card": IDS[d], "source": cause, "src": f"hand.{seat}", "dst": "pile"}
        tell(Event("discarded", args, reveals=True))


def draw_card(s: State, seat: Seat, d: int, known: int, tell: Tell | None, kind: str = "draws") -> None:
    """A card that left the deck comes to a hand."""
    hand_add(s, seat, d, known)
    if tell is not None:
        public = bool(s.stables[seat] & NANNY)
        args = {"seat": seat, "card": IDS[d] if public else "hidden", "left": s.left}
        args |= {"src": "deck", "dst": f"hand.{seat}"}
        to = tuple(range(s.n)) if public else tuple(v for v in range(s.n) if v == seat or known >> v & 1)
        tell(Event(kind, args, {"card": IDS[d]}, to, reveals=True))
