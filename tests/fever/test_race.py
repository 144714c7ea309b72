"""Before the race, the race and the rampage abilities that work in it (R64 to R94, R98, R99)."""

from __future__ import annotations

import pytest

from stajnia.core.game import CHANCE
from stajnia.games import fever
from tests.fever.table import Table


@pytest.mark.rule("fever R65", "fever R66", "fever R67", "fever R68")
def test_pairs_cancel() -> None:
    """All magic is turned up; same letters cancel pair by pair on each unicorn, never across unicorns."""
    t = Table(odds="purple blue red orange yellow green")
    t.lay("red", "A+ A- A+ B+").lay("blue", "B-").lay("orange", "C- C+").reveal()
    assert {x["colour"]: x["cards"] for x in t.told("reveal")} == {
        "red": ["A+", "A-", "A+", "B+"],
        "orange": ["C-", "C+"],
        "blue": ["B-"],
    }
    assert (t.lying("red"), t.lying("blue"), t.lying("orange")) == ("A+ B+", "B-", "")
    assert len(t.told("cancel")) == 2
    assert [t.discarded(c) for c in ("A+", "A-", "B+", "B-", "C+", "C-")] == [1, 1, 0, 0, 1, 1]


@pytest.mark.rule("fever R69", "fever R70", "fever R93")
def test_immunity() -> None:
    """A rampaging unicorn sheds what it is immune to, all of it, after pairs; a normal one does not."""
    wild = Table().lay("purple", "A- A- A- A+ B-").reveal()
    assert wild.lying("purple") == "B-"
    assert len(wild.told("immune")) == 2
    calm = Table().rampage("red").lay("purple", "A- A-").reveal()
    assert calm.lying("purple") == "A- A-"


@pytest.mark.rule("fever R71", "fever R73", "fever R74", "fever Q9")
def test_odds_change_at_once() -> None:
    """H cards move the odds before the race and are discarded; who is rampaging does not change."""
    t = Table().lay("purple", "H+").lay("red", "H-").reveal()
    assert (t.odds_of("purple"), t.odds_of("red")) == (5, 4)
    assert t.wild() == ["purple"]
    assert (t.discarded("H+"), t.discarded("H-")) == (1, 1)
    assert t.lying("purple") == ""
    assert t.s.stage == "card"


@pytest.mark.rule("fever R74")
def test_cards_go_when_they_have_worked() -> None:
    """Cards of the first move are discarded after it, the others with the ranking of their unicorn."""
    t = Table().lay("red", "A+ B+ C+ E+").lay("blue", "A- F+").reveal().turn("222222", "green green")
    assert (t.lying("red"), t.lying("blue")) == ("C+ E+", "F+")
    assert [t.discarded(card) for card in ("A+", "A-", "B+", "C+")] == [1, 1, 1, 0]
    t.at(red=11).turn("222222", "green green")
    assert (t.ranked(), t.lying("red"), t.lying("blue")) == ("red", "", "F+")
    assert (t.discarded("C+"), t.discarded("E+")) == (1, 1)


@pytest.mark.rule("fever R72")
def test_effects_add_up() -> None:
    """T12: two Start +1 make the first move two longer, and only the first."""
    t = Table().lay("red", "A+ A+").reveal().turn("222222", "blue blue").turn("222222")
    assert [x["steps"] for x in [*t.told("move"), *t.told("move_why")] if x["colour"] == "red"] == [2, 4]
    assert t.pos("red") == [6]


@pytest.mark.rule("fever R75")
def test_antimagic_is_the_first_players_choice() -> None:
    """G- lets the first player, whoever played it, pick the positive card to go; alone it does nothing."""
    t = Table().lay("red", "A+ B+ C-", seat=1).lay("red", "G-", seat=2).reveal()
    assert (t.s.stage, t.seat) == ("antimagic", 0)
    assert t.legal() == ["discard A+", "discard B+"]
    t.do("discard B+")
    assert t.lying("red") == "A+ C-"
    assert (t.discarded("G-"), t.discarded("B+")) == (1, 1)
    only = Table().lay("red", "A+ A+ G-").reveal()
    assert (only.s.stage, only.lying("red")) == ("card", "A+")
    none = Table().lay("red", "A- G-").reveal()
    assert (none.lying("red"), none.told("antimagic_none")) == ("A-", [{"colour": "red", "by": "G-"}])


