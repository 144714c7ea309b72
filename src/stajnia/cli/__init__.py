"""The command line. Errors are one clear line and a non-zero exit, never a traceback."""

from __future__ import annotations

import locale
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version as installed
from typing import Any, cast

import click

from stajnia.cli.command import Group
from stajnia.cli.errors import EXTRAS, MISTAKES, sentence, usage
from stajnia.cli.polish_help import PolishHelp, in_polish
from stajnia.cli.terminal import echo, set_up_streams, speak
from stajnia.core.words import LANGS, Lang
from stajnia.games import NAMES, game

# name -> module that defines it; imported when asked for, so that `stajnia rules` does not start a server's imports
COMMANDS = {
    "play": "play",
    "saves": "saves",
    "serve": "serve",
    "cluster": "cluster",
    "backup": "upkeep",
    "restore": "upkeep",
    "doctor": "upkeep",
    "replay": "records",
    "verify": "records",
    "records": "record_files",
    "rules": "rules",
    "games": "rules",
    "arena": "arena",
    "solve": "solve",
    "cache": "solve",
    "puzzle": "puzzle",
}


class Commands(Group):
    """Commands by name, each in its own module; refusals and file troubles become one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"stajnia.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, name)
        return in_polish(command, name) if _asked(ctx) == "pl" else command

    def get_help(self, ctx: click.Context) -> str:
        if _asked(ctx) == "en":
            return super().get_help(ctx)
        ctx.formatter_class = PolishHelp
        return Group.get_help(cast(Group, in_polish(self, "")), ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--lang` is understood anywhere on the line, also after the command."""
        for n, word in enumerate(args):
            long = 2 if word == "--lang" else 1 if word.startswith("--lang=") else 0
            if word == "--" or long:
                args = [*args[n : n + long], *args[:n], *args[n + long :]]
                break
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as e:
            e.ctx = e.ctx or ctx
            raise
        except (Failed, BrokenPipeError):
            raise  # said already; or the reader of a pipe went away, and click ends quietly
        except MISTAKES as e:
            raise Failed(speak(ctx.obj, "error", why=sentence(e, ctx.obj))) from None
        except ModuleNotFoundError as e:
            raise _missing(e, ctx) from e
        except click.ClickException as e:
            raise Failed(speak(ctx.obj, "error", why=e.message)) from None
        except (KeyboardInterrupt, click.Abort):
            raise Failed(speak(ctx.obj, "stopped"), 130) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and say in one line what went wrong."""
        set_up_streams()
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as e:
            echo(e.message, err=True)
            sys.exit(e.exit_code)
        except click.UsageError as e:
            lang = _asked(e.ctx.find_root()) if e.ctx else language()
            echo(speak(lang, "error", why=usage(e, lang)), err=True)
            sys.exit(e.exit_code)
        except Failed as e:
            echo(e.message, err=True)
            sys.exit(e.code)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


class Failed(click.ClickException):
    """A command ends here, with one line that says why."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def _missing(e: ModuleNotFoundError, ctx: click.Context) -> Exception:
    """What to install for a command whose packages are not here; a module of ours that is gone is a bug."""
    extra = EXTRAS.get((e.name or "").partition(".")[0])
    if extra is None:
        return e
    command = f"stajnia {ctx.invoked_subcommand or ''}".strip()
    return Failed(speak(ctx.obj, "error", why=speak(ctx.obj, "extra", command=command, module=e.name, extra=extra)))


def _asked(ctx: click.Context) -> Lang:
    """The language of the command being read."""
    lang: Lang | None = ctx.params.get("lang")
    return lang or language()


def language() -> Lang:
    """Polish where the machine speaks Polish, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "pl" if value.lower().startswith("pl") else "en"
    return "pl" if (locale.getlocale()[0] or "").lower().startswith("pl") else "en"


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        rules = [f"{name} {game(name).RULES}" for name in NAMES]
        echo(speak(_asked(ctx), "version", version=installed("stajnia"), rules=rules))
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang", type=click.Choice(LANGS), default=None, is_eager=True, help="Language; by default the machine's."
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="The version, and that of each game's rules.",
)
@click.pass_context
def cli(ctx: click.Context, lang: Lang | None) -> None:
    """Stajnia: four board games with friends and fair bots, and a library for people who build bots."""
    ctx.obj = lang or language()


def main() -> None:
    """The console command."""
    hang_up = getattr(signal, "SIGHUP", None)  # there is none on Windows
    if hang_up is not None and signal.getsignal(hang_up) == signal.SIG_DFL:  # where nohup has it ignored it stays so
        signal.signal(hang_up, signal.default_int_handler)  # a closed terminal is as good as Ctrl-C
    cli()
