"""Records on disk: nothing is lost by writing one, and games that were left are found again."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

import stajnia
from stajnia.cli import saves
from tests.cli.screen import Screen
from tests.cli.test_cli import run

DUEL = ("play", "duel", "--hotseat", "-o", "first=0")


def moves(file: Path) -> list[list[object]]:
    found: list[list[object]] = json.loads(file.read_text("utf-8"))["moves"]
    return found


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    """Where nobody can be asked the command ends and names --force, which writes."""
    file = tmp_path / "game.json"
    file.write_text("precious", "utf-8")
    result = run(*DUEL, "--record", str(file), input="b2\nquit\n")
    assert result.exit_code == 1
    assert result.output == f"Error: {file} is there already and was left as it is; --force writes over it.\n"
    assert file.read_text("utf-8") == "precious"
    assert run(*DUEL, "--record", str(file), "--force", input="b2\nquit\n").exit_code == 0
    assert moves(file) == [[0, "b2"]]


@pytest.mark.parametrize(("answer", "written"), [("yes", True), ("no", False), ("", False)])
def test_at_a_terminal_a_person_is_asked(tmp_path: Path, answer: str, written: bool) -> None:
    """`--record` over a file asks; only a yes writes."""
    file = tmp_path / "game.json"
    file.write_text("precious", "utf-8")
    screen = Screen(*DUEL, "--record", str(file))
    screen.until("Write over it? (yes/no)")
    screen.type(answer)
    if written:
        screen.until("Place a unicorn")
        screen.type("b2")
        screen.until("Player 2, your move")
        screen.type("quit")
    assert screen.end() == (0 if written else 1)
    assert (file.read_text("utf-8") != "precious") == written


@pytest.mark.parametrize(("answer", "written"), [("tak", True), ("y", True), ("b3", False)])
def test_save_asks_before_it_writes_over_a_file(tmp_path: Path, answer: str, written: bool) -> None:
    """A file that holds something else is asked about, one that this game wrote is not."""
    file = tmp_path / "game.json"
    file.write_text("precious", "utf-8")
    output = run(
        *DUEL, input=f"b2\nsave {file}\n{answer}\nsave {tmp_path}/new.json\nd2\nsave {tmp_path}/new.json\n"
    ).output
    assert (file.read_text("utf-8") != "precious") == written
    assert ("was left as it is" in output) == (not written)
    assert output.count("Write over it?") == 1
    assert len(moves(tmp_path / "new.json")) == 2


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The file at its end is written, also one that is not there yet; the link stays a link."""
    real = tmp_path / "real.json"
    (tmp_path / "link.json").symlink_to(real)
    for _ in range(2):
        assert run(*DUEL, "--record", f"{tmp_path}/link.json", "--force", input="b2\nquit\n").exit_code == 0
        assert (tmp_path / "link.json").is_symlink()
        assert moves(real) == [[0, "b2"]]
    assert {file.name for file in tmp_path.iterdir()} == {"real.json", "link.json"}


def pipe(file: Path) -> None:
    os.mkfifo(file)


def socket_file(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(file))


def loop(file: Path) -> None:
    file.symlink_to(file)


