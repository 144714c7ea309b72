"""A bot that never answers, for an arena that soon gives it up, in whatever process it plays."""

from __future__ import annotations

from multiprocessing import parent_process

from stajnia.bots import arena
from tests.bots.own_bots import asleep

__all__ = ["SOON", "asleep"]

SOON = 0.1  # seconds

if parent_process() is not None:  # a process of the arena's; our own goes on with other tests
    arena.SILENT = arena.PATIENCE = SOON
