"""What a seat may know, what a guess may assume, how a view is shown, how actions are written."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.core.game import Illegal, Message
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import fever
from stajnia.games.fever.pieces import COLOURS
from tests.fever.invariants import check
from tests.fever.table import RAINBOW, Table


def looked() -> Table:
    """Seat 0 has looked at red with the Crystal Ball, then more cards were played there."""
    t = (
        Table(options={"clans": "fairies+witches"}, market="FA1 WI1 WI2")
        .give(0, "WI3")
        .hand(0, "A+ B- C+ D- E+")
        .hand(1, "H+ H- G+ G- F+")
    )
    t.lay("red", "A- B+", seat=1).lay("blue", "C-", seat=2).do("look red", "token yellow")
    return t.do("token purple", "magic H+ on red", "magic G- on blue", "done")


def test_guesses_keep_what_was_seen() -> None:
    """Own hand, own cards and cards looked at are the same in every guess; the rest varies and adds up."""
    t = looked()
    v = fever.view(t.s, 0)
    rng = Random(3)
    others = set()
    for _ in range(40):
        g = fever.guess(v, rng)
        check(g)
        assert g.hands[0] == t.s.hands[0]
        assert g.lanes[0][:2] == t.s.lanes[0][:2]
        assert [x // 16 for x in g.lanes[0]] == [1, 1, 1]
        others.add(g.lanes[0][2] % 16)
        assert fever.view(g, 0) == v
    assert len(others) > 4
    seen = fever.guess(fever.view(t.s, 1), rng)
    assert seen.lanes[0] == t.s.lanes[0]  # seat 1 played them all


def test_hidden_cards_change_nothing_that_others_see() -> None:
    """Two states that differ in hidden cards only look the same to everybody who cannot know."""
    t = looked()
    a, b = t.s, t.s.copy()
    b.lanes[4] = (2 * 16 + 1, *b.lanes[4][1:])
    b.deck = [x + (m == 5) - (m == 1) for m, x in enumerate(b.deck)]
    for seat in (0, 1, 3, None):
        assert fever.view(a, seat) == fever.view(b, seat)
    assert fever.view(a, 2) != fever.view(b, 2)


def test_what_all_may_see() -> None:
    """Money, Glory, loans, owner, hand size, tokens, contracts, bets and turns left are public."""
    t = Table().offer("FA6", "GO1", "FA8").do("token green", "contract FA6", "loan", "token red", "bet win red")
    t.do("stake 5")
    v = fever.view(t.s, None)
    assert v.players[0].contracts == ("FA6",)
    me = v.players[1]
    assert (me.gold, me.loans, me.owns, me.hand, me.tokens, me.turns) == (35, 1, "blue", 5, ("red_A",), 2)
    assert [(b.kind, b.colour, b.seat, b.stake, b.glory) for b in v.bets if b.state == "held"] == [
        ("win", "red", 1, 5, 2)
    ]
    assert v.turn == (2,)
    assert v.ask is None
    assert fever.view(t.s, 2).ask == Message("ask.pick", {"turn": 1})


@pytest.mark.parametrize("lang", LANGS)
def test_shown_as_text(lang: Lang) -> None:
    """The picture of a view holds track, odds, bets, money, own hand and contracts, and no bare message id."""
    w = words("fever", lang)

    def say(m: Message) -> str:
        return w.say(m, ["Ala", "Bo", "Cy", "Di"])

    t = looked().bet(1, "win red", 5, glory=2).bet(2, "late blue", 3).give(0, "FA6")
    t.s.bets[3] = 8
    text = fever.text_form(fever.view(t.s, 0), say)
    for part in ("Ala", "x7", "P2:5+2", "P3:3", "(P1)", "A- B+ ??", "FA6", w.catalogue["magic.B-"]):
        assert part in text
    t.reveal()
    while t.s.stage == "antimagic":
        t.do(t.legal()[0])
    t.turn("422220", "red blue")
    assert "4 2 2 2 2 0" in fever.text_form(fever.view(t.s, None), say)
    over = Table().last_round()
    over.s.loans[2] = 1
    over.gold(2, 3).finish(RAINBOW)
    shown = fever.text_form(fever.view(over.s, 1), say)
    for picture in (text, shown):
        assert "show." not in picture
        assert "event." not in picture
        assert "{" not in picture
    assert max(len(line) for line in shown.splitlines()) < 140


def test_reading_is_lenient() -> None:
    """Case and spaces do not matter; `podium` means the early one; nonsense is refused."""
    assert fever.read("  BET  Win RED ") == fever.read("bet win red")
    assert fever.read("magic a+ blue") == fever.read("magic A+ on blue")
    assert fever.read("bet podium blue") == fever.read("bet early blue")
    assert fever.write(fever.read("dice blue red")) == "dice red blue"
    for nonsense in ("", "bet", "bet red win", "stake -1", "stake ten", "magic Z+ on red", "token", "card 12", "ride"):
        with pytest.raises(Illegal, match="no action of this game"):
            fever.read(nonsense)


def test_labels_name_what_is_offered() -> None:
    """A token is labelled as the one on top, a Win bet with what it pays."""
    t = Table().do("token yellow")
    v = fever.view(t.s, 1)
    assert fever.label(v, fever.read("token yellow")) == Message("action.token", {"token": "yellow_B"})
    assert fever.label(v, fever.read("bet win blue")) == Message(
        "action.bet", {"kind": "win", "colour": "blue", "times": 6}
    )
    assert fever.label(v, fever.read("card 222222")).id == "action.chance"


def test_every_ask_is_put() -> None:
    """Each kind of prompt carries its question with what it is about."""
    asks = {
        "ask.bet_or_magic": Table().do("token blue"),
        "ask.bet": Table().do("print blue"),
        "ask.bet_win": Table().do("token red"),
        "ask.magic": Table().do("token purple"),
        "ask.stake": Table().do("token red", "bet win red"),
        "ask.stake_loan": Table().gold(0, 0).do("token red", "bet win red"),
        "ask.contract": Table().do("token green"),
        "ask.second": Table().give(0, "FA2").do("token red", "bet win red", "stake 1"),
        "ask.reserve_now": Table().offer("FA1").do("token green", "contract FA1"),
        "ask.night": Table().give(0, "WI5").skip_to_night(),
        "ask.ward": Table().give(0, "WI7").lay("purple", "B- C-").reveal(),
        "ask.antimagic": Table().lay("red", "G+ B- C-").reveal(),
        "ask.tie": Table().odds(red=4).at(red=12, yellow=12).roll("blue blue"),
        "ask.back": Table().give(0, "GO7").finish(RAINBOW),
    }
    for id, t in asks.items():
        ask = fever.view(t.s, t.seat).ask
        assert ask is not None
        assert ask.id == id
        for lang in LANGS:
            sentence = words("fever", lang).say(ask)
            assert "None" not in sentence
            assert "ask." not in sentence


def test_every_word_of_a_colour() -> None:
    """Colours have their three forms in both languages."""
    for lang in LANGS:
        for kind in ("colour", "lead", "of"):
            assert all(f"{kind}.{c}" in words("fever", lang).catalogue for c in COLOURS)
