"""Exact play in plain Python: what `_exact.c` does, slower, with the same answers.

A block holds, for one set of tokens, one bit for every way the six pawns can stand on the n free cells:
rows by the three pawns of the side that waits (`other`), in colex order, each row padded to whole bytes;
in a row one bit for every triple of the side to move, in colex order among the cells left: 1 = it loses.
A layer is the blocks of all sets of k tokens in numeric order, and 16 spare bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb, exp, sqrt
from mmap import mmap

from stajnia.bots.duel.board import members

Buffer = bytes | bytearray | memoryview | mmap

_M64 = (1 << 64) - 1


def read_adj(packed: Buffer) -> tuple[int, ...]:
    data = bytes(packed)
    if len(data) % 4 or not 4 <= len(data) <= 80:
        raise ValueError("a board has 1 to 20 cells")
    return struct.unpack(f"<{len(data) // 4}I", data)


def _check(cells: int, mine: int, theirs: int, tokens: int) -> None:
    if mine & theirs or mine & tokens or theirs & tokens or (mine | theirs | tokens) >> cells:
        raise ValueError("pawns and tokens must be on different cells of the board")


def set_rank(mask: int) -> int:
    """Number of a set among the sets of as many cells, in numeric (colex) order."""
    return sum(comb(cell, i) for i, cell in enumerate(members(mask), 1))


def _squeeze(mask: int, frame: int) -> int:
    return sum(1 << i for i, cell in enumerate(members(frame)) if mask >> cell & 1)


def block_bit(free: int, other: int, mover: int) -> int:
    """Where in its block the bit of a position is; `free` are the cells without a token."""
    if other.bit_count() != 3 or mover.bit_count() != 3 or other & mover or (other | mover) & ~free or free >> 20:
        raise ValueError("three pawns each, on different free cells")
    row = (comb(free.bit_count() - 3, 3) + 7) // 8
    return set_rank(_squeeze(other, free)) * row * 8 + set_rank(_squeeze(mover, free & ~other))


def _sets(cells: int, size: int) -> list[int]:
    return sorted(sum(1 << c for c in some) for some in combinations(range(cells), size))


def _triples(frame: int) -> list[int]:
    return sorted(sum(1 << c for c in three) for three in combinations(members(frame), 3))


def solve_layer(
    adj: Buffer, tokens: int, below: Buffer, out: Buffer, start: int, stop: int, plain: bool = False
) -> int:
    """Fills the blocks start..stop-1 of the layer of `tokens` tokens from the layer below (one token
    more); returns how many of their positions are lost. `plain` matters only to the compiled one."""
    del plain
    near = read_adj(adj)
    cells = len(near)
    n = cells - tokens
    if tokens < 0 or n < 6:
        raise ValueError("six cells must be left for the pawns")
    block = comb(n, 3) * ((comb(n - 3, 3) + 7) // 8)
    block_below = comb(n - 1, 3) * ((comb(n - 4, 3) + 7) // 8)
    source, target = memoryview(below), memoryview(out)
    if len(target) < comb(cells, tokens) * block + 16 or (
        n > 6 and len(source) < comb(cells, tokens + 1) * block_below + 16
    ):
        raise ValueError("a layer's buffer is too small")
    everything = (1 << cells) - 1

    def lost_below(laid: int, other: int, mover: int) -> bool:
        bit = block_bit(everything & ~laid, other, mover)
        return bool(source[set_rank(laid) * block_below + (bit >> 3)] >> (bit & 7) & 1)

    losses = 0
    for rank, laid in enumerate(_sets(cells, tokens)[start:stop], start):
        free = everything & ~laid
        bits = bytearray(block)
        for other in _triples(free):
            for mine in _triples(free & ~other):
                if not _some_turn(near, mine, free & ~mine & ~other, other, laid, lost_below):
                    bit = block_bit(free, other, mine)
                    bits[bit >> 3] |= 1 << (bit & 7)
                    losses += 1
        target[rank * block : (rank + 1) * block] = bits
    return losses


def _some_turn(
    near: tuple[int, ...],
    mine: int,
    free: int,
    other: int,
    laid: int,
    lost: Callable[[int, int, int], bool],
) -> bool:
    for start in members(mine):
        for end in members(near[start] & free):
            after = mine ^ 1 << start ^ 1 << end
            for cell in members(free ^ 1 << start ^ 1 << end):
                if lost(laid | 1 << cell, after, other):
                    return True
    return False


def _perms(cells: int, perms: Buffer) -> list[bytes]:
    data = bytes(perms)
    return [data[i : i + cells] for i in range(0, len(data), cells)]


def _moved(perm: bytes, mask: int) -> int:
    return sum(1 << perm[cell] for cell in members(mask))


def orbits(cells: int, tokens: int, perms: Buffer) -> tuple[bytes, int]:
    """For each token set the number of the least set it can be turned into, counted among those."""
    number: dict[int, int] = {}
    out: list[int] = []
    group = _perms(cells, perms)
    for laid in _sets(cells, tokens):
        least = min([laid, *(_moved(perm, laid) for perm in group)])
        out.append(number.setdefault(least, len(number)))
    return struct.pack(f"<{len(out)}I", *out), len(number)


def fold(index: Buffer, block: int, layer: Buffer, out: Buffer) -> None:
    """Keeps only the blocks of the least sets."""
    source, target, following = memoryview(layer), memoryview(out), 0
    for rank, at in enumerate(memoryview(index).cast("I")):
        if at == following:
            target[at * block : (at + 1) * block] = source[rank * block : (rank + 1) * block]
            following += 1


def unfold(
    cells: int,
    tokens: int,
    perms: Buffer,
    index: Buffer,
    data: Buffer,
    out: Buffer,
    start: int,
    stop: int,
) -> None:
    """The whole layer again from a folded one."""
    n = cells - tokens
    block = comb(n, 3) * ((comb(n - 3, 3) + 7) // 8)
    source, target, at = memoryview(data), memoryview(out), memoryview(index).cast("I")
    everything = (1 << cells) - 1
    same = bytes(range(cells))
    for rank, laid in enumerate(_sets(cells, tokens)[start:stop], start):
        perm = min([same, *_perms(cells, perms)], key=lambda p: _moved(p, laid))
        free, turned = everything & ~laid, everything & ~_moved(perm, laid)
        bits = bytearray(block)
        for other in _triples(free):
            for mine in _triples(free & ~other):
                old = block_bit(turned, _moved(perm, other), _moved(perm, mine))
                if source[at[rank] * block + (old >> 3)] >> (old & 7) & 1:
                    new = block_bit(free, other, mine)
                    bits[new >> 3] |= 1 << (new & 7)
        target[rank * block : (rank + 1) * block] = bits


def _can_all_move(near: tuple[int, ...], pawns: int) -> bool:
    return all(near[cell] & ~pawns for cell in members(pawns))


def place(adj: Buffer, block: Buffer, first: int, second: int) -> tuple[int, int]:
    """Cells where the next pawn may be placed, and those of them that win for the side placing it.
    `block` is the block of the board without tokens."""
    near, view = read_adj(adj), memoryview(block)
    everything = (1 << len(near)) - 1
    _check(len(near), first, second, 0)
    if first.bit_count() > 3 or second.bit_count() > 2 or first.bit_count() - second.bit_count() not in (0, 1):
        raise ValueError("pawns are placed in turn, three each")
    known: dict[tuple[int, int], bool] = {}

    def first_wins(one: int, two: int) -> bool:
        if two.bit_count() == 3:
            bit = block_bit(everything, two, one)
            return not view[bit >> 3] >> (bit & 7) & 1
        if (one, two) not in known:
            known[one, two] = any(good(one, two)) == (one.bit_count() == two.bit_count())
        return known[one, two]

    def good(one: int, two: int) -> Iterator[bool]:
        turn = one.bit_count() == two.bit_count()
        for cell in members(everything & ~one & ~two):
            if _can_all_move(near, one | two | 1 << cell):
                yield first_wins(one | turn << cell, two | (not turn) << cell) == turn

    turn = first.bit_count() == second.bit_count()
    legal = winning = 0
    for cell in members(everything & ~first & ~second):
        if _can_all_move(near, first | second | 1 << cell):
            legal |= 1 << cell
            if first_wins(first | turn << cell, second | (not turn) << cell) == turn:
                winning |= 1 << cell
    return legal, winning


def starts(adj: Buffer, block: Buffer) -> tuple[int, int]:
    """How many legal starting positions there are, and how many the first player wins."""
    near, view = read_adj(adj), memoryview(block)
    everything = (1 << len(near)) - 1
    count = won = 0
    for first in _triples(everything):
        for second in _triples(everything & ~first):
            if _can_all_move(near, first | second):
                bit = block_bit(everything, second, first)
                count += 1
                won += not view[bit >> 3] >> (bit & 7) & 1
    return count, won


def _least_starts(near: tuple[int, ...], perms: list[bytes]) -> Iterator[tuple[int, int]]:
    """Legal (first, second) that no symmetry makes smaller, in numeric order."""
    everything = (1 << len(near)) - 1
    for first in _triples(everything):
        turned = [(perm, _moved(perm, first)) for perm in perms]
        if any(image < first for _, image in turned):
            continue
        same = [perm for perm, image in turned if image == first]
        for second in _triples(everything & ~first):
            if _can_all_move(near, first | second) and all(_moved(perm, second) >= second for perm in same):
                yield first, second


def pack_starts(adj: Buffer, perms: Buffer, block: Buffer) -> bytes:
    """One bit for every legal starting position up to symmetry: 1 = the first player loses."""
    near, view = read_adj(adj), memoryview(block)
    bits = []
    for first, second in _least_starts(near, _perms(len(near), perms)):
        at = block_bit((1 << len(near)) - 1, second, first)
        bits.append(view[at >> 3] >> (at & 7) & 1)
    out = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        out[i >> 3] |= bit << (i & 7)
    return bytes(out)


def unpack_starts(adj: Buffer, perms: Buffer, packed: Buffer) -> bytes:
    """The block again from its packed starts; positions that are no legal start count as won."""
    near, bits = read_adj(adj), bytes(packed)
    cells = len(near)
    group = [bytes(range(cells)), *_perms(cells, perms)]
    out = bytearray(comb(cells, 3) * ((comb(cells - 3, 3) + 7) // 8))
    count = 0
    for first, second in _least_starts(near, group[1:]):
        if count >> 3 < len(bits) and bits[count >> 3] >> (count & 7) & 1:
            for perm in group:
                at = block_bit((1 << cells) - 1, _moved(perm, second), _moved(perm, first))
                out[at >> 3] |= 1 << (at & 7)
        count += 1
    if (count + 7) // 8 != len(bits):
        raise ValueError("these starts belong to another board")
    return bytes(out)


def _nth(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def playouts(adj: Buffer, mine: int, theirs: int, tokens: int, n: int, seed: int) -> tuple[int, int]:
    """Plays n random games to the end: (games won by the side to move, turns in all). A jump is chosen
    evenly among the jumps, then a token evenly among the free cells."""
    near = read_adj(adj)
    _check(len(near), mine, theirs, tokens)
    state, wins, turns = seed & _M64, 0, 0
    for _ in range(n):
        me, other, mover = mine, theirs, True
        free = ((1 << len(near)) - 1) & ~(mine | theirs | tokens)
        while jumps := [(1 << a, 1 << b) for a in members(me) for b in members(near[a] & free)]:
            state = (state + 0x9E3779B97F4A7C15) & _M64  # splitmix64
            x = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _M64
            x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _M64
            x ^= x >> 31
            start, end = jumps[(x >> 32) * len(jumps) >> 32]
            free ^= start | end
            free ^= _nth(free, (x & 0xFFFFFFFF) * free.bit_count() >> 32)
            me, other, mover = other, me ^ start ^ end, not mover
            turns += 1
        wins += not mover
    return wins, turns


_SIGNS, _HIDDEN = 46, 16
_SURE = 1e-9  # what is not proved is no surer than this


def _reached(near: tuple[int, ...], cells: int) -> int:
    out = 0
    for cell in members(cells):
        out |= near[cell]
    return out


def _signs_of_side(near: tuple[int, ...], mine: int, theirs: int, free: int) -> tuple[list[int], list[int]]:
    """What is counted of a side, and the sets counted by colour: cells that one jump reaches, those of them that two
    pawns reach, those that a second jump reaches, and those of either."""
    ways = [near[pawn] & free for pawn in members(mine)]
    after = [_reached(near, cells) & free for cells in ways]
    once = ways[0] | ways[1] | ways[2]
    twice = ways[0] & ways[1] | ways[0] & ways[2] | ways[1] & ways[2]
    two = after[0] | after[1] | after[2]
    counts = [*sorted(w.bit_count() for w in ways), *sorted(a.bit_count() for a in after)]
    touched = _reached(near, mine)
    return [*counts, (touched & mine).bit_count(), (touched & theirs).bit_count()], [once, twice, two, once | two]


def _signs(near: tuple[int, ...], dark: int, first: int, second: int) -> list[int]:
    everything = (1 << len(near)) - 1
    free = everything & ~(first | second)
    home = dark if (first & dark).bit_count() > 1 else everything & ~dark  # the colour of most of the first's pawns
    colours = home, everything & ~home
    signs = [0] * 8
    signs[4 * (not first & colours[1]) + (second & home).bit_count()] = 1
    sets = []
    for mine, theirs in ((first, second), (second, first)):
        counts, found = _signs_of_side(near, mine, theirs, free)
        signs += counts + [(some & colour).bit_count() for colour in colours for some in found]
        sets.append(found)
    for colour in colours:
        for some in (free, sets[0][0] & sets[1][0], sets[0][2] & sets[1][2]):
            signs.append((some & colour).bit_count())
    return signs


def start_signs(adj: Buffer, dark: int, starts: Buffer) -> bytes:
    """What the net is told of each start, packed as two masks: 46 counts of jumps and cells. Each jump leads from a
    `dark` cell to one that is not, or back."""
    near = read_adj(adj)
    out = bytearray()
    for first, second in struct.iter_unpack("<2I", bytes(starts)):
        _check(len(near), first, second, 0)
        if first.bit_count() != 3 or second.bit_count() != 3:
            raise ValueError("three pawns each")
        out += bytes(_signs(near, dark, first, second))
    return bytes(out)


def placing_odds(adj: Buffer, dark: int, net: Buffer, first: int, second: int, known: Buffer) -> dict[int, float]:
    """By cell where the next pawn may be placed: how likely that wins. `net` guesses who wins a start, but for those
    `known`, packed as two masks and whether the first player wins; a side that places wins unless the other wins
    after each of its placings. That is their product as if they had nothing to do with each other, and as they have,
    the root of each is taken. 0 and 1 are proofs."""
    near, weights = read_adj(adj), struct.unpack(f"<{_HIDDEN * (_SIGNS + 2) + 1}f", bytes(net))
    everything = (1 << len(near)) - 1
    _check(len(near), first, second, 0)
    if first.bit_count() > 3 or second.bit_count() > 2 or first.bit_count() - second.bit_count() not in (0, 1):
        raise ValueError("pawns are placed in turn, three each")
    memo = {(one, two): float(bool(won)) for one, two, won in struct.iter_unpack("<3I", bytes(known))}

    def guessed(one: int, two: int) -> float:
        sums = list(weights[:_HIDDEN])
        for i, sign in enumerate(_signs(near, dark, one, two), 1):
            if sign:
                sums = [s + sign * weights[i * _HIDDEN + h] for h, s in enumerate(sums)]
        last = weights[_HIDDEN * (_SIGNS + 1) :]
        return 1 / (1 + exp(-(last[-1] + sum(s * w for s, w in zip(sums, last, strict=False) if s > 0)) / (1 << 18)))

    def after(one: int, two: int) -> Iterator[tuple[int, float]]:
        turn = one.bit_count() == two.bit_count()
        for cell in members(everything & ~one & ~two):
            if _can_all_move(near, one | two | 1 << cell):
                yield cell, odds(one | turn << cell, two | (not turn) << cell)

    def odds(one: int, two: int) -> float:
        if (one, two) not in memo:
            others = [1 - within(guessed(one, two))] if two.bit_count() == 3 else [sqrt(o) for _, o in after(one, two)]
            lost = 1.0
            for other in others:
                lost *= other
            memo[one, two] = 1 - lost if lost in (0, 1) else within(1 - lost)
        return memo[one, two]

    def within(value: float) -> float:
        return min(max(value, _SURE), 1 - _SURE)

    return {cell: 1 - other for cell, other in after(first, second)}


class Search:
    """Exact values of positions on one board. `bits` bounds the memory of the compiled one."""

    def __init__(self, adj: Buffer, bits: int = 20) -> None:
        del bits
        self._near = read_adj(adj)
        self._all = (1 << len(self._near)) - 1
        self._seen: dict[tuple[int, int, int], bool] = {}
        self._quick: dict[tuple[int, int, int, int], bool] = {}
        self._stop = 0
        self.nodes = 0

    def _ready(self, mine: int, theirs: int, tokens: int) -> None:
        _check(len(self._near), mine, theirs, tokens)
        if mine.bit_count() > 3 or theirs.bit_count() > 3:
            raise ValueError("at most three pawns each")

    def wins(self, mine: int, theirs: int, tokens: int, budget: int = 0) -> bool | None:
        """Does the side to move win? None: budget spent."""
        self._ready(mine, theirs, tokens)
        self._stop = self.nodes + budget if budget else 0
        return self._wins(mine, theirs, tokens)

    def values(self, positions: Buffer) -> bytes:
        """Many positions at once, packed as three little-endian 32-bit masks each: 1 = win."""
        return bytes(bool(self.wins(*three)) for three in struct.iter_unpack("<3I", bytes(positions)))

    def turn(self, mine: int, theirs: int, tokens: int) -> tuple[int, int, int] | None:
        """A winning turn (from, to, token), the first found, or None."""
        self._ready(mine, theirs, tokens)
        self._stop = 0
        free = self._all & ~(mine | theirs | tokens)
        turns = self._turns(mine, theirs, tokens)
        if turns is None:  # one that ends the game
            for start in members(mine):
                for end in members(self._near[start] & free):
                    open_ = free ^ 1 << start ^ 1 << end
                    left = [c for c in members(open_) if self._near[c] & theirs]
                    if len(left) < 2:
                        return start, end, left[0] if left else next(members(open_))
        for pawns, laid in turns or ():
            if not self._wins(theirs, pawns, laid):
                return (
                    (mine & ~pawns).bit_length() - 1,
                    (pawns & ~mine).bit_length() - 1,
                    (laid & ~tokens).bit_length() - 1,
                )
        return None

    def tokens(self, mine: int, theirs: int, tokens: int) -> int:
        """After the jump: the cells where a token wins for the side that jumped."""
        self._ready(mine, theirs, tokens)
        self._stop = 0
        free = self._all & ~(mine | theirs | tokens)
        return sum(1 << c for c in members(free) if not self._wins(theirs, mine, tokens | 1 << c))

    def within(self, mine: int, theirs: int, tokens: int, turns: int, budget: int = 0) -> bool | None:
        """Can the side to move force the end within so many of its turns? None: budget spent."""
        self._ready(mine, theirs, tokens)
        if not 1 <= turns <= 7:
            raise ValueError("1 to 7 turns")
        self._stop = self.nodes + budget if budget else 0
        return self._within(mine, theirs, tokens, turns)

    def _turns(self, me: int, other: int, tokens: int) -> list[tuple[int, int]] | None:
        """(pawns, tokens) after each turn, promising ones first; None where one ends the game at once."""
        near, free = self._near, self._all & ~(me | other | tokens)
        found: list[tuple[int, int, int]] = []
        for start in members(me):
            for end in members(near[start] & free):
                pawns, open_ = me ^ 1 << start ^ 1 << end, free ^ 1 << start ^ 1 << end
                if sum(1 << c for c in members(open_) if near[c] & other).bit_count() < 2:
                    return None
                for cell in members(open_):
                    rest = open_ ^ 1 << cell
                    score = 2 * sum((near[p] & rest).bit_count() for p in members(other))
                    score -= sum((near[p] & rest).bit_count() for p in members(pawns))
                    found.append((score, pawns, tokens | 1 << cell))
        found.sort(key=lambda turn: turn[0])
        return [(pawns, laid) for _, pawns, laid in found]

    def _wins(self, me: int, other: int, tokens: int) -> bool | None:
        key = (me, other, tokens)
        if key in self._seen:
            return self._seen[key]
        if self._stop and self.nodes >= self._stop:
            return None
        self.nodes += 1
        turns = self._turns(me, other, tokens)
        won = turns is None
        for turn in turns or ():
            answer = self._wins(other, *turn)
            if answer is None:
                return None
            if not answer:
                won = True
                break
        self._seen[key] = won
        return won

    def _within(self, me: int, other: int, tokens: int, left: int) -> bool | None:
        key = (me, other, tokens, left)
        if key in self._quick:
            return self._quick[key]
        if self._stop and self.nodes >= self._stop:
            return None
        self.nodes += 1
        turns = self._turns(me, other, tokens)
        won = turns is None
        for pawns, laid in (turns or ()) if left > 1 else ():
            replies = self._turns(other, pawns, laid)
            won = replies is not None
            for reply, placed in replies or ():
                answer = self._within(pawns, reply, placed, left - 1)
                if answer is None:
                    return None
                if not answer:
                    won = False
                    break
            if won:
                break
        self._quick[key] = won
        return won
