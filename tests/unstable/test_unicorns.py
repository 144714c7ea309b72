"""Each unicorn card, in both decks."""

from __future__ import annotations

import pytest

from stajnia.games import unstable
from stajnia.games.unstable.deck import BABY_COLOURS, BASIC_COLOURS, NUMBER, UID_OF
from tests.unstable.table import both, table

BABIES = [*(f"baby_unicorn_{colour}" for colour in (*BABY_COLOURS, "death")), "baby_narwhal"]
BASICS = [*(f"basic_unicorn_{colour}" for colour in BASIC_COLOURS), "narwhal"]


@pytest.mark.rule("unstable R30", "unstable R101")
@pytest.mark.parametrize("baby", BABIES)
def test_baby(baby: str) -> None:
    """A baby counts one; destroyed, sacrificed or returned it goes to the Nursery; it can be stolen."""
    t = table("/ unicorn_poison", baby)
    assert t.unicorns(1) == 1
    t.play(0, "unicorn_poison").pick(0, f"destroy {baby}")
    assert baby in t.nursery
    assert t.pile == ["unicorn_poison"]
    u = table("rainbow_lasso / neigh neigh neigh", baby, turn=True)
    u.pick(0, "discard neigh", "discard neigh", "discard neigh", f"steal {baby}")
    assert u.stable(0) == [baby, "rainbow_lasso"]


@pytest.mark.rule("unstable R31")
@both
@pytest.mark.parametrize("basic", BASICS)
def test_basic(basic: str, deck: str) -> None:
    """A Basic Unicorn counts one and does nothing."""
    t = table(f"/ {basic}", "yay", deck=deck).play(0, basic)
    assert t.stable(0) == [basic]
    assert t.unicorns(0) == 1
    assert t.told("link") == []


@pytest.mark.rule("unstable B7")
@both
def test_rhinocorn_leads_to_the_end_of_turn(deck: str) -> None:
    """Having destroyed, there is no draw and no action, but the hand limit applies."""
    t = table("rhinocorn / " + "neigh " * 8, "narwhal", turn=True, deck=deck).pick(0, "destroy narwhal")
    assert t.pile == ["narwhal"]
    assert (t.asked, t.phase) == ("limit", "limit")
    t.pick(0, "discard neigh")
    assert (t.view(None).active, len(t.hand(0))) == (1, 7)


@both
def test_rhinocorn_declined(deck: str) -> None:
    """Declining costs nothing and the turn goes on."""
    t = table("rhinocorn", "narwhal", turn=True, deck=deck).pick(0, "decline")
    assert t.phase == "action"


@pytest.mark.rule("unstable R91", "unstable R92")
@both
def test_magical_kittencorn(deck: str) -> None:
    """Magic cards cannot destroy it; they may return it, and other cards may destroy it."""
    t = table("/ unicorn_poison back_kick", "magical_kittencorn", deck=deck)
    assert t.refuses(0, "play unicorn_poison") == "R83 impossible"
    t.play(0, "back_kick").pick(0, "return magical_kittencorn")
    assert "magical_kittencorn" in t.hand(1)
    u = table("rhinocorn", "magical_kittencorn", turn=True, deck=deck).pick(0, "destroy magical_kittencorn")
    assert u.pile == ["magical_kittencorn"]
    v = table("/ unicorn_poison", "magical_kittencorn narwhal", deck=deck).play(0, "unicorn_poison")
    assert v.refuses(0, "destroy magical_kittencorn") == "R92 immune"


@both
def test_stabby(deck: str) -> None:
    """Sacrificed or destroyed, it may take a unicorn of another player along; returned, it may not."""
    t = table("narwhal / unicorn_poison", "stabby_the_unicorn", deck=deck).play(0, "unicorn_poison")
    t.pick(0, "destroy stabby_the_unicorn")
    assert t.legal(1) == ["destroy narwhal", "decline"]
    t.pick(1, "destroy narwhal")
    assert t.stable(0) == []
    u = table("narwhal / back_kick", "stabby_the_unicorn", deck=deck)
    u.play(0, "back_kick").pick(0, "return stabby_the_unicorn")
    assert u.asked == "discard"


@pytest.mark.rule("unstable R41", "unstable R42", "unstable R43")
@both
def test_rainbow_unicorn(deck: str) -> None:
    """A Basic Unicorn of one's hand comes in without being played: no window, no action used."""
    t = table("double_dutch / rainbow_unicorn narwhal rhinocorn yay", "/ neigh", turn=True, deck=deck)
    t.play(0, "rainbow_unicorn")
    assert t.legal(0) == ["bring narwhal", "decline"]
    t.pick(0, "bring narwhal")
    assert t.stable(0) == ["double_dutch", "narwhal", "rainbow_unicorn"]
    assert t.told("window")[-1]["card"] == "rainbow_unicorn"
    assert t.view(None).played == 1


