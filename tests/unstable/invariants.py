"""What holds in every state of a match."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from stajnia.core.bits import bits
from stajnia.games.unstable.card_language import BABY, INSTANT, MAGIC
from stajnia.games.unstable.deck import COPIES, DESIGN_OF, DESIGNS, IDS, TYPE, piles
from stajnia.games.unstable.state import SHIFT, State

BOUND = 6000  # moves of a random match, chance included


def cards(s: State) -> Counter[int]:
    """Every card of the box by design, wherever it is."""
    found: Counter[int] = Counter()
    for pile in (s.deck, s.pile, aside(s)):
        found.update({d: n for d, n in enumerate(pile) if n})
    for stable in s.stables:
        found.update(DESIGN_OF[uid] for uid in bits(stable))
    found.update(bits(s.nursery))
    for hand in s.hands:
        found.update(c >> SHIFT for c in hand)
    found.update(c >> SHIFT for c in s.top)
    found.update(played.card for played in s.stack)
    found.update([] if s.magic is None else [s.magic.card])
    return found


def aside(s: State) -> list[int]:
    """Cards set aside with two players; a test table of two may play with all of them."""
    out = piles(s.n, s.edition)[1]
    used = sum(s.deck) + sum(s.pile) + sum(map(len, s.hands)) + len(s.top) + len(s.stack) + (s.magic is not None)
    used += sum(TYPE[DESIGN_OF[uid]] != BABY for stable in s.stables for uid in bits(stable))
    return [0] * DESIGNS if used == 114 else out


def check(s: State) -> None:
    """127 cards, each where its kind may be; counts agree; what is known is nested and sorted."""
    found = cards(s)
    assert sum(found.values()) == 127
    assert all(found[d] == COPIES[s.edition][d] for d in range(DESIGNS)), [IDS[d] for d in range(DESIGNS)]
    assert s.left == sum(s.deck) + len(s.top)
    for a, stable in enumerate(s.stables):
        assert not any(stable & other for other in s.stables[a + 1 :])
        assert not any(TYPE[DESIGN_OF[uid]] & (MAGIC | INSTANT) for uid in bits(stable))
    for d in range(DESIGNS):
        if TYPE[d] == BABY:
            assert not s.deck[d]
            assert not s.pile[d]
    for seat, hand in enumerate(s.hands):
        assert list(hand) == sorted(hand)
        for c, after in pairwise(hand):
            if c >> SHIFT == after >> SHIFT:
                assert c & ~after & 1023 == 0, "who knows of two copies knows of one"
        assert all(not c >> seat & 1 and TYPE[c >> SHIFT] != BABY for c in hand)
    for (zone, d), n in Counter(s.held).items():  # what was picked to be moved is still where it was picked
        assert n <= (s.pile[d] if zone < 0 else sum(c >> SHIFT == d for c in s.hands[zone])), IDS[d]
    check_memory(s)


def check_memory(s: State) -> None:
    """What a viewer believes to be in the deck, but for the loose ones, is there."""
    for v, memory in enumerate(s.memory):
        if memory is None:
            continue
        missing = Counter({d: n for d, n in enumerate(memory.cards) if n})
        missing.subtract({d: n for d, n in enumerate(s.deck) if n})
        missing.subtract(c >> SHIFT for c in s.top if c >> v & 1)
        need = Counter({d: n for d, n in missing.items() if n > 0})
        slots = 0
        for seat in range(s.n):
            if seat != v:
                unknown = Counter(c >> SHIFT for c in s.hands[seat] if c >> v & 1)
                slots += min(memory.loose[seat], sum((need & unknown).values()))
        assert sum(need.values()) <= slots, f"viewer {v} believes what is not so"
