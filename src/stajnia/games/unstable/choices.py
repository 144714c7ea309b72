"""What may be picked for a step of a text, who is asked, and how the picks read as actions.

Whether somebody is asked at all depends on public facts only; what they may answer depends on what they hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stajnia.core.bits import bits
from stajnia.core.game import Seat
from stajnia.games.unstable.card_language import (
    ANY,
    ANY_WITH_HAND,
    CARD,
    DOWNGRADE,
    ELSEWHERE,
    FIRST_DEED,
    OTHER,
    OTHER_WITH_HAND,
    UPGRADE,
    WHERE_IT_MAY_GO,
    Op,
    Step,
)
from stajnia.games.unstable.deck import DESIGN_OF, DESIGNS, HANDLES, IDS, MARKS, PLAY, TEXTS
from stajnia.games.unstable.state import (
    NO_PICK,
    OWNER,
    SHIFT,
    Frame,
    State,
    can_enter,
    designs,
    destroyable,
    named,
    sacrificable,
)

IN_STABLE = {Op.OWN, Op.FOE, Op.ANYONE, Op.REMOVE, Op.FOE_OF, Op.AT, Op.EACH_OWN}
SEALED_ASKS = {Op.EACH_OWN, Op.EACH_HAND}
SECRET_ASKS = {Op.SEARCH, Op.THEIR_HAND, Op.TOP, Op.ORDER}  # told, or kept, by the deed that follows


def text_of(s: State, f: Frame) -> tuple[Step, ...]:
    row = TEXTS[s.edition][f[0]][f[1]]
    assert row is not None
    return row[0]


def mandatory(s: State, f: Frame) -> bool:
    row = TEXTS[s.edition][f[0]][f[1]]
    assert row is not None
    return row[1]


def may_decline(s: State, f: Frame) -> bool:
    """An optional text can be declined as long as nothing was chosen for it."""
    return not f[6] and not mandatory(s, f)


def victim(s: State, f: Frame) -> Seat:
    """The player an effect was aimed at: named outright, or by a card of their stable."""
    pick = f[6][0]
    return pick if text_of(s, f)[0].op == Op.PLAYER else pick >> OWNER


def asked_seat(s: State, f: Frame, step: Step) -> Seat:
    return victim(s, f) if step.op == Op.VICTIM else f[2]


def free_hand(s: State, seat: Seat) -> list[int]:
    """The designs in a hand without those already picked in this link."""
    hand = designs(s.hands[seat])
    for zone, d in s.held:
        if zone == seat:
            hand.remove(d)
    return hand


def free_pile(s: State, marks: int) -> list[int]:
    """Designs in the discard pile that a text names, one entry a design, without those already picked."""
    held = [d for zone, d in s.held if zone < 0]
    return [d for d in range(DESIGNS) if s.pile[d] > held.count(d) and MARKS[d] & marks]


def _cards(s: State, seat: Seat, mask: int) -> list[int]:
    return [uid | seat << OWNER for uid in bits(mask & ~s.taken)]


def _enterable(s: State, picks: list[int], seat: Seat) -> list[int]:
    return [p for p in picks if can_enter(s, DESIGN_OF[p & 255], seat)]


def _others(s: State, seat: Seat) -> list[Seat]:
    return [other for other in range(s.n) if other != seat]


def possible(s: State, f: Frame, step: Step) -> bool:
    """Whether the step can be asked, by what everyone knows."""
    if step.op == Op.HAND:
        return len(s.hands[f[2]]) - _held(s, f[2]) >= step.n
    if step.op == Op.VICTIM:
        seat = victim(s, f)
        return len(s.hands[seat]) > _held(s, seat)
    if step.op == Op.USE:
        return usable(s, f)
    if step.op == Op.SEARCH:
        return True
    if step.op == Op.THEIR_HAND:
        return bool(s.hands[f[6][0]])
    if step.op == Op.TOP:
        return bool(s.top)
    if step.op == Op.ORDER:
        return len(s.top) > 1
    return len(options(s, f, step)) >= max(1, step.n)


def usable(s: State, f: Frame) -> bool:
    """A text without a choice of its own: there is a deck to search, this card can still be sacrificed."""
    ops = [t.op for t in text_of(s, f)]
    if Op.LOOK_DECK in ops:
        return s.left > 0
    if Op.SACRIFICE_THIS in ops:
        return bool(sacrificable(s, f[2], CARD) & ~s.taken & 1 << f[3])
    return True


def _held(s: State, seat: Seat) -> int:
    return sum(zone == seat for zone, _ in s.held)


def options(s: State, f: Frame, step: Step) -> list[int]:
    """The picks open to the asked seat, in a fixed order."""
    return OPTIONS[step.op](s, f, step)


def _own(s: State, f: Frame, step: Step) -> list[int]:
    seat = f[2]
    if step.verb == "give":
        own = _cards(s, seat, named(s, seat, step.a))
        return [p for p in own if any(_enterable(s, [p], other) for other in _others(s, seat))]
    return _cards(s, seat, sacrificable(s, seat, step.a))


def _foe(s: State, f: Frame, step: Step) -> list[int]:
    return [p for other in _others(s, f[2]) for p in aimed(s, f, step, other)]


def _foe_of(s: State, f: Frame, step: Step) -> list[int]:
    """What can be stolen once the card is given: a Queen Bee that goes over closes one's own stable."""
    given, target = 1 << (f[6][0] & 255), f[6][1]
    s.stables[f[2]] ^= given
    s.stables[target] ^= given
    found = aimed(s, f, step, target)
    s.stables[f[2]] ^= given
    s.stables[target] ^= given
    return found


