"""Exact play: search, layers, table and a slow solver all say the same."""

from __future__ import annotations

import struct
from math import comb
from pathlib import Path
from random import Random

import pytest

from stajnia.bots.duel import exact, python_twin
from stajnia.bots.duel.backend import COMPILED, backend
from stajnia.bots.duel.board import RECTANGLE, Board, board, members
from stajnia.bots.duel.retrograde import backwards, solve, start_block
from stajnia.bots.duel.solution_file import SolvedLayout, block_bytes, layer_bytes, perms_of, positions
from tests.duel.exact_slow import Slow, at_random, bits

SMALL = ["###/###/###", "####/####", "####/###./##..", "##.##/.####"]  # square, two parts, no symmetry, one


@pytest.mark.parametrize("rows", SMALL)
def test_small_boards_are_solved_right_in_every_position(rows: str, tmp_path: Path) -> None:
    """On small boards every value, every list of winning turns and every count is the slow solver's."""
    slow, here = Slow(rows), board(rows)
    solution = solve(rows, tmp_path, jobs=2)
    table, search = SolvedLayout(rows, tmp_path), backend.Search(here.packed)
    wins = dict.fromkeys(solution.layers, 0)
    rng = Random(5)
    for mine, theirs, tokens in slow.positions():
        masks = bits(mine), bits(theirs), bits(tokens)
        won = slow.wins(mine, theirs, tokens)
        wins[len(tokens)] += won
        assert table.wins(*masks) is search.wins(*masks) is won
        if rng.random() < 0.1:
            turns = slow.winning(mine, theirs, tokens)
            assert table.turns(*masks) == turns
            for start, end in here.jumps(masks[0], here.free(*masks)):
                after = masks[0] ^ 1 << start ^ 1 << end
                good = sum(1 << t[2] for t in turns if t[:2] == (start, end))
                assert table.tokens(after, *masks[1:]) == search.tokens(after, *masks[1:]) == good
    assert solution.layers == {k: (positions(here.cells, k), wins[k]) for k in wins}


@pytest.mark.parametrize("rows", ["####/###./##..", "###/###/###/###"])
def test_placing_is_solved_right(rows: str, tmp_path: Path) -> None:
    """Starts, who wins them, and the winning first cells are those of a plain minimax over placings."""
    slow, here = Slow(rows), board(rows)
    solution = solve(rows, tmp_path)
    if here.cells > 10:  # too many positions for the slow solver: lend it the search for the play
        search = backend.Search(here.packed)
        slow.wins = lambda a, b, t: search.wins(bits(a), bits(b), bits(t))  # type: ignore[assignment]
    starts = [(a, b) for a, b, t in slow.positions() if not t and slow.legal(a | b)]
    assert solution.starts == len(starts)
    assert solution.starts_won_by_first == sum(slow.wins(a, b, frozenset()) for a, b in starts)
    cells = [
        c for c in range(here.cells) if slow.legal(frozenset([c])) and slow.first_wins(frozenset([c]), frozenset())
    ]
    assert solution.winning_first_cells == cells
    assert solution.first_player_wins == bool(cells)


