"""What may be picked for a step of a text, who is asked, and how the picks read as actions.

Whether somebody is asked at all depends on public facts only; what they may answer depends on what they hold.
"""

from __future__ import annotations

from stajnia.core.game import Seat
from stajnia.games.unstable.actions import CARD_IN, CARD_TEXTS, CHOOSE_TEXTS, SEAT_IN, STABLE_TEXTS, UID_IN
from stajnia.games.unstable.card_language import CARD, Op, Step, Who
from stajnia.games.unstable.deck import BIT, DESIGN_OF, DESIGNS, MARKS, When, members
from stajnia.games.unstable.knowledge import designs
from stajnia.games.unstable.stables import can_enter, destroyable, kept_in, kept_out, named, sacrificable, where
from stajnia.games.unstable.state import NO_PICK, OWNER, SHIFT, UID, Frame, State

# --- who is asked, and whether ----------------------------------------------------------------------------------


def may_decline(f: Frame) -> bool:
    """An optional text can be declined as long as nothing was chosen for it."""
    return not f.picks and not f.text.must


def target_of(f: Frame) -> Seat:
    """The player an effect is aimed at: named outright, or by a card of their stable."""
    pick = f.picks[0]
    return pick if f.text.steps[0].op == Op.PLAYER else pick >> OWNER


def asked_seat(f: Frame, step: Step) -> Seat:
    return target_of(f) if step.op == Op.TARGET_HAND else f.seat


def possible(s: State, f: Frame, step: Step) -> bool:
    """Whether the step can be asked, by what everyone knows."""
    op = step.op
    if step.in_stable:
        return enough(s, f, step)
    if op == Op.HAND:
        return len(s.hands[f.seat]) - _held(s, f.seat) >= step.n
    if op == Op.TARGET_HAND:
        seat = target_of(f)
        return len(s.hands[seat]) > _held(s, seat)
    if op == Op.USE:
        return usable(s, f)
    if op == Op.SEARCH:
        return True
    if op == Op.THEIR_HAND:
        return bool(s.hands[f.picks[0]])
    if op == Op.TOP:
        return bool(s.top)
    if op == Op.ORDER:
        return len(s.top) > 1
    return enough(s, f, step)


def enough(s: State, f: Frame, step: Step) -> bool:
    """Whether as many picks are open as the step needs."""
    if not step.in_stable:
        return len(options(s, f, step)) >= step.n
    found = 0
    for other in range(s.n):
        mask = reach(s, f, step, other)
        if mask:
            found += mask.bit_count()
            if found >= step.n:
                return True
    return False


def usable(s: State, f: Frame) -> bool:
    """A text without a choice of its own: there is a deck to search, this card can still be sacrificed."""
    if f.text.searches:
        return s.left > 0
    if f.text.sacrifices_this:
        return bool(sacrificable(s, f.seat, CARD) & ~s.taken & BIT[f.uid])
    return True


def _held(s: State, seat: Seat) -> int:
    """How many cards of a hand are already picked in this link."""
    found = 0
    for zone, _ in s.held:
        if zone == seat:
            found += 1
    return found


# --- cards in stables -------------------------------------------------------------------------------------------


def reach(s: State, f: Frame, step: Step, other: Seat) -> int:
    """The cards of one stable that may be picked, as a set."""
    op, seat = step.op, f.seat
    if op == Op.FOE:
        mask = 0 if other == seat else aimed(s, f, step, other)
    elif op in (Op.OWN, Op.EACH_OWN):
        mask = _own(s, seat, step) if other == seat else 0
    elif op == Op.ANYONE:
        mask = named(s, other, step.types)
        if step.verb == "move":
            mask &= ~kept_in(s, other)
    elif op == Op.REMOVE:
        if other == seat:
            mask = sacrificable(s, other, step.home)
        else:
            mask = destroyable(s, other, step.types, f.text.when == When.PLAY)
    elif op == Op.AT:
        mask = named(s, other, CARD) if step.at < s.n and other == (seat + step.at) % s.n else 0
    else:
        mask = _after_giving(s, f, step) if other == f.picks[1] else 0
    return mask & ~s.taken if s.taken else mask


def _own(s: State, seat: Seat, step: Step) -> int:
    if step.verb == "give":
        return named(s, seat, step.types) & ~kept_in(s, seat)
    return sacrificable(s, seat, step.types)


def aimed(s: State, f: Frame, step: Step, other: Seat) -> int:
    """Cards in another stable that can be destroyed, stolen or returned."""
    if step.verb == "destroy":
        return destroyable(s, other, step.types, f.text.when == When.PLAY)
    mask = named(s, other, step.types)
    return mask & ~kept_out(s, f.seat) if mask and step.verb == "steal" else mask


def _after_giving(s: State, f: Frame, step: Step) -> int:
    """What can be stolen once the card is given: a Queen Bee that goes over closes one's own stable."""
    given, target = BIT[f.picks[0] & UID], f.picks[1]
    s.stables[f.seat] ^= given
    s.stables[target] ^= given
    found = aimed(s, f, step, target) & ~given
    s.stables[f.seat] ^= given
    s.stables[target] ^= given
    return found


# --- hands, piles and players -----------------------------------------------------------------------------------


def distinct(cards: list[int]) -> list[int]:
    """Each design of a sorted hand once."""
    found = []
    last = -1
    for d in cards:
        if d != last:
            found.append(d)
            last = d
    return found