def _at(s: State, f: Frame, step: Step) -> list[int]:
    other = (f[2] + step.a) % s.n
    return _cards(s, other, named(s, other, CARD)) if step.a < s.n else []


def _anyone(s: State, _f: Frame, step: Step) -> list[int]:
    every = [p for other in range(s.n) for p in _cards(s, other, named(s, other, step.a))]
    if step.verb == "move":
        return [p for p in every if any(_enterable(s, [p], t) for t in _others(s, p >> OWNER))]
    return every


def _hand(s: State, f: Frame, step: Step) -> list[int]:
    free = [d for d in free_hand(s, f[2]) if MARKS[d] & step.a]
    if len(free) < step.n:
        return []
    return [d for d in dict.fromkeys(free) if step.verb != "bring" or can_enter(s, d, f[2])]


def _victim_hand(s: State, f: Frame, _step: Step) -> list[int]:
    return list(dict.fromkeys(free_hand(s, victim(s, f))))


def _pile(s: State, f: Frame, step: Step) -> list[int]:
    free = free_pile(s, step.a)
    if step.verb == "bring":
        itself = _itself(s, f)
        return [d for d in free if d != itself and can_enter(s, d, f[2])]
    return free


def _nursery(s: State, _f: Frame, _step: Step) -> list[int]:
    return list(bits(s.nursery & ~s.taken))


def _use(s: State, f: Frame, _step: Step) -> list[int]:
    return [1] if usable(s, f) else []


def _search(s: State, _f: Frame, step: Step) -> list[int]:
    return [d for d in range(DESIGNS) if s.deck[d] and MARKS[d] & step.a] + [NO_PICK]


def _their_hand(s: State, f: Frame, _step: Step) -> list[int]:
    return list(dict.fromkeys(designs(s.hands[f[6][0]])))


def _top(s: State, _f: Frame, step: Step) -> list[int]:
    return sorted({c >> SHIFT for c in s.top[: 3 if step.op == Op.TOP else 2]})


def _itself(s: State, f: Frame) -> int:
    """A card sacrificed to its own effect does not bring itself back (Dark Angel); -1: it was another card."""
    return f[0] if text_of(s, f)[0].op == Op.OWN and f[6][0] & 255 == f[3] else -1


def aimed(s: State, f: Frame, step: Step, other: Seat) -> list[int]:
    """Cards in another stable that can be destroyed, stolen or returned."""
    if step.verb == "destroy":
        return _cards(s, other, destroyable(s, other, step.a, f[1] == PLAY))
    cards = _cards(s, other, named(s, other, step.a))
    return _enterable(s, cards, f[2]) if step.verb == "steal" else cards


