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
