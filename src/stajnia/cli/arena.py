"""`stajnia arena GAME --players A,B -n N`: bots against each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Grid

from stajnia.bots.arena import Contest, Engine, Fixture, Played, Result, contest, fixtures, summary
from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.engines import local, ray_cluster
from stajnia.bots.match_file import MatchFile
from stajnia.cli.command import command
from stajnia.cli.saves import check_writable
from stajnia.cli.terminal import console, echo, json_out, parse_options, speak, to_stderr
from stajnia.core.game import Message
from stajnia.core.words import Lang, words
from stajnia.games import game as find


@command()
@click.argument("name", metavar="GAME")
@click.option(
    "--players",
    default="greedy,random",
    show_default=True,
    help="Levels with commas between; LEVEL@BUDGET for one with a budget of its own, MODULE:FUNCTION for your own bot.",
)
@click.option("-n", "games", type=click.IntRange(1), default=100, show_default=True, help="How many matches.")
@click.option("--seats", "-s", type=int, default=None, help="How many sit at a table; by default all players.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", type=int, default=0, show_default=True, help="Number of the first deal.")
@click.option(
    "--budget", default=str(SECOND), show_default=True, help="A decision's time (0.5s, 300ms) or simulations."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=None, help="Processes; as many as cores unless given.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, readable=False),
    help="Keep each match here, a record a line; what is there already counts, so a run that was stopped goes on.",
)
@click.option(
    "--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="Where to play."
)
@click.option("--address", default=None, help="Of a Ray cluster; by default one is started here.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def arena(
    ctx: click.Context,
    name: str,
    players: str,
    games: int,
    seats: int | None,
    pairs: tuple[str, ...],
    seed: int,
    budget: str,
    jobs: int | None,
    records: Path | None,
    engine: str,
    address: str | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other: every deal from every seat by every line-up."""
    lang: Lang = ctx.obj
    options = parse_options(find(name), pairs, lang)
    names = [p.strip() for p in players.split(",")]
    c = contest(name, names, options, seed, Budget.read(budget), seats)
    if address and engine != "ray":
        raise click.ClickException(speak(lang, "arena.address"))
    if jobs and engine == "ray":
        raise click.ClickException(speak(lang, "arena.jobs"))
    hands = jobs or min(os.cpu_count() or 1, max(1, games // 4))
    how = ray_cluster(address) if engine == "ray" else local(hands)
    if records:
        check_writable(records)
    found, stopped = _run(c, fixtures(c, games), how, records, lang, quiet=as_json or not sys.stderr.isatty())
    result = summary(c, found)
    if as_json:
        json_out(result)
    else:
        _print(result, lang)
    if stopped:
        echo(speak(lang, "arena.stopped_kept" if records else "arena.stopped", n=len(found), all=games), err=True)
        ctx.exit(130)


def _run(
    c: Contest, wanted: list[Fixture], how: Engine, records: Path | None, lang: Lang, quiet: bool
) -> tuple[list[Played], bool]:
    """The matches that were wanted, as far as nobody stops them; and whether somebody did."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    found: list[Played] = []
    with Progress(*columns, *times, console=to_stderr, transient=True, disable=quiet) as bar:
        task = bar.add_task(speak(lang, "arena.playing"), total=len(wanted))
        try:
            for played in _matches(c, wanted, how, records):
                found.append(played)
                bar.update(task, completed=len(found))
        except KeyboardInterrupt:
            return found, True
    return found, False


def _matches(c: Contest, wanted: list[Fixture], how: Engine, records: Path | None) -> Iterator[Played]:
    if records is None:
        yield from how(c, wanted, False)
        return
    with closing(MatchFile(records, c)) as file:
        yield from (file.found[f.n] for f in wanted if f.n in file.found)
        for played in how(c, [f for f in wanted if f.n not in file.found], True):
            file.add(played)
            yield played


def _print(result: Result, lang: Lang) -> None:
    slow = any(s.late for s in result.standings)
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    heads = ["player", "wins", "rate", "between", "rating", "between", *(["late", "longest"] if slow else [])]
    for head in heads:
        grid.add_column(speak(lang, f"arena.{head}"), justify="left" if head == "player" else "right")
    for s in sorted(result.standings, key=lambda s: -s.rating):
        row = [s.player, f"{s.wins:g} / {s.games}", f"{s.rate:.1%}", f"{s.low:.1%} – {s.high:.1%}"]
        row += [f"{s.rating:.0f}", f"{s.rating_low:.0f} – {s.rating_high:.0f}"]
        grid.add_row(*row, *([str(s.late), f"{s.longest:.2f} s"] if slow else []))
    console.print(grid)
    for p in result.pairs:
        one, other, *points = (p.one, p.other, p.more, p.low, p.high)
        if p.more < 0:
            one, other, *points = (p.other, p.one, -p.more, -p.high, -p.low)
        more, low, high = (f"{100 * x:.1f}" for x in points)
        echo(speak(lang, "arena.pair", one=one, other=other, n=p.deals, more=more, low=low, high=high))
    w = words(result.game, lang)
    for reason, n in result.reasons.items():
        echo(f"{n} × {w.say(Message(f'outcome.{reason}'))}")