@both
def test_rainbow_unicorn_asks_whatever_is_in_hand(deck: str) -> None:
    """Who holds no Basic Unicorn is asked like who does, so that the question tells nothing."""
    t = table("/ rainbow_unicorn yay", "", deck=deck).play(0, "rainbow_unicorn")
    assert t.legal(0) == ["decline"]


@pytest.mark.rule("unstable R61", "unstable R69")
@both
def test_extremely_destructive_unicorn(deck: str) -> None:
    """Every player sacrifices a unicorn, chosen at once and turned up together; itself is a fair choice."""
    t = table("/ extremely_destructive_unicorn", "narwhal rhinocorn", "yay", deck=deck)
    t.play(0, "extremely_destructive_unicorn")
    assert t.waiting == (0, 1)
    t.pick(1, "sacrifice rhinocorn")
    assert t.stable(1) == ["narwhal", "rhinocorn"]
    t.pick(0, "sacrifice extremely_destructive_unicorn")
    assert t.pile == ["extremely_destructive_unicorn", "rhinocorn"]


def test_chainsaw_unicorn() -> None:
    """Second edition: destroy another's Upgrade or sacrifice one's own Downgrade, or neither."""
    t = table("slowdown yay / chainsaw_unicorn", "glitter_bomb nanny_cam").play(0, "chainsaw_unicorn")
    assert t.legal(0) == ["sacrifice slowdown", "destroy glitter_bomb", "decline"]
    t.pick(0, "destroy glitter_bomb")
    assert t.stable(1) == ["nanny_cam"]


def test_chainsaw_unicorn_first_edition() -> None:
    """First edition: any Upgrade or Downgrade anywhere."""
    t = table("slowdown yay / chainsaw_unicorn", "nanny_cam", deck="first").play(0, "chainsaw_unicorn")
    assert t.legal(0) == ["sacrifice yay", "sacrifice slowdown", "destroy nanny_cam", "decline"]


@pytest.mark.rule("unstable R85")
@both
def test_llamacorn(deck: str) -> None:
    """Every player discards a card; an empty hand is passed over."""
    t = table("/ llamacorn yay", "", "/ neigh slowdown", deck=deck).play(0, "llamacorn")
    assert t.waiting == (0, 2)
    t.pick(2, "discard slowdown").pick(0, "discard yay")
    assert t.pile == ["slowdown", "yay"]


@pytest.mark.rule("unstable R93")
def test_americorn() -> None:
    """A card at random, unseen: chance picks, and only the two of them know which."""
    t = table("/ americorn", "/ neigh yay", "").play(0, "americorn")
    assert t.legal(0) == ["choose p2", "decline"]
    assert t.view(0).players[1].hand == []
    t.fate = ["yay"]
    t.pick(0, "choose p2")
    assert t.hand(0) == ["yay"]
    assert t.view(1).players[0].hand == ["yay"]
    assert t.view(2).players[0].hand == []


def test_americorn_first_edition() -> None:
    """First edition: it must be used, and any player may be picked."""
    t = table("/ americorn slowdown", "/ neigh yay", "", deck="first").play(0, "americorn")
    assert t.legal(0) == ["choose p1", "choose p2"]
    t.pick(0, "choose p1")
    assert t.hand(0) == ["slowdown"]


@both
def test_ginormous_unicorn(deck: str) -> None:
    """It counts two, and its player may play no Neigh card, Super Neigh included."""
    t = table("/ rhinocorn", "ginormous_unicorn / neigh super_neigh", "/ yay", deck=deck)
    assert t.unicorns(1) == 2
    assert t.view(None).players[1].barred
    t.put(0, "rhinocorn")
    assert t.waiting == (2,)


def test_seductive_unicorn() -> None:
    """Second edition: discard a card, then steal a unicorn for good."""
    t = table("/ seductive_unicorn yay", "narwhal").play(0, "seductive_unicorn")
    t.pick(0, "discard yay", "steal narwhal")
    assert t.stable(0) == ["narwhal", "seductive_unicorn"]
    u = table("/ seductive_unicorn", "narwhal").play(0, "seductive_unicorn")
    assert u.stable(0) == ["seductive_unicorn"]
    assert u.told("ignored")[0]["source"] == "seductive_unicorn"


def test_seductive_unicorn_first_edition() -> None:
    """First edition: the theft is a must, and the stolen card goes home when Seductive Unicorn leaves."""
    t = table("/ seductive_unicorn", "narwhal / unicorn_poison", deck="first").play(0, "seductive_unicorn")
    assert t.legal(0) == ["steal narwhal"]
    t.pick(0, "steal narwhal").go()
    t.play(1, "unicorn_poison").pick(1, "destroy seductive_unicorn")
    assert t.stable(1) == ["narwhal"]
    assert t.view(None).bonds == []


