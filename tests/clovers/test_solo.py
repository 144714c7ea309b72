"""Solo matches and the 40 tasks of the book."""

from __future__ import annotations

import pytest

from stajnia import Illegal, Match
from stajnia.bots.clovers import greedy
from stajnia.core.game import Event, complete
from stajnia.games import clovers
from stajnia.games.clovers import puzzles, reconstruct, tasks
from stajnia.games.clovers.grid import in_line, rises, write_grid
from stajnia.games.clovers.tasks import TASKS, BookTask
from tests.clovers.garden import play, refused

EXAMPLE = "2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19"
ALLOWED = [2] * 2 + [3] * 4 + [4] * 6 + [5] * 7 + [6] * 9 + [7] * 6 + [8] * 6

each_task = pytest.mark.parametrize("task", TASKS, ids=lambda t: str(t.number))


def solo(**options: object) -> Match:
    return Match.start("clovers", 1, options, seed=1)


@pytest.mark.rule("clovers R11.6", "clovers Q13")
def test_forty_tasks_and_their_lengths() -> None:
    """The printed solutions have 2, 3, ... 8 swaps, and that is what each task allows."""
    assert [t.allowed for t in TASKS] == ALLOWED
    assert [t.number for t in TASKS] == list(range(1, 41))


@each_task
@pytest.mark.rule("clovers R11.1", "clovers R11.3", "clovers R11.5")
def test_the_printed_solution_solves_the_task(task: BookTask) -> None:
    """The grid is full of 16 different numbers of 1 to 20, and the printed swaps, in line each, make it rise."""
    grid = list(task.grid)
    assert len(set(grid)) == 16
    assert set(grid) <= set(range(1, 21))
    for a, b in task.swaps:
        assert not rises(grid)
        x, y = grid.index(a), grid.index(b)
        assert in_line(x, y)
        grid[x], grid[y] = b, a
    assert rises(grid)


@each_task
def test_no_shorter_solution(task: BookTask) -> None:
    """The shortest solution is as long as the printed one, except for tasks 33 and 40 where no grid has that."""
    assert puzzles.shortest(task.grid) == task.shortest
    assert task.shortest == task.allowed - (task.number in (33, 40))


@each_task
def test_the_grids_are_found_again(task: BookTask) -> None:
    """The reconstruction finds the grid of the data again."""
    assert reconstruct.reconstruct(task) == (task.grid, task.shortest)


def test_how_many_grids_fit_task_37() -> None:
    """134 start grids fit the printed solution of task 37, the fewest of all: the printed one cannot be told."""
    task = tasks.task(37)
    assert sum(len(reconstruct.starts(task, chosen)) for chosen in reconstruct.numbers(task)) == 134


@pytest.mark.rule("clovers R11.7", "clovers R11.2", "clovers R11.3", "clovers R11.4")
def test_the_example_is_solved_in_three() -> None:
    """16-1, then 1-2 in the top row, then 13-9; the match is won within the three allowed swaps."""
    m = solo(grid=EXAMPLE)
    assert m.view(0).task.allowed == m.view(0).task.shortest == 3
    events = [m.play(0, text)[0] for text in ("swap b1 b4", "swap a1 b1", "swap a3 a4")]
    assert [(e.args["one"], e.args["two"]) for e in events] == [(16, 1), (2, 1), (13, 9)]
    assert m.view(0).boards[0] == (1, 2, 3, 5, 4, 6, 11, 12, 9, 14, 15, 17, 13, 16, 18, 19)
    assert m.outcome is not None
    assert (m.outcome.winners, m.outcome.reason) == ((0,), "solved")
    assert m.view(0).task.solved


@pytest.mark.rule("clovers R11.3")
def test_the_moves_of_a_task() -> None:
    """There are 48 swaps, 24 in rows and 24 in columns, and giving up; other swaps are refused."""
    m = solo(task=40)
    swaps = [t.split()[1:] for t in m.legal(0) if t != "resign"]
    assert len(swaps) == 48
    assert sum(a[1] == b[1] for a, b in swaps) == sum(a[0] == b[0] for a, b in swaps) == 24
    assert "resign" in m.legal(0)
    assert refused(m.state, "swap a1 b2").message == "not_in_line"
    assert refused(m.state, "swap a1 a1").message == "same_cell"
    assert refused(m.state, "draw").message == "only_swaps"


