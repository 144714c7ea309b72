"""Hands and deck, and who knows what of them.

Every card in a hand carries the set of viewers who know that it is there: the i-th copy of a design is known to
those who know of more than i copies, so that what is known is a number for each viewer and design and nothing else.
Of the deck a viewer remembers which cards are in it, but for some that may by now be loose in hands.
"""

from __future__ import annotations

from stajnia.core.game import Seat
from stajnia.games.unstable.deck import DESIGNS
from stajnia.games.unstable.stables import NANNY
from stajnia.games.unstable.state import ALL, SHIFT, SPECTATOR, VIEWERS, Memory, State

# --- hands and what is known of them --------------------------------------------------------------------------


def designs(hand: tuple[int, ...]) -> list[int]:
    return [c >> SHIFT for c in hand]


def place(hand: tuple[int, ...] | list[int], d: int) -> int:
    """Where in a sorted hand the cards of a design begin, or would."""
    least = d << SHIFT
    i = 0
    for c in hand:
        if c >= least:
            break
        i += 1
    return i


def hand_add(s: State, seat: Seat, d: int, known: int = 0) -> None:
    """A card comes to a hand; `known` are the viewers who know it, as bits."""
    hidden = 0 if s.stables[seat] & NANNY else ALL & ~(known | 1 << seat)
    hand = list(s.hands[seat])
    i = place(hand, d)
    while i < len(hand) and hand[i] >> SHIFT == d:
        h = hand[i] & ALL
        hand[i] = d << SHIFT | (h & hidden)
        hidden |= h
        i += 1
    hand.insert(i, d << SHIFT | hidden)
    s.hands[seat] = tuple(hand)


def hand_remove(s: State, seat: Seat, d: int) -> None:
    """A card leaves a hand and everyone sees which: all who knew of one know of one less.

    To those who did not, it may have been one of the deck's that was loose there.
    """
    hand = s.hands[seat]
    i = place(hand, d)
    s.hands[seat] = hand[:i] + hand[i + 1 :]
    if s.memory:
        _no_longer_loose(s, seat, d, hand[i] & ALL)
        _trim(s, seat)


def _no_longer_loose(s: State, seat: Seat, d: int, viewers: int) -> None:
    """Those viewers see that a card of this hand is such a one."""
    for v, memory in enumerate(s.memory):
        if memory is not None and viewers >> v & 1 and memory.loose[seat]:
            s.memory[v] = _less(memory, d)


def holds(s: State, seat: Seat, d: int) -> bool:
    hand = s.hands[seat]
    i = place(hand, d)
    return i < len(hand) and hand[i] >> SHIFT == d


def know(s: State, seat: Seat, d: int, copies: int = 1) -> None:
    """Everyone learns that this hand holds so many copies of a card."""
    hand = list(s.hands[seat])
    i = place(hand, d)
    for j in range(i, i + copies):
        _no_longer_loose(s, seat, d, hand[j] & ALL)
        hand[j] = d << SHIFT
    s.hands[seat] = tuple(hand)


def see_hand(s: State, viewers: int, seat: Seat) -> None:
    """Those viewers see the whole hand."""
    hand = s.hands[seat]
    s.hands[seat] = tuple([c & ~viewers for c in hand])
    for v, memory in enumerate(s.memory):
        if memory is not None and viewers >> v & 1 and v != seat and memory.loose[seat]:
            counts = list(memory.cards)
            for c in hand:
                if c >> v & 1:
                    counts[c >> SHIFT] = max(0, counts[c >> SHIFT] - 1)
            s.memory[v] = _memory(counts, with_loose(memory.loose, seat, 0))


def hand_slip(s: State, seat: Seat, d: int, to: Seat) -> None:
    """A card goes from hand to hand and only those two see which."""
    if (s.stables[seat] | s.stables[to]) & NANNY:  # everyone sees what is missing or what has come
        hand_remove(s, seat, d)
        hand_add(s, to, d, ALL)
        return
    both = 1 << seat | 1 << to
    hand = list(s.hands[seat])
    i = place(hand, d)
    unaware = hand.pop(i) & ALL
    for j, c in enumerate(hand):  # a third one who knew of a card of some design now knows of one less
        e = c >> SHIFT
        if e != d:
            after = hand[j + 1] & ALL if j + 1 < len(hand) and hand[j + 1] >> SHIFT == e else ALL
            hand[j] = e << SHIFT | (c & both) | (after & ~both)
    s.hands[seat] = tuple(hand)
    for v, memory in enumerate(s.memory):
        if memory is not None and memory.loose[seat]:
            if v == to:
                s.memory[v] = _less(memory, d) if unaware >> v & 1 else memory
            elif v != seat:
                s.memory[v] = Memory(memory.cards, with_loose(memory.loose, to, memory.loose[to] + 1))
    hand_add(s, to, d, both)
    _trim(s, seat)


