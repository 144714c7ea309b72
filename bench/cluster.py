"""Several processes beside one, on one PostgreSQL: actions a second, what a relay costs, how long a kill is felt.

    python bench/cluster.py [--tables 24] [--seconds 8] [--share 0.2] [--write]

Two guests a table play as fast as acknowledgements come. On two cores clients, PostgreSQL and processes share the
machine, and two processes would only take from the others what one leaves: so each process is held to a share of a core
(a cgroup, as root), and the ratio says what a second process adds where there is a core for it. Processor time is told
by part; `--write` puts all into docs/scaling.md and bench/cluster.json, from which `bench/scaling.py` computes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from server_tools import QUICK, TICK, Guest, Server, come, percentile, run, table
from websockets.asyncio.client import ClientConnection

from stajnia.server.database import driver

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.held_port import HeldPort  # noqa: E402 (the tests are no package that is installed)
from tests.server.databases import fresh_database, postgres  # noqa: E402

LEASE = 5_000  # ms
GAME = "tiny"
LONG = {"turns": 100_000, "goal": 1_000_000}
WINDOW = {"none": 0, "relaxed": 0, "fast": 0}
PINGS = 200  # of each socket
PAGE = ROOT / "docs" / "scaling.md"
KEPT = ROOT / "bench" / "cluster.json"
PLACE = re.compile(r"(<!-- figures: .*? -->\n).*?(<!-- end of the figures -->)", re.DOTALL)
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


def cpu_of_postgres(url: str) -> float:
    """Seconds of CPU of all processes of this server, those that have ended too."""
    first = int((Path(url.partition("?host=")[2]) / "data/postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    total = sum(_fields(first)[11:15])
    for pid in children:
        with contextlib.suppress(OSError):
            total += sum(_fields(int(pid))[11:13])
    return total / TICK


def _fields(pid: int) -> list[int]:
    return [int(each) if each.lstrip("-").isdigit() else 0 for each in _stat(pid)]


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def sizes(url: str) -> tuple[float, float, float]:
    """Bytes of the log and of all that was written ahead, and entries."""
    engine = sa.create_engine(driver(url))
    with engine.connect() as connection:
        asked = "SELECT pg_total_relation_size('log'), pg_current_wal_lsn() - '0/0', (SELECT count(*) FROM log)"
        found = connection.execute(sa.text(asked)).one()
    engine.dispose()
    return float(found[0]), float(found[1]), float(found[2])


class Pair:
    """Two guests at a table whose owner and whose door are told."""

    def __init__(self, n: int, owner: Server, door: Server) -> None:
        guests = [Guest(owner, f"{name}{n}") for name in ("A", "B")]
        self.id = guests[0].post(
            "/api/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "options": LONG}
        )["id"]
        guests[1].post(f"/api/tables/{self.id}/join")
        guests[0].post(f"/api/tables/{self.id}/start")
        for guest in guests:
            guest.server = door
        self._guests = guests
        self.took: list[float] = []

    async def come(self) -> None:
        self._sockets = [await guest.socket() for guest in self._guests]
        self._shows = [await come(socket, self.id) for socket in self._sockets]

    async def play(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                seats = (self._seat(s, show) for s, show in zip(self._sockets, self._shows, strict=True))
                await asyncio.gather(*seats)

    async def _seat(self, socket: ClientConnection, show: dict[str, Any]) -> None:
        count, began = 0, 0.0
        while True:
            if show["legal"]:
                count += 1
                began = time.perf_counter()
                await socket.send(json.dumps({"t": "play", "id": f"a{count}", "n": show["n"], "a": show["legal"][0]}))
                show = {**show, "legal": []}
            message = json.loads(await socket.recv())
            if message["t"] == "ack":
                self.took.append(time.perf_counter() - began)
            elif message["t"] == "show":
                show = message

    async def leave(self) -> None:
        for socket in self._sockets:
            await socket.close()


async def playing(owners: list[Server], doors: list[Server], tables: int, seconds: float) -> list[float]:
    """Tables that lie with `owners` are played at through `doors`; how long each acknowledgement took."""
    count = len(owners)
    pairs = [await asyncio.to_thread(Pair, n, owners[n % count], doors[n % count]) for n in range(tables)]
    for pair in pairs:
        await pair.come()
    await asyncio.gather(*(pair.play(seconds) for pair in pairs))
    for pair in pairs:
        await pair.leave()
    return [each for pair in pairs for each in pair.took]


def measured(url: str, owners: list[Server], doors: list[Server], tables: int, seconds: float) -> dict[str, float]:
    shared = url.startswith("postgresql")
    before, own = sum(s.cpu() for s in owners), sum(os.times()[:2])
    database, kept = (cpu_of_postgres(url), sizes(url)) if shared else (0.0, (0.0, 0.0, 0.0))
    took = run(playing(owners, doors, tables, seconds))
    found = {
        "rate": len(took) / seconds,
        "median": percentile(took, 50) * 1000,
        "p99": percentile(took, 99) * 1000,
        "cpu": (sum(s.cpu() for s in owners) - before) / len(took) * 1000,
        "client": (sum(os.times()[:2]) - own) / len(took) * 1000,
    }
    if shared:
        log, wal, entries = (now - then for now, then in zip(sizes(url), kept, strict=True))
        found["postgres"] = (cpu_of_postgres(url) - database) / len(took) * 1000
        found |= {"log": log / max(1, entries), "wal": wal / max(1, entries)}
    return found


async def pinging(server: Server, sockets: int) -> float:
    """Microseconds of CPU for a ping of a page at a table."""
    guest = await asyncio.to_thread(Guest, server, "G")
    id = await asyncio.to_thread(guest.table, GAME, [{"kind": "me"}, {"kind": "bot"}], options=LONG)
    lines = [await guest.socket() for _ in range(sockets)]
    for line in lines:
        await come(line, id)
    before = server.cpu()

    async def ping(line: ClientConnection) -> None:
        for _ in range(PINGS):
            await line.send('{"t":"ping"}')
            while '"pong"' not in str(await line.recv()):
                pass

    await asyncio.gather(*map(ping, lines))
    return (server.cpu() - before) / (PINGS * sockets) * 1e6


async def felt(owner: Server, door: Server) -> float:
    """Seconds from a kill of the owner until the table is back at another door, on the same socket."""
    guest = await asyncio.to_thread(Guest, owner, "G")
    id = await asyncio.to_thread(guest.table, GAME, [{"kind": "me"}, {"kind": "bot"}], options=LONG)
    guest.server = door
    socket = await guest.socket()
    await come(socket, id)
    owner.process.kill()
    began = time.perf_counter()
    while json.loads(await socket.recv())["t"] != "resync":
        pass
    await come(socket, id)
    return time.perf_counter() - began


def told(found: dict[str, dict[str, float]], pauses: list[float], ping: float) -> list[tuple[str, str]]:
    one, two, far = found["one, PostgreSQL"], found["two, direct"], found["two, all relayed"]
    free = found["two, free"]["rate"] / found["one, free"]["rate"]
    rows = [
        (
            "actions a second, two processes beside one, each held to a share (wanted 1.7)",
            f"{two['rate'] / one['rate']:.2f}",
        ),
        ("the same with clients, PostgreSQL and processes on the same cores, none held", f"{free:.2f}"),
        ("a relayed action beside a direct one: processor time of processes", f"{far['cpu'] / two['cpu']:.2f}"),
        ("PostgreSQL's part of the processor time, two processes, direct", f"{_part(two):.0%}"),
        (
            f"without service after a kill, longest of {len(pauses)} (bound {LEASE / 1000 + 1:.0f} s)",
            f"{max(pauses):.1f} s",
        ),
        ("a ping of a page", f"{ping:.0f} us"),
    ]
    for name, each in found.items():
        cost = f"{each['cpu']:.2f} ms" + (f" and {each['postgres']:.2f} ms" if "postgres" in each else "")
        rows.append((f"{name}: actions a second", f"{each['rate']:.0f}"))
        rows.append((f"{name}: acknowledged, median and 99th", f"{each['median']:.1f} ms, {each['p99']:.1f} ms"))
        rows.append((f"{name}: an action costs processes and PostgreSQL", cost))
    rows.append(("an entry of the log, and what is written ahead for it", f"{two['log']:.0f} B, {two['wal']:.0f} B"))
    return rows


def _part(of: dict[str, float]) -> float:
    return of["postgres"] / (of["postgres"] + of["cpu"])


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--tables", type=int, default=24)
    given.add_argument("--seconds", type=float, default=8)
    given.add_argument("--share", type=float, default=0.2, help="of a core for each process")
    given.add_argument("--kills", type=int, default=3)
    given.add_argument(
        "--write", action="store_true", help="put the figures into docs/scaling.md and bench/cluster.json"
    )
    asked = given.parse_args()
    size, share = (asked.tables, asked.seconds), asked.share
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, house(f"{folder}/a.db", 1, share) as one:
        found["one, SQLite"] = measured(f"{folder}/a.db", one, one, *size)
    with postgres() as url:
        for name, count, held in (
            ("one, PostgreSQL", 1, share),
            ("two, direct", 2, share),
            ("two, all relayed", 2, share),
            ("one, free", 1, 0.0),
            ("two, free", 2, 0.0),
        ):
            fresh = fresh_database(url)
            with house(fresh, count, held) as servers:
                doors = servers[::-1] if "relayed" in name else servers
                found[name] = measured(fresh, servers, doors, *size)
                if name == "one, free":
                    ping = run(pinging(servers[0], 50))
        pauses = []
        for _ in range(asked.kills):
            with house(fresh_database(url), 2) as two:
                pauses.append(run(felt(two[0], two[1])))
    rows = told(found, pauses, ping)
    title = f"A house of several processes ({asked.tables} tables, {share:.0%} of a core each, {os.cpu_count()} cores)"
    load = f"load of the machine at the end {os.getloadavg()[0]:.1f}"
    table(f"{title}, {load}", rows)
    if asked.write:
        KEPT.write_text(
            json.dumps({**found, "ping": ping, "kill": statistics.median(pauses)}, indent=1) + "\n", "utf-8"
        )
        lines = [f"{title}, {load}.", "", "| figure | measured |", "|---|---|", *(f"| {n} | {v} |" for n, v in rows)]
        text = PAGE.read_text("utf-8")
        PAGE.write_text(PLACE.sub(lambda m: f"{m[1]}\n" + "\n".join(lines) + f"\n\n{m[2]}", text), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
