"""The rulebook's worked examples T4 to T16 that are told as stories (the others stand beside their rules)."""

from __future__ import annotations

from stajnia.games.fever.pieces import COLOURS
from tests.fever.table import Table, bet_token


def test_t1_setup() -> None:
    """T1: purple x7, blue x6, red x5: purple rampages; purple, blue and red go to players 1, 2 and 3."""
    t = Table(3, odds="green orange yellow red blue purple")
    assert t.wild() == ["purple"]
    assert [COLOURS[c] for c in t.s.owns] == ["purple", "blue", "red"]


def test_t6_placing_a_podium_bet() -> None:
    """T6: early Podium on green with 7: the player has 7 less and the token."""
    t = Table().do("token blue", "bet early green", "stake 7")
    assert t.s.gold[0] == 13
    assert (t.s.bets[bet_token("early green")], t.s.stakes[bet_token("early green")]) == (0, 7)


def test_t7_t8_laura() -> None:
    """T7, T8: blue stack empty, so a printed bet without magic; 5 on blue (x5) gives 10 and 3 Glory on any podium."""
    for ranking in ("red green blue", "blue red green", "red blue green"):
        t = Table(odds="red orange yellow blue green purple")
        t.do("token blue", "bet win red", "stake 1", "done", "token blue", "bet win orange", "stake 1", "done")
        t.do("print blue", "bet early blue")
        assert t.seat == 2
        t.do("stake 5")
        assert t.seat == 3
        rest = [c for c in COLOURS if c not in ranking]
        t.finish(" ".join([ranking, *rest]))
        paid = [x for x in t.told("win_paid") if x["seat"] == 2]
        assert [(x["gold"], x["glory"]) for x in paid] == [(10, 3)]


def test_t9_t10_martyna() -> None:
    """T9, T10: the second red token, 4 on red (x4) with 1 Glory: 16 Gold and 6 Glory if red wins, nothing at second."""
    for ranking, gold, glory in (("red blue", 16, 6), ("blue red", 0, 0)):
        t = Table(odds="blue orange red yellow green purple")
        t.do("token red", "bet win orange", "stake 1", "token red", "bet win red", "stake 4")
        assert t.s.onbet[bet_token("win red")] == 1
        rest = [c for c in COLOURS if c not in ranking]
        t.finish(" ".join([ranking, *rest]))
        paid = [x for x in t.told("win_paid") if x["seat"] == 1]
        assert sum(x["gold"] for x in paid) == gold
        assert t.s.glory[1] == glory


def test_t13_pepper_and_ball() -> None:
    """T13: Peppery Pep and Ball and Chain on one unicorn are both discarded: the first move is unchanged."""
    t = Table().rampage("red").lay("yellow", "A+", seat=0).lay("yellow", "A-", seat=1).reveal().turn("222222")
    assert t.pos("yellow") == [2]
    assert (t.discarded("A+"), t.discarded("A-")) == (1, 1)


def test_t16_three_at_the_line() -> None:
    """T16: yellow furthest; red (x7) and green (x2) level: yellow, green, red; the other three race on."""
    t = Table(odds="green orange yellow blue purple red").rampage("purple").at(yellow=14, red=13, green=13)
    t.roll("orange orange")
    assert t.ranked() == "yellow green red"
    assert t.s.stage == "card"


def test_first_card_of_the_book() -> None:
    """Card 4 2 2 2 2 0 as first card: B+ on x7 moves 4, A- on x7 moves 0."""
    assert Table().rampage("red").lay("purple", "B+").reveal().turn("422220").pos("purple") == [4]
    assert Table().rampage("red").lay("purple", "A-").reveal().turn("422220").pos("purple") == [0]
