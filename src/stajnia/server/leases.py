"""Which process of a house has which table: leases in PostgreSQL (docs/scaling.md).

A lease holds as long as its node lives, and a node lives until the time it last said, by the database's clock. The
fence that keeps who has lost a lease from writing stands in `store`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from stajnia.server.database import PATIENCE, BadDatabase, driver, plain, version, versions
from stajnia.server.store import READ, Lease, NotKept

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
HOUR = 3_600_000  # ms
FORGOTTEN = HOUR  # after which a node that is gone is no longer told of
T = TypeVar("T")


class Node(msgspec.Struct):
    """A process of the house, as the others know it."""

    id: str
    address: str
    version: str = ""
    rules: str = ""
    proof: str = ""
    rooms: int = 0
    leaving: bool = False


class Beat(msgspec.Struct):
    """What a node hears when it says that it lives."""

    now: int  # of the database
    lapsed: bool  # the others have thought it gone
    leaving: bool  # it is to go
    living: dict[str, Node]


class Elsewhere(Exception):
    """Another process has the table."""

    def __init__(self, table: str, node: Node) -> None:
        super().__init__(node.id)
        self.table, self.node = table, node


def _alive(node: str) -> str:
    """By a time that can be: one that lies further ahead was said before the database's clock was set back."""
    ahead = f"nodes.until > {NOW} AND nodes.until <= {NOW} + 2 * :length"
    return f"EXISTS (SELECT 1 FROM nodes WHERE nodes.id = {node} AND {ahead})"


_BEAT = sa.text(f"""
WITH before AS (SELECT until FROM nodes WHERE id = :id)
INSERT INTO nodes (id, address, version, rules, proof, until, rooms, leaving)
VALUES (:id, :address, :version, :rules, :proof, {NOW} + :length, :rooms, :leaving)
ON CONFLICT (id) DO UPDATE
SET until = EXCLUDED.until, rooms = EXCLUDED.rooms, leaving = nodes.leaving OR EXCLUDED.leaving
RETURNING leaving, {NOW} AS now, COALESCE((SELECT until FROM before), 0) AS until
""")
_LIVING = sa.text(f"SELECT * FROM nodes WHERE until > {NOW}")
_CLAIM = sa.text(f"""
INSERT INTO leases (id, node, epoch)
SELECT t.id, n.id, 1 FROM tables t, nodes n WHERE t.id = :table AND n.id = :me AND n.until > {NOW}
ON CONFLICT (id) DO UPDATE SET node = EXCLUDED.node, epoch = leases.epoch + 1
WHERE leases.node IS NULL OR leases.node = EXCLUDED.node OR NOT {_alive("leases.node")}
RETURNING epoch
""")
_HOLDER = sa.text("SELECT n.* FROM leases l JOIN nodes n ON n.id = l.node WHERE l.id = :table")
_LIVING_HOLDER = sa.text(f"{_HOLDER.text} AND n.id <> :me AND {_alive('n.id')}")
_THERE = sa.text("SELECT 1 FROM tables WHERE id = :table")
_OURS = "WHERE id = :table AND node = :me AND epoch = :epoch"
_RELEASE = sa.text(f"UPDATE leases SET node = NULL {_OURS}")
_HAND_OVER = sa.text(f"""
WITH moved AS (UPDATE leases SET node = :to, epoch = epoch + 1 {_OURS} AND {_alive(":to")} RETURNING id, node)
SELECT pg_notify('stajnia', json_build_object('from', :me, 'news', 'yours', 'to', node, 'table', id)::text) FROM moved
""")
_HOLDERS = sa.text("SELECT id, node FROM leases WHERE id = ANY(:tables) AND node IS NOT NULL")
_MINE = sa.text("SELECT id, epoch FROM leases WHERE node = :me")
_ORPHANS = sa.text(f"""
SELECT l.id FROM leases l JOIN tables t ON t.id = l.id
WHERE t.state = 'playing' AND l.node IS NOT NULL AND (l.node = :me OR NOT {_alive("l.node")})
AND NOT l.id = ANY(:here) LIMIT :most
""")
_JOB = sa.text(f"INSERT INTO jobs (name, due) VALUES (:name, {NOW}) ON CONFLICT DO NOTHING")
_TAKE_JOB = sa.text(f"""
UPDATE jobs SET due = {NOW} + :again
WHERE name IN (SELECT name FROM jobs WHERE name = :name AND due <= {NOW} FOR UPDATE SKIP LOCKED)
""")
_BURST, _AMOUNT, _RATE = "CAST(:burst AS float)", "CAST(:amount AS float)", "CAST(:rate AS float)"
_FULL = f'LEAST({_BURST}, b."left" + ({NOW} - b.at) * {_RATE} / 1000)'
_SPEND = sa.text(f"""
INSERT INTO buckets AS b (key, "left", at) VALUES (:key, {_BURST} - {_AMOUNT}, {NOW})
ON CONFLICT (key) DO UPDATE SET "left" = {_FULL} - {_AMOUNT}, at = {NOW}
WHERE {_FULL} >= LEAST({_AMOUNT}, {_BURST})
""")
_CHARGE = sa.text(f"""
INSERT INTO buckets AS b (key, "left", at) VALUES (:key, {_BURST} - {_AMOUNT}, {NOW})
ON CONFLICT (key) DO UPDATE SET "left" = GREATEST(-{_BURST}, {_FULL} - {_AMOUNT}), at = {NOW}
RETURNING b."left"
""")
_LEFT = sa.text(f'SELECT "left" + ({NOW} - at) * {_RATE} / 1000 FROM buckets WHERE key = :key')
_OLD_BUCKETS = sa.text(f"DELETE FROM buckets WHERE at < {NOW} - :age")
_SEND_AWAY = sa.text("UPDATE nodes SET leaving = true WHERE id = :node")
_GONE = sa.text(f"DELETE FROM nodes WHERE id = :me OR until < {NOW} - {FORGOTTEN}")


