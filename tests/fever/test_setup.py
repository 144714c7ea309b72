"""Setting up, and the special rules for two and six players (R1 to R23)."""

from __future__ import annotations

import pytest

import stajnia
from stajnia.core.game import CHANCE, Illegal, complete
from stajnia.games import fever, game
from stajnia.games.fever.pieces import CONTRACTS, LOAN_CARDS
from stajnia.games.fever.state import ABSENT, BLOCKED, DECK, FREE, OUT, SHOWN, UNUSED
from tests.fever.table import Table


@pytest.mark.rule("fever R1", "fever R2", "fever R116")
def test_four_rounds_of_three_phases() -> None:
    """Two to six may play; planning, race and results follow each other four times, counted from the first."""
    for seats in (1, 7):
        with pytest.raises(Illegal, match="2 to 6 players"):
            stajnia.Match.start("fever", seats)
    t = Table()
    assert (t.s.round, t.s.races, t.s.phase) == (1, 4, "planning")
    phases = []
    while fever.to_act(t.s):
        seen = (t.s.round, t.s.phase)
        phases += [seen] if seen not in phases else []
        if t.s.phase == "planning":
            t.skip_planning()
        elif fever.to_act(t.s) == (CHANCE,):
            t.chance(fever.write(fever.odds(t.s)[-1][0]))
        else:
            t.do(t.legal()[0])
    assert [p for p in phases if p[1] != "results"] == [(r, p) for r in (1, 2, 3, 4) for p in ("planning", "race")]
    assert len(t.told("returned")) == 4
    assert t.s.phase == "over"


@pytest.mark.rule("fever R3", "fever R4")
def test_starting_money_and_loans() -> None:
    """Everybody starts with 20 Gold and no Glory, the rest is the Bank's; the loans lie ready."""
    t = Table(5)
    assert t.s.gold == [20] * 5
    assert t.s.glory == [0] * 5
    assert t.s.bank_gold == 705 - 100
    assert t.s.bank_glory == 125
    assert (t.s.loans, t.s.credit(4)) == ([0] * 5, 2 * LOAN_CARDS)


@pytest.mark.rule("fever R5", "fever R77")
def test_movement_deck_is_whole_before_every_race() -> None:
    """All 23 movement cards are in the deck at the start of a race, also of the second; used ones are gone for it."""
    t = Table()
    for _ in range(2):
        t.skip_planning()
        assert t.s.stage == "card"
        odds = {fever.write(a): p for a, p in fever.odds(t.s)}
        assert len(odds) == 21
        assert odds["card 332222"] == pytest.approx(2 / 23)
        t.chance("card 422220").chance("dice red blue")
        assert "card 422220" not in [fever.write(a) for a, _ in fever.odds(t.s)]
        t.finish("red orange yellow green blue purple")
        while t.s.stage == "market":
            t.chance(fever.write(fever.odds(t.s)[0][0]))


