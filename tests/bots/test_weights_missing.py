"""Weights that are missing or damaged stop nobody: the arena names the bot, the terminal plays on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stajnia.bots import clovers_best, net, search
from stajnia.bots.arena import BotFailed, contest, fixtures, play
from stajnia.core.words import LANGS, Lang
from tests.cli.test_cli import run

RECORD = "docs/records/clovers-best.json"
SAID = {"en": "it is damaged; install the package again", "pl": "plik jest uszkodzony; zainstaluj pakiet ponownie"}


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody had cut the file."""

    def damaged(name: str, _inputs: str) -> net.Forward:
        raise net.BadWeights("damaged", f"weights/{name}.net")

    monkeypatch.setattr(search, "net", damaged)
    monkeypatch.setattr(clovers_best, "net", damaged)


@pytest.mark.usefixtures("no_weights")
def test_an_arena_says_which_bot_has_no_weights() -> None:
    """The match ends with one sentence: who, where and why."""
    c = contest("unstable", ["best", "greedy"])
    with pytest.raises(BotFailed, match=r"“best” failed in deal 0, at move \d+: BadWeights: weights/unstable.net"):
        play(c, fixtures(c, 1)[0])


@pytest.mark.usefixtures("no_weights")
@pytest.mark.parametrize("lang", LANGS)
def test_a_terminal_plays_on_without_weights(lang: Lang, tmp_path: Path) -> None:
    """The bot's move is made at random, and the person is told so in the own language."""
    args = ("play", "unstable", "-s", "2", "-b", "best", "--seed", "2", "--record", str(tmp_path / "game.json"))
    shown = run(*args, input="1\n" * 30 + "quit\n", lang=lang).output
    assert f"(weights/unstable.net: {SAID[lang]})" in shown
    assert {"en": "a move at random is played instead", "pl": "zamiast niego gra los"}[lang] in shown


@pytest.mark.usefixtures("no_weights")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "file"), [("clovers", "clovers-2"), ("unstable", "unstable"), ("fever", "fever")])
def test_a_hint_that_fails_is_told_and_the_game_goes_on(game: str, file: str, lang: Lang, tmp_path: Path) -> None:
    """Nothing is lost: after the sentence the next line is read."""
    args = ("play", game, "--seed", "2", "-b", "random", "--record", str(tmp_path / "game.json"))
    result = run(*args, input="hint\n1\n" * 6 + "quit\n", lang=lang)
    assert result.exit_code == 0, result.output
    told = {"en": "There is no hint: the bot failed", "pl": "Nie ma podpowiedzi: bot zawiódł"}[lang]
    assert f"{told} (weights/{file}.net: {SAID[lang]})." in result.output
    assert {"en": "The game was left", "pl": "Gra przerwana"}[lang] in result.output


@pytest.mark.usefixtures("no_weights")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("asked", [("--why", "85"), ("--analyse", "1"), ("--analyse", "1", "--json")])
def test_who_cannot_explain_says_why_not(asked: tuple[str, ...], lang: Lang) -> None:
    """One line and exit code 1: which file, and what to do about it."""
    result = run("replay", RECORD, *asked, lang=lang)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].endswith(f"weights/clovers-2.net: {SAID[lang]}")
    assert isinstance(result.exception, SystemExit)


@pytest.mark.usefixtures("no_weights")
def test_moves_that_were_not_the_bots_have_no_reason(tmp_path: Path) -> None:
    """The record notes where chance chose, also after something was taken back; `why` tells that alone."""
    file = tmp_path / "game.json"
    args = ("play", "unstable", "-s", "2", "-b", "best", "--seed", "2", "--record", str(file))
    run(*args, input="1\n" * 12 + "undo\n" + "1\n" * 12 + "quit\n")
    record = json.loads(file.read_text("utf-8"))
    moves, late = record["moves"], {int(n) for n, how in record["notes"]["hows"].items() if how == "late"}
    assert {moves[n][0] for n in late} == {1}
    undone = next(n for n, (_, text) in enumerate(moves) if text.startswith("undo "))
    gone = undone + 1 - int(moves[undone][1].split()[1])  # so many places before its own a later move stands
    after = [n for n in late if n > undone]
    assert after
    assert "made at random" in run("replay", str(file), "--why", str(after[-1] + 1 - gone)).output
    own = next(n for n, (seat, _) in enumerate(moves) if seat == 1 and n not in late)
    assert "made at random" not in run("replay", str(file), "--why", str(own + 1)).output


@pytest.mark.usefixtures("no_weights")
def test_stepping_through_goes_on_where_nobody_can_explain() -> None:
    """The sentence, and then the next step."""
    result = run("replay", RECORD, input="85\nw\n86\nq\n")
    assert (result.exit_code, SAID["en"] in result.output) == (0, True)
    assert "move 86 of" in result.output
