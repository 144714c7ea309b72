"""Several processes beside one, on one PostgreSQL: actions a second, what a relay costs, how long a kill is felt.

    python bench/cluster.py [--tables 80] [--seconds 6] [--share 0.2] [--write]

Two guests a table play as fast as acknowledgements come. On two cores clients, PostgreSQL and processes share the
machine, and two processes would only take from the others what one leaves: so each process is held to a share of a core
(a cgroup, as root), and the ratio says what a second process adds where there is a core for it. What each part used of
the machine is told, so that one sees whether there was room. `--write` puts all into docs/scaling.md and
bench/cluster.json, from which `bench/scaling.py` computes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import sys
import tempfile
import time
from typing import Any

from cluster_tools import LEASE, ROOT, house, spent
from server_tools import Guest, Server, come, percentile, run, table
from websockets.asyncio.client import ClientConnection

from tests.server.databases import fresh_database, postgres

GAME = "tiny"
LONG = {"turns": 100_000, "goal": 1_000_000}
MESSAGES = 4  # of an action: the play, its acknowledgement, two shows
PINGS = 5_000
ROUNDS = 5  # of one process and two, in turns: the machine is not equally quick at all times
ONE, TWO, FULL = "one, PostgreSQL", "two, direct", "two, twice the tables"
PAGE = ROOT / "docs" / "scaling.md"
KEPT = ROOT / "bench" / "cluster.json"
PLACE = re.compile(r"(<!-- figures: .*? -->\n).*?(<!-- end of the figures -->)", re.DOTALL)


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


async def playing(url: str, owners: list[Server], doors: list[Server], tables: int, seconds: float) -> dict[str, float]:
    """Tables that lie with `owners` are played at through `doors`; what an action took and cost, sitting down apart."""
    count = len(owners)
    pairs = [await asyncio.to_thread(Pair, n, owners[n % count], doors[n % count]) for n in range(tables)]
    for pair in pairs:
        await pair.come()
    before = await asyncio.to_thread(spent, url, owners)
    began = time.perf_counter()
    await asyncio.gather(*(pair.play(seconds) for pair in pairs))
    passed = time.perf_counter() - began
    used = (await asyncio.to_thread(spent, url, owners)).since(before)
    for pair in pairs:
        await pair.leave()
    took = [each for pair in pairs for each in pair.took]
    found = {
        "rate": len(took) / passed,
        "median": percentile(took, 50) * 1000,
        "p99": percentile(took, 99) * 1000,
        "cpu": used.processes / len(took) * 1000,
        "client": used.clients / len(took) * 1000,
    }
    if used.entries:
        found["postgres"] = used.postgres / len(took) * 1000
        found |= {"log": used.log / used.entries, "wal": used.wal / used.entries}
    return found


async def pinging(server: Server, sockets: int) -> float:
    """Microseconds of CPU for a ping of a page at a table, each by itself: what comes together costs less."""
    guest = await asyncio.to_thread(Guest, server, "G")
    id = await asyncio.to_thread(guest.table, GAME, [{"kind": "me"}, {"kind": "bot"}], options=LONG)
    lines = [await guest.socket() for _ in range(sockets)]
    for line in lines:
        await come(line, id)
    before = server.cpu()
    for n in range(PINGS):
        line = lines[n % sockets]
        await line.send('{"t":"ping"}')
        while '"pong"' not in str(await line.recv()):
            pass
    used = server.cpu() - before
    for line in lines:
        await line.close()
    return used / PINGS * 1e6


async def felt(owner: Server, door: Server) -> float:
    """Seconds from a kill of the owner until a move is acknowledged at another door, on the same socket."""
    guest = await asyncio.to_thread(Guest, owner, "G")
    id = await asyncio.to_thread(guest.table, GAME, [{"kind": "me"}, {"kind": "bot"}], options=LONG)
    guest.server = door
    socket = await guest.socket()
    await come(socket, id)
    owner.process.kill()
    began = time.perf_counter()
    await _next(socket, "resync")
    show = await come(socket, id)
    while not show["legal"]:
        show = await _next(socket, "show")
    await socket.send(json.dumps({"t": "play", "id": "a", "n": show["n"], "a": show["legal"][0]}))
    await _next(socket, "ack")
    took = time.perf_counter() - began
    await socket.close()
    return took


async def _next(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["t"] == kind:
            return message


def measure(tables: int, seconds: float, share: float, kills: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, house(f"{folder}/a.db", 1, share) as one:
        found["one, SQLite"] = run(playing(f"{folder}/a.db", one, one, tables, seconds))
    with postgres() as url:
        turns: dict[str, list[dict[str, float]]] = {ONE: [], TWO: [], FULL: []}
        for name, count, held in (
            *((ONE, 1, share), (TWO, 2, share), (FULL, 2, share)) * ROUNDS,
            ("two, all relayed", 2, share),
            ("one, free", 1, 0.0),
            ("two, free", 2, 0.0),
        ):
            fresh = fresh_database(url)
            with house(fresh, count, held) as servers:
                doors = servers[::-1] if "relayed" in name else servers
                found[name] = run(playing(fresh, servers, doors, tables * (1 + (name == FULL)), seconds))
                if name in turns:
                    turns[name].append(found[name])
                if name == "one, free":
                    found["ping"] = run(pinging(servers[0], 50))
                if name == "two, free":
                    found["alone, direct"] = run(playing(fresh, servers, servers, 1, seconds / 2))
                    found["alone, relayed"] = run(playing(fresh, servers, servers[::-1], 1, seconds / 2))
        with house(fresh_database(url), kills + 1) as servers:
            found["kills"] = [run(felt(owner, servers[-1])) for owner in servers[:-1]]
    found["rounds"] = {name: [round(each["rate"]) for each in all] for name, all in turns.items()}
    return found | {name: sorted(all, key=lambda one: one["rate"])[ROUNDS // 2] for name, all in turns.items()}


def told(found: dict[str, Any]) -> list[tuple[str, str]]:
    one, two, full, far = found[ONE], found[TWO], found[FULL], found["two, all relayed"]
    near, relayed, kills = found["alone, direct"], found["alone, relayed"], found["kills"]
    free = found["two, free"]["rate"] / found["one, free"]["rate"]
    message = (far["cpu"] - two["cpu"]) / MESSAGES * 1000
    bound = f"bound {LEASE / 1000 + 1:.0f} s"
    rows = [
        (
            "actions a second, two full processes beside one, each held to its share (wanted 1.7)",
            _gain(found["rounds"], FULL),
        ),
        ("the same, the tables of one dealt to the two", _gain(found["rounds"], TWO)),
        ("the same for a second of the processes' processor time, full and dealt", _each(one, full, two)),
        ("the same with clients, PostgreSQL and processes on the same cores, none held", f"{free:.2f}"),
        ("an action that is relayed beside one that is not: processor time of processes", _of(far, two, "cpu")),
        ("what a relay adds to a message", f"{message:.0f} us"),
        ("one table alone, acknowledged: direct, relayed", f"{near['median']:.1f} ms, {relayed['median']:.1f} ms"),
        ("PostgreSQL's part of the processor time beside the processes', two, direct", f"{_part(two):.0%}"),
        (
            f"from a kill until a move is acknowledged elsewhere, longest of {len(kills)} ({bound})",
            f"{max(kills):.1f} s",
        ),
        ("a ping of a page", f"{found['ping']:.0f} us"),
        ("an entry of the log, and what is written ahead for it", f"{two['log']:.0f} B, {two['wal']:.0f} B"),
    ]
    for name in ("one, SQLite", ONE, TWO, FULL, "two, all relayed", "one, free", "two, free"):
        each = found[name]
        used = [each["rate"] * each.get(part, 0) / 1000 for part in ("cpu", "postgres", "client")]
        cost = f"{each['cpu']:.2f} ms, {each.get('postgres', 0):.2f} ms, {each['client']:.2f} ms"
        rows.append((f"{name}: actions a second", f"{each['rate']:.0f}"))
        rows.append((f"{name}: acknowledged, median and 99th", f"{each['median']:.1f} ms, {each['p99']:.1f} ms"))
        rows.append((f"{name}: an action costs processes, PostgreSQL, clients", cost))
        rows.append((f"{name}: cores used by these", ", ".join(f"{part:.2f}" for part in used)))
    return rows


def _of(one: dict[str, float], other: dict[str, float], what: str) -> str:
    return f"{one[what] / other[what]:.2f}"


def _gain(rounds: dict[str, list[int]], name: str) -> str:
    """Beside one process in the same round: the one in the middle, the least and the most."""
    found = sorted(two / one for two, one in zip(rounds[name], rounds[ONE], strict=True))
    return f"{found[len(found) // 2]:.2f} ({found[0]:.2f} to {found[-1]:.2f})"


def _each(one: dict[str, float], *others: dict[str, float]) -> str:
    return ", ".join(_of(one, other, "cpu") for other in others)


def _part(of: dict[str, float]) -> float:
    return of["postgres"] / (of["postgres"] + of["cpu"])


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--tables", type=int, default=80)
    given.add_argument("--seconds", type=float, default=6)
    given.add_argument("--share", type=float, default=0.2, help="of a core for each process")
    given.add_argument("--kills", type=int, default=5)
    given.add_argument(
        "--write", action="store_true", help="put the figures into docs/scaling.md and bench/cluster.json"
    )
    asked = given.parse_args()
    found = measure(asked.tables, asked.seconds, asked.share, asked.kills)
    rows = told(found)
    size = f"{asked.tables} tables, {asked.share:.0%} of a core each, {os.cpu_count()} cores"
    title = f"A house of several processes ({size}), load of the machine at the end {os.getloadavg()[0]:.1f}"
    table(title, rows)
    if asked.write:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        lines = [f"{title}.", "", "| figure | measured |", "|---|---|", *(f"| {n} | {v} |" for n, v in rows)]
        text = PAGE.read_text("utf-8")
        PAGE.write_text(PLACE.sub(lambda m: f"{m[1]}\n" + "\n".join(lines) + f"\n\n{m[2]}", text), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
