"""`stajnia solve duel`: the whole truth about a layout."""

from __future__ import annotations

import sys
from random import SystemRandom

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from stajnia.bots.duel import retrograde
from stajnia.bots.duel.retrograde import Solution
from stajnia.bots.duel.solution_file import SolvedLayout, folder_of
from stajnia.cli import Failed
from stajnia.cli.terminal import console, json_out
from stajnia.core.words import Lang
from stajnia.games.duel import layouts

TEXT: dict[Lang, dict[str, str]] = {
    "en": {
        "solving": "solving",
        "own": "own layout",
        "tokens": "tokens",
        "positions": "positions",
        "wins": "won by the mover",
        "share": "share",
        "starts": "Legal starting positions: {starts}; the first player wins {won} of them.",
        "first": "With perfect placing as well the first player wins, beginning on: {cells}.",
        "second": "With perfect placing as well the second player wins, wherever the first one begins.",
        "table": "Table: {folder}",
        "stopped": "Stopped. Finished layers are kept, and the same command goes on from them.",
    },
    "pl": {
        "solving": "rozwiązywanie",
        "own": "własny układ",
        "tokens": "żetony",
        "positions": "pozycje",
        "wins": "wygrywa ruszający",
        "share": "część",
        "starts": "Dozwolone ustawienia początkowe: {starts}; pierwszy gracz wygrywa {won} z nich.",
        "first": "Przy bezbłędnym rozstawianiu wygrywa pierwszy gracz, zaczynając od: {cells}.",
        "second": "Przy bezbłędnym rozstawianiu wygrywa drugi gracz, gdziekolwiek zacznie pierwszy.",
        "table": "Tablica: {folder}",
        "stopped": "Przerwano. Gotowe warstwy zostają, to samo polecenie podejmie pracę od nich.",
    },
}


def _solve(rows: str, cache: str | None, jobs: int | None, fresh: bool, quiet: bool, label: str) -> Solution:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(
        *columns,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet,
    ) as bar:
        task = bar.add_task(label, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return retrograde.solve(rows, cache, jobs, show, fresh)


def _cell(rows: str, cell: int) -> str:
    return layouts.name_of(layouts.cells_of(rows)[cell])


def _print(solution: Solution, text: dict[str, str]) -> None:
    grid = Grid(title=f"{layouts.named(solution.layout) or text['own']}: {solution.layout}")
    for heading in ("tokens", "positions", "wins", "share"):
        grid.add_column(text[heading], justify="right")
    for tokens, (count, wins) in sorted(solution.layers.items()):
        grid.add_row(str(tokens), f"{count:,}", f"{wins:,}", f"{wins / count:.1%}")
    console.print(grid)
    console.print(text["starts"].format(starts=solution.starts, won=solution.starts_won_by_first))
    cells = [_cell(solution.layout, cell) for cell in solution.winning_first_cells]
    console.print(text["first" if cells else "second"].format(cells=", ".join(cells)))


@click.command("solve")
@click.argument("game", type=click.Choice(["duel"]))
@click.option("--layout", default="rectangle", show_default=True, help="A name, rows, a share code, or random.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.option("--cache", type=click.Path(file_okay=False), help="Folder for tables (else STAJNIA_CACHE).")
@click.option("--jobs", type=click.IntRange(1, 64), help="Threads; all cores unless given.")
@click.option("--fresh", is_flag=True, help="Throw the kept table of this layout away and begin anew.")
@click.option("--verify", is_flag=True, help="Check every byte of the table afterwards.")
@click.pass_context
def solve(
    ctx: click.Context,
    game: str,
    layout: str,
    as_json: bool,
    cache: str | None,
    jobs: int | None,
    fresh: bool,
    verify: bool,
) -> None:
    """Solve a layout of the duel outright and keep the table."""
    del game  # the only one so far
    text = TEXT[ctx.find_root().obj or "en"]
    rows = layouts.at_random(SystemRandom()) if layout.strip() == "random" else layouts.parse(layout)
    try:
        solution = _solve(rows, cache, jobs, fresh, as_json or not sys.stderr.isatty(), text["solving"])
        if verify:
            SolvedLayout(rows, cache).verify()
    except KeyboardInterrupt:
        raise Failed(text["stopped"], 130) from None
    if as_json:
        json_out(solution.to_dict())
        return
    _print(solution, text)
    console.print(text["table"].format(folder=folder_of(rows, cache)))
