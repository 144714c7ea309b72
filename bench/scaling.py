"""What a house needs for so many people at tables at once, computed from what was measured and held against a day.

    python bench/scaling.py [--people 100000 1000000] [--write]

The figures are those of `bench/cluster.py` (bench/cluster.json) and of docs/performance.md. The day is drawn by chance:
tables are begun as people have time, hour by hour in one time zone, and at eight in the evening a tenth of the peak
comes within five minutes; how long a match takes differs from table to table. Tables fall to processes by hash, as a
balancer deals them, and at the worst minute the fullest process dies.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from stajnia.bots.bot import Budget, bot
from stajnia.games import NAMES, game
from stajnia.server.live_match import LiveMatch
from stajnia.server.settings import Settings

HERE = Path(__file__).parent
PAGE, SPEED = HERE.parent / "docs" / "scaling.md", HERE.parent / "docs" / "performance.md"
PLACE = re.compile(r"(<!-- a day: .*? -->\n).*?(<!-- end of the day -->)", re.DOTALL)
# people at tables, hour by hour, where the busiest hour is 1: nobody plays at five, everybody after supper
NIGHT, DAYTIME = (0.30, 0.18, 0.11, 0.08, 0.06, 0.05), (0.07, 0.12, 0.19, 0.26, 0.32, 0.37, 0.42, 0.45, 0.48, 0.52)
HOURS = (*NIGHT, *DAYTIME, 0.60, 0.70, 0.82, 0.94, 1.00, 0.96, 0.76, 0.50)
POPULAR = {"duel": 0.4, "clovers": 0.2, "fever": 0.15, "unstable": 0.25}  # of ten new tables
ALONE = 0.4  # of the tables have one person and bots
SPREAD = 0.5  # sigma of the logarithm of how long a match takes
RUSH, RUSH_AT, RUSH_FOR = 0.1, 20 * 60, 5  # of the peak, from this minute on, in so many minutes
DAY = 24 * 60  # minutes
PING = 2.5  # seconds between two pings of a page
PROCESS = 150e6  # bytes of memory with its workers, before anybody comes
FULL = 0.5  # of a core that a process may use in the worst minute: the rest is for garbage, chance and who dies
SOCKETS, MOST_SOCKETS = 10_000, 12_000  # of a process: planned, and let in (`--budget sockets=//12000`)
POINTS = 1_600  # of a process on the balancer's ring: HAProxy lays 16 for each unit of weight, and each has 100
CONNECTIONS = 15  # to PostgreSQL: one that writes, one that listens, at most thirteen that read and claim
COMMITS = 250  # a second of a process at most: what is written within 4 ms shares one


class Figures(NamedTuple):
    """What was measured, in seconds of CPU and bytes."""

    action: dict[str, float]  # by game, of a process with SQLite
    more: float  # of a process for an action in a house beyond that
    ping: float
    postgres: float  # of PostgreSQL for an action
    log: float  # an entry of the log, with its index
    wal: float
    table: float  # of memory
    socket: float


def figures() -> Figures:
    found = json.loads((HERE / "cluster.json").read_text("utf-8"))
    house = found["two, direct"]
    more = max(0, house["cpu"] - found["one, SQLite"]["cpu"]) / 1e3
    page = SPEED.read_text("utf-8")
    action = {name: int(us) / 1e6 for name, us in re.findall(r"server, (\w+), .*?\((\d+) us an action", page)}
    idle = [float(kb) * 1e3 for kb in re.findall(r"memory of an idle (?:table|socket) .*? \| (\d+) kB", page)]
    return Figures(
        action, more, found["ping"] / 1e6, house["postgres"] / 1e3, house["log"], house["wal"], idle[0], idle[1]
    )


class Kind(NamedTuple):
    """Tables of one game with so many people: how long they stay, and how much they do."""

    name: str
    people: int
    minutes: float
    entries: float  # a minute, bots' included: they are written, too
    reading: float  # seconds of CPU to read a whole match again from its log
    share: float  # of new tables

    def cpu(self, known: Figures) -> float:
        """Of a table, in cores."""
        return self.entries / 60 * (known.action[self.name] + known.more) + self.people / PING * known.ping


def played(name: str) -> tuple[float, float]:
    """How many entries the log of a match has, in the middle of some matches of bots; seconds of CPU to read it."""
    settings, lengths, times = Settings(), [], []
    for seed in range(9):
        rng, choose, seats, secret = Random(seed), bot(name, "greedy"), game(name).USUAL_SEATS, bytes([seed])
        live, first = LiveMatch.start(name, seats, {}, secret, "none", settings, 0)
        entries = [first]
        while live.phase.asked:
            if live.awaited:
                seat = live.awaited[0]
                text = choose(live.match.view(seat), live.match.legal(seat), rng, Budget(simulations=1))
                entries.append(live.play(seat, text, None, "", 0))
            else:
                entries.append(live.close(0))
        began = time.process_time()
        LiveMatch.again(name, seats, {}, secret, "none", settings, entries)
        times.append(time.process_time() - began)
        lengths.append(len(entries))
    return float(np.median(lengths)), float(np.median(times))


def kinds() -> list[Kind]:
    found = []
    for name in NAMES:
        minutes, (entries, reading) = game(name).MINUTES, played(name)
        for people, part in ((1, ALONE), (game(name).USUAL_SEATS, 1 - ALONE)):
            found.append(Kind(name, people, minutes, entries / minutes, reading, POPULAR[name] * part))
    return found


class Day(NamedTuple):
    """By kind of table and minute."""

    open: np.ndarray
    begun: np.ndarray
    written: np.ndarray  # entries


def curve() -> np.ndarray:
    return np.interp(np.arange(DAY) / 60, np.arange(25), [*HOURS, HOURS[0]])


def draw(peak: int, of: list[Kind], rng: np.random.Generator) -> Day:
    """A day of a house that has so many people in its busiest hour."""
    held = sum(k.share * k.people * k.minutes for k in of)  # person-minutes of an average new table
    wanted = peak * curve() / held  # new tables a minute
    wanted[RUSH_AT : RUSH_AT + RUSH_FOR] += RUSH * peak / RUSH_FOR / sum(k.share * k.people for k in of)
    there, begun, written = [], [], []
    for k in of:
        new = rng.poisson(wanted * k.share)
        starts = np.repeat(np.arange(DAY), new)
        middle = k.minutes / math.exp(SPREAD**2 / 2)
        lengths = rng.lognormal(math.log(middle), SPREAD, len(starts))
        ends = (starts + np.ceil(lengths).astype(int)) % DAY  # who plays past midnight was there the night before
        now = np.cumsum(np.bincount(starts, minlength=DAY) - np.bincount(ends, minlength=DAY))
        now += np.count_nonzero(ends < starts)
        there.append(now)
        begun.append(new)
        written.append(rng.poisson(now * k.entries))
    return Day(np.array(there), np.array(begun), np.array(written))


def processes_for(people: int, of: list[Kind], known: Figures) -> int:
    """By arithmetic alone: the peak with its rush, each process half used, with so many sockets, and one that may be
    missing."""
    seated = sum(k.share * k.minutes * k.people for k in of)
    cores = people * (1 + RUSH) * sum(k.share * k.minutes * k.cpu(known) for k in of) / seated
    return max(math.ceil(cores / FULL), math.ceil(people * (1 + RUSH) / SOCKETS)) + 1


class Worst(NamedTuple):
    """The fullest process in the worst minute, and what comes of it when it dies."""

    used: float  # of its core
    sockets: int
    used_after: float  # of the then fullest
    sockets_after: int
    fell: int  # tables
    reading: float  # seconds of CPU of each other process to read its part of them again


def shares(at: np.ndarray, whose: np.ndarray, processes: int) -> np.ndarray:
    """What part of all tables each process gets: a table goes to the next point of the ring."""
    order = np.argsort(at)
    arcs = np.diff(at[order], prepend=at[order][-1] - 1)
    part = np.bincount(whose[order], arcs, processes)
    shared: np.ndarray = part / part.sum()
    return shared


def worst_minute(day: Day, of: list[Kind], known: Figures, processes: int, rng: np.random.Generator) -> Worst:
    """Tables are dealt to processes by hash, on the balancer's ring."""
    cpu, people = np.array([k.cpu(known) for k in of]), np.array([k.people for k in of])
    now = day.open[:, int(np.argmax(cpu @ day.open))]
    at, whose = rng.random(processes * POINTS), np.repeat(np.arange(processes), POINTS)
    share = shares(at, whose, processes)
    dealt = rng.multinomial(now, share)
    dies = int(np.argmax(cpu @ dealt))
    fell = dealt[:, dies]
    heirs = np.delete(shares(at[whose != dies], whose[whose != dies], processes) - share, dies).clip(0)
    left = np.delete(dealt, dies, axis=1) + rng.multinomial(fell, heirs / heirs.sum())
    reading = fell @ np.array([k.reading for k in of]) / (processes - 1)
    found = float(max(cpu @ dealt)), int(max(people @ dealt)), float(max(cpu @ left)), int(max(people @ left))
    return Worst(*found, int(fell.sum()), float(reading))


