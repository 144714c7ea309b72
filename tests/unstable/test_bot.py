"""The greedy bot: fair (views only), sensible, and clearly better than random."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.bots.arena import arena
from stajnia.bots.unstable import greedy
from tests.unstable.table import Table, both, table

SIX = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink baby_unicorn_black americorn"


def choice(t: Table, seat: int) -> str:
    return greedy(t.view(seat), t.legal(seat), Random(1))


@both
def test_greedy_beats_random(deck: str) -> None:
    """At least 85 % of two-player matches against random."""
    result = arena("unstable", ["greedy", "random"], 40, {"deck": deck})
    assert result.standings[0].rate >= 0.85


def test_greedy_takes_the_win() -> None:
    """The seventh unicorn is played, whatever else is in hand."""
    t = table(f"{SIX} / two_for_one yay narwhal", "rhinocorn llamacorn")
    assert choice(t, 0) == "play narwhal"


def test_greedy_stops_a_win() -> None:
    """A card that would win for another is answered; a harmless one is not."""
    t = table(f"{SIX} / narwhal", "/ neigh", "").put(0, "narwhal")
    assert choice(t, 1) == "neigh"
    u = table("/ narwhal", "/ neigh yay", "").put(0, "narwhal")
    assert choice(u, 1) == "pass"


def test_greedy_hits_the_leader() -> None:
    """Of all targets the leader's best card."""
    t = table("/ unicorn_poison", "narwhal", "baby_narwhal rhinocorn ginormous_unicorn").play(0, "unicorn_poison")
    assert choice(t, 0) == "destroy ginormous_unicorn"


@pytest.mark.parametrize(("hand", "worst"), [("neigh super_neigh mystical_vortex", "discard mystical_vortex")])
def test_greedy_discards_the_worst(hand: str, worst: str) -> None:
    """It keeps its Neighs."""
    t = table(f"/ llamacorn {hand}", "").play(0, "llamacorn")
    assert choice(t, 0) == worst


def test_greedy_sacrifices_downgrades_first() -> None:
    """What it must give up is what hurts least."""
    t = table("slowdown narwhal / two_for_one", "rhinocorn yay").play(0, "two_for_one")
    assert choice(t, 0) == "sacrifice slowdown"


@both
@pytest.mark.parametrize("card", ["tiny_stable", "pandamonium", "unicorn_poison", "back_kick"])
def test_greedy_pushes_back_who_is_about_to_win(card: str, deck: str) -> None:
    """Another one needs a single unicorn and we have no Neigh: that comes before a unicorn of our own."""
    mine = f"llamacorn alluring_narwhal classy_narwhal stabby_the_unicorn / yay unicorn_on_the_cob rhinocorn {card}"
    t = table(mine, SIX, deck=deck)
    assert choice(t, 0).startswith(f"play {card}")
    u = table(mine, "baby_narwhal", deck=deck)
    assert not choice(u, 0).startswith(f"play {card}")


def test_greedy_sees_what_a_unicorn_brings_along() -> None:
    """With five unicorns the one that brings another wins, and the effect is used; so is the Lasso at the start."""
    five = SIX.removesuffix(" americorn")
    t = table(f"{five} / rainbow_unicorn rhinocorn narwhal", "ginormous_unicorn")
    assert choice(t, 0) == "play rainbow_unicorn"
    t.play(0, "rainbow_unicorn")
    assert choice(t, 0) == "bring narwhal"
    u = table(f"{SIX} rainbow_lasso / neigh super_neigh yay", "narwhal", turn=True)
    assert choice(u, 0).startswith("discard")


def test_greedy_does_not_take_a_unicorn_that_costs_one_for_a_win() -> None:
    """Extremely Destructive Unicorn as the seventh leaves six: the plain unicorn is played, and only it is feared."""
    t = table(f"{SIX} / extremely_destructive_unicorn narwhal", "/ neigh")
    assert choice(t, 0) == "play narwhal"
    u = table(f"{SIX} / extremely_destructive_unicorn", "/ neigh", "").put(0, "extremely_destructive_unicorn")
    assert choice(u, 1) == "pass"


def test_greedy_keeps_its_last_neigh_for_the_winning_card() -> None:
    """While somebody needs a single unicorn, the only Neigh waits for it."""
    four = "rhinocorn llamacorn shabby_the_narwhal classy_narwhal"
    t = table(f"{four} / ginormous_unicorn", "/ neigh", SIX).put(0, "ginormous_unicorn")
    assert choice(t, 1) == "pass"
    u = table("/ yay", "/ neigh", f"{SIX} / narwhal")
    u.act(0, "draw").go().act(1, "draw").go().put(2, "narwhal")
    assert choice(u, 1) == "neigh"


def test_greedy_destroys_what_stays_destroyed() -> None:
    """A Phoenix that can be saved, a flyer and a Stabby are worse targets than a plain unicorn."""
    stable = "unicorn_phoenix stabby_the_unicorn swift_flying_unicorn narwhal"
    t = table("/ unicorn_poison", f"{stable} / yay").play(0, "unicorn_poison")
    assert choice(t, 0) == "destroy narwhal"


def test_greedy_answers_back_for_its_own_winning_card() -> None:
    """Its seventh unicorn is answered: it answers back."""
    t = table(f"{SIX} / narwhal neigh", "/ neigh").put(0, "narwhal").answer({1: "neigh"})
    assert choice(t, 0) == "neigh"
