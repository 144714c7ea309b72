"""What may be picked for a step of a text, who is asked, and how the picks read as actions.

Whether somebody is asked at all depends on public facts only; what they may answer depends on what they hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stajnia.core.bits import bits
from stajnia.core.game import Seat
from stajnia.games.unstable.actions import CARD_TEXTS, CHOOSE_TEXTS, STABLE_TEXTS
from stajnia.games.unstable.card_language import CARD, FIRST_DEED, Op, Step, Who
from stajnia.games.unstable.deck import DESIGN_OF, DESIGNS, MARKS, When, text_of
from stajnia.games.unstable.knowledge import designs
from stajnia.games.unstable.stables import can_enter, destroyable, named, sacrificable
from stajnia.games.unstable.state import NO_PICK, OWNER, SHIFT, UID, Frame, State

IN_STABLE: Final = frozenset((Op.OWN, Op.FOE, Op.ANYONE, Op.REMOVE, Op.FOE_OF, Op.AT, Op.EACH_OWN))
SEALED_ASKS: Final = frozenset((Op.EACH_OWN, Op.EACH_HAND))
SECRET_ASKS: Final = frozenset((Op.SEARCH, Op.THEIR_HAND, Op.TOP, Op.ORDER))  # told, or kept, by the deed that follows


def may_decline(f: Frame) -> bool:
    """An optional text can be declined as long as nothing was chosen for it."""
    return not f.picks and not f.text.must


def target_of(f: Frame) -> Seat:
    """The player an effect is aimed at: named outright, or by a card of their stable."""
    pick = f.picks[0]
    return pick if f.text.steps[0].op == Op.PLAYER else pick >> OWNER


def asked_seat(f: Frame, step: Step) -> Seat:
    return target_of(f) if step.op == Op.TARGET_HAND else f.seat


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
    return [p for p in picks if can_enter(s, DESIGN_OF[p & UID], seat)]


def _others(s: State, seat: Seat) -> list[Seat]:
    return [other for other in range(s.n) if other != seat]


def possible(s: State, f: Frame, step: Step) -> bool:
    """Whether the step can be asked, by what everyone knows."""
    if step.op == Op.HAND:
        return len(s.hands[f.seat]) - _held(s, f.seat) >= step.n
    if step.op == Op.TARGET_HAND:
        seat = target_of(f)
        return len(s.hands[seat]) > _held(s, seat)
    if step.op == Op.USE:
        return usable(s, f)
    if step.op == Op.SEARCH:
        return True
    if step.op == Op.THEIR_HAND:
        return bool(s.hands[f.picks[0]])
    if step.op == Op.TOP:
        return bool(s.top)
    if step.op == Op.ORDER:
        return len(s.top) > 1
    return len(options(s, f, step)) >= step.n


def usable(s: State, f: Frame) -> bool:
    """A text without a choice of its own: there is a deck to search, this card can still be sacrificed."""
    if f.text.searches:
        return s.left > 0
    if f.text.sacrifices_this:
        return bool(sacrificable(s, f.seat, CARD) & ~s.taken & 1 << f.uid)
    return True


def _held(s: State, seat: Seat) -> int:
    return sum(zone == seat for zone, _ in s.held)


def options(s: State, f: Frame, step: Step) -> list[int]:
    """The picks open to the asked seat, in a fixed order."""
    return PICKS[step.op](s, f, step)


def _own(s: State, f: Frame, step: Step) -> list[int]:
    seat = f.seat
    if step.verb == "give":
        own = _cards(s, seat, named(s, seat, step.types))
        return [p for p in own if any(_enterable(s, [p], other) for other in _others(s, seat))]
    return _cards(s, seat, sacrificable(s, seat, step.types))


def _foe(s: State, f: Frame, step: Step) -> list[int]:
    return [p for other in _others(s, f.seat) for p in aimed(s, f, step, other)]


def _foe_of(s: State, f: Frame, step: Step) -> list[int]:
    """What can be stolen once the card is given: a Queen Bee that goes over closes one's own stable."""
    given, target = 1 << (f.picks[0] & UID), f.picks[1]
    s.stables[f.seat] ^= given
    s.stables[target] ^= given
    found = aimed(s, f, step, target)
    s.stables[f.seat] ^= given
    s.stables[target] ^= given
    return found


def _at(s: State, f: Frame, step: Step) -> list[int]:
    other = (f.seat + step.at) % s.n
    return _cards(s, other, named(s, other, CARD)) if step.at < s.n else []


def _anyone(s: State, _f: Frame, step: Step) -> list[int]:
    every = [p for other in range(s.n) for p in _cards(s, other, named(s, other, step.types))]
    if step.verb == "move":
        return [p for p in every if any(_enterable(s, [p], t) for t in _others(s, p >> OWNER))]
    return every


def _hand(s: State, f: Frame, step: Step) -> list[int]:
    free = [d for d in free_hand(s, f.seat) if MARKS[d] & step.types]
    if len(free) < step.n:
        return []
    return [d for d in dict.fromkeys(free) if step.verb != "bring" or can_enter(s, d, f.seat)]


def _target_hand(s: State, f: Frame, _step: Step) -> list[int]:
    return list(dict.fromkeys(free_hand(s, target_of(f))))


def _pile(s: State, f: Frame, step: Step) -> list[int]:
    free = free_pile(s, step.types)
    if step.verb == "bring":
        itself = _itself(f)
        return [d for d in free if d != itself and can_enter(s, d, f.seat)]
    return free


def _nursery(s: State, _f: Frame, _step: Step) -> list[int]:
    return list(bits(s.nursery & ~s.taken))


def _use(s: State, f: Frame, _step: Step) -> list[int]:
    return [1] if usable(s, f) else []


