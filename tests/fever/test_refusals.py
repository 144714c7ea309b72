"""Every refusal: the rule, the message with its values, and what is offered instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stajnia.core.game import CHANCE, Illegal
from stajnia.games import fever
from stajnia.games.fever.pieces import COLOURS, LOAN_CARDS
from tests.fever.invariants import check
from tests.fever.table import RAINBOW, Table


def broke(t: Table) -> Table:
    """Seat 0 has no Gold, and no loan is left."""
    t.gold(0, 0)
    t.s.loans[1] = 2 * LOAN_CARDS
    return t


def dear(t: Table) -> Table:
    """The green token on top is B, which costs 3."""
    t.s.top[2] = 1
    return t


def all_win_taken() -> Table:
    t = Table()
    for colour in COLOURS:
        t.bet(1, f"win {colour}", 1)
    return t


Case = tuple[Callable[[], Table], str, str, str, dict[str, Any]]
CASES: list[Case] = [
    (lambda: Table(), "stake 3", "R39", "wrong_step", {}),
    (lambda: Table(), "bet win red", "R39", "wrong_step", {}),
    (lambda: Table(), "place red", "R39", "wrong_step", {}),
    (lambda: Table(), "start 1", "R39", "wrong_step", {}),
    (lambda: Table().do("token purple"), "bet win red", "R39", "no_bet_now", {}),
    (lambda: Table().do("token red"), "magic A+ on red", "R45", "no_magic_now", {}),
    (lambda: Table().do("token red"), "bet late blue", "R52", "only_win", {}),
    (lambda: Table().hand(0, "A+").do("token purple"), "magic B- on red", "R45", "not_in_hand", {"magic": "B-"}),
    (lambda: Table().hand(0, "A+").give(0, "WI6"), "swap B-", "R45", "not_in_hand", {"magic": "B-"}),
    (lambda: Table().hand(0, "A+"), "swap A+", "R56", "no_swap", {}),
    (lambda: Table(), "look red", "R48", "no_look", {}),
    (lambda: Table().give(0, "WI3"), "look red", "R48", "nothing_there", {"colour": "red"}),
    (lambda: Table().give(0, "WI3").lay("red", "A+").do("look red"), "look red", "R48", "looked", {}),
    (
        lambda: Table().give(0, "FA2").do("token red", "bet win red", "stake 1"),
        *("bet early red", "R125", "second_kind", {"kind": "win"}),
    ),
    (
        lambda: Table().give(0, "FA3").do("token blue", "bet early red", "stake 1"),
        *("bet win red", "R124", "second_kind", {"kind": "podium"}),
    ),
    (
        lambda: Table().bet(1, "late purple", 1).do("token blue"),
        *("bet late purple", "R36", "token_gone", {"kind": "late", "colour": "purple"}),
    ),
    (
        lambda: Table().bet(1, "late purple", 1).offer("FA1").do("token green", "contract FA1"),
        *("reserve late purple", "R126", "token_gone", {"kind": "late", "colour": "purple"}),
    ),
    (lambda: Table().do("token red", "bet win red"), "stake 21", "R34", "stake_high", {"most": 20}),
    (lambda: Table().gold(0, 4).do("token red", "bet win red"), "stake 5", "R33", "no_gold", {"gold": 4}),
    (all_win_taken, "token red", "R36", "no_bet_left", {}),
    (lambda: broke(Table()), "token red", "R34", "no_gold", {"gold": 0}),
    (lambda: broke(Table().do("token blue")), "bet win red", "R34", "no_gold", {"gold": 0}),
    (lambda: broke(Table()), "loan", "R63", "no_loans", {}),
    (lambda: broke(dear(Table())), "token green", "R58", "no_gold", {"gold": 0}),
    (lambda: Table().offer(), "token green", "R57", "no_contract", {}),
    (lambda: Table().do("token green"), "contract FA1", "R55", "not_on_offer", {"contract": "FA1"}),
    (lambda: Table().give(0, "GO7").finish(RAINBOW).gold(0, 4), "contract FA6", "R58", "no_gold", {"gold": 4}),
    (lambda: Table().do("token blue"), "draw up", "R49", "nothing_to_draw", {}),
    (lambda: Table().do("token blue"), "done", "R39", "use_one", {}),
    (lambda: Table().lay("red", "G- A+ B+").reveal(), "discard C+", "R75", "not_lying", {"magic": "C+"}),
    (
        lambda: Table().odds(red=4).at(red=12, yellow=12).roll("blue blue"),
        *("place blue", "R90", "not_tied", {"colour": "blue"}),
    ),
]


@pytest.mark.parametrize(("setup", "text", "rule", "message", "values"), CASES)
def test_refusals(setup: Callable[[], Table], text: str, rule: str, message: str, values: dict[str, Any]) -> None:
    """What is not allowed is not offered, is refused with its rule, and changes nothing."""
    t = setup()
    key = t.s.key()
    assert text not in t.legal()
    with pytest.raises(Illegal) as e:
        fever.play(t.s, t.seat, fever.read(text))
    assert (e.value.rule, e.value.message) == (f"fever {rule}", message)
    assert e.value.values == (values or {"text": text})
    assert t.s.key() == key


def test_edges_of_the_purse() -> None:
    """The last coin may be staked, the highest stake is the limit, the exact price buys, the last loan is lent."""
    assert Table().gold(0, 4).do("token red", "bet win red", "stake 4").s.gold[0] == 0
    t = Table().gold(0, 50).do("token red", "bet win red")
    assert t.legal() == [*(f"stake {n}" for n in range(1, 21)), "loan"]
    assert t.do("stake 20").s.gold[0] == 30
    assert Table(options={"box": '{"contracts": {"FA6": {"n": 99}}}'}).give(0, "FA6").gold(0, 150).do(
        "token red", "bet win red"
    ).legal()[-2:] == ["stake 99", "loan"]
    bought = Table().gold(1, 3).do("token green", "contract GO1", "token green", "contract FA6")
    assert bought.s.gold[1] == 0
    last = Table()
    last.s.loans[1] = 2 * LOAN_CARDS - 2
    assert last.do("loan", "loan").s.credit(0) == 0


def test_only_the_asked_are_offered_anything() -> None:
    """Others and chance have no legal actions while a seat is asked, and nobody has while chance is to act."""
    t = Table().do("token purple")
    assert [fever.legal(t.s, seat) for seat in (1, 2, 3, CHANCE)] == [[], [], [], []]
    fever.play(t.s, 0, fever.read(t.play_any()))
    fever.play(t.s, 0, fever.read("done"))
    assert fever.to_act(t.s) == (CHANCE,)
    assert [fever.legal(t.s, seat) for seat in (0, 1, CHANCE)] == [[], [], []]


def test_what_each_token_offers() -> None:
    """A red token offers Win bets, purple magic only, blue both; a reserved prompt ends with leaving it."""
    hand = Table().hand(0, "A+ C-")
    plays = [f"magic {m} on {c}" for m in ("A+", "C-") for c in COLOURS]
    bets = [f"bet {kind} {c}" for kind in ("win", "early", "late") for c in COLOURS]
    assert hand.do("token purple").legal() == [*plays, "loan"]
    assert Table().hand(0, "A+ C-").do("token red").legal() == [*bets[:6], "loan"]
    blue = Table().hand(0, "A+ C-").do("token blue")
    assert blue.legal() == [*bets, *plays, "loan"]
    assert blue.do("magic A+ on red").legal() == [*bets, *plays[6:], "draw up", "loan", "done"]
    assert Table().give(0, "WI5").hand(0, "C-").skip_to_night().legal() == [*plays[6:], "done"]


def test_planning_is_told() -> None:
    """Tokens, printed effects, Glory put on a bet, a second bet and loans are events with their names."""
    t = (
        Table()
        .give(0, "FA2")
        .do("loan", "token red", "bet win blue", "stake 2", "done", "token yellow", "token yellow")
    )
    t.do("print yellow")
    assert t.told("loan") == [{"seat": 0, "gold": 20, "debt": 25, "loans": 1}]
    assert [x["token"] for x in t.told("token")] == ["red_A", "yellow_A", "yellow_B"]
    assert t.told("print") == [{"seat": 3, "token": "yellow_0"}]
    assert t.told("bet_glory") == [{"seat": 0, "kind": "win", "colour": "blue", "glory": 2}]
    assert t.told("second") == [{"seat": 0, "contract": "FA2"}]
    assert t.told("bet") == [{"seat": 0, "kind": "win", "colour": "blue", "stake": 2, "times": 6}]
    check(t.s)
    blue = Table().do("token blue", "bet win red", "stake 2", "done", "token green", "contract GO1")
    assert blue.told("bet_glory") == []
    assert blue.told("contract") == [{"seat": 1, "contract": "GO1", "price": 0}]
    look = Table().give(0, "WI3").lay("red", "A+", seat=1).do("look red").events[-1]
    assert (look.reveals, look.seen_by(0).args["cards"], look.seen_by(1).args["cards"]) == (True, ["A+"], ["hidden"])


def test_once_a_round_means_each_round() -> None:
    """A contract used in one round works again in the next."""
    t = Table().give(0, "FA2").do("token red", "bet win red", "stake 1", "bet win blue", "stake 1")
    assert fever.view(t.s, None).used_contracts == ("FA2",)
    t.finish(RAINBOW)
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert fever.view(t.s, None).used_contracts == ()
    assert t.do("token red", "bet win red", "stake 1").s.stage == "second"


def test_hexes_are_noted_by_playing() -> None:
    """Laying a card in play is what the Hex Fee looks at, and a new round forgets it."""
    t = Table().give(2, "WI8").do("token yellow", "token yellow").hand(2, "E+ E-")
    t.do("token purple", "magic E+ on green", "done")
    assert fever.view(t.s, None).hexed == ((), (), (), (2,), (), ())
    t.finish("green red orange yellow blue purple")
    assert t.s.glory[2] == 1
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert fever.view(t.s, None).hexed == ((),) * 6
