"""Owners, payout, tax, odds, rampage, refresh and the end (R24 to R32, R95 to R123)."""

from __future__ import annotations

import pytest

from stajnia.games import fever
from stajnia.games.fever import results
from stajnia.games.fever.pieces import CONTRACTS, LOAN_CARDS
from stajnia.games.fever.state import DECK, FREE, OUT, RESERVED
from tests.fever.table import RAINBOW, Table


@pytest.mark.rule("fever R24", "fever R25", "fever R104")
@pytest.mark.parametrize(("place", "gold"), [(1, 6), (2, 4), (3, 2), (4, 0), (6, 0)])
def test_owner_reward(place: int, gold: int) -> None:
    """T24: own unicorn first, second, third: 6, 4, 2 Gold, with or without bets; seat 0 owns purple."""
    ranking = RAINBOW.split()[:5]
    ranking.insert(place - 1, "purple")
    t = Table(2).finish(" ".join(ranking))
    assert t.s.gold[0] == 20 + gold
    bet = Table(2).bet(0, "win red", 5).finish(" ".join(ranking))
    assert bet.told("owner_gold") == t.told("owner_gold")


@pytest.mark.rule("fever R27", "fever R28")
@pytest.mark.parametrize("ranking", ["blue red green", "red blue green", "red green blue"])
def test_podium_bet(ranking: str) -> None:
    """T5, T7, T8: any of the first three places returns twice the stake, whatever the odds."""
    rest = [c for c in RAINBOW.split() if c not in ranking]
    t = Table(6).bet(0, "early blue", 4).finish(f"{ranking} {' '.join(rest)}")
    assert [(x["gold"], x["times"], x["glory"]) for x in t.told("win_paid")] == [(8, 2, 3)]
    assert t.s.gold[0] == 20 - 4 + 8 - 3


@pytest.mark.rule("fever R27", "fever R29", "fever R101")
def test_failed_bets() -> None:
    """Fourth fails a Podium bet and second a Win bet: stake and the Glory on it are the Bank's."""
    t = Table(6).bet(1, "late green", 7).bet(1, "win orange", 3, glory=2).finish(RAINBOW)
    assert [(x["colour"], x["stake"], x["place"]) for x in t.told("lost")] == [("orange", 3, 2), ("green", 7, 4)]
    assert t.s.glory == [0] * 6
    assert t.s.bank_glory == 125
    assert t.s.gold[1] == 20 - 10


@pytest.mark.rule("fever R29", "fever R30", "fever R32", "fever R102")
@pytest.mark.parametrize(("stake", "odds"), [(5, 3), (4, 2), (20, 7)])
def test_win_bet(stake: int, odds: int) -> None:
    """T4: a Win bet returns the stake times the odds, the stake included."""
    t = Table(6).bet(5, "win red", stake).odds(red=odds).finish(RAINBOW)
    assert t.told("win_paid")[0]["gold"] == stake * odds
    assert t.s.gold[5] == 20 - stake + stake * odds - 5 + 6  # tax on 5 Glory, and seat 5 owns red


@pytest.mark.rule("fever R31", "fever R53")
def test_glory_of_bets() -> None:
    """Win 5, early Podium 3, late Podium 2, and what lies on a Win bet on top."""
    t = Table(6).bet(0, "win red", 1, glory=2).bet(1, "early red", 1).bet(2, "late red", 1).finish(RAINBOW)
    assert t.s.glory == [7, 3, 2, 0, 0, 0]
    assert [(x["part"], x["why"]) for x in t.told("glory_parts")] == [(2, "on_bet")]


@pytest.mark.rule("fever R95")
def test_frankie() -> None:
    """Red on a rampage: each successful bet gives one Glory more."""
    t = Table(6).rampage("red").bet(0, "win red", 1).bet(1, "early red", 1).bet(2, "late red", 1).finish(RAINBOW)
    assert t.s.glory[:3] == [6, 4, 3]


@pytest.mark.rule("fever R96", "fever Q8")
def test_melody() -> None:
    """Orange on a rampage: a Win bet succeeds at second place at normal odds, with the Glory lying on it; not third."""
    t = Table(6).rampage("orange").bet(0, "win orange", 4, glory=1).finish(RAINBOW)
    assert [(x["gold"], x["glory"]) for x in t.told("win_paid")] == [(12, 6)]
    third = Table(6).rampage("orange").bet(0, "win orange", 4).finish("red yellow orange green blue purple")
    assert len(third.told("lost")) == 1
    calm = Table(6).rampage("red").bet(0, "win orange", 4).finish(RAINBOW)
    assert len(calm.told("lost")) == 1


