"""`stajnia solve duel`: the whole truth about a layout."""

from __future__ import annotations

import json
import sys

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from stajnia.bots.duel import layers
from stajnia.bots.duel.layers import Solution
from stajnia.bots.duel.table import Table, TableError, folder_of
from stajnia.core.game import Illegal
from stajnia.core.words import words
from stajnia.games.duel import layouts


def _rows(layout: str) -> str:
    try:
        return layouts.parse(layout)
    except Illegal as refusal:
        raise click.ClickException(words("duel", "en").refusal(refusal)) from None


def _solve(rows: str, cache: str | None, jobs: int | None, fresh: bool, quiet: bool) -> Solution:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    console = Console(stderr=True)
    with Progress(
        *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True, disable=quiet
    ) as bar:
        task = bar.add_task("solving", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return layers.solve(rows, cache, jobs, show, fresh)


def _cell(rows: str, cell: int) -> str:
    return layouts.name_of(layouts.cells_of(rows)[cell])


def _print(solution: Solution, console: Console) -> None:
    name = layouts.named(solution.layout)
    grid = Grid(title=f"{name or 'own layout'}: {solution.layout}")
    for heading in ("tokens", "positions", "won by the mover", "share"):
        grid.add_column(heading, justify="right")
    for tokens, (count, wins) in sorted(solution.layers.items()):
        grid.add_row(str(tokens), f"{count:,}", f"{wins:,}", f"{wins / count:.1%}")
    console.print(grid)
    console.print(f"legal starts: {solution.starts:,}; the first player wins {solution.starts_won_by_first:,}")
    if solution.first_player_wins:
        cells = ", ".join(_cell(solution.layout, cell) for cell in solution.winning_first_cells)
        console.print(f"with perfect placing too the first player wins, beginning on {cells}")
    else:
        console.print("with perfect placing too the second player wins, wherever the first begins")


@click.command("solve")
@click.argument("game", type=click.Choice(["duel"]))
@click.option("--layout", default="rectangle", show_default=True, help="A name, rows or a share code.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.option("--cache", type=click.Path(file_okay=False), help="Folder for tables (else STAJNIA_CACHE).")
@click.option("--jobs", type=click.IntRange(1, 64), help="Threads; all cores unless given.")
@click.option("--fresh", is_flag=True, help="Throw the kept table of this layout away and begin anew.")
@click.option("--verify", is_flag=True, help="Check every byte of the table afterwards.")
def solve(
    game: str, layout: str, as_json: bool, cache: str | None, jobs: int | None, fresh: bool, verify: bool
) -> None:
    """Solve a layout of the duel outright and keep the table."""
    del game  # the only one so far
    rows = _rows(layout)
    console = Console()
    try:
        solution = _solve(rows, cache, jobs, fresh, quiet=as_json or not sys.stderr.isatty())
        if verify:
            Table(rows, cache).verify()
    except TableError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        raise click.ClickException("stopped; finished layers are kept, the same command goes on from them") from None
    if as_json:
        click.echo(json.dumps(solution.to_dict()))
        return
    _print(solution, console)
    console.print(f"table: {folder_of(rows, cache)}", soft_wrap=True)
