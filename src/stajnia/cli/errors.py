"""What went wrong, as one line in the language asked for."""

from __future__ import annotations

import errno
import re
from typing import Any

import click

from stajnia.bots.duel.solution_file import SolutionError
from stajnia.cli.terminal import plain, speak
from stajnia.core.game import Illegal
from stajnia.core.match import BadRecord
from stajnia.core.words import Lang, words

MISTAKES = (Illegal, BadRecord, SolutionError, OSError)  # what a person can bring about; anything else is a bug

_COMMAND = re.compile(r"No such command '(.*?)'")
_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def sentence(e: Exception, lang: Lang) -> str:
    """A refusal, a bad record, a bad table or trouble with a file."""
    return plain(_sentence(e, lang))


def _sentence(e: Exception, lang: Lang) -> str:
    match e:
        case Illegal():
            return words(e.rule.partition(" ")[0], lang).refusal(e)
        case BadRecord() | SolutionError():
            return e.say(lang)
        case OSError():
            why = speak(lang, f"os.{errno.errorcode.get(e.errno or 0)}", why=e.strerror or e)
            if why.startswith("os."):  # a rare one: in the machine's own words
                why = e.strerror or str(e)
            return f"{e.filename}: {why}" if e.filename else why
    return str(e)


def usage(e: click.UsageError, lang: Lang) -> str:
    """A command that was typed wrongly, and where its help is."""
    said = _usage(e, lang)
    command = e.ctx.command_path if e.ctx else "stajnia"
    return f"{said} {speak(lang, 'usage.help', command=command)}"


def _usage(e: click.UsageError, lang: Lang) -> str:
    if isinstance(e, click.NoSuchOption | click.BadOptionUsage):
        id = "usage.no_option" if isinstance(e, click.NoSuchOption) else "usage.bare_option"
        return speak(lang, id, name=e.option_name)
    if isinstance(e, click.BadParameter) and e.param is not None:
        name = e.param.opts[0] if isinstance(e.param, click.Option) else e.param.make_metavar(e.ctx or _nowhere())
        if isinstance(e, click.MissingParameter):
            return speak(lang, "usage.missing", name=name)
        return speak(lang, "usage.bad_value", name=name, what=_what(e.param.type, lang))
    if e.message == "Missing command.":
        return speak(lang, "usage.missing", name="COMMAND")
    for pattern, id in ((_COMMAND, "usage.no_command"), (_EXTRA, "usage.extra")):
        if found := pattern.match(e.message):
            return speak(lang, id, name=found[1])
    return e.message


def _nowhere() -> click.Context:
    return click.Context(click.Command("stajnia"))


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
