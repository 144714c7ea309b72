"""The rulebook, statement by statement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import stajnia
from stajnia.core.game import CHANCE, Illegal, complete
from stajnia.core.words import words
from stajnia.games import unstable
from stajnia.games.unstable.card_language import BABY, BASIC, INSTANT, MAGIC, MAGICAL, UNICORN, Op
from stajnia.games.unstable.deck import CARDS, COPIES, IDS, NUMBER, TEXTS, TYPE, piles
from tests.unstable.table import Table, both, table

SIX = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink baby_unicorn_black americorn"


def begin(seats: int, **options: Any) -> Table:
    """A match from its very start, chance settled."""
    return Table(unstable.new(seats, complete(unstable, seats, options))).settle()


def babies(t: Table) -> Table:
    while t.phase == "babies":
        t.act(t.waiting[0], t.legal(t.waiting[0])[0])
    return t


# --- set-up


@pytest.mark.rule("unstable R1", "unstable R112")
def test_two_to_eight_players() -> None:
    """Two to eight seats, no solo game."""
    assert list(unstable.SEATS) == [2, 3, 4, 5, 6, 7, 8]
    for wrong in (1, 9):
        with pytest.raises(Illegal):
            stajnia.Match.start("unstable", wrong)


@pytest.mark.rule("unstable R2")
def test_reference_cards_do_nothing() -> None:
    """The box's 8 reference cards are no part of the game: 127 cards are."""
    for edition in (0, 1):
        assert sum(COPIES[edition]) == 127


@pytest.mark.rule("unstable R3", "unstable R4", "unstable R5", "unstable R6", "unstable R7")
@both
@pytest.mark.parametrize("seats", range(3, 9))
def test_setting_up(seats: int, deck: str) -> None:
    """Each picks a baby, the rest are the Nursery, five cards each are dealt from 114, the pile is empty."""
    t = begin(seats, deck=deck, first="0")
    assert (t.phase, t.waiting) == ("babies", (0,))
    t.act(0, "baby baby_narwhal")
    assert t.refuses(1, "baby baby_narwhal") == "R3 baby_gone"
    assert sum(piles(seats, 0)[0]) == 114
    babies(t)
    assert len(t.nursery) == 13 - seats
    assert [len(t.stable(seat)) for seat in range(seats)] == [1] * seats
    assert [len(t.hand(seat)) for seat in range(seats)] == [5] * seats
    assert t.view(None).deck == 114 - 5 * seats
    assert t.pile == []


@pytest.mark.rule("unstable R8")
def test_who_begins() -> None:
    """By lot, each as likely, or as the table says; a seat that is not there is refused."""
    s = unstable.new(5, complete(unstable, 5, {}))
    assert unstable.to_act(s) == (CHANCE,)
    assert [p for _, p in unstable.odds(s)] == [1 / 5] * 5
    unstable.play(s, CHANCE, "first p4")
    assert unstable.view(s, None).first == 3
    assert begin(4, first="2").waiting == (2,)
    with pytest.raises(Illegal, match="R8"):
        begin(3, first="3")


# --- turn


@pytest.mark.rule("unstable R9", "unstable R10", "unstable R14", "unstable R15")
@both
def test_turns_and_phases(deck: str) -> None:
    """Clockwise; beginning, draw of one card, one action, end."""
    t = babies(begin(3, deck=deck, first="1"))
    seen = []
    for _ in range(4):
        t.go()
        seen.append((t.view(None).active, len(t.hand(t.view(None).active))))
        t.act(t.view(None).active, "draw")
    assert seen == [(1, 6), (2, 6), (0, 6), (1, 8)]
    phases = [(e["seat"], e["phase"]) for e in t.told("phase")]
    assert phases[:5] == [(1, "begin"), (1, "draw"), (1, "action"), (1, "end"), (2, "begin")]


