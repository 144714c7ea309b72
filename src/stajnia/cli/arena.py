"""`stajnia arena GAME --players A,B -n N`: bots against each other."""

from __future__ import annotations

import click
from rich.table import Table

from stajnia.bots.arena import arena as run
from stajnia.bots.bot import bot
from stajnia.cli.command import command
from stajnia.cli.terminal import console, echo, json_out, parse_options, speak
from stajnia.core.game import Message, complete
from stajnia.core.words import Lang, words
from stajnia.games import game as find


@command()
@click.argument("name", metavar="GAME")
@click.option("--players", default="greedy,random", help="Levels, one a seat, with commas between.")
@click.option("-n", "games", type=click.IntRange(1), default=100, help="How many matches.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", type=int, default=0, help="Number of the first match.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def arena(
    lang: Lang, name: str, players: str, games: int, pairs: tuple[str, ...], seed: int, jobs: int, as_json: bool
) -> None:
    """Let bots play GAME against each other, with rotated seats."""
    game = find(name)
    options = parse_options(game, pairs, lang)
    levels = [p.strip() for p in players.split(",")]
    complete(game, len(levels), options)
    for level in levels:
        bot(name, level)
    result = run(name, levels, games, options, seed, jobs)
    if as_json:
        json_out(result)
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in ("player", "wins", "rate"):
        table.add_column(speak(lang, f"arena.{head}"), justify="left" if head == "player" else "right")
    table.add_column("95 %", justify="right")
    for s in result.standings:
        table.add_row(s.player, f"{s.wins:g} / {s.games}", f"{s.rate:.1%}", f"{s.low:.1%} – {s.high:.1%}")
    console.print(table)
    w = words(name, lang)
    for reason, n in result.reasons.items():
        echo(f"{n} × {w.say(Message(f'outcome.{reason}'))}")
