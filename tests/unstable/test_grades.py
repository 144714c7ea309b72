"""Each Upgrade and Downgrade, in both decks."""

from __future__ import annotations

import pytest

from tests.unstable.table import both, table


@both
def test_glitter_bomb(deck: str) -> None:
    """Sacrifice any card of one's stable, itself included, then destroy any card of another."""
    t = table("glitter_bomb slowdown", "yay narwhal", deck=deck, turn=True)
    assert t.legal(0) == ["sacrifice glitter_bomb", "sacrifice slowdown", "decline"]
    t.pick(0, "sacrifice glitter_bomb", "destroy yay")
    assert t.pile == ["glitter_bomb", "yay"]
    assert t.phase == "action"


@both
def test_yay(deck: str) -> None:
    """While it lies in a stable nothing its player plays can be answered; the Yay itself still could."""
    t = table("yay / rhinocorn", "/ neigh super_neigh", deck=deck).put(0, "rhinocorn")
    assert t.stable(0) == ["rhinocorn", "yay"]
    assert t.told("no_window")
    u = table("/ yay", "/ neigh", deck=deck).put(0, "yay").answer({1: "neigh"})
    assert u.pile == ["neigh", "yay"]


@both
def test_yay_covers_instants(deck: str) -> None:
    """Not even a Super Neigh gets past it: a Neigh of its player cannot be answered."""
    t = table("/ rhinocorn super_neigh", "yay / neigh", deck=deck).put(0, "rhinocorn").answer({1: "neigh"})
    assert t.pile == ["neigh", "rhinocorn"]


@pytest.mark.rule("unstable R27")
@both
def test_rainbow_aura(deck: str) -> None:
    """Unicorns of this stable cannot be destroyed; they can be returned; other cards and stables are not protected."""
    t = table("rhinocorn glitter_bomb", "rainbow_aura narwhal", "americorn", deck=deck, turn=True)
    assert t.legal(0)[-1] == "decline"
    t.pick(0, "destroy americorn", "sacrifice glitter_bomb")
    assert t.legal(0) == ["destroy rainbow_aura"]
    u = table("/ back_kick", "rainbow_aura narwhal", deck=deck).play(0, "back_kick")
    assert "return narwhal" in u.legal(0)


def test_rainbow_aura_cannot_be_removed_and_made_use_of_at_once() -> None:
    """Two-For-One cannot hit the Aura and a unicorn it protects (B5)."""
    t = table("yay / two_for_one", "rainbow_aura narwhal slowdown").play(0, "two_for_one")
    t.pick(0, "sacrifice yay", "destroy rainbow_aura")
    assert t.legal(0) == ["destroy slowdown"]
    assert t.refuses(0, "destroy narwhal") == "R92 immune"


@both
def test_double_dutch(deck: str) -> None:
    """Two plays, each answered apart; after the first one may stop but not draw; drawing ends the phase."""
    t = table("double_dutch / rhinocorn americorn llamacorn", "/ neigh", deck=deck, turn=True)
    t.put(0, "rhinocorn").answer({1: "neigh"}).answer()
    assert t.asked == "action_more"
    assert t.refuses(0, "draw") == "R15 second_is_play"
    t.put(0, "llamacorn")
    t.pick(0, t.legal(0)[0])
    assert t.view(None).active == 1
    u = table("double_dutch / rhinocorn", "", deck=deck, turn=True).act(0, "draw")
    assert u.view(None).active == 1
    v = table("double_dutch / rhinocorn americorn", "", deck=deck, turn=True).play(0, "rhinocorn").act(0, "stop")
    assert v.view(None).active == 1


@both
def test_double_dutch_must_have_been_there(deck: str) -> None:
    """Played this turn it helps from the next turn on."""
    t = table("/ double_dutch rhinocorn", "", deck=deck).play(0, "double_dutch")
    assert t.view(None).active == 1


