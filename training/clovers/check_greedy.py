"""Hold greedy.h against the greedy player itself: `python training/clovers/check_greedy.py` (needs cc)."""

from __future__ import annotations

import ctypes
import random
import subprocess
import tempfile
from pathlib import Path

from stajnia.bots.clovers import greedy
from stajnia.bots.clovers_best import PILE, UNSEEN, position
from stajnia.core.match import Match

HERE = Path(__file__).parent
BOTS = HERE.parents[1] / "src/stajnia/bots"
SOURCE = """
#define FN static inline
#define SYNC
#include "_clovers_features.h"
#include "greedy.h"
Greedy g;
int first(const signed char *s, int seats, unsigned seed)
{
    choose_first(s, seats, &g, seed, 0, 1);
    return g.source ? 16 * g.number + g.cell : -1;
}
int cell(const signed char *s, int seats, int drawn, unsigned seed)
{
    choose_cell(s, seats, &g, drawn, seed, 0, 1);
    return g.cell;
}
"""


def library() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp())
    (folder / "g.c").write_text(SOURCE, "utf-8")
    out = folder / "g.so"
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-I", BOTS, "-I", HERE, folder / "g.c", "-lm", "-o", out], check=True
    )
    return ctypes.CDLL(str(out))


def main() -> None:
    lib, rng = library(), random.Random(1)
    asked = same = 0
    for seed in range(60):
        options = {"neighbours": seed % 3 == 1, "lucky": seed % 4 == 1}
        m = Match.start("clovers", 2 + seed % 3, options, seed=seed)
        while m.to_act:
            seat = m.to_act[0]
            v, legal = m.view(seat), m.legal(seat)
            text = greedy(v, legal, rng)
            if len(legal) > 1 and v.phase in ("take", "place"):
                s = bytes(position(v, seat))
                assert s[PILE] == sum(s[UNSEEN : UNSEEN + 21])
                asked += 1
                same += text == told(lib, v, s, len(v.boards), rng)
            m.play(seat, text)
    print(f"{same} of {asked} the same; the rest are equals by lot")


def told(lib: ctypes.CDLL, v: object, s: bytes, seats: int, rng: random.Random) -> str:
    names = [f"{'abcd'[c % 4]}{c // 4 + 1}" for c in range(16)]
    if v.phase == "take":  # type: ignore[attr-defined]
        found = lib.first(s, seats, rng.randrange(1 << 31))
        return "draw" if found < 0 else f"take {found // 16} {names[found % 16]}"
    found = lib.cell(s, seats, v.hand, rng.randrange(1 << 31))  # type: ignore[attr-defined]
    return "back" if found == 16 else f"keep {names[found]}"


if __name__ == "__main__":
    main()
