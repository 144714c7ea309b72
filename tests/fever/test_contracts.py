"""Each of the forty contracts works at its hook (R124 to R130, Q13, Q16, Q18)."""

from __future__ import annotations

import pytest

from stajnia.core.game import Illegal
from stajnia.games import fever
from stajnia.games.fever import results
from stajnia.games.fever.pieces import COLOURS, CONTRACTS
from stajnia.games.fever.state import FREE, RESERVED
from tests.fever.table import RAINBOW, Table, bet_token


def next_round(t: Table) -> Table:
    """From the results on to the next round's first prompt."""
    t.finish(RAINBOW)
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    return t


# ---- fairies


@pytest.mark.rule("fever R126", "fever Q15")
def test_fa1_unconditional_love() -> None:
    """Reserve a token on acquiring and at each later round start; only the owner may bet with it; else it goes back."""
    t = Table().offer("FA1").do("token green", "contract FA1")
    assert (t.s.stage, t.seat) == ("reserve", 0)
    t.do("reserve win red")
    assert t.s.bets[bet_token("win red")] == RESERVED
    t.do("token red")
    assert "bet win red" not in t.legal()
    t.do("bet win blue", "stake 1", "token yellow", "token yellow", "token red")
    assert "bet win red" in t.legal()
    t.do("bet win red", "stake 2")
    assert t.s.bets[bet_token("win red")] == 0
    next_round(t)
    assert (t.s.round, t.s.stage, t.seat) == (2, "reserve", 0)
    t.do("reserve late blue")
    next_round(t)
    assert t.s.bets[bet_token("late blue")] == FREE
    t.do("done")
    assert t.s.stage == "pick"


@pytest.mark.rule("fever R126")
def test_fa1_is_an_order_at_first() -> None:
    """The token reserved on acquiring cannot be declined; the seat is asked so."""
    t = Table().offer("FA1").do("token green", "contract FA1")
    ask = fever.view(t.s, 0).ask
    assert ask is not None
    assert ask.id == "ask.reserve_now"
    assert "done" not in t.legal()
    with pytest.raises(Illegal) as e:
        fever.play(t.s, 0, fever.read("done"))
    assert (e.value.rule, e.value.message) == ("fever R126", "must_reserve")
    t.do("reserve win red")
    later = fever.view(next_round(t).s, 0).ask
    assert later is not None
    assert later.id == "ask.reserve"


@pytest.mark.rule("fever R125", "fever Q16")
def test_fa2_you_only_live_once() -> None:
    """Once a round a second Win bet on another unicorn at once, without the Glory of the token."""
    t = Table().give(0, "FA2").do("token red", "bet win red", "stake 3")
    assert (t.s.stage, t.seat) == ("second", 0)
    assert [a for a in t.legal() if a.startswith("bet")] == [f"bet win {c}" for c in COLOURS if c != "red"]
    t.do("bet win blue", "stake 4")
    assert [t.s.onbet[bet_token(f"win {c}")] for c in ("red", "blue")] == [2, 0]
    assert t.seat == 1
    t.do("token yellow", "token yellow", "print yellow", "token red", "bet win green", "stake 1")
    assert t.seat == 1  # not again this round
    declined = Table().give(0, "FA2").do("token red", "bet win red", "stake 3", "done")
    assert declined.seat == 1


@pytest.mark.rule("fever R124", "fever Q20")
def test_fa3_gambling_problems() -> None:
    """Once a round a second, different Podium bet at once; a Win bet does not start it."""
    t = Table().give(0, "FA3").do("token blue", "bet early red", "stake 3")
    assert t.s.stage == "second"
    assert "bet late red" in t.legal()
    assert not [a for a in t.legal() if "win" in a or a == "bet early red"]
    t.do("bet late red", "stake 2")
    assert t.s.stage == "act"  # magic is left
    win = Table().give(0, "FA3").do("token blue", "bet win red", "stake 3")
    assert win.s.stage == "act"


