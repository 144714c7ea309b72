"""The solved layout on disk: one file a layer (number of tokens), and answers from them.

A file is: header, checksums (CRC-32) of the data in chunks of 16 KiB, a checksum of all that, then the
blocks of `python_twin.solve_layer`, only those of token sets that no symmetry of the board makes smaller. Opening
checks header and length; a chunk is checked when it is first read; `verify` checks everything. Files are
written under another name and renamed, so a half-written layer is never taken for a whole one.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import mmap
import os
import shlex
import struct
import zlib
from functools import cache
from importlib import resources
from math import comb
from pathlib import Path

import msgspec

from stajnia.bots.duel.backend import backend
from stajnia.bots.duel.board import Board, board, members, moved
from stajnia.core.game import Message
from stajnia.core.words import Lang, Words
from stajnia.games.duel.state import PAWNS

CHUNK = 1 << 14
SPARE = 16  # bytes after a layer that the compiled backend may read past its end
_HEAD = struct.Struct("<8sHHIIQQQ16s")  # magic, cells, tokens, blocks, chunk, block, data, losses, board
_MAGIC = b"STDUEL1\n"

Turn = tuple[int, int, int]
Bytes = bytes | bytearray | memoryview | mmap.mmap


@cache
def _words(lang: Lang) -> Words:
    text = resources.files(__package__).joinpath(f"words.{lang}.json").read_text("utf-8")
    return Words("", lang, msgspec.json.decode(text, type=dict[str, str]), "")


class SolutionError(Exception):
    """A table that is missing, damaged or cannot be written; the sentence says what to do."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message, self.values = message, values

    def say(self, lang: Lang) -> str:
        return _words(lang).say(Message(self.message, self.values))

    def __str__(self) -> str:
        return self.say("en")


def cache_folder(cache: str | os.PathLike[str] | None = None) -> Path:
    """Where tables are kept: the argument, else STAJNIA_CACHE, else the user's cache folder."""
    if cache is None:
        cache = os.environ.get("STAJNIA_CACHE")
    return Path(cache or _users_cache()) / "duel"


def _users_cache() -> Path:
    try:
        from platformdirs import user_cache_path
    except ModuleNotFoundError:  # the library alone is installed: nothing but the command line makes tables
        return Path.home() / ".cache" / "stajnia"
    return user_cache_path("stajnia")


def folder_of(rows: str, cache: str | os.PathLike[str] | None = None) -> Path:
    """The folder of one layout; turned and mirrored boards share it."""
    name = board(rows).canonical[0].replace("#", "x").replace(".", "_").replace("/", "-")
    return cache_folder(cache) / name


def layer_path(folder: Path, tokens: int) -> Path:
    return folder / f"tokens-{tokens:02}.bin"


