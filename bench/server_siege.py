"""A siege: honest players at their tables while a hostile guest does its worst, attack by attack, then all together.

    python bench/server_siege.py [--seconds 14] [--dir FOLDER] [--watch] [--only NAME ...] [--source FOLDER]

All of it takes about nine minutes and writes its table into docs/hosting.md; with `--only` nothing is written.

The server is a process of its own, so are the attackers; all share this machine's cores, the attackers with nice 10.
Everybody has an address of their own in 127.0.0.0/8, the hostile guest of each round a new one. What is told of each
round: how long an honest player waits for the acknowledgement of a move and an honest visitor for the list of tables,
the most memory of the server with its workers, what the database grew by in the round and would grow by in the first
minute (the round, and the rest of it as the second half of the round went), and what the attackers were answered.
Targets: 100 ms at the 99th percentile, 300 MB, 1 MB a minute. In the last round there are hostile guests at as many
addresses as `--addresses` says, each with an attack, all at once. The database lies in `--dir`, on a disk that is
waited for.
`--watch` counts callbacks of more than 5 ms on the event loop, by name. `--source`: the server of another checkout.
`--nice -10` keeps the other work of a busy machine out (it takes rights to do so).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from server_tools import percentile
from siege_attacks import ATTACKS, GONE, Foe
from siege_table import file_system, write
from siege_tools import Socket, Web

HERE = Path(__file__).parent
MB = 1_000_000
PACE = (0.15, 0.45)  # seconds an honest player thinks
LATE = 20.0  # seconds after which an honest player gives up
ALL, FAR = "all together", "from many addresses"
GAMES = ("duel", "clovers", "duel", "clovers", "unstable", "fever", "duel", "clovers")


# --- the honest ------------------------------------------------------------------------------------


class Honest:
    """What the honest met: how long they waited, in ms, and what went wrong."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.visits: list[float] = []
        self.wrong: Counter[str] = Counter()
        self.tables: dict[int, str] = {}

    def anew(self) -> tuple[list[float], list[float], Counter[str]]:
        found = self.moves, self.visits, self.wrong
        self.moves, self.visits, self.wrong = [], [], Counter()
        return found


class Player:
    def __init__(self, port: int, address: str, met: Honest) -> None:
        self.port, self.address, self.met = port, address, met
        self.web = Web(port, address, Counter())
        self.dice = random.Random(address)

    async def come(self) -> None:
        while not await self.web.come("Honest"):
            await asyncio.sleep(1)

    async def post(self, path: str, body: Any = None) -> dict[str, Any]:
        """An answer, however long it takes."""
        while True:
            status, answer = await self.web.ask("POST", path, {} if body is None else body)
            if status in (200, 201):
                found: dict[str, Any] = msgspec.json.decode(answer)
                return found
            self.met.wrong[f"http {status}"] += 1
            await asyncio.sleep(1)

    async def play(self, table: str) -> None:
        """Play at this table until the match is over; come back when the socket is closed."""
        over = False
        while not over:
            try:
                socket = await Socket.open(self.port, self.address, self.web.cookie)
            except GONE:
                self.met.wrong["no socket"] += 1
                await asyncio.sleep(0.5)
                continue
            try:
                over = await self._at(socket, table)
            except GONE:
                self.met.wrong["cut off"] += 1
            finally:
                socket.close()

    async def _at(self, socket: Socket, table: str) -> bool:
        socket.send({"t": "hello", "table": table})
        show: dict[str, Any] = {}
        asked, sent, due = "", 0.0, None
        while True:
            wait = LATE if due is None else max(0.0, due - time.monotonic())
            try:
                message = await asyncio.wait_for(socket.next(), wait)
            except TimeoutError:
                if due is None:
                    if asked:
                        self.met.moves.append(LATE * 1000)
                        self.met.wrong["no answer"] += 1
                    socket.send({"t": "hello", "table": table})
                    asked = ""
                    continue
                due, asked, sent = None, f"h{self.dice.getrandbits(60)}", time.perf_counter()
                socket.send({"t": "play", "id": asked, "a": self.dice.choice(show["legal"]), "n": show["n"]})
                continue
            if message.get("id") == asked and asked:
                self.met.moves.append((time.perf_counter() - sent) * 1000)
                if message["t"] == "refuse" and message["message"] not in ("stale", "answered"):
                    self.met.wrong[f"refused: {message['message']}"] += 1
                asked = ""
            elif message["t"] == "show":
                show = message
                if show["result"]:
                    return True
                due = time.monotonic() + self.dice.uniform(*PACE) if show["legal"] else None
            elif message["t"] == "resync":
                socket.send({"t": "hello", "table": table})


