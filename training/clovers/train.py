"""Learn the value of clovers positions by self-play on one GPU.

    python3 training/clovers/train.py --seats 2 --minutes 4 --out FOLDER

Needs PyTorch, CuPy and nvcc. Many games are played at once: every placing of every clover that could come is valued
by the net, a draw is worth the exact expectation over the pile, and the best is played. A position is taught a mixture
of that expectation and of what the game came to (TD with traces). The kernels share the bot's own features.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import cupy
import numpy as np
import torch
from torch import nn

HERE = Path(__file__).parent
BOTS = HERE.parents[1] / "src/stajnia/bots"
RECORD, UNSEEN, FACE_UP, HORSE, PILE, MOVER, NEIGHBOURS, LUCKY, OVER = 176, 64, 85, 106, 170, 171, 172, 173, 174
HORSESHOES = [0, 2, 5, 9, 4, 0, 10, 14, 7, 11, 0, 17, 12, 16, 19, 0]
START = [0, 5, 10, 15]
LAMBDA = 0.6
DEVICE = torch.device("cuda")


def kernels() -> cupy.RawModule:
    out = Path(tempfile.mkdtemp()) / "kernels.cubin"
    subprocess.run(["nvcc", "-cubin", "-O3", "-arch=sm_90", "-I", BOTS, HERE / "kernels.cu", "-o", out], check=True)
    return cupy.RawModule(path=str(out))


class Table:
    """Many games at once."""

    def __init__(self, seats: int, games: int, module: cupy.RawModule) -> None:
        self.seats, self.games = seats, games
        self.count = seats * (16 * 9 + 4) + 44
        self.width = (self.count + 15) // 16 * 16
        self.k = {name: module.get_function(name) for name in ("legal", "features", "apply", "results")}
        self.states = torch.empty(games, RECORD, dtype=torch.int8, device=DEVICE)
        self.states[:] = self.deal(games)

    def _call(self, name: str, blocks: int, threads: int, *args: object) -> None:
        given = [np.int32(a) if isinstance(a, int) else np.uint64(a.data_ptr()) for a in args]  # type: ignore[attr-defined]
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self.k[name]((blocks,), (threads,), tuple(given))

    def deal(self, games: int) -> torch.Tensor:
        n = self.seats
        s = torch.zeros(games, RECORD, dtype=torch.int8, device=DEVICE)
        clovers = torch.arange(1, 21, device=DEVICE, dtype=torch.int8).repeat(n).expand(games, -1)
        order = torch.rand(games, 20 * n, device=DEVICE).argsort(1)[:, : 4 * n]
        drawn = clovers.gather(1, order).view(games, n, 4)
        rising = drawn.sort(2).values
        troublesome = torch.rand(games, 1, 1, device=DEVICE) < 0.15
        drawn = torch.where(troublesome, drawn, rising)
        for seat in range(n):
            for i, cell in enumerate(START):
                s[:, 16 * seat + cell] = drawn[:, seat, i]
        used = torch.zeros(games, 21, device=DEVICE, dtype=torch.int8)
        flat = drawn.reshape(games, -1).long()
        used.scatter_add_(1, flat, torch.ones_like(flat, dtype=torch.int8))
        s[:, UNSEEN + 1 : UNSEEN + 21] = n - used[:, 1:]
        s[:, PILE] = 16 * n
        s[:, MOVER] = torch.randint(0, n, (games,), device=DEVICE).to(torch.int8)
        s[:, NEIGHBOURS] = (torch.rand(games, device=DEVICE) < 0.25).to(torch.int8)
        lucky = (torch.rand(games, device=DEVICE) < 0.25).to(torch.int8)
        s[:, LUCKY] = lucky
        usual = torch.tensor(HORSESHOES, device=DEVICE, dtype=torch.int8)
        own = torch.randint(1, 21, (games, 16), device=DEVICE, dtype=torch.int8)
        own = own * (torch.rand(games, 16, device=DEVICE) < 0.7)
        table = torch.where(torch.rand(games, 1, device=DEVICE) < 0.7, usual, own) * lucky[:, None]
        for seat in range(n):
            s[:, HORSE + 16 * seat : HORSE + 16 * seat + 16] = table
        return s

    def features(self, states: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The inputs after the action of each row, and the result where that ends the game (else -1)."""
        out = torch.empty(len(rows), self.width, dtype=torch.bfloat16, device=DEVICE)
        done = torch.empty(len(rows), device=DEVICE)
        if len(rows):
            self._call("features", len(rows), 16 * self.seats, states, rows, out, done, self.seats, self.width)
        return out, done


class Net(nn.Module):
    def __init__(self, width: int, hidden: int, second: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, second), nn.ReLU(), nn.Linear(second, 1)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x).squeeze(-1)


@torch.no_grad()
def values(table: Table, net: nn.Module, rows: torch.Tensor, states: torch.Tensor | None = None) -> torch.Tensor:
    out = torch.empty(len(rows), device=DEVICE)
    for i in range(0, len(rows), 1 << 20):
        part = rows[i : i + (1 << 20)].contiguous()
        x, done = table.features(table.states if states is None else states, part)
        v = torch.sigmoid(net(x).float())
        out[i : i + len(part)] = torch.where(done >= 0, done, v)
    return out


