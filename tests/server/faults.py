"""A house of three processes under play, to which one fault after the other is done, in the manner of Jepsen.

`python -m tests.server.faults --faults 200` prints a table of the faults, and fails where anything acknowledged is lost
or doubled, or anybody was shown what the log does not say. The test does a few of them.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import random
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import httpx
import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from tests.server.databases import fresh_database, postgres, restart
from tests.server.extra import install
from tests.server.houses import House, house_of
from tests.server.pages import PATIENCE, Door, Page, Person, Served
from tests.server.table_audit import Action, Seen, audit, kept
from tests.server.wires import Wire

LEASE = 1_500  # ms
MOVES = 40  # in a match: the audit replays it from its beginning at every show
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)  # of a door that is gone


class Table:
    """A table of two, what they did and saw there."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.acked: dict[Action, int] = {}
        self.refused: set[Action] = set()
        self.seen = [Seen(0), Seen(1)]
        self.over = threading.Event()


class Player(threading.Thread):
    """Somebody who plays on, whatever happens: comes back by any door, and says again what was not answered."""

    _ids = itertools.count(1)

    def __init__(self, doors: Sequence[Door], person: Person, seat: int, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.doors, self.person, self.seat, self.dice = doors, person, seat, dice
        self.table: Table | None = None
        self.fresh = threading.Event()  # there is a table to play at
        self.ends = False
        self.moves = 0
        self.wrong: BaseException | None = None
        self.pauses: list[float] = []  # seconds each from the loss of a socket or a resync until the table was back
        self._lost_at = 0.0  # 0: nothing is lost
        self._pending: dict[str, Any] | None = None

    def play_at(self, table: Table) -> None:
        self.table, self._pending = table, None
        self.fresh.set()

    def run(self) -> None:
        try:
            while not self.ends:
                if self.fresh.wait(0.1) and self.table is not None:
                    self._match(self.table)
        except BaseException as e:
            self.wrong = e

    def _match(self, table: Table) -> None:
        while not table.over.is_set() and not self.ends:
            try:
                with contextlib.closing(self._page(self.dice.choice(self.doors), table)) as page:
                    self._play(page, table)
            except LOST:
                self._lose()
                time.sleep(0.05)
        self.fresh.clear()
        self._lost_at = 0.0

    def _page(self, door: Door, table: Table) -> Page:
        other = Person.__new__(Person)
        other.__dict__.update(self.person.__dict__, house=door, url=door.url, pages=[])
        return Page(other, table.id)

    def _lose(self) -> None:
        self._lost_at = self._lost_at or time.monotonic()

    def _back(self) -> None:
        if self._lost_at:
            self.pauses.append(time.monotonic() - self._lost_at)
        self._lost_at = 0.0

    def _play(self, page: Page, table: Table) -> None:
        seen = table.seen[self.seat]
        page.send("hello", table=table.id, since=seen.last or None)
        silent = 0.0
        while not table.over.is_set() and not self.ends:
            try:
                message = page.next(0.25)
            except TimeoutError:
                silent += 0.25
                if silent > 3 * LEASE / 1000:
                    raise
                if self._pending is not None:
                    page.send("play", **self._pending)  # perhaps nobody heard it
                continue
            silent = 0.0
            match message["t"]:
                case "table":
                    self._back()
                case "show":
                    seen.show(message)
                    self._answer(page, message)
                    if message["result"]:
                        table.over.set()
                case "ack":
                    self._done(table, message)
                case "refuse":
                    if message["message"] != "not_kept":  # which may be done or not, and is said again
                        table.refused.add((self.seat, message["id"]))
                        self._done(table, message)
                case "error":
                    self._lose()
                    return  # as a balancer would, another door
                case "resync":
                    self._lose()
                    time.sleep(0.05)
                    page.send("hello", table=table.id, since=seen.last or None)

    def _answer(self, page: Page, show: dict[str, Any]) -> None:
        if self._pending is None and show["legal"]:
            id = f"p{self.seat}-{next(self._ids)}"
            self._pending = {"a": self.dice.choice(show["legal"]), "n": show["n"], "id": id}
        if self._pending is not None:
            page.send("play", **self._pending)

    def _done(self, table: Table, message: dict[str, Any]) -> None:
        action = self.seat, message["id"]
        if message["t"] == "ack":
            assert action not in table.refused, f"{action} was refused and acknowledged"
            assert table.acked.setdefault(action, message["n"]) == message["n"], "two acknowledgements that differ"
        if self._pending is not None and self._pending["id"] == message["id"]:
            self._pending = None
            self.moves += message["t"] == "ack"


class Checked(NamedTuple):
    """How much was held against the logs."""

    tables: int
    acked: int
    shows: int


class Trial:
    """Pairs of players at a house, and what is done to it."""

    def __init__(self, house: House, pairs: int, seed: int, doors: Sequence[Door] = ()) -> None:
        """`doors`: where they come in, if not at the processes themselves."""
        self.house, self.dice = house, random.Random(seed)
        self.doors = doors or house.processes
        self.tables: list[Table] = []  # that are to be checked
        self.checked = Checked(0, 0, 0)
        self.pairs: list[tuple[Player, Player]] = []
        for n in range(pairs):
            people = [Person(self.dice.choice(self.doors), f"{name}{n}") for name in ("Ala", "Bob")]
            pair = [Player(self.doors, p, s, random.Random(f"{seed} {n} {s}")) for s, p in enumerate(people)]
            self.pairs.append((pair[0], pair[1]))
            for player in pair:
                player.start()

    def deal(self) -> None:
        """A new table for every pair that has none."""
        for pair in self.pairs:
            if pair[0].table is None or (pair[0].table.over.is_set() and not any(p.fresh.is_set() for p in pair)):
                with contextlib.suppress(*LOST, AssertionError):  # a refusal: it is tried again
                    self._sit(pair)

    def _sit(self, pair: tuple[Player, Player]) -> None:
        ala, bob = pair[0].person, pair[1].person
        for person in (ala, bob):
            door = self.dice.choice(self.doors)
            person.http.base_url = httpx.URL(door.url)
        id = ala.table("tiny", ["me", "open"], options={"turns": MOVES, "goal": 1_000_000})
        bob.post(f"/api/tables/{id}/join")
        ala.post(f"/api/tables/{id}/start")
        table = Table(id)
        self.tables.append(table)
        for player in pair:
            player.play_at(table)

    def go_on(self) -> float:
        """Until every pair has moved; the seconds that it took."""
        began = time.monotonic()
        before = {pair: sum(p.moves for p in pair) for pair in self.pairs}
        while time.monotonic() - began < 4 * PATIENCE:
            self.deal()
            self.look()
            if all(sum(p.moves for p in pair) > before[pair] + 1 for pair in self.pairs):
                return time.monotonic() - began
            time.sleep(0.02)
        raise AssertionError("a table does not go on")

    def look(self) -> None:
        for player in itertools.chain(*self.pairs):
            if player.wrong is not None:
                raise player.wrong

    def end(self) -> None:
        for player in itertools.chain(*self.pairs):
            player.ends = True
        for player in itertools.chain(*self.pairs):
            player.join(PATIENCE)
        self.look()

    def check(self) -> None:
        """Everything that anybody was told follows from the logs, and nothing acknowledged is missing."""
        self._audit(self.tables)
        assert self.checked.acked > 10

    def check_finished(self) -> None:
        """The same for tables that nobody plays at any more."""
        played_at = {pair[0].table for pair in self.pairs}
        self._audit([table for table in self.tables if table not in played_at])

    def _audit(self, tables: Sequence[Table]) -> None:
        for table in list(tables):
            audit(kept(self.house.url, table.id), table.acked, table.refused, table.seen)
            self.tables.remove(table)
            shows = sum(len(seen.views) for seen in table.seen)
            self.checked = Checked(*map(sum, zip(self.checked, (1, len(table.acked), shows), strict=True)))


def kill(_: House, process: Served) -> None:
    """SIGKILL, and a new one in its place."""
    process.kill()
    process.start()


def leave(_: House, process: Served) -> None:
    """SIGTERM, and a new one in its place."""
    process.stop()
    process.start()


def stop(_: House, process: Served) -> None:
    """SIGSTOP for longer than a lease, then SIGCONT: a zombie."""
    process.process.send_signal(signal.SIGSTOP)
    time.sleep(2 * LEASE / 1000)
    process.process.send_signal(signal.SIGCONT)


def blink(_: House, process: Served) -> None:
    """SIGSTOP for less than a lease."""
    process.process.send_signal(signal.SIGSTOP)
    time.sleep(LEASE / 3000)
    process.process.send_signal(signal.SIGCONT)


def hang_up(house: House, _: Served) -> None:
    """PostgreSQL ends the connections of everybody."""
    ours = "pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()"
    house.rows(sa.select(sa.text(f"pg_terminate_backend(pid) from pg_stat_activity where {ours}")))


def restart_database(house: House, _: Served) -> None:
    """PostgreSQL is stopped and started again."""
    restart(house.url)


def cut_from_database(house: House, process: Served) -> None:
    """No way from a process to PostgreSQL, for longer than a lease."""
    _cut(house.to_database[house.processes.index(process)].wire)


def cut_from_others(house: House, process: Served) -> None:
    """No way from the others to a process that lives, for longer than a lease."""
    _cut(house.to_process[house.processes.index(process)])


def _cut(wire: Wire) -> None:
    wire.cut()
    time.sleep(2 * LEASE / 1000)
    wire.mend()


FAULTS: dict[str, Callable[[House, Served], None]] = {
    "killed": kill,
    "left": leave,
    "stopped longer than its lease": stop,
    "stopped for a moment": blink,
    "connections to PostgreSQL ended": hang_up,
    "PostgreSQL restarted": restart_database,
    "cut off from PostgreSQL": cut_from_database,
    "cut off from the others": cut_from_others,
}


class Told(NamedTuple):
    took: dict[str, list[float]]  # by fault: seconds each until all went on
    checked: Checked


def trial(url: str, faults: list[str], pairs: int = 3, seed: int = 1) -> Told:
    """Do these faults, one after the other, to a house under play."""
    took: dict[str, list[float]] = defaultdict(list)
    with house_of(url, 3, lease=LEASE, tend=500) as house:
        running = Trial(house, pairs, seed)
        running.go_on()
        for n, fault in enumerate(faults, 1):
            process = running.dice.choice(house.processes)
            print(f"{n}: {fault} (process {house.processes.index(process)})", end="", flush=True)
            began = time.monotonic()
            FAULTS[fault](house, process)
            running.go_on()
            took[fault].append(time.monotonic() - began)
            running.check_finished()
            print(f": {took[fault][-1]:.1f} s", flush=True)
        running.end()
        running.check()
    return Told(took, running.checked)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--faults", type=int, default=200)
    given.add_argument("--pairs", type=int, default=6)
    given.add_argument("--seed", type=int, default=1)
    asked = given.parse_args()
    install()  # to replay its logs here
    wanted = list(itertools.islice(itertools.cycle(FAULTS), asked.faults))
    random.Random(asked.seed).shuffle(wanted)
    with postgres() as url:
        told = trial(fresh_database(url), wanted, asked.pairs, asked.seed)
    print("| fault | times | until all went on: median, longest |\n|---|---|---|")
    for fault in FAULTS:
        if times := sorted(told.took[fault]):
            print(f"| {fault} | {len(times)} | {times[len(times) // 2]:.1f} s, {times[-1]:.1f} s |")
    tables, acked, shows = told.checked
    print(f"0 lost, 0 doubled, 0 split: {acked} acknowledgements and {shows} shows of {tables} tables")


if __name__ == "__main__":
    main()