def _search(s: State, _f: Frame, step: Step) -> list[int]:
    return [d for d in range(DESIGNS) if s.deck[d] and MARKS[d] & step.types] + [NO_PICK]


def _their_hand(s: State, f: Frame, _step: Step) -> list[int]:
    return list(dict.fromkeys(designs(s.hands[f.picks[0]])))


def _top(s: State, _f: Frame, step: Step) -> list[int]:
    return sorted({c >> SHIFT for c in s.top[: 3 if step.op == Op.TOP else 2]})


def _itself(f: Frame) -> int:
    """A card sacrificed to its own effect does not bring itself back (Dark Angel); -1: it was another card."""
    return f.card if f.text.steps[0].op == Op.OWN and f.picks[0] & UID == f.uid else -1


def aimed(s: State, f: Frame, step: Step, other: Seat) -> list[int]:
    """Cards in another stable that can be destroyed, stolen or returned."""
    if step.verb == "destroy":
        return _cards(s, other, destroyable(s, other, step.types, f.text.when == When.PLAY))
    cards = _cards(s, other, named(s, other, step.types))
    return _enterable(s, cards, f.seat) if step.verb == "steal" else cards


def _removable(s: State, f: Frame, step: Step) -> list[int]:
    found = []
    for other in range(s.n):
        if other == f.seat:
            found += _cards(s, other, sacrificable(s, other, step.home))
        else:
            found += _cards(s, other, destroyable(s, other, step.types, f.text.when == When.PLAY))
    return found


def _players(s: State, f: Frame, step: Step) -> list[int]:
    who = step.who
    if who == Who.WHERE_IT_MAY_GO:
        return [t for t in _others(s, f.picks[0] >> OWNER) if _enterable(s, [f.picks[0]], t)]
    if who in (Who.OTHER, Who.OTHER_WITH_HAND):
        return [t for t in _others(s, f.seat) if who == Who.OTHER or s.hands[t]]
    return [t for t in range(s.n) if who == Who.ANY or s.hands[t]]


PICKS: Final[dict[int, Callable[[State, Frame, Step], list[int]]]] = {
    Op.OWN: _own,
    Op.FOE: _foe,
    Op.FOE_OF: _foe_of,
    Op.AT: _at,
    Op.ANYONE: _anyone,
    Op.REMOVE: _removable,
    Op.HAND: _hand,
    Op.TARGET_HAND: _target_hand,
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
        return _cards(s, seat, sacrificable(s, seat, step.types))
    return list(dict.fromkeys(free_hand(s, seat)))


def sealed_seats(s: State, step: Step) -> int:
    """Who chooses at once, as bits; by public facts."""
    if step.op == Op.EACH_OWN:
        return sum(1 << seat for seat in range(s.n) if sacrificable(s, seat, step.types) & ~s.taken)
    return sum(1 << seat for seat in range(s.n) if len(s.hands[seat]) > _held(s, seat))


def playable(s: State, seat: Seat, d: int) -> bool:
    """R83: whether everything that a Magic card in hand demands of its caster can be done."""
    f = Frame(text_of(s.edition, d, When.PLAY), seat, -1)
    return _hand_suffices(s, f) and _targets_suffice(s, f)


def _hand_suffices(s: State, f: Frame) -> bool:
    """Whether the caster, without this card and with what it draws, can discard whatever it demands."""
    hand = len(s.hands[f.seat]) - 1
    for step in f.text.steps:
        if step.op == Op.DRAW:
            hand += min(step.n, s.left)
        elif step.op in (Op.HAND, Op.EACH_HAND):
            hand -= 1
            if hand < 0:
                return False
    return True


def _targets_suffice(s: State, f: Frame) -> bool:
    """Whether what the text asks for before its first deed can be picked; where all is left open, at least some."""
    asks, some = False, False
    for step in f.text.steps:
        if step.op >= FIRST_DEED:
            break
        if step.op == Op.FOE_OF:  # with the two picks before it: a card to give, and one to steal where it goes
            return _can_swap(s, f, step)
        if step.op == Op.EACH_HAND or (step.op == Op.PLAYER and step.who == Who.WHERE_IT_MAY_GO):
            continue  # seen to by the hand, by the pick before
        asks = True
        enough = _other_hands(s, f) if step.who == Who.ANY_WITH_HAND else len(options(s, f, step)) >= step.n
        if step.need and not enough:
            return False
        some = some or enough
    return some or not asks


def _other_hands(s: State, f: Frame) -> bool:
    """Whether anybody has a card in hand, this one not counted."""
    return any(len(s.hands[t]) > (t == f.seat) for t in range(s.n))


def _can_swap(s: State, f: Frame, steal: Step) -> bool:
    """Whether some card can be given to a player from whom another one can be stolen then."""
    give, where = f.text.steps[0], f.text.steps[1]
    for given in options(s, f, give):
        chosen = f.on(1, f.status, (given,))
        for target in options(s, chosen, where):
            if any(p & UID != given & UID for p in _foe_of(s, chosen.on(2, f.status, (given, target)), steal)):
                return True
    return False


def verb_of(step: Step, pick: int, seat: Seat) -> str:
    """What is done with a picked card: one removes what lies elsewhere by destroying, at home by sacrificing."""
    return "sacrifice" if step.op == Op.REMOVE and pick >> OWNER == seat else step.verb


def pick_text(step: Step, pick: int, seat: Seat) -> str:
    """A pick as an action."""
    if pick == NO_PICK:
        return "nothing"
    if step.op in IN_STABLE:
        return STABLE_TEXTS[verb_of(step, pick, seat)][pick & UID]
    if step.op == Op.PLAYER:
        return CHOOSE_TEXTS[pick]
    if step.op == Op.USE:
        return "use"
    return CARD_TEXTS[step.verb][pick]
