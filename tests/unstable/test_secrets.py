"""Who may know what: hands, deck, handles; guesses are consistent with everything a seat has seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from stajnia.core.game import CHANCE, complete
from stajnia.games import unstable
from stajnia.games.unstable.state import SHIFT, State, designs
from tests.unstable.invariants import check
from tests.unstable.table import both, table


def hand_of(s: State, seat: int) -> list[str]:
    from stajnia.games.unstable.deck import IDS

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
    from stajnia.games.unstable.knowledge import know

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
    from stajnia.games.unstable.knowledge import know

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


@pytest.mark.parametrize("seats", [2, 4, 8])
@both
def test_what_a_seat_cannot_know_changes_nothing_it_sees(seats: int, deck: str) -> None:
    """Along random matches a guess plays on like the truth: same views after the same public moves."""
    rng = Random(seats)
    s = unstable.new(seats, complete(unstable, seats, {"deck": deck}))
    for _ in range(160):
        if not unstable.to_act(s):
            break
        for viewer in (*range(seats), None):
            v = unstable.view(s, viewer)
            if rng.random() < 0.05:
                g = unstable.guess(v, rng)
                assert unstable.view(g, viewer) == v
                assert msgspec.json.decode(msgspec.json.encode(v), type=unstable.View) == v
                others = [t for t in range(seats) if t != viewer]
                assert all(len(g.hands[t]) == len(s.hands[t]) for t in others)
        random_move(s, rng)


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
