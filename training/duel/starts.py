"""Teaches the small net that guesses who wins a start of a duel: `python training/duel/starts.py --boards 32`.

Boards that have no page in the book are solved (8 s of a core each); the net learns from starts on them at random, and
the book stays its judge: `python training/duel/placing.py --judge 100`. Needs NumPy.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from placing import without_page

from stajnia.bots.duel import exact
from stajnia.bots.duel.backend import backend
from stajnia.bots.duel.board import board
from stajnia.bots.duel.book import Starts
from stajnia.bots.duel.retrograde import start_block

Numbers = NDArray[np.float32]
SIGNS, HIDDEN = 46, 16
ROUND, ROUND_LAST = 1024, 256  # the net's numbers are whole: these many times what they stand for


def examples(rows: str, count: int, rng: Random) -> tuple[Numbers, Numbers]:
    """What the net is told of starts at random, and whether the first player wins them."""
    here = board(rows)
    starts, packed, won = Starts(here, start_block(rows)), bytearray(), []
    while len(won) < count:
        cells = rng.sample(range(here.cells), 6)
        first, second = (sum(1 << cell for cell in some) for some in (cells[:3], cells[3:]))
        if here.can_all_move(first | second):
            packed += first.to_bytes(4, "little") + second.to_bytes(4, "little")
            won.append(starts.first_wins(first, second))
    signs = np.frombuffer(backend.start_signs(here.packed, here.dark, packed), np.uint8).reshape(-1, SIGNS)
    return signs.astype(np.float32), np.array(won, np.float32)


def taught(x: Numbers, y: Numbers, epochs: int, batch: int = 2048, rate: float = 3e-3) -> list[Numbers]:
    """Weights and biases of both layers, by Adam on the logistic loss."""
    rng = np.random.default_rng(0)
    middle, spread = x.mean(0), x.std(0) + 1e-3
    z = (x - middle) / spread
    net = [rng.normal(0, SIGNS**-0.5, (SIGNS, HIDDEN)), np.zeros(HIDDEN), rng.normal(0, 0.25, HIDDEN), np.zeros(1)]
    net = [part.astype(np.float32) for part in net]
    mean, square = [np.zeros_like(part) for part in net], [np.zeros_like(part) for part in net]
    steps, step = epochs * (len(z) // batch), 0
    for _ in range(epochs):
        order = rng.permutation(len(z))
        for at in range(0, len(z) - batch + 1, batch):
            some = order[at : at + batch]
            hidden = np.maximum(z[some] @ net[0] + net[1], 0)
            off = (1 / (1 + np.exp(-hidden @ net[2] - net[3])) - y[some]) / batch
            back = np.outer(off, net[2]) * (hidden > 0)
            slopes = [z[some].T @ back, back.sum(0), hidden.T @ off, off.sum(keepdims=True)]
            step += 1
            for part, m, s, slope in zip(net, mean, square, slopes, strict=True):
                m += 0.1 * (slope - m)
                s += 0.001 * (slope**2 - s)
                size = rate * (1 - step / steps) + 1e-5
                part -= size * (m / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
    return [net[0] / spread[:, None], net[1] - (middle / spread) @ net[0], net[2], net[3]]


def whole(net: list[Numbers]) -> list[list[int]]:
    """The net as `exact.py` reads it: a row of biases, one for each sign, one for the last layer, the last bias."""
    weights, biases, last, base = net
    rows = [biases * ROUND, *(weights * ROUND), last * ROUND_LAST, base * ROUND * ROUND_LAST]
    return [[round(float(number)) for number in row] for row in rows]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--boards", type=int, default=32)
    p.add_argument("--starts", type=int, default=60_000, help="examples from each board")
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--out", type=Path, default=Path(exact.__file__).with_name("starts.json"))
    a = p.parse_args()
    rng = Random(1)
    found = [examples(rows, a.starts, rng) for rows in without_page()[: a.boards]]
    x, y = (np.concatenate(part) for part in zip(*found, strict=True))
    rows = whole(taught(x, y, a.epochs))
    a.out.write_text("[\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
