"""A view of unstable as a drawing: a row of cards for each stable, then the stack and the viewer's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stajnia.core.game import Message
from stajnia.core.svg import INK, PALE, clipped, label, picture, rect
from stajnia.games.unstable.deck import NUMBER, TYPE, TYPE_NAME
from stajnia.games.unstable.text_form import text_form
from stajnia.games.unstable.view import View

FILLS = {
    "baby": "#f7d7e8",
    "basic": "#d9e7fb",
    "magical": "#e3d8f6",
    "magic": "#d7f0e4",
    "upgrade": "#fde9c4",
    "downgrade": "#e5e2ea",
    "instant": "#f6cfcf",
}
CARD_BOX, HIGH, ROW, LEFT, ACROSS = 84, 54, 96, 16, 10


def svg_form(v: View, say: Callable[[Message], str]) -> str:
    rows = [(_head(v, seat, say), [(c.card, c.blinded) for c in p.stable]) for seat, p in enumerate(v.players)]
    if v.stack:
        rows.append((say(Message("text_form.stack", {"cards": ""})), [(played.card, False) for played in v.stack]))
    if v.seat is not None:
        hand = say(Message("text_form.hand", {"cards": ""}))
        rows.append((hand, [(card, False) for card in v.players[v.seat].hand]))
    shapes: list[str] = []
    y = 44.0
    for head, cards in rows:
        shapes += _row(y, head, cards, say)
        y += ROW + (HIGH + 6) * (max(1, -(-len(cards) // ACROSS)) - 1)
    counts = {"n": v.deck, "pile": sum(c.count for c in v.pile), "goal": v.goal}
    shapes.insert(0, label(LEFT, 26, say(Message("text_form.deck", counts)), 15, INK, "start", True))
    width = LEFT * 2 + (CARD_BOX + 6) * ACROSS
    return picture(width, y, say(Message("title")), text_form(v, say), shapes)


def _head(v: View, seat: int, say: Callable[[Message], str]) -> str:
    p = v.players[seat]
    told = say(Message("text_form.player", {"seat": seat, "n": p.unicorns, "goal": v.goal, "hand": p.hand_size}))
    return ("▸ " if seat == v.active else "") + told


def _row(top: float, head: str, cards: list[tuple[str, bool]], say: Callable[[Message], str]) -> Iterator[str]:
    yield label(LEFT, top + 16, head, 13, PALE, "start")
    for i, (card, blinded) in enumerate(cards):
        x, y = LEFT + (CARD_BOX + 6) * (i % ACROSS), top + 24 + (HIGH + 6) * (i // ACROSS)
        yield rect(x, y, CARD_BOX, HIGH, FILLS[TYPE_NAME[TYPE[NUMBER[card]]]], "#b9aede")
        for n, part in enumerate(_lines(say(Message(f"card.{card}")))):
            yield label(x + CARD_BOX / 2, y + 18 + 14 * n, part, 11, PALE if blinded else INK)


def _lines(title: str) -> list[str]:
    """A title on at most three lines of a card."""
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + len(word) > 12:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [clipped(part, 14) for part in lines[:3]]