def test_seductive_unicorn_first_edition_bond_lapses() -> None:
    """What has left that stable in the meantime is not owed any more."""
    t = table("/ seductive_unicorn", "narwhal", "/ unicorn_poison unicorn_poison", deck="first")
    t.play(0, "seductive_unicorn").pick(0, "steal narwhal").go()
    t.act(1, "draw").go()
    t.play(2, "unicorn_poison").pick(2, "destroy narwhal")
    assert t.view(None).bonds == []
    assert t.pile == ["narwhal", "unicorn_poison"]


def test_seductive_unicorn_first_edition_bond_and_queen_bee() -> None:
    """Home is closed to a Basic Unicorn by the Queen Bee of a third player: it stays where it is."""
    t = table("/ seductive_unicorn", "narwhal / unicorn_poison", "", deck="first").play(0, "seductive_unicorn")
    t.pick(0, "steal narwhal").go()
    t.s.stables[2] |= 1 << UID_OF["queen_bee_unicorn"]
    t.s.deck[NUMBER["queen_bee_unicorn"]] -= 1
    t.s.left -= 1
    t.play(1, "unicorn_poison").pick(1, "destroy seductive_unicorn")
    assert (t.stable(0), t.stable(1)) == (["narwhal"], [])


@pytest.mark.rule("unstable R72")
def test_seductive_unicorn_first_edition_what_goes_home_is_no_other_target() -> None:
    """Stolen away, Seductive Unicorn sends its prey home and steals for its new player: not the prey itself."""
    t = table("/ seductive_unicorn", "narwhal", "magical_kittencorn / unicorn_swap", deck="first").play(
        0, "seductive_unicorn"
    )
    t.pick(0, "steal narwhal").go().act(1, "draw").go().play(2, "unicorn_swap")
    t.pick(2, "give magical_kittencorn", "choose p1", "steal seductive_unicorn")
    assert t.told("link")[-1]["cards"] == ["seductive_unicorn", "seductive_unicorn"]
    assert t.refuses(2, "steal narwhal") == "R72 twice"
    t.pick(2, "steal magical_kittencorn")
    assert (t.stable(0), t.stable(1), t.stable(2)) == ([], ["narwhal"], ["magical_kittencorn", "seductive_unicorn"])


def test_seductive_unicorn_first_edition_prey_that_is_gone_does_not_go_home() -> None:
    """Tiny Stable comes first: what is sacrificed to it is in the discard pile when it should go home."""
    others = "baby_narwhal baby_unicorn_red baby_unicorn_blue baby_unicorn_pink baby_unicorn_white"
    t = table(f"pandamonium tiny_stable {others} / seductive_unicorn", "narwhal", "yay / two_for_one", deck="first")
    t.play(0, "seductive_unicorn").pick(0, "steal narwhal").go().act(1, "draw").go()
    t.play(2, "two_for_one").pick(2, "sacrifice yay", "destroy pandamonium", "destroy seductive_unicorn")
    assert t.view(None).effects[0].card == "tiny_stable"
    t.pick(0, "sacrifice narwhal")
    assert t.stable(1) == []
    assert "narwhal" in t.pile


@pytest.mark.rule("unstable R69")
@pytest.mark.parametrize("given", ["seductive_unicorn", "extremely_destructive_unicorn"])
def test_seductive_unicorn_first_edition_falls_while_it_steals(given: str) -> None:
    """It steals and is sacrificed at the same moment: the stolen card goes home, whoever is first in turn order."""
    stolen = "extremely_destructive_unicorn" if given == "seductive_unicorn" else "seductive_unicorn"
    t = table(f"{given} / unicorn_swap", stolen, "americorn rhinocorn", deck="first").play(0, "unicorn_swap")
    t.pick(0, f"give {given}", "choose p2", f"steal {stolen}")
    while t.view(None).link == 2:
        for seat in t.waiting:
            wanted = {"steal americorn", "sacrifice seductive_unicorn", "sacrifice rhinocorn"}
            t.pick(seat, next((a for a in t.legal(seat) if a in wanted), t.legal(seat)[0]))
    assert t.stable(2) == ["americorn"]


@pytest.mark.rule("unstable R57", "unstable R58")
@both
def test_queen_bee_unicorn(deck: str) -> None:
    """No Basic Unicorn enters any other stable, by no means; those lying there stay; it ends when she leaves."""
    t = table("narwhal / basic_unicorn_red", "queen_bee_unicorn", deck=deck)
    assert t.refuses(0, "play basic_unicorn_red") == "R57 queen_bee"
    assert t.legal(0) == ["draw", "play basic_unicorn_red on p2"]
    assert t.stable(0) == ["narwhal"]
    u = table("/ unicorn_poison", "queen_bee_unicorn", "/ narwhal", deck=deck)
    u.play(0, "unicorn_poison").pick(0, "destroy queen_bee_unicorn").go().act(1, "draw").go()
    assert "play narwhal" in u.legal(2)