def swap_hands(s: State, a: Seat, b: Seat) -> None:
    see_hand(s, 1 << b, a)
    see_hand(s, 1 << a, b)
    hands = s.hands[a], s.hands[b]
    for seat, hand in ((b, hands[0]), (a, hands[1])):
        s.hands[seat] = tuple([c & ~(1 << seat) for c in hand])
    for v, memory in enumerate(s.memory):
        if memory is not None and v not in (a, b):
            loose = list(memory.loose)
            loose[a], loose[b] = loose[b], loose[a]
            s.memory[v] = Memory(memory.cards, tuple(loose))
    for seat in (a, b):
        if s.stables[seat] & NANNY:
            see_hand(s, ALL, seat)


# --- the deck and what is known of it -------------------------------------------------------------------------


def _memory(counts: list[int], loose: tuple[int, ...]) -> Memory | None:
    return Memory(tuple(counts), loose) if any(counts) else None


def _less(memory: Memory, d: int) -> Memory | None:
    counts = list(memory.cards)
    counts[d] = max(0, counts[d] - 1)
    return _memory(counts, memory.loose)


def with_loose(loose: tuple[int, ...], seat: Seat, n: int) -> tuple[int, ...]:
    return (*loose[:seat], n, *loose[seat + 1 :])


def _trim(s: State, seat: Seat) -> None:
    """No more cards of the deck can be loose in a hand than it holds."""
    size = len(s.hands[seat])
    for v, memory in enumerate(s.memory):
        if memory is not None and memory.loose[seat] > size:
            s.memory[v] = Memory(memory.cards, with_loose(memory.loose, seat, size))


def deck_gives(s: State, d: int, seat: Seat, known: int) -> None:
    """Memories when a card goes from the deck to a hand; `known` are those who have it placed already.

    Who sees the card counts it out of what lies in the deck, others learn that a card of it is loose in that hand.
    """
    if not s.memory:
        return
    sees = ALL if s.stables[seat] & NANNY else 1 << seat
    for v, memory in enumerate(s.memory):
        if memory is not None and not known >> v & 1:
            if sees >> v & 1:
                s.memory[v] = _less(memory, d)
            else:
                s.memory[v] = Memory(memory.cards, with_loose(memory.loose, seat, memory.loose[seat] + 1))


def forget(s: State, d: int) -> None:
    """Everyone sees such a card leave the deck."""
    for v, memory in enumerate(s.memory):
        if memory is not None:
            s.memory[v] = _less(memory, d)


def remember(s: State, viewers: int, cards: list[int]) -> None:
    """Those viewers know that these cards, too, are in the deck now."""
    if not any(cards):
        return
    if not s.memory:
        s.memory = [None] * VIEWERS
    for v in range(VIEWERS):
        if viewers >> v & 1 and (v < s.n or v == SPECTATOR):
            memory = s.memory[v]
            if memory is None:
                s.memory[v] = Memory(tuple(cards), (0,) * s.n)
            else:
                known = [memory.cards[d] + k for d, k in enumerate(cards)]
                s.memory[v] = Memory(tuple(known), memory.loose)


def one(d: int) -> list[int]:
    """A single card of a design."""
    cards = [0] * DESIGNS
    cards[d] = 1
    return cards


def shuffle_in(s: State, cards: list[int], known_to: int) -> None:
    """Cards are shuffled into the deck; its known top is lost in it."""
    for c in s.top:
        s.deck[c >> SHIFT] += 1
        remember(s, ALL & ~(c & ALL), one(c >> SHIFT))
    s.top = ()
    for d, k in enumerate(cards):
        if k:
            s.deck[d] += k
            s.left += k
    remember(s, known_to, cards)


def see_deck(s: State, seat: Seat) -> None:
    """One seat has looked through the whole deck."""
    if not s.memory:
        s.memory = [None] * VIEWERS
    s.memory[seat] = _memory(s.deck, (0,) * s.n)
