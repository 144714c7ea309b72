"""Many matches at once are the same matches: held to the games' own rules move for move."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from stajnia.core.game import CHANCE, complete
from stajnia.environments.encoding import Encoding
from stajnia.environments.many import ManyByRules, ManyClovers, ManyDuels, ManyFever, ManyUnstable
from stajnia.environments.table import rewards
from stajnia.games import clovers, duel, game
from stajnia.games.duel.layouts import NAMED


def cells(mask: Any) -> set[int]:
    return {n for n in range(20) if int(mask) >> n & 1}


@pytest.mark.parametrize(
    ("layout", "start"),
    [
        *((name, "free") for name in NAMED),
        ("rectangle", "spread"),
        ("rectangle", "close"),
        ("##/##/##/##/##/##/####/####", "free"),
    ],
)
def test_duels_are_those_of_the_rules(layout: str, start: str) -> None:
    """At every step the same actions are legal, and the same position comes of the one that is played."""
    many = ManyDuels(12, seed=3, layout=layout, start=start)
    code = Encoding("duel", 2)
    options = {"layout": layout, "start": start, "first": "0"}
    ours = [duel.new(2, complete(game("duel"), 2, options)) for _ in range(12)]
    while not many.over.all():
        masks, actions = many.legal(), many.sample()
        many.step(actions)
        for n, s in enumerate(ours):
            seats = duel.to_act(s)
            if not seats:
                assert actions[n] == -1
                assert not masks[n].any()
                continue
            view = duel.view(s, seats[0])
            legal = {code.index(view, duel.write(a)): a for a in duel.legal(s, seats[0])}
            assert set(np.flatnonzero(masks[n])) == set(legal)
            duel.play(s, seats[0], legal[int(actions[n])])
            there = many.states[n]
            assert [int(p) for p in there["pawns"]] == s.pawns
            assert int(there["rainbows"]) == s.tokens
            assert ("place", "jump", "token", "over")[there["phase"]] == s.phase
            assert (there["seat"], there["lifted_from"], there["lifted_to"]) == (s.seat, s.lifted_from, s.lifted_to)
    for n, s in enumerate(ours):
        outcome = duel.outcome(s)
        assert outcome is not None
        assert many.rewards()[n].tolist() == rewards(outcome.winners, 2)


def dealt(there: Any, seats: int, limit: int) -> Any:
    """The state of the rules after the deal that the kernel made."""
    options = {"first": str(int(there["starter"])), "limit": limit}
    s = clovers.new(seats, complete(game("clovers"), seats, options))
    for turn in range(seats):
        for cell in (0, 5, 10, 15):
            number = int(there["boards"][(int(there["starter"]) + turn) % seats][cell])
            clovers.play(s, CHANCE, clovers.read(f"deal {number}"))
    return s


@pytest.mark.parametrize(("seats", "limit"), [(2, 200), (3, 0), (4, 3)])
def test_clovers_are_those_of_the_rules(seats: int, limit: int) -> None:
    """With the same clovers dealt and drawn, every step has the same legal actions and the same state after it."""
    many = ManyClovers(8, seats, seed=5, limit=limit)
    code = Encoding("clovers", seats)
    ours = [dealt(there, seats, limit) for there in many.states]
    while not many.over.all():
        masks, actions = many.legal(), many.sample()
        many.step(actions)
        for n, s in enumerate(ours):
            seat = clovers.to_act(s)
            if not seat:
                assert actions[n] == -1
                continue
            view = clovers.view(s, seat[0])
            legal = {code.index(view, clovers.write(a)): a for a in clovers.legal(s, seat[0])}
            assert set(np.flatnonzero(masks[n])) == set(legal)
            clovers.play(s, seat[0], legal[int(actions[n])])
            there = many.states[n]
            if clovers.to_act(s) == (CHANCE,):
                clovers.play(s, CHANCE, clovers.read(f"deal {there['hand']}"))
            assert there["boards"][:seats].tolist() == s.boards
            assert (there["face_up"].tolist(), there["unseen"].tolist()) == (s.face_up, s.unseen)
            assert (there["pile"], there["hand"], there["turns"]) == (s.pile, s.hand, s.turns)
            assert ("take", "place", "over")[there["phase"]] == s.phase
            assert s.phase == "over" or there["player"] == s.player
    for n, s in enumerate(ours):
        assert s.result is not None
        assert many.winners()[n] == s.result.winners


def test_the_same_seed_gives_the_same_matches() -> None:
    """And another seed others; played out in one go they end as they do step by step."""
    one, same, other = (ManyDuels(50, seed=seed, start="spread") for seed in (1, 1, 2))
    assert one.playout() == same.playout()
    assert np.array_equal(one.states, same.states)
    other.playout()
    assert not np.array_equal(one.states["rainbows"], other.states["rainbows"])


def test_chance_is_even() -> None:
    """Each of the twenty numbers is drawn about as often as any other, each first jump too."""
    many = ManyClovers(20_000, seed=9, first="0")
    many.step(np.zeros(20_000, np.int32))
    counts = np.bincount(many.states["hand"], minlength=21)[1:]
    assert counts.min() > 850
    assert counts.max() < 1150
    first = ManyDuels(9_000, seed=Random(1).getrandbits(30), start="spread").sample()
    seen = np.unique(first, return_counts=True)[1]
    assert seen.max() < 1.3 * seen.min()


def test_an_illegal_action_plays_nothing_anywhere() -> None:
    """It is named with its match; too few actions and wrong options are refused too."""
    many = ManyDuels(3, seed=1, start="spread")
    before = many.states.copy()
    actions = many.sample()
    before["rng"] = many.states["rng"]
    actions[2] = 0
    with pytest.raises(gymnasium.error.InvalidAction, match="action 0 is not legal in match 2: nothing was played"):
        many.step(actions)
    assert np.array_equal(many.states, before)
    with pytest.raises(ValueError, match="3 matches take as many actions"):
        many.step([1, 2])
    with pytest.raises(ValueError, match="one board with a known first player"):
        ManyDuels(3, layout="random")
    with pytest.raises(ValueError, match="at least one match"):
        ManyClovers(0)
    with pytest.raises(TypeError, match="colour"):
        ManyDuels(3, colour="red")


@pytest.mark.parametrize("kind", [ManyFever, ManyUnstable])
def test_matches_by_the_rules_are_those_of_the_environment(kind: type[Any]) -> None:
    """Masks, numbers and rewards are those that the views give; what is sampled is legal and plays."""
    many: ManyByRules = kind(3, 3, seed=4)
    rules, code = many.rules, many.encoding
    for step in range(400):
        if many.over.all():
            break
        if step % 8 == 0:
            masks, numbers = many.legal(), many.observe()
            for n, s in enumerate(many.states):
                if many.over[n]:
                    assert not masks[n].any()
                    continue
                seat = rules.to_act(s)[0]
                view = rules.view(s, seat)
                legal = code.by_index(view, map(rules.write, rules.legal(s, seat)))
                assert set(np.flatnonzero(masks[n])) == set(legal)
                assert numbers[n].tolist() == np.array(code.numbers(view), np.float32).tolist()
                assert many.to_act[n] == seat
        many.step(many.sample())
    many.playout()
    assert many.over.all()
    for s, who, worth in zip(many.states, many.winners(), many.rewards(), strict=True):
        outcome = rules.outcome(s)
        assert outcome is not None
        assert who == outcome.winners
        assert worth.tolist() == np.array(rewards(outcome.winners, 3), np.float32).tolist()


def test_matches_by_the_rules_refuse_as_the_others_do() -> None:
    """The same seed gives the same matches; an illegal action plays nothing anywhere, wrong options are named."""
    one, same, other = (ManyUnstable(4, 2, seed=seed) for seed in (1, 1, 2))
    assert one.sample().tolist() == same.sample().tolist()
    assert any(a.key() != b.key() for a, b in zip(one.states, other.states, strict=True))
    before = [s.key() for s in one.states]
    actions = one.sample()
    actions[3] = int(np.flatnonzero(one.legal()[3] == 0)[0])
    with pytest.raises(gymnasium.error.InvalidAction, match="is not legal in match 3: nothing was played"):
        one.step(actions)
    assert [s.key() for s in one.states] == before
    with pytest.raises(ValueError, match="4 matches take as many actions"):
        one.step([0])
    with pytest.raises(ValueError, match="at least one match"):
        ManyFever(0)
    with pytest.raises(TypeError, match="colour"):
        ManyFever(2, colour="red")
