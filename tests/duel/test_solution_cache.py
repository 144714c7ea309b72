"""Solved layouts on disk can be listed and removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from stajnia.bots.duel.board import board
from stajnia.bots.duel.retrograde import solve
from stajnia.bots.duel.solution_cache import forget, forget_all, kept
from stajnia.bots.duel.solution_file import folder_of, layer_path

SMALL, LARGER = "###/###/#..", "###/###/###"


def test_kept_layouts_are_listed_with_their_size(tmp_path: Path) -> None:
    """The largest first; a layout whose layers are not all there is said to be unfinished."""
    assert kept(tmp_path) == []
    solve(SMALL, tmp_path)
    solve(LARGER, tmp_path)
    layer_path(folder_of(LARGER, tmp_path), 0).unlink()
    (tmp_path / "duel" / "something else").mkdir()
    larger, small = kept(tmp_path)
    assert (larger.whole, small.whole) == (False, True)
    assert larger.rows == LARGER
    assert small.folder == folder_of(SMALL, tmp_path)
    assert small.size == sum(file.stat().st_size for file in small.folder.iterdir()) > 0


def test_a_layout_is_removed_and_the_room_told(tmp_path: Path) -> None:
    """Turned boards share a table, so either name removes it; what is not ours stays."""
    solve(SMALL, tmp_path)
    solve(LARGER, tmp_path)
    (tmp_path / "duel" / "notes.txt").write_text("mine")
    size = {each.rows: each.size for each in kept(tmp_path)}
    assert forget("#../###/###", tmp_path) == size.pop(board(SMALL).canonical[0])
    assert [each.rows for each in kept(tmp_path)] == [LARGER]
    assert forget(SMALL, tmp_path) == 0
    assert forget_all(tmp_path) == size[LARGER]
    assert [path.name for path in (tmp_path / "duel").iterdir()] == ["notes.txt"]


def test_half_written_layers_are_removed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `solve` that was killed leaves parts; they are counted, and go. The folder is found by STAJNIA_CACHE."""
    monkeypatch.setenv("STAJNIA_CACHE", str(tmp_path))
    folder = folder_of(SMALL)
    folder.mkdir(parents=True)
    (folder / "tokens-01.77.part").write_bytes(b"1234567")
    (found,) = kept()
    assert (found.size, found.whole) == (7, False)
    assert forget(found.rows) == 7
    assert not folder.exists()
