"""The command line: whole games, records, rules; one clear line for every mistake."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import stajnia
from stajnia.cli import cli
from stajnia.cli.polish_help import polish
from stajnia.cli.terminal import own_words
from stajnia.core.words import words
from stajnia.games import NAMES
from tests.held_port import HeldPort

session = import_module("stajnia.cli.session")


def run(*args: str, input: str | None = None, lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["--lang", lang, *args], input=input, prog_name="stajnia")


def played(tmp_path: Path, game: str = "duel") -> Path:
    """A finished record on disk, played by the first action offered at every step."""
    m = stajnia.Match.start(game, 2, {}, seed=3)
    while m.to_act:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    m.record.seed = (m.secret or b"").hex()
    file = tmp_path / f"{game}.json"
    file.write_text(m.record.to_json(), "utf-8")
    return file


def test_chance_that_was_asked_again_is_told(tmp_path: Path) -> None:
    """`verify` and `replay` name who took back over a draw and drew again; a record without that says nothing."""
    m = stajnia.Match.start("clovers", 2, {"first": "0"}, seed=3)
    start = len(m.record.moves)
    m.play(0, "draw")
    m.undo(0, start)
    while m.to_act:
        m.play(m.to_act[0], "draw" if "draw" in m.legal(m.to_act[0]) else m.legal(m.to_act[0])[0])
    m.record.seed = (m.secret or b"").hex()
    file = tmp_path / "again.json"
    file.write_text(m.record.to_json(), "utf-8")
    for args in (("verify", str(file)), ("replay", str(file), "--all")):
        assert "Player 1 took back over what chance had said" in run(*args).output
        assert "Gracz 1: po cofnięciu los był pytany ponownie 1 raz." in run(*args, lang="pl").output
    assert json.loads(run("verify", str(file), "--json").output)["again"] == {"0": 1}
    assert "took back" not in run("verify", str(played(tmp_path, "clovers"))).output


def test_a_whole_duel_in_the_terminal(tmp_path: Path) -> None:
    """A game is played to its end by typing; help, rules, undo and wrong input are answered on the way."""
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


@pytest.mark.parametrize("deck", ["second", "first"])
def test_a_card_is_looked_up_by_its_name(deck: str) -> None:
    """`rules` with a part of a card's name tells what it does in the deck that is played."""
    key = "card.ginormous_unicorn.text"
    texts = words("unstable", "en").catalogue
    here, other = (texts[key], texts[key + ".first"]) if deck == "second" else (texts[key + ".first"], texts[key])
    output = run("play", "unstable", "-o", f"deck={deck}", input="rules ginorm\nrules nobody\nquit\n").output
    assert here in output
    assert other not in output
    assert "no statement nobody" in output


def test_the_terminal_shows_what_one_seat_may_see() -> None:
    """What happened before one's first move is told; the example is one's own action, never a bot's."""
    args = ("play", "clovers", "-o", "first=1", "-o", "troublesome=yes", "--seed", "1")
    lines = run(*args, input="quit\n").output.splitlines()
    assert lines[2].startswith("  Bot 2 (casual) draws the ")
    asked = next(n for n, line in enumerate(lines) if line.startswith("» You drew the "))
    assert lines[asked + 1].startswith("Type an action, for example: keep a1.")


def test_a_hint_is_what_the_best_bot_would_do() -> None:
    """In a solo task a hint is an optimal swap, so hints alone solve it in the fewest swaps."""
    lines: list[str] = []
    for _ in range(3):
        output = run(
            "play", "clovers", "-s", "1", "-o", "task=3", input="\n".join([*lines, "hint", "quit"]) + "\n"
        ).output
        lines.append(re.findall(r"^(?:> )*  (swap \w\w \w\w) ", output, re.M)[-1])
    assert (
        "solved within the allowed swaps"
        in run("play", "clovers", "-s", "1", "-o", "task=3", input="\n".join(lines)).output
    )


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
    for change, part in (({"seed": "00"}, "not the one"), ({"moves": data["moves"][:-1]}, "not replay")):
        file.write_text(json.dumps(data | change), "utf-8")
        bad = run("verify", str(file))
        assert bad.exit_code == 1
        assert part in bad.output
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
    assert run("replay", str(file), input="²\nq\n").exit_code == 0


