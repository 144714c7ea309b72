"""Open cards are for measuring: the search is handed the truth in an arena, and nowhere else."""

from __future__ import annotations

from random import Random

import pytest

from stajnia.bots.arena import contest, fixtures, play, player
from stajnia.bots.bot import Budget, bot, levels
from stajnia.bots.clovers_best import worth
from stajnia.bots.open_cards import _on_top, best
from stajnia.core.game import Illegal
from stajnia.core.match import Match
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server.table_row import bot_sitter
from tests.cli.test_cli import run

OPEN = "stajnia.bots.open_cards:best"
FEW = Budget(simulations=12)


@pytest.mark.parametrize("name", ["fever", "unstable"])
def test_the_search_plays_on_the_truth(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole match in the arena without a single guess."""
    c = contest(name, [OPEN, "greedy"], {}, 3, FEW)

    def refused(*_: object) -> None:
        raise AssertionError("nothing is to be guessed with open cards")

    monkeypatch.setattr(find(name), "guess", refused)
    assert sum(play(c, fixtures(c, 1)[0]).parts) == 1


def test_the_clover_on_top_is_the_one_that_comes() -> None:
    """What is seen before each draw of a match is what is drawn."""
    rng, greedy, seen = Random(1), bot("clovers", "greedy"), 0
    m = Match.start("clovers", 3, {"first": "0"}, seed=5)
    while m.to_act:
        seat = m.to_act[0]
        text = greedy(m.view(seat), m.legal(seat), rng, FEW)
        expected = _on_top(m) if text == "draw" else 0
        m.play(seat, text)
        if expected:
            seen += 1
            assert m.view(seat).hand == expected
    assert seen > 10


def test_a_draw_is_weighed_by_the_clover_on_top() -> None:
    """Who does not know it expects the mean of what those who do expect."""
    m, rng = Match.start("clovers", 2, {"first": "0"}, seed=5), Random(1)
    while m.view(0).phase != "take":
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    view, few = m.view(m.to_act[0]), Budget(simulations=1)
    known = {n: worth(view, few, n)["draw"] for n in range(1, 21) if view.unseen[n]}
    assert max(known.values()) > min(known.values())
    mean = sum(view.unseen[n] * x for n, x in known.items()) / view.pile
    assert worth(view, few)["draw"] == pytest.approx(mean)
    assert best(m, m.legal(m.to_act[0]), rng, few) in m.legal(m.to_act[0])


@pytest.mark.parametrize("name", NAMES)
def test_nobody_sits_at_a_table_with_open_cards(name: str) -> None:
    """No level, no seat of a server, no seat of a terminal; and a view is not enough to play from."""
    assert OPEN not in levels(name)
    with pytest.raises(Illegal, match="no bot level"):
        bot_sitter(name, OPEN)
    with pytest.raises(Illegal, match="sits at no table"):
        player(name, OPEN)
    refused = run("play", name, "--bot", OPEN)
    assert (refused.exit_code, len(refused.output.splitlines())) == (1, 1)
    m = Match.start(name, 2, seed=1)
    with pytest.raises(AttributeError):
        best(m.view(m.to_act[0]), m.legal(m.to_act[0]), Random(1))
