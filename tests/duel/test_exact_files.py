"""Tables on disk: kept, gone on with, checked, and refused with a clear line."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from stajnia.bots.duel import levels, retrograde, solution_file
from stajnia.bots.duel.backend import COMPILED, backend
from stajnia.bots.duel.board import board
from stajnia.bots.duel.exact import Expert
from stajnia.bots.duel.retrograde import solve
from stajnia.bots.duel.solution_file import SolutionError, SolvedLayout, folder_of, layer_path
from stajnia.cli import cli
from stajnia.core.words import LANGS
from stajnia.games.duel import layouts
from tests.duel.exact_slow import at_random

ROWS = "###/###/###/###" if COMPILED else "###/###/###"


def test_an_interrupted_solve_goes_on(tmp_path: Path) -> None:
    """Stopped in the middle, the finished layers stay as they are and the result is the same."""
    whole = solve(ROWS, tmp_path / "whole")

    def stop(done: int, total: int) -> None:
        if done > total // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(ROWS, tmp_path / "part", progress=stop)
    folder = folder_of(ROWS, tmp_path / "part")
    kept = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert 0 < len(kept) < len(whole.layers)
    assert not [name for name in kept if not name.endswith(".bin")]
    assert solve(ROWS, tmp_path / "part") == whole
    assert {name: (folder / name).stat().st_mtime_ns for name in kept} == kept
    for path in folder.iterdir():
        assert path.read_bytes() == (folder_of(ROWS, tmp_path / "whole") / path.name).read_bytes()


def test_a_solved_layout_is_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time the answer comes from the files."""
    first = solve(ROWS, tmp_path)
    monkeypatch.setattr(retrograde, "backwards", None)
    assert solve(ROWS, tmp_path) == first


def test_turned_boards_share_a_table(tmp_path: Path) -> None:
    """A mirrored layout reads the same files, in its own cell numbers."""
    rows, mirrored = "####/###./##..", "####/.###/..##"
    one, two = solve(rows, tmp_path), solve(mirrored, tmp_path)
    assert len(list((tmp_path / "duel").iterdir())) == 1
    assert one.layers == two.layers
    there = [3, 2, 1, 0, 6, 5, 4, 8, 7]
    assert sorted(there[c] for c in one.winning_first_cells) == two.winning_first_cells
    mine, theirs, tokens = 0b111, 0b111000, 0b1000000
    search = backend.Search(board(mirrored).packed)
    assert SolvedLayout(mirrored, tmp_path).wins(mine, theirs, tokens) == search.wins(mine, theirs, tokens)


@pytest.mark.parametrize("where", ["magic", "header", "sums", "data", "length", "layout"])
def test_a_damaged_table_is_refused(where: str, tmp_path: Path) -> None:
    """A wrong byte anywhere is found before it gives an answer; the message says what to do."""
    solve(ROWS, tmp_path)
    path = layer_path(folder_of(ROWS, tmp_path), 1)
    data = bytearray(path.read_bytes())
    size = len(data)
    if where == "length":
        del data[-1]
    elif where == "layout":
        other = tmp_path / "other"
        solve("####/####", other)
        data = bytearray(layer_path(folder_of("####/####", other), 1).read_bytes())
    else:
        data[{"magic": 0, "header": 9, "sums": 61, "data": size - 20}[where]] ^= 4
    path.write_bytes(data)
    with pytest.raises(SolutionError, match=r"tokens-01.bin .* make the table again with: .*--fresh") as error:
        SolvedLayout(ROWS, tmp_path).verify()
    assert "\n" not in str(error.value)
    fixed = solve(ROWS, tmp_path, fresh=True)
    SolvedLayout(ROWS, tmp_path).verify()
    assert fixed == solve(ROWS, tmp_path)


def test_damaged_data_is_found_when_it_is_read(tmp_path: Path) -> None:
    """Without a full check too: the chunk that holds the answer is checked first."""
    solve(ROWS, tmp_path)
    path = layer_path(folder_of(ROWS, tmp_path), 0)
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    with pytest.raises(SolutionError, match="wrong checksum"):
        SolvedLayout(ROWS, tmp_path).wins(0b111, 0b111000, 0)
    with pytest.raises(SolutionError, match="wrong checksum"):
        solve(ROWS, tmp_path)


