"""Solved layouts: what is kept is told, listed and cleared; nothing need be kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stajnia.bots.duel import retrograde
from stajnia.bots.duel.board import board
from stajnia.bots.duel.retrograde import room_needed, solve, solve_unkept
from stajnia.bots.duel.solution_file import folder_of
from stajnia.games.duel import layouts
from tests.cli.test_cli import run

SMALL, SMALLER = "###/###/###", "###/###/#.."


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Layouts of nine clouds are taken for whole ones; tables are kept in the folder of the test."""
    monkeypatch.setattr(layouts, "parse", lambda text: text)
    monkeypatch.setenv("STAJNIA_CACHE", str(tmp_path))
    return tmp_path


def test_solve_says_what_it_keeps(small: Path) -> None:
    """How much before and after the work, and how to be rid of it."""
    result = run("solve", "duel", "--layout", SMALL)
    assert result.exit_code == 0
    folder = folder_of(SMALL)
    assert f"will be kept in {folder}; --no-keep leaves nothing." in result.output
    assert f"Table: {folder} (0.0 MB). stajnia cache lists what is kept and clears it." in result.output
    assert folder.is_relative_to(small)


def test_a_whole_layout_is_said_to_be_large() -> None:
    """The estimate for the named layouts is what they take: 0.4 to 1.6 GB."""
    sizes = [room_needed(board(board(rows).canonical[0])) for rows in layouts.NAMED.values()]
    assert 3e8 < min(sizes) < max(sizes) < 1.8e9


def test_nothing_is_kept_where_nobody_wants_it(small: Path) -> None:
    """--no-keep gives the same solution and leaves no file; it excludes what needs a table."""
    result = run("solve", "duel", "--layout", SMALL, "--no-keep", "--json")
    assert list(small.iterdir()) == []
    assert solve_unkept(SMALL) == solve(SMALL)
    assert json.loads(result.output) == json.loads(run("solve", "duel", "--layout", SMALL, "--json").output)
    for flag in ("--verify", "--fresh"):
        result = run("solve", "duel", "--layout", SMALL, "--no-keep", flag)
        assert (result.exit_code, "there is no table" in result.output) == (1, True)


@pytest.mark.usefixtures("small")
def test_tables_are_listed_and_cleared() -> None:
    """By layout or all at once; what an interrupted run left is said to be unfinished."""
    assert run("cache").output == "No table is kept here.\n"
    solve(SMALL)
    solve(SMALLER)
    next(folder_of(SMALLER).glob("*-00.bin")).unlink()
    found = json.loads(run("cache", "--json").output)
    assert [(row["layout"], row["whole"]) for row in found] == [(SMALL, True), (board(SMALLER).canonical[0], False)]
    listed = run("cache", lang="pl").output
    assert "niedokończona" in listed
    assert "stajnia cache clear --all" in listed
    assert run("cache", "clear").exit_code == 1
    assert run("cache", "clear", SMALLER).output.endswith("free again.\n")
    assert len(json.loads(run("cache", "--json").output)) == 1
    assert run("cache", "clear", "--all").exit_code == 0
    assert run("cache").output == "No table is kept here.\n"


def test_another_folder_is_listed_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--cache names it, before or after `clear`."""
    monkeypatch.setattr(layouts, "parse", lambda text: text)
    for args in (("cache", "--cache", str(tmp_path), "clear"), ("cache", "clear", "--cache", str(tmp_path))):
        solve(SMALL, tmp_path)
        assert "own layout: ###/###/###" in run("cache", "--cache", str(tmp_path)).output
        assert run(*args, SMALL).exit_code == 0
        assert run("cache", "--cache", str(tmp_path)).output == "No table is kept here.\n"


def test_an_interrupted_solve_keeps_its_layers_only_where_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C without a table is simply a stop."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(retrograde, "solve_unkept", stop)
    result = run("solve", "duel", "--no-keep")
    assert (result.exit_code, result.output) == (130, "Stopped.\n")