def test_queen_bee_forbids_theft_and_bringing() -> None:
    """A Basic Unicorn can neither be stolen nor be brought from the discard pile past the Queen Bee."""
    t = table("/ kiss_of_life alluring_narwhal", "queen_bee_unicorn narwhal", pile="basic_unicorn_red")
    assert t.refuses(0, "play kiss_of_life") == "R83 impossible"
    u = table("rainbow_lasso / neigh neigh neigh", "queen_bee_unicorn narwhal", turn=True)
    u.pick(0, "discard neigh", "discard neigh", "discard neigh")
    assert u.legal(0) == ["steal queen_bee_unicorn"]
    assert u.refuses(0, "steal narwhal") == "R68 cannot_enter"


@both
def test_greedy_flying_unicorn(deck: str) -> None:
    """It draws a card on entering, and flies back to the hand when destroyed."""
    t = table("/ greedy_flying_unicorn", deck=deck)
    t.fate = ["yay"]
    t.play(0, "greedy_flying_unicorn")
    assert t.hand(0) == ["yay"]
    u = table("/ unicorn_poison", "greedy_flying_unicorn", "", deck=deck).play(0, "unicorn_poison")
    u.pick(0, "destroy greedy_flying_unicorn")
    assert u.hand(1) == ["greedy_flying_unicorn"]
    assert u.pile == ["unicorn_poison"]
    assert u.view(2).players[1].hand == ["greedy_flying_unicorn"]  # everyone saw it


@both
def test_annoying_flying_unicorn(deck: str) -> None:
    """It may make another player discard a card of that player's choice."""
    t = table("/ annoying_flying_unicorn", "/ neigh yay", "", deck=deck).play(0, "annoying_flying_unicorn")
    assert t.legal(0) == ["choose p2", "decline"]
    t.pick(0, "choose p2")
    assert t.legal(1) == ["discard yay", "discard neigh"]
    t.pick(1, "discard yay")
    assert t.hand(1) == ["neigh"]
    u = table("annoying_flying_unicorn / two_for_one", "yay slowdown", deck=deck)
    u.play(0, "two_for_one").pick(0, "sacrifice annoying_flying_unicorn", "destroy yay", "destroy slowdown")
    assert u.hand(0) == ["annoying_flying_unicorn"]


def test_annoying_flying_unicorn_first_edition() -> None:
    """First edition: any player may be picked, oneself included."""
    t = table("/ annoying_flying_unicorn yay", "/ neigh", deck="first").play(0, "annoying_flying_unicorn")
    assert t.legal(0) == ["choose p1", "choose p2", "decline"]


@pytest.mark.rule("unstable R95", "unstable R96")
@both
@pytest.mark.parametrize(
    ("flyer", "wanted", "other"),
    [
        ("magical_flying_unicorn", ["take unicorn_poison"], "yay"),
        ("swift_flying_unicorn", ["take neigh", "take super_neigh"], "yay"),
        ("majestic_flying_unicorn", ["take narwhal", "take rhinocorn"], "yay"),
    ],
)
def test_flyers_that_take_from_the_discard_pile(flyer: str, wanted: list[str], other: str, deck: str) -> None:
    """They may take a card of their kind from the discard pile, shown to all, and fly back when they fall."""
    pile = f"unicorn_poison neigh super_neigh narwhal rhinocorn {other}"
    t = table(f"/ {flyer}", "", "", pile=pile, deck=deck).play(0, flyer)
    assert t.legal(0) == [*wanted, "decline"]
    t.pick(0, wanted[0])
    card = wanted[0].split()[1]
    assert t.hand(0) == [card]
    assert t.view(1).players[0].hand == [card]
    assert t.view(None).shown[0].card == card
    u = table("/ unicorn_poison", flyer, deck=deck).play(0, "unicorn_poison").pick(0, f"destroy {flyer}")
    assert u.hand(1) == [flyer]


@both
def test_a_card_picked_from_a_hand_is_not_missing_in_the_pile(deck: str) -> None:
    """A card about to be discarded to Barbed Wire leaves its twin in the pile to the flyer of the same link."""
    t = table("barbed_wire / majestic_flying_unicorn basic_unicorn_red", "", pile="basic_unicorn_red", deck=deck)
    t.play(0, "majestic_flying_unicorn").pick(0, "discard basic_unicorn_red", "take basic_unicorn_red")
    assert (t.hand(0), t.pile) == (["basic_unicorn_red"], ["basic_unicorn_red"])


@both
def test_flyers_return_only_when_sacrificed_or_destroyed(deck: str) -> None:
    """A stolen or moved flyer is simply in its new stable."""
    t = table("narwhal / unicorn_swap", "majestic_flying_unicorn", deck=deck).play(0, "unicorn_swap")
    t.pick(0, "give narwhal", "choose p2", "steal majestic_flying_unicorn")
    assert "majestic_flying_unicorn" in t.stable(0)