@pytest.mark.rule("unstable R11", "unstable R12", "unstable R55")
@both
def test_beginning_of_turn(deck: str) -> None:
    """What lay in the stable when the turn began triggers; what arrives waits for its next turn."""
    t = table("/ rhinocorn", "narwhal", deck=deck).play(0, "rhinocorn")
    assert t.told("triggers") == []
    t.go().act(1, "draw").go()
    assert t.legal(0) == ["destroy narwhal", "decline"]
    u = table("rhinocorn unicorn_lasso", "zombie_unicorn narwhal / neigh", deck="first", turn=True)
    u.pick(0, "decline", "steal zombie_unicorn")
    assert (u.phase, u.told("triggers")[-1]["source"]) == ("action", "unicorn_lasso")


@pytest.mark.rule("unstable R13")
@both
def test_unused_is_lost(deck: str) -> None:
    """An optional effect declined at the beginning cannot be used later in the turn."""
    t = table("rhinocorn", "narwhal", deck=deck, turn=True).pick(0, "decline")
    assert t.phase == "action"
    assert not any(a.startswith("destroy") for a in t.legal(0))
    assert t.refuses(0, "destroy narwhal") == "R16 must_act"


@pytest.mark.rule("unstable R16")
@both
def test_no_passing(deck: str) -> None:
    """Who cannot or will not play draws."""
    t = table("/ neigh", "", deck=deck)
    assert t.legal(0) == ["draw"]
    assert t.refuses(0, "pass") == "R16 must_act"
    t.act(0, "draw")
    assert len(t.hand(0)) == 2


@pytest.mark.rule("unstable R19", "unstable R20", "unstable R21")
@both
def test_hand_limit(deck: str) -> None:
    """At the end of one's own turn one discards down to seven, one by one; at no other time and for no one else."""
    t = table("/ " + "neigh " * 9, "/ yay yay slowdown nanny_cam tiny_stable rhinocorn llamacorn americorn", deck=deck)
    t.act(0, "draw")
    assert (t.waiting, t.asked) == ((0,), "limit")
    assert t.refuses(0, "draw") == "R19 limit"
    t.pick(0, "discard neigh", "discard neigh")
    assert t.waiting == (0,)
    t.pick(0, "discard neigh")
    assert len(t.hand(0)) == 7
    assert len(t.hand(1)) == 8
    assert t.view(None).active == 1


# --- cards


@pytest.mark.rule("unstable R22", "unstable R23")
def test_card_types() -> None:
    """Five types, three kinds of unicorns; the numbers of the box."""
    for edition in (0, 1):
        count = {kind: sum(n for d, n in enumerate(COPIES[edition]) if TYPE[d] == kind) for kind in set(TYPE)}
        assert (count[BABY], count[BASIC], count[INSTANT]) == (13, 22, 15)
        assert sum(count.values()) - count[BABY] == 114
    assert BABY | BASIC | MAGICAL == UNICORN
    assert set(TYPE) == {BABY, BASIC, MAGICAL, MAGIC, INSTANT, TYPE[NUMBER["yay"]], TYPE[NUMBER["slowdown"]]}


@pytest.mark.rule("unstable R24", "unstable R25", "unstable R26")
@both
@pytest.mark.parametrize("card", ["yay", "slowdown", "rhinocorn", "narwhal"])
def test_into_any_stable(card: str, deck: str) -> None:
    """Upgrades, Downgrades and unicorns may be played into any stable."""
    t = table(f"/ {card}", "", "", deck=deck)
    assert t.legal(0) == ["draw", f"play {card}", f"play {card} on p2", f"play {card} on p3"]
    assert t.refuses(0, f"play {card} on p1") == "R26 own_stable"
    assert t.refuses(0, f"play {card} on p8") == "R26 no_player"
    t.play(0, card, into=2)
    assert t.stable(2) == [card]
    assert t.told("plays_into")[0]["target"] == 2