@pytest.mark.parametrize("make", [pipe, socket_file, loop])
@pytest.mark.parametrize("way", ["record", "save"])
def test_what_is_no_ordinary_file_is_never_replaced(
    tmp_path: Path, make: object, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, a socket or a link that leads nowhere is refused, with --force too, by the name that was typed."""
    monkeypatch.chdir(tmp_path)
    make(Path("odd"))  # type: ignore[operator]  # one of the three above
    kind = stat.S_IFMT(os.lstat("odd").st_mode)
    if way == "record":
        result = run(*DUEL, "--record", "odd", "--force", input="b2\nquit\n")
        assert result.exit_code == 1
    else:
        result = run(*DUEL, input="b2\nsave odd\nquit\n")
    assert "odd: This is not an ordinary file, so it is left as it is" in result.output
    assert stat.S_IFMT(os.lstat("odd").st_mode) == kind
    assert os.listdir() == ["odd"]


def test_files_beside_the_record_are_not_touched(tmp_path: Path) -> None:
    """Not even one that is called as a half-written file could be; rights of a file stay as they were."""
    beside = tmp_path / "game.json.tmp"
    beside.write_text("precious", "utf-8")
    file = tmp_path / "game.json"
    file.write_text("", "utf-8")
    file.chmod(0o640)
    assert run(*DUEL, "--record", str(file), "--force", input="b2\nquit\n").exit_code == 0
    assert beside.read_text("utf-8") == "precious"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.json", "game.json.tmp"]


def test_a_long_name_is_no_trouble(tmp_path: Path) -> None:
    """The half-written file has a name of its own, so the record's may be as long as the disk allows."""
    file = tmp_path / ("x" * 250 + ".json")
    assert run(*DUEL, "--record", str(file), input="b2\nquit\n").exit_code == 0
    assert moves(file) == [[0, "b2"]]


@pytest.mark.parametrize("game", ["clovers", "fever", "unstable"])
def test_a_record_that_ends_before_a_chance_move_goes_on(tmp_path: Path, game: str) -> None:
    """Cut where chance is to move, the game is dealt on and a person is asked, not chance."""
    m = stajnia.Match.start(game, 2, {}, seed=1)
    while len(m.record.moves) < 30 or m.record.moves[-1][0] != stajnia.CHANCE:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    last = max(n for n, (seat, _) in enumerate(m.record.moves) if seat != stajnia.CHANCE)
    for cut in (0, last + 1):
        file = tmp_path / f"{cut}.json"
        record = json.loads(m.record.to_json()) | {"moves": m.record.moves[:cut], "notes": {"secret": "31"}}
        file.write_text(json.dumps(record), "utf-8")
        result = run("play", "--resume", str(file), "--hotseat", input="?\nquit\n")
        assert result.exit_code == 0, result.output
        assert "Player 1, your move" in result.output or "Player 2, your move" in result.output
        kept = stajnia.replay(file.read_text("utf-8")).record.moves
        assert kept == m.record.moves[: len(kept)]  # dealt as committed
        assert len(kept) > cut


def test_games_that_were_left_are_listed_and_deleted(data_folder: Path) -> None:
    """With who plays, how far it is and how it goes on; the last one first."""
    assert run("saves").output == "No game was left here.\n"
    run("play", "duel", "-b", "greedy", "-o", "first=0", input="b2\nquit\n")
    run("play", "clovers", "--hotseat", "-o", "first=0", input="draw\nback\nquit\n")
    folder = data_folder / "stajnia" / "left"
    os.utime(folder / "duel-1.json", (1e9, 1e9))
    (folder / "notes.json").write_text("no record", "utf-8")
    os.utime(folder / "notes.json", (2e9, 2e9))
    rows = json.loads(run("saves", "--json").output)
    assert [(row["name"], row["game"], row["moves"], row["over"]) for row in rows] == [
        ("notes", "", 0, False),
        ("clovers-1", "clovers", 2, False),
        ("duel-1", "duel", 2, False),
    ]
    assert rows[2]["players"] == ["Gracz 1", "Bot 2 (greedy)"] or rows[2]["players"] == ["Player 1", "Bot 2 (greedy)"]
    polish = run("saves", lang="pl").output
    assert "duel-1" in polish
    assert "2001-09-09" in polish
    assert "nie da się odczytać" in polish
    assert "stajnia play --resume" in polish
    assert run("play", "--resume", "duel-1", input="quit\n").exit_code == 0
    os.utime(folder / "notes.json", (1, 1))
    assert "Player 2, your move" not in run("play", "--resume", "last", input="quit\n").output
    assert run("saves", "delete", "nothing").exit_code == 1
    assert run("saves", "delete").exit_code == 1
    assert run("saves", "delete", "duel-1").output == "1 game deleted.\n"
    assert run("saves", "delete", "--all").output == "2 games deleted.\n"
    assert list(folder.iterdir()) == []


def test_a_name_that_nobody_left_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--resume` with a name that is neither a file nor a game that was left."""
    monkeypatch.chdir(tmp_path)
    for name in ("duel-7", "last"):
        result = run("play", "--resume", name)
        assert (result.exit_code, result.output) == (1, f"Error: {name}: No such file or directory\n")
    assert saves.find(Path("duel-7")) == Path("duel-7")


def test_a_record_speaks_the_language_of_its_reader(tmp_path: Path) -> None:
    """Played in English, replayed in Polish: not a word of English is left in the names."""
    file = tmp_path / "game.json"
    run("play", "duel", "-b", "greedy", "-o", "first=0", "--record", str(file), input="b2\nquit\n")
    polish = run("replay", str(file), "--all", lang="pl").output
    assert "Gracz 1" in polish
    assert "Bot 2 (greedy)" in polish
    assert "Player" not in polish
    assert "you" not in polish


def test_chance_that_was_asked_again_is_told(tmp_path: Path) -> None:
    """Who drew, took back and drew again is named with how often, by verify and by replay; the record is still fair."""
    file = tmp_path / "game.json"
    args = ("play", "clovers", "--hotseat", "-o", "first=0", "--record", str(file))
    assert run(*args, input="draw\nundo\ndraw\nundo\n" + "draw\nback\n" * 40).exit_code == 0
    checked = run("verify", str(file)).output.splitlines()
    assert checked[0].startswith("Fair: ")
    assert checked[1] == "Player 1 took back over what chance had said and had it asked again 2 times."
    assert json.loads(run("verify", str(file), "--json").output)["again"] == {"0": 2}
    assert (
        "Gracz 1: po cofnięciu los był pytany ponownie 2 razy." in run("replay", str(file), "--all", lang="pl").output
    )
    assert run(*args, "--force", input="draw\nback\n" * 40).exit_code == 0
    assert len(run("verify", str(file)).output.splitlines()) == 1


def seats_of(file: Path) -> object:
    return json.loads(file.read_text("utf-8"))["notes"]["bots"]


def test_bots_with_a_budget_sit_where_they_sat(tmp_path: Path) -> None:
    """Every seat that had a bot has the same one again, with what it may spend."""
    file = tmp_path / "game.json"
    sat = {"1": "greedy@5", "2": "best@1"}
    run("play", "fever", "-s", "3", "-b", "greedy@5", "-b", "best@1", "--record", str(file), input="quit\n")
    assert seats_of(file) == sat
    result = run("play", "--resume", str(file), input="quit\n")
    assert result.exit_code == 0, result.output
    assert "Player 2, your move" not in result.output
    assert seats_of(file) == sat


@pytest.mark.parametrize(("lang", "said"), [("en", "not run unasked"), ("pl", "nie uruchamia się bez pytania")])
def test_a_record_runs_nobodys_code_unasked(tmp_path: Path, lang: str, said: str) -> None:
    """A bot of one's own is named and asked for again; the file stays as it is, and nothing was imported."""
    file, own = tmp_path / "game.json", "tests.bots.own_bots:first"
    run("play", "duel", "-b", own, "-o", "first=0", "--record", str(file), input="b2\nquit\n")
    named = file.read_text("utf-8").replace(own, "this:zen")
    file.write_text(named, "utf-8")
    result = run("play", "--resume", str(file), lang=lang)
    assert (result.exit_code, said in result.output) == (1, True)
    assert "--bot this:zen" in result.output.replace("\n", " ")
    assert "this" not in sys.modules
    assert file.read_text("utf-8") == named
    assert run("play", "--resume", str(file), "--bot", own, input="quit\n").exit_code == 0
    assert seats_of(file) == {"1": own}


def test_a_level_that_is_none_is_refused(tmp_path: Path) -> None:
    """Nobody becomes a person because a record was changed."""
    file = tmp_path / "game.json"
    run("play", "duel", "-b", "greedy", "-o", "first=0", "--record", str(file), input="b2\nquit\n")
    file.write_text(file.read_text("utf-8").replace('"greedy"', '"genius"'), "utf-8")
    result = run("play", "--resume", str(file))
    assert (result.exit_code, "no bot level “genius”" in result.output) == (1, True)