@both
def test_unicorn_phoenix(deck: str) -> None:
    """About to fall, it stays if its player discards a card; it neither left nor entered."""
    t = table("/ unicorn_poison", "unicorn_phoenix barbed_wire / yay neigh", deck=deck).play(0, "unicorn_poison")
    t.pick(0, "destroy unicorn_phoenix")
    assert t.legal(1) == ["discard yay", "discard neigh", "decline"]
    t.pick(1, "discard yay")
    assert t.stable(1) == ["barbed_wire", "unicorn_phoenix"]
    assert t.hand(1) == ["neigh"]  # no second discard for Barbed Wire
    u = table("/ unicorn_poison", "unicorn_phoenix", deck=deck).play(0, "unicorn_poison")
    u.pick(0, "destroy unicorn_phoenix")
    assert u.pile == ["unicorn_phoenix", "unicorn_poison"]  # an empty hand: nobody is asked


@pytest.mark.rule("unstable R79", "unstable R80")
@both
def test_unicorn_on_the_cob(deck: str) -> None:
    """Draw two and discard one, in this order; a drawn card may go."""
    t = table("/ unicorn_on_the_cob", deck=deck)
    t.fate = ["yay", "slowdown"]
    t.play(0, "unicorn_on_the_cob").pick(0, "discard yay")
    assert t.hand(0) == ["slowdown"]


@both
def test_black_knight_unicorn(deck: str) -> None:
    """It may be sacrificed for a unicorn about to be destroyed, which then never left."""
    t = table("/ unicorn_poison", "black_knight_unicorn stabby_the_unicorn barbed_wire / yay neigh", deck=deck)
    t.play(0, "unicorn_poison").pick(0, "destroy stabby_the_unicorn")
    assert (t.waiting, t.asked) == ((1,), "knight")
    t.pick(1, "use")
    assert t.stable(1) == ["barbed_wire", "stabby_the_unicorn"]
    assert t.told("sacrificed")[0]["card"] == "black_knight_unicorn"
    t.pick(1, "discard yay")  # Barbed Wire saw the Knight leave, once
    assert t.hand(1) == ["neigh"]


@both
def test_black_knight_answers_destruction_only(deck: str) -> None:
    """A sacrifice, a theft or a return is none of its business; it may answer its own destruction."""
    t = table("/ extremely_destructive_unicorn", "black_knight_unicorn narwhal", deck=deck)
    t.play(0, "extremely_destructive_unicorn")
    t.pick(0, "sacrifice extremely_destructive_unicorn").pick(1, "sacrifice narwhal")
    assert t.told("knight_saves") == []
    u = table("/ unicorn_poison", "black_knight_unicorn", deck=deck).play(0, "unicorn_poison")
    u.pick(0, "destroy black_knight_unicorn").pick(1, "use")
    assert u.told("sacrificed")[0]["card"] == "black_knight_unicorn"
    assert u.told("destroyed") == []


@both
def test_black_knight_and_phoenix(deck: str) -> None:
    """A Phoenix about to be destroyed is asked first; if it declines the Knight may still step in."""
    t = table("/ unicorn_poison", "black_knight_unicorn unicorn_phoenix / yay", deck=deck).play(0, "unicorn_poison")
    t.pick(0, "destroy unicorn_phoenix")
    assert t.asked == "phoenix"
    t.pick(1, "decline")
    assert t.asked == "knight"
    t.pick(1, "use")
    assert (t.stable(1), t.hand(1)) == (["unicorn_phoenix"], ["yay"])


@pytest.mark.parametrize(
    ("hand", "played", "place"),
    [
        ("rainbow_unicorn narwhal", "rainbow_unicorn", "hand"),
        ("magical_flying_unicorn", "magical_flying_unicorn", "pile"),
    ],
)
def test_a_question_says_where_its_cards_lie(hand: str, played: str, place: str) -> None:
    t = table(f"/ {hand}", "", pile="two_for_one").play(0, played)
    message = t.view(0).ask
    assert message is not None
    assert message.args["from"] == place


@both
@pytest.mark.parametrize("knight_first", [True, False])
def test_black_knight_saves_another_while_it_falls(knight_first: bool, deck: str) -> None:
    """Destroyed together with another unicorn it may still be given for that one, in whatever order they were named."""
    t = table("yay / two_for_one", "black_knight_unicorn rhinocorn", deck=deck).play(0, "two_for_one")
    named = ["destroy black_knight_unicorn", "destroy rhinocorn"]
    t.pick(0, "sacrifice yay", *(named if knight_first else named[::-1]))
    for _ in range(2 if knight_first else 1):
        message = t.view(1).ask
        assert message is not None
        t.pick(1, "use" if message.args["card"] == "rhinocorn" else "decline")
    assert t.stable(1) == ["rhinocorn"]
    assert t.pile == ["black_knight_unicorn", "two_for_one", "yay"]


def test_black_knight_answers_one_of_two_destructions() -> None:
    """Two unicorns about to be destroyed at once: one replacement, so one of them falls."""
    t = table("yay / two_for_one", "black_knight_unicorn rhinocorn narwhal").play(0, "two_for_one")
    t.pick(0, "sacrifice yay", "destroy narwhal", "destroy rhinocorn").pick(1, "use")
    assert t.stable(1) == ["narwhal"]
    assert t.pile == ["black_knight_unicorn", "rhinocorn", "two_for_one", "yay"]


