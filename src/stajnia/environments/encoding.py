"""A view as numbers and an action as an index: the one place where environments and learners take both from.

Every game has a module `encode_GAME` with `VERSION` (goes up when an index or a number changes its meaning), its
`PARTS`, `numbers(view)`, `actions()`, `index(view, text)` and `text(view, index)`. Numbers are built from the view and
nothing else, so they cannot hold what a seat may not know. Seats are counted from the viewer on: 0 is oneself, 1 the
next in turn order. docs/environments.md tells what is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from math import prod
from typing import Any, NamedTuple, Protocol, cast

from stajnia.core.game import AnyGame, Illegal
from stajnia.games import game as find


class Part(NamedTuple):
    """A named stretch of the numbers; `shape` may hold `SEATS`, which stands for the number of seats."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    low: int = 0


SEATS = -1  # in a shape: as many as play


class Rules(Protocol):
    """What a module `encode_GAME` holds."""

    VERSION: int
    PARTS: Sequence[Part]

    def actions(self) -> int: ...
    def numbers(self, view: Any, /) -> Mapping[str, Sequence[float]]: ...
    def index(self, view: Any, text: str, /) -> int: ...  # KeyError or ValueError: there is none
    def text(self, view: Any, index: int, /) -> str: ...


class Encoding:
    """The numbers of a game at so many seats.

    >>> duel = Encoding("duel", 2)
    >>> duel.actions, duel.size
    (180, 167)
    >>> from stajnia import Match
    >>> view = Match.start("duel", 2, {"first": "0"}).view(0)
    >>> duel.index(view, "b2"), duel.text(view, 6)
    (6, 'b2')
    """

    def __init__(self, name: str, seats: int) -> None:
        self.game: AnyGame = find(name)
        if seats not in self.game.SEATS:
            message = "bad_seats" if len(self.game.SEATS) > 1 else "bad_seats_only"
            low, high = self.game.SEATS[0], self.game.SEATS[-1]
            raise Illegal(f"{name} options", message, seats=seats, low=low, high=high)
        self.rules = cast(Rules, import_module(f"stajnia.environments.encode_{name}"))
        self.seats = seats
        self.version = self.rules.VERSION
        self.actions = self.rules.actions()
        self.parts: dict[str, slice] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.low: list[float] = []
        self.high: list[float] = []
        for part in self.rules.PARTS:
            shape = tuple(seats if n == SEATS else n for n in part.shape)
            self.shapes[part.name] = shape
            self.parts[part.name] = slice(len(self.low), len(self.low) + prod(shape))
            self.low += [part.low] * prod(shape)
            self.high += [part.high] * prod(shape)
        self.size = len(self.low)

    def numbers(self, view: Any) -> list[float]:
        """The view as numbers, part after part."""
        found = self.rules.numbers(view)
        return [x for name in self.parts for x in found[name]]

    def index(self, view: Any, text: str) -> int:
        """The index of an action; ValueError for what has none."""
        try:
            return self.rules.index(view, text)
        except (KeyError, ValueError, IndexError):
            raise ValueError(f"“{text}” has no index in the encoding of {self.game.NAME}") from None

    def text(self, view: Any, index: int) -> str:
        """The action of an index; ValueError outside of the range."""
        if not 0 <= index < self.actions:
            raise ValueError(f"{index} is no action of {self.game.NAME}: they go from 0 to {self.actions - 1}")
        return self.rules.text(view, index)

    def by_index(self, view: Any, texts: Iterable[str]) -> dict[int, str]:
        """Legal actions by their index."""
        return {self.index(view, text): text for text in texts}


def one_hot(at: int, size: int) -> list[float]:
    """A one at a place; nothing for a place that is not there."""
    found = [0.0] * size
    if 0 <= at < size:
        found[at] = 1.0
    return found


def flags(there: Iterable[Any], names: Mapping[Any, int] | Sequence[Any]) -> list[float]:
    """How often each name is there."""
    places = names if isinstance(names, Mapping) else {name: i for i, name in enumerate(names)}
    found = [0.0] * len(places)
    for name in there:
        if name in places:
            found[places[name]] += 1
    return found


def from_me(view: Any, seats: int) -> list[int]:
    """All seats in turn order, the viewer first."""
    me = view.seat or 0
    return [(me + i) % seats for i in range(seats)]


def away(view: Any, seat: int | None, seats: int) -> int:
    """How many seats after the viewer somebody sits; -1: nobody."""
    return -1 if seat is None or seat < 0 else (seat - (view.seat or 0)) % seats