def test_a_bot_is_asked_why_it_moved(tmp_path: Path) -> None:
    """--why N, or w in the replay: what the bot expected; who is no bot is not asked, nor what was never played."""
    record = str(Path(__file__).parents[2] / "docs/records/duel-perfect.json")
    asked = run("replay", record, "--why", "19")
    assert (asked.exit_code, "I win from here" in asked.output) == (0, True)
    assert "Stąd wygrywam" in run("replay", record, "--why", "19", lang="pl").output
    assert "I win from here" in run("replay", record, input="w\n19\nw\nq\n").output
    people = str(played(tmp_path))
    assert "not made by a bot" in run("replay", people, "--why", "1").output
    for n in ("0", "999"):
        none = run("replay", people, "--why", n)
        assert (none.exit_code, f"there is no move {n}" in none.output) == (1, True)


def test_a_seat_is_judged_after_the_game(tmp_path: Path) -> None:
    """--analyse SEAT: the curve, the numbers, the largest mistakes with what was better; no seat, no answer."""
    match = stajnia.Match.start("duel", 2, {"start": "spread", "first": "0"})
    match.play(0, "a1 b3")
    match.play(0, "a1")
    record = tmp_path / "duel.json"
    record.write_text(match.record.to_json(), "utf-8")
    told = run("replay", str(record), "--analyse", "1").output.splitlines()
    assert "chance to win" in told[0]
    assert told[1:3] == ["  █▁", "  1: 100 %  2: 0 %"]
    assert told[3].startswith("  Move 2: lost what was won. Better: ")
    assert "c3" in told[3]
    assert "przegrana. Lepiej:" in run("replay", str(record), "--analyse", "1", lang="pl").output
    judged = json.loads(run("replay", str(record), "--analyse", "1", "--json").output)
    assert [(x["n"], x["expected"], x["best"], x["better"]) for x in judged] == [(1, 1, 1, "a1 b3"), (2, 0, 1, "c3")]
    good = Path(__file__).parents[2] / "docs/records/duel-perfect.json"
    assert "much worse" in run("replay", str(good), "--analyse", "2").output
    for seat in ("0", "3"):
        none = run("replay", str(record), "--analyse", seat)
        assert (none.exit_code, "--analyse is a number from 1 to 2" in none.output) == (1, True)
    puzzle = tmp_path / "solo.json"
    alone = stajnia.Match.start("clovers", 1, {"task": 1})
    alone.play(0, alone.legal(0)[0])
    puzzle.write_text(alone.record.to_json(), "utf-8")
    assert "no decision" in run("replay", str(puzzle), "--analyse", "1").output


def test_a_seat_replays_only_its_own_actions(tmp_path: Path) -> None:
    """As a seat sees it, what chance dealt and others chose is not spelled out; as a spectator all of it is."""
    file = played(tmp_path, "unstable")
    seen = json.loads(run("replay", str(file), "--json", "--seat", "1").output)
    assert {step["seat"] for step in seen if step["action"]} == {0}
    open_ = json.loads(run("replay", str(file), "--json").output)
    assert all(step["action"] for step in open_[1:])