def test_claw_machine() -> None:
    """Discard a card, then draw one; three copies are three effects of one link, each with its own card."""
    t = table("claw_machine claw_machine.2 claw_machine.3 / yay neigh", "", turn=True)
    t.pick(0, "discard yay", "discard neigh")
    assert t.told("ignored")[0]["source"] == "claw_machine"  # no card is left for the third
    assert t.pile == ["neigh", "yay"]
    assert len(t.told("draws")) == 3  # two and the Draw phase


def test_stable_artillery() -> None:
    """Discard two cards, then destroy a unicorn; one card is not enough."""
    t = table("stable_artillery / yay neigh", "narwhal", turn=True)
    t.pick(0, "discard yay")
    assert t.refuses(0, "decline") == "R80 paid"
    t.pick(0, "discard neigh", "destroy narwhal")
    assert t.stable(1) == []
    u = table("stable_artillery / yay", "narwhal", turn=True)
    assert u.told("ignored")


def test_rainbow_lasso() -> None:
    """Discard three cards, then steal a unicorn for good."""
    t = table("rainbow_lasso / yay neigh neigh", "narwhal", turn=True)
    t.pick(0, "discard yay", "discard neigh", "discard neigh", "steal narwhal")
    assert t.stable(0) == ["narwhal", "rainbow_lasso"]
    assert table("rainbow_lasso / yay neigh", "narwhal", turn=True).told("ignored")


def test_caffeine_overload() -> None:
    """Sacrifice a card, itself included, then draw two."""
    t = table("caffeine_overload", "", turn=True).pick(0, "sacrifice caffeine_overload")
    assert t.pile == ["caffeine_overload"]
    assert len(t.hand(0)) == 3


@both
def test_barbed_wire(deck: str) -> None:
    """One discard for each unicorn that enters and for each that leaves; with an empty hand it is skipped (R84)."""
    t = table("barbed_wire / rhinocorn yay neigh", "", deck=deck).play(0, "rhinocorn")
    assert (t.waiting, t.asked) == ((0,), "discard")
    t.pick(0, "discard yay")
    assert t.hand(0) == ["neigh"]
    u = table("narwhal / unicorn_swap", "llamacorn barbed_wire / yay neigh slowdown", deck=deck)
    u.play(0, "unicorn_swap").pick(0, "give narwhal", "choose p2", "steal llamacorn")
    # a unicorn came and one left: two discards, beside the one of Llamacorn
    while u.waiting == (1,):
        u.pick(1, u.legal(1)[0])
    assert u.hand(1) == []
    v = table("barbed_wire / rhinocorn", "", deck=deck).play(0, "rhinocorn")
    assert v.told("ignored")[0]["source"] == "barbed_wire"
    assert v.stable(0) == ["barbed_wire", "rhinocorn"]


@both
def test_barbed_wire_minds_unicorns_only(deck: str) -> None:
    """Upgrades and Downgrades come and go unscratched."""
    t = table("/ back_kick", "barbed_wire yay / neigh neigh", deck=deck).play(0, "back_kick").pick(0, "return yay")
    t.pick(1, "discard neigh")
    assert t.hand(1) == ["neigh", "yay"]
    u = table("barbed_wire / yay neigh", "", deck=deck).play(0, "yay")
    assert (u.hand(0), u.told("link")) == (["neigh"], [])


@both
def test_pandamonium(deck: str) -> None:
    """Pandas count nothing and are no unicorns for any effect, but keep their own; "a card" reaches them."""
    t = table("glitter_bomb rhinocorn", "pandamonium narwhal ginormous_unicorn", deck=deck, turn=True)
    assert t.unicorns(1) == 0
    assert t.legal(0) == ["sacrifice rhinocorn", "sacrifice glitter_bomb", "decline"]  # Rhinocorn has no target
    t.pick(0, "sacrifice glitter_bomb")
    assert "destroy narwhal" in t.legal(0)
    assert t.view(None).players[1].barred  # Ginormous still bars its player
    assert [c.panda for c in t.view(None).players[1].stable] == [True, True, False]
    u = table("/ unicorn_poison", "pandamonium narwhal", deck=deck)
    assert u.refuses(0, "play unicorn_poison") == "R83 impossible"
    v = table("/ extremely_destructive_unicorn", "pandamonium narwhal", deck=deck)
    v.play(0, "extremely_destructive_unicorn")
    assert v.waiting == (0,)