def column(people: int, of: list[Kind], known: Figures, rng: np.random.Generator) -> list[str]:
    day, count = draw(people, of, rng), processes_for(people, of, known)
    seated, tables = np.array([k.people for k in of]) @ day.open, day.open.sum(axis=0)
    cores = np.array([k.cpu(known) for k in of]) @ day.open
    a_second = day.written.sum(axis=0).max() / 60
    a_second += 3 * math.sqrt(a_second)
    total = int(day.written.sum())
    worst = worst_minute(day, of, known, count, rng)
    assert worst.used_after < 1, "arithmetic asks for too few processes: a core is not enough"
    assert worst.sockets_after <= MOST_SOCKETS, "arithmetic asks for too few processes: too many sockets"
    memory = PROCESS + (tables.max() * known.table + seated.max() * known.socket) / count
    return [
        f"{seated.max():,}",
        f"{tables.max():,}",
        f"{day.begun.sum(axis=0).max() / 60:,.0f}",
        f"{a_second:,.0f}",
        f"{seated.max() / PING:,.0f}",
        f"{cores.max():.1f}",
        f"{count}",
        f"{worst.used:.0%}, {worst.used_after:.0%}",
        f"{worst.sockets:,}, {worst.sockets_after:,}",
        f"{worst.fell:,} tables, {worst.reading:.1f} s",
        f"{memory / 1e6:,.0f} MB",
        f"{a_second * known.postgres:.1f}",
        f"{min(a_second, count * COMMITS):,.0f}",
        f"{a_second * known.wal / 1e6:.1f} MB",
        f"{count * CONNECTIONS:,}",
        f"{total / 1e6:,.0f} million, {total * known.log / 1e9:,.0f} GB",
        f"{total * known.log * 365 / 1e12:,.1f} TB",
    ]


