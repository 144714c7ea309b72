"""How long the perfect player thinks about each placing, on every board: `python training/duel/placing.py --jobs 2`.

Each board is asked afresh, both sides place by its advice. `--every 10` takes every tenth board.

`--judge 100` asks instead how often a placing is right where it has no book: it takes the book's page away and lets it
judge, at a hundred moments a placing with pawns placed at random, where some placings win and others lose. With
`--solve 20` twenty boards that have no page are solved to be the judge (8 s of a core each).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import perf_counter

from stajnia.bots.duel.board import board, members
from stajnia.bots.duel.book import Starts, book
from stajnia.bots.duel.exact import Expert
from stajnia.bots.duel.retrograde import start_block
from stajnia.bots.ratings import interval
from stajnia.games.duel import layouts


def boards() -> list[str]:
    """All boards that the tiles form, one for each up to turning and mirroring, in order."""
    ways = {layouts.FIRST_TILE: (layouts.FIRST_TILE,)}  # by the cells laid: how many of them tells the kinds too
    for _ in range(3):
        ways = {laid | tile: (*tiles, tile) for laid, tiles in ways.items() for tile in layouts.next_tiles(tiles)}
    return sorted({layouts.canonical(layouts.rows_of(laid)) for laid in ways})


def without_page() -> list[str]:
    """The boards that are not in the book, shuffled: the net of the starts learns from the first of them."""
    found = boards()
    Random(7).shuffle(found)
    return [rows for rows in found if book().starts(rows) is None]


def placed(rows: str) -> tuple[str, list[float], list[str]]:
    """The seconds of the six placings and where each came from."""
    player, first, second = Expert(rows), 0, 0
    took, sources = [], []
    for n in range(6):
        began = perf_counter()
        advice = player.placing(first, second)
        took.append(round(perf_counter() - began, 4))
        sources.append(advice.source)
        bit = 1 << advice.actions[0]
        first, second = (first | bit, second) if n % 2 == 0 else (first, second | bit)
    return rows, took, sources


def told(found: list[tuple[str, list[float], list[str]]]) -> Iterator[str]:
    for n in range(6):
        times = sorted(took[n] for _, took, _ in found)
        over = sum(t > 1 for t in times)
        proved = sum(sources[n] != "guess" for _, _, sources in found)
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        yield f"placing {n + 1}: {middle:.2f} s, 99 of 100 under {late:.2f} s, longest {times[-1]:.2f} s, "
        yield f"{over} over a second, {proved} of {len(found)} proved\n"


@dataclass(frozen=True)
class Moment:
    """A placing that matters: some of the legal cells win, and some do not."""

    rows: str
    first: int
    second: int
    legal: int
    winning: int

    @property
    def placing(self) -> int:
        return (self.first | self.second).bit_count() + 1


def moment(rows: str, starts: Starts, placing: int, rng: Random) -> Moment | None:
    """The moment before a placing after all earlier ones were made at random; None where it does not matter."""
    first = second = 0
    here = board(rows)
    for n in range(placing - 1):
        pawns = first | second
        bit = 1 << rng.choice([c for c in members(here.free(pawns)) if here.can_all_move(pawns | 1 << c)])
        first, second = (first, second | bit) if n % 2 else (first | bit, second)
    legal, winning = starts.placings(first, second)
    return Moment(rows, first, second, legal, winning) if winning not in (0, legal) else None


def moments(judges: list[str], count: int, seed: int) -> list[Moment]:
    """So many different moments for each placing, or as many as are found, on the judges' boards in turn, which are
    turned and mirrored at random."""
    found: list[Moment] = []
    solved = {rows: start_block(rows) for rows in judges if book().starts(rows) is None}
    for placing in range(1, 7):
        rng, some = Random(seed), dict[Moment, None]()
        for n in range(10 * count):
            judge = judges[n % len(judges)]
            rows = rng.choice(list(board(judge).views))
            page = Starts(board(rows), solved[judge]) if judge in solved else book().starts(rows)
            assert page is not None
            here = moment(rows, page, placing, rng)
            if here:
                some[here] = None
            if len(some) == count:
                break
        found += some
    return found


def asked(here: Moment) -> tuple[Moment, bool, float]:
    """Whether the player without a book finds a placing that wins, and in how many seconds."""
    player = Expert(here.rows, cache="no such folder")
    player.starts = None
    began = perf_counter()
    cell = player.placing(here.first, here.second).actions[0]
    return here, bool(here.winning >> cell & 1), perf_counter() - began


def judged(answers: list[tuple[Moment, bool, float]]) -> Iterator[str]:
    for placing in (*range(1, 7), 0):
        some = [x for x in answers if placing in (0, x[0].placing)]
        right, times = sum(good for _, good, _ in some), sorted(took for *_, took in some)
        low, high = interval(right, len(some))
        luck = sum(here.winning.bit_count() / here.legal.bit_count() for here, *_ in some) / len(some)
        yield f"placing {placing}: " if placing else "together: "
        yield f"{right} of {len(some)} right, {right / len(some):.0%} ({low:.0%} to {high:.0%}), at random {luck:.0%}; "
        yield f"{times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s\n"


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--out", type=Path)
    p.add_argument("--judge", type=int, metavar="N")
    p.add_argument("--solve", type=int, metavar="BOARDS")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    found = []
    with Pool(a.jobs) as pool:
        if a.judge:
            judges = without_page()[-a.solve :] if a.solve else book().layouts()
            print("".join(judged(pool.map(asked, moments(judges, a.judge, a.seed), 1))), end="")
            return
        for x in pool.imap_unordered(placed, boards()[:: a.every]):
            found.append(x)
            if a.out:
                a.out.write_text(json.dumps(found))
    print("".join(told(found)), end="")


if __name__ == "__main__":
    main()
