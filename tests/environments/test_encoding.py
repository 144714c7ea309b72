"""Views as numbers and actions as indices: every game, every variant, there and back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stajnia.core.match import Match
from stajnia.environments.encoding import Encoding
from stajnia.games.duel.layouts import name_of
from tests.contract.drive import Case, case_id, cases

SOME = 60  # decisions of each match


def decisions(case: Case, seed: int) -> list[tuple[Any, list[str]]]:
    """Views with the legal actions of their seats, from a random match."""
    name, seats, options = case
    rng = Random(seed)
    match = Match.start(name, seats, options, seed)
    found: list[tuple[Any, list[str]]] = []
    while match.to_act and len(found) < SOME:
        seat = rng.choice(match.to_act)
        found.append((match.view(seat), match.legal(seat)))
        match.play(seat, rng.choice(found[-1][1]))
    return found


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_every_legal_action_has_an_index_of_its_own(case: Case) -> None:
    """An action goes to an index and back to the same text, and no two share one."""
    code = Encoding(case[0], case[1])
    for view, legal in decisions(case, 5):
        indices = [code.index(view, text) for text in legal]
        assert len(set(indices)) == len(legal)
        assert all(0 <= index < code.actions for index in indices)
        assert [code.text(view, index) for index in indices] == legal


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_numbers_keep_their_size_and_bounds(case: Case) -> None:
    """Every view of a match has as many numbers, each within the bounds that its part tells."""
    code = Encoding(case[0], case[1])
    for view, _ in decisions(case, 6):
        numbers = code.numbers(view)
        assert len(numbers) == code.size
        for name, part in code.parts.items():
            within = zip(code.low[part], numbers[part], code.high[part], strict=True)
            assert all(low <= x <= high for low, x, high in within), name


@pytest.mark.parametrize("name", ["duel", "clovers", "fever", "unstable"])
def test_what_no_seat_may_know_changes_no_number(name: str) -> None:
    """States that one view allows are the same to the learner in that seat."""
    code = Encoding(name, 2)
    rng = Random(4)
    for view, _ in decisions((name, 2, {}), 8)[::6]:
        other = code.game.guess(view, rng)
        assert code.numbers(code.game.view(other, view.seat)) == code.numbers(view)


def test_a_board_can_be_read_back_from_its_numbers() -> None:
    """Whose unicorns stand where and where rainbows lie: the numbers of a duel say it all."""
    code = Encoding("duel", 2)
    for view, _ in decisions(("duel", 2, {"layout": "stairs"}), 3):
        numbers = code.numbers(view)
        places = numbers[code.parts["cells"]]
        names = [name_of((int(r), int(c))) for r, c in zip(places[::2], places[1::2], strict=True)]
        for part, cells in (
            ("own", view.pawns[view.seat]),
            ("other", view.pawns[1 - view.seat]),
            ("rainbows", view.rainbows),
        ):
            there = zip(names, numbers[code.parts[part]], strict=True)
            assert {name for name, on in there if on} == set(cells)


def test_gardens_are_told_from_the_viewer_on() -> None:
    """The first garden is one's own, the others follow in turn order."""
    code = Encoding("clovers", 3)
    for view, _ in decisions(("clovers", 3, {}), 3):
        gardens = code.numbers(view)[code.parts["gardens"]]
        assert gardens[:16] == list(view.boards[view.seat])
        assert gardens[16:32] == list(view.boards[(view.seat + 1) % 3])


def test_what_has_no_index_is_refused_in_a_sentence() -> None:
    """A text of another game, and an index outside of the range."""
    code = Encoding("duel", 2)
    view = Match.start("duel", 2).view(0)
    with pytest.raises(ValueError, match="has no index in the encoding of duel"):
        code.index(view, "take 7 b2")
    with pytest.raises(ValueError, match="they go from 0 to 179"):
        code.text(view, 180)


def test_encodings_that_learners_were_taught_on_stay_as_they_are() -> None:
    """Sizes by version: who changes one of them raises the version."""
    sizes = {(name, seats): (c.version, c.actions, c.size) for name, seats, c in _all()}
    assert sizes == {
        ("duel", 2): (1, 180, 167),
        ("clovers", 4): (1, 390, 201),
        ("fever", 4): (1, 329, 1008),
        ("unstable", 4): (1, 1912, 2436),
    }


def _all() -> list[tuple[str, int, Encoding]]:
    return [(n, s, Encoding(n, s)) for n, s in (("duel", 2), ("clovers", 4), ("fever", 4), ("unstable", 4))]