def test_a_record_cannot_steer_the_terminal(tmp_path: Path) -> None:
    """Names and moves of somebody's file are shown without their control signs; missing names are made up."""
    file = played(tmp_path)
    data = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(data | {"names": ["Ala\x1b[2J"]}), "utf-8")
    story = run("replay", str(file), "--all").output
    assert "Ala\ufffd[2J places" in story
    assert "Player 2 places" in story
    data["moves"][1] = [0, "\x1b]0;hello\x07"]
    file.write_text(json.dumps(data), "utf-8")
    for command in ("replay", "verify"):
        assert "\x1b" not in run(command, str(file)).output


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
        (("play", "duel", "--seats", "3"), "for 2 players"),
        (("play", "duel", "-o", "layout=round"), "no layout “round”"),
        (("play", "duel", "-o", "speed=1"), "no option “speed”"),
        (("play", "duel", "-o", "first"), "NAME=VALUE"),
        (("play", "duel", "-b", "genius"), "no bot level"),
        (("rules", "chess"), "no game"),
        (("verify", "nowhere.json"), "No such file"),
        (("replay", "pyproject.toml"), "not a record"),
        (("arena", "duel", "--players", "greedy"), "for 2 players"),
        (("arena", "duel", "--players", "greedy,genius"), "no bot level"),
        (("play", "clovers", "-o", "lucky=maybe"), "“lucky” is yes or no"),
        (("play", "clovers", "-s", "1", "-o", "task=41"), "“task” is a whole number from 0 to 40"),
        (("play", "clovers", "-o", "limit=²"), "“limit” is a whole number from 0 to 1000, not “²”"),
        (("play", "clovers", "-o", "limit=--5"), "not “--5”"),
        (("play", "clovers", "-o", f"limit={'9' * 5000}"), "“limit” is a whole number"),
        (("puzzle", "solve", "-1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16"), "The -1 on a1 is not between 1 and 20"),
        (("games", "chess"), "no game"),
        (("verify", "."), "directory, not a file"),
        (("play", "duel", "--resume", "x.json", "-s", "2"), "leave GAME, --seats out"),
    ],
)
def test_mistakes_get_one_clear_line(args: tuple[str, ...], part: str) -> None:
    """Errors are one line that says what is wrong, with a non-zero exit and no traceback."""
    result = run(*args)
    assert result.exit_code == 1
    assert part in result.output
    assert len(result.output.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "en", "pl"),
    [
        (("nothing",), "There is no command “nothing”. Help: stajnia -h", "Nie ma polecenia „nothing”."),
        (("puzzle", "nothing"), "no command “nothing”. Help: stajnia puzzle -h", "Nie ma polecenia „nothing”."),
        (("play", "duel", "--fast"), "no option --fast. Help: stajnia play -h", "Nie ma opcji --fast."),
        (("play", "duel", "-s", "x"), "--seats takes: a whole number.", "--seats przyjmuje: liczbę całkowitą."),
        (("arena", "duel", "-n", "0"), "-n takes: a whole number from 1.", "liczbę całkowitą od 1."),
        (("solve", "duel", "--jobs", "99"), "from 1 to 64", "od 1 do 64"),
        (("solve", "chess"), "GAME takes: duel.", "GAME przyjmuje: duel."),
        (("solve",), "GAME is missing.", "Brakuje: GAME."),
        (("solve", "duel", "--cache", "pyproject.toml"), "--cache takes: a folder.", "--cache przyjmuje: katalog."),
        (("play", "duel", "--record"), "--record needs a value.", "--record wymaga wartości."),
        (("rules",), "GAME is missing.", "Brakuje: GAME."),
        ((), "COMMAND is missing. Help: stajnia -h", "Brakuje: COMMAND."),
        (("games", "duel", "duel"), "too much: duel.", "za dużo: duel."),
    ],
)
def test_a_command_typed_wrongly_gets_one_line(args: tuple[str, ...], en: str, pl: str) -> None:
    """What is wrong and where the help is, in one line of the chosen language, with exit code 2."""
    for lang, part in (("en", en), ("pl", pl)):
        result = run(*args, lang=lang)
        assert result.exit_code == 2
        assert part in result.output
        assert result.output.startswith("Error: " if lang == "en" else "Błąd: ")
        assert len(result.output.strip().splitlines()) == 1


def test_mistakes_are_told_in_polish(tmp_path: Path) -> None:
    """Files, records, options and moves that do not fit: not a word of English."""
    file = played(tmp_path)
    record = json.loads(file.read_text("utf-8"))
    record["moves"][5][1] = "a9"
    file.write_text(json.dumps(record), "utf-8")
    for args, part in (
        (("verify", "nowhere.json"), "nowhere.json: nie ma takiego pliku ani katalogu"),
        (("replay", str(file)), "Ruch 6 zapisu („a9”, Gracz"),
        (("verify", str(file)), "ruchów nie da się odtworzyć. Ruch 6 zapisu"),
        (("play", "duel", "-o", "first"), "napisz NAZWA=WARTOŚĆ"),
        (("play",), "Podaj grę"),
        (("replay", str(played(tmp_path, "clovers")), "--seat", "7"), "--seat to liczba od 1 do 2."),
    ):
        result = run(*args, lang="pl")
        assert result.exit_code == 1
        assert part in result.output


