"""The greedy bot chooses today what it chose when its choices were written down."""

from __future__ import annotations

import pytest

from tests.unstable.greedy_choices import FILE, FIRST_SIGN, decisions

LINES = FILE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line.split(" ")[:3]))
def test_greedy_chooses_the_same(line: str) -> None:
    """In every position of a fixed match greedy takes the action it took before."""
    seats, deck, seed, signs = line.split(" ", 3)
    expected = iter(signs)
    for place, chosen, legal in decisions(int(seats), deck, int(seed)):
        then = legal[ord(next(expected)) - FIRST_SIGN]
        assert legal[chosen] == then, f"{place}: {legal}"
    assert not list(expected)
