"""This process among those of its house: it says that it lives, hears who else does, and takes and gives rooms
(docs/scaling.md)."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import Iterable
from importlib.metadata import version
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from stajnia.games import NAMES, game
from stajnia.server import database, departure, wire
from stajnia.server.budgets import Key, Who
from stajnia.server.database import BadDatabase
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest
from stajnia.server.leases import Elsewhere, Leases, Node, look
from stajnia.server.logs import about
from stajnia.server.news import Ear
from stajnia.server.reach import answers, proof
from stajnia.server.relay import Relay, Requests, Unreachable
from stajnia.server.store import Fenced, Lease, NotKept, Op, Store

if TYPE_CHECKING:
    from stajnia.server.room import Room
    from stajnia.server.rooms import Rooms
    from stajnia.server.settings import Settings

log = logging.getLogger("stajnia.nodes")
BEATS = 5  # in the length of a lease
AT_ONCE = 20  # rooms taken or given at a look
UNEVEN, FEW = 1.2, 10  # so many times the mean, or so many rooms more than it, are not yet too many
TELL = 1.0  # seconds in which another process must tell of its tables: a list is not worth a longer wait
SILENT = 2.0  # seconds for which one that did not tell of its tables is not asked again
MARGIN = 0.5  # seconds beyond a lease in which a process that was killed is surely gone
AGAIN = 0.2  # seconds before the owner of a table is looked for again
ASK_AGAIN = 1.0  # seconds before it is asked for the table again
SPARE = 2.0  # seconds beyond a lease in which a table whose process died must be somewhere
DRIFT = 1_000  # ms by which our clock may differ from the database's


def rules() -> str:
    """The rules numbers of all games: processes with others would not understand each other's logs."""
    return ", ".join(f"{name} {game(name).RULES}" for name in NAMES)


def this_node(settings: Settings) -> Node:
    id = f"n{settings.new_id()}"  # no option of a command begins so
    return Node(id, settings.inner, version("stajnia"), rules(), proof(settings.secret, id))


def fits(engine: sa.Engine, me: Node, settings: Settings) -> None:
    """BadDatabase, if this process must not serve beside those that do."""
    now, living = look(engine)
    if abs(off := settings.now() - now) > DRIFT:
        raise BadDatabase("clock", seconds=round(abs(off) / 1000, 1))
    agree(me, living, settings.secret)
    # one that was killed at this address is thought alive until its time is over; who lives is there after it, too
    end = time.monotonic() + settings.lease / 1000 + MARGIN
    while any(other.address == me.address for other in look(engine)[1].values()):
        if time.monotonic() > end:
            raise BadDatabase("same_address", address=me.address)
        time.sleep(0.1)


def agree(me: Node, living: dict[str, Node], secret: str) -> None:
    """BadDatabase, if one of them is of another kind."""
    for other in living.values():
        if other.version != me.version:
            raise BadDatabase("other_version", theirs=other.version, ours=me.version)
        if other.rules != me.rules:
            raise BadDatabase("other_rules", theirs=other.rules, ours=me.rules)
        if not hmac.compare_digest(other.proof, proof(secret, other.id)):
            raise BadDatabase("other_secret", address=other.address)


def _share(living: Iterable[Node]) -> tuple[float, float]:
    """How many rooms a process has in the mean, and how many are not yet too many."""
    rooms = [node.rooms for node in living if not node.leaving]
    mean = sum(rooms) / max(1, len(rooms))
    return mean, max(mean * UNEVEN, mean + FEW)


def has_room(node: Node, living: Iterable[Node]) -> bool:
    """Whether a room may follow its pages there: it must not be sent away again because there are too many."""
    mean, most = _share(living)
    return not node.leaving and node.rooms < (mean + most) / 2


def too_many(pages: dict[str, int], living: Iterable[Node]) -> list[str]:
    """Tables that go elsewhere, of ours with so many pages each. Where there are too many: those without pages down to
    the mean, others only as far as they are too many, since each that moves is felt and may be led back to our door."""
    mean, most = _share(living)
    if len(pages) <= most:
        return []
    idle = [id for id, count in pages.items() if not count][: int(len(pages) - mean)]
    used = sorted((id for id, count in pages.items() if count), key=lambda id: pages[id])
    return [*idle, *used[: max(0, int(len(pages) - most) - len(idle))]]


