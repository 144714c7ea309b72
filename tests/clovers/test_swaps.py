"""The solver: the same answers compiled and plain, the same as brute force, and lengths that fit their neighbours."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from stajnia.core.game import Illegal
from stajnia.games.clovers import _swaps, puzzles, swaps
from stajnia.games.clovers.grid import read_grid, rises, write_grid
from stajnia.games.clovers.swaps import PAIRS

GOOD = "2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19"


def shuffled(rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(1, 21), 16))


def ends() -> list[tuple[int, ...]]:
    """The rising grids over 1..16."""
    out = []
    for goal in swaps.goals():
        grid = [0] * 16
        for rank, cell in enumerate(goal):
            grid[cell] = rank + 1
        out.append(tuple(grid))
    return out


def test_there_are_24024_rising_arrangements() -> None:
    """The goals are all different and all rise."""
    found = ends()
    assert len(set(found)) == 24024
    assert all(rises(g) for g in found)


def test_48_swaps() -> None:
    """24 in rows and 24 in columns."""
    assert len(PAIRS) == 48
    assert sum(x // 4 == y // 4 for x, y in PAIRS) == 24


def test_a_rising_grid_needs_nothing() -> None:
    """A solved grid has the empty solution and no hint; already with gaps in the numbers."""
    grid = read_grid("1 3 4 9/2 5 10 12/6 11 13 18/7 14 19 20")
    assert puzzles.solution(grid) == []
    assert puzzles.hint(grid) is None


def test_solutions_work() -> None:
    """The swaps found for random grids make them rise."""
    rng = Random(1)
    for _ in range(40):
        grid = shuffled(rng)
        found = puzzles.solution(grid)
        for swap in found:
            assert swap in PAIRS
            grid = puzzles.swapped(grid, swap)
        assert rises(grid)


def test_compiled_and_plain_agree() -> None:
    """Both give the very same swaps, and the same refusal to go beyond `most`."""
    compiled = _swaps.solve
    rng = Random(2)
    for n in range(24):
        ranks = list(range(16))
        rng.shuffle(ranks)
        plain = swaps.solve(ranks)
        assert plain is not None
        found = compiled(bytes(ranks), 99) or b""
        assert list(zip(found[::2], found[1::2], strict=True)) == plain
        if n < 4:
            assert compiled(bytes(ranks), len(plain) - 1) is None
            assert swaps.solve(ranks, len(plain) - 1) is None
    for wrong in (b"", bytes(16), bytes(range(1, 17)), bytes(range(17))):
        with pytest.raises(ValueError):
            compiled(wrong, 9)


def test_plain_python_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled part the same functions answer the same."""
    grid = shuffled(Random(3))
    before = puzzles.solution(grid)
    monkeypatch.setattr(puzzles, "_compiled", None)
    assert puzzles.solution(grid) == before


def test_brute_force_agrees_on_short_distances() -> None:
    """Breadth-first search from the grid finds the first rising grid exactly at the proved length."""
    goals = set(ends())
    rng = Random(4)
    for wanted in (1, 2, 3, 3, 4):
        grid = rng.choice(sorted(goals))
        while puzzles.shortest(grid) != wanted:
            grid = puzzles.swapped(grid, rng.choice(PAIRS))
            if puzzles.shortest(grid) > wanted:
                grid = rng.choice(sorted(goals))
        level, seen, depth = {grid}, {grid}, 0
        while not level & goals:
            level = {puzzles.swapped(g, p) for g in level for p in PAIRS} - seen
            seen |= level
            depth += 1
        assert depth == wanted


def test_lengths_fit_their_neighbours() -> None:
    """One swap changes the shortest length by one at most, and some swap shortens it: so it is the true distance."""
    rng = Random(5)
    for _ in range(6):
        grid = shuffled(rng)
        length = puzzles.shortest(grid)
        around = [puzzles.shortest(puzzles.swapped(grid, pair)) for pair in PAIRS]
        assert min(around) == length - 1
        assert max(around) <= length + 1


@pytest.mark.parametrize("moves", range(1, puzzles.HARDEST + 1))
def test_made_tasks(moves: int) -> None:
    """A made task has the wanted proved length; the seed decides it."""
    grid = puzzles.make(moves, "a")
    assert puzzles.shortest(grid) == moves
    puzzles.make.cache_clear()
    assert puzzles.make(moves, "a") == grid
    assert puzzles.make(moves, "b") != grid


def test_made_tasks_never_change() -> None:
    """Seeds are kept in records and links: the same seed must give the same task in every version."""
    assert write_grid(puzzles.make(5, "spring")) == SPRING


SPRING = "11 12 8 1/6 4 10 16/3 2 15 17/7 13 19 14"


def test_a_task_for_each_day() -> None:
    """All days of a year have different tasks, from 3 swaps on Monday to 9 on Sunday."""
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    found = [puzzles.daily(day) for day in days]
    assert len({grid for _, grid in found}) == 365
    assert [found[n][0] for n in range(4, 11)] == [3, 4, 5, 6, 7, 8, 9]  # from Monday, 5 January


def test_no_task_of_that_length() -> None:
    """0 and 12 swaps cannot be ordered."""
    for moves in (0, puzzles.HARDEST + 1):
        with pytest.raises(Illegal, match="1 to 11 swaps"):
            puzzles.make(moves, "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A grid has 4 rows of 4 numbers; here are 0 rows. (clovers Q13)"),
        ("1 2 3 4", "A grid has 4 rows of 4 numbers; here is 1 row. (clovers Q13)"),
        ("1 2 3 4/5 6 7/8 9 10 11/12 13 14 15", "A grid has 4 rows of 4 numbers; here row 2 has 3. (clovers Q13)"),
        (GOOD.replace("16", "x"), "“x” is no whole number (cell b1). (clovers Q13)"),
        (GOOD.replace("16", "1.5"), "“1.5” is no whole number (cell b1). (clovers Q13)"),
        (GOOD.replace("16", "21"), "The 21 on b1 is not between 1 and 20. (clovers Q13)"),
        (GOOD.replace("16", "0"), "The 0 on b1 is not between 1 and 20. (clovers Q13)"),
        (GOOD.replace("16", "-3"), "The -3 on b1 is not between 1 and 20. (clovers Q13)"),
        (GOOD.replace("16", "19"), "The 19 lies on b1 and on d4; all 16 numbers must differ. (clovers Q13)"),
    ],
)
def test_bad_grids(text: str, message: str) -> None:
    """Each mistake in a grid has its own sentence."""
    with pytest.raises(Illegal) as e:
        read_grid(text)
    assert str(e.value) == message


def test_grids_are_read_leniently() -> None:
    """Commas, line ends and spare spaces are fine."""
    assert read_grid("2,16,3,5\n4 6 11 12\n 13  14 15 17 / 9 1 18 19 ") == read_grid(GOOD)
    assert write_grid(read_grid(GOOD)) == GOOD
