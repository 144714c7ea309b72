"""Bets, action turns, magic, contracts, Gold, first player and loans (R26, R33 to R63)."""

from __future__ import annotations

import pytest

from stajnia.core.game import Illegal
from stajnia.games import fever
from stajnia.games.fever.pieces import COLOURS, LOAN_CARDS
from stajnia.games.fever.state import AT_RESERVE, FREE, OUT
from tests.fever.table import RAINBOW, Table, bet_token


def refused(t: Table, text: str, seat: int | None = None) -> Illegal:
    key = t.s.key()
    with pytest.raises(Illegal) as e:
        fever.play(t.s, t.seat if seat is None else seat, fever.read(text))
    assert t.s.key() == key
    return e.value


@pytest.mark.rule("fever R26", "fever R35")
def test_bet_on_any_unicorn() -> None:
    """A unicorn and a kind, then the stake: every colour and every free kind can be chosen, the own one too."""
    t = Table()
    t.do("token blue")
    bets = [a for a in t.legal() if a.startswith("bet")]
    assert len(bets) == 18
    assert f"bet win {COLOURS[t.s.owns[0]]}" in bets
    t.do("bet late green")
    assert t.legal() == [*(f"stake {n}" for n in range(1, 21)), "loan"]
    t.do("stake 3")
    assert t.s.bets[bet_token("late green")] == 0


@pytest.mark.rule("fever R33")
def test_stake_leaves_the_player() -> None:
    """The stake lies on the token and is no longer the player's."""
    t = Table()
    t.do("token red", "bet win red", "stake 8")
    assert t.s.gold[0] == 12
    assert t.s.stakes[bet_token("win red")] == 8


@pytest.mark.rule("fever R34", "fever Q1")
def test_stake_limits() -> None:
    """A stake is 1 to 20 Gold and never more than the player has."""
    t = Table().gold(0, 50)
    t.do("token red", "bet win red")
    assert refused(t, "stake 21").message == "stake_high"
    assert refused(t, "stake 0").message == "stake_low"
    assert refused(t, "stake 0").rule == "fever R34"
    t.gold(0, 6)
    assert refused(t, "stake 7").message == "no_gold"
    assert "stake 6" in t.legal()


@pytest.mark.rule("fever R36")
def test_token_gone() -> None:
    """A bet token that somebody has taken is not there for others; the refusal names rule, kind and colour."""
    t = Table()
    t.do("token red", "bet win red", "stake 1")
    t.do("token red")
    assert "bet win red" not in t.legal()
    e = refused(t, "bet win red")
    assert (e.rule, e.message, e.values) == ("fever R36", "token_gone", {"kind": "win", "colour": "red"})
    assert str(e) == "The Win token of the red unicorn is not available. (fever R36)"


@pytest.mark.rule("fever R37", "fever R111")
def test_rows_may_be_shared() -> None:
    """Unicorns may share an odds row while others are empty."""
    t = Table().odds(red=3, orange=3)
    assert [lane.odds for lane in fever.view(t.s, 0).lanes] == [3, 3, 4, 5, 6, 7]


@pytest.mark.rule("fever R38")
def test_three_turns_each_clockwise() -> None:
    """From the first player on, one action turn each, three times round; nobody else may act."""
    t = Table(3, first=2)
    order = []
    while t.s.stage == "pick":
        assert refused(t, "token red", (t.seat + 1) % 3).message == "not_your_turn"
        order.append(t.seat)
        t.do("token yellow" if "token yellow" in t.legal() else "print yellow")
    assert order == [2, 0, 1] * 3


@pytest.mark.rule("fever R39", "fever R40")
def test_top_token_of_a_stack() -> None:
    """The top token is taken and kept; an empty stack cannot be chosen."""
    t = Table(6)
    for _ in range(2):
        t.do("token purple", t.play_any(), "done")
    assert [p.tokens for p in fever.view(t.s, 0).players][:2] == [("purple_A",), ("purple_B",)]
    assert "token purple" not in t.legal()
    assert (refused(t, "token purple").rule, refused(t, "token purple").message) == ("fever R40", "empty_stack")


