"""What a seat of the test game may know."""

from __future__ import annotations

import msgspec

from stajnia.core.game import Message, Seat


class Window(msgspec.Struct, frozen=True):
    asked: tuple[Seat, ...]


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    seats: int
    goal: int
    bids: tuple[int, ...]  # all, once turned up
    hand: tuple[int, ...]  # own
    hands: tuple[int, ...]  # how many cards each has
    scores: tuple[int, ...]
    left: int
    player: Seat
    played: int  # the card that may be answered, 0: none
    window: Window | None
    sealed: str = ""
