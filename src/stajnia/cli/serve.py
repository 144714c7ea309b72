"""`stajnia serve`: the table in the browser."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import click
from platformdirs import user_data_path

from stajnia.cli.command import command
from stajnia.cli.errors import sentence
from stajnia.cli.terminal import echo, speak
from stajnia.core.words import Lang

DEFAULT_PORT = 8642
OWN = {"api", "assets", "ws", "healthz", "openapi.json"}  # paths of the server itself
SECRET_LENGTH = 16  # letters at least
T = TypeVar("T")


@command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, help="Port; 0 takes a free one.")
@click.option("--db", default="", help="Database: a file, or postgresql://... [default: a file in your data folder]")
@click.option("--inner", default="", help="HOST:PORT for the other processes of one house: docs/scaling.md")
@click.option("--inner-listen", default="", help="HOST:PORT to listen on for them, where that is another.")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    help="A file with the secret that they share. [default: STAJNIA_SECRET in the environment]",
)
@click.option("--workers", default=2, show_default=True, help="Processes in which bots think.")
@click.option("--origin", "origins", multiple=True, help="A further origin pages may come from, behind a proxy.")
@click.option("--proxy", "proxies", multiple=True, help="Address of a balancer that says who a visitor is.")
@click.option("--prefix", default="", help="The path under which everything stands, behind a proxy: /games.")
@click.option("--open", "open_browser", is_flag=True, help="Open the browser where there is one.")
@click.option("--metrics", default="", help="Tell figures at HOST:PORT or on a Unix socket. [default: nowhere]")
@click.option(
    "--budget", "budgets", multiple=True, envvar="STAJNIA_BUDGET", help="NAME=GUEST/ADDRESS/ALL: docs/hosting.md"
)
@click.option(
    "--free", default=200, show_default=True, help="MB on the disk of the database; with fewer nothing new is let in."
)
@click.option("--keep", multiple=True, help="Keep something for so many days: chat=30, finished=forever.")
@click.option("--verbose", is_flag=True, help="Log requests and what happens at tables.")
@click.option(
    "--log-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the log."
)
@click.pass_obj
def serve(
    lang: Lang,
    host: str,
    port: int,
    db: str,
    inner: str,
    inner_listen: str,
    secret_file: Path | None,
    workers: int,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    prefix: str,
    open_browser: bool,
    metrics: str,
    budgets: tuple[str, ...],
    free: int,
    keep: tuple[str, ...],
    verbose: bool,
    log_format: Literal["text", "json"],
) -> None:
    """Serve the page and the tables until you press Ctrl-C."""
    from stajnia.server.budgets import BUDGETS, budget_of
    from stajnia.server.database import BadDatabase
    from stajnia.server.retention import KEEP, keep_of
    from stajnia.server.run import run
    from stajnia.server.settings import Settings

    settings = Settings(
        db=db or str(data_file(lang)),
        inner=inner,
        secret=_secret(secret_file, lang) if inner else "",
        workers=workers,
        origins=origins,
        proxies=proxies,
        prefix=_path(prefix, lang),
        metrics=metrics,
        budgets=_read(budgets, budget_of, BUDGETS, lang, "serve.budget"),
        free=free * 1_000_000,
        keep=_read(keep, keep_of, KEEP, lang, "serve.keep"),
    )
    doors = contextlib.ExitStack()
    try:
        listening = doors.enter_context(_listen(host, port))
        inside = doors.enter_context(_listen_inside(inner, inner_listen, lang)) if inner else None
        _refuse_one_port(listening, inside, lang)
        address = _address(host, listening, settings.prefix)
        ready = partial(_ready, speak(lang, "serve.open", address=address), address if open_browser else "")
        run(settings, listening, verbose=verbose, log_format=log_format, ready=ready, inner=inside)
    except KeyboardInterrupt:
        return  # the usual way to stop it
    except BadDatabase as e:
        raise click.ClickException(e.say(lang)) from None
    except OSError as e:
        raise click.ClickException(speak(lang, "serve.busy", host=host, port=port, why=sentence(e, lang))) from None
    finally:
        doors.close()


def _read(
    given: Iterable[str], one: Callable[[str], tuple[str, T]], known: Iterable[str], lang: Lang, wrong: str
) -> dict[str, T]:
    """`NAME=VALUE` pairs as somebody has typed them."""
    try:
        return dict(map(one, given))
    except ValueError as e:
        raise click.ClickException(speak(lang, wrong, text=str(e), known=", ".join(known))) from None


def _secret(file: Path | None, lang: Lang) -> str:
    secret = os.environ.get("STAJNIA_SECRET", "") if file is None else file.read_text().strip()
    if len(secret) < SECRET_LENGTH or not secret.isascii() or not secret.isprintable():
        raise click.ClickException(speak(lang, "serve.secret", length=SECRET_LENGTH))
    return secret


def _listen_inside(told: str, given: str, lang: Lang) -> socket.socket:
    """Where other processes come: at the address they are told, or where that leads to."""
    from stajnia.server.relay import split

    address = told
    try:
        split(told)
        address = given or told
        return _listen(*split(address))
    except ValueError:
        raise click.ClickException(speak(lang, "serve.inner", text=address)) from None
    except OSError as e:
        why = sentence(e, lang)
        raise click.ClickException(speak(lang, "serve.inner_busy", address=address, why=why)) from None


def _address(host: str, listening: socket.socket, prefix: str) -> str:
    """What to type into a browser on this machine."""
    here = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{here}:{listening.getsockname()[1]}{prefix}/"


def _refuse_one_port(listening: socket.socket, inside: socket.socket | None, lang: Lang) -> None:
    """Visitors and other processes come at different ports, also where the addresses are different."""
    port = listening.getsockname()[1]
    if inside is not None and inside.getsockname()[1] == port:
        raise click.ClickException(speak(lang, "serve.inner_port", port=port))


def _path(given: str, lang: Lang) -> str:
    """A path as somebody has typed it: `/games`, or nothing."""
    path = given.strip("/")
    if not re.fullmatch(r"[\w.~-]+(/[\w.~-]+)*|", path, re.ASCII) or {".", ".."} & set(path.split("/")):
        raise click.ClickException(speak(lang, "serve.prefix", text=given))
    parts = path.split("/")
    if parts[0] in OWN or "t" in parts:  # where a proxy takes the prefix off, or in a table's link, it would be unclear
        raise click.ClickException(speak(lang, "serve.prefix_used", text=given))
    return f"/{path}" if path else ""


def data_file(lang: Lang) -> Path:
    folder = user_data_path("stajnia", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        why = sentence(OSError(e.errno, e.strerror), lang)
        raise click.ClickException(speak(lang, "serve.closed", folder=folder, why=why)) from None
    return folder / "stajnia.db"


def _listen(host: str, port: int) -> socket.socket:
    """A port that is ours and where nobody is let in yet: who comes too early is turned away, not kept waiting."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def _ready(told: str, address: str) -> None:
    """Say where it is served, and open the browser there, if an address is given."""
    echo(told)
    if address:
        threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):  # no browser here: the address was printed
        webbrowser.open(address)
