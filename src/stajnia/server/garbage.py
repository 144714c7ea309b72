"""Python's search for garbage, a little at a time: it stops everything while it lasts, so none may take long, however
much is in memory.

Only circles are garbage that has to be searched for; all else goes by itself. What outlives the search among new
objects is set aside (`gc.freeze`) and not looked at again: the states and logs of matches, most of what there is, have
no circles, and rooms, pages and connections open theirs when they end. What few circles are left among all that was
set aside is looked for only when twice as much lies there as before, and then in a quiet moment.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stajnia.server.rooms import Rooms

# New objects before they are looked at, how often before those that stayed are once more, and never by itself the rest
NEW = (2_000, 4, 1_000_000)
ROUND = 3_600_000  # ms between two looks at how much was set aside
MUCH = 2  # times what was there before: then everything is looked at
QUIET = 1_000  # ms in which nothing happens are a quiet moment
PATIENCE = 600  # of them are waited for


def in_small_portions() -> None:
    """From now on; what is loaded already stays as it is."""
    gc.freeze()
    gc.set_threshold(*NEW)
    gc.callbacks.append(_set_aside)


def _set_aside(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] > 0:
        gc.freeze()


async def tidy(rooms: Rooms) -> None:
    """Look at everything when much has gathered and nobody is about; where somebody always is, after a while all the
    same."""
    pause = rooms.settings.pause
    known = gc.get_freeze_count()
    while True:
        await pause(ROUND)
        now = gc.get_freeze_count()
        if now < MUCH * known:
            known = min(known, now)
            continue
        for _ in range(PATIENCE):
            before = _doings(rooms)
            await pause(QUIET)
            if _doings(rooms) == before:
                break
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        known = gc.get_freeze_count()


def _doings(rooms: Rooms) -> tuple[int, int, int]:
    """Moves with a number of what happens."""
    return rooms.shows, len(rooms.pages), sum(rooms.request_times.counts)
