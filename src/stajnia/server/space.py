"""Room for what is kept: where the database is as large as it may be, or its disk nearly full, nothing new is let in.
What is played goes on to its end.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from stajnia.server.errors import Refused
from stajnia.server.store import NotKept

if TYPE_CHECKING:
    from stajnia.server.rooms import Rooms

log = logging.getLogger("stajnia.space")
ROUND = 60_000  # ms between two looks
AGAIN = 600  # seconds after which who was refused may ask again
NEARLY = 0.8  # of what there is
PLENTY, LITTLE, NONE = range(3)


class Space:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.left = PLENTY

    def check(self) -> None:
        """Refused while there is no room for anything new."""
        if self.left == NONE:
            self.rooms.budgets.refused["kept"] += 1
            raise Refused(503, "no_room", seconds=AGAIN)

    async def run(self) -> None:
        """Look again and again, until the server ends."""
        while True:
            try:
                await self.look()
            except (NotKept, OSError) as e:
                log.warning("nobody knows how much room is left: %s", e)
            await self.rooms.settings.pause(ROUND)

    async def look(self) -> None:
        used = max(await self._of_database(), await self._of_disk())
        left = NONE if used >= 1 else LITTLE if used >= NEARLY else PLENTY
        if left > self.left:
            said = "nothing new is let in" if left == NONE else "a fifth is left"
            log.warning("room for what is kept: %s (docs/hosting.md, What is kept for how long)", said)
        self.left = left

    async def _of_database(self) -> float:
        """Which part of its size the database has."""
        most = self.rooms.budgets.budgets["kept"].everybody
        return await self.rooms.store.read(_size) / most if isinstance(most, int | float) and most else 0

    async def _of_disk(self) -> float:
        """How near a disk on this machine is to the least that is to stay free."""
        url, least = self.rooms.store.engine.url, self.rooms.settings.free
        if url.get_backend_name() != "sqlite" or not url.database or not least:
            return 0
        disk = await asyncio.to_thread(shutil.disk_usage, Path(url.database).absolute().parent)
        return least / max(disk.free, 1)


def _size(connection: sa.Connection) -> int:
    """Bytes that the database has; what SQLite may use again is not counted."""
    if connection.dialect.name != "sqlite":
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages, unused, size = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - unused) * size