@both
def test_copies_in_stables_have_numbers_of_their_own(deck: str) -> None:
    """The second copy of a card lying in any stable is called .2, the lowest number that is free."""
    t = table("/ basic_unicorn_red", "basic_unicorn_red", "basic_unicorn_red.3", deck=deck).play(0, "basic_unicorn_red")
    assert t.stable(0) == ["basic_unicorn_red.2"]
    assert t.told("enters")[0]["handle"] == "basic_unicorn_red.2"


@both
def test_the_player_of_the_stable_decides(deck: str) -> None:
    """A unicorn played into another stable belongs to that player, who makes its choices (B16)."""
    t = table("narwhal / chainsaw_unicorn", "slowdown", deck=deck).play(0, "chainsaw_unicorn", into=1)
    assert (t.waiting, t.legal(1)) == ((1,), ["sacrifice slowdown", "decline"])


@pytest.mark.rule("unstable R28", "unstable R29")
@both
def test_magic_is_discarded_after_its_effect(deck: str) -> None:
    """While it resolves it is in no pile; it never goes into a stable."""
    t = table("/ unicorn_poison", "narwhal rhinocorn", deck=deck)
    assert t.refuses(0, "play unicorn_poison on p2") == "R29 needs_stable"
    t.play(0, "unicorn_poison")
    assert (t.pile, t.view(None).resolving) == ([], "unicorn_poison")
    t.pick(0, "destroy narwhal")
    assert t.pile == ["narwhal", "unicorn_poison"]


@pytest.mark.rule("unstable R32", "unstable R33")
@both
def test_no_effect_in_hand(deck: str) -> None:
    """In hand a card does nothing: no trigger, no immunity, no bar; in the stable it works at once."""
    t = table("/ rhinocorn ginormous_unicorn queen_bee_unicorn", "/ narwhal", deck=deck, turn=True)
    assert t.phase == "action"
    assert not t.view(None).players[0].barred
    t.play(0, "queen_bee_unicorn").go()
    assert t.refuses(1, "play narwhal") == "R57 queen_bee"


# --- vocabulary


@pytest.mark.rule("unstable R34", "unstable R35", "unstable R36")
@both
def test_sacrifice_destroy_steal(deck: str) -> None:
    """One sacrifices one's own, destroys and steals what is another's."""
    t = table("glitter_bomb narwhal", "yay", deck=deck, turn=True)
    assert t.refuses(0, "sacrifice yay") == "R34 not_own"
    t.pick(0, "sacrifice narwhal")
    assert t.refuses(0, "destroy glitter_bomb") == "R35 own_card"
    t.pick(0, "destroy yay")
    assert t.pile == ["narwhal", "yay"]
    u = table("yay / alluring_narwhal", "glitter_bomb", deck=deck).play(0, "alluring_narwhal")
    assert u.refuses(0, "steal yay") == "R36 own_card"
    u.pick(0, "steal glitter_bomb")
    assert u.stable(0) == ["alluring_narwhal", "glitter_bomb", "yay"]


@pytest.mark.rule("unstable R37", "unstable R38")
@both
def test_discard_and_draw(deck: str) -> None:
    """A discard comes from one's own hand, a draw from the deck to one's hand."""
    t = table("/ llamacorn yay", "/ neigh", deck=deck).play(0, "llamacorn")
    assert t.refuses(0, "discard neigh") == "R37 not_in_hand"
    before = t.view(None).deck
    t.pick(0, "discard yay").pick(1, "discard neigh")
    assert t.pile == ["neigh", "yay"]
    t.fate = ["slowdown"]
    t.go()
    assert (t.hand(1), t.view(None).deck) == (["slowdown"], before - 1)
    assert [e.args["card"] for e in t.events if e.kind == "draws"] == ["hidden"]


