"""Counted trees: the rules against a second, plain telling of them with coordinates only."""

from __future__ import annotations

import pytest

from stajnia.games import duel
from stajnia.games.duel.state import State
from tests.duel.picture import position

Spot = tuple[int, int]


def count(s: State, depth: int) -> int:
    """Lines of play of that many actions through the rules."""
    to_act = duel.to_act(s)
    if depth == 0 or not to_act:
        return int(depth == 0)
    total = 0
    for a in duel.legal(s, to_act[0]):
        t = s.copy()
        duel.play(t, to_act[0], a)
        total += count(t, depth - 1)
    return total


def plain(cells: set[Spot], mine: set[Spot], theirs: set[Spot], tokens: set[Spot], turns: int) -> int:
    """Whole turns (jump and token) counted from the sentences of the rules, without sharing a line of code."""
    if turns == 0:
        return 1
    total = 0
    for r, c in mine:
        for target in cells:
            if {abs(target[0] - r), abs(target[1] - c)} != {1, 2} or target in mine | theirs | tokens:
                continue
            moved = mine - {(r, c)} | {target}
            for token in cells - moved - theirs - tokens:
                total += plain(cells, theirs, moved, tokens | {token}, turns - 1)
    return total


PICTURES = [
    "A.A.A\n.....\n.....\nB.B.B",
    ".AAA.\n.....\n.....\n.BBB.",
    "A....  \n.A...  \n  ..AB.\n  B..B.",
    "AB.TTTA\nBA.TTTB",
]


@pytest.mark.parametrize("picture", PICTURES)
def test_trees_have_the_counted_size(picture: str) -> None:
    """One and two whole turns from a position have as many lines as a plain count says."""
    s = position(picture)
    spots = {(r, c): sign for r, line in enumerate(picture.split("\n")) for c, sign in enumerate(line) if sign != " "}
    by_sign = {sign: {spot for spot, x in spots.items() if x == sign} for sign in "ABT"}
    for turns in (1, 2):
        expected = plain(set(spots), by_sign["A"], by_sign["B"], by_sign["T"], turns)
        assert count(s, 2 * turns) == expected


def test_known_numbers() -> None:
    """The numbers themselves, so that both counts cannot drift together."""
    sizes = [count(position(PICTURES[0]), depth) for depth in (1, 2, 3, 4)]
    assert sizes == [8, 112, 832, 10816]  # 2 + 4 + 2 jumps, 14 free cells each, and so on
