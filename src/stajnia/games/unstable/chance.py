"""Who begins, draws, thefts at random and looks at the deck: what needs chance, and what a known top settles."""

from __future__ import annotations

from typing import Any, Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.actions import BEGINS_TEXTS, CARD_IN, CARD_TEXTS, Action
from stajnia.games.unstable.choices import distinct
from stajnia.games.unstable.deck import IDS, MOST_COPIES
from stajnia.games.unstable.effects import rob
from stajnia.games.unstable.knowledge import deck_gives, designs, holds
from stajnia.games.unstable.state import ALL, SHIFT, Due, Memory, State, Task, Wait
from stajnia.games.unstable.zones import draw_card


def odds(s: State) -> list[tuple[Action, float]]:
    if s.wait == Wait.LOT:
        return [(text, 1 / s.n) for text in BEGINS_TEXTS[: s.n]]
    task = s.queue[0]
    if task.due == Due.ROB:
        hand = designs(s.hands[task.target])
        return [(CARD_TEXTS["lose"][d], hand.count(d) / len(hand)) for d in distinct(hand)]
    pairs = _pairs(s.left - len(s.top), task.due == Due.LOOK)
    found: list[Any] = []
    for d, n in enumerate(s.deck):
        if n:
            found.append(pairs[d][n])
    return found


Pairs = list[list[Any]]  # [design][copies in the deck]: the move with its odds; Any, so that nothing is unpacked
_PAIRS: Final[dict[int, Pairs]] = {}  # by the size of the deck, made once each; negative: where cards are looked at


def _pairs(size: int, look: bool) -> Pairs:
    found = _PAIRS.get(-size if look else size)
    if found is None:
        texts = CARD_TEXTS["show" if look else "deal"]
        found = [[(texts[d], n / size) for n in range(copies + 1)] for d, copies in enumerate(MOST_COPIES)]
        _PAIRS[-size if look else size] = found
    return found


def may_happen(s: State, text: Action) -> bool:
    """Whether chance may say this now, of what the queue waits for."""
    task = s.queue[0]
    d = CARD_IN.get(text, -1)
    if d < 0:
        return False
    if task.due == Due.ROB:
        return text == CARD_TEXTS["lose"][d] and holds(s, task.target, d)
    return s.deck[d] > 0 and text == CARD_TEXTS["show" if task.due == Due.LOOK else "deal"][d]


def happen(s: State, d: int, tell: Tell | None) -> None:
    """Chance has chosen a design for what the queue waits for."""
    task = s.queue[0]
    if task.due == Due.ROB:
        s.queue = s.queue[1:]
        rob(s, task.seat, task.target, d, tell, "americorn")
        return
    s.deck[d] -= 1
    if task.due == Due.LOOK:
        s.top += (d << SHIFT | ALL,)
        return
    _give(s, task, d, 0, tell)


def settle_queue(s: State, tell: Tell | None) -> bool:
    """Take from the queue what needs no chance; True: chance has to speak."""
    task = s.queue[0]
    if task.due == Due.ROB:
        if s.hands[task.target]:
            return True
        s.queue = s.queue[1:]
    elif task.due == Due.LOOK:
        if len(s.top) < task.n and s.left > len(s.top):
            return True
        s.queue = s.queue[1:]
        _look(s, task.seat, task.n, tell)
    elif task.n == 0 or s.left == 0:
        s.queue = s.queue[1:]
    elif s.top:
        c, s.top = s.top[0], s.top[1:]
        _give(s, task, c >> SHIFT, ALL & ~(c & ALL), tell)
    else:
        return True
    return False


def _give(s: State, task: Task, d: int, known: int, tell: Tell | None) -> None:
    """A card goes from the deck to a hand; `known` are the viewers who knew it there."""
    s.left -= 1
    deck_gives(s, d, task.seat, known)
    rest = s.queue[1:]
    s.queue = rest if task.n == 1 else (Task(task.due, task.seat, task.n - 1), *rest)
    draw_card(s, task.seat, d, known, tell, "deals" if task.due == Due.DEAL else "draws")


def _look(s: State, seat: Seat, k: int, tell: Tell | None) -> None:
    """One seat sees the top cards; it no longer counts them among those lying anywhere in the deck."""
    seen = s.top[:k]
    memory = s.memory[seat] if s.memory else None
    if memory is not None:
        counts = list(memory.cards)
        for c in seen:
            if c >> seat & 1 and counts[c >> SHIFT]:
                counts[c >> SHIFT] -= 1
        s.memory[seat] = Memory(tuple(counts), memory.loose) if any(counts) else None
    s.top = tuple([c & ~(1 << seat) for c in seen]) + s.top[k:]
    if tell is not None:
        cards = [IDS[c >> SHIFT] for c in seen]
        args = {"seat": seat, "n": len(cards), "cards": ["hidden"] * len(cards)}
        tell(Event("looks_top", args, {"cards": cards}, (seat,), reveals=True))
