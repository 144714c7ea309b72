"""Help in Polish. The English one stands in the code beside each command and option, its twin in `help.pl.json`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cache
from importlib import resources

import click
import msgspec

# click's own words
WORDS = {
    "Usage: ": "Użycie: ",
    "Options": "Opcje",
    "Commands": "Polecenia",
    "Show this message and exit.": "Pokaż tę pomoc.",
    "[OPTIONS]": "[OPCJE]",
    "COMMAND [ARGS]": "POLECENIE [ARGUMENTY]",
    "[default: ": "[domyślnie: ",
}


@cache
def polish() -> dict[str, str]:
    """What each command (`puzzle show`) and option (`play.seats`) is for."""
    return msgspec.json.decode(resources.files(__package__).joinpath("help.pl.json").read_bytes(), type=dict[str, str])


def in_polish(command: click.Command, path: str) -> click.Command:
    """The command with its help, and that of all under it, in Polish; it does the same."""
    new = copy(command)
    new.help = polish()[path or "stajnia"]
    new.params = [copy(p) for p in command.params]
    for option in new.params:
        if isinstance(option, click.Option):
            option.help = polish()[f"{path}.{option.name}" if path else str(option.name)]
    new.context_class = PolishContext
    if isinstance(new, click.Group):
        new.commands = {name: in_polish(c, f"{path} {name}".strip()) for name, c in new.commands.items()}
    return new


def _word(text: str) -> str:
    for english, own in WORDS.items():
        text = text.replace(english, own)
    return text


class PolishHelp(click.HelpFormatter):
    """Says click's own words in Polish too."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, _word(args), _word(prefix or "Usage: "))

    def write_heading(self, heading: str) -> None:
        super().write_heading(_word(heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, _word(help)) for name, help in rows], col_max, col_spacing)


class PolishContext(click.Context):
    formatter_class = PolishHelp
