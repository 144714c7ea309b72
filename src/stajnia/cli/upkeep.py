"""What the server keeps: `stajnia backup` and `restore`, in one file and out of it; `stajnia doctor`, is it whole?"""

from __future__ import annotations

from pathlib import Path

import click

from stajnia.cli.command import command
from stajnia.cli.serve import data_file
from stajnia.cli.terminal import echo, own_words, plain, speak
from stajnia.core.game import Message
from stajnia.core.words import Lang

ILL = 3  # the exit code where something is not in order
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
@click.pass_context
def restore(ctx: click.Context, file: Path, db: str, replace: bool) -> None:
    """Read such a file into a database that nobody uses; ends with 3 if damaged rows were left out."""
    from stajnia.server.backup import restore as put_back
    from stajnia.server.database import BadDatabase

    lang: Lang = ctx.obj
    try:
        held, left_out = put_back(file, db or str(data_file(lang)), replace)
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    for row in left_out:
        echo(plain(speak(lang, "restore.left_out", table=row.table, row=row.id)))
    echo(speak(lang, "restore.done", **held))
    if left_out:
        echo(speak(lang, "restore.count", n=len(left_out)))
        ctx.exit(ILL)


@command()
@click.option("--db", default="", help=DB_HELP)
@click.option("--repair", is_flag=True, help="Mend what can be mended without losing a move; stop the server first.")
@click.pass_context
def doctor(ctx: click.Context, db: str, repair: bool) -> None:
    """Find what is broken in the database and name it; ends with 0 if nothing is, with 3 if something is left."""
    from stajnia.server.database import BadDatabase
    from stajnia.server.doctor import examine, mend

    lang: Lang = ctx.obj
    url = db or str(data_file(lang))
    try:
        found = mend(url) if repair else examine(url)
        left = [f for f in found.findings if not (repair and f.can_mend)]
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    for f in found.findings:
        more = f" ({speak(lang, 'doctor.mended' if repair else 'doctor.can')})" if f.can_mend else ""
        echo(plain(own_words(lang).say(Message(f"doctor.{f.what}", {"id": f.id, **f.args}))) + more)
    if not found.findings:
        echo(speak(lang, "doctor.well", tables=found.tables, entries=found.entries, people=found.people))
    elif repair:
        echo(speak(lang, "doctor.left", mended=len(found.findings) - len(left), left=len(left)))
    else:
        can = sum(f.can_mend for f in left)
        echo(speak(lang, "doctor.found", n=len(left), can=can))
    if left:
        ctx.exit(ILL)
