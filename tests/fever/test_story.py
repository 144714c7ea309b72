"""The race as it is told: every step is an event in its order, with what a page needs to show it (fever R65 to R92)."""

from __future__ import annotations

from stajnia.games import fever
from tests.fever.table import RAINBOW, Table


def kinds(t: Table) -> list[str]:
    return [e.kind for e in t.events]


def test_the_start_is_told() -> None:
    """First player, cards turned up, pairs, immunity, the ward, antimagic and odds, in the order of step 2.2."""
    t = (
        Table()
        .give(0, "WI7")
        .do("token yellow")
        .lay("purple", "A- B- C-")
        .lay("red", "G+ D- E- F+ F-")
        .lay("blue", "H+")
    )
    t.events.clear()
    t.reveal()
    assert kinds(t) == ["race", "first_stays", "reveal", "reveal", "reveal", "cancel", "immune"]
    assert t.told("race") == [{"round": 1}]
    assert t.told("reveal")[0] == {"colour": "red", "cards": ["G+", "D-", "E-", "F+", "F-"]}
    assert fever.view(t.s, 1).next_first == -1
    assert (t.s.stage, t.seat, t.legal()) == ("ward", 0, ["discard B-", "discard C-"])
    t.events.clear()
    t.do("discard C-")
    assert t.told("ward") == [{"seat": 0, "contract": "WI7", "colour": "purple", "magic": "C-"}]
    assert (t.s.stage, t.legal()) == ("antimagic", ["discard D-", "discard E-"])
    t.do("discard E-")
    assert t.told("antimagic") == [{"colour": "red", "by": "G+", "magic": "E-"}]
    assert t.told("whisper") == [{"magic": "H+", "colour": "blue", "old": 6, "odds": 4}]
    assert kinds(t) == ["ward", "antimagic", "whisper"]
    assert t.s.stage == "card"


def test_a_turn_is_told() -> None:
    """Card, moves of all on the track, dice, gallops, who has finished; the view shows card and dice of this turn."""
    t = Table().reveal()
    t.events.clear()
    t.turn("422220", "red purple")
    assert t.told("card") == [{"turn": 1, "card": "4 2 2 2 2 0"}]
    assert t.told("dice") == [{"dice": ["red", "purple"]}]
    assert kinds(t) == ["card", *["move"] * 5, "move_why", "dice", "sprint", "sprint"]
    race = fever.view(t.s, None).race
    assert (race.turn, race.card, race.dice, race.used) == (1, (4, 2, 2, 2, 2, 0), ("red", "purple"), ("422220",))
    t.turn("222222")
    assert fever.view(t.s, None).race.dice == ()


def test_a_tie_is_told() -> None:
    """The first player is asked among those who are level, then nobody is tied any more."""
    t = Table().odds(red=4).at(red=12, yellow=12, blue=13)
    t.events.clear()
    t.roll("green green")
    assert t.told("tie") == [{"seat": 0, "colours": ["red", "yellow"]}]
    assert fever.view(t.s, None).race.tied == ("red", "yellow")
    t.do("place yellow")
    assert fever.view(t.s, None).race.tied == ()
    assert kinds(t) == ["dice", "sprint", "finish", "tie", "finish_why", "finish"]
    assert [x["place"] for x in t.told("finish")] == [1, 3]


def test_nobody_else_is_paid_at_the_start() -> None:
    """The Starter's Baton pays its owner only while being first player."""
    t = Table().give(1, "GN7").reveal()
    assert t.told("contract_gold") == []
    assert Table().give(0, "GN7").reveal().told("contract_gold") == [{"seat": 0, "contract": "GN7", "gold": 5}]


def test_the_results_are_told() -> None:
    """Bets of a player, then the owner's reward, player by player; tokens back, tax, odds, rampage, contracts."""
    t = Table().bet(0, "win red", 2).bet(1, "early purple", 3)
    t.events.clear()
    t.finish(RAINBOW)
    assert kinds(t) == ["win_paid", "lost", "owner_gold", "returned", "tax", "rampage", "unsold"]
    assert t.told("unsold") == [{"contracts": ["GO1", "FA6", "FA7"]}]
    assert t.told("rampage") == [{"colours": ["purple"]}]