class Patience:
    """With a table at another process: as long as one that died may be thought alive, and a little longer."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes, self._clock, self._asked = nodes, asyncio.get_running_loop().time, -ASK_AGAIN
        self._until = self._clock() + nodes.settings.lease / 1000 + SPARE

    async def wait(self, at: Elsewhere) -> None:
        """There is no way to it: it is asked for the table, and then the table is looked for again. Asked more than
        once, since the other may not have known yet that the way is cut, or may not have heard."""
        now = self._clock()
        if now > self._until:
            raise Refused(503, "out_of_reach", seconds=1)
        if now >= self._asked + ASK_AGAIN:
            self._asked = now
            await self._nodes.want(at)
        await asyncio.sleep(AGAIN)


class Nodes:
    def __init__(self, rooms: Rooms, store: Store, settings: Settings) -> None:
        self.rooms, self.settings = rooms, settings
        me = this_node(settings)
        fits(store.engine, me, settings)
        self.me = me
        store.node = me.id
        rooms.budgets.elsewhere = True
        self.leases = Leases(store.engine, me, settings.lease)
        self.requests = Requests(settings.secret)
        self.living: dict[str, Node] = {}
        self.relays: set[Relay] = set()
        self._ear: Ear | None = None
        self._url = store.engine.url
        self._draining: asyncio.Task[None] | None = None
        self._silent: dict[str, float] = {}  # until when a node that did not answer is not asked
        self._going = self._left = self._off = self._lapsed = False
        self._beaten = -inf  # when the last beat began that was heard

    # --- living ----------------------------------------------------------------------------------

    def join(self) -> None:
        """From now on the others know of us. BadDatabase, if one that came at the same time does not fit."""
        self.living = self.leases.join()
        try:
            agree(self.me, self.living, self.settings.secret)
        except BadDatabase:
            self.leases.part()
            raise

    @property
    def unwell(self) -> bool:
        """Whether visitors had better come by another door; who is asked to leave and is the last stays."""
        return self._going or (self.me.leaving and self._least() is not None)

    @property
    def sure(self) -> bool:
        """Whether our rooms are surely still ours, by our own clock: after a lease without a beat that was heard, and
        until what another has claimed has fallen here, what a room says may be the past."""
        return asyncio.get_running_loop().time() < self._beaten + self.settings.lease / 1000

    async def start(self) -> None:
        self.rooms.guests.remember(False)  # until news are heard
        self._ear = Ear(self._url, self.me.id, lambda what: self.rooms.spawn(self._hear(what)))
        await self.beat()
        self.rooms.spawn(self._live())
        self.rooms.spawn(self._tend())

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        since: float | None = None  # when the first beat began that nobody heard, not when the last was heard: who was
        cut_off = False  # stopped and wakes up tries again first
        while not self._left:
            await asyncio.sleep(self.settings.lease / BEATS / 1000)
            began = loop.time()
            try:
                await self.beat()
                since, cut_off = None, False
            except NotKept as e:
                since = began if since is None else since
                if not cut_off and loop.time() - since > self.settings.lease / 1000:
                    log.warning("cut off, all pages are sent to other doors: %s", e)
                    cut_off = True
                    self._send_away()

    def _send_away(self) -> None:
        """We cannot write and do not know who has which table: others can, for pages that come to another door."""
        for room in list(self.rooms.here.values()):
            room.fall(Fenced())
        for page in list(self.rooms.pages):
            page.hang_up(wire.LATER, "cut_off")

    async def beat(self) -> None:
        """Say that we live; pages of who does no longer come to another owner, and so do those of rooms we lost."""
        if self._left:
            return
        self.me.rooms = len(self.rooms.here)
        began = asyncio.get_running_loop().time()
        heard = await self.leases.beat()
        self.living = heard.living
        self._silent = {id: until for id, until in self._silent.items() if id in heard.living}
        self._watch_clock(heard.now)
        self.requests.forget(heard.living)
        for relay in [r for r in self.relays if r.node.id not in heard.living]:
            relay.lose()
        self._lapsed |= heard.lapsed
        if self._lapsed:
            await self._look_what_is_left()
        self._beaten = began
        if heard.leaving:
            self.drain()

    def _watch_clock(self, now: int) -> None:
        """Say once when our clock and the database's part: deadlines would jump when a room moves."""
        off = abs(self.settings.now() - now) > DRIFT
        if off and not self._off:
            log.warning("our clock and the database's differ by more than %d ms", DRIFT)
        self._off = off

    async def _look_what_is_left(self) -> None:
        """Others may have tables of ours: they thought us gone, or claimed one while a write of ours was on its way."""
        rooms = list(self.rooms.here.values())  # as they were before we ask
        mine = await self.leases.mine() if rooms else {}
        self._lapsed = False
        for room in rooms:
            if not room.gone and room.lease is not None and mine.get(room.row.id) != room.lease.epoch:
                room.fall(Fenced())

    async def _hear(self, what: dict[str, Any] | None) -> None:
        if what is None:
            self.rooms.guests.remember(False)
        elif what["news"] == "listening":
            self.rooms.guests.remember(True)
            with contextlib.suppress(NotKept):
                await self._hang_up_strangers()
                await self._read_again()
        elif what["news"] == "yours":
            if what["to"] == self.me.id:
                with contextlib.suppress(Refused, Elsewhere):
                    await self.rooms.room(what["table"])
        elif what["news"] == "wanted":
            if what["to"] == self.me.id:
                await self._let_have(what["table"], what["from"])
        elif what["news"] == "renamed":
            self.rooms.renamed(Guest(what["person"], what["name"], what["lang"]))
        elif what["news"] == "revoked":
            self.rooms.guests.forget_devices(what["devices"])
            self.rooms.hang_up(what["devices"])
        elif what["news"] == "forgotten":
            with contextlib.suppress(NotKept):
                await departure.forgotten(self.rooms, what["person"], what["tables"])

    async def _hang_up_strangers(self) -> None:
        """Pages of devices that became nobody's while we heard no news."""
        if devices := {page.device for page in self.rooms.pages}:
            tokens = database.tokens.c
            known = await self.rooms.store.rows(sa.select(tokens.hash).where(tokens.hash.in_(devices)))
            self.rooms.hang_up(devices - {row.hash for row in known})

    async def _read_again(self) -> None:
        """Names and lines of chat that others changed while we heard no news."""
        known = {page.guest.id: page.guest for page in self.rooms.pages}
        p = database.people.c
        for row in await self.rooms.store.rows(sa.select(p.id, p.name, p.lang).where(p.id.in_(list(known)))):
            if (guest := Guest(row.id, row.name, row.lang)) != known[row.id]:
                self.rooms.renamed(guest)
        for id, room in list(self.rooms.here.items()):
            if room.lines:
                room.hear_again(await self.rooms.chat_of(id))

    # --- whose a table is ------------------------------------------------------------------------

    async def claim(self, table: str) -> Lease | None:
        """Ours from now on; None: there is no such table. Elsewhere: somebody else's, and so is all where we leave."""
        if self.me.leaving and (least := self._least()) is not None:
            holder = self.living.get((await self.leases.holders([table])).get(table, ""))
            if holder is None or holder.id != self.me.id:
                raise Elsewhere(table, holder or least)
        return await self.leases.claim(table)

    def stays(self) -> None:
        """Elsewhere, where nothing new is begun here because we leave."""
        if self.me.leaving and (least := self._least()) is not None:
            raise Elsewhere("", least)

    def patience(self) -> Patience:
        return Patience(self)

    async def want(self, at: Elsewhere) -> None:
        """There is no way to the process that has the table: it is asked, by PostgreSQL, to let us have it."""
        with contextlib.suppress(NotKept):
            await self.rooms.store.save(ops=self.rooms.store.tell("wanted", to=at.node.id, table=at.table))

    async def _let_have(self, table: str, door: str) -> None:
        """Somebody cannot reach us: they get the room, if nobody else would lose it by that."""
        room, to = self.rooms.here.get(table), self.living.get(door)
        if room is not None and to is not None and all(client.door == door for client in room.clients):
            with contextlib.suppress(NotKept):
                await self._give(room, to)

    def touch(self) -> Op:
        """A write that changes nothing, in a row that no other process writes."""
        mine = sa.update(database.nodes).where(database.nodes.c.id == self.me.id)
        return mine.values(version=self.me.version), {}

    async def release(self, lease: Lease) -> None:
        with contextlib.suppress(NotKept):  # who needs the table claims it
            await self.leases.release(lease)

    def _least(self) -> Node | None:
        """The other node with the fewest rooms, of those that stay."""
        others = [n for n in self.living.values() if n.id != self.me.id and not n.leaving]
        return min(others, key=lambda n: n.rooms) if others else None

    # --- giving and taking rooms -----------------------------------------------------------------

    async def _tend(self) -> None:
        while True:
            await asyncio.sleep(self.settings.tend / 1000)
            try:
                await self._count_disk()
                await self._look_what_is_left()
                if self.me.leaving:
                    await self._drain()  # what was kept because nobody else was there
                else:
                    await self.take_orphans()
                    await self.follow_pages()
                    await self.even_out()
            except NotKept as e:
                log.info("rooms stay where they are: %s", e)  # who cannot be heard has said so

    async def take_orphans(self) -> None:
        """Matches of who is gone go on here."""
        for id in await self.leases.orphans(list(self.rooms.here), AT_ONCE):
            with contextlib.suppress(Refused, Elsewhere):
                await self.rooms.room(id)

    async def follow_pages(self) -> None:
        """A room all of whose pages come by one other process goes there, unless that has too many: no more relays."""
        for room in [room for room in self.rooms.here.values() if room.door][:AT_ONCE]:
            to = self.living.get(room.door)
            if to is not None and has_room(to, self.living.values()):
                await self._give(room, to)

    async def even_out(self) -> None:
        """Give some rooms away, if we have clearly more than others."""
        pages = {id: len(room.clients) for id, room in self.rooms.here.items()}
        for id in too_many(pages, self.living.values())[:AT_ONCE]:
            if (room := self.rooms.here.get(id)) is not None:
                await self._give(room)

    async def _give(self, room: Room, to: Node | None = None) -> None:
        to = to or self._least()
        if to is None:
            return
        with contextlib.suppress(Refused):  # it has left memory meanwhile
            if await room.call(self._hand_over, room, to.id):
                to.rooms += 1

    async def _hand_over(self, room: Room, to: str) -> bool:
        """Runs inside the room's task: nothing is half-way."""
        if room.lease is None or not await self.leases.hand_over(room.lease, to):
            return False
        log.info("handed over", extra=about(room.row.id))
        room.move_out()
        return True

    def drain(self) -> asyncio.Task[None]:
        """Give all rooms away, one by one, and take no more."""
        if self._draining is None:
            self.me.leaving = True
            self._draining = asyncio.create_task(self._drain())
        return self._draining

    async def _drain(self) -> None:
        if self._left:
            return  # who is no longer among the living must not say that it is
        try:
            self.living = (await self.leases.beat()).living
            rooms = list(self.rooms.here.values())
            for at in range(0, len(rooms), AT_ONCE):
                await asyncio.gather(*(self._give(room) for room in rooms[at : at + AT_ONCE]))
        except NotKept as e:
            log.warning("rooms are found by others when we are gone: %s", e)

    async def leave(self) -> None:
        """Give all away, lead on for a moment who still comes, and be no longer among the living."""
        self._going = True
        await self.drain()
        if self._least() is not None:
            await asyncio.sleep(self.settings.farewell / 1000)
            await self._drain()  # what came meanwhile
        self._left = True
        with contextlib.suppress(NotKept):
            await self.leases.leave()

    def close(self) -> None:
        for relay in list(self.relays):
            relay.close()
        if self._ear is not None:
            self._ear.close()
        self.requests.close()
        self.leases.close()

    # --- what is counted together ------------------------------------------------------------------

    async def spend(self, name: str, who: Who) -> None:
        """Take one out of a rate that is counted in the database; Refused says when there is enough again. No address
        stands there, only what the secret makes of it."""
        for key, rate in self.rooms.budgets.rates(name, who):
            if wait := await self.leases.spend(self._hidden(key), rate.burst, rate.rate, 1):
                self.rooms.budgets.refuse(name, wait)

    def _hidden(self, key: Key) -> str:
        return proof(self.settings.secret, ":".join(map(str, key)))

    async def _count_disk(self) -> None:
        """What is written is counted here at once, and by all together a little later where it is much."""
        budgets = self.rooms.budgets
        for key, rate, amount in budgets.to_tell():
            budgets.hear(key, rate, await self.leases.charge(self._hidden(key), rate.burst, rate.rate, amount))

    # --- what owners are asked ---------------------------------------------------------------------

    async def infos(self, tables: list[str], person: str | None) -> dict[str, wire.TableInfo]:
        """Tables that others have, as this person sees them; those of who does not answer are missing."""
        holders = await self.leases.holders(tables)
        by_node: dict[str, list[str]] = {}
        for table, node in holders.items():
            if node != self.me.id and node in self.living and self._silent.get(node, 0) < time.monotonic():
                by_node.setdefault(node, []).append(table)
        found: dict[str, wire.TableInfo] = {}
        for answer in await asyncio.gather(*(self._infos(n, ids, person) for n, ids in by_node.items())):
            found.update((info.id, info) for info in answer)
        return found

    async def _infos(self, node: str, tables: list[str], person: str | None) -> list[wire.TableInfo]:
        try:
            async with asyncio.timeout(TELL):
                answer = await self.requests.ask(self.living[node], "infos", tables=tables, person=person)
        except (Unreachable, NotKept, KeyError, TimeoutError):
            self._silent[node] = time.monotonic() + SILENT
            return []
        return msgspec.convert(answer, list[wire.TableInfo])

    async def vanish(self, at: Elsewhere, guest: Guest) -> None:
        """Somebody goes for good from a table of another process."""
        try:
            await self.requests.ask(at.node, "vanish", table=at.table, guest=guest)
        except Unreachable:
            raise NotKept("the process that has the table does not answer") from None

    async def answer(self, what: str, body: bytes) -> Any:
        """What another process has asked."""
        asked: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
        if what == "infos":
            here = (self.rooms.here.get(id) for id in asked["tables"])
            return [room.info(asked["person"]) for room in here if room is not None]
        if what == "vanish":
            room = await self.rooms.room(asked["table"], asked["guest"]["id"])
            return await room.call(departure.vanish, room, msgspec.convert(asked["guest"], Guest))
        if what == "reach":
            return await asyncio.to_thread(answers, asked["address"], proof(self.settings.secret, asked["node"]))
        raise Refused(404, "no_page")