@both
def test_black_knight_saves_while_others_are_sacrificed(deck: str) -> None:
    """A sacrifice elsewhere at the same moment does not keep the Knight from stepping in."""
    t = table("sadistic_ritual rhinocorn narwhal", "black_knight_unicorn americorn", turn=True, deck=deck)
    t.pick(0, "sacrifice narwhal", "destroy americorn")
    assert (t.waiting, t.asked) == ((1,), "knight")
    t.pick(1, "use")
    assert t.pile == ["black_knight_unicorn", "narwhal"]


@pytest.mark.rule("unstable R69")
@pytest.mark.parametrize("given", ["seductive_unicorn", "shark_with_a_horn"])
def test_black_knight_given_for_another_cannot_be_stolen_at_that_moment(given: str) -> None:
    """It is stolen while it saves a unicorn: it was sacrificed, whichever effect is first in turn order."""
    stolen = "shark_with_a_horn" if given == "seductive_unicorn" else "seductive_unicorn"
    t = table(f"{given} / unicorn_swap yay", f"{stolen} / yay", "black_knight_unicorn narwhal").play(0, "unicorn_swap")
    t.pick(0, f"give {given}", "choose p2", f"steal {stolen}")
    while t.view(None).link == 2:
        seat = t.waiting[0]
        wanted = {"use", "discard yay", "destroy narwhal", "steal black_knight_unicorn"}
        t.pick(seat, next(a for a in t.legal(seat) if a in wanted))
    assert t.told("knight_saves")
    assert t.stable(2) == ["narwhal"]
    assert "black_knight_unicorn" in t.pile


@both
def test_shark_with_a_horn(deck: str) -> None:
    """It may be sacrificed on entering; once that is done a unicorn of another player is destroyed."""
    t = table("/ shark_with_a_horn", "narwhal", deck=deck).play(0, "shark_with_a_horn")
    t.pick(0, "use", "destroy narwhal")
    assert t.pile == ["narwhal", "shark_with_a_horn"]
    u = table("/ shark_with_a_horn", "narwhal", deck=deck).play(0, "shark_with_a_horn").pick(0, "decline")
    assert u.stable(0) == ["shark_with_a_horn"]


@pytest.mark.rule("unstable R94", "unstable R97")
@both
@pytest.mark.parametrize(
    ("searcher", "found", "not_found"),
    [
        ("shabby_the_narwhal", "slowdown", "yay"),
        ("classy_narwhal", "yay", "slowdown"),
        ("the_great_narwhal", "narwhal_torpedo", "rhinocorn"),
    ],
)
def test_searchers(searcher: str, found: str, not_found: str, deck: str) -> None:
    """They may look through the deck for a card of their kind, show it and take it; or find nothing (B12)."""
    t = table(f"/ {searcher}", "", "", deck=deck).play(0, searcher).pick(0, "use")
    assert f"take {found}" in t.legal(0)
    assert f"take {not_found}" not in t.legal(0)
    assert t.legal(0)[-1] == "nothing"
    assert sum(c.count for c in t.view(0).looking) == t.view(0).deck
    assert t.view(1).looking == []
    t.pick(0, f"take {found}")
    assert t.view(2).players[0].hand == [found]
    assert len(t.told("shuffled")) == 1
    u = table(f"/ {searcher}", deck=deck).play(0, searcher).pick(0, "use", "nothing")
    assert u.hand(0) == []
    assert u.told("shuffled")


def test_there_is_no_searching_an_empty_deck() -> None:
    """The last card was drawn earlier in the chain: the search that comes after it is ignored."""
    t = table("greedy_flying_unicorn / unicorn_swap", "dark_angel_unicorn", pile="shabby_the_narwhal", left=1)
    t.play(0, "unicorn_swap").pick(0, "give greedy_flying_unicorn", "choose p2", "steal dark_angel_unicorn")
    t.pick(0, "sacrifice dark_angel_unicorn", "bring shabby_the_narwhal")
    assert t.told("ignored") == [{"seat": 0, "source": "shabby_the_narwhal"}]
    assert t.told("searches") == []


def test_a_searcher_can_be_stolen_while_it_searches() -> None:
    """Its own effect has no target in a stable, so another effect of the link may choose it (R72)."""
    t = table("seductive_unicorn / unicorn_swap", "shabby_the_narwhal / yay").play(0, "unicorn_swap")
    t.pick(0, "give seductive_unicorn", "choose p2", "steal shabby_the_narwhal", "use").pick(1, "discard yay")
    assert t.legal(1) == ["steal shabby_the_narwhal"]
    t.pick(1, "steal shabby_the_narwhal").pick(0, "take slowdown")
    assert (t.stable(1), t.hand(0)) == (["seductive_unicorn", "shabby_the_narwhal"], ["slowdown"])


