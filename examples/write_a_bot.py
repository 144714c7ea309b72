"""A bot of one's own against the package's: `python -m examples.write_a_bot`.

It looks one action ahead on guesses of what it cannot see, and likes what leaves the others little to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stajnia import GAMES
from stajnia.bots import clovers as bots_of_clovers
from stajnia.bots.arena import arena
from stajnia.bots.bot import Budget
from stajnia.core.game import Rng

clovers = GAMES["clovers"]


def middling(view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:  # noqa: ARG001 (it does not search)
    """Put a clover where a clover of its number belongs: small ones top left, high ones bottom right."""

    def worth(text: str) -> float:
        s = clovers.guess(view, rng)
        before = s.boards[view.seat].count(0)
        clovers.play(s, view.seat, clovers.read(text))
        board = s.boards[view.seat]
        filled = before - board.count(0)
        off = sum(abs(number - (1 + 19 * (cell % 4 + cell // 4) / 6)) for cell, number in enumerate(board) if number)
        return float(10 * filled - off + (text == "draw"))

    return max(legal, key=worth)


def main(matches: int = 60) -> float:
    """How often it beats random play."""
    bots_of_clovers.LEVELS["middling"] = middling
    result = arena("clovers", ["middling", "random"], matches, jobs=1)
    for standing in result.standings:
        print(f"{standing.player:10} {standing.wins:g} of {standing.games}")
    return next(s.rate for s in result.standings if s.player == "middling")


if __name__ == "__main__":
    main()
