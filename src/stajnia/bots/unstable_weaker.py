"""Players of Unstable Unicorns as people begin.

The beginner fills its own stable, takes a card for a unicorn or not, and never thinks of its Neighs. The casual player
plays its cards for what they do, but hits nobody in particular, does not see who is about to win, and stops nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.unstable import Greedy, kind
from stajnia.core.game import PASS, Rng, Seat
from stajnia.games.unstable.card_language import DOWNGRADE, UNICORN
from stajnia.games.unstable.view import View


class Casual(Greedy):
    """All the others are alike to it."""

    def __init__(self, v: View) -> None:
        super().__init__(v)
        self.menace: list[Seat] = []
        self.relief: int = 0
        self.leader = self.others[0]

    def answer(self, legal: Sequence[str]) -> str:  # noqa: ARG002
        """It is somebody else's turn, so it does nothing."""
        return PASS


class Beginner(Casual):
    """A card is a unicorn or it is not."""

    def play(self, id: str, into: Seat) -> float:
        if (kind(id) == DOWNGRADE) == (into == self.seat):
            return -10.0
        return 10.0 if kind(id) & UNICORN else 5.0

    def in_hand(self, id: str) -> float:
        return 10.0 if kind(id) & UNICORN else 5.0

    def harm(self, handle: str, verb: str = "destroy") -> float:  # noqa: ARG002
        """Whatever it is, if only it is not the own."""
        return -1.0 if self.cards[handle][0].seat == self.seat else 1.0

    def use(self, legal: Sequence[str]) -> bool:  # noqa: ARG002
        """What may be done is done."""
        return True


def beginner(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Fills its own stable and forgets that it could answer."""
    return legal[0] if len(legal) == 1 else Beginner(view).choose(legal, rng)


def casual(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """Plays its cards for what they do, and does not see who is about to win."""
    return legal[0] if len(legal) == 1 else Casual(view).choose(legal, rng)
