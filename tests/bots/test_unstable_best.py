"""The learned players of unstable: a Neigh for the card that matters, and nobody singled out for the seat."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stajnia.bots.bot import Budget, bot
from tests.unstable.table import Table, table

SIX = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink baby_unicorn_black americorn"
UNSURE = 27.6  # a sum of squares that three even shares exceed once in a million


def choices(t: Table, seat: int, n: int, guesses: int = 20, level: str = "best") -> Counter[str]:
    """What the player does there with so many different dice."""
    choose, view, legal = bot("unstable", level), t.view(seat), t.legal(seat)
    return Counter(choose(view, legal, Random(dice), Budget(simulations=guesses * len(legal))) for dice in range(n))


def test_a_neigh_is_kept_for_the_card_that_matters() -> None:
    """The only Neigh answers the seventh unicorn, whoever plays it, and no first one."""
    harmless = table("/ narwhal", "/ neigh yay", "").put(0, "narwhal")
    assert choices(harmless, 1, 6) == {"pass": 6}
    wins = table(f"{SIX} / narwhal", "/ neigh", "").put(0, "narwhal")
    assert choices(wins, 1, 6) == {"neigh": 6}
    later = table("/ yay", "/ neigh", f"{SIX} / narwhal")
    later.act(0, "draw").go().act(1, "draw").go().put(2, "narwhal")
    assert choices(later, 1, 6) == {"neigh": 6}


@pytest.mark.parametrize(
    ("other", "hand"),
    [
        ("baby_unicorn_red / narwhal yay alluring_narwhal americorn", "neigh rainbow_aura"),
        ("baby_unicorn_red / narwhal yay alluring_narwhal americorn", "neigh neigh"),
        ("baby_unicorn_red americorn / narwhal yay alluring_narwhal", "neigh rainbow_aura"),
    ],
)
def test_no_neigh_is_spent_on_a_harmless_unicorn(other: str, hand: str) -> None:
    """A second or third plain unicorn is let in: to stop it would win a few more of these games and cost the card."""
    own, third = (
        f"baby_unicorn_blue / {hand} rhinocorn seductive_unicorn",
        "baby_unicorn_pink / rainbow_unicorn llamacorn",
    )
    t = table(other, own, f"{third} back_kick").put(0, "narwhal")
    assert choices(t, 1, 12, 40)["pass"] >= 11


ALIKE = {
    "babies": ("/ unicorn_poison", "baby_unicorn_red", "baby_unicorn_blue", "baby_unicorn_pink"),
    "plain unicorns, too": (
        "narwhal / unicorn_poison",
        "baby_unicorn_red basic_unicorn_red / neigh",
        "baby_unicorn_blue basic_unicorn_green / yay",
        "baby_unicorn_pink basic_unicorn_blue / yay",
    ),
}


@pytest.mark.parametrize("level", ["strong", "best"])
@pytest.mark.parametrize("seats", ALIKE.values(), ids=ALIKE)
def test_nobody_is_singled_out_for_the_seat(seats: tuple[str, ...], level: str) -> None:
    """Three opponents who look alike: each of them is hit as often as the others."""
    t = table(*seats).play(0, "unicorn_poison")
    assert_even(t, level)


@pytest.mark.parametrize("level", ["strong", "best"])
def test_a_downgrade_goes_to_no_seat_in_particular(level: str) -> None:
    """Three opponents who look alike get it equally often, whatever else could be done."""
    t = table("narwhal / sadistic_ritual", "baby_unicorn_red", "baby_unicorn_blue", "baby_unicorn_pink")
    assert_even(t, level)


def assert_even(t: Table, level: str) -> None:
    """Seats 1 to 3 are hit equally often, as far as 200 dice tell."""
    owner = {c.handle: p.seat for p in t.view(0).players for c in p.stable}
    hit: Counter[int] = Counter()
    for text, n in choices(t, 0, 200, 12, level).items():
        last = text.split()[-1]
        if last in owner or " on p" in text:
            hit[owner[last] if last in owner else int(last[1:]) - 1] += n
    even = sum(hit.values()) / 3
    assert even > 30
    assert sum((hit[seat] - even) ** 2 / even for seat in (1, 2, 3)) < UNSURE, hit
