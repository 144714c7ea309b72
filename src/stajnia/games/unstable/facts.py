"""What is the same in every match of unstable, for a page or a builder; what changes stands in the view."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from stajnia.games.unstable.card_language import NEIGH_TITLE, TYPES
from stajnia.games.unstable.deck import CARDS

Type = Literal["baby", "basic", "magical", "upgrade", "downgrade", "magic", "instant"]


class CardFacts(Struct, frozen=True):
    """A design: words `card.ID`, `card.ID.text`."""

    type: Type
    second: int  # copies in the deck of the second edition
    first: int  # and of the first


class Facts(Struct, frozen=True):
    cards: dict[str, CardFacts]  # by design
    neighs: tuple[str, ...]  # the cards that answer another


_NAMES: dict[int, Type] = {number: name for name, number in TYPES.items()}  # type: ignore[misc]  # the keys are the words

FACTS = Facts(
    cards={card.id: CardFacts(_NAMES[card.type], card.second, card.first) for card in CARDS},
    neighs=tuple(card.id for card in CARDS if card.words & NEIGH_TITLE),
)