@pytest.mark.rule("fever R97", "fever R99")
def test_cinnamon() -> None:
    """Green on a rampage: Podium bets return three times the stake; it is the state during the race that counts."""
    ranking = "green red orange yellow blue purple"
    t = Table(6).rampage("green").bet(0, "early green", 5).finish(ranking)
    assert t.told("win_paid")[0]["gold"] == 15
    assert "green" not in t.wild()
    assert Table(6).rampage("red").bet(0, "early green", 5).finish(ranking).told("win_paid")[0]["gold"] == 10


@pytest.mark.rule("fever R100")
def test_order_of_payout() -> None:
    """Bets are settled from the first player on, clockwise."""
    t = Table(first=2)
    for seat, colour in enumerate(("red", "orange", "yellow", "green")):
        t.bet(seat, f"early {colour}", 1)
    t.finish(RAINBOW)
    assert [e.args["seat"] for e in t.events if e.kind in ("win_paid", "lost")] == [2, 3, 0, 1]


@pytest.mark.rule("fever R103")
def test_odds_at_payout() -> None:
    """The odds are those after magic and before step 3.3."""
    t = Table(6).bet(0, "win purple", 2).lay("purple", "H+").reveal()
    t.finish("purple red orange yellow green blue")
    assert t.told("win_paid")[0]["times"] == 5
    assert t.odds_of("purple") == 4


@pytest.mark.rule("fever R105", "fever Q15")
def test_tokens_go_back() -> None:
    """All bet tokens, reserved ones too, and all action tokens are on the board again."""
    t = Table().do("token red", "bet win red", "stake 1")
    t.s.bets[3] = RESERVED + 1
    t.finish(RAINBOW)
    assert t.s.bets == [FREE] * 18
    assert t.s.top == [0] * 5
    assert t.s.taken == [()] * 4


@pytest.mark.rule("fever R106", "fever R107", "fever R117")
def test_glory_tax() -> None:
    """Gold for every Glory held, this round's too, in the last round as well; Glory on contracts is free."""
    t = Table(6).give(3, "GN8").glory(3, 6).bet(3, "early red", 5).last_round()
    t.finish(RAINBOW)
    assert t.told("tax") == [{"seat": 3, "glory": 9, "gold": 9}]


@pytest.mark.rule("fever R108", "fever Q5")
def test_tax_forces_loans() -> None:
    """Who cannot pay takes loans until it can; when no loan is left, what there is."""
    t = Table(6).glory(0, 30).gold(0, 5).finish(RAINBOW)
    assert (t.s.loans[0], t.s.gold[0]) == (2, 15)
    short = Table(6).glory(0, 30).gold(0, 5)
    short.s.loans[1] = 2 * LOAN_CARDS
    short.finish(RAINBOW)
    assert short.told("tax_short") == [{"seat": 0, "gold": 5, "due": 30}]
    assert short.s.gold[0] == 0


@pytest.mark.rule("fever R61", "fever R108")
@pytest.mark.parametrize(("gold", "loans", "left"), [(0, 2, 19), (1, 1, 0), (20, 1, 19), (21, 0, 0), (50, 0, 29)])
def test_tax_takes_no_loan_too_many(gold: int, loans: int, left: int) -> None:
    """For a tax of 21 just so many loans are taken as are needed, none by who can pay; paying is no choice."""
    t = Table(6).give(0, "GO7").gold(0, gold).glory(0, 21).finish("red orange yellow green blue purple")
    assert (t.s.loans[0], t.s.gold[0]) == (loans, left)
    assert len(t.told("tax_loan")) == loans
    if t.s.stage == "back":  # the Back Door is no action either: no loan for it
        assert t.legal() == ["contract GO1", "contract FA6", "contract FA7", "done"]


@pytest.mark.rule("fever R109", "fever R110", "fever R111", "fever R113", "fever R114")
def test_odds_and_rampage_after_a_race() -> None:
    """T17 to T21: one row towards the place, tokens never push, all on the lowest row rampage."""
    t = Table(6).odds(yellow=2, red=3, blue=3, green=5, orange=5, purple=6).rampage("purple")
    t.finish("red blue purple yellow green orange")
    rows = {c: t.odds_of(c) for c in RAINBOW.split()}
    assert rows == {"red": 2, "blue": 3, "yellow": 3, "purple": 5, "green": 6, "orange": 6}
    assert t.wild() == ["orange", "green"]


