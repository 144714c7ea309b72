"""The bots of the duel, from a view to an action's text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stajnia.bots.duel.board import board
from stajnia.bots.duel.core import core
from stajnia.bots.duel.exact import Advice, Expert, expert
from stajnia.bots.duel.table import TableError
from stajnia.core.game import Rng

_STRONG_FROM = 6  # tokens on the board from which `strong` plays exactly


class _Seen:
    """A view as masks of cells: `mine` are the pawns of the seat that acts."""

    def __init__(self, view: Any) -> None:
        self.rows: str = view.rows
        rows = view.rows.split("/")
        self.names = [
            f"{chr(97 + c)}{r + 1}" for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"
        ]
        seat = view.turn[0]
        self.mine, self.theirs = self.mask(view.pawns[seat]), self.mask(view.pawns[1 - seat])
        self.tokens = self.mask(view.rainbows)
        self.phase: str = view.phase
        self.begins: bool = view.first == seat

    def mask(self, cells: Sequence[str]) -> int:
        return sum(1 << self.names.index(cell) for cell in cells)

    def text(self, action: int | tuple[int, int]) -> str:
        cells = (action,) if isinstance(action, int) else action
        return " ".join(self.names[cell] for cell in cells)


def perfect(view: Any, legal: Sequence[str], rng: Rng) -> str:
    """Plays to win whenever the position is won; else holds out as long as it can."""
    seen = _Seen(view)
    player = expert(seen.rows)
    try:
        advice = _advice(player, seen)
    except TableError:
        player.drop_table()
        advice = _advice(player, seen)
    texts = [seen.text(action) for action in advice.actions]
    texts = [text for text in texts if text in legal] or list(legal)
    return texts[rng.randrange(len(texts))]


def _advice(player: Expert, seen: _Seen) -> Advice[Any]:
    if seen.phase == "place":
        return player.placing(*((seen.mine, seen.theirs) if seen.begins else (seen.theirs, seen.mine)))
    if seen.phase == "jump":
        return player.jump(seen.mine, seen.theirs, seen.tokens)
    return player.token(seen.mine, seen.theirs, seen.tokens)


def _playing(view: Any, legal: Sequence[str], rng: Rng) -> str:
    """The action that does best in random games."""
    seen = _Seen(view)
    if seen.phase == "place":
        return legal[rng.randrange(len(legal))]
    here = board(seen.rows)
    seed, count = rng.randrange(1 << 30), 40
    best = {}
    for text in legal:
        cells = [seen.names.index(name) for name in text.split()]
        if seen.phase == "token":
            best[text] = -core.playouts(here.packed, seen.theirs, seen.mine, seen.tokens | 1 << cells[0], count, seed)[
                0
            ]
            continue
        after = seen.mine ^ 1 << cells[0] ^ 1 << cells[1]
        free = here.free(after, seen.theirs, seen.tokens)
        best[text] = -min(
            core.playouts(here.packed, seen.theirs, after, seen.tokens | 1 << cell, count, seed)[0]
            for cell in range(here.cells)
            if free >> cell & 1
        )
    return max(legal, key=lambda text: best[text])


def strong(view: Any, legal: Sequence[str], rng: Rng) -> str:
    """Many random games early on, exact play later."""
    if view.phase != "place" and len(view.rainbows) >= _STRONG_FROM:
        return perfect(view, legal, rng)
    return _playing(view, legal, rng)
