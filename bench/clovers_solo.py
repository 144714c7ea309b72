"""Speed of the solo solver: 1,000 random grids, 200 made tasks of 8 swaps, the 40 tasks; compiled and plain.

python bench/clovers_solo.py [--json] [--rows FILE] [--grids N] [--plain N]
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any

from rows import Row, write

from stajnia.games.clovers import puzzles, swaps
from stajnia.games.clovers.tasks import TASKS


def timed(grids: Sequence[Sequence[int]], plain: bool = False) -> dict[str, Any]:
    """Solve each grid once; milliseconds and lengths."""
    took = []
    lengths: Counter[int] = Counter()
    for grid in grids:
        order = sorted(grid)
        ranks = [order.index(n) for n in grid]
        began = time.perf_counter()
        found = swaps.solve(ranks) if plain else puzzles.solution(grid)
        took.append(1000 * (time.perf_counter() - began))
        assert found is not None
        lengths[len(found)] += 1
    took.sort()
    return {
        "grids": len(grids),
        "median_ms": round(median(took), 2),
        "p99_ms": round(took[int(0.99 * (len(took) - 1))], 2),
        "worst_ms": round(took[-1], 2),
        "swaps": dict(sorted(lengths.items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rows", help="a file for the rows of the table")
    parser.add_argument("--grids", type=int, default=1000)
    parser.add_argument("--plain", type=int, default=100)
    args = parser.parse_args()
    rng = Random(2026)
    random_grids = [rng.sample(range(1, 21), 16) for _ in range(args.grids)]
    eights = [puzzles.make(8, f"bench {n}") for n in range(max(1, args.grids // 5))]
    swaps.goals()  # the plain solver's list of goals is made once
    found = {
        "compiled": puzzles.COMPILED,
        "random": timed(random_grids),
        "eight_swaps": timed(eights),
        "book": timed([t.grid for t in TASKS]),
        "plain_random": timed(random_grids[: args.plain], plain=True),
        "plain_eight_swaps": timed(eights[: args.plain], plain=True),
    }
    found["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    if args.rows:
        write(args.rows, _rows(found))
    if args.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:18} {value}")


def _rows(found: dict[str, Any]) -> list[Row]:
    rows = []
    for what, name in (("random grids", "random"), ("tasks of 8 swaps", "eight_swaps")):
        ours, plain = found[name]["median_ms"], found[f"plain_{name}"]["median_ms"]
        ratio = f"{plain / ours:.0f}" if ours else ""
        rows.append(Row(f"clovers solo, {what}: median of a proof", f"{ours} ms", f"plain Python: {plain} ms", ratio))
    return rows


if __name__ == "__main__":
    main()
