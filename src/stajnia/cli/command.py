"""What every command is made of: click's, with a refusal of its own for words that are too many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import click

from stajnia.cli.terminal import fitting


class TooMuch(click.UsageError):
    """Words on the line that the command has no use for."""

    def __init__(self, words: Sequence[str], ctx: click.Context) -> None:
        super().__init__(" ".join(words), ctx)
        self.words = words


class Command(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise TooMuch(rest, ctx)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        return fitting(super().get_help(ctx))


class Group(click.Group):
    command_class = Command

    def get_help(self, ctx: click.Context) -> str:
        return fitting(super().get_help(ctx))


command = partial(click.command, cls=Command)
