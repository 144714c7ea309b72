"""Corners of planning, payout and the end that a careless change would break."""

from __future__ import annotations

import json

import pytest

from stajnia.games import fever
from stajnia.games.fever import results
from stajnia.games.fever.pieces import COLOURS
from stajnia.games.fever.state import DECK, OUT
from tests.fever.invariants import check
from tests.fever.table import RAINBOW, Table

# ---- planning


@pytest.mark.rule("fever R49", "fever Q19")
def test_hand_is_filled_right_after_magic() -> None:
    """With a bet still to come the hand is full again as soon as the cards of the token, or the hand, are used up."""
    t = Table().hand(0, "A+ B+ C+ D+ E+").do("token blue", "magic A+ on red")
    assert (t.s.stage, len(t.s.hands[0])) == ("act", 4)
    t.do("magic B+ on red")
    assert (t.s.stage, len(t.s.hands[0]), t.seat) == ("act", 5, 0)
    assert not any(text.startswith("magic") for text in t.legal())
    last = Table().hand(0, "A+").do("token blue", "magic A+ on red")
    assert (last.s.stage, len(last.s.hands[0]), last.seat) == ("act", 5, 0)


def test_an_empty_hand_ends_the_turn() -> None:
    """After the bet of a blue token nothing is left to do for a player without magic cards."""
    t = Table().hand(0, "").do("token blue", "bet early red", "stake 1")
    assert (t.s.stage, t.seat, t.s.hands[0]) == ("pick", 1, ())


def test_turns_are_counted() -> None:
    """Every player is told which of three action turns it is."""
    t = Table().skip_planning()
    assert [(x["seat"], x["turn"]) for x in t.told("turn")] == [(s, n) for n in (1, 2, 3) for s in range(4)]


@pytest.mark.rule("fever R124", "fever R125")
def test_no_second_bet_without_a_token() -> None:
    """The contracts for a second bet ask nothing when no other token of that kind is free."""
    wins = Table().give(0, "FA2").do("token red")
    for colour in COLOURS[1:]:
        wins.bet(1, f"win {colour}", 1)
    wins.do("bet win red", "stake 1")
    assert (wins.s.stage, wins.seat) == ("pick", 1)
    podiums = Table().give(0, "FA3").do("token blue")
    for colour in COLOURS:
        podiums.bet(1, f"late {colour}", 1)
        if colour != "red":
            podiums.bet(2, f"early {colour}", 1)
    podiums.do("bet early red", "stake 1")
    assert podiums.told("second") == []


@pytest.mark.rule("fever R126")
def test_nothing_to_reserve() -> None:
    """Unconditional Love asks nothing when every bet token is taken; a reserved token is told."""
    t = Table().offer("FA1").do("token green")
    t.s.bets = [1] * 18
    t.do("contract FA1")
    assert (t.s.stage, t.seat) == ("pick", 1)
    told = Table().offer("FA1").do("token green", "contract FA1", "reserve late purple").told("reserve")
    assert told == [{"seat": 0, "kind": "late", "colour": "purple"}]


def test_swaps_belong_to_the_owners_turns() -> None:
    """The Picky Brewer swaps two cards in each of the owner's turns, and nobody else does."""
    t = Table().give(1, "WI6")
    for _ in range(3):
        assert (t.seat, t.s.swaps) == (0, 0)
        t.do("print yellow" if "print yellow" in t.legal() else "token yellow")
        assert (t.seat, t.s.swaps) == (1, 2)
        t.do(f"swap {fever.view(t.s, 1).hand[0]}")
        assert (t.s.stage, t.s.swaps, len(t.s.hands[1])) == ("pick", 1, 5)
        for _ in range(3):
            t.do("print yellow" if "print yellow" in t.legal() else "token yellow")


def test_nobody_flies_at_night_unasked() -> None:
    """Without the Night Flight, or with an empty hand, planning is followed by the race at once."""
    assert Table().skip_to_night().s.stage == "card"
    empty = Table().give(2, "WI5").hand(2, "")
    empty.s.hands[2] = ()
    assert empty.skip_to_night().s.stage == "card"
    assert Table().give(2, "WI5").skip_to_night().s.stage == "night"


@pytest.mark.parametrize("seat", [0, 1])
def test_stipend_of_any_seat(seat: int) -> None:
    """The Stipend pays at the start of the next round, whichever seat owns it."""
    t = Table().give(seat, "GN3").finish(RAINBOW)
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert t.told("contract_gold") == [{"seat": seat, "contract": "GN3", "gold": 4}]


# ---- payout


def test_bets_are_named() -> None:
    """A won and a lost bet tell kind and colour, and gold and Glory add up with the Bank."""
    t = Table().bet(1, "late purple", 3).bet(2, "early red", 2).bet(3, "win red", 2, glory=2).bet(0, "late blue", 1)
    t.finish(RAINBOW)
    check(t.s)
    assert [(x["kind"], x["colour"]) for x in t.told("lost")] == [("late", "blue"), ("late", "purple")]
    assert [(x["kind"], x["colour"]) for x in t.told("win_paid")] == [("early", "red"), ("win", "red")]


def test_three_wishes_are_for_podium_bets() -> None:
    """A Win bet with a larger stake does not take the wish away from the Podium bet."""
    t = Table().give(0, "FA8").bet(0, "win red", 9).bet(0, "early orange", 4).finish(RAINBOW)
    assert sorted((x["stake"], x["times"]) for x in t.told("win_paid")) == [(4, 3), (9, 2)]


