"""Learn the value of clovers positions on plain cores: first by watching greedy players, then by playing.

    python3 training/clovers/train_on_cores.py --seats 4 --watch 10 --minutes 40 --out FOLDER

Needs PyTorch (its CPU build), numpy and a C compiler. `games.c` plays whole games on all cores. For `--watch` minutes
greedy players play, who now and then try something, and each position is taught what its game came to; then for
`--minutes` a seat plays by the net among greedy players (or all seats do, in the games that `--greedy` leaves), as
train.py does on a GPU. The net looks at the own garden with one layer and at each of the others with a second one that
they share, so that it learns from few games; it is saved as the plain layers of the package, with zeros where a garden
is not looked at.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

HERE = Path(__file__).parent
BOTS = HERE.parents[1] / "src/stajnia/bots"
RECORD, GARDEN, REST, OWN, OTHER, SECOND = 176, 148, 44, 160, 32, 64
ROOM = 4_000_000  # positions that one round may tell
BATCH = 2048


class Told(ctypes.Structure):
    _fields_ = (
        ("states", ctypes.c_void_p), ("seats", ctypes.c_void_p), ("goals", ctypes.c_void_p),
        ("room", ctypes.c_int), ("count", ctypes.c_int),
        ("games", ctypes.c_int), ("left", ctypes.c_int), ("met", ctypes.c_int), ("moves", ctypes.c_int),
        ("won", ctypes.c_float),
    )  # fmt: skip


def library() -> ctypes.CDLL:
    out = Path(tempfile.mkdtemp()) / "games.so"
    flags = ["-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-I", BOTS, "-I", HERE, HERE / "games.c", "-lm", "-o", out], check=True)
    return ctypes.CDLL(str(out))


class Net(nn.Module):
    def __init__(self, seats: int) -> None:
        super().__init__()
        self.others = seats - 1
        self.own = nn.Linear(GARDEN + REST, OWN)
        self.other = nn.Linear(GARDEN + REST, OTHER, bias=False)
        self.other_bias = nn.Parameter(torch.zeros(self.others, OTHER))
        self.second = nn.Linear(OWN + self.others * OTHER, SECOND)
        self.last = nn.Linear(SECOND, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n, rest = len(x), x[:, -REST:]
        own = self.own(torch.cat([x[:, :GARDEN], rest], 1))
        others = nn.functional.linear(x[:, GARDEN:-REST].reshape(-1, GARDEN), self.other.weight[:, :GARDEN])
        alike = nn.functional.linear(rest, self.other.weight[:, GARDEN:])
        others = others.view(n, self.others, OTHER) + alike[:, None] + self.other_bias
        seen = torch.relu(torch.cat([own, others.reshape(n, -1)], 1))
        return self.last(torch.relu(self.second(seen))).squeeze(1)

    def for_games(self) -> np.ndarray:
        """The numbers in the order of `Net` in games.c."""
        bias = torch.zeros(3, OTHER)
        bias[: self.others] = self.other_bias
        second = torch.zeros(OWN + 3 * OTHER, SECOND)
        second[: self.second.in_features] = self.second.weight.T
        parts = [self.own.weight.T, self.own.bias, self.other.weight.T, bias, second, self.second.bias]
        parts += [self.last.weight, self.last.bias]
        return np.concatenate([p.detach().numpy().ravel() for p in parts]).astype(np.float32)

    def plain(self) -> dict[str, np.ndarray]:
        """The same net as layers that see everything, as training/pack.py takes it."""
        first = torch.zeros(OWN + self.others * OTHER, GARDEN * (1 + self.others) + REST)
        first[:OWN, :GARDEN], first[:OWN, -REST:] = self.own.weight[:, :GARDEN], self.own.weight[:, GARDEN:]
        for g in range(self.others):
            rows, garden = slice(OWN + g * OTHER, OWN + (g + 1) * OTHER), GARDEN * (1 + g)
            first[rows, garden : garden + GARDEN] = self.other.weight[:, :GARDEN]
            first[rows, -REST:] = self.other.weight[:, GARDEN:]
        bias = torch.cat([self.own.bias, self.other_bias.ravel()])
        layers = [(first, bias), (self.second.weight, self.second.bias), (self.last.weight, self.last.bias)]
        out = {}
        for n, (weight, each) in enumerate(layers):
            out[f"layers.{2 * n}.weight"] = weight.detach().numpy().astype(np.float16)
            out[f"layers.{2 * n}.bias"] = each.detach().numpy().astype(np.float16)
        return out


class Positions:
    """What games told: positions, whose eyes, and what that seat should expect."""

    def __init__(self, lib: ctypes.CDLL, seats: int) -> None:
        self.lib, self.seats, self.width = lib, seats, seats * GARDEN + REST
        self.states = np.empty((ROOM, RECORD), np.int8)
        self.who = np.empty(ROOM, np.int8)
        self.goals = np.empty(ROOM, np.float32)
        self.dice = np.random.default_rng(seats)

    def seed(self) -> ctypes.c_ulonglong:
        return ctypes.c_ulonglong(int(self.dice.integers(1 << 62)))

    def _told(self) -> Told:
        return Told(self.states.ctypes.data, self.who.ctypes.data, self.goals.ctypes.data, ROOM, *[0] * 6)

    def watch(self, games: int, explore: float, variants: float) -> Told:
        told = self._told()
        f = ctypes.c_float
        self.lib.watch(self.seats, games, f(explore), f(variants), self.seed(), ctypes.byref(told))
        return told

    def play(self, net: Net, games: int, a: argparse.Namespace, explore: float) -> Told:
        told, numbers = self._told(), net.for_games()
        shares = [ctypes.c_float(x) for x in (a.greedy, explore, a.trace, a.variants)]
        self.lib.play(ctypes.c_void_p(numbers.ctypes.data), self.seats, games, *shares, self.seed(), ctypes.byref(told))
        return told

    def rows(self, which: np.ndarray) -> torch.Tensor:
        """The inputs of these positions, each in one of its mirror images."""
        out = np.empty((len(which), self.width), np.float32)
        pointers = [ctypes.c_void_p(x.ctypes.data) for x in (self.states, self.who, which)]
        self.lib.rows(*pointers, len(which), self.seats, self.width, self.seed(), ctypes.c_void_p(out.ctypes.data))
        return torch.from_numpy(out)


def teach(net: Net, best: torch.optim.Optimizer, average: Net, seen: Positions, told: Told, passes: float) -> float:
    count = min(told.count, ROOM)
    total, steps, left = 0.0, 0, passes
    while left > 0:
        order = seen.dice.permutation(count)[: int(count * min(1.0, left))]
        for at in range(0, len(order) - BATCH + 1, BATCH):
            which = np.ascontiguousarray(order[at : at + BATCH])
            y = net(seen.rows(which))
            loss = nn.functional.binary_cross_entropy_with_logits(y, torch.from_numpy(seen.goals[which]).clamp(0, 1))
            best.zero_grad(set_to_none=True)
            loss.backward()
            best.step()
            with torch.no_grad():
                for mean, now in zip(average.parameters(), net.parameters(), strict=True):
                    mean.lerp_(now, 0.002)
            total, steps = total + float(loss.detach()), steps + 1
        left -= 1
    return total / max(1, steps)


def train(a: argparse.Namespace) -> None:
    torch.manual_seed(a.seats)
    seen = Positions(library(), a.seats)
    net, average = Net(a.seats), Net(a.seats)
    if a.start:
        net.load_state_dict(torch.load(a.start))
    average.load_state_dict(net.state_dict())
    begun, games, log = time.time(), 0, []
    for minutes, playing in ((a.watch, False), (a.minutes, True)):
        best = torch.optim.Adam(net.parameters(), lr=a.rate)
        start, span, told_at, won, met = time.time(), minutes * 60, 0.0, 0.0, 0
        while (used := time.time() - start) < span:
            part = used / span
            rate = (a.rate / 3 if playing else a.rate) * (1 - part) ** 1.5 + 1e-6
            for group in best.param_groups:
                group["lr"] = rate
            if playing:
                told = seen.play(average, a.games, a, a.explore * (1 - part) + a.explore / 5)
            else:
                told = seen.watch(4 * a.games, 0.12, a.variants)
            made = time.time()
            loss = teach(net, best, average, seen, told, a.passes if playing else 0.5)
            games, won, met = games + told.games, won + told.won, met + told.met
            if time.time() - told_at > 20:
                row: dict[str, Any] = {"s": round(time.time() - begun, 1), "games": games, "loss": round(loss, 5)}
                row |= {
                    "left": told.left,
                    "made": round(made - start - used, 2),
                    "taught": round(time.time() - made, 2),
                }
                if met:
                    row["wins"] = round(won / met, 4)
                log.append(row)
                print(log[-1], flush=True)
                told_at, won, met = time.time(), 0.0, 0
                keep(average, a, games, log)
    keep(average, a, games, log)


def keep(net: Net, a: argparse.Namespace, games: int, log: list[dict[str, Any]]) -> None:
    np.savez(a.out / f"clovers-{a.seats}.npz", games=games, **net.plain())
    torch.save(net.state_dict(), a.out / f"clovers-{a.seats}.pt")
    (a.out / f"clovers-{a.seats}.json").write_text(json.dumps(log))


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seats", type=int, default=4)
    p.add_argument("--watch", type=float, default=10, help="minutes")
    p.add_argument("--minutes", type=float, default=40)
    p.add_argument("--games", type=int, default=500, help="games of a round, after which it is taught")
    p.add_argument("--passes", type=float, default=3, help="how often a position is taught, in other images")
    p.add_argument("--out", type=Path, default=Path())
    p.add_argument("--trace", type=float, default=0.7)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--explore", type=float, default=0.05)
    p.add_argument("--variants", type=float, default=0.12, help="share of the games with neighbours, with lucky cells")
    p.add_argument("--greedy", type=float, default=1.0, help="share of the games against greedy players")
    p.add_argument("--start", type=Path, help="a clovers-N.pt to go on with")
    a = p.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    train(a)


if __name__ == "__main__":
    main()
