"""Each Magic card, in both decks."""

from __future__ import annotations

import pytest

from tests.unstable.table import both, table


@both
def test_unicorn_poison(deck: str) -> None:
    """Unicorn Poison destroys one unicorn of another player and is discarded after that."""
    t = table("/ unicorn_poison", "rhinocorn yay", deck=deck).play(0, "unicorn_poison")
    assert t.legal(0) == ["destroy rhinocorn"]
    t.pick(0, "destroy rhinocorn")
    assert t.stable(1) == ["yay"]
    assert t.pile == ["rhinocorn", "unicorn_poison"]


@both
def test_unicorn_poison_needs_a_target(deck: str) -> None:
    """Without a unicorn that can be destroyed it cannot be played; a protected one is no target."""
    t = table("narwhal / unicorn_poison", "rhinocorn rainbow_aura", deck=deck)
    assert t.refuses(0, "play unicorn_poison") == "R83 impossible"


def test_back_kick() -> None:
    """Back Kick returns a card and its player then discards one, the returned card included."""
    t = table("/ back_kick", "rhinocorn / neigh").play(0, "back_kick").pick(0, "return rhinocorn")
    assert t.waiting == (1,)
    assert t.legal(1) == ["discard rhinocorn", "discard neigh"]
    t.pick(1, "discard rhinocorn")
    assert t.hand(1) == ["neigh"]
    assert t.pile == ["back_kick", "rhinocorn"]


def test_back_kick_on_a_baby() -> None:
    """A returned baby goes to the Nursery; the discard still happens."""
    t = table("/ back_kick", "baby_unicorn_red / neigh yay").play(0, "back_kick").pick(0, "return baby_unicorn_red")
    assert "baby_unicorn_red" in t.nursery
    t.pick(1, "discard yay")
    assert t.hand(1) == ["neigh"]


def test_back_kick_first_edition_reaches_oneself() -> None:
    """In the first edition any player may be picked, the caster too."""
    t = table("slowdown / back_kick yay", "rhinocorn", deck="first").play(0, "back_kick")
    assert t.legal(0) == ["return slowdown", "return rhinocorn"]
    t.pick(0, "return slowdown")
    assert t.legal(0) == ["discard yay", "discard slowdown"]
    other = table("slowdown / back_kick", "/ neigh")
    assert other.refuses(0, "play back_kick") == "R83 impossible"


@both
def test_change_of_luck(deck: str) -> None:
    """Draw two, discard three one by one, then take another complete turn after this one."""
    t = table("/ change_of_luck yay", "narwhal", deck=deck)
    t.fate = ["narwhal_torpedo", "rhinocorn"]
    t.play(0, "change_of_luck").pick(0, "discard yay", "discard rhinocorn")
    t.fate = ["llamacorn"]
    t.pick(0, "discard narwhal_torpedo").go()
    assert t.pile == ["change_of_luck", "narwhal_torpedo", "rhinocorn", "yay"]
    assert (t.view(None).active, t.phase, t.view(None).turns) == (0, "action", 2)
    assert t.hand(0) == ["llamacorn"]
    t.act(0, "draw").go()
    assert t.view(None).active == 1


@both
def test_change_of_luck_needs_three_cards(deck: str) -> None:
    """Two drawn and no other card in hand cannot be three discarded: it cannot be played."""
    assert table("/ change_of_luck", "narwhal", deck=deck).refuses(0, "play change_of_luck") == "R83 impossible"


def test_change_of_luck_ends_with_the_hand_limit_and_passes_on_extra_turns() -> None:
    """The hand limit applies at the end of the current turn; two such cards give two turns."""
    t = table("double_dutch / change_of_luck change_of_luck yay yay claw_machine claw_machine", "narwhal", turn=True)
    t.fate = ["rhinocorn", "llamacorn", "americorn", "narwhal_torpedo"]
    t.play(0, "change_of_luck").pick(0, "discard yay", "discard yay", "discard rhinocorn")
    t.play(0, "change_of_luck").pick(0, "discard claw_machine", "discard claw_machine", "discard llamacorn").go()
    assert (t.view(None).active, t.view(None).turns, t.view(None).extra_turns) == (0, 2, 1)
    assert t.view(None).plays == 2


@both
def test_glitter_tornado(deck: str) -> None:
    """The caster picks a card in every stable, their own included; all go back together."""
    t = table("slowdown rhinocorn / glitter_tornado", "baby_unicorn_red", "greedy_flying_unicorn", deck=deck)
    t.play(0, "glitter_tornado").pick(0, "return slowdown", "return baby_unicorn_red")
    assert t.stable(1) == ["baby_unicorn_red"]  # nothing moved before the last pick
    t.pick(0, "return greedy_flying_unicorn")
    assert (t.stable(0), t.stable(1), t.stable(2)) == (["rhinocorn"], [], [])
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["slowdown"], [], ["greedy_flying_unicorn"])
    assert "baby_unicorn_red" in t.nursery


