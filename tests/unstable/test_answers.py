"""Instants: windows, chains of Neighs of every length, Super Neigh."""

from __future__ import annotations

import pytest

from stajnia.games.unstable.seen import sealed, sealed_value
from tests.unstable.table import both, table


@pytest.mark.rule("unstable R44", "unstable R48")
@both
def test_everyone_else_is_asked_at_once(deck: str) -> None:
    """All others with a card in hand are asked together, holding an Instant or not; who played is not."""
    t = table("/ rhinocorn neigh", "/ yay", "", "/ neigh", deck=deck).put(0, "rhinocorn")
    assert t.waiting == (1, 3)
    assert t.legal(1) == ["pass"]
    assert t.legal(3) == ["pass", "neigh"]
    assert t.refuses(0, "neigh") == "turn not_your_turn"
    assert t.refuses(1, "neigh") == "R44 no_neigh"
    assert t.stable(0) == []


@pytest.mark.rule("unstable R49", "unstable R51", "unstable R18")
@both
def test_neigh(deck: str) -> None:
    """The answered card goes to the discard pile without effect, the Neigh too, and the action is used."""
    t = table("/ llamacorn yay", "/ neigh", deck=deck).put(0, "llamacorn").answer({1: "neigh"}).answer()
    assert t.pile == ["llamacorn", "neigh"]
    assert t.stable(0) == []
    assert t.told("link") == []
    assert t.view(None).active == 1


@pytest.mark.rule("unstable R45", "unstable R46", "unstable R47", "unstable R50")
@both
@pytest.mark.parametrize("k", range(7))
def test_a_row_of_neighs(k: int, deck: str) -> None:
    """An even number of Neighs lets the card through, an odd number stops it, whoever plays how many."""
    t = table("/ rhinocorn neigh neigh neigh yay", "/ neigh neigh neigh yay", deck=deck).put(0, "rhinocorn")
    for i in range(k):
        t.answer({(i + 1) % 2: "neigh"})
    t.answer()
    assert (t.stable(0) == ["rhinocorn"]) == (k % 2 == 0)
    assert t.pile.count("neigh") == k
    assert ("rhinocorn" in t.pile) == (k % 2 == 1)


@pytest.mark.rule("unstable R52")
@both
def test_super_neigh(deck: str) -> None:
    """Nobody is asked after a Super Neigh: it works at once."""
    t = table("/ rhinocorn neigh super_neigh", "/ neigh", deck=deck).put(0, "rhinocorn")
    t.answer({1: "neigh"}).answer({0: "super_neigh"})
    assert "neigh" in t.pile
    assert "super_neigh" in t.pile
    u = table("/ rhinocorn neigh", "/ super_neigh", deck=deck).put(0, "rhinocorn").answer({1: "super_neigh"})
    assert u.pile == ["rhinocorn", "super_neigh"]


@both
def test_after_a_super_neigh_the_card_below_may_be_answered_again(deck: str) -> None:
    """It does not end the chain: the card below is open again, for everyone."""
    t = table("/ rhinocorn super_neigh", "/ neigh neigh", "/ neigh", deck=deck).put(0, "rhinocorn")
    t.answer({1: "neigh"}).answer({0: "super_neigh"})
    assert t.waiting == (1, 2)
    assert [c.card for c in t.view(None).stack] == ["rhinocorn"]
    t.answer({2: "neigh"}).answer()
    assert t.pile == ["neigh", "neigh", "rhinocorn", "super_neigh"]


@pytest.mark.rule("unstable R54", "unstable B17")
@both
def test_after_a_neigh_that_nobody_could_answer_the_card_below_may_be_answered_again(deck: str) -> None:
    """With Yay a Neigh stops a Neigh at once; who had answered too late is asked again, and nobody is passed over."""
    t = table("/ narwhal", "/ neigh yay", "yay / neigh", "/ neigh", deck=deck).put(0, "narwhal")
    t.answer({1: "neigh", 3: "neigh"}).answer({2: "neigh"})
    assert [c.card for c in t.view(None).stack] == ["narwhal"]
    assert t.waiting == (1, 3)
    t.answer({3: "neigh"}).answer()
    assert t.pile == ["narwhal", "neigh", "neigh", "neigh"]


@both
def test_after_an_ordinary_neigh_on_a_neigh_there_is_no_second_window(deck: str) -> None:
    """Everybody could have answered that Neigh: even or odd decides."""
    t = table("/ narwhal neigh", "/ neigh yay", "/ neigh", deck=deck).put(0, "narwhal")
    t.answer({1: "neigh"}).answer({0: "neigh"}).answer()
    assert t.stable(0) == ["narwhal"]


