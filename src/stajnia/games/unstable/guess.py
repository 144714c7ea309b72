"""From what one seat may know back to a state it could be."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Rng, Seat
from stajnia.games.unstable import view_parts
from stajnia.games.unstable.chain import all_in, ask_sealed
from stajnia.games.unstable.choices import options
from stajnia.games.unstable.deck import (
    BIT,
    DESIGN_OF,
    DESIGNS,
    EDITIONS,
    IS_BABY,
    NUMBER,
    UID_OF,
    WHEN,
    piles,
    text_of,
)
from stajnia.games.unstable.rules import LANGUAGES
from stajnia.games.unstable.seen import eye, sealed_value
from stajnia.games.unstable.stables import NANNY
from stajnia.games.unstable.state import (
    ALL,
    HIDDEN,
    NO_PICK,
    SHIFT,
    VIEWERS,
    Bond,
    Frame,
    Memory,
    Phase,
    Played,
    State,
    Task,
    Threat,
    start,
)
from stajnia.games.unstable.view import View
from stajnia.games.unstable.view_parts import PHASES, Effect

_SHUFFLED: Final[dict[tuple[int, int], list[int]]] = {}  # by seats and edition
_TOP: Final = -1  # a slot for a hidden card is a seat, or this less the place on top of the deck


def guess(v: View, rng: Rng) -> State:
    """A state that looks like this: hidden cards are dealt at random to where they may be."""
    edition = EDITIONS.index(v.edition)
    unseen = _shuffled(v.seats, edition)
    s = start(v.seats, edition, LANGUAGES.index(v.language), [0] * DESIGNS)
    s.phase, s.active, s.first, s.turns = PHASES.index(v.phase), v.active, v.first, v.turns
    nursery = 0
    for id in v.nursery:
        nursery |= 1 << NUMBER[id]
    s.nursery = nursery
    for count in v.pile:
        d, n = NUMBER[count.card], count.count
        s.pile[d] = n
        unseen[d] -= n
    for p in v.players:
        stable = 0
        for c in p.stable:
            uid = UID_OF[c.handle]
            stable |= BIT[uid]
            if not IS_BABY[uid]:
                unseen[DESIGN_OF[uid]] -= 1
        s.stables[p.seat] = stable
    if v.stack:
        for played in v.stack:
            unseen[NUMBER[played.card]] -= 1
        s.stack = tuple([_played(p) for p in v.stack])
    _unfold(s, v)
    if s.magic is not None:
        unseen[s.magic.card] -= 1
    _deal_unseen(s, v, unseen, rng)
    if s.link:
        s.link = [_pick_unseen(s, f, rng) for f in s.link]
    return s


def _shuffled(seats: int, edition: int) -> list[int]:
    """How many of each design are shuffled for so many seats."""
    known = _SHUFFLED.get((seats, edition))
    if known is None:
        known = _SHUFFLED[seats, edition] = piles(seats, edition)[0]
    return known[:]


def _unfold(s: State, v: View) -> None:
    """All that is public about the running chain."""
    inner = v.inner
    s.wait, s.who, s.at, s.asked = inner.wait, inner.who, inner.at, inner.asked
    s.armed, s.taken, s.cut, s.extra_draws = inner.armed, inner.taken, inner.cut, inner.extra_draws
    s.queue = tuple([Task(due=t.due, seat=t.seat, n=t.n, target=t.target) for t in inner.queue])
    s.held = tuple([(h.seat, NUMBER[h.card]) for h in inner.held])
    s.threats = tuple(
        [Threat(uid=t.uid, seat=t.seat, how=t.how, by=t.by, frame=t.frame, said=t.said) for t in inner.threats]
    )
    s.magic = None if inner.magic is None else _played(inner.magic)
    s.links, s.plays, s.played, s.extra_turns = v.link, v.plays, v.played, v.extra_turns
    s.link, s.next = [_frame(s, e) for e in v.effects], [_frame(s, e) for e in v.waiting]
    s.shown = tuple([(NUMBER[x.card], x.seat) for x in v.shown])
    s.bonds = tuple([Bond(UID_OF[b.handle], UID_OF[b.source] if b.source else -1, b.holder, b.home) for b in v.bonds])
    if s.phase == Phase.OVER:
        s.result = (tuple(v.winners), v.reason)
    if s.asked:
        ask_sealed(s, s.asked)
        if v.sealed and v.seat is not None:
            all_in(s, v.seat, sealed_value(s, v.seat, v.sealed))


def _played(p: view_parts.Played) -> Played:
    return Played(NUMBER[p.card], p.seat, -1 if p.into is None else p.into)


def _frame(s: State, e: Effect) -> Frame:
    text = text_of(s.edition, NUMBER[e.card], WHEN.index(e.when))
    return Frame(text, e.seat, UID_OF[e.handle] if e.handle else -1, e.step, e.inner_status, tuple(e.inner_picks))


def _pick_unseen(s: State, f: Frame, rng: Rng) -> Frame:
    """Somebody else has picked a card that is hidden here: any that may be picked will do."""
    if HIDDEN not in f.picks:
        return f
    picks = list(f.picks)
    asks = [step for step in f.text.steps if step.asks]
    for k, step in enumerate(asks[: len(picks)]):
        if picks[k] == HIDDEN:
            picks[k] = rng.choice(options(s, f, step) or [NO_PICK])
    return f.on(f.step, f.status, tuple(picks))


def _deal_unseen(s: State, v: View, unseen: list[int], rng: Rng) -> None:
    """Known cards where they are known to be, then what is known of the deck, then the rest anywhere.

    The shuffled part of the deck has no order, so lots are drawn only for what lies elsewhere, card by card.
    """
    hands, free = _known_hands(s, v, unseen)
    top, slots, later = [], [], []
    for i, id in enumerate(v.top):
        top.append(NUMBER[id] if id else NO_PICK)
        if id:
            unseen[top[i]] -= 1
        elif v.looking:  # who is searching sees all of the deck but what another one has taken off its top
            later.append(_TOP - i)
        else:
            slots.append(_TOP - i)
    deep = v.deck - len(top)  # slots in the shuffled part
    random = rng.random
    decked: list[int] = []
    placed: list[tuple[int, int]] = []
    if v.memory is not None:
        for seat, loose in enumerate(v.memory.loose):
            take = min(loose, free[seat])
            slots += [seat] * take
            free[seat] -= take
        for d in _remembered(s, v):
            unseen[d] -= 1
            at = int(random() * (deep + len(slots))) - deep
            if at < 0:
                deep -= 1
                decked.append(d)
            else:
                placed.append((slots[at], d))
                slots[at] = slots[-1]
                slots.pop()
    slots += later
    for seat, n in enumerate(free):
        slots += [seat] * n
    rest = []
    for d, n in enumerate(unseen):
        for _ in range(n):
            rest.append(d)
    if len(rest) != deep + len(slots):
        raise ValueError(f"{len(rest)} hidden cards for {deep + len(slots)} places")
    for slot in slots:
        at = int(random() * len(rest))
        d = rest[at]
        rest[at] = rest[-1]
        rest.pop()
        unseen[d] -= 1
        placed.append((slot, d))
    for d in decked:
        unseen[d] += 1
    s.deck, s.left = unseen, v.deck
    _lay_down(s, v, hands, top, placed)


def _lay_down(s: State, v: View, hands: list[list[int]], top: list[int], placed: list[tuple[int, int]]) -> None:
    """The hands and the top of the deck, with what the lots gave them."""
    for slot, d in placed:
        if slot >= 0:
            hands[slot].append(d << SHIFT | _unaware(s, slot))
        else:
            top[_TOP - slot] = d
    for seat, hand in enumerate(hands):
        hand.sort()
        s.hands[seat] = tuple(hand)
    s.top = tuple([d << SHIFT | hidden for d, hidden in zip(top, v.inner.top, strict=True)])


def _known_hands(s: State, v: View, unseen: list[int]) -> tuple[list[list[int]], list[int]]:
    """The cards of each hand that the viewer knows, and how many others it holds."""
    knows = ~(1 << eye(v.seat))
    hands: list[list[int]] = []
    free: list[int] = []
    for p in v.players:
        hidden = _unaware(s, p.seat) & knows
        hand: list[int] = []
        for id in p.hand:
            d = NUMBER[id]
            unseen[d] -= 1
            hand.append(d << SHIFT | hidden)
        hands.append(hand)
        free.append(p.hand_size - len(hand))
    return hands, free


def _unaware(s: State, seat: Seat) -> int:
    """Who does not know a card of this hand that was never shown."""
    return 0 if s.stables[seat] & NANNY else ALL & ~(1 << seat)


def _remembered(s: State, v: View) -> list[int]:
    """The cards that the viewer knows to be in the deck or loose in hands, kept as what it remembers."""
    assert v.memory is not None
    found: list[int] = []
    counts = [0] * DESIGNS
    for count in v.memory.cards:
        d, n = NUMBER[count.card], count.count
        counts[d] = n
        found += [d] * n
    s.memory = [None] * VIEWERS
    s.memory[eye(v.seat)] = Memory(tuple(counts), tuple(v.memory.loose))
    return found
