"""Teach a net who wins: one number a seat, the chances by softmax over the seats, tables of all sizes together.

python training/seats/train.py unstable unstable-2.npz unstable-4.npz --out unstable.net --log unstable.json

The log tells, by the positions seen, what the net is wrong by on games that it is not taught.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from importlib import import_module
from pathlib import Path

import numpy as np
import torch

from stajnia.bots.net import write

POINTS = 40  # of the curve of learning


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("game")
    p.add_argument("data", nargs="+")
    p.add_argument("--hidden", default="128,32")
    p.add_argument("--passes", type=float, default=4)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--decay", type=float, default=1e-4)
    p.add_argument("--out", required=True)
    p.add_argument("--log", type=Path, help="keep the curve of learning here (training/curve.py draws it)")
    a = p.parse_args()
    torch.manual_seed(1)
    inputs = import_module(f"stajnia.bots.{a.game}_best").INPUTS
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sets = []
    for file in a.data:
        loaded = np.load(file)
        x, y = torch.from_numpy(loaded["x"]).to(device), torch.from_numpy(loaded["y"]).to(device)
        held = max(1, len(x) // 20)
        sets.append((x[held:], y[held:], x[:held], y[:held]))
    width = sets[0][0].shape[2]
    top = torch.stack([s[0].reshape(-1, width).max(0).values for s in sets]).max(0).values.float().clamp(min=1)
    sizes = (width, *map(int, a.hidden.split(",")), 1)
    layers: list[torch.nn.Module] = []
    for i, o in itertools.pairwise(sizes):
        layers += [torch.nn.Linear(i, o), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers[:-1]).to(device)
    batch = 4096
    counts = [len(s[0]) // batch for s in sets]
    steps = int(sum(counts) * a.passes)
    best = torch.optim.AdamW(model.parameters(), lr=a.rate, weight_decay=a.decay)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, a.rate, total_steps=steps + 1, pct_start=0.1)
    rng = np.random.default_rng(1)

    def loss_of(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        said = model(x.float() / top).squeeze(2)
        return -(torch.log_softmax(said, 1) * y).sum(1).mean()

    def held_out() -> list[float]:
        with torch.no_grad():
            return [round(float(loss_of(s[2], s[3])), 4) for s in sets]

    done, begun, log = 0, time.time(), []
    weights = np.array(counts) / sum(counts)
    while done < steps:
        k = int(rng.choice(len(sets), p=weights))
        x, y = sets[k][0], sets[k][1]
        pick = torch.randint(len(x), (batch,), device=device)
        best.zero_grad()
        loss = loss_of(x[pick], y[pick])
        loss.backward()
        best.step()
        plan.step()
        done += 1
        if done % max(1, steps // POINTS) == 0:
            losses = dict(zip([x.shape[1] for x, *_ in sets], held_out(), strict=True))
            log.append({"s": round(time.time() - begun, 1), "positions": done * batch, "losses": losses})
            print(log[-1], flush=True)
    parameters: list[float] = []
    first = True
    for layer in model:
        if isinstance(layer, torch.nn.Linear):
            w = layer.weight.detach().T.clone()  # input by input
            if first:
                w /= top[:, None]  # the package asks with the numbers as they are
                first = False
            parameters += w.reshape(-1).cpu().tolist() + layer.bias.detach().cpu().tolist()
    if a.log:
        a.log.write_text(json.dumps(log))
    Path(a.out).write_bytes(write(inputs, sizes, parameters))
    print(a.out, sizes, len(parameters))


if __name__ == "__main__":
    main()