def test_fa4_winged_fame() -> None:
    """Once a round a successful bet gives one Glory more, to its owner only."""
    t = Table().give(0, "FA4").bet(0, "win red", 1).bet(0, "early orange", 1).bet(1, "early red", 1).finish(RAINBOW)
    assert t.s.glory[:2] == [6 + 3, 3]


def test_fa5_as_good_as_first() -> None:
    """A Win bet on the second is not lost: the stake comes back with 3 Glory, and it is no failed bet."""
    t = Table().give(0, "FA5").give(3, "GO4").bet(0, "win orange", 7, glory=2).bet(0, "win blue", 2).finish(RAINBOW)
    assert t.s.glory[0] == 3
    assert t.s.gold[0] == 20 - 9 + 7 - 3
    assert t.told("contract_gold") == [{"seat": 3, "contract": "GO4", "gold": 1}]
    assert t.s.bank_glory == 122
    wild = Table().rampage("orange").give(0, "FA5").bet(0, "win orange", 7).finish(RAINBOW)
    assert wild.told("saved") == []  # it succeeded anyway


def test_fa6_rosy_limit() -> None:
    """The stake limit is 30."""
    t = Table().give(0, "FA6").gold(0, 50).do("token red", "bet win red")
    assert t.legal()[-2] == "stake 30"


def test_fa7_consolation_dust() -> None:
    """Half of the largest failed stake comes back, rounded down."""
    t = Table().give(1, "FA7").bet(1, "win blue", 7).bet(1, "early green", 3).finish(RAINBOW)
    assert t.s.gold[1] == 20 - 10 + 3
    assert Table().give(1, "FA7").bet(1, "win blue", 1).finish(RAINBOW).told("half_back") == []


def test_fa8_three_wishes() -> None:
    """The largest successful Podium bet pays x3, one a round, not on top of a rampaging Cinnamon Swirl."""
    t = Table().give(0, "FA8").bet(0, "early red", 4).bet(0, "late orange", 5).finish(RAINBOW)
    assert sorted((x["stake"], x["times"]) for x in t.told("win_paid")) == [(4, 2), (5, 3)]
    wild = Table().rampage("green").give(0, "FA8").bet(0, "early green", 9).bet(0, "early red", 4)
    wild.finish("green red orange yellow blue purple")
    assert sorted((x["stake"], x["times"]) for x in wild.told("win_paid")) == [(4, 3), (9, 3)]


# ---- goblins


@pytest.mark.rule("fever R127", "fever Q13")
def test_go1_clearance_sales() -> None:
    """At the end 3 Gold for each contract of opponents, before loans are repaid."""
    t = Table().give(0, "GO1", "FA6").give(1, "FA7", "GO5").give(2, "GN8").gold(0, 16)
    t.s.loans[0] = 1
    results.finish(t.s, t.events.append)
    assert t.told("contract_gold") == [{"seat": 0, "contract": "GO1", "gold": 9}]
    assert next(x for x in t.s.final if x.seat == 0).repaid == 1


@pytest.mark.rule("fever R129")
@pytest.mark.parametrize(
    ("contracts", "glory", "tax"), [("GO2", 9, 5), ("GO8", 9, 5), ("GO2 GO8", 9, 3), ("GO8", 3, 0)]
)
def test_go2_go8_tax(contracts: str, glory: int, tax: int) -> None:
    """Begging Skills pays half, rounded up; Double Bookkeeping counts 4 less, before any halving."""
    t = Table().give(0, *contracts.split()).glory(0, glory).finish(RAINBOW)
    assert t.s.gold[0] == 20 - tax
    assert t.told("tax_less") == [{"seat": 0, "glory": glory, "gold": tax}]


