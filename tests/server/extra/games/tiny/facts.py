"""What is the same in every match of the test game."""

from __future__ import annotations

from msgspec import Struct


class Facts(Struct, frozen=True):
    cards: tuple[int, ...]


FACTS = Facts(cards=(1, 2, 3))
