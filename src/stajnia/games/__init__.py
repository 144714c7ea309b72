"""The games by name; a game's module is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from stajnia.core.game import AnyGame, Illegal

NAMES = ("duel", "clovers", "fever", "unstable")


def game(name: str) -> AnyGame:
    """The game of that name."""
    if name not in NAMES:
        raise Illegal(" options", "unknown_game", game=name, known=list(NAMES))
    return cast(AnyGame, import_module(f"stajnia.games.{name}"))


class _Games(Mapping[str, AnyGame]):
    def __getitem__(self, name: str) -> AnyGame:
        if name not in NAMES:
            raise KeyError(name)
        return game(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, AnyGame] = _Games()
