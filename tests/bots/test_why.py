"""Bots say why, in both languages: what they expected, or what their level does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stajnia.bots.bot import Budget, bot, levels
from stajnia.bots.why import level_of, why
from stajnia.core.game import Illegal
from stajnia.core.match import Match
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES

FEW = Budget(simulations=40)


def choices(name: str, seed: int, every: int) -> list[tuple[Any, list[str], str]]:
    """Some decisions of greedy players: the view, what was legal, what they did."""
    rng, greedy = Random(seed), bot(name, "greedy")
    match, found = Match.start(name, 2, seed=seed), []
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        text = greedy(view, legal, rng, FEW)
        if len(legal) > 1 and rng.randrange(every) == 0:
            found.append((view, legal, text))
        match.play(seat, text)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_level_has_something_to_say(name: str) -> None:
    """Whole sentences without gaps, in both languages, at any choice; the best says what it expects in numbers."""
    for view, legal, text in choices(name, 3, 4)[-3:]:
        for level in levels(name):
            told = why(name, level, view, legal, text, Random(1), FEW)
            for lang in LANGS:
                for message in told:
                    said = words(name, lang).say(message, ["Ala", "Ola"])
                    assert said, message
                    assert "why." not in said, message
                    assert "{" not in said, message
    best = list(levels(name))[-1]
    assert any(x.id.startswith("why.") and x.id != "why.level" for x in told), best


def test_what_is_forced_needs_no_reason() -> None:
    """Where there was one action only, that is the answer; a level that is none is refused."""
    view, legal, _ = choices("clovers", 4, 3)[0]
    assert [x.id for x in why("clovers", "best", view, legal[:1], legal[0], Random(1))] == ["why.forced"]
    with pytest.raises(Illegal, match="genius"):
        why("clovers", "genius", view, legal, legal[0], Random(1))


def test_a_worse_move_is_owned_up_to() -> None:
    """Asked about a move it would not have made, a bot names the better one."""
    found = []
    for view, legal, _ in choices("clovers", 5, 2):
        told = why("clovers", "best", view, legal, legal[-1], Random(1), FEW)
        found += [x.id for x in told if x.id in ("why.doubt", "why.other")]
    assert "why.doubt" in found


@pytest.mark.parametrize("notes", [{"bots": {"1": "strong@5"}}, {"seats": ["guest", "bot strong@0.2s"]}])
def test_a_bot_with_a_budget_is_of_its_level(notes: dict[str, Any]) -> None:
    """`strong@5` is asked why as any strong one; a person and a bot of one's own are not."""
    record = Match.start("duel", 2, seed=1).record
    record.notes.update(notes)
    assert [level_of(record, seat) for seat in (0, 1)] == ["", "strong"]
    record.notes.update({"seats": ["bot my.bots:clever@5", "bot"]})
    assert [level_of(record, seat) for seat in (0, 1)] == ["", ""]
