"""The learned player of unstable: a Neigh for the card that matters, and nobody singled out for the seat."""

from __future__ import annotations

from collections import Counter
from random import Random

from stajnia.bots.bot import Budget, bot
from tests.unstable.table import Table, table

SIX = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink baby_unicorn_black americorn"


def choices(t: Table, seat: int, n: int) -> Counter[str]:
    """What the best player does there with so many different dice."""
    best, view, legal = bot("unstable", "best"), t.view(seat), t.legal(seat)
    return Counter(best(view, legal, Random(dice), Budget(simulations=20 * len(legal))) for dice in range(n))


def test_a_neigh_is_kept_for_the_card_that_matters() -> None:
    """The only Neigh answers the seventh unicorn, whoever plays it, and no first one."""
    harmless = table("/ narwhal", "/ neigh yay", "").put(0, "narwhal")
    assert choices(harmless, 1, 6) == {"pass": 6}
    wins = table(f"{SIX} / narwhal", "/ neigh", "").put(0, "narwhal")
    assert choices(wins, 1, 6) == {"neigh": 6}
    later = table("/ yay", "/ neigh", f"{SIX} / narwhal")
    later.act(0, "draw").go().act(1, "draw").go().put(2, "narwhal")
    assert choices(later, 1, 6) == {"neigh": 6}


def test_nobody_is_singled_out_for_the_seat() -> None:
    """Three opponents alike, each with one unicorn: each of them is hit now and then."""
    t = table("/ unicorn_poison", "baby_unicorn_red", "baby_unicorn_blue", "baby_unicorn_pink").play(
        0, "unicorn_poison"
    )
    hit = choices(t, 0, 24)
    assert set(hit) == set(t.legal(0))
    assert max(hit.values()) <= 18
