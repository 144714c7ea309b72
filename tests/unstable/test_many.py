"""Random matches: they end, lose no card, and their events explain the zones (the long run: `many.py`)."""

from __future__ import annotations

import pytest

from tests.unstable.many import many


@pytest.mark.parametrize(("first", "bots"), [(0, False), (14, False), (28, True)])
def test_random_matches(first: int, bots: bool) -> None:
    """Each number of seats with both decks; 127 cards after each move; zones as told; also when bots play."""
    reasons, _ = many(14, first, bots)
    assert sum(reasons.values()) == 14
