"""`stajnia games` and `stajnia rules GAME [N]`."""

from __future__ import annotations

from collections.abc import Mapping

import click
from rich.table import Table as Grid

from stajnia.bots.bot import levels, usual
from stajnia.cli.command import command
from stajnia.cli.terminal import console, echo, folded, json_out, speak
from stajnia.core.game import AnyGame, Option, Options
from stajnia.core.words import Lang, Words, words
from stajnia.games import NAMES, game


@command()
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def games(lang: Lang, name: str | None, as_json: bool) -> None:
    """The games and their bots, or what the options of GAME mean."""
    chosen = NAMES if name is None else (name,)
    found = [game(each) for each in chosen]
    if as_json:
        json_out([_row(g, lang) for g in found])
        return
    if name is not None:
        _options(found[0], words(name, lang), lang)
        _levels(found[0], words(name, lang), lang)
        return
    table = Grid(box=None, padding=(0, 2, 0, 0))
    for head in (speak(lang, "game"), "", speak(lang, "players"), speak(lang, "bots"), speak(lang, "options")):
        table.add_column(head, overflow="fold")
    for g in found:
        options = ", ".join(o.name for o in g.OPTIONS)
        span = f"{g.SEATS[0]}–{g.SEATS[-1]}" if len(g.SEATS) > 1 else str(g.SEATS[0])
        title = words(g.NAME, lang).catalogue["title"]
        table.add_row(g.NAME, title, span, ", ".join(levels(g.NAME)), options)
    console.print(table)
    echo(speak(lang, "more"))


def _row(g: AnyGame, lang: Lang) -> dict[str, object]:
    title, seats = words(g.NAME, lang).catalogue["title"], [g.SEATS[0], g.SEATS[-1]]
    bots = list(levels(g.NAME))
    return {"name": g.NAME, "title": title, "seats": seats, "options": g.OPTIONS, "rules": g.RULES, "bots": bots}


def _options(g: AnyGame, w: Words, lang: Lang) -> None:
    echo(f"{w.catalogue['title']}. {w.catalogue['tagline']}")
    echo(speak(lang, "options_of", title=w.catalogue["title"]))
    for option in g.OPTIONS:
        default = ("no", "yes")[option.default] if option.kind == "flag" else option.default
        default = speak(lang, "nothing") if default == "" else default
        facts = [speak(lang, "option_default", value=default)]
        if option.seats:
            facts.append(speak(lang, "option_seats", seats=list(option.seats), n=max(option.seats)))
        help = w.catalogue.get(f"option.{option.name}.help", "")
        echo(f"  {option.name} = {_values(option)} ({'; '.join(facts)})")
        echo(f"      {w.catalogue[f'option.{option.name}']}. {help}".rstrip())
        for choice in option.choices or _named(w, option.name):
            echo(f"      {choice}: {w.catalogue[f'option.{option.name}.{choice}']}")


def _levels(g: AnyGame, w: Words, lang: Lang) -> None:
    echo(speak(lang, "levels_of", title=w.catalogue["title"]))
    for level in levels(g.NAME):
        usually = f" ({speak(lang, 'level_usual')})" if level == usual(g.NAME) else ""
        name, does = w.catalogue.get(f"level.{level}", level), w.catalogue.get(f"level.{level}.help", "")
        echo(f"  {level}{usually}: {name}. {does}".rstrip())


def _named(w: Words, option: str) -> list[str]:
    """Values of an open option that have a name."""
    head = f"option.{option}."
    return [
        id.removeprefix(head)
        for id in w.catalogue
        if id.startswith(head) and id.count(".") == 2 and id != head + "help"
    ]


def _values(option: Option) -> str:
    match option.kind:
        case "flag":
            return "yes | no"
        case "number":
            return f"{option.low}–{option.high}"
        case "text":
            return "…"
        case _:
            return " | ".join(str(c) for c in option.choices)


@command()
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
            echo(w.rules_text.replace("**", "").rstrip())
        return
    found = statement(w.statements, number)
    if found is None:
        raise click.ClickException(speak(lang, "no_statement", n=number, known=list(w.statements)))
    if as_json:
        json_out({found: w.statements[found]})
    else:
        echo(f"{found}  {w.statements[found]}")


def statement(statements: dict[str, str], number: str) -> str | None:
    """The statement meant by what a person types: `36` is R36."""
    wanted = number.upper()
    return next((n for n in (wanted, f"R{wanted}") if n in statements), None)


def cards(w: Words, name: str, options: Options, numbers: Mapping[str, int]) -> list[str]:
    """The cards with this name, or with this in their name, and what they do in the edition that is played."""
    texts = w.catalogue
    editions = [v for v in options.values() if isinstance(v, str)]
    found = {}
    for key in [key.removesuffix(".text") for key in texts if key.endswith(".text") and key.count(".") == 2]:
        id = key.partition(".")[2]
        own = [f"{key}.text.{edition}" for edition in editions if f"{key}.text.{edition}" in texts]
        text = texts[own[0] if own else f"{key}.text"]
        if key in texts and ("{" not in text or id in numbers):
            found[id] = (texts[key], w.fill(text, {"n": numbers.get(id)}))
    wanted = folded(name)
    exact = [card for id, card in found.items() if wanted in (folded(id), folded(card[0]))]
    return [f"{title}: {text}" for title, text in exact or [c for c in found.values() if wanted in folded(c[0])]]
