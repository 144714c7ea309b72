"""Games of the terminal on disk: kept after every move, left behind, gone on with."""

from __future__ import annotations

import errno
import hashlib
import shlex
from itertools import count
from pathlib import Path
from typing import Any

import click
import msgspec
from platformdirs import user_data_path

import stajnia
from stajnia.cli.records import load
from stajnia.cli.terminal import speak
from stajnia.core.match import Match, draw, seed_bytes
from stajnia.core.words import Lang


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
    part = _part(file)
    try:
        part.write_text(record.to_json(), "utf-8")
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _part(file: Path) -> Path:
    return file.with_name(file.name + ".tmp")


def check_writable(file: Path) -> None:
    """Raise before a game is played that could not be kept."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "", str(file))
    try:
        _part(file).touch()
    except OSError as e:
        raise type(e)(e.errno, e.strerror, str(file)) from None
    _part(file).unlink()


def left_behind(match: Match) -> Path:
    """Where a game is kept that was left without `--record`: a file of its own in the user's data folder."""
    folder = user_data_path("stajnia", appauthor=False) / "left"
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"{match.game.NAME}-{n}.json" for n in count(1))
    return next(name for name in names if not name.exists())


def resumed(file: Path, lang: Lang) -> Match:
    """The game in the file, dealt on from its own secret or, where that is missing, from a new one."""
    record = load(file)
    kept = record.notes.pop("secret", None)
    secret = _bytes(kept)
    if secret is None or hashlib.sha256(secret).hexdigest() != record.commit:
        secret = seed_bytes(None)
        record.commit = ""  # nobody could check the rest against it
    match = stajnia.replay(record, chance=lambda place, odds: draw(secret, place, odds))
    if match.outcome is not None:
        raise click.ClickException(speak(lang, "resume_over", file=shlex.quote(str(file))))
    if not record.commit:
        click.echo(speak(lang, "no_secret"))
    match.secret = secret
    return match


def _bytes(text: Any) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except (TypeError, ValueError):
        return None