def _removable(s: State, f: Frame, step: Step) -> list[int]:
    """Second edition: an Upgrade elsewhere, a Downgrade at home; first edition (n = 0): either, anywhere."""
    found = []
    for other in range(s.n):
        if other == f[2]:
            found += _cards(s, other, sacrificable(s, other, DOWNGRADE if step.n else step.a))
        else:
            found += _cards(s, other, destroyable(s, other, UPGRADE if step.n else step.a, f[1] == PLAY))
    return found


def _players(s: State, f: Frame, step: Step) -> list[int]:
    seat, who = f[2], step.a
    if who in (WHERE_IT_MAY_GO, ELSEWHERE):
        owner = f[6][0] >> OWNER
        return [t for t in _others(s, owner) if _enterable(s, [f[6][0]], t)]
    if who in (OTHER, OTHER_WITH_HAND):
        return [t for t in _others(s, seat) if who == OTHER or s.hands[t]]
    return [t for t in range(s.n) if who == ANY or s.hands[t]] if who in (ANY, ANY_WITH_HAND) else []


OPTIONS: Final[dict[int, Callable[[State, Frame, Step], list[int]]]] = {
    Op.OWN: _own,
    Op.FOE: _foe,
    Op.FOE_OF: _foe_of,
    Op.AT: _at,
    Op.ANYONE: _anyone,
    Op.REMOVE: _removable,
    Op.HAND: _hand,
    Op.VICTIM: _victim_hand,
    Op.PILE: _pile,
    Op.NURSERY: _nursery,
    Op.PLAYER: _players,
    Op.USE: _use,
    Op.SEARCH: _search,
    Op.THEIR_HAND: _their_hand,
    Op.TOP: _top,
    Op.ORDER: _top,
}


def sealed_options(s: State, step: Step, seat: Seat) -> list[int]:
    """What one seat may pick when everyone chooses at once."""
    if step.op == Op.EACH_OWN:
        return _cards(s, seat, sacrificable(s, seat, step.a))
    return list(dict.fromkeys(free_hand(s, seat)))


def sealed_seats(s: State, step: Step) -> int:
    """Who chooses at once, as bits; by public facts."""
    if step.op == Op.EACH_OWN:
        return sum(1 << seat for seat in range(s.n) if sacrificable(s, seat, step.a) & ~s.taken)
    return sum(1 << seat for seat in range(s.n) if len(s.hands[seat]) > _held(s, seat))


def playable(s: State, seat: Seat, d: int) -> bool:
    """R83: whether everything that a Magic card in hand demands of its caster can be done."""
    f: Frame = (d, PLAY, seat, -1, 0, 0, ())
    text = text_of(s, f)
    if IDS[d] == "change_of_luck":
        return len(s.hands[seat]) - 1 + min(2, s.left) >= 3
    if IDS[d] == "glitter_tornado":
        return any(s.stables)
    if text[0].op == Op.PLAYER and text[0].a == ANY_WITH_HAND:
        return any(len(s.hands[t]) > (t == seat) for t in range(s.n))
    for step in text:
        if step.op >= FIRST_DEED:
            return True
        follows = step.op == Op.PLAYER and step.a in (WHERE_IT_MAY_GO, ELSEWHERE)  # seen to by the pick before
        if step.need and not follows and len(options(s, f, step)) < max(1, step.n):
            return False
    return True


def pick_text(step: Step, pick: int, seat: Seat) -> str:
    """A pick as an action."""
    if pick == NO_PICK:
        return "nothing"
    if step.op in IN_STABLE:
        verb = step.verb
        if step.op == Op.REMOVE and pick >> OWNER == seat:
            verb = "sacrifice"
        return f"{verb} {HANDLES[pick & 255]}"
    if step.op == Op.PLAYER:
        return f"choose p{pick + 1}"
    if step.op == Op.USE:
        return "use"
    return f"{step.verb} {IDS[pick]}"
