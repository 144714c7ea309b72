"""Speed of exact play in the duel: `python bench/duel_solve.py [--full] [--layout ROWS] [--json]`.

Measures in one run: the whole-layout solution beside a straightforward C program (bench/duel_baseline.c, same
threads, same layers: those with at least `--from` tokens unless `--full`), the table's answers, the search,
and random playouts beside the plain Python rules.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from rows import Row, write

from stajnia.bots.duel.backend import COMPILED, backend
from stajnia.bots.duel.board import RECTANGLE, board
from stajnia.bots.duel.retrograde import backwards, solve
from stajnia.bots.duel.solution_file import SolvedLayout, positions
from stajnia.core.game import complete
from stajnia.games import duel, game
from stajnia.games.duel import layouts


def baseline(rows: str, last: int, jobs: int, folder: Path) -> dict[int, tuple[int, float]] | None:
    """tokens -> (wins, seconds) of the straightforward program; None without a C compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    program = folder / "duel_baseline"
    source = Path(__file__).with_name("duel_baseline.c")
    subprocess.run([compiler, "-O3", "-march=native", "-pthread", str(source), "-o", str(program)], check=True)
    masks = [str(mask) for mask in board(rows).adj]
    done = subprocess.run([str(program), str(last), str(jobs), *masks], check=True, capture_output=True, text=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {int(tokens): (int(wins), float(seconds)) for tokens, _, wins, seconds in lines}


def ours(rows: str, last: int, jobs: int) -> dict[int, tuple[int, float]]:
    """The same of our layers, in memory."""
    place = board(board(rows).canonical[0])
    out: dict[int, tuple[int, float]] = {}
    start = time.perf_counter()
    for tokens, losses, _ in backwards(place, None, jobs, None, None):
        now = time.perf_counter()
        out[tokens] = positions(place.cells, tokens) - losses, now - start
        start = now
        if tokens == last:
            break
    return out


def sample(rng: Random, tokens: int) -> tuple[int, int, int]:
    cells = rng.sample(range(20), 6 + tokens)
    mine, theirs, laid = (sum(1 << c for c in some) for some in (cells[:3], cells[3:6], cells[6:]))
    return mine, theirs, laid


def spread(times: list[float]) -> dict[str, float]:
    times.sort()
    return {
        "median_us": 1e6 * times[len(times) // 2],
        "p99_us": 1e6 * times[len(times) * 99 // 100],
        "max_us": 1e6 * times[-1],
    }


def lookups(rows: str, cache: Path) -> dict[str, dict[str, float]]:
    """Times of value and of all winning turns, over random positions with 0 to 13 tokens."""
    table, rng = SolvedLayout(rows, cache), Random(1)
    value, turns = [], []
    for i in range(7000):
        masks = sample(rng, i % 14)
        start = time.perf_counter()
        table.wins(*masks)
        middle = time.perf_counter()
        table.turns(*masks)
        turns.append(time.perf_counter() - middle)
        value.append(middle - start)
    return {"value": spread(value), "all winning turns": spread(turns)}


def searches(rows: str) -> dict[int, dict[str, float]]:
    """The search with an empty memory on random positions, by tokens."""
    rng, packed = Random(2), board(rows).packed
    out = {}
    for tokens in (0, 2, 4, 6):
        times = []
        for _ in range(21):
            search = backend.Search(packed, 22)
            masks = sample(rng, tokens)
            start = time.perf_counter()
            search.wins(*masks)
            times.append(time.perf_counter() - start)
        out[tokens] = spread(times)
    return out


def playouts(rows: str) -> dict[str, float]:
    """Whole random games a second from one start: plain Python rules and compiled backend."""
    here = board(rows)
    rng = Random(3)
    options: dict[str, Any] = complete(game("duel"), 2, {"layout": rows, "first": "0"})
    state = duel.new(2, options)
    while state.phase == "place":
        seat = state.seat
        duel.play(state, seat, rng.choice(duel.legal(state, seat)))
    games, start = 0, time.perf_counter()
    while (plain := time.perf_counter() - start) < 2:
        s = state.copy()
        while acting := duel.to_act(s):
            duel.play(s, acting[0], rng.choice(duel.legal(s, acting[0])))
        games += 1
    count, first = 400_000, time.perf_counter()
    backend.playouts(here.packed, state.pawns[0], state.pawns[1], 0, count, 1)
    compiled = time.perf_counter() - first
    return {
        "rules_per_s": games / plain,
        "core_per_s": count / compiled,
        "ratio": (count / compiled) / (games / plain),
    }


def whole(rows: str, cache: Path, jobs: int) -> dict[str, float]:
    start = time.perf_counter()
    solve(rows, cache, jobs)
    seconds = time.perf_counter() - start
    size = sum(path.stat().st_size for path in cache.rglob("*.bin"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": seconds, "table_mb": size / 1e6, "peak_mb": peak / (1e6 if sys.platform == "darwin" else 1e3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout", default=RECTANGLE)
    parser.add_argument("--full", action="store_true", help="let the baseline solve every layer too (minutes)")
    parser.add_argument("--from", dest="last", type=int, default=10, help="fewest tokens the baseline solves")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rows", help="a file for the rows of the table")
    args = parser.parse_args()
    if not COMPILED:
        sys.exit("the compiled backend is not built; run: python setup.py build_ext --inplace")
    rows = layouts.parse(args.layout)
    last = 0 if args.full else args.last
    out: dict[str, Any] = {"layout": rows, "jobs": args.jobs, "layers_compared": f"{last} to 14 tokens"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out["with files"] = whole(rows, folder, args.jobs)
        fast = ours(rows, 0, args.jobs)
        out["in memory"] = {"seconds": sum(s for _, s in fast.values())}
        slow = baseline(rows, last, args.jobs, folder)
        if slow is None:
            out["baseline"] = "not measured: no C compiler"
        else:
            if any(fast[k][0] != slow[k][0] for k in slow):
                sys.exit("the two programs disagree")
            base, same = sum(s for _, s in slow.values()), sum(fast[k][1] for k in slow)
            out["baseline"] = {"seconds": base, "ours_seconds": same, "ratio": base / same}
        out["table"] = lookups(rows, folder)
    out["search"] = searches(rows)
    out["playouts"] = playouts(rows)
    if args.rows:
        write(args.rows, _rows(out))
    if args.json:
        print(json.dumps(out))
        return
    for title, value in out.items():
        print(f"{title}: {_show(value)}")


def _rows(out: dict[str, Any]) -> list[Row]:
    memory, playouts_, base = out["in memory"]["seconds"], out["playouts"], out["baseline"]
    rows = [Row("duel, a layout solved outright, in memory", f"{memory:.1f} s")]
    if isinstance(base, dict):
        ours, slow = f"{base['ours_seconds']:.2f} s", f"straightforward C program: {base['seconds']:.1f} s"
        rows.append(Row(f"duel, layers of {out['layers_compared']}", ours, slow, f"{base['ratio']:.0f}"))
    ours, slow = f"{playouts_['core_per_s']:,.0f}", f"the rules, driven from Python: {playouts_['rules_per_s']:,.0f}"
    rows.append(Row("duel, random games a second in C", ours, slow, f"{playouts_['ratio']:.0f}"))
    return rows


def _show(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_show(v)}" for key, v in value.items()) + "}"
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    main()
