"""The perfect player: value and best actions of any moment of a duel, on plain values.

Asks the table of the layout where there is one, the opening book for placing, and the search otherwise.
`Advice.proved` says whether the answer is exact or a guess: on a layout without book and table the first four placings
are guessed by a small net and the last two as far as the search does not prove them, without the compiled backend the
first turns are guessed, and anywhere a turn that the search has not decided by its bound or by its time. A lost side
is advised to set the hardest problem: the fewest replies that win.
"""

from __future__ import annotations

import json
import os
import struct
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from math import inf
from time import perf_counter
from typing import Generic, Literal, TypeVar

from stajnia.bots.duel.backend import COMPILED, backend
from stajnia.bots.duel.board import board, members
from stajnia.bots.duel.book import Starts, book
from stajnia.bots.duel.retrograde import start_block
from stajnia.bots.duel.solution_file import SolutionError, SolvedLayout, Turn, folder_of
from stajnia.bots.net import BadWeights
from stajnia.games.duel.state import PAWNS

A = TypeVar("A")
Jump = tuple[int, int]
Start = tuple[int, int]  # the pawns of the first player and of the second
Source = Literal["table", "book", "search", "guess"]

_NODES = 300_000 if COMPILED else 1_500  # how hard a lost side looks for the longest way
_PLACING_NODES = 1_600_000  # how hard a placing is searched: less than a second; twice as many found no more
STARTS, NET_SIZE = "starts.json", 4 * (16 * 48 + 1)  # the net of the starts, and its bytes when it is packed
_SEARCHED_PAWNS = 4  # pawns on the board from which a placing is searched: before, it found no more
_PURE_PAWNS = 3  # pawns on the board from which plain Python asks the net of the starts
_TURN_NODES = 16_000_000  # how hard a jump or a token is searched in all: 14.2 million were the most one took
_SLICE = 100_000 if COMPILED else 1_000  # positions between two looks at the clock
_PLAYOUTS = 200 if COMPILED else 8
_COUNTED_TURNS = 8 if COMPILED else 4  # turns left at which all winning replies to all turns are counted
_COUNTED = 12  # turns whose replies are counted before that
_COUNTING_NODES = 1_500_000 if COMPILED else 15_000  # positions searched for it, in half a second or so
_PURE_TURNS = 9  # turns left that plain Python searches in a second or so


@dataclass(frozen=True)
class Advice(Generic[A]):
    """What the side to act should do. `actions`: winning ones, or the hardest to answer of a lost side."""

    wins: bool | None  # None: not known
    actions: list[A]
    source: Source

    @property
    def proved(self) -> bool:
        return self.wins is not None


