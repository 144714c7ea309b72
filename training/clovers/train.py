"""Learn the value of clovers positions on one GPU, by play against greedy players and against itself.

    python3 training/clovers/train.py --seats 2 --minutes 4 --out FOLDER

Needs PyTorch, CuPy and nvcc. Many games are played at once: every placing of every clover that could come is valued
by the net, a draw is worth the exact expectation over the pile, and the best is played. A position is taught a mixture
of that expectation and of what the game came to (TD with traces), as one of its mirror images: gardens may be turned
over their diagonal, and all numbers reversed. In a share of the games (`--greedy`) one seat learns and greedy players
sit in the others; the log says what it wins of those. The kernels share the bot's own features.
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
LONG = 40  # turns of a seat after which a game leads nowhere and is left
LAMBDA = 0.6
DEVICE = torch.device("cuda")


def kernels() -> cupy.RawModule:
    out = Path(tempfile.mkdtemp()) / "kernels.cubin"
    subprocess.run(
        ["nvcc", "-cubin", "-O3", "-arch=native", "-I", BOTS, "-I", HERE, HERE / "kernels.cu", "-o", out], check=True
    )
    return cupy.RawModule(path=str(out))


class Table:
    """Many games at once."""

    def __init__(self, seats: int, games: int, greedy: float, variants: float, module: cupy.RawModule) -> None:
        self.seats, self.games, self.greedy, self.variants = seats, games, greedy, variants
        self.count = seats * (16 * 9 + 4) + 44
        self.width = (self.count + 15) // 16 * 16
        self.k = {name: module.get_function(name) for name in ("legal", "features", "apply", "results", "greedy")}
        self.states = torch.empty(games, RECORD, dtype=torch.int8, device=DEVICE)
        self.learns = torch.empty(games, seats, dtype=torch.bool, device=DEVICE)  # else greedy sits there
        self.turns = torch.zeros(games, dtype=torch.int32, device=DEVICE)
        self.deal_again(torch.ones(games, dtype=torch.bool, device=DEVICE))

    def deal_again(self, where: torch.Tensor) -> None:
        """New games there, with new people."""
        games = int(where.sum())
        if games:
            self.states[where] = self.deal(games)
            self.turns[where] = 0
            one = torch.randint(0, self.seats, (games, 1), device=DEVICE) == torch.arange(self.seats, device=DEVICE)
            self.learns[where] = one | (torch.rand(games, 1, device=DEVICE) >= self.greedy)

    def mover_learns(self) -> torch.Tensor:
        return self.learns.gather(1, self.states[:, MOVER : MOVER + 1].long()).squeeze(1)

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
        troublesome = torch.rand(games, 1, 1, device=DEVICE) < self.variants / 2
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
        s[:, NEIGHBOURS] = (torch.rand(games, device=DEVICE) < self.variants).to(torch.int8)
        lucky = (torch.rand(games, device=DEVICE) < self.variants).to(torch.int8)
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
def look(table: Table, net: nn.Module, s: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Values of all placings [game, source, number, cell or 16], and which placings earn a turn."""
    games = len(s)
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
    earned = again[at[:, 0], at[:, 2], at[:, 3]].long()
    rows = torch.stack([at[:, 0], at[:, 1], at[:, 2] + 1, at[:, 3], earned, torch.full_like(at[:, 0], -1)], 1).int()
    v = torch.full((games, 2, 20, 17), -1.0, device=DEVICE)
    v[at[:, 0], at[:, 1], at[:, 2], at[:, 3]] = values(table, net, rows, s)
    return v, again, down