@pytest.mark.rule("unstable R39")
@both
def test_returning_and_moving_are_none_of_the_five(deck: str) -> None:
    """A returned or moved Stabby was neither sacrificed nor destroyed, a moved card not stolen."""
    t = table("narwhal / glitter_tornado", "stabby_the_unicorn", deck=deck).play(0, "glitter_tornado")
    t.pick(0, "return narwhal", "return stabby_the_unicorn")
    assert "stabby_the_unicorn" not in [e["source"] for e in t.told("triggers")]
    u = table("yay / re_target", "", deck=deck).play(0, "re_target").pick(0, "move yay", "choose p2")
    assert (u.told("stolen"), u.told("moved")[0]["card"]) == ([], "yay")


@pytest.mark.rule("unstable R40")
@both
def test_play_means_from_the_hand(deck: str) -> None:
    """Only cards of one's own hand can be played, on one's own action phase."""
    t = table("/ yay", "/ slowdown", deck=deck)
    assert t.refuses(0, "play slowdown") == "R40 not_in_hand"
    assert t.refuses(1, "play slowdown") == "turn not_your_turn"


# --- effects


@pytest.mark.rule("unstable R56")
@both
def test_may_and_must(deck: str) -> None:
    """Without "may" there is no way out; with it there is."""
    t = table("sadistic_ritual narwhal rhinocorn", "americorn", deck=deck, turn=True)
    assert t.refuses(0, "decline") == "R56 mandatory"
    t.pick(0, "sacrifice rhinocorn")
    assert "decline" in t.legal(0)


@pytest.mark.rule("unstable R59", "unstable R60")
def test_any_player_and_any_other_player() -> None:
    """ "Any player" may be oneself, "any other player" may not."""
    t = table("/ unicorn_shrinkray", "", deck="first").play(0, "unicorn_shrinkray")
    assert t.legal(0) == ["choose p1", "choose p2"]
    u = table("/ unfair_bargain", "").play(0, "unfair_bargain")
    assert u.legal(0) == ["choose p2"]
    assert u.refuses(0, "choose p1") == "R60 bad_player"


@pytest.mark.rule("unstable R62", "unstable R63", "unstable R90")
def test_words_that_no_card_of_these_decks_uses() -> None:
    """No card here says "all other players", "any number of players" or "cannot be affected": every text that
    reaches several players reaches all, and every immunity is a narrow one."""
    said = words("unstable", "en").catalogue
    texts = [text.lower() for key, text in said.items() if key.startswith("card.") and ".text" in key]
    assert len(texts) > 90
    for phrase in ("all other players", "any number of players", "cannot be affected"):
        assert not [text for text in texts if phrase in text]
    for edition in (0, 1):
        for d, rows in enumerate(TEXTS[edition]):
            for row in rows:
                each = row is not None and any(step.op in (Op.EACH_OWN, Op.EACH_HAND) for step in row.steps)
                assert not each or IDS[d] in ("extremely_destructive_unicorn", "llamacorn", "mystical_vortex")


# --- the chain


@pytest.mark.rule("unstable R64", "unstable R65", "unstable R66", "unstable R70")
@both
def test_three_links(deck: str) -> None:
    """Poison destroys Stabby; Stabby's effect is the next link and destroys the other Stabby's friend, and so on."""
    t = table(
        "greedy_flying_unicorn narwhal barbed_wire / unicorn_poison yay", "stabby_the_unicorn", "americorn", deck=deck
    )
    t.play(0, "unicorn_poison").pick(0, "destroy stabby_the_unicorn")
    assert t.view(None).link == 2
    assert (t.waiting, t.phase) == ((1,), "action")
    assert t.refuses(0, "draw") == "turn not_your_turn"  # the game does not go on before the chain is over
    t.pick(1, "destroy narwhal")
    assert (t.view(None).link, t.view(None).effects[0].card, t.waiting) == (3, "barbed_wire", (0,))
    t.pick(0, "discard yay")
    assert [e["cards"] for e in t.told("link")] == [["unicorn_poison"], ["stabby_the_unicorn"], ["barbed_wire"]]
    kinds = [e.kind for e in t.events if e.kind in ("link", "link_done", "chain_done")]
    assert kinds == ["link", "link_done"] * 3 + ["chain_done"]


