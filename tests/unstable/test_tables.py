"""Nothing of the decks is untested, and the page about them is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from stajnia.core.words import LANGS, words
from stajnia.games.unstable.deck import CARDS
from tests.unstable.tables import cards, proofs_of

PAGE = Path(__file__).parents[2] / "docs" / "unstable.md"


@pytest.mark.parametrize("id", [card.id for card in CARDS])
def test_every_card_has_a_test_and_words(id: str) -> None:
    """A test is named after each card, and both languages have its title and text."""
    assert proofs_of(id)
    for lang in LANGS:
        said = words("unstable", lang).catalogue
        assert said[f"card.{id}"]
        assert f"card.{id}.text" in said


def test_the_page_has_the_table_of_cards() -> None:
    """docs/unstable.md shows the table as `python -m tests.unstable.tables` prints it."""
    assert cards() in PAGE.read_text("utf-8")


def test_both_languages_have_the_same_words() -> None:
    """The same set of words in Polish and in English."""
    assert set(words("unstable", "pl").catalogue) == set(words("unstable", "en").catalogue)
