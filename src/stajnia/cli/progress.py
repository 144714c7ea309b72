"""Which solo tasks were solved in this terminal, and in how many swaps: a small file in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from stajnia.cli.terminal import speak
from stajnia.core.game import HasTask
from stajnia.core.match import Match
from stajnia.core.words import Lang
from stajnia.games.clovers.tasks import TASKS

NUMBERS = [task.number for task in TASKS]
Best = dict[str, int]  # a task's number or day -> the fewest swaps it was solved in


def file() -> Path:
    return user_data_path("stajnia", appauthor=False) / "tasks.json"


def solved() -> Best:
    """The tasks solved so far; a file that is missing or damaged says nothing."""
    try:
        return msgspec.json.decode(file().read_bytes(), type=Best)
    except (OSError, msgspec.DecodeError, UnicodeError):
        return {}


def _keep(best: Best) -> None:
    file().parent.mkdir(parents=True, exist_ok=True)
    part = file().with_suffix(f".{os.getpid()}.part")
    part.write_bytes(msgspec.json.encode(best))
    part.replace(file())


def told(match: Match, lang: Lang) -> list[str]:
    """Note a task that was just solved; what there is to say about it."""
    view, outcome = match.view(0), match.outcome
    task = view.task if isinstance(view, HasTask) else None
    if task is None or outcome is None or outcome.reason != "solved" or task.kind not in ("book", "daily"):
        return []
    name = str(task.number) if task.kind == "book" else task.name
    best = solved()
    best[name] = min(task.moves, best.get(name, task.moves))
    try:
        _keep(best)
    except OSError:
        return []
    if task.kind == "daily":
        return [speak(lang, "progress.daily", n=len(days(best)))]
    done = book(best)
    lines = [speak(lang, "progress.book", n=len(done), all=len(NUMBERS))]
    ahead = [number for number in NUMBERS if number not in done]
    following = next((number for number in ahead if number > task.number), ahead[0] if ahead else None)
    return lines if following is None else [*lines, speak(lang, "progress.next", n=following)]


def book(best: Best) -> dict[int, int]:
    """The solved tasks of the book."""
    return {int(name): moves for name, moves in best.items() if name.isdecimal() and int(name) in NUMBERS}


def days(best: Best) -> dict[str, int]:
    """The solved tasks of a day."""
    return {name: moves for name, moves in best.items() if name.count("-") == 2}
