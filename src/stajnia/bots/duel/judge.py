"""What an action of a duel was worth (bots/analysis.py): won or lost, exactly, or nothing where that takes too long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stajnia.bots.analysis import Worth
from stajnia.bots.duel.backend import COMPILED
from stajnia.bots.duel.board import members
from stajnia.bots.duel.exact import Expert, expert
from stajnia.bots.duel.levels import Seen
from stajnia.bots.duel.solution_file import SolutionError
from stajnia.core.game import Rng
from stajnia.games.duel.state import PAWNS

NODES = 20_000 if COMPILED else 200  # positions that are searched for one simulation


def judge(view: Any, legal: Sequence[str], action: str, _rng: Rng, simulations: int) -> Worth | None:
    """Whether the action wins, and if not, whether another does."""
    seen = Seen(view)
    player = expert(seen.rows)
    try:
        return _worth(_Look(player, seen, simulations * NODES), legal, action)
    except SolutionError:
        player.drop_table()
        return _worth(_Look(player, seen, simulations * NODES), legal, action)


def _worth(look: _Look, legal: Sequence[str], action: str) -> Worth | None:
    wins = look.wins(action)
    if wins is not False:
        return None if wins is None else Worth(1.0, 1.0, action)
    if look.lost():
        return Worth(0.0, 0.0, action)
    unknown = False
    for text in legal:
        wins = look.wins(text)
        if wins:
            return Worth(0.0, 1.0, text)
        unknown = unknown or wins is None
    return None if unknown else Worth(0.0, 0.0, action)


class _Look:
    """What follows from a view, as far as so many positions tell; None: no further."""

    def __init__(self, player: Expert, seen: Seen, nodes: int) -> None:
        player.forget()
        self.player, self.seen, self.stop = player, seen, player.search.nodes + nodes

    def wins(self, action: str) -> bool | None:
        """Does the side to act win after the action?"""
        seen, cells = self.seen, [self.seen.names.index(name) for name in action.split()]
        if seen.phase == "place":
            return self._placed(cells[0])
        if seen.phase == "token":
            return self._any([cells[0]], seen.mine)
        mine = seen.mine ^ 1 << cells[0] ^ 1 << cells[1]
        return self._any(members(self.player.board.free(mine, seen.theirs, seen.tokens)), mine)

    def lost(self) -> bool:
        """Whatever one does: what is known of a whole turn at once."""
        seen = self.seen
        return seen.phase == "jump" and self._wins(seen.mine, seen.theirs, seen.tokens) is False

    def _placed(self, cell: int) -> bool | None:
        seen, starts = self.seen, self.player.starts
        first, second = (seen.mine, seen.theirs) if seen.begins else (seen.theirs, seen.mine)
        if starts is not None:
            return bool(starts.placings(first, second)[1] >> cell & 1)
        if seen.begins or second.bit_count() < PAWNS - 1:
            return None
        wins = self._wins(first, second | 1 << cell, 0)
        return None if wins is None else not wins

    def _any(self, tokens: Iterable[int], mine: int) -> bool | None:
        """Does one of these tokens win, laid after the jump?"""
        answer: bool | None = False
        for cell in tokens:
            wins = self._wins(self.seen.theirs, mine, self.seen.tokens | 1 << cell)
            if wins is False:
                return True
            if wins is None:
                answer = None
        return answer

    def _wins(self, mine: int, theirs: int, tokens: int) -> bool | None:
        left = self.stop - self.player.search.nodes
        return self.player.wins(mine, theirs, tokens, left) if left > 0 else None
