"""`stajnia cluster`: the processes that serve one house together (docs/scaling.md)."""

from __future__ import annotations

import click
from rich.table import Table as Grid

from stajnia.cli.command import Group
from stajnia.cli.terminal import console, echo, json_out, speak
from stajnia.core.words import Lang

SHORT = 8  # letters of an id


@click.group("cluster", cls=Group)
@click.option("--db", default="", help="Database of the house: postgresql://...")
def cluster(db: str) -> None:
    """The processes that serve one house together."""


def _db(ctx: click.Context) -> str:
    assert ctx.parent is not None
    return str(ctx.parent.params["db"])


@cluster.command("status")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.pass_context
def status(ctx: click.Context, as_json: bool) -> None:
    """Who serves, where, and how many rooms each has."""
    from stajnia.server.database import BadDatabase
    from stajnia.server.leases import look, looking_at

    lang: Lang = ctx.obj
    try:
        with looking_at(_db(ctx)) as engine:
            nodes = sorted(look(engine)[1].values(), key=lambda node: node.address)
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    if as_json:
        told = [
            {"id": n.id, "address": n.address, "version": n.version, "rooms": n.rooms, "leaving": n.leaving}
            for n in nodes
        ]
        json_out({"nodes": told})
    elif not nodes:
        echo(speak(lang, "cluster.nobody"))
    else:
        grid = Grid(*(speak(lang, f"cluster.{head}") for head in ("node", "address", "version", "rooms", "leaving")))
        for n in nodes:
            grid.add_row(
                n.id[:SHORT], n.address, n.version, str(n.rooms), speak(lang, "cluster.yes") if n.leaving else ""
            )
        console.print(grid)


@cluster.command("drain")
@click.argument("node")
@click.pass_context
def drain(ctx: click.Context, node: str) -> None:
    """Have NODE (the beginning of its id) give its rooms to the others and take no more."""
    from stajnia.server.database import BadDatabase
    from stajnia.server.leases import looking_at, send_away

    lang: Lang = ctx.obj
    try:
        with looking_at(_db(ctx)) as engine:
            found = send_away(engine, node)
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    if len(found) != 1:
        raise click.ClickException(speak(lang, "cluster.several" if found else "cluster.unknown", node=node))
    echo(speak(lang, "cluster.drained", address=found[0].address))
