"""`make siege`: what `fuzzing` does, again and again, with other examples each time, on both databases.

Runs for SIEGE_MINUTES (60), a round after the other: a fresh server, its tables under the state machine, every route
with odd and with described requests. Prints a line a round and a summary; ends with 1 if anything was wrong.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import schemathesis

from stajnia.server.routes import ENDPOINTS
from tests.server import extra, table_machine
from tests.server.databases import fresh_database, postgres
from tests.server.described import ask_described
from tests.server.fuzzing import fuzz_door, fuzz_tables, kept, limits
from tests.server.logs import tracebacks
from tests.server.pages import Person, Served, served

GAMES = (("tiny", "duel"), ("tiny", "unstable"), ("tiny", "fever"), ("duel", "clovers", "unstable"))
EXAMPLES, STEPS, DEATHS = 8, 50, 2
ODD, DESCRIBED = 400, 8


class Siege:
    def __init__(self, minutes: float, folder: Path, postgres_url: str) -> None:
        self.end = time.monotonic() + minutes * 60
        self.folder, self.postgres_url = folder, postgres_url
        self.counts: Counter[str] = Counter()

    def run(self) -> int:
        """Round after round; how many things were wrong."""
        for number in itertools.count(1):
            if time.monotonic() >= self.end:
                break
            before = self.counts.copy()
            with contextlib.redirect_stderr(io.StringIO()):  # the servers' logs are looked at below
                self.round(number)
            self.counts["rounds"] += 1
            print(f"round {number}: {_told(self.counts - before)}", flush=True)
        print(f"siege: {_told(self.counts)}; 500s {self.counts['500s']}, tracebacks {self.counts['tracebacks']}")
        return self.counts["faults"] + self.counts["500s"] + self.counts["tracebacks"]

    def round(self, number: int) -> None:
        with served(self.database(number), **table_machine.SETTINGS) as house:
            games = GAMES[number % len(GAMES)]
            limit = limits(EXAMPLES, same=False, steps=STEPS)
            self.try_out(house, lambda: fuzz_tables(house, self.counts, games, DEATHS, limit))
        with served(self.folder / f"{number}-door.db") as house:
            self.try_out(house, lambda: self.ask_oddly(house))
            self.try_out(house, lambda: self.ask_as_described(house))

    def database(self, number: int) -> str:
        """Every third round is PostgreSQL's."""
        if number % 3 or not self.postgres_url:
            return str(self.folder / f"{number}.db")
        return fresh_database(self.postgres_url)

    def try_out(self, house: Served, what: Callable[[], list[str]]) -> None:
        """Do it, and count what went wrong, here or in the server's log."""
        already = len(house.log.read_text())
        wrong: list[str] = []
        kept(wrong, lambda: wrong.extend(what()))
        self.counts["faults"] += len(wrong)
        print(*wrong, sep="\n", end="", flush=True)
        log = house.log.read_text()[already:]
        self.counts["tracebacks"] += tracebacks(log)
        if tracebacks(log):
            print(log[max(0, log.index("Traceback") - 2_000) :][:6_000], flush=True)

    def ask_oddly(self, house: Served) -> list[str]:
        host = Person(house, "Host")
        seen, wrong = fuzz_door(house, host, host.table("tiny", ["me", "open"]), limits(ODD, same=False))
        self.counts["requests"] += seen.total()
        self.counts["500s"] += seen[500]
        return wrong

    def ask_as_described(self, house: Served) -> list[str]:
        api: Any = schemathesis.openapi.from_url(house.url + "/openapi.json")
        host = Person(house, "Host")
        cookie, table = host.http.cookies["stajnia"], host.table("tiny", ["me", "open"])
        wrong: list[str] = []
        for endpoint in ENDPOINTS:
            self.counts["requests"] += ask_described(endpoint, api, cookie, table, wrong, DESCRIBED)
        return wrong


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in sorted(counts) if name not in ("500s", "tracebacks"))


def main() -> None:
    warnings.simplefilter("ignore")
    extra.install()
    minutes = float(os.environ.get("SIEGE_MINUTES", "60"))
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        wrong = Siege(minutes, Path(folder), stack.enter_context(postgres())).run()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