class Leases:
    """The leases of one node."""

    def __init__(self, engine: sa.Engine, me: Node, length: int) -> None:
        """`length`: ms for which the node lives after each beat."""
        self.engine, self.me, self.length = engine, me, length
        self._threads = ThreadPoolExecutor(4, "leases")
        self._heart = ThreadPoolExecutor(1, "heart")  # of its own: whatever else waits, it beats

    async def _run(self, work: Callable[[sa.Connection], T], heart: bool = False) -> T:
        def run() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        try:
            async with asyncio.timeout(READ):
                return await asyncio.get_running_loop().run_in_executor(self._heart if heart else self._threads, run)
        except TimeoutError:
            raise NotKept("the database does not answer") from None
        except sa.exc.SQLAlchemyError as e:
            raise NotKept(plain(e)) from e

    async def beat(self) -> Beat:
        """Say that we live, and hear who else does."""
        return await self._run(self._beat, heart=True)

    def _beat(self, connection: sa.Connection) -> Beat:
        values = {**msgspec.structs.asdict(self.me), "length": self.length}
        said = connection.execute(_BEAT, values).one()
        living = {row.id: _node(row) for row in connection.execute(_LIVING)}
        return Beat(said.now, said.until < said.now, said.leaving, living)

    def join(self) -> dict[str, Node]:
        """The first time, before anything is served: who lives, without us."""
        with self.engine.begin() as connection:
            self._beat(connection)
        living = look(self.engine)[1]  # after our own word counts: of two that come at once one sees the other
        return {id: node for id, node in living.items() if id != self.me.id}

    def part(self) -> None:
        """We live no longer, and never served."""
        with self.engine.begin() as connection:
            connection.execute(_GONE, {"me": self.me.id})

    async def claim(self, table: str) -> Lease | None:
        """The table is ours from now on; None: there is no such table. Elsewhere: somebody living has it."""
        values = {"table": table, "me": self.me.id, "length": self.length}

        def claim(connection: sa.Connection) -> Lease | Node | None:
            if (holder := connection.execute(_LIVING_HOLDER, values).first()) is not None:
                return _node(holder)  # asked first: a claim locks the row also where it gets nothing
            if (epoch := connection.execute(_CLAIM, values).scalar()) is not None:
                return Lease(table, self.me.id, epoch)
            if connection.execute(_THERE, values).first() is None:
                return None
            if (holder := connection.execute(_HOLDER, values).first()) is None or holder.id == self.me.id:
                raise NotKept("this process is not among the living")
            return _node(holder)

        found = await self._run(claim)
        if isinstance(found, Node):
            raise Elsewhere(table, found)
        return found

    async def release(self, lease: Lease) -> None:
        """Nobody needs the table now."""
        await self._change(_RELEASE, lease)

    async def hand_over(self, lease: Lease, to: str) -> bool:
        """The table is another node's from now on, if that lives; it hears of it."""
        return await self._change(_HAND_OVER, lease, to=to)

    async def _change(self, statement: sa.TextClause, lease: Lease, **more: Any) -> bool:
        values = {"table": lease.table, "me": lease.node, "epoch": lease.epoch, "length": self.length, **more}
        return await self._run(lambda connection: bool(connection.execute(statement, values).rowcount))

    async def holders(self, tables: Collection[str]) -> dict[str, str]:
        """The nodes that have these tables, where any has."""
        rows = await self._run(lambda c: list(c.execute(_HOLDERS, {"tables": list(tables)})))
        return {row.id: row.node for row in rows}

    async def mine(self) -> dict[str, int]:
        """The epochs of all tables that are ours."""
        rows = await self._run(lambda c: list(c.execute(_MINE, {"me": self.me.id})))
        return {row.id: row.epoch for row in rows}

    async def orphans(self, here: Collection[str], most: int) -> list[str]:
        """Matches that go on nowhere: their node is gone, or they are ours and not `here`."""
        values = {"me": self.me.id, "here": list(here), "most": most, "length": self.length}
        return [row.id for row in await self._run(lambda c: list(c.execute(_ORPHANS, values)))]

    async def take_job(self, name: str, again: int) -> bool:
        """Whether something that one process does for all is due, and ours; it is due again in so many ms."""

        def take(connection: sa.Connection) -> bool:
            connection.execute(_JOB, {"name": name})
            return bool(connection.execute(_TAKE_JOB, {"name": name, "again": again}).rowcount)

        return await self._run(take)

    async def spend(self, key: str, burst: float, rate: float, amount: float) -> float:
        """Take this out of a rate that all processes count together; 0, or the ms after which there is enough."""
        values = {"key": key, "burst": burst, "rate": rate, "amount": amount}

        def spend(connection: sa.Connection) -> float:
            if connection.execute(_SPEND, values).rowcount:
                return 0
            left = connection.execute(_LEFT, values).scalar() or 0
            return max(1, (min(amount, burst) - left) / rate * 1000) if rate else float(HOUR)

        return await self._run(spend)

    async def charge(self, key: str, burst: float, rate: float, amount: float) -> float:
        """Take this out of such a rate even where it is not there; gives what is left."""
        values = {"key": key, "burst": burst, "rate": rate, "amount": amount}
        return await self._run(lambda c: float(c.execute(_CHARGE, values).scalar_one()))

    async def forget_buckets(self) -> None:
        """Those that are full again by now."""
        await self._run(lambda c: c.execute(_OLD_BUCKETS, {"age": 24 * HOUR}).rowcount)

    async def leave(self) -> None:
        """We live no longer."""
        await self._run(lambda c: c.execute(_GONE, {"me": self.me.id}).rowcount, heart=True)

    def close(self) -> None:
        for threads in (self._threads, self._heart):
            threads.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def looking_at(url: str) -> Iterator[sa.Engine]:
    """The database of a house that others serve; BadDatabase if it is none, or of another version."""
    try:
        name = sa.make_url(driver(url))
        if name.get_backend_name() == "sqlite":
            raise BadDatabase("not_shared")
        engine = sa.create_engine(name, connect_args=PATIENCE, hide_parameters=True)
        try:
            with engine.connect() as connection:
                found, known = version(connection), versions()[1].get_current_head()
            if found is None:
                raise BadDatabase("not_ours", file=name.database)
            if found != known:
                raise BadDatabase("older" if found < known else "newer", found=found, known=known)
            yield engine
        finally:
            engine.dispose()
    except (sa.exc.SQLAlchemyError, ModuleNotFoundError) as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e


def send_away(engine: sa.Engine, node: str) -> list[Node]:
    """Ask the node whose id begins so to give its rooms away; gives all whose id does, and asks none of several."""
    found = [each for each in look(engine)[1].values() if node and each.id.startswith(node)]
    if len(found) == 1:
        with engine.begin() as connection:
            connection.execute(_SEND_AWAY, {"node": found[0].id})
    return found


def look(engine: sa.Engine) -> tuple[int, dict[str, Node]]:
    """The database's time, and who lives."""
    with engine.connect() as connection:
        now = connection.execute(sa.text(f"SELECT {NOW}")).scalar_one()
        return now, {row.id: _node(row) for row in connection.execute(_LIVING)}


def _node(row: Any) -> Node:
    return Node(row.id, row.address, row.version, row.rules, row.proof, row.rooms, row.leaving)
