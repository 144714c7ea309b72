"""Solving a whole layout: layer after layer from full boards back to the empty one."""

from __future__ import annotations

import mmap
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import comb
from pathlib import Path

from stajnia.bots.duel.backend import COMPILED, backend
from stajnia.bots.duel.board import Board, board, members
from stajnia.bots.duel.solution_file import (
    Bytes,
    LayerFile,
    SolutionError,
    block_bytes,
    check_room,
    folder_of,
    layer_bytes,
    layer_path,
    perms_of,
    positions,
    write_layer,
)
from stajnia.games.duel.state import PAWNS

Progress = Callable[[int, int], None]  # positions done, positions in all
_PURE_LIMIT = 10  # cells; more would take plain Python hours


@dataclass(frozen=True)
class Solution:
    """What `stajnia solve` prints."""

    layout: str
    layers: dict[int, tuple[int, int]]  # tokens -> positions, wins of the side to move
    starts: int
    starts_won_by_first: int
    first_player_wins: bool
    winning_first_cells: list[int]

    def to_dict(self) -> dict[str, object]:
        return {
            "layout": self.layout,
            "layers": {str(k): {"positions": p, "wins": w} for k, (p, w) in sorted(self.layers.items())},
            "starts": self.starts,
            "starts_won_by_first": self.starts_won_by_first,
            "first_player_wins": self.first_player_wins,
            "winning_first_cells": self.winning_first_cells,
        }


def solve(
    rows: str,
    cache: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    fresh: bool = False,
) -> Solution:
    """Solves a layout and keeps the table; layers already in the folder are not computed again.

    Interrupted, it keeps the finished layers and goes on from them next time. `fresh` begins anew.
    """
    here = board(rows)
    place = board(here.canonical[0])
    _possible(place)
    folder = folder_of(rows, cache)
    top = place.cells - 2 * PAWNS
    if fresh:
        for k in range(top + 1):
            try:
                layer_path(folder, k).unlink(missing_ok=True)
            except OSError as error:
                raise SolutionError("stays", file=layer_path(folder, k), why=error.strerror) from error
    done: dict[int, LayerFile] = {}
    for k in range(top, -1, -1):
        if not layer_path(folder, k).exists():
            break
        done[k] = LayerFile(folder, place, k)
    losses = {k: layer.losses for k, layer in done.items()}
    if len(done) <= top:
        check_room(folder, room_needed(place, top + 1 - len(done)))
        last = done[min(done)] if done else None
        for k, lost, _ in backwards(place, folder, jobs or os.cpu_count() or 1, progress, last):
            losses[k] = lost
    elif progress:
        progress(1, 1)
    start = LayerFile(folder, place, 0)
    start.verify()
    return _summary(here, bytes(start.data()[: start.size]), losses)


def room_needed(place: Board, layers: int | None = None) -> int:
    """About how many bytes a kept table takes, or its first layers."""
    count = place.cells - 2 * PAWNS + 1 if layers is None else layers
    return sum(layer_bytes(place.cells, k) for k in range(count)) // (1 + len(place.symmetries))


def start_block(rows: str, jobs: int | None = None, progress: Progress | None = None) -> bytes:
    """Solves a layout without keeping a table; returns the block of the board without tokens, in cells of
    the canonical board."""
    return _unkept(board(rows), jobs, progress)[0]


def solve_unkept(rows: str, jobs: int | None = None, progress: Progress | None = None) -> Solution:
    """Solves a layout and keeps nothing of it on disk."""
    here = board(rows)
    return _summary(here, *_unkept(here, jobs, progress))


def _unkept(here: Board, jobs: int | None, progress: Progress | None) -> tuple[bytes, dict[int, int]]:
    place = board(here.canonical[0])
    _possible(place)
    losses: dict[int, int] = {}
    for k, lost, layer in backwards(place, None, jobs or os.cpu_count() or 1, progress, None):
        losses[k] = lost
        last = layer
    return bytes(memoryview(last)[: block_bytes(place.cells)]), losses


def _possible(place: Board) -> None:
    if not COMPILED and place.cells > _PURE_LIMIT:
        raise SolutionError("compiler")


def _summary(here: Board, block: bytes, losses: dict[int, int]) -> Solution:
    rows, numbers = here.canonical
    packed = board(rows).packed
    count, won = backend.starts(packed, block)
    _, winning = backend.place(packed, block, 0, 0)
    cells = sorted(numbers.index(cell) for cell in members(winning))
    layers = {k: (positions(here.cells, k), positions(here.cells, k) - lost) for k, lost in losses.items()}
    return Solution(here.rows, layers, count, won, bool(cells), cells)


