"""How long the perfect player thinks about each placing, on every board: `python training/duel/placing.py --jobs 2`.

Each board is asked afresh, both sides place by its advice. `--every 10` takes every tenth board.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

from stajnia.bots.duel.exact import Expert
from stajnia.games.duel import layouts


def boards() -> list[str]:
    """All boards that the tiles form, one for each up to turning and mirroring, in order."""
    ways = {layouts.FIRST_TILE: (layouts.FIRST_TILE,)}  # by the cells laid: how many of them tells the kinds too
    for _ in range(3):
        ways = {laid | tile: (*tiles, tile) for laid, tiles in ways.items() for tile in layouts.next_tiles(tiles)}
    return sorted({layouts.canonical(layouts.rows_of(laid)) for laid in ways})


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


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--out", type=Path)
    a = p.parse_args()
    found = []
    with Pool(a.jobs) as pool:
        for x in pool.imap_unordered(placed, boards()[:: a.every]):
            found.append(x)
            if a.out:
                a.out.write_text(json.dumps(found))
    print("".join(told(found)), end="")


if __name__ == "__main__":
    main()