def free_hand(s: State, seat: Seat) -> list[int]:
    """The designs in a hand without those already picked in this link."""
    hand = designs(s.hands[seat])
    for zone, d in s.held:
        if zone == seat:
            hand.remove(d)
    return hand


def _hand(s: State, f: Frame, step: Step) -> list[int]:
    free = free_hand(s, f.seat)
    if step.types != CARD:
        free = [d for d in free if MARKS[d] & step.types]
    if len(free) < step.n:
        return []
    free = distinct(free)
    return [d for d in free if can_enter(s, d, f.seat)] if step.verb == "bring" else free


def _pile(s: State, f: Frame, step: Step) -> list[int]:
    """Designs in the discard pile that a text names, without those already picked."""
    held = [d for zone, d in s.held if zone < 0]
    found = []
    for d, n in enumerate(s.pile):
        if n and MARKS[d] & step.types and (not held or n > held.count(d)):
            found.append(d)
    if step.verb == "bring":
        itself = _itself(f)
        return [d for d in found if d != itself and can_enter(s, d, f.seat)]
    return found


def _itself(f: Frame) -> int:
    """A card sacrificed to its own effect does not bring itself back (Dark Angel); -1: it was another card."""
    return f.card if f.text.steps[0].op == Op.OWN and f.picks[0] & UID == f.uid else -1


def _players(s: State, f: Frame, step: Step) -> list[int]:
    who = step.who
    if who == Who.WHERE_IT_MAY_GO:
        owner, d = f.picks[0] >> OWNER, DESIGN_OF[f.picks[0] & UID]
        return [t for t in range(s.n) if t != owner and can_enter(s, d, t)]
    if who in (Who.OTHER, Who.OTHER_WITH_HAND):
        return [t for t in range(s.n) if t != f.seat and (who == Who.OTHER or s.hands[t])]
    return [t for t in range(s.n) if who == Who.ANY or s.hands[t]]


def _top(s: State, step: Step) -> list[int]:
    return sorted({c >> SHIFT for c in s.top[: 3 if step.op == Op.TOP else 2]})


# --- all of them ------------------------------------------------------------------------------------------------


def options(s: State, f: Frame, step: Step) -> list[int]:
    """The picks open to the asked seat, in a fixed order."""
    op = step.op
    if step.in_stable:
        return [uid | other << OWNER for other in range(s.n) for uid in members(reach(s, f, step, other))]
    if op == Op.HAND:
        return _hand(s, f, step)
    if op == Op.PLAYER:
        return _players(s, f, step)
    if op == Op.TARGET_HAND:
        return distinct(free_hand(s, target_of(f)))
    if op == Op.PILE:
        return _pile(s, f, step)
    if op == Op.NURSERY:
        return members(s.nursery & ~s.taken)
    if op == Op.USE:
        return [1] if usable(s, f) else []
    if op == Op.SEARCH:
        return [*(d for d in range(DESIGNS) if s.deck[d] and MARKS[d] & step.types), NO_PICK]
    if op == Op.THEIR_HAND:
        return distinct(designs(s.hands[f.picks[0]]))
    return _top(s, step)


def sealed_options(s: State, step: Step, seat: Seat) -> list[int]:
    """What one seat may pick when everyone chooses at once."""
    if step.op == Op.EACH_OWN:
        return [uid | seat << OWNER for uid in members(sacrificable(s, seat, step.types) & ~s.taken)]
    return distinct(free_hand(s, seat))


def sealed_seats(s: State, step: Step) -> int:
    """Who chooses at once, as bits; by public facts."""
    found = 0
    for seat in range(s.n):
        if step.op == Op.EACH_OWN:
            asked = bool(sacrificable(s, seat, step.types) & ~s.taken)
        else:
            asked = len(s.hands[seat]) > _held(s, seat)
        if asked:
            found |= 1 << seat
    return found


# --- picks as actions -------------------------------------------------------------------------------------------


def verb_of(step: Step, pick: int, seat: Seat) -> str:
    """What is done with a picked card: one removes what lies elsewhere by destroying, at home by sacrificing."""
    return "sacrifice" if step.op == Op.REMOVE and pick >> OWNER == seat else step.verb


def pick_text(step: Step, pick: int, seat: Seat) -> str:
    """A pick as an action."""
    if pick == NO_PICK:
        return "nothing"
    if step.in_stable:
        return STABLE_TEXTS[verb_of(step, pick, seat)][pick & UID]
    if step.op == Op.PLAYER:
        return CHOOSE_TEXTS[pick]
    if step.op == Op.USE:
        return "use"
    return CARD_TEXTS[step.verb][pick]


def pick_in(s: State, step: Step, text: str, seat: Seat) -> int | None:
    """The pick that an action would be; None: it is no answer to this question."""
    if step.in_stable:
        uid = UID_IN.get(text, -1)
        pick = -1 if uid < 0 else uid | where(s, uid) << OWNER
    elif step.op == Op.PLAYER:
        pick = SEAT_IN.get(text, -1)
    elif step.op == Op.USE:
        pick = 1
    elif step.op == Op.SEARCH and text == "nothing":
        return NO_PICK
    else:
        pick = CARD_IN.get(text, -1)
    return pick if pick >= 0 and pick_text(step, pick, seat) == text else None


def open_pick(s: State, f: Frame, step: Step, text: str) -> int | None:
    """The pick that an action is; None: it is not open."""
    pick = pick_in(s, step, text, f.seat)
    if pick is None:
        return None
    if step.in_stable:
        return pick if reach(s, f, step, pick >> OWNER) & BIT[pick & UID] else None
    return pick if pick in options(s, f, step) else None