@pytest.mark.rule("fever R130", "fever Q18")
def test_go3_gift_for_the_boss() -> None:
    """4 Gold for each later contract, none for itself."""
    t = Table().offer("GO3", "GO1", "FA6").do("token green", "contract GO3")
    assert t.s.gold[0] == 20
    t.do("token yellow", "token yellow", "print yellow", "token green", "contract GO1")
    assert t.s.gold[0] == 20 - 3 + 4


def test_go4_scrapyard() -> None:
    """1 Gold for each failed bet of anyone, the own ones too."""
    t = Table().give(2, "GO4").bet(0, "win blue", 2).bet(1, "early green", 3).bet(2, "win green", 1).finish(RAINBOW)
    assert t.told("contract_gold") == [{"seat": 2, "contract": "GO4", "gold": 3}]


def test_go4_scrapyard_and_a_reserved_token() -> None:
    """A token that is only reserved is no bet, so it cannot fail."""
    t = Table().give(2, "GO4").offer("FA1").do("token green", "contract FA1", "reserve win purple")
    assert t.finish(RAINBOW).told("contract_gold") == []
    both = Table().give(2, "GO4").offer("FA1").do("token green", "contract FA1", "reserve win purple")
    assert both.bet(1, "win blue", 2).finish(RAINBOW).told("contract_gold") == [
        {"seat": 2, "contract": "GO4", "gold": 1}
    ]


def test_go5_cousin_at_the_office() -> None:
    """Contracts cost 3 less, not below 0, also through the Back Door."""
    t = (
        Table()
        .offer("FA6", "FA7", "GO1")
        .give(1, "GO5")
        .do("token green", "contract FA6", "token green", "contract FA7")
    )
    assert t.s.gold[1] == 20
    assert results.back_price(t.give(1, "GO7").s) == 2


def test_go6_stamp_collection() -> None:
    """At the count 1 Glory for every two own contracts, itself included."""
    t = Table().give(0, "GO6", "FA3", "GN8").gold(0, 0)
    results.finish(t.s, None)
    assert next(x for x in t.s.final if x.seat == 0).contracts == 1 + 2
    two = Table().give(0, "GO6", "FA3", "GN8", "FA4")
    results.finish(two.s, None)
    assert next(x for x in two.s.final if x.seat == 0).contracts == 2 + 2


def test_go7_back_door() -> None:
    """Before the unsold contracts go, its owner may buy one for 5 Gold, without loans; not in the last round."""
    t = Table().offer("WI2", "FA6").give(1, "GO7").finish(RAINBOW)
    assert (t.s.stage, t.seat) == ("back", 1)
    assert t.legal() == ["contract WI2", "contract FA6", "done"]
    t.do("contract WI2")
    assert t.s.gold[1] == 15
    assert len(t.s.hands[1]) == 7
    assert t.s.stage == "market"
    poor = Table().give(1, "GO7").gold(1, 4).finish(RAINBOW)
    assert poor.s.stage == "market"
    no = Table().give(1, "GO7").finish(RAINBOW).do("done")
    assert no.s.gold[1] == 20
    love = Table().offer("FA1").give(1, "GO7").finish(RAINBOW).do("contract FA1")
    assert love.s.stage == "market"  # its token is reserved when the round starts
    assert Table().give(1, "GO7").last_round().finish(RAINBOW).s.stage == "over"


# ---- gnomes


def test_gn1_gn2_stable() -> None:
    """Golden Shoes double the owner reward, Pride of the Stable adds a Glory, on the podium only."""
    t = Table().give(0, "GN1", "GN2").finish("red purple orange yellow green blue")
    assert t.s.gold[0] == 20 + 8 - 1
    assert t.s.glory[0] == 1
    off = Table().give(0, "GN1", "GN2").finish(RAINBOW)
    assert (off.s.gold[0], off.s.glory[0]) == (20, 0)


def test_gn3_stipend() -> None:
    """4 Gold at the start of each later round."""
    t = Table().give(3, "GN3")
    assert t.s.gold[3] == 20
    next_round(t)
    assert t.s.gold[3] == 20 + 4 + 2 * (COLOURS[t.s.owns[3]] == "yellow")


