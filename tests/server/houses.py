"""Several processes of one house, each with its own doors, on one PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa

from stajnia.server import database
from stajnia.server.database import driver
from tests.held_port import HeldPort
from tests.server.pages import Served
from tests.server.wires import DatabaseWire, wire_to_port

SECRET = "of the house"
NEVER = 3_600_000  # ms: rooms move only as a test says


class House:
    """Processes that serve one database together."""

    def __init__(self, url: str, count: int, **settings: Any) -> None:
        self.url = url
        self._held = [HeldPort() for _ in range(count)]
        self.to_database = [DatabaseWire(url) for _ in range(count)]  # of each process
        wires = [wire_to_port(held.number) for held in self._held]
        self.to_process = [wire for wire, _ in wires]  # from the others
        self._engine = sa.create_engine(driver(url), poolclass=sa.NullPool)  # no old line is torn
        urls = [wire.url for wire in self.to_database]
        given = [
            {"inner": f"127.0.0.1:{port}", "inner_port": held.number, "secret": SECRET, "tend": NEVER, **settings}
            for held, (_, port) in zip(self._held, wires, strict=True)
        ]
        self.processes = [Served(urls[0], **given[0])]  # it brings the database up to date; the others come at once
        with ThreadPoolExecutor() as pool:
            self.processes += pool.map(lambda url, how: Served(url, **how), urls[1:], given[1:])

    def close(self) -> None:
        for process in self.processes:
            for person in process.people:
                person.close()
            process.close()
        for held, to_database, to_process in zip(self._held, self.to_database, self.to_process, strict=True):
            held.close()
            to_database.close()
            to_process.close()
        self._engine.dispose()

    def rows(self, statement: sa.Select[Any]) -> list[Any]:
        with self._engine.connect() as connection:
            return list(connection.execute(statement))

    def take(self, table: str, to: Served) -> None:
        """Give the table to another process behind its owner's back, as a claim does that was late."""
        node = sa.select(database.nodes.c.id).where(database.nodes.c.address == to.given["inner"]).scalar_subquery()
        lease = database.leases
        with self._engine.begin() as connection:
            connection.execute(sa.update(lease).where(lease.c.id == table).values(node=node, epoch=lease.c.epoch + 1))

    def owner(self, table: str) -> Served | None:
        """The process that has the table, if one has."""
        lease, node = database.leases.c, database.nodes.c
        found = self.rows(sa.select(node.address).join(database.leases, lease.node == node.id).where(lease.id == table))
        return next((p for p in self.processes if found and p.given["inner"] == found[0].address), None)


@contextlib.contextmanager
def house_of(url: str, count: int, **settings: Any) -> Iterator[House]:
    house = House(url, count, **settings)
    try:
        yield house
    finally:
        house.close()