@both
def test_pandamonium_keeps_from_winning(deck: str) -> None:
    """Seven pandas are no seven unicorns; when Pandamonium leaves they are."""
    seven = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink rhinocorn americorn llamacorn"
    t = table(f"pandamonium {seven} / targeted_destruction", "", deck=deck)
    assert t.winners is None
    t.play(0, "targeted_destruction").pick(0, "sacrifice pandamonium")
    assert t.winners == [0]


@both
def test_pandamonium_and_barbed_wire(deck: str) -> None:
    """A unicorn still is one at the moment it enters: the wire scratches; a panda that leaves is none."""
    t = table("pandamonium barbed_wire / rhinocorn yay", "/ back_kick", deck=deck).play(0, "rhinocorn")
    assert t.asked == "discard"
    u = table("/ back_kick", "pandamonium barbed_wire narwhal / yay", deck=deck).play(0, "back_kick")
    u.pick(0, "return narwhal").pick(1, "discard yay")
    assert u.hand(1) == ["narwhal"]


@pytest.mark.rule("unstable R76")
@both
def test_sadistic_ritual_with_glitter_bomb(deck: str) -> None:
    """Sacrificing the Ritual to the Bomb does not save the unicorn this turn (B6); targets of the must come first."""
    t = table("sadistic_ritual glitter_bomb narwhal", "yay", deck=deck, turn=True)
    assert t.legal(0) == ["sacrifice narwhal"]
    t.pick(0, "sacrifice narwhal")
    assert t.refuses(0, "sacrifice narwhal") == "R72 twice"
    t.pick(0, "sacrifice sadistic_ritual", "destroy yay")
    assert t.pile == ["narwhal", "sadistic_ritual", "yay"]
    assert len(t.hand(0)) == 2  # one for the Ritual, one in the Draw phase


@both
def test_sadistic_ritual_without_a_unicorn(deck: str) -> None:
    """No unicorn sacrificed, no draw."""
    t = table("sadistic_ritual", "", deck=deck, turn=True)
    assert len(t.hand(0)) == 1


@both
def test_slowdown(deck: str) -> None:
    """Its player plays no Neigh card, Super Neigh included, and is not asked."""
    t = table("/ rhinocorn", "slowdown / neigh super_neigh", "/ neigh", deck=deck).put(0, "rhinocorn")
    assert t.waiting == (2,)
    assert t.refuses(1, "neigh") == "turn not_your_turn"


@both
def test_nanny_cam(deck: str) -> None:
    """The hand lies open for all, what is drawn included; what was seen stays known when the camera goes."""
    t = table("/ nanny_cam targeted_destruction", "/ neigh yay", "", deck=deck).play(0, "nanny_cam", into=1)
    for viewer in (0, 2, None):
        assert t.view(viewer).players[1].hand == ["yay", "neigh"]
        assert t.view(viewer).players[1].open
    assert t.told("hand_shown") == [{"seat": 1, "cards": ["yay", "neigh"]}]
    t.fate = ["slowdown"]
    t.go()
    assert t.view(None).players[1].hand == ["yay", "slowdown", "neigh"]
    assert t.told("draws")[-1]["card"] == "slowdown"
    t.play(1, "yay")
    t.go().act(2, "draw").go()
    assert t.view(2).players[0].hand == []


@both
def test_broken_stable(deck: str) -> None:
    """Its player plays no Upgrades, into no stable; everything else may be played."""
    t = table("broken_stable / yay slowdown", "", deck=deck)
    assert t.refuses(0, "play yay") == "R57 broken_stable"
    assert t.refuses(0, "play yay on p2") == "R57 broken_stable"
    assert "play slowdown" in t.legal(0)