@both
def test_glitter_tornado_skips_empty_stables(deck: str) -> None:
    """A player without cards in the stable is passed over."""
    t = table("/ glitter_tornado", "", "narwhal", deck=deck).play(0, "glitter_tornado")
    assert t.legal(0) == ["return narwhal"]
    assert table("/ glitter_tornado", deck=deck).refuses(0, "play glitter_tornado") == "R83 impossible"


@both
def test_unicorn_swap(deck: str) -> None:
    """A unicorn moves over and one is stolen back from the same stable; both entered, both effects trigger."""
    t = table("greedy_flying_unicorn / unicorn_swap", "llamacorn yay", "narwhal", deck=deck)
    t.play(0, "unicorn_swap").pick(0, "give greedy_flying_unicorn", "choose p2")
    assert t.legal(0) == ["steal llamacorn"]  # neither the card given (R72) nor another player's
    t.fate = ["rhinocorn"]
    t.pick(0, "steal llamacorn")
    assert t.told("link")[-1]["cards"] == ["llamacorn", "greedy_flying_unicorn"]
    assert t.stable(0) == ["llamacorn"]
    assert t.stable(1) == ["greedy_flying_unicorn", "yay"]
    assert t.hand(1) == ["rhinocorn"]  # drawn in the same link in which Llamacorn found empty hands


@pytest.mark.rule("unstable R83", "unstable B4")
@both
@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("", "narwhal"),  # nothing to give
        ("narwhal", "yay"),  # nothing to steal but what was given
        ("narwhal", "pandamonium rhinocorn"),  # pandas are no unicorns
        ("queen_bee_unicorn", "narwhal"),  # she who is given away keeps the other one where it is
    ],
)
def test_unicorn_swap_needs_all_of_it(own: str, other: str, deck: str) -> None:
    """Without a unicorn to give, or without another one to steal where it goes, it cannot be played."""
    t = table(f"{own} / unicorn_swap", other, deck=deck)
    assert t.refuses(0, "play unicorn_swap") == "R83 impossible"
    assert t.legal(0) == ["draw"]


@both
def test_unicorn_swap_with_a_stable_without_unicorns(deck: str) -> None:
    """What cannot be stolen back from the player chosen is not; the card is still given."""
    t = table("rhinocorn / unicorn_swap", "yay", "narwhal", deck=deck).play(0, "unicorn_swap")
    t.pick(0, "give rhinocorn", "choose p2")
    assert t.stable(1) == ["rhinocorn", "yay"]
    assert t.stable(2) == ["narwhal"]


@both
def test_queen_bee_may_forbid_the_swap(deck: str) -> None:
    """A Basic Unicorn cannot be given away where the Queen Bee keeps it out."""
    t = table("narwhal queen_bee_unicorn / unicorn_swap", "rhinocorn", "americorn", deck=deck).play(0, "unicorn_swap")
    assert t.legal(0) == ["give queen_bee_unicorn"]


@both
def test_a_queen_bee_given_away_closes_the_own_stable(deck: str) -> None:
    """After she has gone over no Basic Unicorn can be stolen back."""
    t = table("queen_bee_unicorn / unicorn_swap", "narwhal rhinocorn", deck=deck).play(0, "unicorn_swap")
    t.pick(0, "give queen_bee_unicorn", "choose p2")
    assert t.legal(0) == ["steal rhinocorn"]
    assert t.refuses(0, "steal narwhal") == "R68 cannot_enter"


@both
def test_re_target(deck: str) -> None:
    """An Upgrade or Downgrade of any stable moves into another one."""
    t = table("slowdown / re_target", "yay", "narwhal", deck=deck).play(0, "re_target")
    assert t.legal(0) == ["move slowdown", "move yay"]
    t.pick(0, "move yay")
    assert t.legal(0) == ["choose p1", "choose p3"]
    t.pick(0, "choose p1")
    assert t.stable(0) == ["slowdown", "yay"]
    assert table("/ re_target", "narwhal", deck=deck).refuses(0, "play re_target") == "R83 impossible"


