"""People at one terminal: hidden hands, leaving and coming back, a real screen."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import stajnia
from stajnia.games import NAMES, game
from tests.cli.screen import COMMAND, Screen
from tests.cli.test_cli import run

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
HAND = re.compile(r"Your hand: (.*?)\r\n")


def test_a_hidden_hand_is_cleared_before_the_next_person_looks(data_folder: Path) -> None:
    """In a hot-seat game the screen is cleared, the public news told again, and the next hand waits for Enter."""
    screen = Screen("play", "unstable", "-s", "2", "--hotseat", "-o", "first=0", "--seed", "1")
    screen.until("» Choose the Baby Unicorn")
    screen.type("1")
    screen.until("Player 2, your move ===")  # no hands yet: nothing to hide
    screen.type("1")
    assert "takes Baby Unicorn" in screen.until("Player 1, your move. Press Enter when nobody else looks.")
    screen.type("")
    mine = HAND.findall(screen.until("» Action"))[-1].split(", ")
    screen.type("draw")
    screen.until("» End of turn: discard")
    screen.type("discard neigh")
    told = screen.until("Player 2, your move. Press Enter when nobody else looks.")
    after = told[told.rindex(CLEARED) :]
    assert "Player 1 draws a card" in after
    assert "discards Neigh" in after
    assert len(mine) == 7
    assert not [card for card in mine if card in after and card != "Neigh"]
    screen.type("")
    theirs = screen.until("» Action")
    assert HAND.findall(theirs)[-1].split(", ") != mine
    screen.type("quit")
    screen.until("Go on with: stajnia play --resume")
    assert screen.end() == 0
    assert [file.name for file in (data_folder / "stajnia" / "left").iterdir()] == ["unstable-1.json"]


def test_games_without_secrets_go_from_hand_to_hand() -> None:
    """Where all see the same nobody has to look away."""
    output = run("play", "clovers", "--hotseat", "-o", "first=0", "--seed", "1", input="draw\nback\nquit\n").output
    assert "Player 2, your move ===" in output
    assert "Press Enter" not in output


def test_a_game_left_without_a_file_is_kept(data_folder: Path) -> None:
    """Who leaves a game is told where it is and how it goes on; two of them do not overwrite each other."""
    for n in (1, 2):
        result = run("play", "duel", "--hotseat", "-o", "first=0", "--seed", "3", input="b2\nquit\n")
        file = data_folder / "stajnia" / "left" / f"duel-{n}.json"
        assert result.output.splitlines()[-2:] == [
            f"The game was left. The record is in {file}.",
            f"Go on with: stajnia play --resume duel-{n}",
        ]
        assert json.loads(file.read_text("utf-8"))["moves"] == [[0, "b2"]]
    again = run("play", "--resume", "duel-2", input="d2\nquit\n")
    assert again.exit_code == 0
    assert json.loads(file.read_text("utf-8"))["moves"] == [[0, "b2"], [1, "d2"]]


def test_a_game_that_was_not_begun_is_not_kept(data_folder: Path) -> None:
    """Looking in leaves nothing behind."""
    result = run("play", "duel", input="?\nquit\n")
    assert result.output.splitlines()[-1] == "The game was left."
    assert list(data_folder.iterdir()) == []


def test_a_game_that_cannot_be_kept_is_left_without_a_crash(data_folder: Path) -> None:
    """A data folder that is none: the game is left, and nothing is promised."""
    (data_folder / "stajnia").write_text("in the way", "utf-8")
    result = run("play", "duel", "--hotseat", "-o", "first=0", input="b2\nquit\n")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "The game was left.")


def heed() -> None:
    """Take signals as a program in a terminal does; who runs the tests in the background has them ignored."""
    for end in (signal.SIGINT, signal.SIGHUP):
        signal.signal(end, signal.SIG_DFL)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGHUP])
def test_a_terminal_that_closes_keeps_the_game(data_folder: Path, end: signal.Signals) -> None:
    """Ctrl-C and a closed window are told by the exit code and lose nothing."""
    command = [COMMAND, "--lang", "en", "play", "duel", "--hotseat", "-o", "first=0"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    more = {"env": {**os.environ, "PYTHONUNBUFFERED": "1"}, "preexec_fn": heed}
    with subprocess.Popen(command, **pipes, **more) as process:  # type: ignore[call-overload]  # mypy does not look into the dict
        process.stdin.write(b"b2\n")
        process.stdin.flush()
        said = b""
        while b"Player 2, your move" not in said or not said.endswith(b"> "):
            said += process.stdout.read1()
        process.send_signal(end)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert out.startswith(b"\nThe game was left. The record is in ")
    kept = json.loads((data_folder / "stajnia" / "left" / "duel-1.json").read_text("utf-8"))
    assert kept["moves"] == [[0, "b2"]]


def test_actions_can_be_typed_as_numbers() -> None:
    """`?` numbers the actions, and the number plays; other numbers are refused as before."""
    output = run("play", "unstable", "-s", "2", "--hotseat", "-o", "first=0", input="?\n99\n2\nquit\n").output
    assert re.search(r"^ +2  baby baby_unicorn_pink +Take Baby Unicorn \(pink\)", output, re.M)
    assert "“99” is no action of this game" in output
    assert "Player 1 takes Baby Unicorn (pink)" in output


@pytest.mark.parametrize("name", NAMES)
def test_no_game_has_numbers_for_actions(name: str) -> None:
    """So a number is always one of the list."""
    for text in ("1", "7", "20"):
        with pytest.raises(stajnia.Illegal):
            game(name).read(text)


def test_a_failed_save_leaves_no_part_behind(tmp_path: Path) -> None:
    """`save` over a folder is refused, and no half-written file stays beside it."""
    (tmp_path / "taken").mkdir()
    result = run("play", "duel", "--hotseat", "-o", "first=0", input=f"b2\nsave {tmp_path}/taken\nquit\n")
    assert "This is a directory, not a file" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]
