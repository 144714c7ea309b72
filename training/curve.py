"""Draw curves of learning from the logs of trainings: `python training/curve.py OUT.svg X Y NAME=LOG.json ...`.

X is what was seen (`games` or `positions`), Y what came of it: `wins` against greedy players, `loss`, or `losses`, by
the size of the table, as parts of the loss of one who knows nothing.
"""

from __future__ import annotations

import json
import sys
from math import log
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 56, 24, 110, 44
COLOURS = ("#2f7d4f", "#b3541e", "#5b4bb3", "#a0256b", "#1d6fa5")
SMOOTH = 5  # points of the log in one of the line
X = {"games": "games played, millions", "positions": "positions seen, millions"}
Y = {"wins": "share of wins against greedy", "loss": "loss", "losses": "loss, 1 is knowing nothing"}

Points = list[tuple[float, float]]


def smooth(points: Points) -> Points:
    found = []
    for i in range(len(points)):
        near = points[max(0, i - SMOOTH + 1) : i + 1]
        found.append((points[i][0], sum(y for _, y in near) / len(near)))
    return found


def curves_of(name: str, told: list[dict[str, Any]], x: str, y: str) -> dict[str, Points]:
    if y != "losses":
        return {name: smooth([(row[x], row[y]) for row in told])}
    sizes = sorted(told[0][y], key=int)
    return {f"{n} {name}": [(row[x], row[y][n] / log(int(n))) for row in told] for n in sizes}


def drawing(curves: dict[str, Points], x_name: str, y_name: str) -> str:
    """An SVG by itself: axes with numbers, a line with its name for each curve."""
    xs = [x for points in curves.values() for x, _ in points]
    ys = [y for points in curves.values() for _, y in points]
    low, high, most = min(ys), max(ys), max(xs)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        return round(LEFT + wide * x / most, 1), round(TOP + tall * (high - y) / (high - low), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for i in range(5):
        y = low + (high - low) * i / 4
        _, v = at(0, y)
        out.append(f'<path d="M{LEFT} {v}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{v + 4}" text-anchor="end">{y:.3f}</text>')
        x = most * i / 4
        u, _ = at(x, low)
        out.append(f'<text x="{u}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x / 1e6:.1f}</text>')
    middle = LEFT + wide / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{x_name}</text>')
    out.append(f'<text x="{LEFT}" y="{TOP - 10}">{y_name}</text>')
    taken: list[float] = []  # heights of names: they do not lie on each other
    for colour, (name, points) in sorted(zip(COLOURS, curves.items(), strict=False), key=lambda c: at(*c[1][1][-1])[1]):
        line = " ".join(f"{u},{v}" for u, v in (at(x, y) for x, y in points))
        u, v = at(*points[-1])
        v = max(v, taken[-1] + 14) if taken else v
        taken.append(v)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{u + 6}" y="{v + 4}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def main() -> None:
    out, x, y, *logs = sys.argv[1:]
    curves: dict[str, Points] = {}
    for given in logs:
        name, _, file = given.partition("=")
        curves |= curves_of(name, json.loads(Path(file).read_text("utf-8")), x, y)
    Path(out).write_text(drawing(curves, X[x], Y[y]), "utf-8")


if __name__ == "__main__":
    main()