def test_blinding_light() -> None:
    """Second edition: no text of unicorns works there, on entering neither; babies keep their Nursery."""
    t = table("blinding_light rhinocorn ginormous_unicorn baby_narwhal / llamacorn yay", "narwhal / neigh", turn=True)
    assert t.phase == "action"  # Rhinocorn is not asked
    assert t.unicorns(0) == 3
    assert not t.view(None).players[0].barred
    t.play(0, "llamacorn")
    assert t.told("link") == []
    u = table("/ unicorn_poison", "blinding_light stabby_the_unicorn baby_narwhal", "narwhal").play(0, "unicorn_poison")
    u.pick(0, "destroy stabby_the_unicorn")
    assert u.told("triggers")[-1]["source"] == "unicorn_poison"
    v = table("/ unicorn_poison", "blinding_light greedy_flying_unicorn", "").play(0, "unicorn_poison")
    v.pick(0, "destroy greedy_flying_unicorn")
    assert v.pile == ["greedy_flying_unicorn", "unicorn_poison"]


def test_blinding_light_first_edition() -> None:
    """First edition: triggered texts are off, continuous ones go on."""
    t = table("blinding_light rhinocorn ginormous_unicorn", "narwhal", deck="first", turn=True)
    assert t.phase == "action"
    assert t.unicorns(0) == 3
    assert t.view(None).players[0].barred


@both
def test_blinding_light_in_the_view(deck: str) -> None:
    """Only what does not work is shown as blinded: in the first edition continuous texts still do; babies have none."""
    works = "ginormous_unicorn queen_bee_unicorn magical_kittencorn"
    t = table(f"blinding_light {works} rhinocorn unicorn_phoenix baby_narwhal", "", deck=deck)
    blinded = {c.card for c in t.view(None).players[0].stable if c.blinded}
    assert blinded == {"rhinocorn", "unicorn_phoenix", *(works.split() if deck == "second" else [])}


@both
def test_blinding_light_with_pandamonium(deck: str) -> None:
    """On entering the light goes first (no effect); after that the panda has its effect back."""
    t = table("blinding_light pandamonium / greedy_flying_unicorn", "", deck=deck).play(0, "greedy_flying_unicorn")
    assert t.told("link") == []
    u = table("blinding_light pandamonium rhinocorn", "narwhal", deck=deck, turn=True)
    assert u.legal(0) == ["destroy narwhal", "decline"]


@both
def test_blinding_light_and_queen_bee(deck: str) -> None:
    """The Queen Bee's rule is off under the light (in the first edition it stays); card types do not change."""
    t = table("/ narwhal", "queen_bee_unicorn blinding_light americorn", deck=deck)
    assert ("play narwhal" in t.legal(0)) == (deck == "second")
    assert {c.type for c in t.view(None).players[1].stable if c.card == "americorn"} == {"magical"}


@both
def test_pandas_fall_with_their_effects_light_or_not(deck: str) -> None:
    """Under both Downgrades a panda that is destroyed has its text: Stabby strikes back, a flyer flies home."""
    t = table(
        "narwhal yay / two_for_one", "blinding_light pandamonium stabby_the_unicorn greedy_flying_unicorn", deck=deck
    )
    t.play(0, "two_for_one")
    t.pick(0, "sacrifice yay", "destroy stabby_the_unicorn", "destroy greedy_flying_unicorn")
    assert t.hand(1) == ["greedy_flying_unicorn"]
    assert t.legal(1) == ["destroy narwhal", "decline"]


FIVE = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink rhinocorn"


@both
def test_tiny_stable(deck: str) -> None:
    """More than five unicorns: its player sacrifices down to five at once, before anything else."""
    t = table(f"tiny_stable {FIVE} / llamacorn", "/ yay", deck=deck).play(0, "llamacorn")
    assert (t.asked, t.view(None).effects[0].card) == ("sacrifice", "tiny_stable")
    assert t.view(None).waiting[0].card == "llamacorn"
    t.pick(0, "sacrifice baby_narwhal")
    assert t.view(None).effects[0].card == "llamacorn"
    t.pick(1, "discard yay")
    assert t.unicorns(0) == 5


@both
def test_tiny_stable_counts_ginormous_twice(deck: str) -> None:
    """Ginormous Unicorn counts two for Tiny Stable too."""
    t = table("tiny_stable baby_narwhal baby_unicorn_red baby_unicorn_blue rhinocorn / ginormous_unicorn", deck=deck)
    t.play(0, "ginormous_unicorn")
    assert t.asked == "sacrifice"