@pytest.mark.rule("unstable R71")
@both
def test_effects_set_off_together_are_one_link(deck: str) -> None:
    """Two cards entering in one link trigger together as the next one."""
    t = table("greedy_flying_unicorn / unicorn_swap yay", "unicorn_on_the_cob", deck=deck).play(0, "unicorn_swap")
    t.pick(0, "give greedy_flying_unicorn", "choose p2", "steal unicorn_on_the_cob")
    assert t.told("link")[1]["cards"] == ["unicorn_on_the_cob", "greedy_flying_unicorn"]


@pytest.mark.rule("unstable R67", "unstable R68", "unstable R72", "unstable R74", "unstable R75")
def test_the_link_of_the_beginning() -> None:
    """All that triggers at the beginning is one link: musts choose first, no card twice, nothing happens before all
    have chosen, and what needs no target chooses none."""
    t = table("rhinocorn glitter_bomb sadistic_ritual double_dutch narwhal", "americorn yay", turn=True)
    assert len(t.told("link")[0]["cards"]) == 4
    assert t.legal(0) == ["sacrifice narwhal", "sacrifice rhinocorn"]  # Sadistic Ritual must
    t.pick(0, "sacrifice rhinocorn")
    assert t.stable(0) != ["narwhal"]
    t.pick(0, "destroy americorn")  # Rhinocorn, though it is about to go
    assert t.refuses(0, "sacrifice rhinocorn") == "R72 twice"
    t.pick(0, "sacrifice sadistic_ritual")
    assert t.legal(0) == ["destroy yay"]
    assert (len(t.stable(0)), len(t.stable(1))) == (5, 2)
    t.pick(0, "destroy yay")
    assert (t.stable(0), t.stable(1)) == (["double_dutch", "glitter_bomb", "narwhal"], [])
    assert len(t.hand(0)) == 1  # the Ritual's draw; Rhinocorn ended the turn (B7)
    assert t.view(None).active == 1


@pytest.mark.rule("unstable R73")
def test_as_many_effects_as_targets() -> None:
    """Two Glitter Bombs and one card to destroy: the second finds no target for its destruction."""
    t = table("glitter_bomb glitter_bomb.2 narwhal", "yay", turn=True)
    t.pick(0, "sacrifice narwhal", "destroy yay", "sacrifice glitter_bomb")
    assert t.stable(0) == ["glitter_bomb.2"]
    assert t.pile == ["glitter_bomb", "narwhal", "yay"]


def test_what_is_stolen_cannot_be_sacrificed_in_the_same_moment() -> None:
    """A card stolen at the beginning was not there when targets were chosen (B8)."""
    t = table("rainbow_lasso glitter_bomb / neigh neigh neigh", "narwhal yay", turn=True)
    while t.phase == "begin":
        options = t.legal(0)
        assert "sacrifice narwhal" not in options
        t.pick(0, next((a for a in options if a.startswith(("discard", "steal", "destroy yay"))), options[0]))
    assert "narwhal" in t.stable(0)


@pytest.mark.rule("unstable R77", "unstable R78", "unstable R98")
@both
def test_no_winner_in_the_middle_of_a_chain(deck: str) -> None:
    """The seventh unicorn enters, but its own effect takes one away: no victory."""
    t = table(f"{SIX} / extremely_destructive_unicorn", "", deck=deck).play(0, "extremely_destructive_unicorn")
    assert t.unicorns(0) == 7
    assert t.winners is None
    t.pick(0, "sacrifice baby_narwhal")
    assert t.winners is None
    u = table(f"{SIX} / llamacorn yay", "", deck=deck).play(0, "llamacorn")
    assert u.winners is None
    u.pick(0, "discard yay")
    assert u.winners == [0]
    assert u.refuses(0, "draw") == "turn over"


# --- refusals


