"""What each contract of fever is worth: self-play of greedy bots at tables of four.

    python bench/fever_balance.py 4000            # effect on winning: contracts bought blindly, each as likely
    python bench/fever_balance.py 1000 --choose   # pick rate: contracts bought by the bot's own judgement
    python bench/fever_balance.py 40000 --jobs 16 # on many cores
    python bench/fever_balance.py 4000 --clan fairies  # one clan in every game, the other in turn

Blind buying takes the choice out of the figures: whoever takes a green token gets one of the contracts on offer by
lot. The effect of a contract is the mean, over its sales, of the buyer's share of the victory less that of all
buyers of the same round, with a 95 % interval; `glory` is the same for final Glory less the table's mean.
A part of the bot is replaced, which only plain Python lets one do: set STAJNIA_PURE=1.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random

from stajnia.bots.fever import Reckoning, greedy
from stajnia.compiled import is_compiled
from stajnia.core.game import CHANCE, Rng, complete
from stajnia.games import fever, game
from stajnia.games.fever.actions import CONTRACT, LOOK, MARKET, ROW
from stajnia.games.fever.pieces import CLAN_NAMES, CONTRACTS, PAIRS
from stajnia.games.fever.view import View

SEATS = 4
Sale = tuple[str, int, int]  # contract, round, seat


def blind(view: View, legal: Sequence[str], rng: Rng) -> str:
    """As greedy, but a contract is as good as any other."""
    offers = [text for text in legal if text.startswith("contract")]
    if offers and view.stage == "contract":
        return offers[rng.randrange(len(offers))]
    return greedy(view, legal, rng)


def alike(self: Reckoning, name: str) -> float:  # noqa: ARG001
    return 2.0


Told = tuple[list[Sale], list[tuple[str, int]], list[float], list[float]]


Job = tuple[int, bool, str, str]  # seed, the bot chooses, own box values, a clan for all games


def match(job: Job) -> Told:
    """Sales, offers seen (contract, round), shares of the victory and Glory above the mean."""
    seed, choose, changes, clan = job
    pairs = [pair for pair in PAIRS if clan in pair.split("+")]
    if not choose:  # so that a green token is as tempting whatever lies there
        setattr(Reckoning, "contract", alike)  # noqa: B010 (said outright: a method is replaced)
    rng = Random(seed)
    options = {"clans": pairs[seed % len(pairs)] if pairs else "random", "box": changes}
    s = fever.new(SEATS, complete(game("fever"), SEATS, options))
    sales: list[Sale] = []
    offers: list[tuple[str, int]] = []
    while fever.to_act(s):
        (seat,) = fever.to_act(s)
        if seat == CHANCE:
            odds = fever.odds(s)
            action = rng.choices([a for a, _ in odds], [p for _, p in odds])[0]
            if MARKET <= action < ROW:
                offers.append((CONTRACTS[action - MARKET], s.round + 1))
        else:
            legal = [fever.write(a) for a in fever.legal(s, seat)]
            text = (greedy if choose else blind)(fever.view(s, seat), legal, rng)
            action = fever.read(text)
            if CONTRACT <= action < LOOK:
                sales.append((CONTRACTS[action - CONTRACT], s.round, seat))
        fever.play(s, seat, action)
    outcome = fever.outcome(s)
    assert outcome is not None
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(SEATS)]
    mean = sum(outcome.scores) / SEATS
    return sales, offers, shares, [x - mean for x in outcome.scores]


def interval(xs: Sequence[float]) -> tuple[float, float]:
    """Mean and half of the 95 % interval."""
    n = len(xs)
    mean = sum(xs) / n if n else 0.0
    var = sum((x - mean) ** 2 for x in xs) / (n - 1) if n > 1 else 0.0
    return mean, 1.96 * sqrt(var / n) if n else 0.0


def play(jobs: list[Job], workers: int) -> Iterator[Told]:
    if workers == 1:
        yield from map(match, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(match, jobs, chunksize=20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--choose", action="store_true", help="the bot chooses contracts itself")
    parser.add_argument("--box", default="", help="own box values (JSON)")
    parser.add_argument("--clan", default="", choices=CLAN_NAMES, help="a clan that is in every game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    if is_compiled("stajnia.bots.fever"):
        sys.exit("a part of the bot is to be replaced: run this with STAJNIA_PURE=1")
    wins: dict[str, list[tuple[int, float]]] = defaultdict(list)
    glory: dict[str, list[tuple[int, float]]] = defaultdict(list)
    offered: dict[str, int] = defaultdict(int)
    jobs = [(args.seed + i, args.choose, args.box, args.clan) for i in range(args.games)]
    for sales, offers, shares, above in play(jobs, args.jobs):
        for name, _ in offers:
            offered[name] += 1
        for name, at, seat in sales:
            wins[name].append((at, shares[seat]))
            glory[name].append((at, above[seat]))
    print(f"{args.games} games, {'chosen' if args.choose else 'blind'}")
    print("| contract | offered | sold | effect on winning, points | on Glory |")
    print("| --- | --- | --- | --- | --- |")
    means = [_by_round(x) for x in (wins, glory)]
    for name in CONTRACTS:
        w, dw = interval([100 * (x - means[0][at]) for at, x in wins[name]])
        g, dg = interval([x - means[1][at] for at, x in glory[name]])
        sold = len(wins[name]) / offered[name] if offered[name] else 0.0
        print(f"| {name} | {offered[name]} | {sold:.0%} | {w:+.1f} ± {dw:.1f} | {g:+.2f} ± {dg:.2f} |")


def _by_round(sales: dict[str, list[tuple[int, float]]]) -> dict[int, float]:
    rounds: dict[int, list[float]] = defaultdict(list)
    for xs in sales.values():
        for at, x in xs:
            rounds[at].append(x)
    return {at: sum(xs) / len(xs) for at, xs in rounds.items()}


if __name__ == "__main__":
    main()