def test_gn4_friendly_shark() -> None:
    """A loan costs 20 to repay."""
    t = Table().give(0, "GN4").gold(0, 41)
    t.s.loans[0] = 2
    results.finish(t.s, None)
    assert next(x for x in t.s.final if x.seat == 0)[2:] == (0, 1, 0, 0, 1, 1, 2)


def test_gn5_piggy_bank() -> None:
    """12 Gold a Glory at the end."""
    t = Table().give(0, "GN5").gold(0, 40)
    results.finish(t.s, None)
    assert next(x for x in t.s.final if x.seat == 0)[5:8] == (3, 0, 4)


def test_gn6_mine_overtime() -> None:
    """Each yellow action, token or board, gives 5 more."""
    t = (
        Table()
        .give(0, "GN6")
        .give(2, "FA6")
        .do("token yellow", "token yellow", "print yellow", "print yellow", "print yellow")
    )
    assert t.s.gold == [20 + 15 + 10, 30, 25, 25]


def test_gn7_starters_baton() -> None:
    """5 Gold for whoever holds the first player token after step 2.1."""
    assert Table().give(0, "GN7").lay("red", "A+").reveal().s.gold[0] == 25
    assert Table().give(1, "GN7").lay("red", "A+").reveal().s.gold[1] == 20
    taken = Table().give(1, "GN7").do("token purple", Table().play_any(), "done", "token yellow").skip_planning()
    assert (taken.s.first, taken.told("contract_gold")) == (1, [{"seat": 1, "contract": "GN7", "gold": 5}])


def test_gn8_bronze_statue() -> None:
    """Nothing but its Glory."""
    t = Table().give(0, "GN8")
    results.finish(t.s, None)
    assert next(x for x in t.s.final if x.seat == 0).contracts == 2


# ---- leprechauns


@pytest.mark.rule("fever R128")
@pytest.mark.parametrize("number", range(1, 7))
def test_le1_to_le6_lucky_stones(number: int) -> None:
    """1 Glory each time that colour is on the podium, whoever bet."""
    colour = COLOURS[number - 1]
    others = [c for c in COLOURS if c != colour]
    for place, glory in ((0, 1), (2, 1), (3, 0)):
        ranking = [*others[:place], colour, *others[place:]]
        t = Table().give(1, f"LE{number}").finish(" ".join(ranking))
        assert t.s.glory[1] == glory


@pytest.mark.parametrize(("winner", "glory"), [("yellow", 0), ("green", 3), ("purple", 3)])
def test_le7_dark_unicorn(winner: str, glory: int) -> None:
    """3 Glory when the winner's odds are x5 or more."""
    t = Table().give(1, "LE7").finish(" ".join([winner, *(c for c in COLOURS if c != winner)]))
    assert t.s.glory[1] == glory


def test_le8_lucky_die() -> None:
    """2 Gold a die of the own colour, also when the unicorn is home."""
    t = Table().give(0, "LE8").turn("222222", "purple purple")
    assert t.s.gold[0] == 24
    t.s.ranking = (5,)
    t.turn("222222", "purple red")
    assert t.s.gold[0] == 26


# ---- witches


def test_wi1_one_more_pinch() -> None:
    """One more magic card from each token that allows some; the printed bet still allows none."""
    assert Table().give(0, "WI1").do("token blue").s.magic == 3
    assert Table().give(0, "WI1").do("token purple").s.magic == 4
    assert Table().give(0, "WI1").do("token red").s.magic == 0


def test_wi2_roomy_cauldron() -> None:
    """The hand limit is two higher and the hand is filled at once."""
    t = Table().offer("WI2").do("token green", "contract WI2")
    assert (t.s.limit(0), len(t.s.hands[0]), t.seat) == (7, 7, 1)
    assert t.s.limit(1) == 5