@pytest.mark.rule("fever R41", "fever R42", "fever R43", "fever Q2")
def test_printed_effects() -> None:
    """The two printed effects are always there, beside tokens too, for any number of turns; others have none."""
    t = Table()
    assert {"print blue", "token blue", "print yellow", "token yellow"} <= set(t.legal())
    assert refused(t, "print red").message == "no_print"
    t.do("print yellow", "token yellow", "token yellow")
    assert t.s.gold == [25, 30, 30, 20]
    assert fever.view(t.s, None).players[0].tokens == ("yellow_0",)
    assert t.seat == 3
    t.do("token blue", "bet early red", "stake 1", "done")
    t.do("token blue", "bet early orange", "stake 1", "done")
    for seat, colour in ((1, "yellow"), (2, "green")):
        assert t.seat == seat
        assert "print blue" in t.legal()
        t.do("print blue", f"bet early {colour}", "stake 1")
    assert t.s.plan == 7


@pytest.mark.rule("fever R44", "fever R59")
def test_what_the_tokens_do() -> None:
    """The tokens hold the six effects and nothing else; only yellow gives Gold, only green costs it."""
    tokens = Table().s.box.tokens
    assert {t.colour for t in tokens if t.magic} == {"blue", "purple"}
    assert {t.colour for t in tokens if t.bet} == {"blue", "red"}
    assert {t.colour for t in tokens if t.glory} == {"red"}
    assert {t.colour for t in tokens if t.contract or t.price} == {"green"}
    assert {t.colour for t in tokens if t.gold} == {"yellow"}
    assert [t.id for t in tokens if t.first] == ["yellow_A"]


@pytest.mark.rule("fever R45", "fever R46", "fever R47", "fever Q3")
def test_playing_magic() -> None:
    """Up to the number of the token, split as one likes, several on one unicorn; stopping early is allowed."""
    t = Table().hand(0, "A+ A+ B- C+ H-")
    t.do("token purple")
    assert refused(t, "done").message == "use_one"
    assert refused(t, "magic D+ on red").message == "not_in_hand"
    t.do("magic A+ on red", "magic A+ on red", "magic H- on blue")
    assert (t.lying("red"), t.lying("blue")) == ("A+ A+", "H-")
    assert t.seat == 1
    t.hand(1, "A- B- B+ C- G-").do("token purple", "magic A- on red", "done")
    assert t.lying("red") == "A+ A+ A-"
    assert t.seat == 2


@pytest.mark.rule("fever R48")
def test_magic_is_secret() -> None:
    """Hand and played cards are known to their owner only, until step 2.2 turns all up."""
    t = Table().hand(0, "A+ B- C+ D- E+")
    t.do("token purple", "magic A+ on red", "done")
    lane = fever.view(t.s, 0).lanes[0]
    assert [c.magic for c in lane.cards] == ["A+"]
    for seat in (1, 2, None):
        v = fever.view(t.s, seat)
        assert [(c.seat, c.magic) for c in v.lanes[0].cards] == [(0, "")]
        assert v.players[0].hand == 5
    event = next(e for e in t.events if e.kind == "magic")
    assert event.seen_by(1).args == {"seat": 0, "colour": "red", "magic": "hidden"}
    assert event.seen_by(0).args["magic"] == "A+"
    t.skip_planning()
    assert [c.magic for c in fever.view(t.s, 1).lanes[0].cards] == ["A+"]


@pytest.mark.rule("fever R49")
def test_drawing_up_after_magic() -> None:
    """Right after the effect the hand is filled to five: at once when all are played, or with `draw up`."""
    t = Table().hand(0, "A+ B- C+ D- E+").do("token blue", "magic A+ on red")
    assert len(t.s.hands[0]) == 4
    t.do("draw up")
    assert len(t.s.hands[0]) == 5
    assert not [a for a in t.legal() if a.startswith("magic")]
    assert refused(t, "draw up").message == "nothing_to_draw"
    t.do("bet win red", "stake 1")
    t.hand(1, "A- B- C- D- E-").do("token blue", "magic A- on red", "bet win blue", "stake 2")
    assert t.seat == 2
    assert len(t.s.hands[1]) == 5