@pytest.mark.rule("unstable R97")
def test_a_search_shuffles_what_was_known_of_the_deck() -> None:
    """The cards somebody had put on top are anywhere in the deck after the search; who put them there knows that."""
    t = table("/ unicorn_oracle", "/ classy_narwhal", "")
    t.fate = ["yay", "slowdown", "rhinocorn"]
    t.play(0, "unicorn_oracle").pick(0, "take yay", "top slowdown").go()
    assert t.view(0).top == ["rhinocorn"]
    t.play(1, "classy_narwhal").pick(1, "use", "nothing")
    assert t.view(0).top == t.view(1).top == []
    assert len(unstable.odds(t.s)) > 20  # the next draw is open again
    memory = t.view(0).memory
    assert memory is not None
    assert [c.card for c in memory.cards] == ["rhinocorn"]


def test_the_great_narwhal_finds_titles_with_the_word() -> None:
    """Narwhal, Shabby, Torpedo, Alluring and Classy can be found, nothing else."""
    t = table("/ the_great_narwhal").play(0, "the_great_narwhal").pick(0, "use")
    assert {a.split()[-1] for a in t.legal(0)} == {
        *("narwhal", "shabby_the_narwhal", "narwhal_torpedo", "alluring_narwhal", "classy_narwhal", "nothing")
    }


@both
def test_narwhal_torpedo(deck: str) -> None:
    """All Downgrades of its player's stable are sacrificed."""
    t = table("slowdown nanny_cam yay / narwhal_torpedo", "tiny_stable", deck=deck).play(0, "narwhal_torpedo")
    assert t.stable(0) == ["narwhal_torpedo", "yay"]
    assert t.stable(1) == ["tiny_stable"]


@both
def test_alluring_narwhal(deck: str) -> None:
    """It may steal an Upgrade, Broken Stable or not."""
    t = table("broken_stable / alluring_narwhal", "yay slowdown", deck=deck).play(0, "alluring_narwhal")
    assert t.legal(0) == ["steal yay", "decline"]
    t.pick(0, "steal yay")
    assert "yay" in t.stable(0)


def test_alluring_narwhal_and_an_upgrade_that_cannot_come() -> None:
    """An Upgrade that may not enter is refused for that, also out of a stable whose unicorns are pandas."""
    t = table("/ alluring_narwhal", "pandamonium narwhal extra_tail yay", deck="first").play(0, "alluring_narwhal")
    assert t.refuses(0, "steal extra_tail") == "R68 cannot_enter"
    u = table("/ seductive_unicorn", "pandamonium narwhal", "rhinocorn", deck="first").play(0, "seductive_unicorn")
    assert u.refuses(0, "steal narwhal") == "R92 panda"


def test_mermaid_unicorn() -> None:
    """Second edition: a card of another stable must go back to hand."""
    t = table("narwhal / mermaid_unicorn", "yay").play(0, "mermaid_unicorn")
    assert t.legal(0) == ["return yay"]
    t.pick(0, "return yay")
    assert t.hand(1) == ["yay"]
    assert table("/ mermaid_unicorn", "").play(0, "mermaid_unicorn").told("ignored")


def test_mermaid_unicorn_first_edition() -> None:
    """First edition: optional, and any stable."""
    t = table("narwhal / mermaid_unicorn", "yay", deck="first").play(0, "mermaid_unicorn")
    assert t.legal(0) == ["return narwhal", "return mermaid_unicorn", "return yay", "decline"]


def test_mother_goose_unicorn() -> None:
    """A baby of one's choice comes from the Nursery."""
    t = table("/ mother_goose_unicorn", "/ neigh").play(0, "mother_goose_unicorn")
    assert len(t.legal(0)) == 14
    t.pick(0, "bring baby_narwhal")
    assert t.stable(0) == ["baby_narwhal", "mother_goose_unicorn"]
    all_babies = " ".join(BABIES[:6]), " ".join(BABIES[6:12]), BABIES[12]
    u = table("/ mother_goose_unicorn", *all_babies).play(0, "mother_goose_unicorn")
    assert u.told("ignored")


def test_unicorn_oracle() -> None:
    """Alone one sees the top three, keeps one unshown and puts the others back in the order one likes."""
    t = table("/ unicorn_oracle", "", "")
    t.fate = ["yay", "slowdown", "rhinocorn"]
    t.play(0, "unicorn_oracle")
    assert t.legal(0) == ["take rhinocorn", "take yay", "take slowdown"]
    assert sorted(t.view(0).top) == ["rhinocorn", "slowdown", "yay"]
    assert t.view(1).top == ["", "", ""]
    t.pick(0, "take rhinocorn", "top slowdown")
    assert t.view(1).players[0].hand == []
    assert t.view(0).top == ["yay"]  # the next player has drawn the other one
    assert t.hand(1) == ["slowdown"]
    assert t.view(0).players[1].hand == ["slowdown"]  # who placed it knows it; others do not
    assert t.view(2).players[1].hand == []