@pytest.mark.rule("fever R76")
def test_unreachable_carrot() -> None:
    """B+ makes the first move the highest number of the card, later moves are by the row again."""
    t = Table().lay("purple", "B+").rampage("red").reveal().turn("422220", "red red")
    assert t.pos("purple") == [4]
    t.turn("422220", "red red")
    assert t.pos("purple") == [4]


@pytest.mark.rule("fever R78", "fever R79")
def test_turns_until_all_are_ranked() -> None:
    """Card, dice, line: in this order, turn after turn, until six unicorns are ranked."""
    t = Table().skip_planning()
    stages = []
    while t.s.phase == "race":
        assert fever.to_act(t.s) == (CHANCE,)
        stages.append(t.s.stage)
        t.chance(fever.write(fever.odds(t.s)[0][0]))
        if t.s.stage == "tie":
            t.do(t.legal()[0])
    assert stages == ["card", "dice"] * (len(stages) // 2)
    assert 4 <= len(stages) // 2 <= 9
    assert len(t.told("ranking")[0]["colours"]) == 6


@pytest.mark.rule("fever R77")
def test_a_used_up_deck_is_shuffled_again() -> None:
    """A race on a long track may need more than 23 cards: then all of them are in the deck again."""
    t = Table(options={"box": '{"track_length": 60}'}).skip_planning()
    cards: list[int] = []
    while len(t.s.mused) < 23:
        assert t.s.stage == "card"
        odds = fever.odds(t.s)
        assert sum(p for _, p in odds) == pytest.approx(1)
        twice = {fever.read(f"card {card}"): card for card in (332222, 232232)}
        assert all(round(p * (23 - len(cards))) == 2 - cards.count(twice[a]) for a, p in odds if a in twice)
        t.chance(fever.write(odds[-1][0])).chance("dice red red")
        cards.append(t.s.mused[-1])
    assert sorted(cards) == sorted(t.s.cards.deck)
    assert [fever.write(a) for a, _ in fever.odds(t.s)] == [f"card {card}" for card in t.s.cards.cards]
    t.chance("card 242202")
    assert t.s.mused == (242202,)


@pytest.mark.rule("fever R80", "fever R81", "fever R82")
def test_moves_by_the_row() -> None:
    """T14: each moves by the row of its odds, equal odds alike, an empty row does nothing, the order never matters."""
    t = Table().odds(green=2, orange=3, yellow=4, blue=4, purple=6, red=7).rampage("red").turn("232223")
    assert t.pos("green", "orange", "yellow", "blue", "purple", "red") == [2, 3, 2, 2, 2, 3]
    f = Table(odds="purple blue red orange yellow green").lay("red", "F-").lay("orange", "F-")
    f.at(red=5, orange=5).rampage("green")
    f.s.rturn = 1
    f.turn("332201")
    assert f.pos("red", "orange") == [5, 5]  # both lead when the card is revealed, so both use its lowest number


@pytest.mark.rule("fever R83", "fever R84")
def test_gallop_dice() -> None:
    """T15: each unicorn on the dice moves one more; two equal dice move it one, not two."""
    t = Table().rampage("green").turn("222222", "red purple")
    assert t.pos("red", "purple", "blue") == [3, 3, 2]
    t.turn("222222", "red red")
    assert t.pos("red", "purple") == [6, 5]


@pytest.mark.rule("fever R85", "fever R86", "fever R87", "fever R91")
def test_finish_line() -> None:
    """On the line is home; one home by this card still gallops; one ranked earlier no longer moves."""
    t = Table().rampage("green").at(red=10, orange=10, yellow=9).turn("222222")
    assert t.pos("red", "orange", "yellow") == [12, 12, 11]
    assert t.ranked() == ""
    t.roll("orange orange")
    assert t.pos("orange") == [13]
    assert t.ranked() == "orange red"
    t.turn("222222", "orange yellow")
    assert t.pos("orange", "red", "yellow") == [13, 12, 14]
    assert t.ranked() == "orange red yellow"


@pytest.mark.rule("fever R88", "fever R89")
def test_further_past_the_line_is_better() -> None:
    """Of one turn the furthest is first; an earlier turn beats any distance."""
    t = Table().rampage("green").at(red=10).turn("222222", "blue blue").at(orange=11, yellow=11)
    t.turn("233422", "yellow yellow")
    assert t.pos("orange", "yellow") == [14, 15]
    assert t.ranked() == "red yellow orange"


@pytest.mark.rule("fever R90")
def test_ties() -> None:
    """Tie magic first, then the smaller odds, then the first player decides, one place after the other."""
    t = Table(odds="green orange yellow red blue purple").rampage("purple").at(green=12, red=12, blue=12)
    t.lay("red", "E+").lay("green", "E-").roll("orange yellow")
    assert t.ranked() == "red blue green"
    assert [x["why"] for x in t.told("finish_why")] == ["magic", "magic"]
    odds = Table().at(orange=12, red=12).roll("blue blue")
    assert odds.ranked() == "red orange"
    assert [x["why"] for x in odds.told("finish_why")] == ["odds"]
    level = Table(first=2).odds(red=4, orange=4).at(red=12, orange=12, yellow=12).roll("blue blue")
    assert (level.s.stage, level.seat) == ("tie", 2)
    assert level.legal() == ["place red", "place orange", "place yellow"]
    level.do("place yellow")
    assert level.legal() == ["place red", "place orange"]
    level.do("place orange")
    assert level.ranked() == "yellow orange red"
    assert level.s.stage == "card"


@pytest.mark.rule("fever R92", "fever Q14")
def test_no_choices_in_the_race() -> None:
    """During the race only chance acts, except for the first player at a tie."""
    t = Table().skip_planning()
    asked = set()
    for _ in range(40):
        if t.s.phase != "race":
            break
        if fever.to_act(t.s) == (CHANCE,):
            assert not any(fever.legal(t.s, seat) for seat in range(4))
            t.chance(fever.write(fever.odds(t.s)[-1][0]))
        else:
            asked.add((t.s.stage, t.seat))
            t.do(t.legal()[0])
    assert asked <= {("tie", t.s.first)}


@pytest.mark.rule("fever R93", "fever R99")
def test_duke_rudolph() -> None:
    """Purple on a rampage: first move one longer; not when it is calm, not in later turns."""
    t = Table().reveal().turn("222222", "red red").turn("222222")
    assert t.pos("purple", "blue") == [5, 4]
    assert Table().rampage("red").reveal().turn("222222").pos("purple") == [2]


@pytest.mark.rule("fever R94", "fever Q11")
def test_hilda() -> None:
    """Blue on a rampage runs three further where it reaches the line, by card or gallop, once; immune to D-."""
    card = Table().rampage("blue").at(blue=10).turn("222222")
    assert card.pos("blue") == [15]
    card.roll("blue red")
    assert card.pos("blue") == [16]
    dice = Table().rampage("blue").at(blue=9).turn("222222", "blue red")
    assert dice.pos("blue") == [15]
    assert dice.told("line") == [{"colour": "blue", "steps": 3, "at": 15, "why": "hilda"}]
    assert Table().rampage("red").at(blue=10).turn("222222").pos("blue") == [12]
    assert Table().rampage("blue").lay("blue", "D-").reveal().lying("blue") == ""
    both = Table().rampage("blue").lay("blue", "D+").at(blue=11).turn("222222")
    assert both.pos("blue") == [18]
    assert [(x["steps"], x["at"], x["why"]) for x in both.told("line")] == [(2, 15, "D+"), (3, 18, "hilda")]


@pytest.mark.rule("fever R98")
def test_el_sparko() -> None:
    """Yellow on a rampage gallops two; immune to C-."""
    t = Table().rampage("yellow").lay("yellow", "C-").reveal().turn("222222", "yellow yellow")
    assert t.pos("yellow") == [4]
    assert Table().rampage("red").turn("222222", "yellow yellow").pos("yellow") == [3]


def test_deck_is_shuffled_again_in_an_endless_race() -> None:
    """A long track that uses up all 23 cards goes on with the whole deck."""
    t = Table(options={"box": '{"track_length": 60}'}).skip_planning()
    turns = 0
    while t.s.phase == "race":
        if fever.to_act(t.s) == (CHANCE,):
            turns += t.s.stage == "card"
            t.chance(fever.write(fever.odds(t.s)[0][0]))
        else:
            t.do(t.legal()[0])
    assert turns > 23
    assert all(p >= 60 for p in t.s.pos)
