"""Looking ahead: on guesses alone, the same for the same luck, never worse off where a win lies open."""

from __future__ import annotations

from array import array
from importlib import import_module, resources
from random import Random
from typing import Any

import pytest

from stajnia.bots import net, search
from stajnia.bots.bot import Budget, bot
from stajnia.bots.search import Weighed, chances, expected, weigh
from stajnia.bots.why import why
from stajnia.core.game import Rng
from stajnia.core.match import Match
from stajnia.games import game as find

LOOKING = ("fever", "unstable")
FEW = Budget(simulations=24)


def decisions(name: str, seats: int, seed: int, every: int) -> list[tuple[Any, list[str]]]:
    """Some views with a real choice, on the way of a match of greedy players."""
    rng, greedy = Random(seed), bot(name, "greedy")
    match = Match.start(name, seats, seed=seed)
    found = []
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        if len(legal) > 1 and rng.randrange(every) == 0:
            found.append((view, legal))
        match.play(seat, greedy(view, legal, rng, FEW))
    return found


@pytest.mark.parametrize("name", LOOKING)
@pytest.mark.parametrize("seats", [2, 5])
def test_the_net_is_told_nothing_hidden(name: str, seats: int) -> None:
    """Two guesses from one view differ in what is hidden, and the net is told the same of both."""
    game, best = find(name), import_module(f"stajnia.bots.{name}_best")
    for view, _ in decisions(name, seats, 4, 9):
        one, two = game.guess(view, Random(1)), game.guess(view, Random(2))
        told = best.features(one, view.seat)
        assert told == best.features(two, view.seat)
        assert len(told) == seats * best.WIDTH


@pytest.mark.parametrize("name", LOOKING)
def test_the_same_luck_gives_the_same_answer(name: str) -> None:
    """With a budget of simulations the answer hangs on the view and the generator alone, and is legal."""
    best = bot(name, "best")
    for view, legal in decisions(name, 3, 11, 12)[:6]:
        answer = best(view, legal, Random(5), FEW)
        assert answer in legal
        assert answer == best(view, legal, Random(5), FEW)


@pytest.mark.parametrize("name", LOOKING)
def test_chances_of_all_seats_are_one(name: str) -> None:
    """The net's numbers for the seats of a table are read as chances of the same game."""
    game, ahead = find(name), import_module(f"stajnia.bots.{name}_best").Ahead()
    for view, _ in decisions(name, 4, 2, 20)[:4]:
        s = game.guess(view, Random(1))
        rows = array("f", list(ahead.features(s, 0))).tobytes()
        assert len(net.net(ahead.weights, ahead.inputs).forward(rows)) == 4
        assert 0 < chances(game, ahead, [s], 0)[0] < 1


@pytest.mark.parametrize("name", LOOKING)
def test_compiled_net_is_that_of_plain_python(name: str) -> None:
    """Both nets say the same of the same inputs."""
    best = import_module(f"stajnia.bots.{name}_best")
    data = resources.files("stajnia.bots").joinpath(f"weights/{name}.net").read_bytes()
    plain = net.PlainNet(*net.read(data, best.INPUTS))
    view, _ = decisions(name, 3, 6, 10)[-1]
    rows = array("f", list(best.features(find(name).guess(view, Random(1)), view.seat))).tobytes()
    said = pytest.approx(plain.forward(rows), abs=1e-3)
    told = best.features(find(name).guess(view, Random(1)), view.seat)
    assert net.net(name, best.INPUTS).forward(rows) == said
    assert net.net(name, best.INPUTS).forward_bytes(told) == said
    assert plain.forward_bytes(told) == said


@pytest.mark.parametrize("name", LOOKING)
def test_however_few_simulations_everything_is_tried_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget that is too small for all actions does not leave the choice to chance, as one of time does not."""
    asked: list[int] = []
    tried = search._try

    def counted(game: Any, ahead: Any, v: Any, alive: list[Weighed], *more: Any) -> None:
        asked.append(len(alive))
        tried(game, ahead, v, alive, *more)

    monkeypatch.setattr(search, "_try", counted)
    view, legal = next((view, legal) for view, legal in decisions(name, 3, 11, 4) if not legal[0].startswith("baby "))
    assert bot(name, "best")(view, legal, Random(5), Budget(simulations=1)) in legal
    assert len(asked) == 1
    assert 1 < asked[0] <= len(legal)


def test_a_reason_is_reckoned_as_the_choice_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fever's best may look at 150 guesses: so many are asked when it explains."""
    most: list[int] = []

    def asked(*args: Any) -> list[Any]:
        most.append(args[7])
        return []

    monkeypatch.setattr(search, "expected", asked)
    view, legal = decisions("fever", 3, 11, 12)[0]
    why("fever", "best", view, legal, legal[0], Random(1), FEW)
    assert most == [import_module("stajnia.bots.fever_best").MOST]