async def pair(port: int, n: int, met: Honest) -> None:
    """Two who play one match after the other."""
    game, two = GAMES[n % len(GAMES)], [Player(port, f"127.1.{n}.{k}", met) for k in (1, 2)]
    for player in two:
        await player.come()
    bots = [{"kind": "bot"}] * {"unstable": 1, "fever": 2}.get(game, 0)
    while True:
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}, *bots]}
        table = str((await two[0].post("/api/tables", body))["id"])
        await two[1].post(f"/api/tables/{table}/join")
        await two[0].post(f"/api/tables/{table}/start")
        met.tables[n] = table
        await asyncio.gather(*(player.play(table) for player in two))


async def visitor(port: int, met: Honest) -> None:
    """Somebody who looks at the list of tables four times a second."""
    web = Web(port, "127.1.200.1", Counter())
    while True:
        began = time.perf_counter()
        status, _ = await web.ask("GET", "/api/tables")
        met.visits.append((time.perf_counter() - began) * 1000)
        if status != 200:
            met.wrong[f"visit {status}"] += 1
        await asyncio.sleep(0.25)


# --- the server ------------------------------------------------------------------------------------


class Besieged:
    def __init__(self, folder: Path, source: str, watch: bool) -> None:
        self.db, self.watched, self.log = folder / "siege.db", folder / "slow.json", folder / "log"
        command = [sys.executable, str(HERE / "siege_server.py"), *(["--watch", str(self.watched)] if watch else [])]
        path = {"PYTHONPATH": str(Path(source, "src").resolve())} if source else {}
        self.process = subprocess.Popen(
            [*command, "serve", "--port", "0", "--db", str(self.db)],
            stdout=subprocess.PIPE,
            stderr=self.log.open("w"),
            text=True,
            env={**os.environ, **path, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None, self.log.read_text()
        self.port = int(found[1])

    def memory(self) -> int:
        """Bytes of resident memory of the server and its workers."""
        total = 0
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            for pid in (str(self.process.pid), *children):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return total

    def disk(self) -> int:
        """Bytes of the database as its pages count, wherever they lie just now."""
        with contextlib.closing(sqlite3.connect(f"file:{self.db}?mode=ro", uri=True)) as connection:
            pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return int(pages * size)

    def slow(self) -> dict[str, Any]:
        """The callbacks that took long since this was asked last."""
        self.watched.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        deadline = time.monotonic() + 30
        while not self.watched.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        found: dict[str, Any] = json.loads(self.watched.read_text())
        return found


@contextlib.contextmanager
def besieged(source: str, watch: bool, where: str | None) -> Iterator[Besieged]:
    with tempfile.TemporaryDirectory(dir=where) as folder:
        server = Besieged(Path(folder), source, watch)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.wait()


# --- the rounds ------------------------------------------------------------------------------------


class Told(msgspec.Struct):
    """What came of a round."""

    name: str
    moves: list[float]
    visits: list[float]
    wrong: dict[str, int]
    memory: int
    disk: int
    late: float  # bytes a second that it grew by in the second half
    seconds: float
    answers: dict[str, int]
    slow: dict[str, Any]


async def hostile(given: dict[str, Any]) -> None:
    """The attackers' process: attacks at the same time by guests at addresses of their own, then all is counted."""
    os.nice(10)
    logging.disable()  # that the server has hung up is counted, not told
    ends = time.monotonic() + given["seconds"]
    foes = []

    async def one(address: str, attacks: list[str]) -> None:
        foe = Foe(given["port"], address, "", given["tables"], ends)
        foes.append(foe)
        web = foe.web()
        while foe.on and not await web.come("Foe"):
            await asyncio.sleep(1)
        foe.cookie = web.cookie
        await asyncio.gather(*(_tried(foe, name) for name in attacks))

    addresses, attacks = given["addresses"], given["attacks"]
    shares = [attacks] if len(addresses) == 1 else [[attacks[n % len(attacks)]] for n in range(len(addresses))]
    await asyncio.gather(*(one(*each) for each in zip(addresses, shares, strict=True)))
    total: Counter[str] = Counter()
    for foe in foes:
        total.update(foe.told)
    print(json.dumps(dict(total)), flush=True)
    os._exit(0)  # whatever still hangs on a connection


async def _tried(foe: Foe, name: str) -> None:
    """An attack; what it stumbles over is counted, and it begins anew."""
    while foe.on:
        try:
            await ATTACKS[name](foe)
        except Exception as e:
            foe.told[type(e).__name__] += 1
            await asyncio.sleep(0.5)


async def attack(given: dict[str, Any]) -> dict[str, int]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HERE / "server_siege.py"), "--hostile", json.dumps(given), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    said = await process.stdout.read()
    await process.wait()
    told: dict[str, int] = json.loads(said) if said else {"the attackers fell": 1}
    return told


async def rounds(server: Besieged, args: argparse.Namespace) -> list[Told]:
    met = Honest()
    honest = [asyncio.create_task(pair(server.port, n, met)) for n in range(len(GAMES))]
    honest.append(asyncio.create_task(visitor(server.port, met)))
    deadline = time.monotonic() + 30
    while len(met.tables) < len(GAMES) and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
    plan: list[tuple[str, list[str], list[list[str]], float]] = [("nobody", [], [], args.seconds)]
    names = [name for name in args.only or ATTACKS if name not in (ALL, FAR)]
    plan += [(name, [name], [[f"127.2.{n}.1"]], args.seconds) for n, name in enumerate(names)]
    if not args.only or ALL in args.only:
        plan.append((ALL, list(ATTACKS), [["127.2.200.1"]], args.all))
    if not args.only or FAR in args.only:
        far = [f"127.3.{n // 200}.{n % 200 + 1}" for n in range(args.addresses)]
        plan.append((FAR, list(ATTACKS), [far[::2], far[1::2]], args.far))
    found = []
    for name, attacks, groups, seconds in plan:
        found.append(await one_round(server, met, name, attacks, groups, seconds, args.watch))
        tell(found[-1])
    for task in honest:
        task.cancel()
    await asyncio.gather(*honest, return_exceptions=True)
    return found


async def one_round(
    server: Besieged, met: Honest, name: str, attacks: list[str], groups: list[list[str]], seconds: float, watch: bool
) -> Told:  # fmt: skip
    met.anew()
    if watch:
        server.slow()
    memory, disk, began = server.memory(), server.disk(), time.monotonic()
    given = {"port": server.port, "seconds": seconds, "attacks": attacks, "tables": list(met.tables.values())}
    running = asyncio.gather(*(attack({**given, "addresses": group}) for group in groups))
    half, half_at = disk, began
    while time.monotonic() - began < seconds or not running.done():
        memory = max(memory, server.memory())
        if half_at == began and time.monotonic() - began > seconds / 2:
            half, half_at = server.disk(), time.monotonic()
        await asyncio.sleep(0.1)
        if time.monotonic() - began > seconds + 60:
            break
    moves, visits, wrong = met.anew()
    answers: Counter[str] = Counter()
    for told in await running:
        answers.update(told)
    ended, now = server.disk(), time.monotonic()
    late = (ended - half) / (now - half_at)
    slow = server.slow() if watch else {}
    await asyncio.sleep(1)  # let the server take a breath
    return Told(name, moves, visits, dict(wrong), memory, ended - disk, late, now - began, dict(answers), slow)


def first_minute(told: Told) -> float:
    """Bytes by which the database grows in the first minute: the burst of the round, and the rest as it went on."""
    return told.disk / told.seconds * 60 if told.seconds >= 60 else told.disk + told.late * (60 - told.seconds)


HEAD = ("attack", "moves", "p50 ms", "p99 ms", "most ms", "list p99", "MB", "kB/min", "answers")


def cells(told: Told) -> list[str]:
    usual = sorted(told.answers.items(), key=lambda pair: -pair[1])
    moves, visits = told.moves or [LATE * 1000], told.visits or [LATE * 1000]
    answers = " ".join(f"{name}:{count}" for name, count in usual[:6])
    wrong = " ".join(f"{name}:{count}" for name, count in told.wrong.items())
    return [
        told.name,
        str(len(told.moves)),
        f"{percentile(moves, 50):.0f}",
        f"{percentile(moves, 99):.0f}",
        f"{max(moves):.0f}",
        f"{percentile(visits, 99):.0f}",
        f"{told.memory / MB:.0f}",
        f"{first_minute(told) / 1000:.0f}",
        answers + (f" (honest: {wrong})" if wrong else ""),
    ]


WIDTHS = (34, 6, 7, 7, 8, 9, 5, 8, 0)


def line(found: Any) -> str:
    return " ".join(
        f"{cell:<{w}}" if n in (0, 8) else f"{cell:>{w}}" for n, (cell, w) in enumerate(zip(found, WIDTHS, strict=True))
    )


def tell(told: Told) -> None:
    print(line(cells(told)), flush=True)
    if told.slow:
        print(
            f"    of {told.slow['callbacks']} callbacks {told.slow['wall']} took over 5 ms, {told.slow['cpu']} of CPU; "
            f"the longest search for garbage {told.slow['garbage']} ms"
        )
        for name, (count, most) in sorted(told.slow["slow"].items(), key=lambda pair: -pair[1][0])[:8]:
            print(f"      {count:5d} x, at most {most:6.1f} ms: {name}")


def judge(found: list[Told], log: Path) -> None:
    """The targets, all rounds together."""
    attacked = [told for told in found[1:] if told.name != FAR]
    if not attacked:
        return
    moves = [ms for told in attacked for ms in told.moves]
    worst = max(attacked, key=first_minute)
    text = log.read_text()
    rows = [
        ("moves of the honest", f"{len(moves)}"),
        ("acknowledged, 99th percentile ms (target 100)", f"{percentile(moves, 99):.0f}"),
        (
            "worst 99th percentile of a round, ms",
            f"{max(percentile(t.moves or [LATE * 1000], 99) for t in attacked):.0f}",
        ),
        ("memory of server and workers at most, MB (target 300)", f"{max(t.memory for t in attacked) / MB:.0f}"),
        (f"disk in the first minute at most, MB (target 1; {worst.name})", f"{first_minute(worst) / MB:.2f}"),
        ("of it the honest in peace", f"{first_minute(found[0]) / MB:.2f}"),
        (
            "answers 500, tracebacks in the log",
            f"{sum(t.answers.get('500', 0) for t in attacked)}, {text.count('Traceback')}",
        ),
        ("load of the machine", f"{os.getloadavg()[0]:.1f}"),
    ]
    print("\nThe siege (attackers with nice 10, all on the same cores)")
    for name, value in rows:
        print(f"  {name:<72} {value:>14}")


def write_down(found: list[Told], log: Path, args: argparse.Namespace, folder: Path) -> None:
    """The whole run, into docs/hosting.md."""
    rows = {
        t.name: (percentile(t.moves or [LATE * 1000], 99), t.memory / MB, first_minute(t) / MB)
        for t in found
        if t.name != FAR
    }
    far = next(t for t in found if t.name == FAR)
    wrong = sum((Counter(t.wrong) for t in found), Counter[str]())
    faults = sum(t.answers.get("500", 0) for t in found)
    half, most, visit = (
        percentile(all or [LATE * 1000], share) for all, share in ((far.moves, 50), (far.moves, 99), (far.visits, 99))
    )
    more = [
        f"One run, `python bench/server_siege.py`: rounds of {args.seconds:.0f} s, all together {args.all:.0f} s; the "
        f"database on {file_system(folder)}, every commit waited for; {os.cpu_count()} cores with a load of "
        f"{os.getloadavg()[0]:.1f} at the end. {sum(len(t.moves) for t in found)} moves of the honest; "
        f"{faults} answers of 500, {log.read_text().count('Traceback')} tracebacks in the log; what the honest met "
        f"besides: {', '.join(f'{name} {count}' for name, count in wrong.items()) or 'nothing'}.",
        "",
        f"{args.addresses} hostile guests from as many addresses, each with one of the attacks, for {args.far:.0f} s: "
        f"half of the moves are acknowledged within {half:.0f} ms, 99 of 100 within {most:.0f} ms; "
        f"a visitor waits for the list of tables "
        f"{visit:.0f} ms at the 99th percentile; {far.memory / MB:.0f} MB, "
        f"{first_minute(far) / MB:.1f} MB in the first minute on disk.",
    ]
    write(rows, more)
    print("written into docs/hosting.md")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=14)
    parser.add_argument("--all", type=float, default=60, help="seconds of all attacks together")
    parser.add_argument("--far", type=float, default=30, help="seconds of the round with many addresses")
    parser.add_argument("--addresses", type=int, default=100)
    parser.add_argument("--only", nargs="*", choices=[*ATTACKS, ALL, FAR], default=[])
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--source", default="")
    parser.add_argument("--dir", default=None, help="where the database lies while it lasts [default: of the system]")
    parser.add_argument("--nice", type=int, default=0, help="of server and honest; the attackers have 10 more")
    parser.add_argument("--log", action="store_true", help="print the end of the server's log, too")
    parser.add_argument("--hostile", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.hostile:
        asyncio.run(hostile(json.loads(args.hostile)))
    if args.nice:
        os.nice(args.nice)
    with besieged(args.source, args.watch, args.dir) as server:
        print(line(HEAD), flush=True)
        found = asyncio.run(rounds(server, args))
        judge(found, server.log)
        if not (args.only or args.source):
            write_down(found, server.log, args, server.db.parent)
        if args.log:
            print(server.log.read_text()[-4000:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