@both
@pytest.mark.parametrize(("back", "stopped"), [([], True), ([0], False), ([0, 1], True)])
def test_super_neigh_in_a_row(back: list[int], stopped: bool, deck: str) -> None:
    """A Super Neigh deep in the row: what it removed is gone, what is below goes on being answered."""
    t = table("/ rhinocorn neigh neigh yay", "/ neigh neigh super_neigh yay", deck=deck).put(0, "rhinocorn")
    t.answer({1: "neigh"}).answer({0: "neigh"}).answer({1: "super_neigh"})
    # the Super Neigh took seat 0's Neigh; seat 1's first Neigh is open again
    assert [c.card for c in t.view(None).stack] == ["rhinocorn", "neigh"]
    for seat in back:
        t.answer({seat: "neigh"})
    t.answer()
    assert ("rhinocorn" in t.pile) == stopped


@pytest.mark.rule("unstable R54")
@both
def test_declined_is_declined(deck: str) -> None:
    """Once all have declined the card resolves; there is no second chance."""
    t = table("/ rhinocorn", "/ neigh", deck=deck).play(0, "rhinocorn")
    assert t.stable(0) == ["rhinocorn"]
    assert t.refuses(1, "neigh") != ""


@both
def test_first_to_the_left_answers(deck: str) -> None:
    """Of several answers the first in turn order counts; the others keep their cards, which all have seen (O4)."""
    t = table("/ neigh", "/ rhinocorn", "/ neigh yay", "/ super_neigh", deck=deck)
    t.act(0, "draw").go().put(1, "rhinocorn")
    t.answer({3: "super_neigh", 0: "neigh", 2: "neigh"})
    assert [(c.card, c.seat) for c in t.view(None).stack] == [("rhinocorn", 1), ("neigh", 2)]
    assert t.told("too_late") == [{"seat": 3, "card": "super_neigh"}, {"seat": 0, "card": "neigh"}]
    assert "neigh" in t.hand(0)
    assert t.view(None).players[3].hand == ["super_neigh"]
    assert t.waiting == (0, 1, 3) if t.hand(1) else (0, 3)


@both
def test_answers_are_sealed(deck: str) -> None:
    """Until all are in nothing shows who has answered or what."""
    t = table("/ rhinocorn", "/ neigh", "/ neigh", "/ yay", deck=deck).put(0, "rhinocorn")
    before = {seat: t.view(seat) for seat in (0, 2, 3, None)}
    events = len(t.events)
    t.act(1, "neigh")
    assert {seat: t.view(seat) for seat in (0, 2, 3, None)} == before
    assert len(t.events) == events
    window = t.view(1).window
    assert window is not None
    assert (t.view(1).sealed, window.asked) == ("neigh", [1, 2, 3])
    assert t.view(1).turn == (1, 2, 3)
    assert t.waiting == (2, 3)


@pytest.mark.rule("unstable R17")
@both
def test_instants_are_no_action(deck: str) -> None:
    """A Neigh is never the action of the Action phase."""
    t = table("/ neigh super_neigh", "/ yay", deck=deck)
    assert t.legal(0) == ["draw"]
    assert t.refuses(0, "play neigh") == "R17 instant_as_action"
    assert t.refuses(0, "super_neigh") == "R17 instant_as_action"


@pytest.mark.rule("unstable R53")
@both
def test_no_window_for_effects(deck: str) -> None:
    """An effect, or a card an effect puts into a stable, is never answered."""
    t = table("glitter_bomb", "narwhal / neigh", deck=deck, turn=True)
    t.pick(0, "sacrifice glitter_bomb", "destroy narwhal")
    assert t.told("window") == []


@both
def test_nobody_to_ask(deck: str) -> None:
    """If nobody has a card, or all are barred, the card resolves at once."""
    t = table("/ rhinocorn", "", "slowdown / neigh", deck=deck).put(0, "rhinocorn")
    assert t.stable(0) == ["rhinocorn"]


@pytest.mark.parametrize(
    ("mine", "next_one", "answer"),
    [
        ("/ rhinocorn", "/ neigh", "neigh"),
        ("/ rhinocorn", "/ neigh", "pass"),
        ("/ llamacorn yay", "/ neigh yay", "discard yay"),
        ("/ extremely_destructive_unicorn", "rhinocorn narwhal /", "sacrifice narwhal"),
    ],
)
def test_a_sealed_answer_is_read_as_it_is_told(mine: str, next_one: str, answer: str) -> None:
    """While others are missing, the view tells one's own as an action, and a guess reads it back."""
    t = table(mine, next_one, "baby_unicorn_red / slowdown")
    card = mine.split()[1]
    (t.put if answer in ("neigh", "pass") else t.play)(0, card)
    t.act(1, answer)
    assert 2 in t.waiting
    assert sealed(t.s, 1) == answer == t.view(1).sealed
    assert sealed_value(t.s, 1, answer) == t.s.sealed[1]