@torch.no_grad()
def look(table: Table, net: nn.Module) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Values of all placings [game, source, number, cell or 16], and which placings earn a turn."""
    s, games = table.states, table.games
    ok = torch.empty(games, 20, 16, dtype=torch.uint8, device=DEVICE)
    earn = torch.empty_like(ok)
    table._call("legal", (games * 320 + 255) // 256, 256, s, ok, earn, games)
    down = s[:, UNSEEN + 1 : UNSEEN + 21] > 0
    up = s[:, FACE_UP + 1 : FACE_UP + 21] > 0
    may = torch.zeros(games, 2, 20, 17, dtype=torch.bool, device=DEVICE)
    may[:, 0, :, :16] = (ok > 0) & down[:, :, None]
    may[:, 0, :, 16] = down
    may[:, 1, :, :16] = (ok > 0) & up[:, :, None]
    at = may.nonzero()
    again = torch.zeros(games, 20, 17, dtype=torch.uint8, device=DEVICE)
    again[:, :, :16] = earn
    rows = torch.stack(
        [
            at[:, 0],
            at[:, 1],
            at[:, 2] + 1,
            at[:, 3],
            again[at[:, 0], at[:, 2], at[:, 3]].long(),
            torch.full_like(at[:, 0], -1),
        ],
        1,
    ).int()
    v = torch.full((games, 2, 20, 17), -1.0, device=DEVICE)
    v[at[:, 0], at[:, 1], at[:, 2], at[:, 3]] = values(table, net, rows)
    return v, again, down


@torch.no_grad()
def step(table: Table, net: nn.Module, explore: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Play one turn in every game; what each seat could expect before it, and whether the turn was an experiment."""
    games, seats, s = table.games, table.seats, table.states
    v, again, down = look(table, net)
    counts = s[:, UNSEEN + 1 : UNSEEN + 21].float()
    p = counts / s[:, PILE : PILE + 1].float().clamp(min=1)
    best, cell = v[:, 0].max(2)
    best = torch.where(down, best, torch.zeros_like(best))
    draw = (p * best).sum(1)
    takes = v[:, 1].reshape(games, -1)
    take, where = takes.max(1)
    taking = take > draw
    mine = torch.where(taking, take, draw)
    mover = s[:, MOVER].long()
    g = torch.arange(games, device=DEVICE)
    expected = torch.empty(games, seats, device=DEVICE)
    if seats == 2:
        expected[g, mover] = mine
        expected[g, 1 - mover] = 1 - mine
    else:
        expected = expectation(table, net, p, cell, again, taking, where, mover)
        expected[g, mover] = mine
        others = expected.sum(1) - mine
        scale = (1 - mine) / others.clamp(min=1e-4)
        scaled = expected * scale[:, None]
        scaled[g, mover] = mine
        expected = scaled
    # the move itself
    wild = torch.rand(games, device=DEVICE) < explore
    can = takes > -0.5
    odd = (torch.rand_like(takes) * can).argmax(1)
    take_oddly = wild & can.any(1) & (torch.rand(games, device=DEVICE) < 0.4)
    drawn = torch.multinomial(counts.clamp(min=0) + 1e-9 * down, 1).squeeze(1)
    fits = v[g, 0, drawn] > -0.5
    odd_cell = (torch.rand(games, 17, device=DEVICE) * fits).argmax(1)
    takes_it = torch.where(wild, take_oddly, taking)
    which = torch.where(take_oddly, odd, where)
    n0 = torch.where(takes_it, which // 17, drawn)
    c0 = torch.where(takes_it, which % 17, torch.where(wild, odd_cell, cell[g, drawn]))
    a0 = again[g, n0, c0].long()
    moves = torch.stack([takes_it.long(), n0 + 1, c0, a0], 1).int().contiguous()
    table._call("apply", (games + 127) // 128, 128, s, moves, seats, games)
    return expected, wild


@torch.no_grad()
def expectation(
    table: Table, net: nn.Module, p: torch.Tensor, cell: torch.Tensor, again: torch.Tensor,
    taking: torch.Tensor, where: torch.Tensor, mover: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """What every seat expects of the mover's best turn."""
    games, seats = table.games, table.seats
    weight = torch.where(taking[:, None], torch.zeros_like(p), p)
    at = (weight > 0).nonzero()
    b, n = at[:, 0], at[:, 1]
    c = cell[b, n]
    drawn = torch.stack([b, torch.zeros_like(b), n + 1, c, again[b, n, c].long()], 1)
    tb = taking.nonzero().squeeze(1)
    tn, tc = where[tb] // 17, where[tb] % 17
    taken = torch.stack([tb, torch.ones_like(tb), tn + 1, tc, again[tb, tn, tc].long()], 1)
    chosen = torch.cat([drawn, taken])
    w = torch.cat([weight[b, n], torch.ones(len(tb), device=DEVICE)])
    out = torch.zeros(games, seats, device=DEVICE)
    for shift in range(1, seats):
        q = (mover[chosen[:, 0]] + shift) % seats
        rows = torch.cat([chosen, q[:, None]], 1).int()
        v = values(table, net, rows)
        out.index_put_((chosen[:, 0], q), v * w, accumulate=True)
    return out


def train(seats: int, minutes: float, games: int, hidden: int, second: int, out: Path, lam: float) -> None:
    torch.manual_seed(seats)
    table = Table(seats, games, kernels())
    net = Net(table.width, hidden, second).to(DEVICE)
    best = torch.optim.Adam(net.parameters(), lr=1e-3)
    average = Net(table.width, hidden, second).to(DEVICE)
    average.load_state_dict(net.state_dict())
    quick = Net(table.width, hidden, second).to(DEVICE).bfloat16()
    begun, span, log, saved = time.time(), minutes * 60, [], set()
    window, finished, round = 12, 0, 0
    while (used := time.time() - begun) < span:
        part = used / span
        for group in best.param_groups:
            group["lr"] = 1e-3 * (1 - part) ** 1.5 + 1e-6
        explore = 0.10 * (1 - part) + 0.02
        quick.load_state_dict(net.state_dict())
        snaps, expect, wilds, overs, ends = [], [], [], [], []
        for t in range(window + 1):
            snap = table.states.clone()
            if t == window:
                held = table.states.clone()
                e, wild = step(table, quick, 0.0)
                table.states = held
                expect.append(e)
                break
            e, wild = step(table, quick, explore)
            result = torch.empty(games, seats, device=DEVICE)
            table._call("results", (games * seats + 127) // 128, 128, table.states, result, seats, games)
            over = table.states[:, OVER] > 0
            snaps.append(snap), expect.append(e), wilds.append(wild), overs.append(over), ends.append(result)
            finished += int(over.sum())
            if over.any():
                table.states[over] = table.deal(int(over.sum()))
        later, targets = expect[window], [None] * window
        for t in range(window - 1, -1, -1):
            reached = torch.where(overs[t][:, None], ends[t], later)
            later = torch.where(wilds[t][:, None], expect[t], (1 - lam) * expect[t] + lam * reached)
            targets[t] = later
        states = torch.cat(snaps)
        goal = torch.cat(targets)  # type: ignore[arg-type]
        loss = teach(table, net, best, states, goal)
        with torch.no_grad():
            decay = 0.995
            for a, b in zip(average.parameters(), net.parameters(), strict=True):
                a.mul_(decay).add_(b, alpha=1 - decay)
        round += 1
        if round % 50 == 0:
            log.append({"s": round_(time.time() - begun), "games": finished, "loss": loss})
            print(log[-1], flush=True)
        for mark in (0.02, 0.1, 0.3):
            if part > mark and mark not in saved:
                saved.add(mark)
                save(average, table, out / f"clovers-{seats}-{mark}.npz", finished)
    save(average, table, out / f"clovers-{seats}.npz", finished)
    (out / f"clovers-{seats}.json").write_text(json.dumps(log))


def round_(x: float) -> float:
    return round(x, 1)


def teach(table: Table, net: nn.Module, best: torch.optim.Optimizer, states: torch.Tensor, goal: torch.Tensor) -> float:
    seats = table.seats
    count = len(states) * seats
    order = torch.randperm(count, device=DEVICE)
    size = max(8192, count // 8)
    total, steps = 0.0, 0
    for i in range(0, count, size):
        pick = order[i : i + size]
        b, q = pick // seats, pick % seats
        nothing = torch.full_like(b, -1)
        rows = torch.stack([b, nothing, nothing, nothing, nothing, q], 1).int().contiguous()
        x, _ = table.features(states, rows)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            y = net(x)
        loss = nn.functional.binary_cross_entropy_with_logits(y.float(), goal[b, q].clamp(0, 1))
        best.zero_grad(set_to_none=True)
        loss.backward()
        best.step()
        total, steps = total + float(loss.detach()), steps + 1
    return round(total / steps, 5)


def save(net: nn.Module, table: Table, path: Path, games: int) -> None:
    kept = {k: v.detach().float().cpu().numpy().astype(np.float16) for k, v in net.state_dict().items()}
    kept["layers.0.weight"] = kept["layers.0.weight"][:, : table.count]
    np.savez(path, games=games, **kept)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--seats", type=int, default=2)
    p.add_argument("--minutes", type=float, default=4)
    p.add_argument("--games", type=int, default=4096)
    p.add_argument("--hidden", type=int, default=256)
    p.add_argument("--second", type=int, default=64)
    p.add_argument("--out", type=Path, default=Path("."))
    p.add_argument("--trace", type=float, default=LAMBDA)
    a = p.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    train(a.seats, a.minutes, a.games, a.hidden, a.second, a.out, a.trace)


if __name__ == "__main__":
    main()
