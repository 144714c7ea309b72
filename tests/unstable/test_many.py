"""Random matches: they end, lose no card, and their events explain the zones (the long run: `many.py`)."""

from __future__ import annotations

import pytest

from tests.unstable.many import many


@pytest.mark.parametrize("first", [0, 14])
def test_random_matches(first: int) -> None:
    """Each number of seats with both decks; 127 cards after each move; zones as told."""
    reasons, _ = many(14, first)
    assert sum(reasons.values()) == 14
