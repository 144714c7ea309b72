"""How often a lost duel is turned, by how the lost side answers: `python training/duel/lost.py -n 300 --jobs 2`.

Lost positions are found in games between players that make mistakes. From each the lost side goes on, once by each
rule, against the same opponent with the same dice.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from multiprocessing import Pool
from random import Random

from stajnia.bots.bot import SECOND, bot
from stajnia.bots.duel.exact import Expert, expert
from stajnia.bots.duel.levels import Seen, perfect
from stajnia.bots.duel.solution_file import Turn
from stajnia.bots.ratings import interval
from stajnia.core.match import Match
from stajnia.games.duel.layouts import at_random

Rule = Callable[[Expert, list[Turn], int, int, int, float], list[Turn]]


def anything(_: Expert, turns: list[Turn], *__: float) -> list[Turn]:
    return turns


RULES: dict[str, Rule] = {
    "anything": anything,
    "longest": lambda e, turns, *at: e._longest(turns, *at[:3])[:1],
    "hardest": Expert._hardest,
}


def lost_position(seed: int, rainbows: int) -> Match | None:
    """A match in which the side to jump has lost, with at least so many rainbows laid."""
    rng = Random(seed)
    layout = at_random(rng) if seed % 2 else "rectangle"
    m = Match.start("duel", 2, {"layout": layout}, seed=seed)
    players = [bot("duel", "greedy"), bot("duel", "casual")]
    while m.to_act:
        seat = m.to_act[0]
        v = m.view(seat)
        if v.phase == "jump" and len(v.rainbows) >= rainbows:
            seen = Seen(v)
            if expert(seen.rows).wins(seen.mine, seen.theirs, seen.tokens) is False:
                return m
        m.play(seat, players[(seat + seed) % 2](v, m.legal(seat), rng, SECOND))
    return None


def turned(job: tuple[int, int, str]) -> dict[str, bool] | None:
    """By rule: whether the lost side won after all."""
    seed, rainbows, opponent = job
    found: dict[str, bool] = {}
    for name, rule in RULES.items():
        m = lost_position(seed, rainbows)
        if m is None:
            return None
        Expert._hopeless = rule  # type: ignore[assignment]
        me, rng = m.to_act[0], Random(seed)
        while m.to_act:
            seat = m.to_act[0]
            choose = perfect if seat == me else bot("duel", opponent)
            m.play(seat, choose(m.view(seat), m.legal(seat), rng, SECOND))
        assert m.outcome is not None
        found[name] = me in m.outcome.winners
    return found


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("-n", type=int, default=300)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--rainbows", type=int, default=4)
    a = p.parse_args()
    with Pool(a.jobs) as pool:
        for opponent in ("casual", "greedy"):
            jobs = [(seed, a.rainbows, opponent) for seed in range(a.n)]
            found = [x for x in pool.imap_unordered(turned, jobs) if x is not None]
            for name in RULES:
                won = sum(x[name] for x in found)
                low, high = interval(won, len(found))
                print(
                    f"{opponent}: {name} {won / len(found):.1%} ({low:.1%} to {high:.1%}) of {len(found)}", flush=True
                )


if __name__ == "__main__":
    main()
