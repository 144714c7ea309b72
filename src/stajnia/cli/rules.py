"""`stajnia games` and `stajnia rules GAME [N]`."""

from __future__ import annotations

import click
from rich.table import Table

from stajnia.bots.bot import levels
from stajnia.cli.text import console, json_out, speak
from stajnia.core.words import Lang, words
from stajnia.games import NAMES, game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def games(lang: Lang, as_json: bool) -> None:
    """The games, their options and their bots."""
    if as_json:
        rows = []
        for name in NAMES:
            g, w = game(name), words(name, lang)
            seats = [g.SEATS[0], g.SEATS[-1]]
            rows.append(
                {"name": name, "title": w.catalogue["title"], "seats": seats, "options": g.OPTIONS}
                | {"rules": g.RULES, "bots": list(levels(name))}
            )
        json_out(rows)
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in ("", "", speak(lang, "players"), speak(lang, "bots"), speak(lang, "options")):
        table.add_column(head)
    for name in NAMES:
        g, w = game(name), words(name, lang)
        options = ", ".join(o.name for o in g.OPTIONS)
        span = f"{g.SEATS[0]}–{g.SEATS[-1]}" if len(g.SEATS) > 1 else str(g.SEATS[0])
        table.add_row(name, w.catalogue["title"], span, ", ".join(levels(name)), options)
    console.print(table)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("number", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def rules(lang: Lang, name: str, number: str | None, as_json: bool) -> None:
    """The rules of GAME, or its statement NUMBER (36, R36, 3.3, Q2)."""
    game(name)  # an unknown game is refused here
    w = words(name, lang)
    if number is None:
        if as_json:
            json_out(w.statements)
        else:
            click.echo(w.rules_text.replace("**", ""), nl=False)
        return
    found = statement(w.statements, number)
    if found is None:
        raise click.ClickException(speak(lang, "no_statement", n=number, known=list(w.statements)))
    if as_json:
        json_out({found: w.statements[found]})
    else:
        click.echo(f"{found}  {w.statements[found]}")


def statement(statements: dict[str, str], number: str) -> str | None:
    """The statement meant by what a person types: `36` is R36."""
    wanted = number.upper()
    return next((n for n in (wanted, f"R{wanted}") if n in statements), None)