@both
def test_unfair_bargain(deck: str) -> None:
    """Two players trade hands; an empty hand may be traded, and both know what they gave away."""
    t = table("/ unfair_bargain rhinocorn", "", "/ neigh yay", deck=deck).play(0, "unfair_bargain")
    assert t.legal(0) == ["choose p2", "choose p3"]
    t.pick(0, "choose p3")
    assert t.hand(2) == ["rhinocorn"]
    assert t.view(0).players[2].hand == ["rhinocorn"]
    assert t.view(1).players[2].hand == []
    u = table("/ unfair_bargain rhinocorn", "", deck=deck).play(0, "unfair_bargain").pick(0, "choose p2")
    assert (u.hand(0), u.hand(1)) == ([], ["rhinocorn"])


@both
def test_two_for_one(deck: str) -> None:
    """Sacrifice one card, then destroy two, chosen before anything happens."""
    t = table("slowdown / two_for_one", "yay narwhal", "rhinocorn", deck=deck).play(0, "two_for_one")
    t.pick(0, "sacrifice slowdown", "destroy yay")
    assert t.stable(0) == ["slowdown"]
    t.pick(0, "destroy rhinocorn")
    assert t.pile == ["rhinocorn", "slowdown", "two_for_one", "yay"]


@both
def test_two_for_one_needs_all_of_it(deck: str) -> None:
    """Nothing to sacrifice, or fewer than two cards to destroy: it cannot be played."""
    assert table("/ two_for_one", "yay narwhal", deck=deck).refuses(0, "play two_for_one") == "R83 impossible"
    assert table("yay / two_for_one", "narwhal", deck=deck).refuses(0, "play two_for_one") == "R83 impossible"


def test_two_for_one_with_phoenix() -> None:
    """A discard instead of the sacrifice counts as the sacrifice (B4): the destruction goes on."""
    t = table("unicorn_phoenix / two_for_one yay", "narwhal slowdown").play(0, "two_for_one")
    t.pick(0, "sacrifice unicorn_phoenix", "destroy narwhal", "destroy slowdown")
    assert t.asked == "phoenix"
    t.pick(0, "discard yay")
    assert t.stable(0) == ["unicorn_phoenix"]
    assert t.stable(1) == []


def test_targeted_destruction() -> None:
    """Second edition: another player's Upgrade, or one's own Downgrade."""
    t = table("slowdown yay / targeted_destruction", "glitter_bomb nanny_cam").play(0, "targeted_destruction")
    assert t.legal(0) == ["sacrifice slowdown", "destroy glitter_bomb"]
    t.pick(0, "sacrifice slowdown")
    assert t.told("sacrificed")[0]["card"] == "slowdown"
    assert table("yay / targeted_destruction", "nanny_cam").refuses(0, "play targeted_destruction") == "R83 impossible"


def test_targeted_destruction_first_edition() -> None:
    """First edition: any Upgrade or Downgrade anywhere."""
    t = table("slowdown yay / targeted_destruction", "glitter_bomb nanny_cam", deck="first")
    t.play(0, "targeted_destruction")
    assert sorted(t.legal(0)) == [
        "destroy glitter_bomb",
        "destroy nanny_cam",
        "sacrifice slowdown",
        "sacrifice yay",
    ]


@both
def test_mystical_vortex(deck: str) -> None:
    """Everyone discards a card, chosen at once; then the pile is shuffled in, the Vortex itself stays out (O5)."""
    t = table("/ mystical_vortex yay", "/ neigh", "", pile="rhinocorn", deck=deck)
    before = t.view(None).deck
    t.play(0, "mystical_vortex")
    assert t.view(None).turn == (0, 1)
    t.pick(1, "discard neigh")
    assert t.view(0).turn == (0, 1)  # nobody sees who is missing
    assert (t.view(1).sealed, t.view(0).sealed) == ("discard neigh", "")
    t.pick(0, "discard yay")
    assert t.pile == ["mystical_vortex"]
    assert t.view(None).deck == before + 3


@pytest.mark.rule("unstable R83", "unstable R85")
@both
def test_mystical_vortex_needs_a_card_to_discard(deck: str) -> None:
    """Who holds nothing else cannot play it; others with empty hands simply skip."""
    t = table("/ mystical_vortex", "/ neigh yay", deck=deck)
    assert t.refuses(0, "play mystical_vortex") == "R83 impossible"
    u = table("/ mystical_vortex yay", "", deck=deck).play(0, "mystical_vortex").pick(0, "discard yay")
    assert u.pile == ["mystical_vortex"]


@both
def test_good_deal(deck: str) -> None:
    """Draw three, then discard one, a drawn card if one likes."""
    t = table("/ good_deal", "narwhal", deck=deck)
    t.fate = ["yay", "rhinocorn", "slowdown"]
    t.play(0, "good_deal")
    assert t.legal(0) == ["discard rhinocorn", "discard yay", "discard slowdown"]
    t.pick(0, "discard slowdown")
    assert t.hand(0) == ["rhinocorn", "yay"]


