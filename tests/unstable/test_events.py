"""The log: each thing that happens is told, with its cause, and to those alone who may know it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unstable.table import Table, both, table


def poison(t: Table) -> Table:
    return t.play(0, "unicorn_poison")


# what is set out, what is done, and what is told of it
STORIES: list[tuple[str, Any, dict[str, Any]]] = [
    (
        "two_plays",
        lambda deck: table("double_dutch / yay", "", turn=True, deck=deck),
        {"seat": 0, "source": "double_dutch"},
    ),
    (
        "stops",
        lambda deck: table("double_dutch / yay slowdown", "", turn=True, deck=deck).play(0, "yay").act(0, "stop"),
        {"seat": 0},
    ),
    (
        "extra_turn",
        lambda deck: (
            table("/ change_of_luck yay yay slowdown", "", deck=deck)
            .play(0, "change_of_luck")
            .pick(0, "discard yay", "discard yay", "discard slowdown")
        ),
        {"seat": 0, "source": "change_of_luck"},
    ),
    (
        "turn_cut",
        lambda deck: table("rhinocorn", "narwhal", turn=True, deck=deck).pick(0, "destroy narwhal"),
        {"seat": 0, "source": "rhinocorn"},
    ),
    (
        "taken",
        lambda deck: (
            table("/ majestic_flying_unicorn", "", pile="narwhal", deck=deck)
            .play(0, "majestic_flying_unicorn")
            .pick(0, "take narwhal")
        ),
        {"seat": 0, "card": "narwhal", "source": "majestic_flying_unicorn", "src": "pile", "dst": "hand.0"},
    ),
    (
        "enters",
        lambda deck: table("/ narwhal", "", deck=deck).play(0, "narwhal", into=1),
        {"seat": 0, "target": 1, "card": "narwhal", "handle": "narwhal", "src": "stack", "dst": "stable.1"},
    ),
    (
        "spent",
        lambda deck: poison(table("/ unicorn_poison", "narwhal", deck=deck)).pick(0, "destroy narwhal"),
        {"seat": 0, "card": "unicorn_poison", "src": "stack", "dst": "pile"},
    ),
    (
        "resolves",
        lambda deck: poison(table("/ unicorn_poison", "narwhal", deck=deck)),
        {"seat": 0, "card": "unicorn_poison"},
    ),
    (
        "declines",
        lambda deck: (
            poison(table("/ unicorn_poison", "unicorn_phoenix / yay", deck=deck))
            .pick(0, "destroy unicorn_phoenix")
            .pick(1, "decline")
        ),
        {"seat": 1, "source": "unicorn_phoenix"},
    ),
    (
        "declines",
        lambda deck: (
            poison(table("/ unicorn_poison", "black_knight_unicorn narwhal", deck=deck))
            .pick(0, "destroy narwhal")
            .pick(1, "decline")
        ),
        {"seat": 1, "source": "black_knight_unicorn"},
    ),
    (
        "phoenix_stays",
        lambda deck: (
            poison(table("/ unicorn_poison", "unicorn_phoenix / yay", deck=deck))
            .pick(0, "destroy unicorn_phoenix")
            .pick(1, "discard yay")
        ),
        {"seat": 1, "card": "unicorn_phoenix", "handle": "unicorn_phoenix"},
    ),
    (
        "flies",
        lambda deck: poison(table("/ unicorn_poison", "greedy_flying_unicorn", deck=deck)).pick(
            0, "destroy greedy_flying_unicorn"
        ),
        {"seat": 1, "card": "greedy_flying_unicorn"},
    ),
    (
        "to_nursery",
        lambda deck: poison(table("/ unicorn_poison", "baby_narwhal", deck=deck)).pick(0, "destroy baby_narwhal"),
        {"seat": 1, "card": "baby_narwhal"},
    ),
]


@both
@pytest.mark.parametrize(("kind", "story", "args"), STORIES, ids=lambda x: x if isinstance(x, str) else "")
def test_what_happens_is_told(kind: str, story: Any, args: dict[str, Any], deck: str) -> None:
    """The event is there, once, with all it has to say."""
    assert story(deck).told(kind) == [args]


def test_an_extra_draw_is_told() -> None:
    """First edition: Extra Tail announces the card of the Draw phase."""
    t = table("extra_tail narwhal", "", deck="first", turn=True).pick(0, "use")
    assert t.told("extra_draw") == [{"seat": 0, "source": "extra_tail"}]
    assert t.told("uses") == [{"seat": 0, "source": "extra_tail"}]


@both
def test_cards_chosen_in_secret_are_told_together(deck: str) -> None:
    """Each choice is turned up with its player and what it is for, only when all are in."""
    t = table("/ extremely_destructive_unicorn", "narwhal", deck=deck).play(0, "extremely_destructive_unicorn")
    assert t.told("all_choose") == [{"asked": [0, 1], "source": "extremely_destructive_unicorn"}]
    t.pick(1, "sacrifice narwhal")
    assert t.told("chooses_card") == []
    t.pick(0, "sacrifice extremely_destructive_unicorn")
    assert [(e["seat"], e["card"], e["handle"], e["verb"]) for e in t.told("chooses_card")] == [
        (0, "extremely_destructive_unicorn", "extremely_destructive_unicorn", "sacrifice"),
        (1, "narwhal", "narwhal", "sacrifice"),
    ]
    assert all(e.reveals for e in t.events if e.kind == "chooses_card")


@both
def test_a_card_played_at_home_or_elsewhere(deck: str) -> None:
    """A card for one's own stable and a Magic card are simply played, another is played into a stable."""
    t = table("/ unicorn_poison", "narwhal", deck=deck).put(0, "unicorn_poison")
    assert t.told("plays") == [{"seat": 0, "card": "unicorn_poison", "src": "hand.0", "dst": "stack"}]
    u = table("/ yay", "", deck=deck).put(0, "yay")
    assert u.told("plays") == [{"seat": 0, "card": "yay", "src": "hand.0", "dst": "stack"}]
    v = table("/ yay", "", deck=deck).put(0, "yay", into=1)
    assert v.told("plays_into") == [{"seat": 0, "card": "yay", "src": "hand.0", "dst": "stack", "target": 1}]
    assert v.told("plays") == []


