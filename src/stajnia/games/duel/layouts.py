"""Boards of the duel: any arrangement of two 2x2 and two 2x3 tiles on one grid, joined by cell sides.

A board is written as rows from the top, `#` a cell and `.` none: `#####/#####/#####/#####`. A cell is named by its
column letter and row number, `a1` at the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from stajnia.core.game import Illegal, Rng

Cell = tuple[int, int]  # row, column from 0
Tile = frozenset[Cell]

NAMED: dict[str, str] = {
    "rectangle": "#####/#####/#####/#####",
    "stairs": "#####../#####../..#####/..#####",
    "step": "#####./#####./.#####/.#####",
    "gate": "######/######/##..##/##..##",
    "crown": "##..##/##..##/.####./.####./.####.",
    "pinwheel": ".##.../.#####/######/#####./...##.",
    "window": "#####/#####/##.##/####./..##.",
    "butterfly": "##.##./##.##./.####./.##.##/.##.##",
    "mushroom": "######/######/.####./.####.",
}

TILES: tuple[tuple[int, int], ...] = ((2, 2), (2, 2), (2, 3), (2, 3))  # height and width
CELLS = 20  # of all four
SHAPES: tuple[tuple[int, int], ...] = ((2, 2), (2, 3), (3, 2))  # a rectangle may be turned
FIRST_TILE: Tile = frozenset((r, c) for r in range(2) for c in range(3))  # of a board laid at random
COLUMNS = "abcdefghijklmnopqrst"


def cells_of(rows: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows.split("/")) for c, sign in enumerate(row) if sign == "#"]


def rows_of(cells: Iterator[Cell] | list[Cell] | frozenset[Cell] | set[Cell]) -> str:
    """The rows of a set of cells, trimmed to its edges."""
    there = set(cells)
    top, left = min(r for r, _ in there), min(c for _, c in there)
    height, width = max(r for r, _ in there) - top + 1, max(c for _, c in there) - left + 1
    return "/".join("".join("#" if (top + r, left + c) in there else "." for c in range(width)) for r in range(height))


@lru_cache(4096)
def name_of(cell: Cell) -> str:
    return f"{COLUMNS[cell[1]]}{cell[0] + 1}"


def parse(text: str) -> str:
    """A named layout, own rows or a share code as trimmed rows; Illegal says why the tiles cannot form it."""
    text = text.strip()
    if text in NAMED:
        return NAMED[text]
    if "#" not in text:
        return parse(_decode(text))
    if set(text) - set("#./ "):
        raise Illegal("duel R2.2", "layout_signs", layout=text)
    rows = [row.rstrip(" ").replace(" ", ".") for row in text.split("/")]
    cells = cells_of("/".join(rows))
    if len(cells) != CELLS:
        raise Illegal("duel R1.2", "layout_count", count=len(cells))
    if len(_reach(cells)) != CELLS:
        raise Illegal("duel R2.1", "layout_apart")
    trimmed = rows_of(cells)
    if tiling(trimmed) is None:
        raise Illegal("duel R1.2", "layout_tiles")
    return trimmed


def _reach(cells: list[Cell]) -> set[Cell]:
    there, seen, todo = set(cells), {cells[0]}, [cells[0]]
    while todo:
        r, c = todo.pop()
        for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if n in there and n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


@lru_cache(4096)
def tiling(rows: str) -> tuple[Tile, ...] | None:
    """One way to lay the four tiles on these cells, or None."""

    def cover(left: frozenset[Cell], squares: int, rectangles: int) -> tuple[Tile, ...] | None:
        if not left:
            return ()
        r, c = min(left)
        for h, w in SHAPES:
            square = h == w
            if (squares if square else rectangles) == 0:
                continue
            tile = frozenset((r + i, c + j) for i in range(h) for j in range(w))
            if tile <= left:
                rest = cover(left - tile, squares - square, rectangles - (not square))
                if rest is not None:
                    return (tile, *rest)
        return None

    return cover(frozenset(cells_of(rows)), 2, 2)


@lru_cache(4096)
def tile_names(rows: str) -> tuple[tuple[str, ...], ...]:
    """The four tiles of a board as lists of cell names."""
    return tuple(tuple(name_of(c) for c in sorted(t)) for t in tiling(rows) or ())


def turned(rows: str) -> list[str]:
    """The board in all its turns and mirrorings (up to eight, the board itself first)."""
    cells = cells_of(rows)
    out: dict[str, None] = {}
    for a, b, c, d in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
        for flip in (1, -1):
            out[rows_of([(a * r + b * k * flip, c * r + d * k * flip) for r, k in cells])] = None
    return list(out)


def canonical(rows: str) -> str:
    """One board for all its turns and mirrorings: two boards are the same if this is."""
    return min(turned(rows))


@lru_cache(4096)  # every view asks for it
def named(rows: str) -> str | None:
    """The name of a layout, also when it is turned or mirrored."""
    same = canonical(rows)
    return next((name for name, r in NAMED.items() if canonical(r) == same), None)


_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: nothing that reads like something else


@lru_cache(4096)
def share_code(rows: str) -> str:
    """A short code for a layout, for a link or a message."""
    width = rows.index("/") if "/" in rows else len(rows)
    number = int("1" + "".join("1" if s == "#" else "0" for s in rows.replace("/", "")), 2)
    digits = ""
    while number:
        number, d = divmod(number, 32)
        digits = _DIGITS[d] + digits
    return f"{_DIGITS[width]}-{digits}"


def _decode(code: str) -> str:
    width, dash, digits = code.lower().partition("-")
    if not dash or len(width) != 1 or not digits or set(width + digits) - set(_DIGITS) or len(digits) > 82:
        raise Illegal("duel R2.3", "layout_unknown", layout=code, known=sorted(NAMED))
    w, number = _DIGITS.index(width), 0
    for d in digits:
        number = number * 32 + _DIGITS.index(d)
    signs = bin(number)[3:].replace("1", "#").replace("0", ".")
    if w == 0 or len(signs) % w or "#" not in signs:
        raise Illegal("duel R2.3", "layout_unknown", layout=code, known=sorted(NAMED))
    return "/".join(signs[i : i + w] for i in range(0, len(signs), w))


def places(laid: frozenset[Cell], square: bool) -> list[Tile]:
    """Where a further tile may lie: on no laid cell and touching one along a whole side."""
    out = []
    for h, w in SHAPES:
        if (h == w) != square:
            continue
        near = {(r + dr, c + dc) for r, c in laid for dr in range(-h, 2) for dc in range(-w, 2)}
        for r, c in sorted(near):
            tile = frozenset((r + i, c + j) for i in range(h) for j in range(w))
            if not tile & laid and any(
                (i + a, j + b) in laid for i, j in tile for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ):
                out.append(tile)
    return out


def next_tiles(tiles: Sequence[Tile]) -> list[Tile]:
    """Where the next tile may lie, of either kind that is left: so that every board can come up."""
    laid: Tile = frozenset().union(*tiles)
    squares = sum(len(tile) == 4 for tile in tiles)
    left = [square for square, laid_of in ((True, squares), (False, len(tiles) - squares)) if laid_of < 2]
    return [tile for square in left for tile in places(laid, square)]


def at_random(rng: Rng) -> str:
    """A board laid tile by tile at random."""
    tiles = [FIRST_TILE]
    while len(tiles) < 4:
        tiles.append(rng.choice(next_tiles(tiles)))
    return rows_of(frozenset().union(*tiles))
