"""The table in the terminal: what a person needs to read is there, and nothing else."""

from __future__ import annotations

import pytest

from stajnia.core.game import Message
from stajnia.core.words import words
from stajnia.games import unstable
from stajnia.games.unstable.state import Phase
from stajnia.games.unstable.view_parts import PHASES
from tests.unstable.table import Table, table


def board(t: Table, seat: int | None, lang: str = "en") -> str:
    said = words("unstable", "en" if lang == "en" else "pl")
    return unstable.text_form(t.view(seat), lambda message: said.say(message, ["Ala", "Bartek", "Celina"]))


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_hand_is_shown_with_what_its_cards_do(lang: str) -> None:
    """Each card of one's own hand has its text, once; other hands are numbers."""
    t = table("/ neigh neigh rhinocorn", "/ yay")
    said = words("unstable", "en" if lang == "en" else "pl").catalogue
    mine, theirs = board(t, 0, lang), board(t, 1, lang)
    assert mine.count(said["card.neigh.text"]) == 1
    assert said["card.rhinocorn.text"] in mine
    assert said["card.yay"] not in mine
    assert said["card.rhinocorn"] not in theirs
    assert said["card.yay"] not in board(t, None, lang)


def test_texts_are_those_of_the_edition() -> None:
    """With the first deck a card that differs there shows its first text, the others their only one."""
    said = words("unstable", "en").catalogue
    text = board(table("/ mermaid_unicorn yay", "", deck="first"), 0)
    assert said["card.mermaid_unicorn.text.first"] in text
    assert said["card.mermaid_unicorn.text"] not in text
    assert said["card.yay.text"] in text
    assert ".text" not in text


def test_what_is_asked_about_is_explained() -> None:
    """In a window the played card, in a chain the effect that asks."""
    said = words("unstable", "en").catalogue
    t = table("/ seductive_unicorn yay", "narwhal / neigh").put(0, "seductive_unicorn")
    assert said["card.seductive_unicorn.text"] in board(t, 1)
    t.answer({1: "neigh"})
    assert "Played: Seductive Unicorn (Ala) < Neigh (Bartek)" in board(t, 0)
    assert said["card.seductive_unicorn.text"] in board(t, 0)
    u = table("/ seductive_unicorn yay", "narwhal").play(0, "seductive_unicorn")
    assert "Link 1: Seductive Unicorn (Ala, choosing now)" in board(u, 0)
    assert said["card.seductive_unicorn.text"] in board(u, 0)


def test_what_holds_for_a_stable_is_said_beside_it() -> None:
    """Bars, an open hand, pandas, blinded unicorns, double worth, second copies, known cards."""
    t = table("broken_stable yay ginormous_unicorn claw_machine.2", "pandamonium slowdown narwhal / neigh", "nanny_cam")
    text = board(t, 2)
    assert "Ala: 2 of 7 unicorns, 0 cards in hand (no Neighs, cannot be answered, no Upgrades)" in text
    assert "Ginormous Unicorn [worth 2]" in text
    assert "Claw Machine .2" in text
    assert "Narwhal [panda]" in text
    assert "Celina: 0 of 7 unicorns, 0 cards in hand (open hand)" in text
    u = table("blinding_light americorn baby_narwhal", "nanny_cam / neigh", pile="yay yay")
    assert "Baby Narwhal, Americorn [blinded]" in board(u, 0)
    assert "Discard pile: Yay ×2" in board(u, 0)


def test_the_end_is_told() -> None:
    """Who won and why, or that nobody did."""
    t = table("narwhal", "rhinocorn", left=1).act(0, "draw")
    assert board(t, 0).endswith("Level on unicorns: the most letters win.\nBartek: victory")
    u = table("baby_unicorn_red", "baby_unicorn_blue", left=1).act(0, "draw")
    assert board(u, None).endswith("Everybody loses")
    assert words("unstable", "en").say(Message("title")) in board(u, None)


def test_the_deck_is_shown_to_who_looks_at_it_only() -> None:
    """A searcher reads the deck, an oracle its top."""
    t = table("/ classy_narwhal", "", left=3).play(0, "classy_narwhal").pick(0, "use")
    assert "In the deck: " in board(t, 0)
    assert "In the deck: " not in board(t, 1)
    u = table("/ unicorn_oracle", "")
    u.fate = ["yay", "slowdown", "rhinocorn"]
    u.play(0, "unicorn_oracle")
    assert "Top of the deck: Yay, Slowdown, Rhinocorn" in board(u, 0)
    assert "Top of the deck" not in board(u, 1)


def test_phases_are_named_in_their_order() -> None:
    for n, name in enumerate(PHASES):
        assert getattr(Phase, name.upper()) == n
