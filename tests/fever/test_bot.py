"""The greedy bot: legal everywhere, clearly better than chance, and only from views."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.bots.bot import SECOND, at_random, bot
from stajnia.bots.fever import Reckoning, greedy, places, prospect
from stajnia.core.game import CHANCE, complete
from stajnia.games import fever, game
from stajnia.games.fever.pieces import DESIGNS
from tests.fever.table import Table


def play(bots: list[str], seed: int) -> tuple[int, ...]:
    """The winners of a match between bots."""
    rng = Random(seed)
    s = fever.new(len(bots), complete(game("fever"), len(bots), {}))
    while fever.to_act(s):
        (seat,) = fever.to_act(s)
        if seat == CHANCE:
            odds = fever.odds(s)
            action = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
        else:
            legal = [fever.write(a) for a in fever.legal(s, seat)]
            text = bot("fever", bots[seat])(fever.view(s, seat), legal, rng, SECOND)
            assert text in legal
            action = fever.read(text)
        fever.play(s, seat, action)
    outcome = fever.outcome(s)
    assert outcome is not None
    return outcome.winners


def test_greedy_beats_random() -> None:
    """In two-player matches greedy wins far more than it loses; 34 of 40 is the bar it was built for."""
    wins = sum(play(["greedy", "random"] if n % 2 else ["random", "greedy"], n) == (1 - n % 2,) for n in range(40))
    assert wins >= 34


@pytest.mark.parametrize("seats", [3, 6])
def test_greedy_plays_at_any_table(seats: int) -> None:
    """Only legal actions, to the end, with any number of seats."""
    assert play(["greedy"] * seats, seats)


def test_chances_add_up() -> None:
    """Every place is taken by somebody, and the favourite is the likeliest winner."""
    for row in places([5.0, 4.0, 3.0, 2.0, 1.0, 0.5]):
        assert sum(row) == pytest.approx(1)
        assert all(p > 0 for p in row)
    r = Reckoning(fever.view(Table().rampage("red").s, 0))
    assert r.chances[0] == sorted(r.chances[0], reverse=True)
    helped = Reckoning(fever.view(Table().rampage("red").lay("purple", "C+ A+ H+").s, 0))
    assert helped.chances[0][5] > 3 * r.chances[0][5]


def test_a_prospect_is_worth_by_chances() -> None:
    """What the places are worth all together is the sum of chance times worth over all of them."""
    rng = Random(7)
    for _ in range(50):
        weights, worth = [rng.uniform(0.2, 5) for _ in range(6)], [rng.uniform(-3, 3) for _ in range(18)]
        chances = [p for place in places(weights) for p in place]
        assert prospect(weights, worth) == pytest.approx(sum(p * w for p, w in zip(chances, worth, strict=True)))


def test_magic_helps_own_bets() -> None:
    """With a bet on blue it plays a positive card on blue or a negative one on a rival of it, never the reverse."""
    t = Table().rampage("red").bet(0, "win blue", 10).hand(0, "A+ A- A+ A- C+").do("token purple")
    text = greedy(fever.view(t.s, 0), t.legal(), Random(1))
    assert text in ("magic C+ on blue", "magic A+ on blue")
    t.do(text)
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) not in ("magic A- on blue", "draw up")


def test_one_choice_is_no_choice() -> None:
    """With a single legal action both bots take it."""
    t = Table().gold(0, 0).do("token red", "bet win red")
    assert t.legal() == ["loan"]
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) == "loan"
    assert at_random(fever.view(t.s, 0), t.legal(), Random(1)) == "loan"


def test_copies_that_do_nothing_are_worth_nothing() -> None:
    """A second A- slows a unicorn further, a second C- or D- does not, so the bot keeps it in hand."""
    r = Reckoning(fever.view(Table().rampage("red").s, 0))
    for card, more in (("A-", True), ("C+", True), ("C-", False), ("D-", False), ("B+", False)):
        one, two = ([n * (m == card) for m in DESIGNS] for n in (1, 2))
        assert (r.spaces(4, one) != r.spaces(4, two)) == more
    t = Table().rampage("red").bet(0, "win blue", 10).lay("red", "C-").hand(0, "C- A-").do("token purple")
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) != "magic C- on red"


def test_no_contract_on_credit() -> None:
    """A purse that cannot pay for a good contract is filled at the yellow stack first, not by a loan."""
    t = Table().offer("GN8", "FA3", "FA4").gold(0, 1).hand(0, "E+ E- F+")
    t.s.top[2], t.s.top[3] = 1, 2  # green B costs 3; the blue stack is empty
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) == "token yellow"


def test_antimagic_is_laid_where_it_helps() -> None:
    """G+ saves the unicorn one has bet on from known negative cards, and never undoes one's own curse on a rival."""
    t = Table().rampage("red").bet(0, "win blue", 10).lay("red", "A- C-").hand(0, "G+ E+").do("token purple")
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) != "magic G+ on red"
    t = Table().rampage("red").bet(0, "win blue", 10).lay("blue", "C-", seat=1).lay("blue", "A-").hand(0, "G+ E+")
    t.do("token purple")
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) == "magic G+ on blue"


def test_the_crystal_ball_looks_at_what_is_hidden() -> None:
    """It is used on the unicorn with most unknown cards, not on the own ones."""
    t = Table(options={"clans": "fairies+witches"}, market="FA1 WI1 WI2").give(0, "WI3")
    t.lay("red", "A- B- C-").lay("blue", "C+", seat=2)
    assert greedy(fever.view(t.s, 0), t.legal(), Random(1)) == "look blue"