@both
def test_shake_up(deck: str) -> None:
    """Hand, pile and Shake Up itself are shuffled in; then five cards are drawn."""
    t = table("/ shake_up yay", "narwhal", pile="rhinocorn", deck=deck)
    t.fate = ["shake_up", "yay", "rhinocorn", "neigh", "neigh"]
    t.play(0, "shake_up")
    assert t.pile == []
    assert t.hand(0) == ["neigh", "neigh", "rhinocorn", "shake_up", "yay"]


def test_blatant_thievery() -> None:
    """The caster sees a hand and takes a card of it; others learn nothing."""
    t = table("/ blatant_thievery", "/ neigh yay", "/ slowdown").play(0, "blatant_thievery").pick(0, "choose p2")
    assert t.legal(0) == ["take yay", "take neigh"]
    assert t.view(0).players[1].hand == ["yay", "neigh"]
    assert t.view(2).players[1].hand == []
    t.pick(0, "take yay")
    assert t.hand(0) == ["yay"]
    assert t.view(1).players[0].hand == ["yay"]
    assert t.view(2).players[0].hand == []
    assert t.told("robbed")[0]["card"] == "hidden"


def test_blatant_thievery_needs_a_card_to_take() -> None:
    """No other player with a card: not playable; in the first edition one may rob oneself of nothing."""
    assert table("/ blatant_thievery yay", "").refuses(0, "play blatant_thievery") == "R83 impossible"
    t = table("/ blatant_thievery yay", "", deck="first").play(0, "blatant_thievery")
    t.pick(0, "choose p1", "take yay")
    assert "yay" in t.hand(0)


@both
def test_reset_button(deck: str) -> None:
    """All Upgrades and Downgrades are sacrificed, unicorns stay; the pile is shuffled in without the card itself."""
    t = table("yay narwhal / reset_button", "slowdown", "rainbow_aura", pile="rhinocorn", deck=deck)
    t.play(0, "reset_button")
    assert (t.stable(0), t.stable(1), t.stable(2)) == (["narwhal"], [], [])
    assert t.pile == ["reset_button"]
    assert len(t.told("sacrificed")) == 3


@both
def test_reset_button_with_nothing_to_reset(deck: str) -> None:
    """No Upgrade and no Downgrade anywhere: nothing is sacrificed, and the pile is shuffled in all the same."""
    t = table("narwhal / reset_button", "rhinocorn", pile="americorn", deck=deck)
    before = t.view(None).deck
    t.play(0, "reset_button")
    assert (t.pile, t.view(None).deck) == (["reset_button"], before + 1)


def test_kiss_of_life() -> None:
    """A unicorn of the discard pile comes into the caster's stable and enters there; it cannot be answered."""
    t = table("/ kiss_of_life", "/ neigh", pile="greedy_flying_unicorn yay")
    t.play(0, "kiss_of_life")
    assert t.legal(0) == ["bring greedy_flying_unicorn"]
    t.fate = ["rhinocorn"]
    t.pick(0, "bring greedy_flying_unicorn")
    assert t.stable(0) == ["greedy_flying_unicorn"]
    assert t.hand(0) == ["rhinocorn"]
    assert table("/ kiss_of_life", pile="yay").refuses(0, "play kiss_of_life") == "R83 impossible"


def test_unicorn_shrinkray() -> None:
    """First edition: a player's unicorns go without their effects, as many babies come from the Nursery."""
    t = table("/ unicorn_shrinkray", "stabby_the_unicorn greedy_flying_unicorn baby_narwhal yay", deck="first")
    t.play(0, "unicorn_shrinkray")
    assert t.legal(0) == ["choose p1", "choose p2"]
    t.pick(0, "choose p2")
    assert t.stable(1) == ["baby_unicorn_orange", "baby_unicorn_pink", "baby_unicorn_red", "yay"]
    assert t.pile == ["greedy_flying_unicorn", "stabby_the_unicorn", "unicorn_shrinkray"]
    assert t.unicorns(1) == 3
    assert "triggers" not in [e.kind for e in t.events if e.args.get("source") == "stabby_the_unicorn"]


@pytest.mark.parametrize("card", ["kiss_of_life"])
def test_cards_of_one_edition_only(card: str) -> None:
    """Kiss of Life is in the second deck only, Unicorn Shrinkray in the first only."""
    from stajnia.games.unstable.deck import CARDS, NUMBER

    assert (CARDS[NUMBER[card]].second, CARDS[NUMBER[card]].first) == (1, 0)
    shrinkray = CARDS[NUMBER["unicorn_shrinkray"]]
    assert (shrinkray.second, shrinkray.first) == (0, 1)