def test_unicorn_oracle_with_two_cards_left() -> None:
    """With fewer cards in the deck those there are must do."""
    t = table("/ unicorn_oracle", "", left=2).play(0, "unicorn_oracle")
    assert len(t.view(0).top) == 2
    t.pick(0, t.legal(0)[0])
    assert len(t.told("puts_back")[0]["cards"]) == 1
    assert t.view(None).phase == "over"  # the next player drew the last card


def test_necromancer_unicorn() -> None:
    """Discard two unicorns, then bring one of the pile; the two just discarded may be it."""
    t = table("/ necromancer_unicorn narwhal rhinocorn yay", "").play(0, "necromancer_unicorn")
    assert t.legal(0) == ["discard narwhal", "discard rhinocorn", "decline"]
    t.pick(0, "discard narwhal", "discard rhinocorn", "bring rhinocorn")
    assert t.stable(0) == ["necromancer_unicorn", "rhinocorn"]
    u = table("/ necromancer_unicorn narwhal yay", "").play(0, "necromancer_unicorn")
    assert u.legal(0) == ["decline"]  # asked because two cards are in hand, but one unicorn is not two
    v = table("/ necromancer_unicorn narwhal", "").play(0, "necromancer_unicorn")
    assert v.told("ignored")  # one card cannot be two: everyone knows


def test_dark_angel_unicorn() -> None:
    """Sacrifice a unicorn, then bring one; the sacrificed one may return, but not the Dark Angel itself."""
    t = table("narwhal / dark_angel_unicorn", "").play(0, "dark_angel_unicorn")
    t.pick(0, "sacrifice narwhal")
    assert t.legal(0) == ["bring narwhal"]
    u = table("/ dark_angel_unicorn", "", pile="rhinocorn").play(0, "dark_angel_unicorn")
    u.pick(0, "sacrifice dark_angel_unicorn")
    assert u.legal(0) == ["bring rhinocorn"]
    u.pick(0, "bring rhinocorn")
    assert u.stable(0) == ["rhinocorn"]


# --- first edition only


@pytest.mark.rule("unstable R87")
def test_puppicorn() -> None:
    """It moves to whoever's turn begins, can be neither sacrificed nor destroyed, and may win there and then."""
    t = table("puppicorn", "yay", deck="first").act(0, "draw")
    assert t.stable(1) == ["puppicorn", "yay"]
    u = table("glitter_bomb slowdown", "puppicorn yay", deck="first", turn=True)
    assert u.stable(0) == ["glitter_bomb", "puppicorn", "slowdown"]
    assert u.legal(0) == ["sacrifice glitter_bomb", "sacrifice slowdown", "decline"]
    assert u.refuses(0, "sacrifice puppicorn") == "R87 immune"
    v = table("narwhal", "puppicorn", "/ unicorn_poison", deck="first")
    v.act(0, "draw").go().act(1, "draw")
    six = " ".join(BABIES[:6])
    w = table("puppicorn / yay", six, deck="first").act(0, "draw")
    assert w.winners == [1]
    assert w.told("phase")[-1]["phase"] == "end"  # before the Beginning of Turn phase


def test_angel_unicorn() -> None:
    """It may be sacrificed at the start of the turn for a unicorn of the pile."""
    t = table("angel_unicorn", "", deck="first", turn=True, pile="rhinocorn").pick(0, "use")
    assert t.legal(0) == ["bring rhinocorn", "bring angel_unicorn"]
    t.pick(0, "bring rhinocorn")
    assert t.stable(0) == ["rhinocorn"]
    assert t.phase == "action"


def test_a_card_sacrificed_to_itself_is_no_other_target() -> None:
    """The Angel given up to Glitter Bomb cannot be sacrificed to its own effect as well (R72)."""
    t = table("angel_unicorn glitter_bomb", "yay", deck="first", turn=True)
    t.pick(0, "sacrifice angel_unicorn", "destroy yay")
    assert t.told("ignored")[0]["source"] == "angel_unicorn"
    assert t.pile == ["angel_unicorn", "yay"]


def test_extremely_fertile_unicorn() -> None:
    """Discard a card, and a baby comes."""
    t = table("extremely_fertile_unicorn / yay", "", deck="first", turn=True)
    t.pick(0, "discard yay", "bring baby_unicorn_pink")
    assert t.stable(0) == ["baby_unicorn_pink", "extremely_fertile_unicorn"]


def test_zombie_unicorn() -> None:
    """Discard a unicorn, bring one of the pile, and the turn is at its end."""
    t = table("zombie_unicorn / rhinocorn yay", "", deck="first", turn=True)
    t.pick(0, "discard rhinocorn", "bring rhinocorn")
    assert t.stable(0) == ["rhinocorn", "zombie_unicorn"]
    assert t.view(None).active == 1