@pytest.mark.rule("fever R50")
def test_magic_deck_runs_out() -> None:
    """An empty deck is made anew of the discards; when both are empty the player draws no more."""
    t = Table().hand(0, "A+ B- C+ D- E+")
    s = t.s
    s.discards = s.deck
    s.deck = [0] * 16
    total = sum(s.discards)
    t.do("token purple", "magic A+ on red", "done")
    assert t.told("shuffled") == [{"count": total}]
    assert (sum(s.deck), sum(s.discards), len(s.hands[0])) == (total - 1, 0, 5)
    s.deck = [0] * 16
    t.hand(1, "A- B- C- D- E-")
    s.deck = [0] * 16
    t.do("token purple", "magic A- on red", "done")
    assert len(t.told("no_cards")) == 1
    assert len(s.hands[1]) == 4


def test_token_without_any_use_cannot_be_taken() -> None:
    """Q3: a token is taken for at least one effect, so purple needs a card in hand and red a free Win token."""
    t = Table().hand(0, "")
    assert (refused(t, "token purple").rule, refused(t, "token purple").message) == ("fever R45", "no_hand")
    for colour in COLOURS:
        t.bet(1, f"win {colour}", 1)
    assert (refused(t, "token red").rule, refused(t, "token red").message) == ("fever R36", "no_bet_left")
    assert "token blue" in t.legal()
    t.s.loans[2] = 2 * LOAN_CARDS
    t.gold(0, 0)
    assert refused(t, "token blue").message == "no_gold"
    assert t.legal() == ["token yellow", "token green", "print yellow"]


@pytest.mark.rule("fever R51")
def test_any_bet_tokens() -> None:
    """Blue tokens allow any bet and magic, in any order; the printed effect allows the bet only."""
    t = Table().hand(0, "A+ B- C+ D- E+").do("token blue")
    assert {a.split()[0] for a in t.legal()} == {"bet", "magic", "loan"}
    t.do("magic A+ on red", "bet early blue", "stake 2", "magic B- on green")
    assert t.seat == 1
    t.do("token blue", "bet late blue", "stake 1", "done", "print blue")
    assert {a.split()[0] for a in t.legal()} == {"bet", "loan"}


@pytest.mark.rule("fever R52", "fever R53", "fever R54")
def test_win_bet_tokens_put_glory_on_the_bet() -> None:
    """Red tokens allow a Win bet only; A puts 2 Glory of the Bank on it, B 1, and the player has none of it yet."""
    t = Table().do("token red")
    assert refused(t, "bet early red").message == "only_win"
    t.do("bet win red", "stake 4", "token red", "bet win blue", "stake 4")
    assert (t.s.onbet[bet_token("win red")], t.s.onbet[bet_token("win blue")]) == (2, 1)
    assert t.s.bank_glory == 122
    assert t.s.glory == [0] * 4


@pytest.mark.rule("fever R55", "fever R56", "fever R57")
def test_contracts_are_sold() -> None:
    """One of the open contracts at the price of the token; it works at once; nothing is put in its place."""
    t = Table().offer("FA6", "GO1", "FA8")
    t.do("token green", "contract FA6").do("token green", "contract GO1").do("token green", "contract FA8")
    assert t.s.gold == [20, 17, 14, 20]
    assert t.s.most(0) == 30
    assert t.s.market == ()
    assert refused(t, "token green").message == "empty_stack"
    two = Table().offer("FA6").do("token green", "contract FA6")
    e = refused(two, "token green")
    assert (e.rule, e.message) == ("fever R57", "no_contract")
    again = Table().offer("FA6", "GO1", "FA8").do("token green")
    assert refused(again, "contract FA1").message == "not_on_offer"
    assert OUT not in again.s.own