@both
def test_what_is_not_asked_for_is_refused_as_such(deck: str) -> None:
    """Another verb than the one asked for is simply not the question; a card elsewhere is out of reach."""
    t = table("narwhal / unicorn_swap", "rhinocorn slowdown", deck=deck).play(0, "unicorn_swap")
    assert t.refuses(0, "destroy rhinocorn") == "R68 not_offered"
    assert t.refuses(0, "give rhinocorn") == "R68 not_there"
    assert t.refuses(0, "give yay") == "R68 not_there"
    t.pick(0, "give narwhal", "choose p2")
    assert t.refuses(0, "steal slowdown") == "R68 wrong_kind"
    assert t.refuses(0, "take rhinocorn") == "R68 not_offered"
    u = table("slowdown yay / chainsaw_unicorn", "yay.2 nanny_cam", deck=deck).play(0, "chainsaw_unicorn")
    for text in ("sacrifice yay", "destroy nanny_cam"):
        assert text in u.legal(0) if deck == "first" else u.refuses(0, text) == "R68 wrong_kind"
    assert u.refuses(0, "destroy slowdown") == "R35 own_card"
    assert u.refuses(0, "sacrifice yay.2") == "R34 not_own"
    assert u.refuses(0, "steal yay.2") == "R68 not_offered"


# --- several actions, impossible ones


@pytest.mark.rule("unstable R81", "unstable R82")
@both
def test_then_and_if_you_do(deck: str) -> None:
    """The second action comes only if the first was done, or chosen."""
    t = table("/ shark_with_a_horn", "narwhal", deck=deck).play(0, "shark_with_a_horn").pick(0, "decline")
    assert t.stable(1) == ["narwhal"]
    u = table("/ change_of_luck yay neigh", "/ neigh", deck=deck).put(0, "change_of_luck").answer({1: "neigh"})
    u.fate = ["rhinocorn", "llamacorn"]
    u.answer({0: "neigh"})
    u.answer()
    u.pick(0, "discard yay", "discard rhinocorn", "discard llamacorn")
    assert u.view(None).extra_turns or u.view(None).active == 0
    # the card that paid for the answer is missing: two drawn and none left are no three discarded
    v = table("/ change_of_luck neigh", "/ neigh", deck=deck).put(0, "change_of_luck").answer({1: "neigh"})
    v.fate = ["rhinocorn", "llamacorn"]
    v.answer({0: "neigh"}).answer().pick(0, "discard rhinocorn", "discard llamacorn")
    assert v.told("extra_turn") == []


@pytest.mark.rule("unstable R83", "unstable R84", "unstable R86", "unstable R88")
@both
def test_impossible_actions(deck: str) -> None:
    """A Magic card that demands the impossible cannot be played; a unicorn can, its demand is ignored; so is what a
    card of another player demands."""
    t = table("/ unicorn_poison mermaid_unicorn two_for_one", "", deck="second")
    assert t.legal(0) == ["draw", "play mermaid_unicorn", "play mermaid_unicorn on p2"]
    t.play(0, "mermaid_unicorn")
    assert t.stable(0) == ["mermaid_unicorn"]
    u = table("/ extremely_destructive_unicorn", "yay", deck=deck).play(0, "extremely_destructive_unicorn")
    assert u.waiting == (0,)  # no unicorn to sacrifice: passed over


@pytest.mark.rule("unstable R89")
@both
def test_directly_and_indirectly(deck: str) -> None:
    """Rainbow Aura stops destruction, which aims at the card; a sacrifice reaches it through its player's choice."""
    t = table("/ unicorn_poison extremely_destructive_unicorn", "rainbow_aura narwhal", deck=deck)
    assert t.refuses(0, "play unicorn_poison") == "R83 impossible"
    t.play(0, "extremely_destructive_unicorn")
    assert t.legal(1) == ["sacrifice narwhal"]


# --- winning


