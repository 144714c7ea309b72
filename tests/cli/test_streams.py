"""Odd terminals: closed, narrow, without letters, without colour, without a hang-up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import stajnia
from stajnia.cli.terminal import folded, wrapped
from stajnia.core.words import LANGS, Lang, words
from tests.cli.screen import COMMAND, Screen
from tests.cli.test_cli import played, run


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("what", ["play duel", "replay game.json", "rules duel 3.1", "nothing"])
def test_a_closed_stream_is_an_empty_one(tmp_path: Path, closed: str, what: str) -> None:
    """Nobody types, or nobody reads: the command ends as if the stream were empty, without a traceback."""
    played(tmp_path, "duel").rename(tmp_path / "game.json")
    shell = ["sh", "-c", f"exec {COMMAND} --lang en {what} {closed}"]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == (2 if what == "nothing" else 0)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stderr == "" or what == "nothing"


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_where_only_ascii_can_be_written_letters_lose_their_accents(tmp_path: Path, lang: str) -> None:
    """Game, help, tables, prompts and mistakes alike: no question marks among letters, no bytes beyond ASCII."""
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for args in (
        ["play", "fever", "--hotseat"],
        ["play", "unstable"],
        ["games"],
        ["-h"],
        ["play", "-h"],
        ["rules", "fever"],
        ["nothing"],
        ["puzzle", "list"],
        ["replay", str(played(tmp_path, "clovers"))],
    ):
        command = [COMMAND, "--lang", lang, *args]
        done = subprocess.run(command, env=env, input=b"hint\n?\nquit\n", capture_output=True, check=False)
        out = (done.stdout + done.stderr).decode("ascii")
        assert not re.search(r"\w\?\w", out)
        assert "Traceback" not in out


def test_sentences_are_wrapped_between_words() -> None:
    """No line is wider than the terminal, no word is broken, what goes on hangs under its beginning."""
    text = "  Ala places a unicorn on a2 and nobody minds at all.\n\nshort"
    assert wrapped(text, 30) == "  Ala places a unicorn on a2\n    and nobody minds at all.\n\nshort"
    assert wrapped(text, 0) == text
    assert wrapped("x" * 50, 20) == "x" * 50


def test_a_line_of_columns_hangs_under_its_last_one() -> None:
    """A table with sentences in its last column stays one."""
    line = "FA8  Three Wishes  Once a round one of your bets returns more."
    assert wrapped(line, 45) == "FA8  Three Wishes  Once a round one of your\n" + " " * 19 + "bets returns more."


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize(
    ("game", "seats"), [("duel", 2), ("clovers", 3), ("clovers", 4), ("fever", 6), ("unstable", 8)]
)
@pytest.mark.parametrize("lang", LANGS)
def test_a_board_fits_the_terminal(game: str, seats: int, columns: int, lang: Lang) -> None:
    """No line of a board is wider than the terminal; gardens of Clovers stand whole, in rows."""
    match = stajnia.Match.start(game, seats, {}, seed=1)
    for _ in range(25):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    names = [f"Bot {n} (sensible)" for n in range(seats)]
    text = match.game.text_form(match.view(0), lambda m: words(game, lang).say(m, names), columns)
    assert max(map(len, wrapped(text, columns).split("\n"))) <= columns
    if game == "clovers":
        assert text == wrapped(text, columns)
        assert len(re.findall(r"    a    b    c    d", text)) == seats
        assert len(re.findall(r"(?m)^    a ", text)) == {40: seats, 60: 2, 80: {3: 1, 4: 2}[seats]}[columns]


@pytest.mark.parametrize("game", ["duel", "clovers", "fever", "unstable"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_game_fits_a_narrow_terminal(game: str, lang: Lang) -> None:
    """At 60 columns board, help, actions, rules and news are broken between words; only a commitment is too long."""
    screen = Screen("play", game, "-b", "random", "--seed", "1", columns=60, lang=lang)
    w = words(game, lang)
    said = screen.until(w.catalogue["notation"].split()[-1] + "\r\n> ")  # some boards have a line that begins so, too
    for line in ("?", "help", "hint", "rules"):
        screen.type(line)
        said += screen.until("\r\n> ")
    screen.type("quit")
    assert screen.end() == 0
    lines = said.split("\r\n")
    assert [line for line in lines if len(line) > 60 and not re.fullmatch(" *[0-9a-f]{64}", line)] == []
    assert list(w.statements)[-1] in said, "to the end of the rules"


def test_colour_is_where_the_terminal_has_it() -> None:
    """In an xterm the board is coloured, in a dumb terminal and in a pipe it is not."""
    for term, coloured in (("xterm-256color", True), ("dumb", False)):
        screen = Screen("play", "duel", "--hotseat", "-o", "start=spread", term=term)
        said = screen.until("> ")
        assert ("\x1b[1;35mA\x1b[0m" in said) == coloured
        assert ("\x1b[" in said) == coloured
        screen.type("quit")
        assert screen.end() == 0
    assert "\x1b[" not in run("play", "duel", "--hotseat", input="quit\n").output


def test_a_machine_without_hang_ups_starts() -> None:
    """Windows has no SIGHUP and no readline; the command does not ask for them by name."""
    script = (
        "import signal, sys; del signal.SIGHUP; sys.modules['readline'] = None; "
        "from stajnia.cli import main; sys.argv = ['stajnia', '--lang', 'en', 'rules', 'duel', '3.1']; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("R3.1")


def test_the_version_tells_the_rules_versions() -> None:
    """`--version` names every game with the number of its rules."""
    assert re.fullmatch(r"stajnia \d+\.\d+\.\d+\S*; rules: duel \d+, clovers \d+, .*\n", run("--version").output)
    assert "zasady: duel" in run("--version", lang="pl").output


def test_letters_are_compared_without_accents() -> None:
    """`podpowiedz` is `podpowiedź`, `LOS` is `los`."""
    assert folded("Podpowiedź Żółta") == "podpowiedz zolta"
