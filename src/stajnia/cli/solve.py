"""`stajnia solve duel`: the whole truth about a layout. `stajnia cache`: the tables it keeps."""

from __future__ import annotations

import sys
from random import SystemRandom

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from stajnia.bots.duel import retrograde
from stajnia.bots.duel.board import board
from stajnia.bots.duel.retrograde import Solution, room_needed
from stajnia.bots.duel.solution_cache import Kept, forget, forget_all, kept
from stajnia.bots.duel.solution_file import SolvedLayout, folder_of
from stajnia.cli import Failed
from stajnia.cli.command import Group, command
from stajnia.cli.terminal import console, echo, json_out, speak, to_stderr
from stajnia.core.words import Lang, words
from stajnia.games.duel import layouts

cache_option = click.option("--cache", type=click.Path(file_okay=False), help="Folder for tables (else STAJNIA_CACHE).")


def _title(rows: str, lang: Lang) -> str:
    name = layouts.named(rows)
    return words("duel", lang).catalogue[f"option.layout.{name}"] if name else speak(lang, "solve.own")


def _cell(rows: str, cell: int) -> str:
    return layouts.name_of(layouts.cells_of(rows)[cell])


def _size(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 5e8 else f"{size / 1e6:.1f} MB"


def _print(solution: Solution, lang: Lang) -> None:
    grid = Grid(title=f"{_title(solution.layout, lang)}: {solution.layout}")
    for heading in ("tokens", "positions", "wins", "share"):
        grid.add_column(speak(lang, f"solve.{heading}"), justify="right")
    for tokens, (count, wins) in sorted(solution.layers.items()):
        grid.add_row(str(tokens), f"{count:,}", f"{wins:,}", f"{wins / count:.1%}")
    console.print(grid)
    echo(speak(lang, "solve.starts", starts=solution.starts, won=solution.starts_won_by_first))
    cells = [_cell(solution.layout, cell) for cell in solution.winning_first_cells]
    echo(speak(lang, "solve.first" if cells else "solve.second", cells=cells))


@command("solve")
@click.argument("game", metavar="GAME", type=click.Choice(["duel"]))
@click.option("--layout", default="rectangle", show_default=True, help="A name, rows, a share code, or random.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@cache_option
@click.option("--keep/--no-keep", default=True, help="Keep the table on disk (0.4 to 1.6 GB), or nothing of it.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Threads; all cores unless given.")
@click.option("--fresh", is_flag=True, help="Throw the kept table of this layout away and begin anew.")
@click.option("--verify", is_flag=True, help="Check every byte of the table afterwards.")
@click.pass_obj
def solve(
    lang: Lang,
    game: str,
    layout: str,
    as_json: bool,
    cache: str | None,
    keep: bool,
    jobs: int | None,
    fresh: bool,
    verify: bool,
) -> None:
    """Solve a layout of the duel outright; GAME is duel."""
    del game  # the only one so far
    if not keep and (fresh or verify):
        raise click.ClickException(speak(lang, "solve.nothing_kept"))
    rows = layouts.at_random(SystemRandom()) if layout.strip() == "random" else layouts.parse(layout)
    folder = folder_of(rows, cache)
    if keep and not as_json:
        size = _size(room_needed(board(board(rows).canonical[0])))
        echo(speak(lang, "solve.will_keep", size=size, folder=folder), "dim", err=True)
    quiet = as_json or not sys.stderr.isatty()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, *times, console=to_stderr, transient=True, disable=quiet) as bar:
            task = bar.add_task(speak(lang, "solve.solving"), total=None)

            def show(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            if keep:
                solution = retrograde.solve(rows, cache, jobs, show, fresh)
            else:
                solution = retrograde.solve_unkept(rows, jobs, show)
        if verify:
            SolvedLayout(rows, cache).verify()
    except KeyboardInterrupt:
        raise Failed(speak(lang, "solve.stopped" if keep else "stopped"), 130) from None
    if as_json:
        json_out(solution.to_dict())
        return
    _print(solution, lang)
    if keep:
        taken = sum(file.stat().st_size for file in folder.glob("*") if file.is_file())
        echo(speak(lang, "solve.kept", folder=folder, size=_size(taken)))


@click.group("cache", cls=Group, invoke_without_command=True)
@cache_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def cache(ctx: click.Context, cache: str | None, as_json: bool) -> None:
    """The tables of solved layouts that are kept on this machine."""
    if ctx.invoked_subcommand:
        return
    lang: Lang = ctx.find_root().obj
    found = kept(cache)
    if as_json:
        json_out([{"layout": k.rows, "name": layouts.named(k.rows), "bytes": k.size, "whole": k.whole} for k in found])
        return
    if not found:
        echo(speak(lang, "cache.none"))
        return
    _list(found, lang)


def _list(found: list[Kept], lang: Lang) -> None:
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for head in ("layout", "size", "state"):
        grid.add_column(speak(lang, f"cache.{head}"), justify="right" if head == "size" else "left", overflow="fold")
    for each in found:
        state = speak(lang, "cache.whole" if each.whole else "cache.part")
        grid.add_row(f"{_title(each.rows, lang)}: {each.rows}", _size(each.size), state)
    console.print(grid)
    echo(speak(lang, "cache.sum", size=_size(sum(each.size for each in found)), folder=found[0].folder.parent))


@cache.command("clear")
@click.argument("wanted", metavar="[LAYOUT]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@cache_option
@click.pass_context
def clear(ctx: click.Context, wanted: tuple[str, ...], everything: bool, cache: str | None) -> None:
    """Remove the tables of each LAYOUT (a name, rows or a share code), or of all."""
    lang: Lang = ctx.find_root().obj
    folder = cache or (ctx.parent.params.get("cache") if ctx.parent else None)
    if everything == bool(wanted):
        raise click.ClickException(speak(lang, "cache.which"))
    chosen = [layouts.parse(each) for each in wanted]
    freed = forget_all(folder) if everything else sum(forget(rows, folder) for rows in chosen)
    echo(speak(lang, "cache.freed", size=_size(freed)))
