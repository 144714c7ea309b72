"""Bots that never answer, for an arena that soon gives them up, in whatever process they play."""

from __future__ import annotations

from multiprocessing import parent_process

from stajnia.bots import asking
from tests.bots.own_bots import asleep, stubborn

__all__ = ["SOON", "asleep", "stubborn"]

SOON = 0.1  # seconds

if parent_process() is not None:  # a process of the arena's; our own goes on with other tests
    asking.SILENT = asking.PATIENCE = SOON
