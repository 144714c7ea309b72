"""`stajnia puzzle`: the solo tasks of Clovers, shown, solved and made."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date

import click

from stajnia.cli.terminal import console, json_out
from stajnia.core.words import Lang, plural
from stajnia.games.clovers import puzzles, tasks
from stajnia.games.clovers.grid import CELLS, read_grid
from stajnia.games.clovers.swaps import Swap

TEXT: dict[Lang, dict[str, str]] = {
    "en": {
        "task": "Task {n} of 40, at most {moves} (start grid reconstructed)",
        "swaps": "swap|swaps",
        "printed": "Printed solution: {swaps}",
        "shortest": "Proved shortest: {moves}",
        "solved": "Everything rises already: 0 swaps.",
        "proved": "Shortest, proved: {moves}",
        "step": "{n}. {one}-{two} ({cell}, {other})",
        "hint": "Swap {one} and {two} ({cell} and {other}); then {moves} to go.",
        "made": "A task of {moves} (seed {seed}):",
        "daily": "Task of {day}, {moves}:",
    },
    "pl": {
        "task": "Zadanie {n} z 40, najwyżej {moves} (układ początkowy odtworzony)",
        "swaps": "ruch|ruchy|ruchów",
        "printed": "Drukowane rozwiązanie: {swaps}",
        "shortest": "Udowodnione minimum: {moves}",
        "solved": "Wszystko już rośnie: 0 ruchów.",
        "proved": "Najkrótsze rozwiązanie, udowodnione: {moves}",
        "step": "{n}. {one}-{two} ({cell}, {other})",
        "hint": "Zamień {one} z {two} ({cell} i {other}); potem zostaje {moves}.",
        "made": "Zadanie, {moves} (ziarno {seed}):",
        "daily": "Zadanie na {day}, {moves}:",
    },
}

below_zero = {"ignore_unknown_options": True}  # a grid that begins with -1 is a bad grid, not an option
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")


def _lang(ctx: click.Context) -> Lang:
    lang: Lang = ctx.find_root().obj or "en"
    return lang


def _moves(lang: Lang, n: int) -> str:
    return f"{n} {plural(lang, n, TEXT[lang]['swaps'].split('|'))}"


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


@click.group("puzzle")
def puzzle() -> None:
    """Solo tasks of Clovers. The 40 of the book (reconstructed), any other grid, new ones."""


@puzzle.command("show")
@click.argument("number", type=int)
@as_json
@click.pass_context
def show(ctx: click.Context, number: int, as_json: bool) -> None:
    """Show task NUMBER (1 to 40) with its printed solution."""
    task = tasks.task(number)
    if as_json:
        json_out(
            {
                "number": task.number,
                "moves": task.allowed,
                "grid": _rows(task.grid),
                "solution": task.swaps,
                "shortest": task.shortest,
            }
        )
        return
    lang = _lang(ctx)
    text = TEXT[lang]
    console.print(text["task"].format(n=number, moves=_moves(lang, task.allowed)))
    console.print(_picture(task.grid))
    console.print(text["printed"].format(swaps=" / ".join(f"{a}-{b}" for a, b in task.swaps)))
    console.print(text["shortest"].format(moves=_moves(lang, task.shortest)))


@puzzle.command("solve", context_settings=below_zero)
@click.argument("grid")
@as_json
@click.pass_context
def solve(ctx: click.Context, grid: str, as_json: bool) -> None:
    """Solve GRID with the fewest swaps, proved. Four rows of four numbers: "1 2 3 4/5 6 7 8/...".

    In JSON each swap is the pair of numbers that change places, as in the book.
    """
    cells = read_grid(grid)
    swaps = puzzles.solution(cells)
    numbers = _numbers(cells, swaps)
    if as_json:
        json_out({"moves": len(swaps), "swaps": numbers})
        return
    lang = _lang(ctx)
    text = TEXT[lang]
    if not swaps:
        console.print(text["solved"])
        return
    console.print(text["proved"].format(moves=_moves(lang, len(swaps))))
    for n, ((x, y), (one, two)) in enumerate(zip(swaps, numbers, strict=True)):
        console.print(text["step"].format(n=n + 1, one=one, two=two, cell=CELLS[x], other=CELLS[y]))
    for swap in swaps:
        cells = puzzles.swapped(cells, swap)
    console.print(_picture(cells))


@puzzle.command("hint", context_settings=below_zero)
@click.argument("grid")
@as_json
@click.pass_context
def hint(ctx: click.Context, grid: str, as_json: bool) -> None:
    """Give one best next swap for GRID."""
    cells = read_grid(grid)
    swaps = puzzles.solution(cells)
    numbers = _numbers(cells, swaps[:1])
    if as_json:
        json_out({"moves": len(swaps), "swap": numbers[0] if numbers else None})
        return
    lang = _lang(ctx)
    if not swaps:
        console.print(TEXT[lang]["solved"])
        return
    (x, y), (one, two) = swaps[0], numbers[0]
    left = _moves(lang, len(swaps) - 1)
    console.print(TEXT[lang]["hint"].format(one=one, two=two, cell=CELLS[x], other=CELLS[y], moves=left))


@puzzle.command("make")
@click.option("--moves", type=int, default=5, show_default=True, help=f"Shortest solution, 1 to {puzzles.HARDEST}.")
@click.option("--seed", default=None, help="The same seed gives the same task; a fresh one unless given.")
@as_json
@click.pass_context
def make(ctx: click.Context, moves: int, seed: str | None, as_json: bool) -> None:
    """Make a task whose proved shortest solution has so many swaps."""
    seed = secrets.token_hex(4) if seed is None else seed
    grid = puzzles.make(moves, seed)
    if as_json:
        json_out({"grid": _rows(grid), "moves": moves})
        return
    lang = _lang(ctx)
    console.print(TEXT[lang]["made"].format(moves=_moves(lang, moves), seed=seed))
    console.print(_picture(grid))


@puzzle.command("daily")
@click.option("--date", "day", default=None, help="Such as 2026-08-01; today unless given.")
@as_json
@click.pass_context
def daily(ctx: click.Context, day: str | None, as_json: bool) -> None:
    """Show the task of a day. Easy on Monday, hard on Sunday, the same for everyone."""
    when = date.today() if day is None else puzzles.read_date(day)
    moves, grid = puzzles.daily(when)
    if as_json:
        json_out({"date": when.isoformat(), "grid": _rows(grid), "moves": moves})
        return
    lang = _lang(ctx)
    console.print(TEXT[lang]["daily"].format(day=when.isoformat(), moves=_moves(lang, moves)))
    console.print(_picture(grid))
