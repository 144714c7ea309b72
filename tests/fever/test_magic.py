"""Each of the sixteen magic cards does what it says; the rulings on adding up and order."""

from __future__ import annotations

import pytest

from stajnia.games.fever.box import box
from stajnia.games.fever.pieces import DESIGNS
from tests.fever.table import Table


def first_move(cards: str, card: str = "422311", colour: str = "yellow") -> int:
    """How far the yellow unicorn (x4, calm) goes by a first card."""
    return Table().rampage("red").lay(colour, cards).reveal().turn(card).pos(colour)[0]


@pytest.mark.parametrize(
    ("cards", "steps"),
    [("", 2), ("A+", 3), ("A-", 1), ("A+ A+ A+", 5), ("B+", 4), ("B-", 1), ("B+ B+", 4), ("B+ A+", 5), ("B- A-", 0)],
)
def test_first_move_cards(cards: str, steps: int) -> None:
    """A adds or takes one a card, B uses the highest or lowest number, together they add up."""
    assert first_move(cards) == steps


@pytest.mark.rule("fever Q10")
def test_first_move_is_never_negative() -> None:
    """A first move below 0 counts as 0."""
    assert first_move("A- A- A- A-") == 0
    assert Table().rampage("red").lay("purple", "A-").reveal().turn("422220").pos("purple") == [0]


@pytest.mark.parametrize(("cards", "gallop"), [("C+", 2), ("C+ C+", 3), ("C-", 0), ("C- C-", 0)])
def test_gallop_cards(cards: str, gallop: int) -> None:
    """C+ makes gallops one longer each, C- stops them."""
    t = Table().rampage("red").lay("yellow", cards).reveal().turn("222222", "yellow blue")
    assert t.pos("yellow", "blue") == [2 + gallop, 3]
    assert bool(t.told("no_sprint")) == (gallop == 0)


@pytest.mark.parametrize(("cards", "at"), [("D+", 15), ("D+ D+", 17)])
def test_leap_for_the_pot(cards: str, at: int) -> None:
    """D+ gives two more spaces a card in the step that reaches the line, once."""
    t = Table().rampage("red").lay("yellow", cards).reveal().at(yellow=11).turn("222222")
    assert t.pos("yellow") == [at]
    t.roll("yellow yellow")
    assert t.pos("yellow") == [at + 1]


@pytest.mark.rule("fever Q12")
def test_ice_curse() -> None:
    """D- ends the move that reaches the line on it; a gallop later in that turn counts; before the line it sleeps."""
    t = Table().rampage("red").lay("yellow", "D-").reveal().at(yellow=8).turn("222222", "blue blue")
    assert t.pos("yellow") == [10]
    t.at(yellow=11).turn("224222")
    assert t.pos("yellow") == [12]
    t.roll("yellow blue")
    assert t.pos("yellow") == [13]
    by_gallop = Table().rampage("red").lay("yellow", "D- C+ C+").reveal().at(yellow=9).turn("222222", "yellow blue")
    assert by_gallop.pos("yellow") == [12]
    assert by_gallop.told("frozen") == [{"colour": "yellow", "why": "D-"}]


def test_by_a_horn_and_wobbly_shanks() -> None:
    """E+ wins every tie whatever the odds, E- loses it; two E+ are decided by odds."""
    t = Table().rampage("green").lay("purple", "E+").lay("red", "E-").reveal()
    t.at(red=12, orange=12, purple=12).roll("blue blue")
    assert t.ranked() == "purple orange red"
    both = (
        Table().rampage("green").lay("purple", "E+").lay("blue", "E+").reveal().at(blue=12, purple=12).roll("red red")
    )
    assert both.ranked() == "blue purple"


def test_second_wind() -> None:
    """F+ uses the card's highest number while last or tied last on the track, but not in the first turn."""
    t = Table().rampage("red").lay("yellow", "F+").reveal().turn("422220", "red red")
    assert t.pos("yellow") == [2]
    t.at(purple=2, green=5, blue=5, orange=5, red=6).turn("422220", "red red")
    assert t.pos("yellow") == [6]
    t.turn("422220")
    assert t.pos("yellow") == [8]


def test_swollen_horn() -> None:
    """F- uses the card's lowest number while first or tied first on the track, but not in the first turn."""
    t = Table().rampage("red").lay("yellow", "F-").reveal().turn("222220", "red red")
    assert t.pos("yellow") == [2]
    t.at(yellow=9, red=12)
    t.s.ranking = (0,)  # red is home and no longer on the track
    t.turn("422221", "red red")
    assert t.pos("yellow") == [10]
    t.at(blue=11).turn("222221")
    assert t.pos("yellow") == [12]


def test_seal_of_purity() -> None:
    """G+ lets the first player discard one negative card there; with no target it is just discarded."""
    t = Table().lay("red", "A- B- G+", seat=3).reveal()
    assert (t.s.stage, t.seat, t.legal()) == ("antimagic", 0, ["discard A-", "discard B-"])
    t.do("discard A-")
    assert (t.lying("red"), t.discarded("G+")) == ("B-", 1)
    assert Table().lay("red", "A+ G+").reveal().lying("red") == "A+"
    two = Table().lay("red", "A- B- C- G+ G+").reveal().do("discard A-", "discard B-")
    assert (two.lying("red"), two.s.stage) == ("C-", "card")


def test_antimagic_may_take_an_odds_card() -> None:
    """G cards come before odds cards (Q9): a Whisper can be discarded before it works."""
    t = Table().lay("blue", "H+ G-").reveal()
    assert t.odds_of("blue") == 6
    assert t.discarded("H+") == 1


@pytest.mark.parametrize(
    ("cards", "odds"), [("H+", 3), ("H-", 7), ("H+ H+", 2), ("H- H-", 7), ("H+ H-", 5), ("H+ H+ H-", 3)]
)
def test_odds_cards(cards: str, odds: int) -> None:
    """H cards move the odds two rows, not beyond x2 and x7; a pair cancels."""
    assert Table().lay("green", cards).reveal().odds_of("green") == odds


def test_every_design_has_its_negative() -> None:
    """Sixteen designs in pairs, 44 cards, 22 of each sign, as many positive as negative of each letter."""
    copies = box().copies
    assert len(DESIGNS) == 16
    assert sum(copies) == 44
    assert copies[0::2] == copies[1::2]
