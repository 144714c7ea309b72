"""For `bench/cluster.py`: a house of several processes, shares of a core, and what each part of it has spent."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from server_tools import QUICK, TICK, Server

from stajnia.server.database import driver

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.held_port import HeldPort  # noqa: E402 (the tests are no package that is installed)

LEASE = 5_000  # ms
WINDOW = {"none": 0, "relaxed": 0, "fast": 0}
GROUPS = Path("/sys/fs/cgroup")
PERIOD = 20_000  # us over which a share of a core is meant


@contextlib.contextmanager
def house(url: str, count: int, share: float = 0) -> Iterator[list[Server]]:
    """So many processes of one house, each held to a share of a core; one is started as one that has no others."""
    held = [HeldPort() for _ in range(count)]
    servers: list[Server] = []
    with contextlib.ExitStack() as limits:
        try:
            for port in held:
                inner = {"inner": f"127.0.0.1:{port.number}", "inner_port": port.number, "secret": "b", "tend": 10**9}
                given = {**QUICK, "window_min": WINDOW, "db": url, "lease": LEASE, **(inner if count > 1 else {})}
                servers.append(Server([sys.executable, "tests/server/serving.py", json.dumps(given)]))
                if share:
                    limits.enter_context(held_to(servers[-1].process.pid, share))
            yield servers
        finally:
            for server in servers:
                server.process.kill()
                server.process.wait()
            for port in held:
                port.close()


@contextlib.contextmanager
def held_to(pid: int, share: float) -> Iterator[None]:
    """This process gets no more than this share of a core."""
    old = (GROUPS / "cpu").is_dir()  # the first form of cgroups
    group = (GROUPS / "cpu" if old else GROUPS) / f"stajnia-{pid}"
    group.mkdir()
    quota = int(share * PERIOD)
    if old:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    (group / "cgroup.procs").write_text(str(pid))
    try:
        yield
    finally:
        deadline = time.monotonic() + 5
        while group.exists() and time.monotonic() < deadline:
            with contextlib.suppress(OSError):  # it is still ending
                group.rmdir()
            time.sleep(0.01)


class Spent(NamedTuple):
    """Until now: seconds of CPU of each part, and what the database has grown by."""

    processes: float
    postgres: float
    clients: float
    log: float  # bytes, with its index
    wal: float  # bytes
    entries: float

    def since(self, before: Spent) -> Spent:
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


def spent(url: str, servers: Sequence[Server]) -> Spent:
    shared = url.startswith("postgresql")
    database, kept = (_cpu_of_postgres(url), _sizes(url)) if shared else (0.0, (0.0, 0.0, 0.0))
    return Spent(sum(server.cpu() for server in servers), database, sum(os.times()[:2]), *kept)


def _cpu_of_postgres(url: str) -> float:
    """Seconds of CPU of all processes of this server, those that have ended too."""
    first = int((Path(url.partition("?host=")[2]) / "data/postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    total = sum(_ticks(first)[:4])  # with the children that have ended
    for pid in children:
        with contextlib.suppress(OSError):
            total += sum(_ticks(int(pid))[:2])
    return total / TICK


def _ticks(pid: int) -> list[int]:
    """Of its own in user and system, of its children in user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return [int(each) for each in fields[11:15]]


def _sizes(url: str) -> tuple[float, float, float]:
    """Bytes of the log and of all that was written ahead, and entries."""
    engine = sa.create_engine(driver(url))
    with engine.connect() as connection:
        asked = "SELECT pg_total_relation_size('log'), pg_current_wal_lsn() - '0/0', (SELECT count(*) FROM log)"
        found = connection.execute(sa.text(asked)).one()
    engine.dispose()
    return float(found[0]), float(found[1]), float(found[2])