def test_wi3_crystal_ball() -> None:
    """Once a round, at the start of an action turn, see all cards on a unicorn; it stays known, and to nobody else."""
    t = Table().give(0, "WI3").lay("red", "A+ B-", seat=1).lay("blue", "C+", seat=2)
    assert [a for a in t.legal() if a.startswith("look")] == ["look red", "look blue"]
    t.do("look red")
    t.lay("red", "D-", seat=3)
    assert [c.magic for c in fever.view(t.s, 0).lanes[0].cards] == ["A+", "B-", ""]
    assert [c.magic for c in fever.view(t.s, 2).lanes[0].cards] == ["", "", ""]
    assert [lane.looked for lane in fever.view(t.s, 2).lanes] == [2, 0, 0, 0, 0, 0]
    event = next(e for e in t.events if e.kind == "look")
    assert event.seen_by(2).args["cards"] == ["hidden", "hidden"]
    assert event.seen_by(0).args["cards"] == ["A+", "B-"]
    assert not [a for a in t.legal() if a.startswith("look")]
    t.do("token yellow")
    assert not [a for a in t.legal() if a.startswith("look")]


def test_wi4_herb_trade() -> None:
    """1 Gold for each magic card played."""
    t = (
        Table()
        .give(0, "WI4")
        .hand(0, "A+ B+ C+ D+ E+")
        .do("token purple", "magic A+ on red", "magic B+ on red", "done")
    )
    assert t.s.gold[0] == 22


def test_wi5_night_flight() -> None:
    """One card more when planning is over, then drawing up; or not."""
    t = Table().give(2, "WI5").hand(2, "A+ B+ C+ D+ E+").skip_to_night()
    assert (t.s.stage, t.seat) == ("night", 2)
    t.do("magic A+ on red")
    assert (t.lying("red"), len(t.s.hands[2]), t.s.stage) == ("A+", 5, "card")
    no = Table().give(2, "WI5").skip_to_night().do("done")
    assert no.s.stage == "card"


def test_wi6_picky_brewer() -> None:
    """Up to two cards swapped at the start of each own action turn, one after the other, face up."""
    t = Table().give(0, "WI6").hand(0, "A+ B+ C+ D+ E+").do("swap A+")
    assert t.discarded("A+") == 1
    assert len(t.s.hands[0]) == 5
    t.do("swap B+")
    assert not [a for a in t.legal() if a.startswith("swap")]
    t.do("token yellow")
    assert not [a for a in t.legal() if a.startswith("swap")]


def test_wi7_warding_circle() -> None:
    """After pairs and immunity its owner discards a negative card from the own unicorn, and chooses which."""
    t = Table().give(0, "WI7").rampage("red").lay("purple", "A- B- C+ C- D+", seat=1).reveal()
    assert (t.s.stage, t.seat, t.legal()) == ("ward", 0, ["discard A-", "discard B-"])
    t.do("discard B-")
    assert t.lying("purple") == "A- D+"
    assert Table().give(0, "WI7").rampage("red").lay("purple", "B-").reveal().lying("purple") == ""
    assert Table().give(0, "WI7").lay("purple", "A-").lay("red", "B-").reveal().lying("red") == "B-"


def test_wi8_hex_fee() -> None:
    """1 Glory when the winner had a magic card of the owner this round, cancelled or not."""
    t = Table().give(1, "WI8").lay("red", "A+ A-", seat=1).reveal()
    assert t.lying("red") == ""
    t.finish(RAINBOW)
    assert t.s.glory[1] == 1
    assert (
        Table().give(1, "WI8").lay("red", "A+", seat=2).lay("blue", "B+", seat=1).reveal().finish(RAINBOW).s.glory[1]
        == 0
    )


def test_all_forty_are_tested_here() -> None:
    """No contract is without a test of its own in this module."""
    names = " ".join(name for name in globals() if name.startswith("test_"))
    missing = [c for c in CONTRACTS if c.lower() not in names and not c.startswith("LE")]
    assert missing == []
