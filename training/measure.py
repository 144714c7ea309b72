"""Play a contest of the arena and keep its result as JSON; many cores, nothing but the package.

python training/measure.py fever best@400,greedy,greedy,greedy -n 240 --jobs 16 --out fever-4.json
python training/measure.py clovers best,greedy,greedy -n 1200 --on lucky --jobs 16
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from stajnia.bots.arena import arena


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("game")
    p.add_argument("players")
    p.add_argument("-n", type=int, default=400)
    p.add_argument("--on", nargs="*", default=[], help="variants that are yes or no")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--out", type=Path)
    a = p.parse_args()
    found = arena(a.game, a.players.split(","), a.n, dict.fromkeys(a.on, True), seed=a.seed, jobs=a.jobs)
    for x in found.standings:
        wins = f"{x.rate:.3f} ({x.low:.3f} to {x.high:.3f}) of {x.games}"
        print(f"{a.game} {a.players} {x.player:10} {wins}, longest {x.longest} s")
    if a.out:
        a.out.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main()
