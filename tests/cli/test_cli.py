"""The command line: whole games, records, rules; one clear line for every mistake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stajnia.cli import cli
from stajnia.games import NAMES


def run(*args: str, input: str | None = None, lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["--lang", lang, *args], input=input)


def played(tmp_path: Path, game: str = "duel") -> Path:
    """A finished record on disk, played by the first action offered at every step."""
    import stajnia

    m = stajnia.Match.start(game, 2, {}, seed=3)
    while m.to_act:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    m.record.seed = (m.secret or b"").hex()
    file = tmp_path / f"{game}.json"
    file.write_text(m.record.to_json(), "utf-8")
    return file


def test_a_whole_duel_in_the_terminal(tmp_path: Path) -> None:
    """A game is played to its end by typing; help, rules, undo and wrong input are answered on the way."""
    import stajnia

    shadow = stajnia.Match.start("duel", 2, {"start": "spread", "first": "0"}, seed="5")
    lines = ["help", "?", "rules 3.3", "rules 99", "a1 a2", "nonsense", "a1 c2", "undo"]
    while shadow.to_act:
        text = shadow.legal(shadow.to_act[0])[0]
        shadow.play(shadow.to_act[0], text)
        lines.append(text)
    file = tmp_path / "game.json"
    args = ("play", "duel", "--hotseat", "-o", "start=spread", "-o", "first=0", "--seed", "5", "--record", str(file))
    result = run(*args, input="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    for part in (
        "It must land on a cloud",
        "no statement 99",
        "no knight's jump",
        "is no action",
        "Taken back",
        "Won:",
    ):
        assert part in result.output
    assert run("verify", str(file)).exit_code == 0


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_playing_against_a_bot_and_leaving(tmp_path: Path, lang: str) -> None:
    """Leaving keeps the game, and it can be gone on with."""
    file = tmp_path / "later.json"
    first = run("play", "duel", "-b", "greedy", "-o", "first=0", "--record", str(file), input="b2\nquit\n", lang=lang)
    assert first.exit_code == 0, first.output
    assert "--resume" in first.output
    again = run("play", "--resume", str(file), "-b", "random", input="quit\n", lang=lang)
    assert again.exit_code == 0, again.output
    moves = json.loads(file.read_text("utf-8"))["moves"]
    assert moves[0] == [0, "b2"]
    assert len(moves) == 2


def test_verify_finds_edits(tmp_path: Path) -> None:
    """A good record verifies; one with an edited move or seed is refused in words and by exit code."""
    file = played(tmp_path)
    good = run("verify", str(file))
    assert (good.exit_code, good.output[:5]) == (0, "Fair:")
    data = json.loads(file.read_text("utf-8"))
    for change, words in (({"seed": "00"}, "not the one"), ({"moves": data["moves"][:-1]}, "not replay")):
        file.write_text(json.dumps(data | change), "utf-8")
        bad = run("verify", str(file))
        assert bad.exit_code == 1
        assert words in bad.output
        assert json.loads(run("verify", str(file), "--json").output)["ok"] is False


def test_replay_steps_through(tmp_path: Path) -> None:
    """Enter steps on, b steps back, a number jumps; --all and --json print the whole story."""
    file = played(tmp_path)
    result = run("replay", str(file), input="\n\nb\n5\nq\n")
    assert result.exit_code == 0
    assert "move 5 of" in result.output
    assert "lays a rainbow" in run("replay", str(file), "--all").output
    frames = json.loads(run("replay", str(file), "--json", "--seat", "1").output)
    assert frames[-1]["view"]["phase"] == "over"
    assert run("replay", str(file), "--seat", "3").exit_code == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_rules_of_every_game(name: str, lang: str) -> None:
    """Rules are printed whole or by number, in both languages."""
    whole = run("rules", name, lang=lang).output
    statements = json.loads(run("rules", name, "--json", lang=lang).output)
    number, sentence = next(iter(statements.items()))
    assert sentence in whole
    assert sentence in run("rules", name, number.lower(), lang=lang).output
    assert sentence in run("rules", name, number[1:], lang=lang).output
    assert run("rules", name, "999").exit_code == 1


def test_games_lists_all() -> None:
    """The table of games and its JSON name every game with its bots and options."""
    rows = json.loads(run("games", "--json").output)
    assert [r["name"] for r in rows] == list(NAMES)
    assert all({"random", "greedy"} <= set(r["bots"]) for r in rows)
    assert "Pojedynek" in run("games", lang="pl").output


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("play", "chess"), "no game “chess”"),
        (("play",), "stajnia games"),
        (("play", "duel", "--seats", "3"), "2 to 2 players"),
        (("play", "duel", "-o", "layout=round"), "no layout “round”"),
        (("play", "duel", "-o", "speed=1"), "no option “speed”"),
        (("play", "duel", "-o", "first"), "name=value"),
        (("play", "duel", "-b", "genius"), "no bot level"),
        (("rules", "chess"), "no game"),
        (("verify", "nowhere.json"), "No such file"),
        (("replay", "pyproject.toml"), "not a record"),
        (("arena", "duel", "--players", "greedy"), "2 to 2 players"),
        (("arena", "duel", "--players", "greedy,genius"), "no bot level"),
    ],
)
def test_mistakes_get_one_clear_line(args: tuple[str, ...], part: str) -> None:
    """Errors are one line that says what is wrong, with a non-zero exit and no traceback."""
    result = run(*args)
    assert result.exit_code == 1
    assert part in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_record_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder that is not there is said in one line."""
    target = tmp_path / "no" / "such" / "folder.json"
    result = run("play", "duel", "--hotseat", "--record", str(target), input="quit\n")
    assert result.exit_code == 1
    assert "No such file" in result.output


def test_the_console_command_itself() -> None:
    """`stajnia` is installed, speaks the language of the locale, and has help."""
    env = {**os.environ, "LANG": "pl_PL.UTF-8", "LC_ALL": "pl_PL.UTF-8"}
    command = [str(Path(sys.executable).with_name("stajnia")), "rules", "duel", "3.1"]
    out = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert out.stdout.startswith("R3.1  Tura ma dwie")
    assert "play" in run("--help").output


def test_arena_measures_greedy_against_random() -> None:
    """Rotated seats, wins that add up, an interval around the rate."""
    data = json.loads(run("arena", "duel", "-n", "20", "--json").output)
    greedy, random = data["standings"]
    assert greedy["wins"] + random["wins"] == 20
    assert 0 < greedy["low"] < greedy["rate"] <= greedy["high"] <= 1
    assert greedy["rate"] > 0.7