def block_bytes(free: int) -> int:
    """Bytes of the block of one token set that leaves so many cells free."""
    return comb(free, PAWNS) * ((comb(free - PAWNS, PAWNS) + 7) // 8)


def layer_bytes(cells: int, tokens: int) -> int:
    return comb(cells, tokens) * block_bytes(cells - tokens) + SPARE


def positions(cells: int, tokens: int) -> int:
    """Positions of one layer."""
    free = cells - tokens
    return comb(cells, tokens) * comb(free, PAWNS) * comb(free - PAWNS, PAWNS)


def perms_of(place: Board) -> bytes:
    """The board's symmetries as the backend takes them."""
    return b"".join(bytes(perm) for perm in place.symmetries)


def _sign(place: Board) -> bytes:
    return hashlib.sha256(place.rows.encode()).digest()[:16]


def _command(place: Board, folder: Path) -> str:
    """The command that makes the table in this folder."""
    cache = folder.parent
    where = "" if cache == cache_folder() else f" --cache {shlex.quote(str(cache.parent))}"
    return f"stajnia solve duel --layout '{place.rows}'{where}"


def write_layer(folder: Path, place: Board, tokens: int, data: Bytes, blocks: int, losses: int) -> None:
    """Writes one layer; `data` may have spare bytes at its end."""
    block = block_bytes(place.cells - tokens)
    size = blocks * block
    view = memoryview(data)[:size]
    head = _HEAD.pack(_MAGIC, place.cells, tokens, blocks, CHUNK, block, size, losses, _sign(place)) + struct.pack(
        f"<{-(-size // CHUNK)}I", *(zlib.crc32(view[i : i + CHUNK]) for i in range(0, size, CHUNK))
    )
    head += struct.pack("<I", zlib.crc32(head))
    path = layer_path(folder, tokens)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(part, "wb") as file:
            file.write(head + bytes(-len(head) % 64))
            file.write(view)
            file.write(bytes(SPARE))
        os.replace(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise _write_error(folder, error) from error


def _write_error(folder: Path, error: OSError) -> SolutionError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SolutionError("full", folder=folder)
    return SolutionError("closed", folder=folder, why=error.strerror or error)


def check_room(folder: Path, needed: int) -> None:
    """Refuses early where the folder cannot be written or has no room for `needed` more bytes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}.part"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise _write_error(folder, error) from error
    import shutil

    if shutil.disk_usage(folder).free < needed:
        raise _write_error(folder, OSError(errno.ENOSPC, "no room"))


class LayerFile:
    """One layer, open for reading."""

    def __init__(self, folder: Path, place: Board, tokens: int) -> None:
        self.path = layer_path(folder, tokens)
        self._command = _command(place, folder)
        try:
            with open(self.path, "rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise SolutionError("missing", folder=folder, tokens=tokens, command=self._command) from None
        except (OSError, ValueError) as error:
            raise self._broken("unreadable", error) from error
        if len(self._map) < _HEAD.size or self._map[:8] != _MAGIC:
            raise self._broken("alien")
        _, cells, k, self.blocks, chunk, self.block, self.size, self.losses, sign = _HEAD.unpack_from(self._map)
        count = -(-self.size // CHUNK)
        end = _HEAD.size + 4 * count
        self.start = -(-(end + 4) // 64) * 64
        if len(self._map) != self.start + self.size + SPARE or chunk != CHUNK:
            raise self._broken("length")
        if zlib.crc32(self._map[:end]) != struct.unpack_from("<I", self._map, end)[0]:
            raise self._broken("checksum")
        if (cells, k, sign) != (place.cells, tokens, _sign(place)) or self.size != self.blocks * self.block:
            raise self._broken("other")
        self._sums = struct.unpack_from(f"<{count}I", self._map, _HEAD.size)
        self._good = bytearray(count)

    def _broken(self, message: str, why: object = "") -> SolutionError:
        return SolutionError(message, file=self.path, why=why, command=f"{self._command} --fresh")

    def check(self, chunk: int) -> None:
        """Checks one chunk of the data, once."""
        if not self._good[chunk]:
            at = self.start + chunk * CHUNK
            if zlib.crc32(self._map[at : min(at + CHUNK, self.start + self.size)]) != self._sums[chunk]:
                raise self._broken("checksum")
            self._good[chunk] = 1

    def verify(self) -> None:
        """Checks all of the data."""
        for chunk in range(len(self._good)):
            self.check(chunk)

    def lost(self, block: int, bit: int) -> bool:
        """One position of one block."""
        at = block * self.block + (bit >> 3)
        if not self._good[at // CHUNK]:
            self.check(at // CHUNK)
        return bool(self._map[self.start + at] >> (bit & 7) & 1)

    def data(self) -> memoryview:
        """All blocks and the spare bytes after them, unchecked."""
        return memoryview(self._map)[self.start :]


class SolvedLayout:
    """All layers of a solved layout: value and winning turns of any position, in cells of `rows`."""

    def __init__(self, rows: str, cache: str | os.PathLike[str] | None = None) -> None:
        self.board = board(rows)
        self.folder = folder_of(rows, cache)
        place = board(self.board.canonical[0])
        self._layers = [LayerFile(self.folder, place, k) for k in range(place.cells - 2 * PAWNS + 1)]
        self._all = place.all
        perms = perms_of(place)
        self._index = [
            memoryview(backend.orbits(place.cells, k, perms)[0]).cast("I") if perms else None
            for k in range(len(self._layers))
        ]
        here = self.board.canonical[1]
        group = (tuple(range(place.cells)), *place.symmetries)
        self._views = [_halves(tuple(perm[cell] for cell in here)) for perm in group]

    def _find(self, tokens: int) -> tuple[tuple[list[int], list[int]], LayerFile, int, int]:
        least, view = min(
            ((low[tokens & 1023] | high[tokens >> 10], (low, high)) for low, high in self._views),
            key=lambda pair: pair[0],
        )
        k = tokens.bit_count()
        rank = backend.set_rank(least)
        index = self._index[k]
        return view, self._layers[k], rank if index is None else index[rank], self._all & ~least

    def wins(self, mine: int, theirs: int, tokens: int) -> bool:
        """Does the side to move win?"""
        (low, high), layer, block, free = self._find(tokens)
        return not layer.lost(
            block,
            backend.block_bit(free, low[theirs & 1023] | high[theirs >> 10], low[mine & 1023] | high[mine >> 10]),
        )

    def _tokens(self, after: list[int], theirs: int, tokens: int) -> list[int]:
        """For each place of my pawns after a jump the cells where a token wins."""
        winning = [0] * len(after)
        open_ = 0
        for mine in after:
            open_ |= self._all & ~(mine | theirs | tokens)
        for cell in members(open_):
            bit = 1 << cell
            (low, high), layer, block, free = self._find(tokens | bit)
            there = low[theirs & 1023] | high[theirs >> 10]
            for i, mine in enumerate(after):
                if not mine & bit and layer.lost(
                    block, backend.block_bit(free, low[mine & 1023] | high[mine >> 10], there)
                ):
                    winning[i] |= bit
        return winning

    def tokens(self, mine: int, theirs: int, tokens: int) -> int:
        """After the jump: the cells where a token wins for the side that jumped."""
        return self._tokens([mine], theirs, tokens)[0]

    def turns(self, mine: int, theirs: int, tokens: int) -> list[Turn]:
        """All winning turns (from, to, token)."""
        jumps = list(self.board.jumps(mine, self.board.free(mine, theirs, tokens)))
        after = [mine ^ 1 << start ^ 1 << end for start, end in jumps]
        return [
            (start, end, cell)
            for (start, end), won in zip(jumps, self._tokens(after, theirs, tokens), strict=True)
            for cell in members(won)
        ]

    def start_block(self) -> bytes:
        """The block of the board without tokens, in cells of the canonical board."""
        layer = self._layers[0]
        layer.verify()
        return bytes(layer.data()[: layer.size])

    def losses(self) -> list[int]:
        """Lost positions of each layer."""
        return [layer.losses for layer in self._layers]

    def verify(self) -> None:
        """Checks every byte of the table."""
        for layer in self._layers:
            layer.verify()


def _halves(perm: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """A permutation of cells as two tables, for the ten low and the ten high cells of a set."""
    low = [moved(perm, mask & ((1 << len(perm)) - 1)) for mask in range(1024)]
    high = [moved(perm, (mask << 10) & ((1 << len(perm)) - 1)) for mask in range(1024)]
    return low, high