@pytest.mark.rule("clovers R11.4", "clovers Q14")
def test_beyond_the_allowed_moves() -> None:
    """One may go on, the view counts, but the task then does not count as solved."""
    m = solo(grid=EXAMPLE)
    kinds = []
    for text in ("swap c1 d1", "swap c1 d1", "swap b1 b4", "swap a1 b1"):
        kinds += [e.kind for e in m.play(0, text)]
    assert kinds.count("over_allowed") == 1
    assert m.view(0).task.moves == 4
    assert m.view(0).ask.id == "ask.task_over"
    m.play(0, "swap a3 a4")
    assert m.outcome is not None
    assert (m.outcome.winners, m.outcome.reason, m.outcome.scores) == ((), "solved_over", (0.5,))


@pytest.mark.rule("clovers Q14")
def test_undo_gives_the_move_back() -> None:
    """Swaps reveal nothing, so all of them may be undone freely, and the count goes back."""
    m = solo(task=5)
    start = m.view(0).boards
    m.play(0, "swap a1 b1")
    m.play(0, "swap a1 a2")
    assert m.free_undo(0) == 0
    m.undo(0, 1)
    assert m.view(0).task.moves == 1
    m.undo(0, 0)
    assert m.view(0).task.moves == 0
    assert m.view(0).boards == start


def test_giving_up_shows_a_solution() -> None:
    """After `resign` the view holds a solution that works; before, it holds none."""
    for options in ({"task": 40}, {"task": 12}, {"grid": EXAMPLE}, {"daily": "2026-08-01"}, {"task": 0}):
        m = solo(**options)
        assert m.view(0).task.solution == ()
        m.play(0, "resign")
        assert m.outcome is not None
        assert m.outcome.reason == "gave_up"
        task = m.view(0).task
        again = solo(grid=write_grid(task.start), allowed=0)
        for text in task.solution:
            again.play(0, text)
        assert again.outcome is not None
        assert again.outcome.reason == "solved"


def test_the_printed_solution_is_shown_where_it_is_shortest() -> None:
    """The sample of the book is preferred; for task 40 a shorter one is known."""
    for number, length in ((7, 4), (40, 7)):
        m = solo(task=number)
        m.play(0, "resign")
        assert len(m.view(0).task.solution) == length
    m = solo(task=7)
    m.play(0, "resign")
    grid = list(tasks.task(7).grid)
    for text, pair in zip(m.view(0).task.solution, tasks.task(7).swaps, strict=True):
        a = clovers.read(text)
        assert {grid[a.cell], grid[a.other]} == set(pair)
        grid[a.cell], grid[a.other] = grid[a.other], grid[a.cell]


def test_the_swap_limit() -> None:
    """A task that goes on and on ends unsolved at the limit."""
    m = solo(task=3, limit=3)
    for _ in range(3):
        assert m.outcome is None
        m.play(0, "swap a1 b1")
    assert m.outcome is not None
    assert (m.outcome.reason, m.outcome.winners) == ("task_limit", ())
    endless = solo(task=3, limit=0)
    for _ in range(300):
        endless.play(0, "swap a1 b1")
    assert endless.to_act == (0,)


def test_a_made_task_by_lot_or_seed() -> None:
    """Without a seed the task is drawn by lot among 1,000; with one it is always the same."""
    s = clovers.new(1, complete(clovers, 1, {"task": 0, "difficulty": 4}))  # type: ignore[arg-type]
    odds = clovers.odds(s)
    assert len(odds) == 1000
    assert sum(p for _, p in odds) == pytest.approx(1)
    told = play(s, "lot 7")
    assert told == [Event("task", {"name": "7", "allowed": 4}, reveals=True)]
    assert tuple(s.boards[0]) == puzzles.make(4, "7")
    drawn = solo(task=0, difficulty=4).view(0).task
    assert drawn.shortest == puzzles.shortest(drawn.start) == 4
    assert puzzles.make(4, drawn.name) == drawn.start
    assert solo(task=0, seed="fern").view(0).task.start == puzzles.make(5, "fern")


@pytest.mark.parametrize("number", [1, 20, 33, 40])
def test_the_bot_solves_tasks_with_the_fewest_swaps(number: int) -> None:
    """The hint, taken at every step, solves the task in its proved shortest length."""
    m = solo(task=number)
    while m.to_act:
        m.play(0, greedy(m.view(0), m.legal(0), None))  # type: ignore[arg-type]  # a task needs no chance
    assert m.view(0).task.moves == tasks.task(number).shortest
    assert m.outcome is not None
    assert m.outcome.winners == (0,)


def test_no_such_task() -> None:
    """Tasks 0 and 41 are refused by number."""
    for number in (0, 41, -1):
        with pytest.raises(Illegal, match="tasks 1 to 40"):
            tasks.task(number)
