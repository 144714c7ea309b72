"""`stajnia puzzle`: the solo tasks of Clovers, listed, shown, solved and made."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date

import click
from rich.table import Table as Grid

from stajnia.cli import progress
from stajnia.cli.command import Group
from stajnia.cli.terminal import console, echo, json_out, speak
from stajnia.core.words import Lang
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.grid import CELLS, read_grid
from stajnia.games.clovers.swaps import Swap

below_zero = {"ignore_unknown_options": True}  # a grid that begins with -1 is a bad grid, not an option
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")


def _rows(grid: Sequence[int]) -> list[list[int]]:
    return [list(grid[row : row + 4]) for row in (0, 4, 8, 12)]


def _picture(grid: Sequence[int]) -> str:
    rows = (f"{n + 1} " + " ".join(f"{number:3}" for number in row) for n, row in enumerate(_rows(grid)))
    return "\n".join(["    a   b   c   d", *rows])


def _numbers(grid: Sequence[int], swaps: Sequence[Swap]) -> list[tuple[int, int]]:
    """The swaps as the book writes them: the two numbers that change places."""
    out = []
    for x, y in swaps:
        out.append((grid[x], grid[y]))
        grid = puzzles.swapped(grid, (x, y))
    return out


@click.group("puzzle", cls=Group)
def puzzle() -> None:
    """Solo tasks of Clovers. The 40 of the book (reconstructed), any other grid, new ones."""


@puzzle.command("list")
@as_json
@click.pass_obj
def list_tasks(lang: Lang, as_json: bool) -> None:
    """The 40 tasks of the book and which of them you have solved."""
    best = progress.solved()
    done, days = progress.book(best), progress.days(best)
    if as_json:
        book = [{"number": t.number, "moves": t.allowed, "best": done.get(t.number)} for t in tasks.TASKS]
        json_out({"book": book, "daily": days})
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for head in ("number", "moves", "best"):
        grid.add_column(speak(lang, f"puzzle.{head}"), justify="right")
    for t in tasks.TASKS:
        grid.add_row(str(t.number), str(t.allowed), f"✓ {done[t.number]}" if t.number in done else "")
    console.print(grid)
    echo(speak(lang, "progress.book", n=len(done), all=len(tasks.TASKS)))
    if days:
        echo(speak(lang, "progress.daily", n=len(days)))


@puzzle.command("show")
@click.argument("number", type=int)
@click.option("--solution", is_flag=True, help="With the printed solution.")
@as_json
@click.pass_obj
def show(lang: Lang, number: int, solution: bool, as_json: bool) -> None:
    """Show task NUMBER (1 to 40)."""
    task = tasks.task(number)
    if as_json:
        facts = {"number": task.number, "moves": task.allowed, "grid": _rows(task.grid), "shortest": task.shortest}
        json_out(facts | ({"solution": task.swaps} if solution else {}))
        return
    echo(speak(lang, "puzzle.task", n=number, moves=task.allowed))
    echo(_picture(task.grid))
    if not solution:
        echo(speak(lang, "puzzle.play", n=number))
        return
    echo(speak(lang, "puzzle.printed", swaps=" / ".join(f"{a}-{b}" for a, b in task.swaps)))
    echo(speak(lang, "puzzle.shortest", moves=task.shortest))


@puzzle.command("solve", context_settings=below_zero)
@click.argument("grid")
@as_json
@click.pass_obj
def solve(lang: Lang, grid: str, as_json: bool) -> None:
    """Solve GRID with the fewest swaps, proved. Four rows of four numbers: "1 2 3 4/5 6 7 8/...".

    In JSON each swap is the pair of numbers that change places, as in the book.
    """
    cells = read_grid(grid)
    swaps = puzzles.solution(cells)
    numbers = _numbers(cells, swaps)
    if as_json:
        json_out({"moves": len(swaps), "swaps": numbers})
        return
    if not swaps:
        echo(speak(lang, "puzzle.solved"))
        return
    echo(speak(lang, "puzzle.proved", moves=len(swaps)))
    for n, ((x, y), (one, two)) in enumerate(zip(swaps, numbers, strict=True), 1):
        echo(f"{n}. {one}-{two} ({CELLS[x]}, {CELLS[y]})")
    for swap in swaps:
        cells = puzzles.swapped(cells, swap)
    echo(_picture(cells))


@puzzle.command("hint", context_settings=below_zero)
@click.argument("grid")
@as_json
@click.pass_obj
def hint(lang: Lang, grid: str, as_json: bool) -> None:
    """Give one best next swap for GRID."""
    cells = read_grid(grid)
    swaps = puzzles.solution(cells)
    numbers = _numbers(cells, swaps[:1])
    if as_json:
        json_out({"moves": len(swaps), "swap": numbers[0] if numbers else None})
        return
    if not swaps:
        echo(speak(lang, "puzzle.solved"))
        return
    (x, y), (one, two) = swaps[0], numbers[0]
    cells_named = {"cell": CELLS[x], "other": CELLS[y]}
    echo(speak(lang, "puzzle.hint", one=one, two=two, moves=len(swaps) - 1, **cells_named))


@puzzle.command("make")
@click.option("--moves", type=int, default=5, show_default=True, help=f"Shortest solution, 1 to {puzzles.HARDEST}.")
@click.option("--seed", default=None, help="The same seed gives the same task; a fresh one unless given.")
@as_json
@click.pass_obj
def make(lang: Lang, moves: int, seed: str | None, as_json: bool) -> None:
    """Make a task whose proved shortest solution has so many swaps."""
    seed = secrets.token_hex(4) if seed is None else seed
    grid = puzzles.make(moves, seed)
    if as_json:
        json_out({"grid": _rows(grid), "moves": moves})
        return
    echo(speak(lang, "puzzle.made", moves=moves, seed=seed))
    echo(_picture(grid))


@puzzle.command("daily")
@click.option("--date", "day", default=None, help="Such as 2026-08-01; today unless given.")
@as_json
@click.pass_obj
def daily(lang: Lang, day: str | None, as_json: bool) -> None:
    """Show the task of a day. Easy on Monday, hard on Sunday, the same for everyone."""
    when = date.today() if day is None else puzzles.read_date(day)
    moves, grid = puzzles.daily(when)
    if as_json:
        json_out({"date": when.isoformat(), "grid": _rows(grid), "moves": moves})
        return
    echo(speak(lang, "puzzle.daily", day=when.isoformat(), moves=moves))
    echo(_picture(grid))