@pytest.mark.rule("unstable R99", "unstable R100")
def test_goals() -> None:
    """Seven unicorns with two to five players, six with six to eight."""
    goals = [unstable.view(unstable.new(n, complete(unstable, n, {})), None).goal for n in range(2, 9)]
    assert goals == [7, 7, 7, 7, 6, 6, 6]
    t = table(SIX.removesuffix(" americorn") + " / rhinocorn", "", "", "", "", "").play(0, "rhinocorn")
    assert t.winners == [0]


@pytest.mark.rule("unstable R102")
@both
def test_what_counts(deck: str) -> None:
    """Upgrades, Downgrades and cards in hand never count."""
    t = table(f"{SIX} yay slowdown / narwhal rhinocorn", "", deck=deck)
    assert t.unicorns(0) == 6
    assert t.winners is None


WHITE = "baby_unicorn_white baby_unicorn_green baby_unicorn_death baby_unicorn_brown baby_unicorn_rainbow"


def both_reach(first: str, second: str, turn: int) -> Table:
    """Reset Button lifts a Pandamonium here and a Blinding Light there: two have the number after one chain."""
    hands = ["reset_button" if seat == turn else "" for seat in range(2)]
    t = table(f"pandamonium {first} / {hands[0]}", f"blinding_light {second} / {hands[1]}")
    if turn:
        t.act(0, "draw").go()
    return t.play(turn, "reset_button")


@pytest.mark.rule("unstable R102a")
@pytest.mark.parametrize("turn", [0, 1])
def test_two_with_the_number_after_one_chain(turn: int) -> None:
    """Nobody was first: the most unicorns win, then the most letters; whose turn it is does not matter."""
    t = both_reach(f"{SIX} rhinocorn llamacorn", f"{WHITE} ginormous_unicorn", turn)
    assert (t.unicorns(0), t.unicorns(1)) == (8, 7)
    assert (t.winners, t.view(None).reason) == ([0], "unicorns")
    assert t.told("several_have_the_number") == [{"seats": [0, 1]}]
    u = both_reach(f"{SIX} rhinocorn", f"{WHITE} ginormous_unicorn", turn)
    assert (u.unicorns(0), u.unicorns(1)) == (7, 7)
    assert [e["letters"] for e in u.told("counted")] == [73, 71]
    assert (u.winners, u.view(None).reason) == ([0], "letters")


@pytest.mark.rule("unstable R102a", "unstable R105")
def test_two_with_the_number_level_in_everything() -> None:
    """Level on letters too: everybody loses."""
    t = both_reach(SIX.replace("americorn", "narwhal rhinocorn"), f"{WHITE} ginormous_unicorn", 0)
    assert [(e["n"], e["letters"]) for e in t.told("counted")] == [(7, 71), (7, 71)]
    assert (t.winners, t.view(None).reason) == ([], "all_lose")


@pytest.mark.rule("unstable R103", "unstable R106")
@both
def test_the_deck_runs_out(deck: str) -> None:
    """The last card is drawn: the game ends at once, nothing is reshuffled, the most unicorns win (O1)."""
    t = table("narwhal rhinocorn", "llamacorn", "yay slowdown", deck=deck, left=1).act(0, "draw")
    assert (t.winners, t.view(None).reason) == ([0], "deck")
    assert t.view(None).deck == 0
    assert len(t.pile) > 50


def test_the_deck_runs_out_in_the_middle_of_a_chain() -> None:
    """The chain is resolved first; what is missing is not drawn; who has the number wins in the normal way (O1)."""
    t = table("/ good_deal yay", "narwhal", left=2).play(0, "good_deal")
    assert t.asked == "discard"
    t.pick(0, "discard yay")
    assert (t.winners, t.view(None).reason) == ([1], "deck")
    u = table(f"{SIX} / greedy_flying_unicorn", "", left=1).play(0, "greedy_flying_unicorn")
    assert (u.winners, u.view(None).reason) == ([0], "unicorns")


