"""Players of Unicorn Fever as people begin.

The beginner bets by the odds board alone: a third of the purse on whatever looks good, magic for the own bets, the
contract that prints most Glory. It forgets what lies on the lanes and does not see what a contract brings round after
round. The casual player has learned to fear the tax: a few coins on what succeeds most often; its magic it saves up.
"""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.fever import Reckoning, decide
from stajnia.core.game import Rng
from stajnia.games.fever.pieces import CONTRACTS
from stajnia.games.fever.view import View

SMALL = 3  # the stake of somebody who fears to lose it


class Simple(Reckoning):
    """Only the own bets count, and only the odds board tells who is quick."""

    def reckon(self) -> None:
        self.cards = [[0] * 16 for _ in range(6)]
        self.hidden = [0] * 6
        super().reckon()

    def _worth_places(self) -> None:
        self.worth = [0.0] * 18
        self._worth_of(self.seat, self.owns[self.seat], self.owned[self.seat], 1.0)

    def stake(self, t: int, gold: int) -> int:  # noqa: ARG002 (the same on all)
        return max(1, min(self.most, gold // 3))

    def contract(self, name: str) -> float:
        return float(self.box.glory[CONTRACTS.index(name)])


class Careful(Simple):
    """Nothing but the favourite, and a few coins."""

    def stake(self, t: int, gold: int) -> int:  # noqa: ARG002 (never more)
        return max(1, min(SMALL, gold))

    def best_bet(self, tokens: list[int], on: int, purse: int) -> tuple[float, int]:
        """What succeeds most often, however little it pays."""
        best, found = 0.0, -1
        for t in tokens:
            if self.chance(t) > best and (purse or not on):
                best, found = self.chance(t), t
        return best, found

    def magic_worth(self, n: int) -> float:  # noqa: ARG002
        return 0.0

    def magic(self, plays: list[int]) -> list[tuple[float, int]]:
        return [(0.0, play) for play in plays]


def beginner(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Bets a third of its purse by the odds, and forgets what others played."""
    return legal[0] if len(legal) == 1 else decide(Simple(view), legal, rng)


def casual(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Backs what is likely with a few coins, and saves up its magic."""
    return legal[0] if len(legal) == 1 else decide(Careful(view), legal, rng)