@both
def test_tiny_stable_sees_no_pandas(deck: str) -> None:
    """With Pandamonium there is nothing to count; when it leaves, sacrifice down at once."""
    t = table(f"tiny_stable pandamonium {FIVE} americorn llamacorn / targeted_destruction", "", deck=deck)
    t.play(0, "targeted_destruction").pick(0, "sacrifice pandamonium")
    assert t.asked == "sacrifice"
    t.pick(0, "sacrifice americorn", "sacrifice llamacorn")
    assert t.unicorns(0) == 5
    assert t.winners is None


# --- first edition only


def test_extra_tail() -> None:
    """It enters only a stable with a Basic Unicorn; its player may draw one more card in the Draw phase."""
    t = table("/ extra_tail", "narwhal", deck="first")
    assert t.legal(0) == ["draw", "play extra_tail on p2"]
    assert t.refuses(0, "play extra_tail") == "R57 needs_basic"
    u = table("extra_tail extra_tail.2 extra_tail.3 narwhal", "", deck="first", turn=True).pick(
        0, "use", "use", "decline"
    )
    assert len(u.hand(0)) == 3


def test_extra_tail_cannot_be_moved_to_a_stable_without_basics() -> None:
    """By no means does it enter such a stable: Re-Target finds no place, Alluring Narwhal cannot steal it."""
    t = table("extra_tail narwhal / re_target", "rhinocorn", deck="first")
    assert t.refuses(0, "play re_target") == "R83 impossible"
    u = table("/ alluring_narwhal", "extra_tail narwhal", deck="first").play(0, "alluring_narwhal")
    assert u.told("ignored")


def test_rainbow_mane() -> None:
    """At the start of the turn a Basic Unicorn of the hand may come in, not played."""
    t = table("rainbow_mane narwhal / basic_unicorn_red yay", "/ neigh", deck="first", turn=True)
    assert t.legal(0) == ["bring basic_unicorn_red", "decline"]
    t.pick(0, "bring basic_unicorn_red")
    assert t.stable(0) == ["basic_unicorn_red", "narwhal", "rainbow_mane"]
    assert t.told("window") == []
    assert table("/ rainbow_mane", "", deck="first").legal(0) == ["draw"]


def test_summoning_ritual() -> None:
    """Discard two unicorns, then bring one of the pile."""
    t = table("summoning_ritual / narwhal rhinocorn", "", deck="first", turn=True)
    t.pick(0, "discard narwhal", "discard rhinocorn", "bring narwhal")
    assert t.stable(0) == ["narwhal", "summoning_ritual"]


def test_unicorn_lasso() -> None:
    """A stolen unicorn goes home at the end of the turn, before the hand limit; a win does not wait for that."""
    t = table("unicorn_lasso / " + "neigh " * 7, "narwhal", deck="first", turn=True).pick(0, "steal narwhal")
    assert t.stable(0) == ["narwhal", "unicorn_lasso"]
    t.act(0, "draw")
    assert (t.stable(1), t.asked) == (["narwhal"], "limit")
    six = f"{FIVE} americorn"
    u = table(f"unicorn_lasso {six}", "narwhal", deck="first", turn=True)
    u.pick(0, "decline", "steal narwhal")  # not Rhinocorn's effect, but the Lasso's
    assert u.winners == [0]


def test_unicorn_lasso_and_seductive_unicorn_keep_their_own_promises() -> None:
    """Seductive Unicorn leaves: what the Lasso stole stays until the end of the turn."""
    t = table("unicorn_lasso seductive_unicorn / two_for_one", "narwhal yay slowdown", deck="first", turn=True)
    t.pick(0, "steal narwhal").play(0, "two_for_one")
    t.pick(0, "sacrifice seductive_unicorn", "destroy yay", "destroy slowdown")
    assert [(e["card"], e["source"]) for e in t.told("moved")] == [("narwhal", "unicorn_lasso")]