def test_looks_are_told_to_all_and_seen_by_two() -> None:
    """Blatant Thievery and Unfair Bargain: the cards are for the two of them, that it happened is for everybody."""
    t = table("/ blatant_thievery", "/ neigh yay", "").play(0, "blatant_thievery").pick(0, "choose p2")
    look = next(e for e in t.events if e.kind == "looks_hand")
    assert look.seen_by(0).args["cards"] == look.seen_by(1).args["cards"] == ["yay", "neigh"]
    assert look.seen_by(2).args["cards"] == ["hidden", "hidden"]
    u = table("/ unfair_bargain slowdown", "/ neigh yay", "").play(0, "unfair_bargain").pick(0, "choose p2")
    trade = next(e for e in u.events if e.kind == "hands_swapped")
    assert (trade.seen_by(1).args["given"], trade.seen_by(1).args["got"]) == (["slowdown"], ["yay", "neigh"])
    assert (trade.seen_by(2).args["given"], trade.seen_by(None).args["got"]) == (["hidden"], ["hidden"] * 2)
    v = table("/ shake_up slowdown yay", "", "")
    v.play(0, "shake_up")
    shuffled = next(e for e in v.events if e.kind == "hand_to_deck")
    assert shuffled.seen_by(0).args["cards"] == ["yay", "slowdown"]
    assert shuffled.seen_by(1).args["cards"] == ["hidden", "hidden"]
    assert (look.reveals, trade.reveals) == (True, True)