@pytest.mark.rule("fever R6", "fever R7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bet_tokens_by_number_of_players(seats: int) -> None:
    """Eighteen bet tokens with four to six players, no late Podium tokens with two or three."""
    s = Table(seats).s
    assert s.bets[12:] == [FREE if seats >= 4 else UNUSED] * 6
    assert UNUSED not in s.bets[:12]
    assert len(fever.view(s, 0).bets) == (18 if seats >= 4 else 12)


@pytest.mark.rule("fever R8")
def test_action_stacks() -> None:
    """Eleven tokens in five stacks, A on top, then B, and C under green."""
    v = fever.view(Table().s, 0)
    assert {x.colour: [t.id[-1] for t in x.tokens] for x in v.stacks} == {
        "red": ["A", "B"],
        "yellow": ["A", "B"],
        "green": ["A", "B", "C"],
        "blue": ["A", "B"],
        "purple": ["A", "B"],
    }


@pytest.mark.rule("fever R9", "fever R10")
def test_clans_and_first_contracts() -> None:
    """Two clans are chosen or drawn: 16 contracts in the game, 24 out, three of the 16 open."""
    s = Table(options={"clans": "gnomes+witches"}, market="GN1 WI1 WI8").s
    assert [c for c in range(40) if s.own[c] != ABSENT] == [*range(16, 24), *range(32, 40)]
    assert [s.own.count(x) for x in (DECK, SHOWN, ABSENT)] == [13, 3, 24]
    assert [CONTRACTS[c] for c in s.market] == ["GN1", "WI1", "WI8"]
    drawn = fever.new(4, complete(game("fever"), 4, {}))
    assert fever.to_act(drawn) == (CHANCE,)
    assert len(fever.odds(drawn)) == 10


@pytest.mark.rule("fever R11", "fever R12", "fever R16")
def test_unicorns_at_the_start() -> None:
    """All stand on their start space on the normal side, but the one on x7, which is rampaging."""
    t = Table(odds="purple red blue orange green yellow")
    assert t.s.pos == [0] * 6
    assert t.wild() == ["yellow"]


@pytest.mark.rule("fever R13", "fever R22")
@pytest.mark.parametrize("seats", [2, 5, 6])
def test_magic_is_dealt(seats: int) -> None:
    """Five magic cards each, with six players four, which stays the hand limit; the rest is the deck."""
    s = Table(seats).s
    each = 4 if seats == 6 else 5
    assert [len(h) for h in s.hands] == [each] * seats
    assert sum(s.deck) == 44 - each * seats
    assert [s.limit(p) for p in range(seats)] == [each] * seats


@pytest.mark.rule("fever R14", "fever R15")
def test_first_player_and_odds_by_lot() -> None:
    """Who is first and which unicorn starts on which row are chance moves, all alike."""
    s = fever.new(3, complete(game("fever"), 3, {"clans": "fairies+goblins"}))
    for text in ("show FA1", "show FA2", "show FA3"):
        fever.play(s, CHANCE, fever.read(text))
    assert [p for _, p in fever.odds(s)] == [pytest.approx(1 / 6)] * 6
    for text in ("row blue", "row red", "row green", "row orange", "row purple"):
        fever.play(s, CHANCE, fever.read(text))
    assert s.rows == [1, 3, 5, 2, 0, 4]
    assert {fever.write(a): p for a, p in fever.odds(s)} == pytest.approx({f"start {n}": 1 / 3 for n in (1, 2, 3)})
    assert Table(first=2).s.first == 2


@pytest.mark.rule("fever R17")
def test_owner_tiles() -> None:
    """From the first player on, clockwise, the lowest unicorn not yet given; spare tiles stay out."""
    s = Table(3, first=1).s  # red x2 ... purple x7
    assert [s.owns[1], s.owns[2], s.owns[0]] == [5, 4, 3]


@pytest.mark.rule("fever R18")
def test_two_players_without_b_tokens() -> None:
    """With two players green keeps A and C, every other colour only A."""
    v = fever.view(Table(2).s, 0)
    assert [[t.id for t in x.tokens] for x in v.stacks] == [
        ["red_A"],
        ["yellow_A"],
        ["green_A", "green_C"],
        ["blue_A"],
        ["purple_A"],
    ]


@pytest.mark.rule("fever R19", "fever R20")
def test_two_players_block_bets_each_round() -> None:
    """T2: rolls of green then orange take the green Win and the orange early Podium token off, for that race only."""
    t = Table(2, blocks="green orange")
    assert [i for i in range(18) if t.s.bets[i] == BLOCKED] == [3, 7]
    t.skip_planning().finish("red orange yellow green blue purple")
    while t.s.stage == "market":
        t.chance(fever.write(fever.odds(t.s)[0][0]))
    assert t.s.round == 2
    assert t.s.stage == "block"
    assert BLOCKED not in t.s.bets
    t.chance("block green").chance("block red")
    assert [i for i in range(18) if t.s.bets[i] == BLOCKED] == [3, 6]


@pytest.mark.rule("fever R21")
def test_two_players_both_rolls_alike() -> None:
    """T3: blue and blue again: nobody can bet on blue."""
    t = Table(2, blocks="blue blue")
    t.do("token blue")
    assert not [a for a in t.legal() if a.startswith("bet") and a.endswith("blue")]
    assert "bet win red" in t.legal()


@pytest.mark.rule("fever R23", "fever Q17")
def test_six_players_may_play_three_races() -> None:
    """Three races are for six players only; the third is then the last."""
    with pytest.raises(Illegal, match=r"six players only.*R23"):
        stajnia.Match.start("fever", 5, {"short": True})
    t = Table(6, {"short": True})
    assert t.s.races == 3
    t.s.round = 3
    t.finish("red orange yellow green blue purple")
    assert t.s.stage == "over"
    assert OUT not in t.s.own
