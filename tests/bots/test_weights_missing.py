"""Weights that are missing or damaged stop nobody: the arena names the bot, the terminal plays on."""

from __future__ import annotations

import pytest

from stajnia.bots import net, search
from stajnia.bots.arena import BotFailed, contest, fixtures, play
from tests.cli.test_cli import run


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody had cut the file."""

    def damaged(name: str, _inputs: str) -> net.Forward:
        raise net.BadWeights(f"weights/{name}.net: it is damaged")

    monkeypatch.setattr(search, "net", damaged)


@pytest.mark.usefixtures("no_weights")
def test_an_arena_says_which_bot_has_no_weights() -> None:
    """The match ends with one sentence: who, where and why."""
    c = contest("unstable", ["best", "greedy"])
    with pytest.raises(BotFailed, match=r"“best” failed in deal 0, at move \d+: BadWeights: weights/unstable.net"):
        play(c, fixtures(c, 1)[0])


@pytest.mark.usefixtures("no_weights")
def test_a_terminal_plays_on_without_weights() -> None:
    """The bot's move is made at random, and the person is told so."""
    shown = run("play", "unstable", "-s", "2", "-b", "best", "--seed", "2", input="1\n" * 30 + "quit\n").output
    assert "failed (BadWeights: weights/unstable.net: it is damaged)" in shown
    assert "a move at random is played instead" in shown
