"""A house of three processes under play, to which one fault after the other is done, in the manner of Jepsen.

`python -m tests.server.faults --faults 200` prints a table of the faults, and fails where anything acknowledged is lost
or doubled, or anybody was shown what the log does not say; `--write` puts it into docs/scaling.md. The test does a few
of them.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from tests.server.databases import fresh_database, postgres, restart
from tests.server.extra import install
from tests.server.houses import House, house_of
from tests.server.pages import PATIENCE, Door, Served
from tests.server.players import GRACE, Party
from tests.server.scaling_page import write
from tests.server.table_audit import kept
from tests.server.wires import Wire

LEASE = 1_500  # ms
LONG, SHORT = 2 * LEASE / 1000, LEASE / 3000  # seconds that a fault lasts: longer than a lease, and shorter
CALM = 0.6  # seconds between two faults in which people may also go for a while


class Checked(NamedTuple):
    """How much was held against the logs."""

    tables: int = 0
    acked: int = 0
    shows: int = 0


class Trial:
    """Parties of players at a house, and what is done to it."""

    def __init__(self, house: House, parties: int, seed: int, doors: Sequence[Door] = ()) -> None:
        """`doors`: where they come in, if not at the processes themselves."""
        self.house, self.dice = house, random.Random(seed)
        self.checked = Checked()
        self.kinds: Counter[str] = Counter()  # of the entries that were checked
        self._hurry = threading.Event()  # nobody goes away now: it is measured
        self.parties = [Party(doors or house.processes, n, seed, self._hurry) for n in range(parties)]

    def go_on(self) -> None:
        """Until every party has moved."""
        deadline = time.monotonic() + 4 * PATIENCE
        before = {party: party.moves for party in self.parties}
        while any(party.moves < before[party] + 2 for party in self.parties):
            assert time.monotonic() < deadline, "a table does not go on"
            self._look()
            time.sleep(0.02)

    def suffer(self, fault: Fault) -> float:
        """Do it, mend it, until all go on; the longest time for which a table stood still."""
        self._hurry.set()
        for party in self.parties:
            party.standstill()
        for _ in fault:
            self._look()
        self.go_on()
        longest = max(party.standstill() for party in self.parties)
        self._hurry.clear()
        return longest

    def _look(self) -> None:
        for party in self.parties:
            party.look()

    def end(self) -> None:
        for party in self.parties:
            party.ends.set()
        for player in itertools.chain(*(party.players for party in self.parties)):
            player.join(PATIENCE)
        self._look()

    def check(self, finished: bool = False) -> None:
        """Everything that anybody was told follows from the logs, and nothing acknowledged is missing; `finished`: of
        tables that nobody plays at any more."""
        for party in self.parties:
            while len(party.tables) > finished:
                table = party.tables[0]
                found = kept(self.house.url, table.id)
                table.check(found)
                del party.tables[0]
                self.kinds += Counter(e.kind for e in found.entries) + Counter({"chat": len(found.chat)})
                shows = sum(len(seen.views) for seen in table.seen.values())
                self.checked = Checked(*map(sum, zip(self.checked, (1, len(table.acked), shows), strict=True)))
        assert finished or self.checked.acked > 10


Fault = Iterator[None]  # it has happened when it comes to its `yield`, and is mended when it ends


def kill(_: House, process: Served) -> Fault:
    """SIGKILL, and a new one in its place."""
    process.kill()
    yield
    process.start()


def leave(_: House, process: Served) -> Fault:
    """SIGTERM, and a new one in its place."""
    process.stop()
    yield
    process.start()


def stop(_: House, process: Served, seconds: float = LONG) -> Fault:
    """SIGSTOP for longer than a lease, then SIGCONT: a zombie."""
    process.process.send_signal(signal.SIGSTOP)
    yield
    time.sleep(seconds)
    process.process.send_signal(signal.SIGCONT)


def blink(house: House, process: Served) -> Fault:
    """SIGSTOP for less than a lease."""
    return stop(house, process, SHORT)


def hang_up(house: House, _: Served) -> Fault:
    """PostgreSQL ends the connections of everybody."""
    ours = "pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()"
    house.rows(sa.select(sa.text(f"pg_terminate_backend(pid) from pg_stat_activity where {ours}")))
    yield


def restart_database(house: House, _: Served) -> Fault:
    """PostgreSQL is stopped and started again."""
    restart(house.url)
    yield


def cut_from_database(house: House, process: Served) -> Fault:
    """No way from a process to PostgreSQL, for longer than a lease."""
    return _cut(house.to_database[house.processes.index(process)].wire)


def cut_from_others(house: House, process: Served) -> Fault:
    """No way from the others to a process that lives, for longer than a lease."""
    return _cut(house.to_process[house.processes.index(process)])


def _cut(wire: Wire) -> Fault:
    wire.cut()
    yield
    time.sleep(LONG)
    wire.mend()


FAULTS: dict[str, Callable[[House, Served], Fault]] = {
    "killed (SIGKILL)": kill,
    "left (SIGTERM)": leave,
    f"stopped for {LONG:g} s, longer than its lease, then woken": stop,
    f"stopped for {SHORT:g} s": blink,
    "all connections to PostgreSQL ended": hang_up,
    "PostgreSQL restarted": restart_database,
    f"cut off from PostgreSQL for {LONG:g} s": cut_from_database,
    f"cut off from the other processes for {LONG:g} s": cut_from_others,
}


class Told(NamedTuple):
    stood: dict[str, list[float]]  # by fault: the longest time each for which a table stood still, in seconds
    checked: Checked
    kinds: Counter[str]


def trial(url: str, faults: list[str], parties: int = 3, seed: int = 1) -> Told:
    """Do these faults, one after the other, to a house under play."""
    stood: dict[str, list[float]] = defaultdict(list)
    with house_of(url, 3, lease=LEASE, tend=500, grace=GRACE) as house:
        running = Trial(house, parties, seed)
        running.go_on()
        for n, fault in enumerate(faults, 1):
            time.sleep(CALM)
            process = running.dice.choice(house.processes)
            print(f"{n}: {fault} (process {house.processes.index(process)})", end="", flush=True)
            stood[fault].append(running.suffer(FAULTS[fault](house, process)))
            print(f": {stood[fault][-1]:.1f} s", flush=True)
            running.check(finished=True)
        running.end()
        running.check()
    return Told(stood, running.checked, running.kinds)


def table(told: Told) -> str:
    """What is told of a trial, as it stands in docs/scaling.md."""
    rows = ["| fault | times | the longest that a table stood still: median, longest |", "|---|---|---|"]
    for fault in FAULTS:
        if times := sorted(told.stood[fault]):
            rows.append(f"| {fault} | {len(times)} | {times[len(times) // 2]:.1f} s, {times[-1]:.1f} s |")
    tables, acked, shows = told.checked
    of = ", ".join(f"{count:,} {kind}" for kind, count in told.kinds.most_common())
    rows += ["", f"Held against the logs: {acked:,} acknowledgements and {shows:,} shows of {tables:,} tables, whose"]
    rows[-1] += f" entries are {of}. **0 lost, 0 doubled, 0 split.**"
    return "\n".join(rows)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--faults", type=int, default=200)
    given.add_argument("--parties", type=int, default=6)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--write", action="store_true", help="put the table into docs/scaling.md")
    asked = given.parse_args()
    install()  # to replay its logs here
    wanted = list(itertools.islice(itertools.cycle(FAULTS), asked.faults))
    random.Random(asked.seed).shuffle(wanted)
    with postgres() as url:
        told = trial(fresh_database(url), wanted, asked.parties, asked.seed)
    text = table(told)
    print(text)
    if asked.write:
        day, (load, *_) = datetime.datetime.now(tz=datetime.UTC).date(), os.getloadavg()
        run = (
            f"{len(wanted)} faults, {asked.parties} tables at a time, {day}; load of the machine at the end {load:.1f}."
        )
        write("faults", f"{run}\n\n{text}")


if __name__ == "__main__":
    main()
