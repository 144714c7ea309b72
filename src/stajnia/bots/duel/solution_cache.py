"""The solved layouts kept on this machine: which, how large, and away with them (0.4 to 1.6 GB each)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stajnia.bots.duel.board import board
from stajnia.bots.duel.solution_file import SolutionError, cache_folder, folder_of, layer_path
from stajnia.games.duel.state import PAWNS

Cache = str | os.PathLike[str] | None


@dataclass(frozen=True)
class Kept:
    """One layout's folder; `whole` when no layer is missing (an interrupted `solve` goes on from the ones there)."""

    rows: str  # of the canonical board: turned and mirrored layouts share it
    folder: Path
    size: int  # bytes
    whole: bool


def kept(cache: Cache = None) -> list[Kept]:
    """What lies in the cache, the largest first; folders that are no layout's are left out."""
    found = (_look(folder, cache) for folder in _folders(cache_folder(cache)))
    return sorted((each for each in found if each), key=lambda each: (-each.size, each.rows))


def forget(rows: str, cache: Cache = None) -> int:
    """Removes the table of one layout, also a half-finished one; the bytes that are free again."""
    folder = folder_of(rows, cache)
    freed = 0
    for file in _files(folder):
        size = file.stat().st_size
        try:
            file.unlink()
        except OSError as error:
            raise SolutionError("stays", file=file, why=error.strerror or error) from error
        freed += size
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return freed


def forget_all(cache: Cache = None) -> int:
    """Removes every table; the bytes that are free again."""
    return sum(forget(each.rows, cache) for each in kept(cache))


def _folders(cache: Path) -> Iterator[Path]:
    yield from (path for path in sorted(cache.iterdir()) if path.is_dir()) if cache.is_dir() else ()


def _files(folder: Path) -> list[Path]:
    """Layers and what a killed `solve` left of one; nothing that is not ours."""
    return [*folder.glob("tokens-*.bin"), *folder.glob("*.part")]


def _look(folder: Path, cache: Cache) -> Kept | None:
    rows = folder.name.replace("x", "#").replace("_", ".").replace("-", "/")
    try:
        here = board(rows)
    except ValueError:
        return None
    files = _files(folder)
    if folder_of(rows, cache) != folder or not files:
        return None
    whole = all(layer_path(folder, k).exists() for k in range(here.cells - 2 * PAWNS + 1))
    return Kept(here.canonical[0], folder, sum(file.stat().st_size for file in files), whole)
