"""Named places where a server that dies must lose nothing. Tests put something there that kills it, nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

Point = Literal[
    "before write",  # nothing of a batch is in the database
    "before commit",  # all of it is, and not committed
    "after commit",  # it is on disk, and nobody was told
    "in migration",
    "in backup",  # the copy is whole and does not have its name yet
    "in restore",  # the old rows are gone, the new ones there, and nothing is committed
    "in retention",  # between two steps
    "in hand-over",  # the server ends, and the last writes wait
]
POINTS: tuple[Point, ...] = get_args(Point)

_hook: Callable[[Point, object], None] | None = None


def reached(point: Point, what: object = None) -> None:
    """We are there; `what` is being written."""
    if _hook is not None:
        _hook(point, what)


def on_reached(hook: Callable[[Point, object], None] | None) -> None:
    """For tests: call this at every point."""
    global _hook
    _hook = hook