@pytest.mark.rule("fever R58", "fever R61")
def test_paying_is_a_must() -> None:
    """T11: plus 10 comes from the Bank, minus 3 goes there; who is short takes a loan in the middle of the action."""
    t = Table().do("token yellow")
    assert (t.s.gold[0], t.s.bank_gold) == (30, 705 - 80 - 10)
    t.gold(2, 2).do("token green", "contract GO1", "token green")
    assert refused(t, "contract FA6").message == "no_gold"
    assert t.legal() == ["loan"]
    t.do("loan", "contract FA6")
    assert t.s.gold[2] == 19
    assert t.s.loans == [0, 0, 1, 0]


@pytest.mark.rule("fever R60", "fever R64")
def test_first_player_changes_at_the_race() -> None:
    """Yellow A makes its holder first player from step 2.1 on; the order of planning stays; else nothing changes."""
    t = Table()
    t.do("token green", f"contract {fever.view(t.s, 0).market[0]}", "token yellow")
    assert (t.s.first, t.s.next_first) == (0, 1)
    t.skip_planning()
    assert t.s.first == 1
    assert t.told("first") == [{"seat": 1}]
    t.finish("red orange yellow green blue purple")
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert t.seat == 1
    nobody = Table().lay("red", "A+").reveal()
    assert nobody.s.first == 0
    assert nobody.told("first_stays") == [{"seat": 0}]


@pytest.mark.rule("fever R62", "fever R63")
def test_loans() -> None:
    """T22: a loan is 20 Gold now, no action, one more loan each time, and two are one card."""
    t = Table().do("loan", "loan", "loan")
    assert (t.s.gold[0], t.s.loans[0], t.seat) == (80, 3, 0)
    assert [p.loan_cards for p in fever.view(t.s, None).players] == [2, 0, 0, 0]
    t.s.loans[1] = 2 * LOAN_CARDS - 4
    t.do("loan")
    e = refused(t, "loan")
    assert (e.rule, e.message) == ("fever R63", "no_loans")


@pytest.mark.rule("fever Q5")
def test_the_last_loan_card() -> None:
    """With no card left a loan is for those whose own card shows one loan, in an action and in the tax step."""
    t = Table()
    t.s.loans = [1, 2, 15, 0]
    assert "loan" in t.legal()
    t.do("loan", "token yellow")
    assert refused(t, "loan").message == "no_loans"
    assert "loan" in t.do("token yellow").legal()
    taxed = Table(4).glory(0, 25).glory(1, 25).gold(0, 0).gold(1, 0)
    taxed.s.loans = [1, 2, 16, 0]
    taxed.finish(RAINBOW)
    assert taxed.s.loans[:2] == [2, 2]
    assert [(x["seat"], x["gold"]) for x in taxed.told("tax_short")] == [(0, 20), (1, 0)]


@pytest.mark.rule("fever R61")
def test_loans_only_in_own_actions() -> None:
    """Loans are offered at every step of an own action turn, not to others and not outside actions."""
    t = Table().give(0, "FA1").do("token blue", "bet early red")
    assert "loan" in t.legal()
    assert refused(t, "loan", 2).message == "not_your_turn"
    t.s.after, t.s.step, t.s.pend = "turn", AT_RESERVE, -1  # at the start of a round
    assert "loan" not in t.legal()
    assert refused(t, "loan").message == "wrong_step"
    bought = Table().offer("FA1").do("token green", "contract FA1")
    assert "loan" in bought.legal()
    bought.do("loan")
    assert (bought.s.stage, bought.s.loans[0], bought.s.gold[0]) == ("reserve", 1, 40)
    night = Table().give(0, "WI5").skip_to_night()
    assert refused(night, "loan").message == "wrong_step"


def test_several_bets() -> None:
    """Q6, Q7: late tokens may go before early ones, and one seat may hold all three bets on a unicorn."""
    t = Table(2 + 2).gold(0, 60)
    t.bet(0, "win red", 5).bet(0, "early red", 5)
    t.do("token blue", "bet late red", "stake 5")
    assert [t.s.bets[bet_token(f"{k} red")] for k in ("win", "early", "late")] == [0, 0, 0]
    other = Table().do("token blue", "bet late red", "stake 1")
    assert other.s.bets[bet_token("early red")] == FREE
