"""`stajnia backup` and `stajnia restore`: all that is kept, in one file and out of it."""

from __future__ import annotations

from pathlib import Path

import click

from stajnia.cli.command import command
from stajnia.cli.serve import data_file
from stajnia.cli.terminal import echo, speak
from stajnia.core.words import Lang

DB_HELP = "Database: a file, or postgresql://... [default: a file in your data folder]"


@command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", default="", help=DB_HELP)
@click.option("--replace", is_flag=True, help="Replace the file if it is there.")
@click.pass_obj
def backup(lang: Lang, file: Path, db: str, replace: bool) -> None:
    """Keep all that is in the database in one file; the server may be running."""
    from stajnia.server.backup import back_up
    from stajnia.server.database import BadDatabase

    try:
        held = back_up(db or str(data_file(lang)), file, replace)
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    echo(speak(lang, "backup.done", file=file, **held))


@command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--db", default="", help=DB_HELP)
@click.option("--replace", is_flag=True, help="Replace all that is in it.")
@click.pass_obj
def restore(lang: Lang, file: Path, db: str, replace: bool) -> None:
    """Read such a file into a database that nobody uses."""
    from stajnia.server.backup import restore as put_back
    from stajnia.server.database import BadDatabase

    try:
        held = put_back(file, db or str(data_file(lang)), replace)
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    echo(speak(lang, "restore.done", **held))
