"""From what one seat may know back to a state it could be."""

from __future__ import annotations

from stajnia.core.game import PASS, Rng, Seat
from stajnia.games.unstable.chain import all_in, ask_sealed
from stajnia.games.unstable.choices import options
from stajnia.games.unstable.deck import DESIGNS, EDITIONS, NUMBER, UID_OF, WHEN, piles, text_of
from stajnia.games.unstable.knowledge import hand_add
from stajnia.games.unstable.rules import LANGUAGES
from stajnia.games.unstable.state import (
    HIDDEN,
    NO_PICK,
    OWNER,
    PHASES,
    SHIFT,
    SILENT,
    SPECTATOR,
    VIEWERS,
    Bond,
    Frame,
    Memory,
    Phase,
    Played,
    State,
    Task,
    Threat,
    Wait,
    start,
)
from stajnia.games.unstable.view import Effect, View


def guess(v: View, rng: Rng) -> State:
    """A state that looks like this: hidden cards are dealt at random to where they may be."""
    edition = EDITIONS.index(v.edition)
    unseen, _ = piles(v.seats, edition)
    s = start(v.seats, edition, LANGUAGES.index(v.language), [0] * DESIGNS)
    s.phase, s.active, s.first, s.turns = PHASES.index(v.phase), v.active, v.first, v.turns
    s.nursery = sum(1 << NUMBER[id] for id in v.nursery)
    for count in v.pile:
        s.pile[NUMBER[count.card]] = count.count
        unseen[NUMBER[count.card]] -= count.count
    for p in v.players:
        for c in p.stable:
            s.stables[p.seat] |= 1 << UID_OF[c.handle]
            if c.type != "baby":
                unseen[NUMBER[c.card]] -= 1
    for played in v.stack:
        unseen[NUMBER[played.card]] -= 1
    s.stack = tuple(Played(NUMBER[p.card], p.seat, -1 if p.into is None else p.into) for p in v.stack)
    _unfold(s, v)
    if s.magic is not None:
        unseen[s.magic.card] -= 1
    _deal_unseen(s, v, unseen, rng)
    s.link = [_pick_unseen(s, f, rng) for f in s.link]
    return s


def _unfold(s: State, v: View) -> None:
    """All that is public about the running chain."""
    inner = v.inner
    s.wait, s.who, s.at, s.asked, armed, s.taken, cut, s.extra_draws = inner["wait"]
    s.armed, s.cut = bool(armed), bool(cut)
    q, h, t = inner["queue"], inner["held"], inner["threats"]
    s.queue = tuple(Task(*q[i : i + 4]) for i in range(0, len(q), 4))
    s.held = tuple((h[i], h[i + 1]) for i in range(0, len(h), 2))
    s.threats = tuple(Threat(*t[i : i + 6]) for i in range(0, len(t), 6))
    s.magic = Played(*inner["magic"]) if inner["magic"] else None
    s.links, s.plays, s.played, s.extra_turns = v.link, v.plays, v.played, v.extra_turns
    s.link, s.next = [_frame(s, e) for e in v.effects], [_frame(s, e) for e in v.waiting]
    s.shown = tuple((NUMBER[x.card], x.seat) for x in v.shown)
    s.bonds = tuple(Bond(UID_OF[b.handle], UID_OF[b.source] if b.source else -1, b.holder, b.home) for b in v.bonds)
    if s.phase == Phase.OVER:
        s.result = (tuple(v.winners), v.reason)
    if s.asked:
        ask_sealed(s, s.asked)
        if v.sealed and v.seat is not None:
            all_in(s, v.seat, _sealed_value(v.sealed, v.seat, s))


def _sealed_value(text: str, seat: Seat, s: State) -> int:
    if text == PASS:
        return SILENT
    card = text.split()[-1]
    if s.wait == Wait.SEALED and s.link[s.at].now().in_stable:
        return UID_OF[card] | seat << OWNER
    return NUMBER[card]


def _frame(s: State, e: Effect) -> Frame:
    text = text_of(s.edition, NUMBER[e.card], WHEN.index(e.when))
    return Frame(text, e.seat, UID_OF[e.handle] if e.handle else -1, e.step, e.raw[0], tuple(e.raw[1:]))


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
    """Known cards where they are known to be, then what is known of the deck, then the rest anywhere."""
    bit = SPECTATOR if v.seat is None else v.seat
    me = 1 << bit
    hands: list[list[int]] = []
    for p in v.players:
        known = [NUMBER[id] for id in p.hand]
        for d in known:
            unseen[d] -= 1
        hands.append(known)
    top = [NUMBER[id] if id else NO_PICK for id in v.top]
    for d in top:
        if d != NO_PICK:
            unseen[d] -= 1
    # a slot is a seat's hand, -1 the shuffled part of the deck, -2 - i the i-th card of its top
    slots = [-1] * (v.deck - len(top))
    tops = [-2 - i for i, d in enumerate(top) if d == NO_PICK]
    if not v.looking:  # who is searching sees all of the deck but what another one has taken off its top
        slots += tops
        tops = []
    free = {p.seat: p.hand_size - len(p.hand) for p in v.players}
    placed: list[tuple[int, int]] = []
    if v.memory is not None:
        for seat, loose in enumerate(v.memory.loose):
            take = min(loose, free[seat])
            slots += [seat] * take
            free[seat] -= take
        rng.shuffle(slots)
        for count in v.memory.cards:
            for _ in range(count.count):
                unseen[NUMBER[count.card]] -= 1
                placed.append((slots.pop(), NUMBER[count.card]))
    slots += tops + [seat for seat, n in free.items() for _ in range(n)]
    rest = [d for d in range(DESIGNS) for _ in range(unseen[d])]
    rng.shuffle(rest)
    placed += zip(slots, rest, strict=True)
    for slot, d in placed:
        if slot >= 0:
            hand_add(s, slot, d)
        elif slot == -1:
            s.deck[d] += 1
        else:
            top[-2 - slot] = d
    for seat, known in enumerate(hands):
        for d in known:
            hand_add(s, seat, d, me if seat != v.seat else 0)
    s.top = tuple(d << SHIFT | hidden for d, hidden in zip(top, v.inner["top"], strict=True))
    s.left = v.deck
    if v.memory is not None:
        counts = [0] * DESIGNS
        for count in v.memory.cards:
            counts[NUMBER[count.card]] = count.count
        s.memory = [None] * VIEWERS
        s.memory[bit] = Memory(tuple(counts), tuple(v.memory.loose))