def _stretches(sets: int, block: int) -> Iterator[tuple[int, int]]:
    step = max(1, min(2048, (4 << 20) // block, sets // 16))
    for start in range(0, sets, step):
        yield start, min(start + step, sets)


class _Crew:
    """Threads that run the backend over stretches of a layer; the compiled one lets go of the GIL."""

    def __init__(self, jobs: int) -> None:
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="duel")
        self._stop = threading.Event()

    def each(self, sets: int, block: int, work: Callable[[int, int], int | None]) -> Iterator[tuple[int, int]]:
        """(sets done, result) of each stretch as it is finished."""

        def one(start: int, stop: int) -> tuple[int, int]:
            return (0, 0) if self._stop.is_set() else (stop - start, work(start, stop) or 0)

        yield from (f.result() for f in [self._pool.submit(one, *s) for s in _stretches(sets, block)])

    def close(self) -> None:
        self._stop.set()
        self._pool.shutdown()


def _buffer(size: int) -> mmap.mmap:
    try:
        memory = mmap.mmap(-1, size)
    except (OSError, MemoryError) as error:
        raise SolutionError("memory", size=size >> 20) from error
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # only a wish
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def backwards(
    place: Board, folder: Path | None, jobs: int, progress: Progress | None, last: LayerFile | None
) -> Iterator[tuple[int, int, Bytes]]:
    """Yields (tokens, lost positions, layer) from the layer above `last`, or from full boards, down to
    the empty board. Two buffers are used in turn; files are written while the next layer is computed."""
    cells, perms = place.cells, perms_of(place)
    top = cells - 2 * PAWNS
    total = sum(positions(cells, k) for k in range(top + 1))
    first = last_tokens = top + 1 if last is None else _tokens_of(last)
    done = sum(positions(cells, k) for k in range(first, top + 1))
    with ExitStack() as stack:
        crew = _Crew(jobs)
        stack.callback(crew.close)
        writer = ThreadPoolExecutor(1, thread_name_prefix="duel-file")
        stack.callback(writer.shutdown)
        room = [
            _buffer(max((layer_bytes(cells, k) for k in range(top + 1) if k % 2 == odd), default=4096))
            for odd in (0, 1)
        ]
        writing: list[Future[None]] = []
        if last is not None:
            last.verify()
            _load(place, last_tokens, last, room[last_tokens % 2], crew, perms)
        for k in range(first - 1, -1, -1):
            if len(writing) == 2:
                writing.pop(0).result()  # the buffer we are about to fill
            block, sets = block_bytes(cells - k), comb(cells, k)
            below, out = room[(k + 1) % 2], room[k % 2]

            def work(start: int, stop: int, k: int = k, below: Bytes = below, out: Bytes = out) -> int:
                return backend.solve_layer(place.packed, k, below, out, start, stop)

            losses = 0
            for count, lost in crew.each(sets, block, work):
                losses += lost
                done += count * (positions(cells, k) // sets)
                if progress:
                    progress(done, total)
            if folder is not None:
                writing.append(writer.submit(_keep, folder, place, k, out, losses, perms))
            yield k, losses, out
        for task in writing:
            task.result()


def _tokens_of(layer: LayerFile) -> int:
    return int(layer.path.stem.removeprefix("tokens-"))


def _keep(folder: Path, place: Board, tokens: int, layer: Bytes, losses: int, perms: bytes) -> None:
    sets, block = comb(place.cells, tokens), block_bytes(place.cells - tokens)
    if not perms:
        write_layer(folder, place, tokens, layer, sets, losses)
        return
    index, blocks = backend.orbits(place.cells, tokens, perms)
    data = bytearray(blocks * block)
    backend.fold(index, block, layer, data)
    write_layer(folder, place, tokens, data, blocks, losses)


def _load(place: Board, tokens: int, file: LayerFile, out: Bytes, crew: _Crew, perms: bytes) -> None:
    sets, block = comb(place.cells, tokens), block_bytes(place.cells - tokens)
    if not perms:
        memoryview(out)[: sets * block] = file.data()[: sets * block]
        return
    index, _ = backend.orbits(place.cells, tokens, perms)

    def work(start: int, stop: int) -> None:
        backend.unfold(place.cells, tokens, perms, index, file.data(), out, start, stop)

    for _ in crew.each(sets, block, work):
        pass
