"""Clocks: how long a decision may take. Times are absolute server times in ms; they stand in the log.

A decision has a step of its own; what it takes beyond the step comes out of the seat's bank. At the deadline
(step and bank used up) the stand-in plays.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

Preset = tuple[int, int] | None  # ms: step of a decision, bank of a match; None: no clock
CLOCKS: dict[str, Preset] = {"none": None, "relaxed": (60_000, 600_000), "fast": (15_000, 90_000)}


class Phase(msgspec.Struct, omit_defaults=True):
    """Whom the table waits for and until when; written into the log with every move, so a restart finds it."""

    asked: list[int] = []
    sealed: bool = False  # several answer at once, or it is a response window: answers turn up together
    window: bool = False  # a response window, with a least and a longest time
    opened: int = 0
    least: int = 0  # a window never closes before
    most: int | None = None  # a window closes then, whoever is missing
    deadlines: dict[int, int] = {}  # by seat, where a clock runs and it is no response window
    banks: list[int] = []
    think: list[int] = []  # by seat: what is left for holding windows open
    hands: int = 1  # so many of those asked share a device and answer one after the other: each has that much time

    def due(self) -> int | None:
        """The next time at which somebody's time is up."""
        times = list(self.deadlines.values())
        if self.most is not None:
            times.append(self.most)
        return min(times) if times else None


def first_phase(preset: Preset, seats: int, think_bank: int) -> Phase:
    """The banks at the beginning of a match."""
    banks = [preset[1]] * seats if preset else []
    return Phase(banks=banks, think=[think_bank] * seats)


def spent(preset: Preset, phase: Phase, seats: Sequence[int], now: int) -> list[int]:
    """The banks after these seats took their decision at `now`."""
    if preset is None or phase.window:
        return phase.banks
    banks = list(phase.banks)
    for seat in seats:
        if seat in phase.asked:
            banks[seat] = max(0, banks[seat] - max(0, now - phase.opened - preset[0] * phase.hands))
    return banks


def deadlines(preset: Preset, phase: Phase, now: int) -> dict[int, int]:
    """When each of the asked seats runs out of time."""
    if preset is None:
        return {}
    return {seat: now + preset[0] * phase.hands + phase.banks[seat] for seat in phase.asked}