def test_scrapyard_and_a_saved_bet() -> None:
    """A bet that As Good as First saves has not failed; the other failed bets have, also on the second unicorn."""
    saved = Table().give(2, "GO4").give(1, "FA5").bet(1, "win orange", 2).bet(0, "win blue", 2).finish(RAINBOW)
    assert [x["gold"] for x in saved.told("contract_gold")] == [1]
    lost = Table().give(2, "GO4").give(1, "FA5").bet(3, "win orange", 2).bet(0, "win blue", 2).finish(RAINBOW)
    assert [x["gold"] for x in lost.told("contract_gold")] == [2]
    assert Table().give(2, "GO4").bet(0, "win red", 2).finish(RAINBOW).told("contract_gold") == []


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_luck_of_any_seat(seat: int) -> None:
    """Lucky stones, Dark Unicorn and Hex Fee work for every seat, with the numbers of the box."""
    numbers = {f"LE{i}": {"n": i + 1} for i in range(1, 7)}
    for i, colour in enumerate(COLOURS, 1):
        t = Table(options={"box": json.dumps({"contracts": numbers})}).give(seat, f"LE{i}")
        t.finish(" ".join([colour, *(c for c in COLOURS if c != colour)]))
        assert t.s.glory[seat] == i + 1
    dark = Table().give(seat, "LE7").finish("purple red orange yellow green blue")
    assert dark.s.glory[seat] == 3
    hexed = Table().give(seat, "WI8").lay("red", "E+", seat=seat).reveal().finish(RAINBOW)
    assert hexed.s.glory[seat] == 1
    others = Table().give(seat, "WI8").lay("red", "E+", seat=(seat + 1) % 4).reveal().finish(RAINBOW)
    assert others.s.glory[seat] == 0


def test_used_contracts_are_shown() -> None:
    """Once-a-round contracts that have worked are shown as used, the others are not."""
    t = Table().give(0, "FA4", "FA5", "FA7", "FA8", "GO7")
    t.bet(0, "early red", 5).bet(0, "win orange", 5).bet(0, "win blue", 6).finish(RAINBOW)
    assert t.s.stage == "back"
    assert fever.view(t.s, 2).used_contracts == ("FA4", "FA5", "FA7", "FA8")
    idle = Table().give(0, "FA4", "FA5", "FA7", "FA8", "GO7").finish(RAINBOW)
    assert fever.view(idle.s, 2).used_contracts == ()


# ---- the market


def test_back_door_with_the_last_coin() -> None:
    """Gold for exactly the price is enough, one less is not, and with nothing unsold nobody is asked."""
    assert Table().give(1, "GO7").gold(1, 5).finish(RAINBOW).s.stage == "back"
    assert Table().give(1, "GO7").gold(1, 4).finish(RAINBOW).s.stage == "market"
    sold = Table().give(1, "GO7").offer().finish(RAINBOW)
    assert sold.s.stage == "market"
    assert sold.told("unsold") == []


def test_an_empty_contract_deck() -> None:
    """When no contract is left, the round begins without offers."""
    t = Table()
    t.s.own = [OUT if x == DECK else x for x in t.s.own]
    t.finish(RAINBOW)
    assert (t.s.stage, t.s.market) == ("to_round", ())


# ---- the end


def test_clearance_sales_count_every_opponent() -> None:
    """Contracts of the first seat count too, own ones do not."""
    t = Table().give(1, "GO1", "GN8").give(0, "FA6", "FA7")
    results.finish(t.s, t.events.append)
    assert t.told("contract_gold") == [{"seat": 1, "contract": "GO1", "gold": 6}]


def test_a_shark_that_asks_for_nothing() -> None:
    """In a box where loans cost their owner nothing, all are repaid."""
    t = Table(options={"box": '{"contracts": {"GN4": {"n": 0}}}'}).give(0, "GN4").gold(0, 0)
    t.s.loans[0] = 3
    results.finish(t.s, None)
    assert next(x for x in t.s.final if x.seat == 0).unpaid == 0


@pytest.mark.rule("fever R122")
def test_shared_places_in_the_middle() -> None:
    """Who is level shares the place, and the next place is left out."""
    t = Table(5)
    for seat, glory in enumerate((1, 3, 5, 3, 2)):
        t.gold(seat, 0).glory(seat, glory)
    results.finish(t.s, None)
    assert [(line.seat, line.rank) for line in t.s.final] == [(2, 1), (1, 2), (3, 2), (4, 4), (0, 5)]


@pytest.mark.rule("fever R118")
def test_the_end_is_told() -> None:
    """Loans repaid and unpaid, Gold turned into Glory and the final table, in this order."""
    t = Table(3).gold(0, 70).gold(1, 30).gold(2, 5).glory(2, 4).give(0, "GN8")
    t.s.loans = [1, 2, 0]
    t.events.clear()
    results.finish(t.s, t.events.append)
    assert [e.kind for e in t.events] == ["end", "repaid", "converted", "repaid", "unpaid", *["final"] * 3]
    assert t.told("repaid") == [{"seat": 0, "loans": 1, "gold": 25}, {"seat": 1, "loans": 1, "gold": 25}]
    assert t.told("unpaid") == [{"seat": 1, "loans": 1}]
    assert t.told("converted") == [{"seat": 0, "gold": 40, "glory": 2, "rate": 20, "left": 5}]
    parts = {"tokens": 0, "converted": 2, "contracts": 2}
    assert t.told("final")[0] == {"seat": 0, "rank": 1, "glory": 4, "gold": 5, "unpaid": 0, **parts}
    assert [(x["seat"], x["rank"]) for x in t.told("final")] == [(0, 1), (2, 1), (1, 3)]