class Expert:
    """Exact play on one layout. Cells are numbered row by row; sets of cells are bit masks."""

    def __init__(self, rows: str, cache: str | os.PathLike[str] | None = None, bits: int = 22) -> None:
        """Uses the table in the cache folder if it is there and whole; `bits` bounds the search's memory."""
        self.board = board(rows)
        self._bits = bits
        self.forget()
        self.table: SolvedLayout | None = None
        self.starts: Starts | None = None
        try:
            if folder_of(rows, cache).exists():
                table = SolvedLayout(rows, cache)
                self.starts = Starts(self.board, table.start_block())
                self.table = table
        except (SolutionError, OSError):
            pass  # unfinished, damaged or closed to us: `stajnia solve` says so, a player plays on
        if self.table is None:
            self.starts = book().starts(rows)

    def forget(self, nodes: int = 0, until: float = inf) -> None:
        """Search anew: so an answer follows from the position alone, not from what was asked before. For one action
        the search looks at no more than so many positions (0: as many as it ever does) and no longer than `until` by
        the clock; then it is a guess."""
        self.search = backend.Search(self.board.packed, self._bits)
        self._nodes, self._until = nodes or _TURN_NODES, until
        self._stop = self._nodes  # the search goes no further for this action

    def drop_table(self) -> None:
        """Go on without the table: it turned out to be damaged."""
        self.table = None
        self.starts = book().starts(self.board.rows)

    def prepare(self, jobs: int | None = None) -> None:
        """Solves the layout in memory (seconds, some 700 MiB), so that placing too is exact."""
        if self.starts is None:
            self.starts = Starts(self.board, start_block(self.board.rows, jobs))

    # ---- placing ----

    def placing(self, first: int, second: int) -> Advice[int]:
        """The next pawn to be placed; whose it is follows from the pawns that stand."""
        if self.starts is not None:
            source: Source = "table" if self.table else "book"
            legal, winning = self.starts.placings(first, second)
            if winning:
                return Advice(True, list(members(winning)), source)
            return Advice(False, self._hard_placings(first, second, legal), source)
        return self._placing_without_book(first, second)

    def _placing_without_book(self, first: int, second: int) -> Advice[int]:
        """What the net of the starts thinks best; late placings are searched, as far as nobody waits for it: always the
        start that is expected after the best of them, until one is proved or it stays the best."""
        odds, known = self._odds(first, second), dict[Start, bool]()
        likely = sorted(odds, key=lambda cell: -odds[cell])
        searched = COMPILED and (first | second).bit_count() >= _SEARCHED_PAWNS
        self._stop = self.search.nodes + min(self._nodes, _PLACING_NODES)
        while searched and likely:
            cell = max(likely, key=lambda cell: odds[cell])
            if odds[cell] in (0, 1):
                return Advice(True, [cell], "search") if odds[cell] else Advice(False, likely[:1], "search")
            start = self._expected_start(first, second, cell, known)
            wins = self._decided(*start, 0)
            if wins is None:
                return Advice(None, [cell], "guess")
            known[start] = wins
            odds = self._odds(first, second, known)
        return Advice(None, likely[:1], "guess")

    def _expected_start(self, first: int, second: int, cell: int, known: dict[Start, bool]) -> Start:
        """The start after this placing if both sides go on as it looks best for them. It is a new one, for what is
        known to win or to lose is never both best and in doubt."""
        while True:
            first, second = _placed(first, second, cell)
            if second.bit_count() == PAWNS:
                return first, second
            odds = self._odds(first, second, known)
            cell = max(odds, key=lambda cell: odds[cell])

    def _odds(self, first: int, second: int, known: dict[Start, bool] | None = None) -> dict[int, float]:
        """How likely each legal placing wins, by the net of the starts and those known; 0 and 1 are proofs. Plain
        Python has no time for it early on and plays random games instead."""
        if not COMPILED and (first | second).bit_count() < _PURE_PAWNS:
            return self._random_odds(first, second)
        packed = b"".join(struct.pack("<3I", *start, won) for start, won in (known or {}).items())
        return backend.placing_odds(self.board.packed, self.board.dark, _net(), first, second, packed)

    def _hard_placings(self, first: int, second: int, legal: int) -> list[int]:
        """All lose; those that leave the other the fewest winning placings."""
        assert self.starts is not None
        if second.bit_count() == PAWNS - 1 and first.bit_count() == PAWNS:
            odds = self._odds(first, second)
            return [max(odds, key=lambda cell: odds[cell])]
        left = {}
        for cell in members(legal):
            left[cell] = self.starts.placings(*_placed(first, second, cell))[1].bit_count()
        return [cell for cell in left if left[cell] == min(left.values())]

    def _random_odds(self, first: int, second: int) -> dict[int, float]:
        """How often each legal placing wins when all the rest is random."""
        odds, pawns = {}, first | second
        turn = first.bit_count() == second.bit_count()
        for cell in members(self.board.free(pawns)):
            if self.board.can_all_move(pawns | 1 << cell):
                won = sum(self._random_start(*_placed(first, second, cell), seed) for seed in range(12)) / 12
                odds[cell] = won if turn else 1 - won
        return odds

    def _random_start(self, first: int, second: int, seed: int) -> float:
        """Share of playouts the first player wins after the missing pawns are placed somewhere."""
        state = seed * 7919 + 1
        while second.bit_count() < PAWNS:
            pawns = first | second
            cells = [c for c in members(self.board.free(pawns)) if self.board.can_all_move(pawns | 1 << c)]
            if not cells:
                return 0.5  # only on boards smaller than the game's
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            first, second = _placed(first, second, cells[(state >> 8) % len(cells)])
        return backend.playouts(self.board.packed, first, second, 0, _PLAYOUTS, seed)[0] / _PLAYOUTS

    # ---- a turn ----

    def wins(self, mine: int, theirs: int, tokens: int, nodes: int = 0) -> bool | None:
        """Does the side to move win? None: too early in the game for plain Python, or for so many `nodes`."""
        if self.table is not None:
            return self.table.wins(mine, theirs, tokens)
        known = None if tokens else self._start_wins(mine, theirs)
        if known is not None:
            return known
        return self.search.wins(mine, theirs, tokens, nodes) if self._searchable(tokens) else None

    def _start_wins(self, mine: int, theirs: int) -> bool | None:
        """What the book says of a position without tokens."""
        if self.starts is None or not self.board.can_all_move(mine | theirs):
            return None
        return self.starts.first_wins(mine, theirs)

    def turns(self, mine: int, theirs: int, tokens: int) -> list[Turn]:
        """All winning turns (from, to, token). From the search this can take seconds early in a game."""
        if self.table is not None:
            return self.table.turns(mine, theirs, tokens)
        return [
            (start, end, cell)
            for start, end in self.board.jumps(mine, self.board.free(mine, theirs, tokens))
            for cell in members(self.search.tokens(mine ^ 1 << start ^ 1 << end, theirs, tokens))
        ]

    def turn(self, mine: int, theirs: int, tokens: int, every: bool = False, until: float = inf) -> Advice[Turn]:
        """Whole turns (from, to, token). From the search only one winning turn unless `every`. A lost side looks for
        the hardest problem no longer than `until` by the clock."""
        self._stop = self.search.nodes + self._nodes
        if self.table is not None or (every and self._searchable(tokens)):
            source: Source = "table" if self.table else "search"
            won = self.turns(mine, theirs, tokens)
        else:
            source = "search"
            value, best = self._searched(mine, theirs, tokens)
            if best is None and value is not False:  # it wins as the book knows, or nobody knows
                return Advice(value, self._guess(self._all_turns(mine, theirs, tokens), mine, theirs, tokens), "guess")
            won = [best] if best else []
        if won:
            return Advice(True, won, source)
        return Advice(False, self._hopeless(self._all_turns(mine, theirs, tokens), mine, theirs, tokens, until), source)

    def _searched(self, mine: int, theirs: int, tokens: int) -> tuple[bool | None, Turn | None]:
        """Whether the side to move wins, by book or search, and a turn that does, as far as the search goes."""
        known = None if tokens else self._start_wins(mine, theirs)
        if known is False or not self._searchable(tokens):
            return known, None
        value = self._decided(mine, theirs, tokens)
        return (known, None) if value is None else (value, self.search.turn(mine, theirs, tokens) if value else None)

    def _decided(self, mine: int, theirs: int, tokens: int) -> bool | None:
        """Does the side to move win? None: the positions or the time for this action are used up. The clock is looked
        at between two slices of the search, which remembers what it has found."""
        while True:
            left = self._stop - self.search.nodes if perf_counter() < self._until else 0
            value = self.search.wins(mine, theirs, tokens, max(1, min(left, _SLICE)))  # 0 would be no bound
            if value is not None or left <= _SLICE:
                return value

    def jump(self, mine: int, theirs: int, tokens: int, every: bool = False, until: float = inf) -> Advice[Jump]:
        """The first half of a turn."""
        advice = self.turn(mine, theirs, tokens, every, until)
        return Advice(advice.wins, list(dict.fromkeys(t[:2] for t in advice.actions)), advice.source)

    def token(
        self, mine: int, theirs: int, tokens: int, every: bool = False, until: float = inf, before: int = 0
    ) -> Advice[int]:
        """The second half: `mine` are the pawns after the jump. From those `before` it the same search as for the jump
        tells which token was meant with it, or that all is lost, whatever follows."""
        self._stop = self.search.nodes + self._nodes
        free = list(members(self.board.free(mine, theirs, tokens)))
        ways = [(-1, -1, cell) for cell in free]
        if self.table is not None or every:
            won: list[int] | None = list(members((self.table or self.search).tokens(mine, theirs, tokens)))
        else:
            won = self._one_token(mine, theirs, tokens, free, before)
        if won is None:
            return Advice(None, [t[2] for t in self._guess(ways, mine, theirs, tokens)], "guess")
        source: Source = "table" if self.table else "search"
        if won:
            return Advice(True, won, source)
        return Advice(False, [t[2] for t in self._hopeless(ways, mine, theirs, tokens, until)], source)

    def _one_token(self, mine: int, theirs: int, tokens: int, free: list[int], before: int) -> list[int] | None:
        """One winning token: the one that was meant, or the most hindering cells tried first. None: not known."""
        value, meant = self._searched(before, theirs, tokens) if before else (None, None)
        if value is False:
            return []
        if meant is not None and before ^ 1 << meant[0] ^ 1 << meant[1] == mine:
            return [meant[2]]
        if not self._searchable(tokens):
            return None
        near = self.board.adj
        hinder = {c: (near[c] & theirs).bit_count() * 2 - (near[c] & mine).bit_count() for c in free}
        known = True
        for cell in sorted(free, key=lambda c: -hinder[c]):
            wins = self._decided(theirs, mine, tokens | 1 << cell)
            if wins is False:
                return [cell]
            known = known and wins is not None
        return [] if known else None

    def _searchable(self, tokens: int) -> bool:
        return COMPILED or self.board.cells - 2 * PAWNS - tokens.bit_count() <= _PURE_TURNS

    def _all_turns(self, mine: int, theirs: int, tokens: int) -> list[Turn]:
        free = self.board.free(mine, theirs, tokens)
        return [
            (start, end, cell)
            for start, end in self.board.jumps(mine, free)
            for cell in members(free ^ 1 << start ^ 1 << end)
        ]

    def _hardest(self, turns: list[Turn], mine: int, theirs: int, tokens: int, until: float = inf) -> list[Turn]:
        """Of lost turns those that are most easily answered wrongly: few of the other's turns win. A trap that closes
        at once anybody sees; so early that counting would take long, holding out comes first. Where the search has
        no positions or no time left, the turns that were counted before decide."""
        if self.board.cells - 2 * PAWNS - tokens.bit_count() > _COUNTED_TURNS:
            turns = self._longest(turns, mine, theirs, tokens)[:_COUNTED]
        else:
            turns = [t for t in turns if not self.search.within(theirs, *_after(t, mine, tokens), 1)] or turns
        if len(turns) < 2 or not self._searchable(tokens):
            return turns[:1]
        stop = min(self._stop, self.search.nodes + _COUNTING_NODES)
        fewest, hardest = self.board.all, list[Turn]()
        for turn in turns:
            count = self._winning(theirs, *_after(turn, mine, tokens), fewest, stop, until)
            if count is None:
                break
            if count < fewest:
                fewest, hardest = count, []
            if count == fewest:
                hardest.append(turn)
        return hardest or turns[:1]

    _hopeless = _hardest

    def _winning(self, mine: int, theirs: int, tokens: int, most: int, stop: int, until: float) -> int | None:
        """How many turns win, as far as it matters: no further than one more than `most`. None: the search has come
        to `stop` positions, or the clock to `until`."""
        if self.table is not None:
            return len(self.table.turns(mine, theirs, tokens)) if perf_counter() < until else None
        count = 0
        for turn in self._all_turns(mine, theirs, tokens):
            left = stop - self.search.nodes
            if left <= 0 or perf_counter() >= until:
                return None
            lost = self.search.wins(theirs, *_after(turn, mine, tokens), left)
            if lost is None:
                return None
            count += not lost
            if count > most:
                break
        return count

    def _longest(self, turns: list[Turn], mine: int, theirs: int, tokens: int) -> list[Turn]:
        """Of lost turns those after which the other needs most turns to win, as far as a bounded look tells; those
        first after which random play does best."""
        stop = min(self._stop, self.search.nodes + _NODES)
        for depth in range(1, 8):
            held: list[Turn] = []
            for turn in turns:
                after, laid = _after(turn, mine, tokens)
                left = stop - self.search.nodes
                if left <= 0 or not self.search.within(theirs, after, laid, depth, left):
                    held.append(turn)
            if not held:
                break
            turns = held
            if self.search.nodes >= stop:
                break
        return self._by_playouts(turns, mine, theirs, tokens)

    def _guess(self, turns: list[Turn], mine: int, theirs: int, tokens: int) -> list[Turn]:
        """The turn that does best in random games, of those that are not known to lose."""
        if self._searchable(tokens):
            turns = [t for t in turns if not self.search.wins(theirs, *_after(t, mine, tokens), 1)] or turns
        return self._by_playouts(turns, mine, theirs, tokens)[:1]

    def _by_playouts(self, turns: list[Turn], mine: int, theirs: int, tokens: int) -> list[Turn]:
        """The turns, those first that do best in random games."""
        if len(turns) < 2:
            return turns
        count = max(2, _PLAYOUTS // 4)
        lost = {t: backend.playouts(self.board.packed, theirs, *_after(t, mine, tokens), count, 1)[0] for t in turns}
        return sorted(turns, key=lambda t: lost[t])


def _placed(first: int, second: int, cell: int) -> Start:
    """The pawns after the next one is placed."""
    return (first | 1 << cell, second) if first.bit_count() == second.bit_count() else (first, second | 1 << cell)


@cache
def _net() -> bytes:
    """The net of the starts, as the backend reads it; `training/duel/starts.py` teaches it."""
    try:
        return packed_net(resources.files("stajnia.bots.duel").joinpath(STARTS).read_bytes())
    except OSError:
        raise BadWeights("missing", STARTS) from None


def packed_net(data: bytes) -> bytes:
    """The numbers of the file as the backend reads them; BadWeights if they are none, or not so many."""
    try:
        numbers = [number for row in json.loads(data) for number in row]
        packed = struct.pack(f"<{len(numbers)}f", *numbers)
    except (ValueError, TypeError, struct.error):
        packed = b""
    if len(packed) != NET_SIZE:
        raise BadWeights("damaged", STARTS)
    return packed


def _after(turn: Turn, mine: int, tokens: int) -> tuple[int, int]:
    start, end, cell = turn
    return (mine if start < 0 else mine ^ 1 << start ^ 1 << end), tokens | 1 << cell


@lru_cache(maxsize=4)
def expert(rows: str) -> Expert:
    """An Expert of a layout, remembered; it looks into the default cache folder."""
    return Expert(rows)