@pytest.mark.rule("fever R112")
def test_odds_stay_in_the_table() -> None:
    """First on x2 and last on x7 stay where they are."""
    t = Table(6).finish(RAINBOW)
    assert [t.odds_of(c) for c in RAINBOW.split()] == [2, 3, 4, 5, 6, 7]


@pytest.mark.rule("fever R115")
def test_new_contracts() -> None:
    """Unsold contracts go out of the game and three new ones come."""
    t = Table().finish(RAINBOW)
    assert [CONTRACTS[c] for c in range(40) if t.s.own[c] == OUT] == ["FA6", "FA7", "GO1"]
    assert t.s.own.count(DECK) == 13
    for _ in range(3):
        assert t.s.stage == "market"
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert len(t.s.market) == 3
    assert (t.s.round, t.s.stage) == (2, "pick")


@pytest.mark.rule("fever R117", "fever R116")
def test_last_round_skips_steps() -> None:
    """After the fourth race odds, rampage and contracts stay as they are and the game is over."""
    t = Table(6).odds(red=7, purple=2).last_round().finish(RAINBOW)
    assert (t.odds_of("red"), t.odds_of("purple")) == (7, 2)
    assert OUT not in t.s.own
    assert fever.outcome(t.s) is not None


def standing(t: Table, seat: int) -> tuple[int, ...]:
    return next(line for line in t.s.final if line.seat == seat)


@pytest.mark.rule("fever R118", "fever R119", "fever R120")
def test_accounts() -> None:
    """Loans first, one by one at 25; then 20 Gold a Glory; the rest stays Gold."""
    t = Table().gold(0, 47).gold(1, 60).gold(2, 24)
    t.s.loans[1], t.s.loans[2] = 3, 1
    results.finish(t.s, t.events.append)
    assert standing(t, 0)[2:] == (0, 2, 0, 2, 0, 7, 0)
    assert standing(t, 1)[2:] == (1, 0, 0, 0, 0, 10, 2)
    assert standing(t, 2)[2:] == (1, 1, 0, 1, 0, 4, 0)


@pytest.mark.rule("fever R121")
def test_final_glory() -> None:
    """Glory tokens, Glory from Gold and Glory printed on contracts."""
    t = Table().gold(0, 45).glory(0, 9).give(0, "GN8", "GO1")
    results.finish(t.s, None)
    assert standing(t, 0)[3:7] == (9 + 2 + 2, 9, 2, 2)


@pytest.mark.rule("fever R122", "fever R123", "fever Q4")
def test_ranking() -> None:
    """T23: unpaid loan cards count first, then Glory, then Gold; two loans on one card are one card."""
    t = Table(5)
    for seat, (loans, glory, gold) in enumerate([(3, 14, 2), (0, 15, 0), (2, 18, 0), (4, 14, 5), (0, 17, 0)]):
        t.gold(seat, gold).glory(seat, glory)
        t.s.loans[seat] = loans
    results.finish(t.s, None)
    assert [line.seat for line in t.s.final] == [4, 1, 2, 3, 0]
    assert [line.rank for line in t.s.final] == [1, 2, 3, 4, 5]
    outcome = fever.outcome(t.s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((4,), "glory", (14, 15, 18, 14, 17))


@pytest.mark.parametrize(
    ("money", "loans", "winners", "reason"),
    [
        ([20, 20], [0, 0], (0, 1), "shared"),
        ([19, 15], [0, 0], (0,), "gold"),
        ([10, 0], [0, 1], (0,), "loans"),
        ([10, 10], [2, 1], (0, 1), "shared"),
        ([15, 10], [2, 1], (0,), "gold"),
        ([0, 10], [2, 3], (0,), "loans"),
    ],
)
def test_reasons_of_victory(money: list[int], loans: list[int], winners: tuple[int, ...], reason: str) -> None:
    """A shared victory, Gold that decides, and unpaid loans that decide are told apart."""
    t = Table(2)
    for seat in (0, 1):
        t.gold(seat, money[seat])
        t.s.loans[seat] = loans[seat]
    results.finish(t.s, None)
    outcome = fever.outcome(t.s)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)
