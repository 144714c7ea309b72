"""The command line. Errors are one clear line and a non-zero exit, never a traceback."""

from __future__ import annotations

import locale
import os
import sys
from importlib import import_module
from typing import Any

import click

from stajnia.core.game import Illegal
from stajnia.core.match import BadRecord
from stajnia.core.words import LANGS, Lang, words

# name -> module that defines it; imported when asked for, so that `stajnia rules` does not start a server's imports
COMMANDS = {
    "play": "play",
    "serve": "serve",
    "replay": "records",
    "verify": "records",
    "rules": "rules",
    "games": "rules",
    "arena": "arena",
    "solve": "solve",
    "puzzle": "puzzle",
}


class Commands(click.Group):
    """Commands by name, each in its own module; refusals and file troubles become one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        if name not in COMMANDS:
            return None
        module = import_module(f"stajnia.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Illegal as e:
            game = e.rule.partition(" ")[0]
            raise click.ClickException(words(game, ctx.find_root().obj or "en").refusal(e)) from None
        except BadRecord as e:
            raise click.ClickException(str(e)) from None
        except OSError as e:
            what = f"{e.filename}: {e.strerror}" if e.filename else str(e)
            raise click.ClickException(what) from None
        except KeyboardInterrupt:
            raise click.Abort from None


def language() -> Lang:
    """Polish where the machine speaks Polish, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "pl" if value.lower().startswith("pl") else "en"
    return "pl" if (locale.getlocale()[0] or "").lower().startswith("pl") else "en"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--lang", type=click.Choice(LANGS), default=None, help="Language; by default the machine's.")
@click.version_option(package_name="stajnia")
@click.pass_context
def cli(ctx: click.Context, lang: Lang | None) -> None:
    """Stajnia: four board games with friends and fair bots, and a library for people who build bots."""
    ctx.obj = lang or language()


def main() -> None:
    """The console command."""
    try:
        cli(standalone_mode=True)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe went away: not an error of ours
        sys.exit(141)
