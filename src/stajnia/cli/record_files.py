"""`stajnia records`: many records in one file, checked, gathered, taken apart, made by bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from stajnia.bots.arena import contest, fixtures
from stajnia.bots.bot import Budget
from stajnia.bots.engines import local
from stajnia.bots.match_file import MatchFile
from stajnia.cli.command import Group
from stajnia.cli.errors import sentence
from stajnia.cli.saves import check_writable
from stajnia.cli.terminal import echo, json_out, speak
from stajnia.core.words import Lang
from stajnia.games import NAMES, game
from stajnia.record_files import Found, look_through, schema, write_records

PLAYERS: Final = {  # of the data set: strong and weak at one table
    "duel": ("strong", "greedy", "random"),
    "clovers": ("greedy", "greedy", "random"),
    "fever": ("greedy", "greedy", "random", "random"),
    "unstable": ("greedy", "greedy", "random", "random"),
}
files = click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))


@click.group(cls=Group)
def records() -> None:
    """Many records: check them, gather them into one file, take it apart, let bots make some."""


def _found(paths: Sequence[Path], check: bool) -> Iterator[Found]:
    for path in paths:
        inside = sorted(p for p in path.iterdir() if p.suffix in (".json", ".jsonl")) if path.is_dir() else [path]
        for file in inside:
            yield from look_through(file, check)


@records.command("check")
@files
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Replay every record of FILE (JSON, JSON lines, or a folder of them); exit code 0 if all fit."""
    lang: Lang = ctx.obj
    good, bad = 0, []
    for found in _found(files, check=True):
        if found.error is None:
            good += 1
            continue
        bad.append({"file": str(found.file), "line": found.line, "why": sentence(found.error, lang)})
        if not as_json:
            echo(f"{found.file}:{found.line}: {bad[-1]['why']}")
    if as_json:
        json_out({"good": good, "bad": bad})
    else:
        echo(speak(lang, "records.checked", good=good, bad=len(bad)))
    if bad or not good:
        ctx.exit(1)


@records.command("export")
@files
@click.option("--to", "out", required=True, type=click.Path(path_type=Path), help="The file to write.")
@click.pass_obj
def export(lang: Lang, files: tuple[Path, ...], out: Path) -> None:
    """Gather the records of FILE (JSON, JSON lines, or a folder of them) into one file of JSON lines, each once."""
    check_writable(out)
    known: dict[str, Found] = {}
    for found in _found(files, check=False):
        if found.record is None:
            assert found.error is not None
            raise click.ClickException(f"{found.file}:{found.line}: {sentence(found.error, lang)}")
        known.setdefault(found.record.to_json(), found)
    count = write_records(out, (found.record for found in known.values() if found.record))
    echo(speak(lang, "records.written", n=count, file=out))


@records.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "folder", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder.")
@click.pass_obj
def import_(lang: Lang, file: Path, folder: Path) -> None:
    """Take a file of JSON lines apart: a file for each record, as replay, verify and the page read them."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for found in look_through(file, check=True):
        if found.record is None:
            assert found.error is not None
            raise click.ClickException(f"{file}:{found.line}: {sentence(found.error, lang)}")
        count += 1
        write_records(folder / f"{file.stem}-{found.line:05}-{found.record.game}.json", [found.record])
    echo(speak(lang, "records.written", n=count, file=folder))


@records.command("make")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("-n", "count", type=click.IntRange(1), default=1000, show_default=True, help="Matches of each game.")
@click.option("--game", "names", multiple=True, help="This game only; may be given again.")
@click.option("--budget", default="20", show_default=True, help="What a bot may spend on a decision.")
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes.")
@click.pass_obj
def make(lang: Lang, folder: Path, count: int, names: tuple[str, ...], budget: str, jobs: int) -> None:
    """Let bots play a set of matches of every game into FOLDER; stopped, the same command goes on."""
    wanted = [game(name).NAME for name in names] or list(NAMES)
    folder.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        c = contest(name, PLAYERS[name], {}, 0, Budget.read(budget), game(name).USUAL_SEATS)
        file = folder / f"{name}.jsonl"
        with closing(MatchFile(file, c)) as kept:
            for played in local(jobs)(c, [f for f in fixtures(c, count) if f.n not in kept.found], True):
                kept.add(played)
        echo(speak(lang, "records.written", n=count, file=file))


@records.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of a record."""
    json_out(schema())
