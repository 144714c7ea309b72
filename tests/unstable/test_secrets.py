"""Who may know what: hands, deck, handles; guesses are consistent with everything a seat has seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stajnia.core.game import CHANCE, complete
from stajnia.games import unstable
from stajnia.games.unstable.deck import IDS, NUMBER
from stajnia.games.unstable.knowledge import designs, know
from stajnia.games.unstable.state import SHIFT, State
from tests.unstable.invariants import check
from tests.unstable.table import both, table
from tests.unstable.worlds import crowd, swap


def hand_of(s: State, seat: int) -> list[str]:
    return [IDS[d] for d in designs(s.hands[seat])]


@both
def test_a_returned_card_is_known_to_be_in_that_hand(deck: str) -> None:
    """All saw it go there; it stays known until it leaves."""
    t = table("/ back_kick", "narwhal / neigh yay", "", deck=deck).play(0, "back_kick").pick(0, "return narwhal")
    t.pick(1, "discard yay")
    for viewer in (0, 2, None):
        assert t.view(viewer).players[1].hand == ["narwhal"]
    rng = Random(1)
    for _ in range(20):
        assert "narwhal" in hand_of(unstable.guess(t.view(2), rng), 1)
    t.go().play(1, "narwhal")
    assert t.view(2).players[1].hand == []


@both
def test_knowledge_is_a_number_of_copies(deck: str) -> None:
    """Of two Neighs one is known; when one is played nobody can tell which, so nothing is known any more."""
    t = table("/ yay slowdown", "/ neigh neigh", "/ neigh", deck=deck)
    t.put(0, "yay").answer({1: "neigh", 2: "neigh"})  # seat 1 answers; seat 2 keeps a Neigh that all have seen
    assert t.view(0).players[2].hand == ["neigh"]
    assert t.view(0).players[1].hand == []
    t.answer({2: "neigh"})
    assert t.view(0).players[2].hand == []


def test_random_theft_blurs_what_third_players_know() -> None:
    """A card taken unseen may have been the known one: a third player no longer knows it to be there."""
    t = table("/ americorn", "/ neigh", "/ yay yay", "/ slowdown")
    know(t.s, 1, designs(t.s.hands[1])[0])
    assert t.view(3).players[1].hand == ["neigh"]
    t.play(0, "americorn").pick(0, "choose p2")
    assert t.view(3).players[0].hand == []
    assert t.view(3).players[1].hand == []
    assert t.view(1).players[0].hand == ["neigh"]


@both
def test_trading_hands_is_followed(deck: str) -> None:
    """What was known of a hand is known of it at its new place."""
    t = table("/ unfair_bargain", "/ neigh neigh", "/ yay", deck=deck)
    know(t.s, 1, designs(t.s.hands[1])[0])
    t.play(0, "unfair_bargain").pick(0, "choose p2")
    assert t.view(2).players[0].hand == ["neigh"]
    assert t.view(2).players[1].hand == []


@both
def test_a_search_is_remembered(deck: str) -> None:
    """Who saw the deck knows it: guesses put those cards there, but for what others have drawn since."""
    t = table("/ classy_narwhal", "/ neigh neigh", "/ slowdown", deck=deck).play(0, "classy_narwhal")
    t.pick(0, "use", "nothing")
    rng = Random(2)
    for _ in range(10):
        assert unstable.guess(t.view(0), rng).deck == t.s.deck
    assert unstable.guess(t.view(1), rng).deck != t.s.deck
    t.go()
    seen = Counter(dict(enumerate(t.s.deck)))
    for _ in range(10):
        g = unstable.guess(t.view(0), rng)
        hands = Counter(hand_of(g, 1) + hand_of(g, 2))
        assert not Counter(["neigh", "neigh", "slowdown"]) - hands  # what was not in the deck is in their hands
        assert sum((Counter(dict(enumerate(g.deck))) - seen).values()) <= 1


@both
def test_every_place_is_as_likely_for_a_hidden_card(deck: str) -> None:
    """Guesses are dealt by fair lots: a hidden card lies in a hand by its part of the hidden places."""
    t = table("/ unicorn_poison", "/ neigh neigh", "/ rhinocorn", deck=deck)
    v, rng, times = t.view(0), Random(4), 3000
    places = v.deck + 3
    copies = t.s.deck[NUMBER["neigh"]] + 2
    held = Counter(card for _ in range(times) for card in hand_of(unstable.guess(v, rng), 1))
    assert abs(held["neigh"] / times - 2 * copies / places) < 0.05
    assert abs(held["rhinocorn"] / times - 2 / places) < 0.012


@both
def test_what_was_seen_in_the_deck_is_drawn_as_likely_as_any_other(deck: str) -> None:
    """Who searched the deck believes each card of it in the hand that drew since, as often as any other."""
    t = table("/ classy_narwhal", "/ neigh neigh", "/ slowdown", deck=deck).play(0, "classy_narwhal")
    t.pick(0, "use", "nothing").go()
    memory = t.view(0).memory
    assert memory is not None
    assert sum(memory.loose) == 1
    v, rng, times = t.view(0), Random(5), 3000
    held = Counter(card for _ in range(times) for seat in (1, 2) for card in hand_of(unstable.guess(v, rng), seat))
    for count in memory.cards:
        more = 2 * (count.card == "neigh") + (count.card == "slowdown")
        assert abs(held[count.card] / times - more - count.count / (v.deck + 1)) < 0.03, count.card


@both
def test_a_shuffled_pile_is_remembered_by_all(deck: str) -> None:
    """What went from the discard pile into the deck is there, and nobody believes it in a hand."""
    t = table("/ reset_button", "/ neigh neigh", "/ yay", pile="rhinocorn llamacorn americorn", deck=deck)
    t.play(0, "reset_button")
    rng = Random(3)
    for viewer in (0, 1, 2, None):
        memory = t.view(viewer).memory
        assert memory is not None
        assert {c.card for c in memory.cards} == {"rhinocorn", "llamacorn", "americorn"}
        for _ in range(10):
            g = unstable.guess(t.view(viewer), rng)
            assert not {"rhinocorn", "llamacorn", "americorn"} & {c for seat in range(3) for c in hand_of(g, seat)}


@both
def test_shake_up_hides_the_hand_but_not_what_was_known(deck: str) -> None:
    """The shuffled hand is unknown to others; its player knows that those cards are in the deck."""
    t = table("/ shake_up rhinocorn", "/ neigh", "", deck=deck)
    t.fate = ["yay", "yay", "slowdown", "neigh", "neigh"]
    t.play(0, "shake_up")
    mine, theirs = t.view(0).memory, t.view(1).memory
    assert mine is not None
    assert theirs is not None
    assert {c.card for c in mine.cards} == {"rhinocorn", "shake_up"}
    assert {c.card for c in theirs.cards} == {"shake_up"}
    assert theirs.loose == [5, 0, 0]


def test_handles_tell_nothing_about_hidden_zones() -> None:
    """A card is numbered by what lies in stables: its name does not follow it through hand or deck."""
    t = table("claw_machine.2 / claw_machine", "/ back_kick", turn=True)
    t.pick(0, "decline")
    t.play(0, "claw_machine")
    assert t.stable(0) == ["claw_machine", "claw_machine.2"]
    t.go().play(1, "back_kick").pick(1, "return claw_machine.2")
    t.pick(0, next(a for a in t.legal(0) if a != "discard claw_machine"))
    t.act(t.waiting[0], "draw") if t.asked == "action" else None
    t.go()
    assert "claw_machine.2" not in t.stable(0)


@pytest.mark.parametrize("seed", range(14))
def test_what_a_seat_cannot_know_changes_nothing_it_is_sent(seed: int) -> None:
    """The truth and a guess of it, played side by side, look and sound the same (the long run: `worlds.py`)."""
    assert crowd(seed) > 50


@pytest.mark.parametrize(
    ("given", "stolen"),
    [
        ("greedy_flying_unicorn", "shabby_the_narwhal"),
        ("unicorn_oracle", "shabby_the_narwhal"),
        ("classy_narwhal", "unicorn_oracle"),
        ("dark_angel_unicorn", "the_great_narwhal"),
        ("necromancer_unicorn", "unicorn_oracle"),
        ("unicorn_oracle", "unicorn_on_the_cob"),
        ("americorn", "unicorn_on_the_cob"),
    ],
)
def test_texts_that_meet_keep_their_secrets(given: str, stolen: str) -> None:
    """Two unicorns that change places set off searches, looks and draws at once; guesses stay sound in the middle."""
    assert sum(swap(seed, "second", given, stolen) for seed in range(4)) > 30


def test_a_search_sees_the_deck_after_what_is_drawn_with_it() -> None:
    """Searching while another one draws, one sees the deck without that card, and nothing tells which it was."""
    t = table("greedy_flying_unicorn / unicorn_swap", "shabby_the_narwhal", "").play(0, "unicorn_swap")
    t.fate = ["slowdown"]
    t.pick(0, "give greedy_flying_unicorn", "choose p2", "steal shabby_the_narwhal", "use")
    assert t.hand(1) == ["slowdown"]
    assert "take slowdown" not in t.legal(0)
    v = t.view(0)
    assert sum(c.count for c in v.looking) == v.deck
    e = next(e for e in t.events if e.kind == "searches")
    assert Counter(e.seen_by(0).args["cards"]) == Counter({c.card: c.count for c in v.looking})
    assert "cards" not in e.seen_by(1).args
    for seed in range(5):
        assert unstable.view(unstable.guess(v, Random(seed)), 0) == v


def test_a_search_shows_its_card_only_when_it_is_taken() -> None:
    """What the searcher has picked is hidden until all of the link have chosen; then it is shown."""
    t = table("dark_angel_unicorn narwhal / unicorn_swap", "shabby_the_narwhal rhinocorn", "", pile="americorn")
    t.play(0, "unicorn_swap").pick(0, "give dark_angel_unicorn", "choose p2", "steal shabby_the_narwhal", "use")
    t.pick(1, "sacrifice rhinocorn").pick(0, "take slowdown")
    assert t.waiting == (1,)
    assert any(NUMBER["slowdown"] in e.inner_picks for e in t.view(0).effects)
    for viewer in (1, 2, None):
        v = t.view(viewer)
        assert "slowdown" not in str(v.effects)
        assert not any(NUMBER["slowdown"] in e.inner_picks for e in v.effects)
        for seed in range(5):
            g = unstable.guess(v, Random(seed))
            assert unstable.view(g, viewer) == v
            unstable.play(g, 1, "bring americorn")
            check(g)
    t.pick(1, "bring americorn")
    assert t.view(2).players[0].hand == ["slowdown"]


@pytest.mark.rule("unstable R69")
def test_others_draw_before_the_oracle_looks() -> None:
    """Set off together, draws come first whoever they are for: three cards are left to the Oracle to choose from."""
    for given, stolen, oracle in (
        ("unicorn_oracle", "greedy_flying_unicorn", 1),
        ("greedy_flying_unicorn", "unicorn_oracle", 0),
    ):
        t = table(f"{given} / unicorn_swap", stolen, "").play(0, "unicorn_swap")
        t.fate = ["yay", "slowdown", "rhinocorn", "llamacorn"]
        t.pick(0, f"give {given}", "choose p2", f"steal {stolen}")
        assert t.hand(1 - oracle) == ["yay"]
        assert t.legal(oracle) == ["take rhinocorn", "take llamacorn", "take slowdown"]


@pytest.mark.rule("unstable R69")
def test_a_theft_comes_before_what_is_drawn_with_it() -> None:
    """A card is taken at random from the hand as it was, whoever is first in turn order."""
    for given, stolen, thief in (("unicorn_on_the_cob", "americorn", 0), ("americorn", "unicorn_on_the_cob", 1)):
        victim = "/ unicorn_swap yay", "/ yay"
        t = table(f"{given} {victim[0] if thief else '/ unicorn_swap'}", f"{stolen} {'' if thief else victim[1]}", "")
        t.play(0, "unicorn_swap").pick(0, f"give {given}", "choose p2", f"steal {stolen}")
        t.pick(thief, f"choose p{2 - thief}")
        assert t.hand(thief) == ["yay"]


@pytest.mark.parametrize("seats", [2, 3, 5])
@both
def test_guesses_can_be_played_to_the_end(seats: int, deck: str) -> None:
    """Whatever a seat guesses from, also in the middle of an effect, is a sound state: a match goes on from it."""
    rng = Random(seats)
    s = unstable.new(seats, complete(unstable, seats, {"deck": deck}))
    guessed = 0
    while unstable.to_act(s):
        if rng.random() < 0.06:
            g = unstable.guess(unstable.view(s, rng.choice([*range(seats), None])), rng)
            check(g)
            guessed += 1
            for _ in range(60):
                if not unstable.to_act(g):
                    break
                random_move(g, rng)
                check(g)
        random_move(s, rng)
    assert guessed > 3


def random_move(s: State, rng: Random) -> None:
    to_act = unstable.to_act(s)
    if to_act == (CHANCE,):
        odds = unstable.odds(s)
        unstable.play(s, CHANCE, rng.choices([a for a, _ in odds], [p for _, p in odds])[0])
    else:
        seat = rng.choice(to_act)
        unstable.play(s, seat, rng.choice(unstable.legal(s, seat)))


@both
def test_events_keep_secrets(deck: str) -> None:
    """A draw shows its card to who draws and to nobody else."""
    t = table("/ yay", "/ neigh", deck=deck)
    t.fate = ["rhinocorn"]
    t.act(0, "draw")
    e = next(e for e in t.events if e.kind == "draws")
    assert e.seen_by(0).args["card"] == "rhinocorn"
    assert e.seen_by(1).args["card"] == e.seen_by(None).args["card"] == "hidden"
    assert e.reveals


@both
def test_showing_a_card_of_the_hand_or_deck_reveals(deck: str) -> None:
    """Who has played or discarded a card, answered or kept silent, or taken a card out of the deck, has shown
    something: no free undo goes back over that."""
    t = table("/ " + "neigh " * 9, "", deck=deck).act(0, "draw").pick(0, "discard neigh")
    assert [e.reveals for e in t.events if e.kind == "discarded"] == [True]
    u = table("/ unicorn_poison", "unicorn_phoenix / yay", deck=deck).play(0, "unicorn_poison")
    u.pick(0, "destroy unicorn_phoenix").pick(1, "discard yay")
    assert [e.reveals for e in u.events if e.kind == "discarded"] == [True]
    w = table("/ rhinocorn yay", "/ neigh", "/ neigh", deck=deck).put(0, "rhinocorn")
    w.answer({1: "neigh", 2: "neigh"}).answer()
    shown = [(e.kind, e.reveals) for e in w.events if e.kind in ("plays", "answers", "too_late", "silence")]
    assert shown == [(kind, True) for kind in ("plays", "answers", "too_late", "silence")]
    v = table("/ classy_narwhal", deck=deck).play(0, "classy_narwhal").pick(0, "use", "take yay")
    assert [e.reveals for e in v.events if e.kind in ("searches", "found")] == [True, True]


def test_equal_states_have_equal_keys() -> None:
    """The order in which hands were filled or picks came in leaves no trace."""
    a, b = table("/ yay neigh slowdown", "/ neigh"), table("/ slowdown yay neigh", "/ neigh")
    assert a.s.key() == b.s.key()
    assert {a.s.key(): 1}[b.s.copy().key()] == 1
    c = table("/ yay neigh slowdown", "/ yay")
    assert a.s.key() != c.s.key()
    assert all(x >> SHIFT >= 0 for x in a.s.hands[0])


def test_two_oracles_in_a_row() -> None:
    """Who looked at which top card is kept card by card: the first seer does not see what only the second saw."""
    t = table("/ unicorn_oracle", "narwhal / unicorn_swap", "")
    t.fate = ["yay", "slowdown", "rhinocorn"]
    t.play(0, "unicorn_oracle").pick(0, "take yay", "top slowdown").go()
    t.fate = ["llamacorn", "americorn"]
    t.play(1, "unicorn_swap").pick(1, "give narwhal", "choose p1", "steal unicorn_oracle")
    assert t.view(0).top == ["rhinocorn", "", ""]
    assert t.view(1).top == ["rhinocorn", "llamacorn", "americorn"]
    for viewer in (0, 1, 2, None):
        v = t.view(viewer)
        assert unstable.view(unstable.guess(v, Random(1)), viewer) == v


def test_who_knew_the_top_remembers_it_when_another_takes_one_of_it() -> None:
    """The first seer's card is in the deck still, or it is what the second one took; no third hand holds it."""
    t = table("/ unicorn_oracle", "narwhal / unicorn_swap", "/ neigh neigh neigh")
    t.fate = ["yay", "slowdown", "rhinocorn"]
    t.play(0, "unicorn_oracle").pick(0, "take yay", "top slowdown").go()
    t.fate = ["llamacorn", "americorn"]
    t.play(1, "unicorn_swap").pick(1, "give narwhal", "choose p1", "steal unicorn_oracle", "take llamacorn")
    memory = t.view(0).memory
    assert memory is not None
    assert ([c.card for c in memory.cards], memory.loose) == (["rhinocorn"], [0, 1, 0])
    assert t.view(2).memory is None


@both
@pytest.mark.parametrize("how", ["played", "shown", "stolen"])
def test_a_card_known_in_a_hand_is_not_the_one_of_the_deck(how: str, deck: str) -> None:
    """One of two twins is known in a hand, the other in the deck: when the first shows, the second is where it was,
    though that hand has drawn a card since."""
    t = table("/ reset_button", "/ yay nanny_cam neigh", "/ americorn", pile="yay", deck=deck).play(0, "reset_button")
    know(t.s, 1, NUMBER["yay"])
    t.fate = ["slowdown"]
    t.go()
    if how == "played":
        t.play(1, "yay")
    elif how == "shown":
        t.play(1, "nanny_cam")
    else:
        t.fate = ["llamacorn", "rhinocorn", "yay"]
        t.act(1, "draw").go().play(2, "americorn").pick(2, "choose p2")
    memory = t.view(2).memory
    assert memory is not None
    assert [c.card for c in memory.cards] == ["yay"]
    assert "yay" not in t.hand(0)
