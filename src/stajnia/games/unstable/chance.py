"""Who begins, draws, thefts at random and looks at the deck: what needs chance, and what a known top settles."""

from __future__ import annotations

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.actions import BEGINS_TEXTS, CARD_TEXTS, Action
from stajnia.games.unstable.deck import IDS, NUMBER
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
        return [(CARD_TEXTS["lose"][d], hand.count(d) / len(hand)) for d in dict.fromkeys(hand)]
    total = s.left - len(s.top)
    texts = CARD_TEXTS[_verb(task)]
    return [(text, n / total) for text, n in zip(texts, s.deck, strict=True) if n]


def may_happen(s: State, text: Action) -> bool:
    """Whether chance may say this now, of what the queue waits for."""
    task = s.queue[0]
    verb, _, id = text.partition(" ")
    d = NUMBER.get(id, -1)
    if verb != _verb(task) or d < 0:
        return False
    return holds(s, task.target, d) if task.due == Due.ROB else s.deck[d] > 0


def _verb(task: Task) -> str:
    return "lose" if task.due == Due.ROB else "show" if task.due == Due.LOOK else "deal"


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
    s.queue = (Task(task.due, task.seat, task.n - 1), *s.queue[1:])
    draw_card(s, task.seat, d, known, tell, "deals" if task.due == Due.DEAL else "draws")


def _look(s: State, seat: Seat, k: int, tell: Tell | None) -> None:
    """One seat sees the top cards; it no longer counts them among those lying anywhere in the deck."""
    seen = s.top[:k]
    memory = s.memory[seat] if s.memory else None
    if memory is not None:
        counts = bytearray(memory.cards)
        for c in seen:
            if c >> seat & 1 and counts[c >> SHIFT]:
                counts[c >> SHIFT] -= 1
        s.memory[seat] = Memory(bytes(counts), memory.loose) if any(counts) else None
    s.top = tuple(c & ~(1 << seat) for c in seen) + s.top[k:]
    if tell is not None:
        cards = [IDS[c >> SHIFT] for c in seen]
        args = {"seat": seat, "n": len(cards), "cards": ["hidden"] * len(cards)}
        tell(Event("looks_top", args, {"cards": cards}, (seat,), reveals=True))
