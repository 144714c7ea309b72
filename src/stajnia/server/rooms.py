"""All rooms of a server. A room is read from its log when somebody needs it and leaves memory when nobody does."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from collections.abc import Collection, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from stajnia.core.record import BadRecord
from stajnia.server import database, table_row, wire
from stajnia.server.budgets import UNSEEN, Budgets, Who
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest, Guests
from stajnia.server.leases import Elsewhere
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import about
from stajnia.server.metrics import Histogram
from stajnia.server.room import CHAT_KEPT, Client, Room
from stajnia.server.settings import DAY, Settings
from stajnia.server.space import Space
from stajnia.server.store import Lease, NotKept, Op, Store
from stajnia.server.table_info import table_info
from stajnia.server.table_row import TableRow
from stajnia.server.turns import Turns
from stajnia.server.workers import Workers

if TYPE_CHECKING:
    from stajnia.server.nodes import Nodes

log = logging.getLogger("stajnia.rooms")
SLOW = 1_000  # ms before a refusal, for those who got many
SHOWN, OF_ONE = 100, 10  # tables in the list for everybody, and those of one address among them
AT_ONCE = 500  # ms in which who has asked for a room comes in
QUIET = 64  # rooms that were read and where nobody has come yet; the first of them go when more are read
PAUSE = 1_000  # ms after a failure before a room is read again, so that a full disk is not tried without end


class TableCount(NamedTuple):
    open: int
    listed: int


class Rooms:
    def __init__(self, settings: Settings, kept: Store) -> None:
        self.settings = settings
        self.store = kept
        self.guests = Guests(kept, settings)
        self.budgets = Budgets(settings.budgets, settings.now)
        home = self.budgets.home
        self.workers = Workers(settings.workers, settings.worker_command, home)
        self.nodes: Nodes | None = None  # the processes of the house, where there are several
        self.here: dict[str, Room] = {}
        self.pages: set[Client] = set()  # every open page
        self.shows = 0  # that tables saw
        self.late = 0.0  # seconds, of the event loop at worst
        self.lateness, self.request_times = Histogram(), Histogram()
        most = self._most_waiting()
        self.requests = Turns(places=64, each=4, longest=most, near=16, home=home)
        # those that wait for a bot's answer
        self.thoughtful = Turns(places=16, each=1, longest=most / 50, near=2, home=home)
        self.heavy = Turns(places=1, each=1, longest=most / 10, home=home)  # long work for one visitor, as a replay
        self.space = Space(self)
        self.failed: dict[str, int] = {}  # when a room could not be written or read last
        self.damaged: set[str] = set()  # tables that cannot be read, each logged once
        self.damaged_records: set[str] = set()  # uploaded ones, likewise
        self.judged: dict[tuple[str, int], wire.Judged | None] = {}  # by record and move (analyses.py)
        self.shutting: set[str] = set()  # tables that are being thrown away
        self._quiet: deque[Room] = deque()  # rooms that were read, the latest last
        self._coming: dict[str, asyncio.Task[Room]] = {}
        self._health: asyncio.Future[None] | None = None
        self._healthy_at = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    def _most_waiting(self) -> float:
        most = self.budgets.budgets["waiting"].guest
        return most if isinstance(most, int | float) else math.inf

    def spawn(self, job: Coroutine[Any, Any, Any]) -> None:
        """Run something beside the rooms; held here so that it is not lost half-way."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def rename(self, guest: Guest, name: str, lang: wire.Lang) -> Guest:
        """Another name or language, in the guest's open pages too."""
        changed = await self.guests.rename(guest, name, lang)
        self.renamed(changed)
        return changed

    def renamed(self, changed: Guest) -> None:
        self.guests.renamed(changed)
        for page in self.pages:
            if page.guest.id == changed.id:
                page.guest = changed
                if page.room is not None:
                    page.room.post(page.room.renamed)

    async def slow_down(self, who: Who) -> None:
        """Who goes on asking after many refusals waits for the next one: that costs us less than to hurry."""
        if not self.budgets.try_spend("refusals", who):
            await self.settings.pause(SLOW)

    def hang_up(self, devices: Collection[str]) -> None:
        """Close the pages of devices that are nobody's any more."""
        for page in list(self.pages):
            if page.device in devices:
                page.hang_up(wire.NO_PERSON, "no_person")

    async def room(self, id: str, whose: str = "") -> Room:
        """The room of a table; Refused if there is no such table or it cannot be read now, Elsewhere if another
        process has it. `whose`: the guest or address for whom it would be read."""
        if (here := self.here.get(id)) is not None:
            if self.nodes is not None and not self.nodes.sure:
                raise Refused(503, "not_kept")
            return here
        if id in self.shutting:
            raise Refused(404, "no_table")
        if id not in self._coming:
            task = asyncio.create_task(self._load(id, whose or id))
            self._coming[id] = task
            task.add_done_callback(lambda _: self._coming.pop(id, None))
        try:
            return await asyncio.shield(self._coming[id])
        except NotKept:
            self.note_failure(id)
            raise Refused(503, "not_kept") from None

    async def _load(self, id: str, whose: str) -> Room:
        if (wait := self.failed.pop(id, 0) + PAUSE - self.settings.now()) > 0:
            await self.settings.pause(wait)
        if self.nodes is None:
            return await self._open(id, whose)
        lease = await self.nodes.claim(id)
        if lease is None:
            raise Refused(404, "no_table")
        try:
            return await self._open(id, whose, lease)
        except BaseException:
            self.spawn(self.nodes.release(lease))
            raise

    async def _open(self, id: str, whose: str, lease: Lease | None = None) -> Room:
        rows = await self.store.rows(sa.select(database.tables).where(database.tables.c.id == id))
        if not rows:
            raise Refused(404, "no_table")
        row, seed = self._read(rows[0])
        live = await self._live(row, seed, whose)
        lines = await self.chat_of(id)
        room = self.here[id] = Room(self, row, seed, live, lease)  # it lives from now on: nothing is awaited in between
        room.hear_again(lines)
        self._quiet.append(room)
        while len(self._quiet) > QUIET and self._quiet[0].used + AT_ONCE <= self.settings.now():
            first = self._quiet.popleft()
            first.post(first.rest)
        return room

    async def chat_of(self, id: str) -> list[Any]:
        """The last lines of a table's chat, as they are kept."""
        chat = database.chat.c
        lines = sa.select(database.chat).where(chat.id == id).order_by(chat.line.desc()).limit(CHAT_KEPT)
        return [line for line in await self.store.rows(lines) if database.is_sound(database.chat, line)][::-1]

    async def _live(self, row: TableRow, seed: bytes, whose: str) -> LiveMatch | None:
        if row.state not in ("playing", "over"):
            return None
        try:
            entries = await self.store.entries(row.id)
            args = (row.game, len(row.seats), row.options, seed, row.clock, self.settings, entries, row.owners)
            async with self.heavy.turn(whose):
                return await asyncio.to_thread(LiveMatch.again, *args)
        except (NotKept, Refused):
            raise
        except BadRecord as e:
            raise self._cannot_read(row.id, e, "old_rules") from None
        except Exception as e:  # whatever a damaged log leads to
            raise self._cannot_read(row.id, e, "damaged") from e

    def _read(self, row: Any) -> tuple[TableRow, bytes]:
        try:
            return table_row.read_row(row)
        except database.Damaged as e:
            raise self._cannot_read(row.id, e, "damaged") from e

    def _cannot_read(self, id: object, e: Exception, code: str) -> Refused:
        """A table that harms nobody but itself; logged once."""
        id = id.decode("utf-8", "replace") if isinstance(id, bytes) else str(id)
        if id not in self.damaged:
            self.damaged.add(id)
            why = f": {e}" if isinstance(e, database.Damaged) else ""  # what a replay says may name a move
            log.error("cannot be read: %s%s", type(e).__name__, why, extra=about(id))
        return Refused(409, code)

    def note_failure(self, id: str) -> None:
        """The database did not do it: this room is left alone for a moment."""
        if len(self.failed) > 1_000:
            self.failed.clear()
        self.failed[id] = self.settings.now()

    def shut(self, ids: list[str]) -> list[str]:
        """Let nobody in any more, until they are gone from `shutting`; those where nobody is or comes just now."""
        free = [id for id in ids if id not in self.here and id not in self._coming]
        self.shutting.update(free)
        return free

    def forget(self, room: Room) -> None:
        if self.here.get(room.row.id) is room:
            del self.here[room.row.id]
        if self.nodes is not None and room.lease is not None:
            self.spawn(self.nodes.release(room.lease))

    async def create(self, body: wire.NewTable, guest: Guest) -> Room:
        args = (body, guest, self.settings.new_id(), self.settings.now())
        row = await asyncio.to_thread(table_row.new_table, *args)  # some options are a task to be found
        return await self._add(row)

    async def again(self, room: Room, guest: Guest) -> Room:
        """A table for the rematch; it and the old table's word of it are kept together or not at all."""
        now = self.settings.now()
        fresh = table_row.again(room.row, guest, self.settings.new_id(), now)
        room.row.rematch, room.row.updated = fresh.id, now
        return await self._add(fresh, table_row.row_op(self.store, room.row, room.seed), room.lease)

    async def _add(self, row: TableRow, more: Sequence[Op] = (), fence: Lease | None = None) -> Room:
        """A new table, ours at once; `fence`: the lease under which `more` is written."""
        ops, lease = [*table_row.row_op(self.store, row, b""), *more], None
        if self.nodes is not None:
            lease = Lease(row.id, self.nodes.me.id, 1)
            ops.append(self.store.put(database.leases, id=lease.table, node=lease.node, epoch=lease.epoch))
        await self.store.save(ops=ops, lease=fence)
        room = self.here[row.id] = Room(self, row, b"", None, lease)
        log.info("a table for %s", row.game, extra=about(row.id, row.host))
        return room

    async def wake(self) -> None:
        """After a start: every match of the last week goes on, so that clocks run and bots play. Where other processes
        are, it goes on there."""
        if self.nodes is not None and len(self.nodes.living) > 1:
            return
        since = self.settings.now() - 7 * DAY
        t = database.tables.c
        try:
            rows = await self.store.rows(sa.select(t.id).where(t.state == "playing", t.updated > since))
        except NotKept as e:
            log.warning("matches sleep until somebody comes: %s", e)
            return
        for (id,) in rows:
            try:
                await self.room(id)
            except (Refused, Elsewhere):
                continue

    async def table_with(self, code: str) -> str:
        """The table with this short code, the latest where several have it; Refused if none is waiting or played."""
        t = database.tables.c
        since = self.settings.now() - 7 * DAY
        found = sa.select(t.id).where(t.code == code.upper(), t.state.in_(("waiting", "playing")), t.updated > since)
        for (id,) in await self.store.rows(found.order_by(t.updated.desc()).limit(1)):
            return str(id)
        raise Refused(404, "no_code")

    async def open_tables(self, person: str | None) -> list[wire.TableInfo]:
        t = database.tables.c
        since = self.settings.now() - DAY
        kept = await self._kept(
            sa.select(database.tables)
            .where(t.state == "waiting", t.listed, t.updated > since)
            .order_by(t.updated.desc())
            .limit(3 * SHOWN)
        )
        kept = self._of_many(kept)[:SHOWN]
        elsewhere = await self._elsewhere(kept, person)
        found = [self._info(row, seed, person, elsewhere) for row, seed in kept]
        return [i for i in found if i.state == "waiting" and any(s.kind == "open" for s in i.seats)]

    def _of_many(self, kept: Sequence[tuple[TableRow, bytes]]) -> list[tuple[TableRow, bytes]]:
        """These tables, of one address only so many. Of hosts who were not seen since a restart likewise, until they
        come back; other processes may have seen them."""
        places: Counter[str] = Counter()
        found = []
        for row, seed in kept:
            address = self.budgets.whose(row.host).address
            places[address] += 1
            if not address or (address == UNSEEN and self.nodes is not None) or places[address] <= OF_ONE:
                found.append((row, seed))
        return found

    async def count_tables(self, person: str) -> TableCount:
        """How many tables of this person are not over, and how many of them everybody sees."""
        t, s = database.tables.c, database.sitters.c
        mine: Any = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(sa.cast(t.listed, sa.Integer)), 0)).where(
            s.person == person, s.id == t.id, t.state.in_(("waiting", "playing"))
        )
        return TableCount(*(await self.store.rows(mine))[0])

    async def my_tables(self, person: str) -> list[wire.TableInfo]:
        """Where this person sits or is host, the latest first, with whether it is their turn."""
        t = database.tables.c
        kept = await self._kept(
            sa.select(database.tables)
            .join(database.sitters, database.sitters.c.id == t.id)
            .where(database.sitters.c.person == person, t.state != "closed")
            .order_by(t.updated.desc())
            .limit(100)
        )
        elsewhere = await self._elsewhere(kept, person)
        found: list[wire.TableInfo] = []
        for row, seed in kept:
            if person in row.blocked and row.state != "over":  # what was played to the end stays theirs to see
                continue
            if row.state == "playing" and row.id not in self.here and row.id not in elsewhere and len(found) < 20:
                try:
                    await self.room(row.id, person)  # to know whose turn it is
                except Elsewhere:
                    pass  # and does not answer: what is kept has to do
                except Refused:
                    continue
            found.append(self._info(row, seed, person, elsewhere))
        return [i for i in found if i.yours or i.is_host]

    async def _kept(self, tables: sa.Select[Any]) -> list[tuple[TableRow, bytes]]:
        """These tables as they are kept, decoded where they are read; those that cannot be are left out."""
        rows, damaged = await self.store.read(lambda connection: _read_all(connection.execute(tables)))
        for id, e in damaged:
            self._cannot_read(id, e, "damaged")
        return rows

    async def _elsewhere(self, kept: Sequence[tuple[TableRow, bytes]], person: str | None) -> dict[str, wire.TableInfo]:
        """Those of these tables that other processes have, as they tell of them."""
        if self.nodes is None:
            return {}
        return await self.nodes.infos([row.id for row, _ in kept if row.id not in self.here], person)

    async def info(self, id: str, person: str | None, whose: str) -> wire.TableInfo:
        """A table as this person sees it. What is over is told as it is kept and needs no room."""
        if id not in self.here:
            kept = await self._kept(sa.select(database.tables).where(database.tables.c.id == id))
            if kept and kept[0][0].state in ("over", "closed"):
                row, seed = kept[0]
                _not_blocked(row, person)
                return self._info(row, seed, person, await self._elsewhere(kept, person))
        room = await self.room(id, whose)
        _not_blocked(room.row, person)
        return room.info(person)

    async def row_info(self, id: str, person: str | None) -> wire.TableInfo:
        """A table as it is kept, whoever has it."""
        kept = await self._kept(sa.select(database.tables).where(database.tables.c.id == id))
        if not kept:
            raise Refused(404, "no_table")
        return self._info(*kept[0], person, {})

    def _info(
        self, row: TableRow, seed: bytes, person: str | None, elsewhere: dict[str, wire.TableInfo]
    ) -> wire.TableInfo:
        if row.id in elsewhere:
            return elsewhere[row.id]
        room = self.here.get(row.id)
        return table_info(row, person, you=row.seat_of(person), seed=seed) if room is None else room.info(person)

    async def healthy(self) -> None:
        """Write something, at most once a second; NotKept if that cannot be."""
        now = self.settings.now()
        if self._health is None or self._healthy_at + 1_000 <= now:
            self._healthy_at = now
            nobodys = self.store.put(database.tokens, hash="health", person="", link_to=None, expires=now)
            op = nobodys if self.nodes is None else self.nodes.touch()
            self._health = asyncio.ensure_future(self.store.save(ops=[op]))
            self._health.add_done_callback(lambda f: f.cancelled() or f.exception())  # it may fail with nobody waiting
        try:
            async with asyncio.timeout(self.settings.health_time / 1000):
                await asyncio.shield(self._health)
        except TimeoutError:
            raise NotKept("the database does not answer") from None

    async def close(self) -> None:
        for room in list(self.here.values()):
            room.leave_memory()
        for task in list(self._tasks):
            task.cancel()
        if self.nodes is not None:
            self.nodes.close()
        await self.workers.close()
        await asyncio.to_thread(self.store.close)


def _not_blocked(row: TableRow, person: str | None) -> None:
    if person in row.blocked:
        raise Refused(403, "blocked")


def _read_all(rows: Iterable[Any]) -> tuple[list[tuple[TableRow, bytes]], list[tuple[object, Exception]]]:
    """The tables that can be read, and what is wrong with the others."""
    found: list[tuple[TableRow, bytes]] = []
    damaged: list[tuple[object, Exception]] = []
    for row in rows:
        try:
            found.append(table_row.read_row(row))
        except database.Damaged as e:
            damaged.append((row.id, e))
    return found, damaged
