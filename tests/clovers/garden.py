"""Positions of Clovers from pictures, so that a test reads like the example it is taken from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stajnia.core.game import CHANCE, Event, Illegal, complete
from stajnia.games import clovers
from stajnia.games.clovers.state import State

BLANK = ". . . ./. . . ./. . . ./. . . ."


def board(picture: str) -> list[int]:
    """A board from four rows; `.` is an empty cell."""
    cells = [0 if word == "." else int(word) for word in picture.replace("/", " ").split()]
    assert len(cells) == 16
    return cells


def table(*pictures: str, up: Sequence[int] = (), hand: int = 0, pile: int | None = None, **options: Any) -> State:
    """A turn of seat 0: these boards, these clovers face up, all others face down (or only the `pile` lowest)."""
    seats = max(2, len(pictures))
    s = clovers.new(seats, complete(clovers, seats, {"first": "0", **options}))  # type: ignore[arg-type]
    s.boards = [board(p) for p in [*pictures, BLANK][:seats]]
    s.phase = "place" if hand else "take"
    s.hand = hand
    for number in [n for b in s.boards for n in b if n] + list(up) + ([hand] if hand else []):
        s.unseen[number] -= 1
    for number in up:
        s.face_up[number] += 1
    if pile is not None:
        for number in range(20, 0, -1):
            s.unseen[number] = max(0, min(s.unseen[number], pile - sum(s.unseen[:number])))
    s.pile = sum(s.unseen)
    return s


def play(s: State, *texts: str) -> list[Event]:
    """Play actions in turn, chance among them; what was told."""
    told: list[Event] = []
    for text in texts:
        clovers.play(s, clovers.to_act(s)[0], clovers.read(text), told.append)
    return told


def refused(s: State, text: str, seat: int | None = None) -> Illegal:
    """The refusal of an action; nothing has changed."""
    key = s.key()
    with pytest.raises(Illegal) as e:
        clovers.play(s, clovers.to_act(s)[0] if seat is None else seat, clovers.read(text))
    assert s.key() == key
    return e.value


def offered(s: State) -> set[str]:
    """The legal actions as texts."""
    to_act = clovers.to_act(s)
    if to_act == (CHANCE,):
        return {clovers.write(a) for a, _ in clovers.odds(s)}
    return {clovers.write(a) for a in clovers.legal(s, to_act[0])} if to_act else set()


def deal(s: State, *numbers: int) -> list[Event]:
    """Chance draws these clovers."""
    return play(s, *(f"deal {n}" for n in numbers))