def told(monkeypatch: pytest.MonkeyPatch, action: str, *found: tuple[str, float, list[float]]) -> list[tuple[str, int]]:
    """What is said of an action where the look ahead found so much: (action, price, chances)."""

    def weighed(*_: Any, **__: Any) -> list[Weighed]:
        all_ = []
        for text, price, each in found:
            w = Weighed(text, price)
            w.found = each
            all_.append(w)
        return sorted(all_, key=lambda w: (-len(w.found), -w.worth))

    monkeypatch.setattr(search, "weigh", weighed)
    view, legal = decisions("duel", 2, 1, 1)[0]
    names = dict(zip("abc", legal, strict=False))
    found = tuple((names[text], price, each) for text, price, each in found)
    said = expected("duel", Toy(), view, legal, names[action], Random(1), FEW)
    return [(x.id, x.args["chance"]) for x in said if x.id.startswith("why.")]


def test_a_chance_is_told_without_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dear ranks lower and is told as likely as it is."""
    neigh, keep = ("a", 0.2, [0.52] * 8), ("b", 0.0, [0.5] * 8)
    assert told(monkeypatch, "a", neigh, keep) == [("why.guessed", 52), ("why.dear", 50)]
    assert told(monkeypatch, "b", neigh, keep) == [("why.guessed", 50), ("why.price", 52)]
    much = ("a", 0.2, [0.8] * 8)
    assert told(monkeypatch, "a", much, keep) == [("why.guessed", 80), ("why.other", 50)]
    assert told(monkeypatch, "b", much, keep) == [("why.guessed", 50), ("why.doubt", 80)]


def test_what_was_dropped_early_raises_no_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few lucky guesses are not held against an action that was tried on all of them."""
    found = [("a", 0.0, [0.5] * 40), ("b", 0.0, [0.45] * 40), ("c", 0.0, [0.9] * 6)]
    assert told(monkeypatch, "a", *found) == [("why.guessed", 50), ("why.other", 45)]


def test_the_action_that_is_asked_about_is_tried_to_the_end() -> None:
    """However bad it is, it is compared on the same guesses as the best."""
    for view, legal in decisions("unstable", 3, 11, 6):
        if len(legal) < 4 or legal[0].startswith("baby "):
            continue
        ahead = import_module("stajnia.bots.unstable_best").Ahead()
        worst = weigh("unstable", ahead, view, legal, Random(3), Budget(simulations=200))[-1].action
        found = weigh("unstable", ahead, view, legal, Random(3), Budget(simulations=200), kept=worst)
        assert len(found[0].found) == len(next(w for w in found if w.action == worst).found)
        return
    raise AssertionError("no such decision")


class Toy:
    """One step ahead the state is its own worth; nothing is asked of a net."""

    weights = inputs = ""

    def price(self, _v: Any, _action: str) -> float:
        """Nothing is kept in hand."""
        return 0.0

    def ends(self, s: Any, rng: Rng) -> list[Any]:
        """As it stands."""
        rng.random()
        return [s]

    def features(self, s: Any, me: int) -> bytes:
        """Never asked for: a finished game is weighed by its result."""
        raise AssertionError((s, me))


def test_a_move_that_wins_at_once_is_found() -> None:
    """The one action that ends a match of the duel is best, without a net, and the rest are told as worse."""
    for seed in range(40):
        rng, greedy = Random(seed), bot("duel", "greedy")
        match = Match.start("duel", 2, seed=seed)
        before = None
        while match.to_act:
            seat = match.to_act[0]
            before = (match.view(seat), match.legal(seat))
            match.play(seat, greedy(*before, rng, FEW))
        assert before is not None
        view, legal = before
        game = find("duel")
        ends = []
        for text in legal:
            s = game.guess(view, Random(0))
            game.play(s, view.seat, game.read(text))
            ends.append(game.outcome(s))
        if None in ends or len(legal) < 2:
            continue
        found = weigh("duel", Toy(), view, legal, Random(1), FEW)
        assert found[0].mean == max(w.mean for w in found) == 1.0
        return
    raise AssertionError("no such end in forty matches")
