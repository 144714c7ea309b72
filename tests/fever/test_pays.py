"""What a bet pays and what a loan costs is told by the view, and it is what is paid."""

from __future__ import annotations

import pytest

from stajnia.core.game import Message
from stajnia.core.words import words
from stajnia.games import fever
from stajnia.games.fever.pieces import COLOURS, KINDS
from tests.fever.table import Table, bet_token


def ranking(colour: str, place: int) -> str:
    """Any order in which that colour takes that place."""
    others = [c for c in COLOURS if c != colour]
    return " ".join([*others[: place - 1], colour, *others[place - 1 :]])


@pytest.mark.rule("fever R28", "fever R30", "fever R31", "fever R95", "fever R96", "fever R97", "fever R99")
@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("colour", COLOURS)
def test_the_view_tells_what_is_paid(colour: str, kind: str, wild: bool) -> None:
    """Places, multiplier and Glory of every bet, on a rampage and off it, are those of the payout."""
    name = f"{kind} {colour}"
    for place in range(1, 5):
        t = Table().rampage(*([colour] if wild else [])).bet(1, name, 3, glory=2)
        told = fever.view(t.s, None).bets[bet_token(name)]
        paid = t.finish(ranking(colour, place)).told("win_paid")
        assert [(x["times"], x["gold"], x["glory"]) for x in paid] == [
            (told.pays_times, 3 * told.pays_times, told.pays_glory)
        ] * (place <= told.pays_places)


def test_a_rampage_pays_more() -> None:
    """Red brings a Glory more, orange wins at the second place too, green pays three times."""
    view = fever.view(Table().rampage("red", "orange", "green").s, None)
    pays = {(b.kind, b.colour): (b.pays_places, b.pays_times, b.pays_glory) for b in view.bets}
    assert pays["win", "red"] == (1, 2, 6)
    assert pays["win", "orange"] == (2, 3, 5)
    assert pays["early", "green"] == (3, 3, 3)
    assert pays["late", "purple"] == (3, 2, 2)


def test_the_bet_in_hand_tells_all_its_glory() -> None:
    """While its stake is asked, a bet counts the Glory of the red token; a second bet by a contract does not."""
    t = Table().give(0, "FA2").do("token red", "bet win blue")
    doing = fever.view(t.s, 0).doing
    assert doing is not None
    assert doing.stake_on is not None
    assert (doing.glory, doing.stake_on.glory, doing.stake_on.pays_glory) == (2, 2, 7)
    again = fever.view(t.do("stake 1", "bet win red").s, 0).doing
    assert again is not None
    assert again.stake_on is not None
    assert (again.glory, again.stake_on.pays_glory) == (0, 5)


def test_a_podium_bet_is_told_at_what_it_pays() -> None:
    """A Podium bet on x6 is told and offered with x2, on a rampaging green with x3."""
    t = Table().rampage("green").give(0, "FA3").do("token blue")
    view, say = fever.view(t.s, 0), words("fever", "en")
    assert say.say(fever.label(view, fever.read("bet early blue"))).endswith("(pays x2)")
    assert say.say(fever.label(view, fever.read("bet early green"))).endswith("(pays x3)")
    t.do("bet early blue", "stake 1", "bet early green", "stake 1")
    assert [x["times"] for x in t.told("bet")] == [2, 3]


@pytest.mark.rule("fever R62")
def test_a_loan_is_told_at_what_it_costs() -> None:
    """25 Gold, 20 for the owner of the Friendly Shark: in the view, in the action's words, in the story."""
    t = Table().give(0, "GN4")
    view = fever.view(t.s, 0)
    assert [p.debt for p in view.players] == [20, 25, 25, 25]
    assert fever.label(view, fever.read("loan")) == Message("action.loan", {"gold": 20, "debt": 20})
    assert t.do("loan").told("loan") == [{"seat": 0, "gold": 20, "debt": 20, "loans": 1}]


@pytest.mark.rule("fever R3")
def test_the_bank_never_shows_less_than_nothing() -> None:
    """The Bank pays beyond the tokens of the box, and then shows none left."""
    view = fever.view(Table().gold(0, 900).glory(1, 130).s, None)
    assert (view.bank_gold, view.bank_glory) == (0, 0)


def test_facts_are_those_of_the_rules() -> None:
    """What never changes is what a view without rampage and contracts tells."""
    view = fever.view(Table().rampage().s, None)
    facts = {k.kind: k for k in fever.FACTS.kinds}
    for bet in view.bets:
        k = facts[bet.kind]
        odds = view.lanes[COLOURS.index(bet.colour)].odds
        assert (k.places, k.times or odds, k.glory) == (bet.pays_places, bet.pays_times, bet.pays_glory)
    assert all((p.debt, p.most, p.turns) == (fever.FACTS.debt, fever.FACTS.most, 3) for p in view.players)
    assert [lane.colour for lane in view.lanes] == list(fever.FACTS.colours)


@pytest.mark.rule("fever R30")
@pytest.mark.parametrize("row", range(len(COLOURS)))
def test_the_odds_of_the_facts_are_paid(row: int) -> None:
    """A Win bet on the unicorn in a row of the table pays the odds that the facts name for that row."""
    t = Table().rampage().bet(1, "win red", 3)
    t.s.rows[0], t.s.rows[row] = t.s.rows[row], t.s.rows[0]
    paid = t.finish(" ".join(COLOURS)).told("win_paid")
    assert [(x["times"], x["gold"]) for x in paid] == [(fever.FACTS.odds[row], 3 * fever.FACTS.odds[row])]


def test_the_facts_name_the_printed_odds() -> None:
    """The table of the box goes from x2 to x7."""
    assert fever.FACTS.odds == (2, 3, 4, 5, 6, 7)
