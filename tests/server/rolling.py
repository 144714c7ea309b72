"""All processes of a house started anew, one after the other, under play and behind HAProxy.

`python -m tests.server.rolling` fails where anything acknowledged is lost, a new visitor is refused, or a page is
without its table for more than three seconds; `--write` puts what it tells into docs/scaling.md. The test does one
round and asks no clock.
"""

from __future__ import annotations

import argparse
import random
import threading
from typing import NamedTuple

import httpx

from tests.server.balancers import balanced
from tests.server.databases import fresh_database, postgres
from tests.server.extra import install
from tests.server.faults import Trial
from tests.server.houses import house_of
from tests.server.pages import PATIENCE, Door
from tests.server.scaling_page import write

BOUND = 3.0  # seconds without a table
SEEN = 1_000  # ms in which HAProxy, which looks every 200 ms in these tests, sees that a process leaves


class Visitors(threading.Thread):
    """One new visitor after the other, each with a connection and a cookie of their own."""

    def __init__(self, door: Door) -> None:
        super().__init__(daemon=True)
        self.door = door
        self.came = 0
        self.refused: list[str] = []
        self._ends = threading.Event()

    def run(self) -> None:
        while not self._ends.wait(0.05):
            try:
                with httpx.Client(base_url=self.door.url, timeout=PATIENCE) as browser:
                    answers = [browser.get("/api/games"), browser.post("/api/me", json={"name": f"V{self.came}"})]
                self.refused += [f"{a.request.url.path}: {a.status_code}" for a in answers if a.status_code != 200]
            except httpx.HTTPError as e:
                self.refused.append(repr(e))
            self.came += 1

    def end(self) -> None:
        self._ends.set()
        self.join(PATIENCE)


class Told(NamedTuple):
    moves: int
    visitors: int
    refused: list[str]
    pauses: list[float]


def rolling(url: str, rounds: int, parties: int = 2, seed: int = 1) -> Told:
    """Start every process anew, so many times; nothing acknowledged may be lost, doubled or split."""
    with house_of(url, 3, tend=500, farewell=SEEN) as house, balanced(house) as door:
        running = Trial(house, parties, seed, [door])
        visitors = Visitors(door)
        visitors.start()
        running.go_on()
        order = random.Random(seed)
        for _ in range(rounds):
            for process in order.sample(house.processes, len(house.processes)):
                process.stop()
                process.start()
                door.wait()
                running.go_on()
        visitors.end()
        running.end()
        running.check()
    players = [player for party in running.parties for player in party.players]
    pauses = sorted(pause for player in players for pause in player.pauses)
    return Told(sum(player.moves for player in players), visitors.came, visitors.refused, pauses)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--parties", type=int, default=6)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--write", action="store_true", help="put it into docs/scaling.md")
    asked = given.parse_args()
    install()  # to replay its logs here
    with postgres() as url:
        told = rolling(fresh_database(url), asked.rounds, asked.parties, asked.seed)
    middle, longest = told.pauses[len(told.pauses) // 2], told.pauses[-1]
    text = (
        f"{3 * asked.rounds} processes were started anew: {told.moves:,} moves were acknowledged, none lost, doubled "
        f"or split; {told.visitors:,} new visitors came, {len(told.refused)} were refused; {len(told.pauses):,} times "
        f"a page was without its table, for {middle:.2f} s in the middle and {longest:.2f} s at most."
    )
    print(text)
    assert not told.refused, told.refused
    assert longest <= BOUND
    if asked.write:
        write("anew", text)


if __name__ == "__main__":
    main()