@pytest.mark.rule("unstable R104")
def test_letters() -> None:
    """Level on unicorns the letters of the titles decide, in the language of the table."""
    t = table("narwhal", "rhinocorn", left=1).act(0, "draw")  # 7 letters, 9 letters
    assert (t.winners, t.view(None).reason) == ([1], "letters")
    counted = [(e["n"], e["letters"]) for e in t.told("counted")]
    assert counted == [(1, 7), (1, 9)]
    pl = words("unstable", "pl").catalogue
    u = table("narwhal", "rhinocorn", left=1, language="pl").act(0, "draw")
    assert [e["letters"] for e in u.told("counted")] == [
        sum(c.isalpha() for c in pl[f"card.{id}"]) for id in ("narwhal", "rhinocorn")
    ]


def test_letters_decide_among_the_tied_only() -> None:
    """Who has fewer unicorns is out of it, however long the names."""
    t = table("narwhal americorn", "rhinocorn llamacorn", "extremely_destructive_unicorn", left=1).act(0, "draw")
    assert [e["letters"] for e in t.told("counted")] == [16, 18, 27]
    assert (t.winners, t.view(None).reason) == ([1], "letters")


@pytest.mark.rule("unstable R105")
def test_all_lose() -> None:
    """Level on letters too: everybody loses."""
    t = table("baby_unicorn_red", "baby_unicorn_blue", "", left=1).act(0, "draw")
    assert (t.winners, t.view(None).reason) == ([], "all_lose")
    outcome = unstable.outcome(t.s)
    assert outcome is not None
    assert outcome.scores == (0.0, 0.0, 0.0)


def test_pandas_count_neither_unicorns_nor_letters() -> None:
    """What does not count for winning does not count when the deck is out (O2)."""
    t = table("pandamonium narwhal rhinocorn", "narwhal_torpedo", left=1).act(0, "draw")
    assert t.winners == [1]
    assert t.told("counted")[0]["letters"] == 0


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_table_of_letters_is_that_of_the_titles(lang: str) -> None:
    """The letters kept in the deck are those of the titles shown, without the colour in brackets."""
    from stajnia.games.unstable.title_lengths import LETTERS

    said = words("unstable", "en" if lang == "en" else "pl").catalogue
    for d, card in enumerate(CARDS):
        if TYPE[d] & UNICORN:
            title = said[f"card.{card.id}"].partition("(")[0]
            assert LETTERS[("en", "pl").index(lang)][d] == sum(c.isalpha() for c in title), card.id


# --- two players


@pytest.mark.rule("unstable R107", "unstable R108", "unstable R109", "unstable R110", "unstable R111")
@pytest.mark.parametrize(("deck", "aside"), [("second", 32), ("first", 38)])
def test_two_players(deck: str, aside: int) -> None:
    """Some cards are set aside; each also gets a Neigh, which both know of; seven unicorns win."""
    t = babies(begin(2, deck=deck, first="0"))
    stay, gone = piles(2, ("second", "first").index(deck))
    assert (sum(gone), sum(stay)) == (aside, 114 - aside)
    assert not any(stay[d] for d in range(len(stay)) if TYPE[d] == BASIC)
    assert [len(t.hand(seat)) for seat in (0, 1)] == [6, 6]
    assert t.view(0).players[1].hand == t.view(None).players[1].hand == ["neigh"]
    assert t.view(None).deck == 114 - aside - 12
    assert t.view(None).goal == 7
    named = {"nanny_cam", "sadistic_ritual", "slowdown", "yay", "queen_bee_unicorn", "rainbow_unicorn"}
    assert named <= {IDS[d] for d, n in enumerate(gone) if n}


def test_a_whole_match_by_lot_is_repeatable() -> None:
    """The same seed and the same choices give the same match."""

    def run() -> object:
        m = stajnia.Match.start("unstable", 4, seed=3)
        rng = Random(5)
        while m.to_act:
            m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
        return m.state.key()

    assert run() == run()
