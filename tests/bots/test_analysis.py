"""A match afterwards: what each move of a seat was worth, from what the seat knew when it made it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from stajnia.bots.analysis import Choice, Judged, analyse, choices, judge, mistakes, told
from stajnia.bots.bot import SECOND, Budget, bot
from stajnia.bots.clovers_best import worth
from stajnia.core.game import CHANCE, Message
from stajnia.core.match import Match
from stajnia.core.record import Record
from stajnia.core.replay import replay
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES

FEW = Budget(simulations=40)
Seen = tuple[bytes, list[str], str]


def played(name: str, seats: int, seed: int, moves: int = 10_000) -> tuple[Match, dict[int, Seen]]:
    """A match of greedy players, or its beginning, and what seat 0 saw, could do and did, by move."""
    rng, greedy = Random(seed), bot(name, "greedy")
    match, seen = Match.start(name, seats, seed=seed), {}
    while match.to_act and len(match.record.moves) < moves:
        answers: Seen | None = None
        for seat in match.asked:
            view, legal = match.view(seat), match.legal(seat)
            text = greedy(view, legal, rng, FEW)
            if seat == 0 and len(legal) > 1:
                answers = (msgspec.json.encode(view), legal, text)
            place = len(match.record.moves)
            match.play(seat, text)
        if answers is not None:
            seen[next(n for n in range(place, 10_000) if match.record.moves[n][0] == 0) + 1] = answers
    return match, seen


@pytest.mark.parametrize(
    ("name", "seats"), [("duel", 2), ("clovers", 3), ("fever", 3), ("unstable", 3), ("unstable", 5)]
)
def test_a_choice_is_what_the_seat_saw_when_it_made_it(name: str, seats: int) -> None:
    """Its view, what was legal and what it did, sealed answers among others' included; no more than at the table."""
    match, seen = played(name, seats, 6)
    found = {c.n: (msgspec.json.encode(c.view), c.legal, c.action) for c in choices(match.record, 0)}
    assert found == seen
    middle = sorted(seen)[len(seen) // 2]
    assert [c.n for c in choices(match.record, 0, middle)] == [n for n in sorted(seen) if n >= middle]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_judged(name: str) -> None:
    """Chances, none better than the best, whose action was legal; the same when asked again, and in both languages."""
    match, _ = played(name, 2, 3)
    some = [*choices(match.record, 0)][3:8]
    found = [judge(name, choice, 12) for choice in some]
    assert found == [judge(name, choice, 12) for choice in some]
    judged = [(x, choice) for x, choice in zip(found, some, strict=True) if x is not None]
    assert judged
    for x, choice in judged:
        assert 0 <= x.expected <= x.best <= 1
        assert x.better in choice.legal
        assert x.n == choice.n
        assert x.better == choice.action or x.lost > 0
        for lang in LANGS:
            said = " ".join(words(name, lang).say(message, ["Ala", "Ola"]) for message in told(x))
            assert not {"{", "mistake"} & {*said.split(), *said}, said


def test_a_blunder_in_the_duel_is_found() -> None:
    """The exact player says that it was won and is lost, and what would have won; a lost game has no mistakes."""
    match = Match.start("duel", 2, {"start": "spread", "first": "0"})
    match.play(0, "a1 b3")
    match.play(0, "a1")
    (mistake,) = mistakes(analyse(match.record, 0))
    assert (mistake.n, mistake.expected, mistake.best, mistake.better) == (2, 0, 1, "c3")
    assert told(mistake) == [Message("mistake.lost", {"n": 2}), mistake.label]
    again = replay(match.record, upto=1)
    again.play(0, mistake.better)
    assert mistakes(analyse(again.record, 0)) == []
    rng, perfect = Random(1), bot("duel", "perfect")
    while again.to_act:
        seat = again.to_act[0]
        again.play(seat, perfect(again.view(seat), again.legal(seat), rng, SECOND))
    assert {x.expected for x in analyse(again.record, 0)} == {1.0}
    assert {x.best for x in analyse(again.record, 1)} == {0.0}


def test_what_the_exact_player_cannot_tell_is_left_out() -> None:
    """On a layout that nobody has solved there is nothing to say of the first pawns."""
    match = Match.start("duel", 2, {"layout": "##########/##########", "first": "0"}, seed=1)
    for _ in range(4):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert len([*choices(match.record, 0)]) == 2
    assert analyse(match.record, 0) == []


def test_a_blunder_in_clovers_is_found() -> None:
    """The worst of all actions, put into good play, is the largest mistake, with the best as what was better."""
    rng, best = Random(2), bot("clovers", "best")
    match, planted = Match.start("clovers", 2, seed=2), None
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        text = best(view, legal, rng, FEW)
        if seat == 0 and planted is None and len(match.record.moves) > 30 and view.phase == "take":
            chances = {x: chance for x, chance in worth(view, FEW).items() if x in legal}
            if max(chances.values()) - min(chances.values()) > 0.1:
                better, text = text, min(chances, key=lambda x: chances[x])
                planted = len(match.record.moves) + 1
        match.play(seat, text)
    first = mistakes(analyse(match.record, 0))[0]
    assert (first.n, first.better) == (planted, better)
    assert first.lost > 0.1


def test_what_a_seat_did_not_know_changes_nothing() -> None:
    """Another card in another's hand, of which the seat was told nothing: the same analysis up to there."""
    match, _ = played("unstable", 2, 9)
    moves, game, same = match.record.moves, match.game, 0
    ours = [choice for choice in choices(match.record, 0) if choice.n > 12]
    for choice in ours[::4]:
        hidden = next(n for n in range(choice.n - 2, 0, -1) if moves[n][0] == CHANCE)
        before = replay(match.record, upto=hidden)
        for other in [game.write(action) for action, _ in game.odds(before.state)]:
            changed = [*moves[:hidden], (CHANCE, other), *moves[hidden + 1 : choice.n]]
            record = msgspec.structs.replace(match.record, moves=changed, outcome=None)
            there = _last(record, choice.n)
            if other == moves[hidden][1] or there is None or there.view != choice.view:
                continue
            one = msgspec.structs.replace(record, moves=moves[: choice.n])
            assert record.moves != one.moves
            assert analyse(record, 0, 6) == analyse(one, 0, 6)
            same += 1
            break
    assert same > 1


def _last(record: Record, n: int) -> Choice | None:
    """The choice before the n-th move, if the record can be walked so far."""
    try:
        return next((choice for choice in choices(record, 0) if choice.n == n), None)
    except Exception:
        return None


def test_what_was_taken_back_is_not_judged() -> None:
    """Only moves that stand count, each under its number in the record."""
    match = Match.start("duel", 2, {"start": "spread", "first": "0"})
    match.play(0, "a1 c2")
    match.undo(0, 0)
    match.play(0, "a1 c2")
    assert [choice.n for choice in choices(match.record, 0)] == [3]


def test_only_what_is_no_chance_is_a_mistake() -> None:
    """The three that cost most, the worst first; a small difference is none."""
    label: Any = Message("x")
    lost = [0.02, 0.2, 0.05, 0.5, 0.04]
    found = mistakes([Judged(n, 0.5 - x, 0.5, "x", label) for n, x in enumerate(lost)])
    assert [x.n for x in found] == [3, 1, 2]