def test_a_missing_table_says_how_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table: the command that makes one, in that folder."""
    where = re.escape(str(tmp_path))
    with pytest.raises(
        SolutionError, match=rf"make it with: stajnia solve duel --layout '####/####/####' --cache {where}$"
    ):
        SolvedLayout("###/###/###/###", tmp_path)
    monkeypatch.setenv("STAJNIA_CACHE", str(tmp_path))
    with pytest.raises(SolutionError, match=r"make it with: stajnia solve duel --layout '####/####/####'$") as e:
        SolvedLayout("###/###/###/###")
    assert e.value.say("pl").endswith("zrób ją tak: stajnia solve duel --layout '####/####/####'")


def test_every_trouble_with_a_table_has_words() -> None:
    """The same troubles can be told in both languages, and no sentence lacks a value."""
    pl, en = (solution_file._words(lang).catalogue for lang in ("pl", "en"))
    assert set(pl) == set(en)
    values = {"folder": "F", "file": "F", "why": "W", "command": "C", "tokens": 1, "size": 2}
    for message in en:
        for lang in LANGS:
            assert not re.search("[{]|None", SolutionError(message, **values).say(lang))


@pytest.mark.parametrize("layer", [0, 1])
def test_a_player_goes_on_without_a_damaged_table(layer: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found damaged when it is opened or in the middle of a game, the table is dropped and the search plays on."""
    solve(ROWS, tmp_path)
    path = layer_path(folder_of(ROWS, tmp_path), layer)
    data = bytearray(path.read_bytes())
    for at in range(len(data) - 20, len(data) // 2, -1000):
        data[at] ^= 1
    path.write_bytes(data)
    player = Expert(ROWS, tmp_path)
    assert (player.table is None) == (layer == 0)
    monkeypatch.setattr(levels, "expert", lambda _: player)
    view = SimpleNamespace(
        rows=ROWS,
        turn=(0,),
        pawns=(("a1", "b1", "c1"), ("a2", "b2", "c2")),
        rainbows=(),
        phase="jump",
        first=0,
        lifted=(),
    )
    legal = [f"{a} {b}" for a, b in (("a1", "b3"), ("c1", "b3"), ("b1", "a3"), ("b1", "c3"))]
    assert levels.perfect(view, legal, Random(1)) in legal
    assert player.table is None


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No permission, a file in the way: one line that names another way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SolutionError, match="choose another folder with --cache or STAJNIA_CACHE"):
        solve(ROWS, tmp_path / "file")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(SolutionError, match=r"Permission denied.*choose another folder"):
        solve(ROWS, tmp_path / "closed")


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little room is said before the work begins; a disk that fills up leaves nothing half-written."""
    with monkeypatch.context() as patch:
        patch.setattr("shutil.disk_usage", lambda _: _Usage())
        with pytest.raises(SolutionError, match="the disk is full"):
            solve(ROWS, tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(SolutionError, match="the disk is full"):
            solve(ROWS, tmp_path)
    assert list(folder_of(ROWS, tmp_path).iterdir()) == []
    solve(ROWS, tmp_path)


class _Usage:
    free = 10


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Argument before STAJNIA_CACHE before the user's own cache folder."""
    monkeypatch.setenv("STAJNIA_CACHE", str(tmp_path / "env"))
    assert solution_file.cache_folder() == tmp_path / "env" / "duel"
    assert solution_file.cache_folder(tmp_path) == tmp_path / "duel"
    monkeypatch.delenv("STAJNIA_CACHE")
    assert "stajnia" in str(solution_file.cache_folder())


def test_without_the_compiled_core_large_layouts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler: a clear message instead of days of waiting."""
    monkeypatch.setattr(retrograde, "COMPILED", False)
    with pytest.raises(SolutionError, match="install a C compiler"):
        solve("#####/#####/#####/#####", tmp_path)


def test_lookups_need_no_table_in_memory(tmp_path: Path) -> None:
    """Opening reads only headers; a thousand random positions agree with the search."""
    solve(ROWS, tmp_path)
    here, known, rng = board(ROWS), SolvedLayout(ROWS, tmp_path), Random(4)
    search = backend.Search(here.packed)
    for _ in range(1000):
        masks = at_random(rng, here.cells, rng.randrange(here.cells - 5))
        assert known.wins(*masks) == search.wins(*masks) == bool(known.turns(*masks))


def test_the_command_refuses_what_it_cannot_solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unknown layouts, other games and bad folders end with one line and a non-zero exit."""
    run = CliRunner().invoke
    for args in (
        ["solve", "duel", "--layout", "nowhere"],
        ["solve", "duel", "--layout", "###/###"],
    ):
        result = run(cli, ["--lang", "en", *args])
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")
        assert result.output.count("\n") == 1
    assert run(cli, ["solve", "chess"]).exit_code == 2
    (tmp_path / "file").write_text("")
    result = run(cli, ["solve", "duel", "--cache", str(tmp_path / "file")])
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(retrograde, "solve", stop)
    result = run(cli, ["--lang", "en", "solve", "duel", "--cache", str(tmp_path)])
    assert result.exit_code == 130
    assert result.output.endswith("\nStopped. Finished layers are kept, and the same command goes on from them.\n")


def test_the_command_prints_the_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON for programs, a table for people, in both languages."""
    import json

    solution = solve(ROWS, tmp_path)
    monkeypatch.setattr(retrograde, "solve", lambda *_: solution)
    run = CliRunner().invoke
    result = run(cli, ["solve", "duel", "--json", "--cache", str(tmp_path)])
    found = json.loads(result.output)
    assert set(found) == {
        *("layout", "layers", "starts", "starts_won_by_first", "first_player_wins", "winning_first_cells")
    }
    assert found["layers"]["0"] == {"positions": solution.layers[0][0], "wins": solution.layers[0][1]}
    assert str(solution.starts) in run(cli, ["--lang", "en", "solve", "duel"]).output
    assert "Tablica" in run(cli, ["--lang", "pl", "solve", "duel"]).output
    asked: list[str] = []

    def remember(rows: str, *_: object) -> retrograde.Solution:
        asked.append(rows)
        return solution

    monkeypatch.setattr(retrograde, "solve", remember)
    for _ in range(8):
        assert run(cli, ["solve", "duel", "--layout", "random"]).exit_code == 0
    assert len(set(asked)) > 1
    assert all(layouts.parse(rows) == rows for rows in asked)