@torch.no_grad()
def decide(
    table: Table, net: nn.Module, s: torch.Tensor, explore: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The net's turn in these games: what the mover could expect, the moves, and which of them are experiments."""
    games = len(s)
    v, again, down = look(table, net, s)
    counts = s[:, UNSEEN + 1 : UNSEEN + 21].float()
    p = counts / s[:, PILE : PILE + 1].float().clamp(min=1)
    best, cell = v[:, 0].max(2)
    best = torch.where(down, best, torch.zeros_like(best))
    draw = (p * best).sum(1)
    takes = v[:, 1].reshape(games, -1)
    take, where = takes.max(1)
    taking = take > draw
    g = torch.arange(games, device=DEVICE)
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
    moves = torch.stack([takes_it.long(), n0 + 1, c0, again[g, n0, c0].long()], 1).int()
    return torch.where(taking, take, draw), moves, wild


@torch.no_grad()
def step(table: Table, net: nn.Module, explore: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Play one turn in every game; what each seat could expect before it, and whether the turn was an experiment.

    The mover's expectation is exact over the draws; the others' is what the turn came to.
    """
    games, seats, s = table.games, table.seats, table.states
    moves = torch.full((games, 4), -1, dtype=torch.int32, device=DEVICE)
    learns = table.mover_learns()
    others = (~learns).to(torch.uint8)
    table._call("greedy", games, 64, s, others, torch.rand(games, device=DEVICE), moves, seats)
    own = learns.nonzero().squeeze(1)
    wild = torch.zeros(games, dtype=torch.bool, device=DEVICE)
    mover = s[own, MOVER].long()
    mine, chosen, experiment = decide(table, net, s[own].contiguous(), explore)
    moves[own], wild[own] = chosen, experiment
    table._call("apply", (games + 127) // 128, 128, s, moves, seats, games)
    expected = after(table, net)
    expected[own, mover] = mine
    if seats == 2:
        both = table.learns[own].all(1)
        expected[own[both], 1 - mover[both]] = 1 - mine[both]
    return expected, wild


@torch.no_grad()
def after(table: Table, net: nn.Module) -> torch.Tensor:
    """How likely each seat that learns wins from here."""
    out = torch.zeros(table.games, table.seats, device=DEVICE)
    at = table.learns.nonzero()
    nothing = torch.full_like(at[:, 0], -1)
    rows = torch.stack([at[:, 0], nothing, nothing, nothing, nothing, at[:, 1]], 1).int()
    out[at[:, 0], at[:, 1]] = values(table, net, rows)
    return out


def begin_with(net: Net, file: Path) -> None:
    """Take over the weights of a net of the package (stajnia.bots.net says how they are written)."""
    _, head, body = file.read_bytes().split(b"\n", 2)
    sizes, numbers, at = json.loads(head)["sizes"], np.frombuffer(body, np.float16).astype(np.float32), 0
    with torch.no_grad():
        for layer, ins, outs in zip(net.layers[::2], sizes[:-1], sizes[1:], strict=True):
            weights = numbers[at : at + ins * outs].reshape(ins, outs).T
            layer.weight.zero_()
            layer.weight[:, :ins] = torch.from_numpy(weights.copy()).to(DEVICE)
            layer.bias[:] = torch.from_numpy(numbers[at + ins * outs : at + ins * outs + outs].copy()).to(DEVICE)
            at += ins * outs + outs


def train(a: argparse.Namespace) -> None:
    seats, games, out, lam = a.seats, a.games, a.out, a.trace
    torch.manual_seed(seats)
    table = Table(seats, games, a.greedy, a.variants, kernels())
    net = Net(table.width, a.hidden, a.second).to(DEVICE)
    if a.start:
        begin_with(net, a.start)
    best = torch.optim.Adam(net.parameters(), lr=a.rate)
    average = Net(table.width, a.hidden, a.second).to(DEVICE)
    average.load_state_dict(net.state_dict())
    quick = Net(table.width, a.hidden, a.second).to(DEVICE).bfloat16()
    begun, span, log = time.time(), a.minutes * 60, []
    window, finished, given_up, round, met, won = 12, 0, 0, 0, 0.0, 0.0
    while (used := time.time() - begun) < span:
        part = used / span
        for group in best.param_groups:
            group["lr"] = a.rate * (1 - part) ** 1.5 + 1e-6
        explore = a.explore * (1 - part) + a.explore / 5
        quick.load_state_dict(net.state_dict())
        snaps, learns, expect, wilds, overs, ends = [], [], [], [], [], []
        for t in range(window + 1):
            snap = table.states.clone()
            if t == window:
                e, _ = step(table, quick, 0.0)
                table.states.copy_(snap)
                expect.append(e)
                break
            e, wild = step(table, quick, explore)
            result = torch.empty(games, seats, device=DEVICE)
            table._call("results", (games * seats + 127) // 128, 128, table.states, result, seats, games)
            over = table.states[:, OVER] > 0
            alone = over & (table.learns.sum(1) == 1)
            met += float(alone.sum())
            won += float((result * table.learns)[alone].sum())
            snaps.append(snap), learns.append(table.learns.clone()), expect.append(e)
            table.turns += 1
            left = ~over & (table.turns > LONG * seats)
            wilds.append(wild | left), overs.append(over), ends.append(result)
            finished += int(over.sum())
            given_up += int(left.sum())
            table.deal_again(over | left)
        later, targets = expect[window], []
        for t in range(window - 1, -1, -1):
            reached = torch.where(overs[t][:, None], ends[t], later)
            later = torch.where(wilds[t][:, None], expect[t], (1 - lam) * expect[t] + lam * reached)
            targets.append(later)
        loss = teach(table, net, best, torch.cat(snaps), torch.cat(targets[::-1]), torch.cat(learns))
        with torch.no_grad():
            decay = 0.995
            for mean, now in zip(average.parameters(), net.parameters(), strict=True):
                mean.mul_(decay).add_(now, alpha=1 - decay)
        round += 1
        if round % 25 == 0:
            wins = round_(won / max(1.0, met), 4)
            log.append(
                {"s": round_(time.time() - begun), "games": finished, "loss": loss, "wins": wins, "left": given_up}
            )
            print(log[-1], flush=True)
            met = won = 0.0
    save(average, table, out / f"clovers-{seats}.npz", finished)
    (out / f"clovers-{seats}.json").write_text(json.dumps(log))


def round_(x: float, digits: int = 1) -> float:
    return round(x, digits)


TURNED = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]  # over the diagonal


def mirrored(states: torch.Tensor) -> torch.Tensor:
    """The same positions in mirror images: each garden may be turned over its diagonal, all numbers reversed."""
    s, n = states.clone(), len(states)
    turn = torch.rand(n, 4, 1, device=DEVICE) < 0.5
    reverse = torch.rand(n, 1, 1, device=DEVICE) < 0.5
    for at in (0, HORSE):
        cells = s[:, at : at + 64].view(n, 4, 16)
        cells = torch.where(turn, cells[:, :, TURNED], cells)
        back = torch.where(cells > 0, 21 - cells, cells).flip(2)
        s[:, at : at + 64] = torch.where(reverse, back, cells).reshape(n, 64)
    for at in (UNSEEN, FACE_UP):
        counts = s[:, at + 1 : at + 21]
        s[:, at + 1 : at + 21] = torch.where(reverse[:, 0], counts.flip(1), counts)
    return s


def teach(
    table: Table, net: nn.Module, best: torch.optim.Optimizer, states: torch.Tensor, goal: torch.Tensor,
    learns: torch.Tensor,
) -> float:  # fmt: skip
    pairs = learns.nonzero()
    pairs = pairs[torch.randperm(len(pairs), device=DEVICE)]
    total, steps = 0.0, 0
    for part in pairs.split(max(8192, len(pairs) // 16)):
        b, q = part[:, 0], part[:, 1]
        here = torch.arange(len(part), device=DEVICE)
        nothing = torch.full_like(here, -1)
        rows = torch.stack([here, nothing, nothing, nothing, nothing, q], 1).int().contiguous()
        x, _ = table.features(mirrored(states[b]), rows)
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
    p.add_argument("--start", type=Path, help="weights of the package to begin with")
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--explore", type=float, default=0.1, help="share of experiments among the turns, at first")
    p.add_argument("--variants", type=float, default=0.25, help="share of the games with neighbours, with lucky cells")
    p.add_argument("--greedy", type=float, default=0.7, help="share of the games against greedy players")
    a = p.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    train(a)


if __name__ == "__main__":
    main()
