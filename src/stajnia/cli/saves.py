"""Games of the terminal on disk: kept after every move, left behind, listed, gone on with. `stajnia saves`."""

from __future__ import annotations

import errno
import os
import secrets
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import click
import msgspec
from platformdirs import user_data_path
from rich.table import Table as Grid

import stajnia
from stajnia.cli.command import Group
from stajnia.cli.errors import NotOrdinary
from stajnia.cli.records import load, seat_names
from stajnia.cli.terminal import console, echo, json_out, speak
from stajnia.core.chance import commitment, dealer, seed_bytes
from stajnia.core.game import Tell
from stajnia.core.match import Match
from stajnia.core.record import BadRecord, Record, standing
from stajnia.core.words import Lang, words

LAST = "last"  # the name of the game that was left most recently


def save(match: Match, file: Path) -> None:
    """Write the record whole or not at all: with the seed after the end, before it with the dealer's secret.

    This terminal is the dealer, and without the secret a game that is gone on with could not be dealt as committed.
    """
    record = msgspec.structs.replace(match.record, notes=dict(match.record.notes))
    if record.commit and match.secret is not None:
        if match.outcome is None:
            record.notes["secret"] = match.secret.hex()
        else:
            record.seed = match.secret.hex()
    with naming(file):
        _replace(_target(file), record.to_json())


def _target(file: Path) -> Path:
    """The file itself, at the end of all links; nothing but an ordinary file is ever replaced."""
    target = Path(os.path.realpath(file))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise NotOrdinary(errno.EEXIST, "")
    return target


def _replace(file: Path, text: str) -> None:
    part = file.with_name(f".stajnia-{secrets.token_hex(8)}.part")  # nobody else's
    try:
        with open(part, "x", encoding="utf-8") as out:
            out.write(text)
        if file.exists():
            shutil.copymode(file, part)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


class naming:
    """Whatever goes wrong with the file is told under the name that was typed."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __enter__(self) -> None:
        return

    def __exit__(self, _: object, e: object, __: object) -> None:
        if isinstance(e, OSError):
            raise type(e)(e.errno, e.strerror, str(self.file)) from None


def check_writable(file: Path) -> None:
    """Raise before a game is played that could not be kept."""
    with naming(file):
        probe = _target(file).with_name(f".stajnia-{secrets.token_hex(8)}.part")
        open(probe, "x").close()
        probe.unlink()


def folder() -> Path:
    """Where games are kept that were left without `--record`."""
    return user_data_path("stajnia", appauthor=False) / "left"


def left_behind(match: Match) -> Path:
    """A file of its own for a game that is left."""
    folder().mkdir(parents=True, exist_ok=True)
    names = (folder() / f"{match.game.NAME}-{n}.json" for n in count(1))
    return next(name for name in names if not os.path.lexists(name))


def name_of(file: Path) -> str:
    """What `--resume` takes for this file: its name alone for a game that was left."""
    return file.stem if file.parent == folder() else shlex.quote(str(file))


def find(name: Path) -> Path:
    """The file that is meant: itself, or the game that was left under this name."""
    left = folder() / f"{name}.json"
    if name.exists() or name.parent != Path("."):
        return name
    if str(name) == LAST:
        return max(_files(), key=lambda file: file.stat().st_mtime, default=name)
    return left if left.exists() else name


def _files() -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(file for file in folder().glob("*.json") if file.is_file())


def resumed(file: Path, lang: Lang, tell: Tell) -> Match:
    """The game in the file, dealt on from its own secret or, where that is missing, from a new one."""
    record = load(file)
    kept = record.notes.pop("secret", None)
    secret = _bytes(kept)
    if secret is None or commitment(secret) != record.commit:
        secret = seed_bytes(None)
        record.commit = ""  # nobody could check the rest against it
    match = stajnia.replay(record, chance=dealer(secret))
    if match.outcome is not None:
        raise click.ClickException(speak(lang, "resume_over", file=shlex.quote(str(file))))
    if not record.commit:
        echo(speak(lang, "no_secret"))
    match.secret = secret
    match.settle(tell)  # the record may end before a chance move
    return match


def _bytes(text: Any) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except (TypeError, ValueError):
        return None


class Left(msgspec.Struct):
    """A game that was left."""

    name: str
    game: str
    players: list[str]
    moves: int
    left: datetime
    over: bool
    file: str
    trouble: str = ""  # why it cannot be read


def left_games(lang: Lang) -> list[Left]:
    """The games that were left, the last one first."""
    found = [_left(file, lang) for file in _files()]
    return sorted(found, key=lambda game: game.left, reverse=True)


def _left(file: Path, lang: Lang) -> Left:
    when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
    try:
        record = load(file)
    except (BadRecord, OSError) as e:
        why = e.say(lang) if isinstance(e, BadRecord) else str(e.strerror)
        return Left(file.stem, "", [], 0, when, False, str(file), why)
    people = seat_names(record, lang)
    moves = sum(seat >= 0 for seat, _ in _standing(record))
    return Left(file.stem, record.game, people, moves, when, record.outcome is not None, str(file))


def _standing(record: Record) -> list[tuple[int, str]]:
    with suppress(stajnia.Illegal):
        return standing(record.moves)
    return record.moves


@click.group("saves", cls=Group, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def saves(ctx: click.Context, as_json: bool) -> None:
    """The games that were left in the terminal, and how they go on."""
    if ctx.invoked_subcommand:
        return
    lang: Lang = ctx.find_root().obj
    found = left_games(lang)
    if as_json:
        json_out(found)
        return
    if not found:
        echo(speak(lang, "saves.none"))
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for head in ("name", "game", "players", "moves", "left"):
        grid.add_column(speak(lang, f"saves.{head}"), justify="right" if head == "moves" else "left", overflow="fold")
    for game in found:
        grid.add_row(*_row(game, lang))
    console.print(grid)
    echo(speak(lang, "saves.how", name=found[0].name))


def _row(game: Left, lang: Lang) -> tuple[str, ...]:
    when = f"{game.left:%Y-%m-%d %H:%M}"
    if game.trouble:
        return game.name, "?", speak(lang, "saves.trouble"), "", when
    title = words(game.game, lang).catalogue.get("title", game.game)
    over = f" ({speak(lang, 'saves.over')})" if game.over else ""
    return game.name, title + over, ", ".join(game.players), str(game.moves), when


@saves.command("delete")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@click.pass_context
def delete(ctx: click.Context, names: tuple[str, ...], everything: bool) -> None:
    """Delete games that were left, by NAME."""
    lang: Lang = ctx.find_root().obj
    known = {file.stem: file for file in _files()}
    if everything == bool(names):
        raise click.ClickException(speak(lang, "saves.which"))
    for name in names:
        if name not in known:
            raise click.ClickException(speak(lang, "saves.unknown", name=name, known=list(known) or ["–"]))
    chosen = known if everything else {name: known[name] for name in names}
    for file in chosen.values():
        file.unlink(missing_ok=True)
    echo(speak(lang, "saves.deleted", n=len(chosen)))
