"""What is kept for how long. What is too old goes away in the background, a little at a time, and stops nobody.

docs/hosting.md has the table; `Settings.keep` changes single lines of it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from stajnia.server.crash_points import reached
from stajnia.server.database import chat, leases, log, people, records, sitters, tables, tokens
from stajnia.server.leases import Elsewhere
from stajnia.server.rooms import Rooms
from stajnia.server.settings import DAY
from stajnia.server.store import Fenced, Lease, NotKept, Op

if TYPE_CHECKING:
    from stajnia.server.nodes import Nodes

logger = logging.getLogger("stajnia.retention")
STEP = 50  # tables or guests at a time, and ten times as many lines
BREATH = 200  # ms between two steps
ROUND = 3_600_000  # ms between two rounds
KEEP: dict[str, float | None] = {  # days; None: for ever
    "links": 1,  # after they have run out
    "chat": 180,  # lines
    "waiting": 14,  # tables at which nobody has begun, since somebody sat down or got up
    "closed": 7,  # tables that were given up
    "unfinished": 365,  # matches, since their last move
    "bots": 7,  # matches in which only bots sat, since their end
    "forgotten": 365,  # matches, since their end, of whose people nobody was here
    "finished": None,  # matches, since their end
    "uploads": 365,  # records, since they came or who uploaded them was here
    "guests": 180,  # who have no table and no record, since they were here
}
STATES = {"unfinished": "playing", "bots": "over", "forgotten": "over", "finished": "over"}  # others are called so


def expired(keep: dict[str, float | None], now: int) -> dict[str, int]:
    """The time before which each kind of thing is too old; what stays for ever is missing."""
    days = {**KEEP, **keep}
    return {name: now - int(kept * DAY) for name, kept in days.items() if kept is not None}


def _here(since: int) -> sa.ColumnElement[bool]:
    """Guests who were here since then."""
    return sa.func.coalesce(people.c.seen, people.c.created) >= since


class Retention:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.store = rooms, rooms.store
        self.gone: dict[str, int] = dict.fromkeys(KEEP, 0)  # since the start
        self._stuck: set[str] = set()  # kinds of which something cannot be deleted, each logged once

    async def run(self) -> None:
        """Round after round, until the server ends."""
        while True:
            await self.rooms.settings.pause(ROUND)
            try:
                if await self._ours():
                    await self.round()
            except NotKept as e:
                logger.warning("what is too old stays for now: %s", e)

    async def _ours(self) -> bool:
        """Of several processes one does it for all."""
        nodes = self.rooms.nodes
        if nodes is None:
            return True
        if not await nodes.leases.take_job("retention", ROUND // 2):
            return False
        await nodes.leases.forget_buckets()
        return True

    async def round(self) -> None:
        """All that is too old now."""
        settings = self.rooms.settings
        for kind, before in expired(settings.keep, settings.now()).items():
            try:
                await self._clear(kind, before)
            except NotKept as e:  # the others need not wait for it
                logger.warning("%s that are too old stay for now: %s", kind, e)

    async def _clear(self, kind: str, before: int) -> None:
        """All of one kind, step by step. What is still there after its step stays: a damaged key reads as another than
        it is, and the doctor names it."""
        tried: set[Any] = set()
        while (found := set(await self._step(kind, before))) - tried:
            self._count(kind, len(tried - found))
            tried = found
            reached("in retention", kind)
            await self.rooms.settings.pause(BREATH)
        self._count(kind, len(tried - found))
        if found and kind not in self._stuck:
            self._stuck.add(kind)
            logger.error("%d of %s cannot be deleted", len(found), kind)

    async def _step(self, kind: str, before: int) -> Collection[Any]:
        """Some of one kind go; gives the keys of those."""
        match kind:
            case "links":
                old = tokens.c.link_to.is_not(None) & (tokens.c.expires < before)
                return await self._rows(tokens.c.hash, old)
            case "chat":
                return await self._rows(chat.c.line, chat.c.at < before)
            case "uploads":
                old = (records.c.at < before) & records.c.person.not_in(sa.select(people.c.id).where(_here(before)))
                return await self._rows(records.c.id, old)
            case "guests":
                return await self._guests(before)
            case _:
                return await self._tables(kind, before)

    async def _rows(self, key: sa.Column[Any], old: sa.ColumnElement[bool]) -> list[Any]:
        ids = [id for (id,) in await self.store.rows(sa.select(key).where(old).limit(STEP * 10))]
        if ids:
            await self.store.save(ops=[(sa.delete(key.table).where(key.in_(ids), old), {})])
        return ids

    async def _guests(self, before: int) -> list[str]:
        """Guests whom nothing keeps and who have no page open."""
        here = {page.guest.id for page in self.rooms.pages}
        old = (
            ~_here(before)
            & people.c.id.not_in(sa.select(sitters.c.person))
            & people.c.id.not_in(sa.select(records.c.person))
            & people.c.id.not_in(sorted(here))
        )
        ids = [id for (id,) in await self.store.rows(sa.select(people.c.id).where(old).limit(STEP))]
        if ids:
            alone = tokens.c.person.in_(ids) & tokens.c.person.not_in(sa.select(people.c.id))
            ops: list[Op] = [
                (sa.delete(people).where(people.c.id.in_(ids), old), {}),
                (sa.delete(tokens).where(alone), {}),
            ]
            await self.store.save(ops=ops)
            self.rooms.guests.drop(ids)
        return ids

    async def _tables(self, kind: str, before: int) -> list[str]:
        """Tables with their log, their chat and their places in people's lists, where no room is open."""
        old = (tables.c.state == STATES.get(kind, kind)) & (tables.c.updated < before)
        if kind == "unfinished":
            old &= ~sa.exists().where(log.c.id == tables.c.id, log.c.at >= before)  # by the log's key, table by table
        elif kind == "bots":
            old &= tables.c.body.not_like('%"kind":"person"%')
        elif kind == "forgotten":
            came = sa.select(sitters.c.id).join(people, people.c.id == sitters.c.person).where(_here(before))
            old &= tables.c.id.not_in(came)
        old &= tables.c.id.not_in(sorted(self.rooms.here))
        nodes = self.rooms.nodes
        if nodes is not None:
            old &= tables.c.id.not_in(sa.select(leases.c.id).where(leases.c.node.in_(sorted(nodes.living))))
        ids = [id for (id,) in await self.store.rows(sa.select(tables.c.id).where(old).limit(STEP))]
        ids = self.rooms.shut(ids)
        try:
            if ids and nodes is None:
                await self._delete(ids)
            elif nodes is not None:
                return [id for id in ids if await self._delete_ours(nodes, id)]
        finally:
            self.rooms.shutting.difference_update(ids)
        return ids

    async def _delete(self, ids: list[str], lease: Lease | None = None) -> None:
        kept = (tables, log, chat, sitters, leases)
        await self.store.save(ops=[(sa.delete(t).where(t.c.id.in_(ids)), {}) for t in kept], lease=lease)

    async def _delete_ours(self, nodes: Nodes, id: str) -> bool:
        """Delete a table that nobody else has or gets meanwhile."""
        try:
            lease = await nodes.claim(id)
            if lease is not None:
                await self._delete([id], lease)
        except (Elsewhere, Fenced):
            return False
        return lease is not None

    def _count(self, kind: str, n: int) -> None:
        self.gone[kind] += n
        if n:
            logger.info("%d of %s went away", n, kind)


def keep_of(text: str) -> tuple[str, float | None]:
    """`chat=30`, `finished=forever`, as somebody has typed it; ValueError with the text if it is nothing such."""
    name, _, days = text.partition("=")
    if name not in KEEP or not (days == "forever" or days.replace(".", "", 1).isdecimal()):
        raise ValueError(text)
    return name, None if days == "forever" else float(days)