def test_compiled_and_plain_python_agree() -> None:
    """Every function of the compiled backend gives what its twin in plain Python gives."""
    from stajnia.bots.duel import _exact

    rng = Random(3)
    for rows in SMALL:
        here = board(rows)
        perms, cells = perms_of(here), here.cells
        ours: bytes | bytearray = bytes(16)
        for k in range(cells - 6, -1, -1):
            layers = [bytearray(layer_bytes(cells, k)) for _ in range(3)]
            losses = [
                _exact.solve_layer(here.packed, k, ours, layers[0], 0, comb(cells, k)),
                _exact.solve_layer(here.packed, k, ours, layers[1], 0, comb(cells, k), True),
                python_twin.solve_layer(here.packed, k, ours, layers[2], 0, comb(cells, k)),
            ]
            assert losses[0] == losses[1] == losses[2]
            assert layers[0] == layers[1] == layers[2]
            ours = layers[0]
            index, count = _exact.orbits(cells, k, perms)
            assert (index, count) == python_twin.orbits(cells, k, perms)
            folded = [bytearray(count * block_bytes(cells - k)) for _ in range(2)]
            _exact.fold(index, block_bytes(cells - k), ours, folded[0])
            python_twin.fold(index, block_bytes(cells - k), ours, folded[1])
            assert folded[0] == folded[1]
            again = [bytearray(layer_bytes(cells, k)) for _ in range(2)]
            _exact.unfold(cells, k, perms, index, folded[0], again[0], 0, comb(cells, k))
            python_twin.unfold(cells, k, perms, index, folded[0], again[1], 0, comb(cells, k))
            assert again[0] == again[1] == ours
        assert _exact.starts(here.packed, ours) == python_twin.starts(here.packed, ours)
        packed = _exact.pack_starts(here.packed, perms, ours)
        assert packed == python_twin.pack_starts(here.packed, perms, ours)
        block = _exact.unpack_starts(here.packed, perms, packed)
        assert block == python_twin.unpack_starts(here.packed, perms, packed)
        assert _exact.pack_starts(here.packed, perms, block) == packed
        assert _exact.starts(here.packed, block) == _exact.starts(here.packed, ours)
        assert _exact.place(here.packed, ours, 0, 0) == python_twin.place(here.packed, ours, 0, 0)
        assert _exact.place(here.packed, ours, 0b11, 0b100) == python_twin.place(here.packed, ours, 0b11, 0b100)
    here = board(RECTANGLE)
    fast, plain = _exact.Search(here.packed), python_twin.Search(here.packed)
    for k in range(7, 15):
        for _ in range(12):
            mine, theirs, tokens = at_random(rng, 20, k)
            assert fast.wins(mine, theirs, tokens) == plain.wins(mine, theirs, tokens)
            assert fast.turn(mine, theirs, tokens) == plain.turn(mine, theirs, tokens)
            assert fast.tokens(mine, theirs, tokens) == plain.tokens(mine, theirs, tokens)
            assert fast.within(mine, theirs, tokens, 2) == plain.within(mine, theirs, tokens, 2)
            free = here.free(tokens)
            assert _exact.block_bit(free, theirs, mine) == python_twin.block_bit(free, theirs, mine)
            assert _exact.set_rank(tokens) == python_twin.set_rank(tokens)
    start = at_random(rng, 20, 0)
    assert _exact.playouts(here.packed, *start, 300, 9) == python_twin.playouts(here.packed, *start, 300, 9)


def test_compiled_and_plain_python_guess_placings_alike() -> None:
    """To the last bit: what the net is told, and the odds that follow from its guesses and from what is known."""
    from stajnia.bots.duel import _exact

    here, rng, net = board(RECTANGLE), Random(6), exact._net()
    for _ in range(20):
        first, second, _ = at_random(rng, 20, 0)
        start = struct.pack("<2I", first, second)
        assert _exact.start_signs(here.packed, here.dark, start) == python_twin.start_signs(
            here.packed, here.dark, start
        )
        known = struct.pack("<3I", first, second, rng.randrange(2))
        two = second & second - 1
        for one in (first, first & first - 1):
            asked = here.packed, here.dark, net, one, two, known
            assert _exact.placing_odds(*asked) == python_twin.placing_odds(*asked)


def test_odds_are_proofs_where_all_starts_are_known() -> None:
    """Then the odds of a placing are 0 or 1, as it loses or wins."""
    rows = "####/###./##.."
    here, slow = board(rows), Slow(rows)
    starts = [(a, b) for a, b, t in slow.positions() if not t and slow.legal(a | b)]
    known = b"".join(struct.pack("<3I", bits(a), bits(b), slow.wins(a, b, frozenset())) for a, b in starts)
    block = start_block(rows)
    assert here.canonical[0] == rows
    for first, second in ((0, 0), (1, 0), (1, 2), (0b1001, 2)):
        legal, winning = backend.place(here.packed, block, first, second)
        odds = backend.placing_odds(here.packed, here.dark, exact._net(), first, second, known)
        assert odds == {cell: winning >> cell & 1 for cell in members(legal)}


def test_late_layers_of_the_rectangle_agree_with_the_search() -> None:
    """Thousands of random positions of 4x5 with 9 to 14 tokens: the backward solution is the search's."""
    here, rng = board(RECTANGLE), Random(11)
    search = backend.Search(here.packed)
    for k, losses, layer in backwards(here, None, 2, None, None):
        block = block_bytes(20 - k)
        some = [at_random(rng, 20, k) for _ in range(700)]
        values = search.values(b"".join(struct.pack("<3I", *masks) for masks in some))
        for (mine, theirs, tokens), won in zip(some, values, strict=True):
            bit = backend.block_bit(here.free(tokens), theirs, mine)
            at = backend.set_rank(tokens) * block + (bit >> 3)
            assert layer[at] >> (bit & 7) & 1 == 1 - won
        assert 0 < losses < positions(20, k) or k == 14
        if k == 9:
            break


