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
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from stajnia.bots.bot import Budget, bot
from stajnia.core.match import Match
from stajnia.games import NAMES, game

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "scaling.md"
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
CPU_OF_ACTION = {"duel": 191, "clovers": 215, "fever": 742, "unstable": 325}  # us with SQLite: docs/performance.md
TABLE, SOCKET, PROCESS = 17e3, 21e3, 150e6  # bytes of memory: docs/performance.md
FULL = (
    0.5  # of a core that a process may use in the worst minute: what is above is for collection of garbage and chance
)
SOCKETS = 10_000  # of a process (`--budget sockets=//12000 --budget connections=//14000`)
CONNECTIONS = 15  # to PostgreSQL: one that writes, one that listens, at most thirteen that read and claim


class Figures(NamedTuple):
    """What bench/cluster.py has measured, in seconds of CPU and bytes."""

    more: float  # of a process for an action in a house beyond one with SQLite
    ping: float
    postgres: float  # of PostgreSQL for an action
    log: float  # bytes of the log an action, with its index
    wal: float


def figures() -> Figures:
    found = json.loads((HERE / "cluster.json").read_text("utf-8"))
    more = found["two, direct"]["cpu"] - found["one, SQLite"]["cpu"]
    house = found["two, direct"]
    return Figures(max(0, more) / 1e3, found["ping"] / 1e6, house["postgres"] / 1e3, house["log"], house["wal"])


def actions_of(name: str) -> float:
    """How many actions of people a match takes, in the middle of some matches of bots."""
    found = []
    for seed in range(9):
        match, rng, choose = Match.start(name, game(name).USUAL_SEATS, seed=seed), Random(seed), bot(name, "greedy")
        while match.to_act:
            seat = match.to_act[0]
            match.play(seat, choose(match.view(seat), match.legal(seat), rng, Budget(simulations=1)))
        found.append(sum(seat >= 0 for seat, _ in match.record.moves))
    return float(np.median(found))


class Kind(NamedTuple):
    """Tables of one game: how many people sit there, how long, and how much they do."""

    name: str
    people: float
    minutes: float
    actions: float  # a minute, bots' included: they are written, too
    share: float


def kinds() -> list[Kind]:
    found = []
    for name in NAMES:
        module = game(name)
        people = ALONE + (1 - ALONE) * module.USUAL_SEATS
        found.append(Kind(name, people, module.MINUTES, actions_of(name) / module.MINUTES, POPULAR[name]))
    return found


class Day(NamedTuple):
    """By minute."""

    people: np.ndarray
    tables: np.ndarray
    begun: np.ndarray
    actions: np.ndarray
    cpu: np.ndarray  # of all processes, in cores


def curve() -> np.ndarray:
    return np.interp(np.arange(DAY) / 60, np.arange(25), [*HOURS, HOURS[0]])


def draw(peak: int, of: list[Kind], known: Figures, rng: np.random.Generator) -> Day:
    """A day of a house that has so many people in its busiest hour."""
    people, tables, begun, actions, cpu = (np.zeros(DAY) for _ in range(5))
    held = sum(k.share * k.people * k.minutes for k in of)  # person-minutes of an average new table
    wanted = peak * curve() / held  # new tables a minute
    wanted[RUSH_AT : RUSH_AT + RUSH_FOR] += RUSH * peak / RUSH_FOR / sum(k.share * k.people for k in of)
    for k in of:
        new = rng.poisson(wanted * k.share)
        starts = np.repeat(np.arange(DAY), new)
        middle = k.minutes / math.exp(SPREAD**2 / 2)
        lengths = rng.lognormal(math.log(middle), SPREAD, len(starts))
        ends = (starts + np.ceil(lengths).astype(int)) % DAY  # who plays past midnight was there the night before
        open_now = np.cumsum(np.bincount(starts, minlength=DAY) - np.bincount(ends, minlength=DAY)).astype(float)
        open_now += np.count_nonzero(ends < starts)
        done = rng.poisson(open_now * k.actions)
        people += open_now * k.people
        tables += open_now
        begun += new
        actions += done
        cpu += done / 60 * (CPU_OF_ACTION[k.name] / 1e6 + known.more)
    cpu += people / PING * known.ping
    return Day(people, tables, begun, actions, cpu)


def processes_for(people: int, of: list[Kind], known: Figures) -> int:
    """By arithmetic alone: the peak with its rush, each process half used, with so many sockets, and one that may be
    missing."""
    a_table = sum(k.share * k.minutes for k in of)
    shares = {k.name: k.share * k.minutes / a_table for k in of}  # of the tables that are open
    seated = sum(shares[k.name] * k.people for k in of)
    each = sum(shares[k.name] * k.actions / 60 * (CPU_OF_ACTION[k.name] / 1e6 + known.more) for k in of) / seated
    cores = people * (1 + RUSH) * (each + known.ping / PING)
    return max(math.ceil(cores / FULL), math.ceil(people * (1 + RUSH) / SOCKETS)) + 1


def fullest(day: Day, processes: int, rng: np.random.Generator) -> tuple[float, float]:
    """The fullest process's share of a core in the worst minute; and after it died, that of the one which then is."""
    worst = int(np.argmax(day.cpu))
    dealt = rng.multinomial(int(day.tables[worst]), np.full(processes, 1 / processes))
    each = day.cpu[worst] / day.tables[worst]
    last = int(dealt.max())
    left = np.delete(dealt, dealt.argmax())
    left = left + rng.multinomial(last, np.full(len(left), 1 / len(left)))
    return last * each, int(left.max()) * each


def column(people: int, of: list[Kind], known: Figures, rng: np.random.Generator) -> list[str]:
    day = draw(people, of, known, rng)
    count = processes_for(people, of, known)
    worst = int(np.argmax(day.actions))
    a_second = day.actions[worst] / 60
    total = day.actions.sum()
    used, after = fullest(day, count, rng)
    memory = PROCESS + (day.tables.max() * TABLE + day.people.max() * SOCKET) / count
    return [
        f"{day.people.max():,.0f}",
        f"{day.tables.max():,.0f}",
        f"{day.begun.max() / 60:,.0f}",
        f"{a_second + 3 * math.sqrt(a_second):,.0f}",
        f"{day.people.max() / PING:,.0f}",
        f"{day.cpu.max():.1f}",
        f"{count}",
        f"{used:.0%}, {after:.0%}",
        f"{day.people.max() / count:,.0f}",
        f"{memory / 1e6:,.0f} MB",
        f"{a_second * known.postgres:.1f}",
        f"{a_second * known.wal / 1e6:.1f} MB",
        f"{count * CONNECTIONS:,}",
        f"{total / 1e6:,.0f} million, {total * known.log / 1e9:,.0f} GB",
    ]


ROWS = (
    "people at tables in the fullest minute",
    "tables",
    "new tables a second, at most",
    "actions a second, at most",
    "pings a second",
    "cores for all processes",
    "processes",
    "the fullest uses of its core; after it died, the then fullest",
    "sockets of a process",
    "memory of a process",
    "cores for PostgreSQL",
    "write-ahead log a second",
    "connections to PostgreSQL, at most",
    "actions in the day, and what the log grows by",
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
