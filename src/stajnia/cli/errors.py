"""What went wrong, as one line in the language asked for."""

from __future__ import annotations

import errno
from typing import Any

import click

from stajnia.bots.arena import BotFailed
from stajnia.bots.asking import Silent
from stajnia.bots.duel.solution_file import SolutionError
from stajnia.bots.net import BadWeights
from stajnia.cli.command import TooMuch
from stajnia.cli.terminal import plain, speak
from stajnia.core.game import Illegal
from stajnia.core.record import BadRecord
from stajnia.core.words import Lang, words

MISTAKES = (
    Illegal,
    BadRecord,
    SolutionError,
    BotFailed,
    Silent,
    BadWeights,
    OSError,
)  # what a person can bring about; anything else is a bug

# the extra of our package that brings each package of others
EXTRAS = {
    **dict.fromkeys(("starlette", "uvicorn", "uvloop", "httptools", "sqlalchemy", "alembic"), "server"),
    "websockets": "client",
    "psycopg": "postgres",
    "ray": "cluster",
    **dict.fromkeys(("numpy", "gymnasium", "pettingzoo"), "rl"),
}


class NotOrdinary(OSError):
    """A device, a pipe, a socket: nothing to write a file over."""


def sentence(e: Exception, lang: Lang) -> str:
    """A refusal, a bad record, a bad table or trouble with a file."""
    return plain(_sentence(e, lang))


def of_a_bot(e: BaseException, lang: Lang) -> str:
    """Whatever a bot may raise, one of a person's own too: a sentence where there is one, else what a program says."""
    return sentence(e, lang) if isinstance(e, MISTAKES) else plain(f"{type(e).__name__}: {e}")


def _sentence(e: Exception, lang: Lang) -> str:
    match e:
        case Illegal():
            return words(e.rule.partition(" ")[0], lang).refusal(e)
        case BadRecord() | SolutionError() | BotFailed() | BadWeights():
            return e.say(lang)
        case Silent():
            return speak(lang, "bot_silent", seconds=f"{e.seconds:g}")
        case NotOrdinary():
            return f"{e.filename}: {speak(lang, 'not_ordinary')}"
        case OSError():
            why = speak(lang, f"os.{errno.errorcode.get(e.errno or 0)}", why=e.strerror or e)
            if why.startswith("os."):  # a rare one: in the machine's own words
                why = e.strerror or str(e)
            return f"{e.filename}: {why}" if e.filename else why
    return str(e)


def usage(e: click.UsageError, lang: Lang) -> str:
    """A command that was typed wrongly, and where its help is."""
    said = plain(_usage(e, lang))
    command = e.ctx.command_path if e.ctx else "stajnia"
    return f"{said} {speak(lang, 'usage.help', command=command)}"


def _usage(e: click.UsageError, lang: Lang) -> str:
    match e:
        case click.NoSuchOption():
            return speak(lang, "usage.no_option", name=e.option_name)
        case click.BadOptionUsage():
            return speak(lang, "usage.bare_option", name=e.option_name)
        case click.exceptions.NoSuchCommand():
            return speak(lang, "usage.no_command", name=e.command_name)
        case click.MissingParameter(param=click.Parameter() as param):
            return speak(lang, "usage.missing", name=_name(param))
        case click.BadParameter(param=click.Parameter() as param):
            return speak(lang, "usage.bad_value", name=_name(param), what=_what(param.type, lang))
        case TooMuch():
            return speak(lang, "usage.extra", name=" ".join(e.words))
        case click.UsageError(ctx=click.Context(command=click.Group())):
            return speak(lang, "usage.missing", name="COMMAND")
    return e.message


def _name(param: click.Parameter) -> str:
    """As it is written on the line: --seats, GAME."""
    return param.opts[0] if isinstance(param, click.Option) else param.metavar or str(param.name).upper()


def _what(kind: click.ParamType[Any], lang: Lang) -> str:
    match kind:
        case click.Choice():
            return ", ".join(str(choice) for choice in kind.choices)
        case click.IntRange(min=low, max=high) if high is not None:
            return speak(lang, "usage.number_range", low=low, high=high)
        case click.IntRange(min=low):
            return speak(lang, "usage.number_from", low=low)
        case click.Path():
            return speak(lang, "usage.folder")
    return speak(lang, "usage.number")