def test_the_language_may_stand_anywhere() -> None:
    """`--lang pl` is understood before and after the command."""
    for args in (("rules", "duel", "3.1", "--lang", "pl"), ("rules", "--lang=pl", "duel", "3.1")):
        result = CliRunner().invoke(cli, args)
        assert result.output.startswith("R3.1  Tura ma dwie")
    assert "--lang takes: pl, en." in CliRunner().invoke(cli, ["games", "--lang", "fr"]).output


def commands(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command with its path."""
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        ctx.params["lang"] = "en"
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None
            yield from commands(found, f"{path} {name}".strip())


def test_help_is_there_in_polish() -> None:
    """Every command and option has its help in both languages, and nothing of click's English is left."""
    wanted = {path or "stajnia" for path, _ in commands(cli)}
    for path, command in commands(cli):
        options = [p for p in command.params if isinstance(p, click.Option)]
        assert all(o.help for o in options)
        wanted |= {f"{path}.{o.name}".lstrip(".") for o in options}
        said = run(*path.split(), "-h", lang="pl").output
        assert said.startswith(f"Użycie: stajnia {path}".rstrip())
        assert polish()[path or "stajnia"].split(". ")[0] in " ".join(said.split())
        assert not re.search("Usage|Options|Commands|Show this|default", said)
        assert run(*path.split(), "-h").output.startswith("Usage: stajnia")
    assert set(polish()) == wanted
    assert CliRunner().invoke(cli, ["-h", "--lang", "pl"], prog_name="stajnia").output.startswith("Użycie")


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    """Somebody listens there already: one line with a way out."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for lang, part in (("en", "Address already in use. Try another --port."), ("pl", "adres jest już zajęty")):
            result = run("serve", "--port", port, "--db", str(tmp_path / "x.db"), lang=lang)
            assert result.exit_code == 1
            assert part in result.output
            assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("prefix", ["/a b", "/../x", "http://example.org/games", "/a//b", "/%41"])
def test_a_prefix_is_a_plain_path(tmp_path: Path, prefix: str) -> None:
    """Whatever else is given is told in one line."""
    result = run("serve", "--prefix", prefix, "--port", "0", "--db", str(tmp_path / "x.db"))
    assert result.exit_code == 1
    assert result.output == f"Error: {prefix}: give a path, for example /games.\n"


@pytest.mark.parametrize("prefix", ["/api", "/assets/", "ws", "/api/games", "/games/t", "/t", "/a/t/b"])
def test_a_prefix_is_none_of_the_servers_own_paths(tmp_path: Path, prefix: str) -> None:
    """Where a proxy takes the prefix off, or in the link of a table, nobody could tell them apart."""
    for lang, part in (("en", "the server uses such paths itself"), ("pl", "takich ścieżek używa sam serwer")):
        result = run("serve", "--prefix", prefix, "--port", "0", "--db", str(tmp_path / "x.db"), lang=lang)
        assert result.exit_code == 1
        assert f"{prefix}: {part}" in result.output
        assert len(result.output.splitlines()) == 1


def test_words_of_the_command_line_are_in_both_languages() -> None:
    """Both languages have the same messages with the same slots."""
    en, pl = (own_words(lang).catalogue for lang in ("en", "pl"))
    assert list(en) == list(pl)
    for id in en:
        assert set(re.findall(r"\{(\w+)", en[id])) == set(re.findall(r"\{(\w+)", pl[id])), id


def test_record_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder that is not there is said in one line before the game, and leaves nothing behind."""
    for target, why in ((tmp_path / "no" / "folder.json", "No such file"), (tmp_path, "This is a directory")):
        result = run("play", "duel", "--hotseat", "--record", str(target), input="quit\n")
        assert result.exit_code == 1
        assert result.output.startswith(f"Error: {target}: {why}")
        assert len(result.output.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_survives_a_save_that_fails(tmp_path: Path) -> None:
    """`save` to where nothing can be written says so, and the game goes on."""
    lines = f"b2\nsave {tmp_path}/no/x.json\nd2\nsave {tmp_path}/yes.json\nquit\n"
    result = run("play", "duel", "--hotseat", "-o", "first=0", input=lines)
    assert result.exit_code == 0
    assert "No such file" in result.output
    assert json.loads((tmp_path / "yes.json").read_text("utf-8"))["moves"] == [[0, "b2"], [1, "d2"]]


def test_the_record_is_kept_after_every_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is closed in the middle loses nothing; a disk that fills up does not end the game."""
    file = tmp_path / "game.json"
    kept: list[int] = []
    save = session.save

    def counted(match: stajnia.Match, to: Path) -> None:
        if len(kept) == 2:
            kept.append(0)
            raise OSError(errno.ENOSPC, "No space left on device", str(to))
        save(match, to)
        kept.append(len(json.loads(file.read_text("utf-8"))["moves"]))

    monkeypatch.setattr(session, "save", counted)
    args = ("play", "duel", "--hotseat", "-o", "first=0", "--record", str(file))
    result = run(*args, input="b2\nd2\nb3\nquit\n")
    assert kept == [1, 2, 0, 3]
    assert "The disk is full); the game goes on" in result.output


def left(file: Path, *args: str) -> dict[str, Any]:
    """The record of a game of clovers that was left after one draw."""
    result = run("play", "clovers", *args, "-o", "first=0", "--record", str(file), "--force", input="draw\nquit\n")
    assert result.exit_code == 0, result.output
    record: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return record


def to_the_end(file: Path) -> Result:
    """Go on with a game: what is drawn goes back until the pile is empty."""
    return run("play", "--resume", str(file), input="back\ndraw\n" * 100)


def test_a_game_that_was_left_can_be_verified_in_the_end(tmp_path: Path) -> None:
    """The unfinished record holds the dealer's secret, the finished one its seed instead; chance is as committed."""
    file = tmp_path / "game.json"
    record = left(file, "-b", "random")
    assert hashlib.sha256(bytes.fromhex(record["notes"]["secret"])).hexdigest() == record["commit"]
    assert "seed" not in record
    assert "not finished" in run("verify", str(file)).output
    result = to_the_end(file)
    assert "Bot 2 (random)" in result.output  # who sat there is remembered
    after = json.loads(file.read_text("utf-8"))
    assert after["seed"] == record["notes"]["secret"]
    assert "secret" not in after["notes"]
    assert run("verify", str(file)).output.startswith("Fair: ")


def test_a_game_without_its_secret_goes_on_unchecked(tmp_path: Path) -> None:
    """Without the dealer's secret, or with another one, chance is dealt anew and the record claims nothing."""
    for secret in ({}, {"secret": "00ff"}, {"secret": 7}):
        file = tmp_path / "game.json"
        record = left(file, "-b", "random")
        record["notes"] = secret
        file.write_text(json.dumps(record), "utf-8")
        assert "cannot be checked afterwards" in to_the_end(file).output
        assert "no commitment" in run("verify", str(file)).output


def test_a_finished_game_is_not_gone_on_with(tmp_path: Path) -> None:
    """The command says how to look at it, and the file stays as it was."""
    file = played(tmp_path)
    before = file.read_bytes()
    result = run("play", "--resume", str(file))
    assert result.exit_code == 1
    assert f"stajnia replay {file}" in result.output
    assert file.read_bytes() == before


def test_people_at_one_terminal_stay_people(tmp_path: Path) -> None:
    """A hot-seat game that was left goes on as one; other bots can be asked for."""
    file = tmp_path / "game.json"
    run("play", "duel", "--hotseat", "-o", "first=0", "--record", str(file), input="b2\nquit\n")
    assert "Player 2, your move" in run("play", "--resume", str(file), input="quit\n").output
    assert "Bot 2 (greedy)" in run("play", "--resume", str(file), "-b", "greedy", input="quit\n").output


def test_undo_goes_back_as_far_as_one_likes(tmp_path: Path) -> None:
    """Each undo takes back one more move of a person, with the bots' answers, to the start of the game."""
    file = tmp_path / "game.json"
    lines = "b2\nd2\nundo\nundo\nundo\nb3\nundo\nquit\n"
    args = ("play", "duel", "--hotseat", "-o", "first=0", "--record", str(file))
    result = run(*args, input=lines)
    assert result.output.count("Taken back.") == 3
    assert "nothing that can be taken back" in result.output
    texts = [text for _, text in json.loads(file.read_text("utf-8"))["moves"]]
    assert texts == ["b2", "d2", "undo 1", "undo 0", "b3", "undo 4"]


def test_options_are_explained() -> None:
    """`games GAME` tells what each option means, its values and its default."""
    assert "stairs: Stairs" in run("games", "duel").output
    polish = run("games", "clovers", lang="pl").output
    assert "lucky = yes | no (domyślnie: no; graczy: 2, 3, 4)" in polish
    assert "task = 0–40 (domyślnie: 1; gracz: 1)" in polish
    assert json.loads(run("games", "duel", "--json").output)[0]["name"] == "duel"
    for name in NAMES:
        assert run("games", name).exit_code == 0


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    """A closed pipe ends the command without a word."""
    command = [str(Path(sys.executable).with_name("stajnia")), "replay", "--json", str(played(tmp_path))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_an_odd_encoding_loses_letters_not_the_game() -> None:
    """Where Polish letters cannot be written or odd bytes are typed, the game goes on."""
    env = {**os.environ, "PYTHONIOENCODING": "latin-1:strict", "PYTHONUTF8": "0"}
    command = [str(Path(sys.executable).with_name("stajnia")), "--lang", "pl", "play", "duel", "--hotseat"]
    out = subprocess.run(command, env=env, input=b"\xff\xfe\nquit\n", capture_output=True, check=True)
    assert b"Jednorozce" in out.stdout
    assert out.stderr == b""


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


@pytest.mark.parametrize(
    ("inner", "secret", "said"),
    [
        ("127.0.0.1:0", "of the house, long", "HOST:PORT"),
        ("nonsense", "of the house, long", "HOST:PORT"),
        ("127.0.0.1:1", "short", "STAJNIA_SECRET"),
        ("192.0.2.1:8700", "of the house, long", "inner address 192.0.2.1:8700"),
    ],
)
def test_a_process_of_a_house_says_what_it_misses(
    inner: str, secret: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that is none or somebody else's, a secret that is too short: one line, and it does not start."""
    monkeypatch.setenv("STAJNIA_SECRET", secret)
    result = run("serve", "--port", "0", "--inner", inner, "--db", str(tmp_path / "x.db"))
    assert result.exit_code == 1
    assert said in result.output


def test_the_doors_of_a_process_have_two_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same port at two addresses would make everybody one of the house; a secret that is nowhere is told, too."""
    monkeypatch.setenv("STAJNIA_SECRET", "of the house, long")
    held = HeldPort()
    doors = "--port", str(held.number), "--inner", f"127.0.0.2:{held.number}", "--db", str(tmp_path / "x.db")
    result = run("serve", *doors)
    assert (result.exit_code, f"port {held.number} of the public one" in result.output) == (1, True)
    result = run("serve", *doors, "--secret-file", str(tmp_path / "nowhere"))
    assert (result.exit_code, "nowhere" in result.output) == (1, True)
    held.close()


def test_a_house_of_several_processes_wants_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite is for one, and has no others to look at."""
    monkeypatch.setenv("STAJNIA_SECRET", "of the house, long")
    held = HeldPort()
    inner = f"127.0.0.1:{held.number}"
    for args in (("serve", "--port", "0", "--inner", inner), ("cluster", "status"), ("cluster", "drain", "x")):
        given = ["--db", str(tmp_path / "x.db")]
        line = [args[0], *given, *args[1:]]
        result = run(*line)
        assert result.exit_code == 1
        assert "SQLite is for one process" in result.output
    held.close()