def test_without_special_instructions_the_layers_are_the_same() -> None:
    """The portable path fills the same bits as the one for BMI2, also in wide rows."""
    from stajnia.bots.duel import _exact

    rng = Random(1)
    for cells, k in ((20, 4), (20, 1), (20, 0), (19, 1), (17, 0)):
        here = board("/".join(["#" * 5] * 3 + ["#" * (cells - 15)]))
        below = bytearray(rng.randbytes(layer_bytes(cells, k + 1)))
        one, two = (bytearray(layer_bytes(cells, k)) for _ in range(2))
        stop = min(3, comb(cells, k))
        losses = _exact.solve_layer(here.packed, k, below, one, 0, stop)
        assert losses == _exact.solve_layer(here.packed, k, below, two, 0, stop, True)
        assert one == two


def test_a_loss_has_no_winning_turn_and_a_win_has_one() -> None:
    """Rule 5.7 and 5.8: three shut-in pawns lose, one open jump saves the turn."""
    here = board(RECTANGLE)
    search = backend.Search(here.packed)
    cell = {(y, x): 5 * (y - 1) + x - 1 for y in range(1, 5) for x in range(1, 6)}
    mine = sum(1 << cell[c] for c in ((1, 1), (1, 2), (2, 1)))
    theirs = sum(1 << cell[c] for c in ((4, 4), (4, 5), (1, 5)))
    tokens = sum(1 << cell[c] for c in ((2, 3), (3, 2), (2, 4), (3, 3), (3, 1), (4, 2), (1, 3)))
    assert not search.wins(mine, theirs, tokens)
    assert search.turn(mine, theirs, tokens) is None
    less = tokens & ~(1 << cell[3, 3])
    assert {end for _, end in here.jumps(mine, here.free(mine, theirs, less))} == {cell[3, 3]}


def test_who_can_end_the_game_soon() -> None:
    """`within` says whether the mover can force the end in so many turns, and gives up when told to."""
    rows = "####/###./##.."
    slow, here = Slow(rows), board(rows)
    search = backend.Search(here.packed)
    rng = Random(2)
    for _ in range(300):
        masks = at_random(rng, here.cells, rng.randrange(2))
        won = slow.wins(*(frozenset(members(mask)) for mask in masks))
        assert search.within(*masks, 4) is won  # nine cells: no game is longer
        if search.within(*masks, 1):
            assert won
            assert search.within(*masks, 2)
    fresh = backend.Search(board(RECTANGLE).packed)
    assert fresh.within(0b111, 0b111 << 17, 0, 4, 10) is None
    assert fresh.wins(0b111, 0b111 << 17, 0, 10) is None
    assert fresh.nodes <= 20
    assert fresh.wins(*masks, 1 << 40) in (True, False)


def test_positions_that_cannot_be_are_refused() -> None:
    """Overlapping pieces and cells off the board are a ValueError, not an answer."""
    search = backend.Search(board(RECTANGLE).packed)
    for masks in ((0b111, 0b100, 0), (0b111, 0b111000, 1), (1 << 20, 0b111, 0), (0b1111, 0b1110000, 0)):
        with pytest.raises(ValueError):
            search.wins(*masks)


def test_turned_and_mirrored_boards_are_one() -> None:
    """A board and its images share the canonical form; symmetries keep neighbours neighbours."""
    here = Board("###/###/###/##./##.")
    for rows, numbers in here.views.items():
        other = board(rows)
        assert other.canonical[0] == here.canonical[0]
        for cell in range(here.cells):
            there = {numbers[near] for near in members(here.adj[cell])}
            assert there == set(members(other.adj[numbers[cell]]))
    assert [len(board(rows).symmetries) for rows in ("###/###/###", RECTANGLE, "####/###./##..")] == [7, 3, 0]


def test_odd_layouts_are_refused() -> None:
    """Too few cells, too many, or strange signs."""
    for rows in ("##/##", "#####/" * 4 + "#", "ab/cd"):
        with pytest.raises(ValueError):
            Board(rows)


def test_the_compiled_core_is_built() -> None:
    """The suite runs with the compiled backend; `make test` builds it, and its absence must not pass unseen."""
    assert COMPILED