ROWS = (
    "people at tables in the fullest minute",
    "tables",
    "new tables a second, at most",
    "entries of the log a second, at most",
    "pings a second",
    "cores for all processes",
    "processes, by arithmetic",
    "the fullest uses of its core; after it died, the then fullest",
    f"sockets of the fullest; after it died, of the then fullest (let in: {MOST_SOCKETS:,})",
    "what falls with it; each other process's processor time to read its part again",
    "memory of a process",
    "cores for PostgreSQL",
    "commits a second, at most",
    "write-ahead log a second",
    "connections to PostgreSQL, at most",
    "entries in the day, and what the log grows by",
    "the log after a year of such days, if all is kept",
)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--people", type=int, nargs="+", default=[100_000, 1_000_000])
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--write", action="store_true", help="put the table into docs/scaling.md")
    asked = given.parse_args()
    of, known, rng = kinds(), figures(), np.random.default_rng(asked.seed)
    columns = [column(people, of, known, rng) for people in asked.people]
    head = f"| in the busiest hour | {' | '.join(f'{people:,} people' for people in asked.people)} |"
    lines = [head, "|---" * (1 + len(columns)) + "|"]
    lines += [f"| {name} | {' | '.join(cells)} |" for name, *cells in zip(ROWS, *columns, strict=True)]
    print("\n".join(lines))
    if asked.write:
        text = PAGE.read_text("utf-8")
        PAGE.write_text(PLACE.sub(lambda m: f"{m[1]}\n" + "\n".join(lines) + f"\n\n{m[2]}", text), "utf-8")


if __name__ == "__main__":
    main()
