"""Draw curves of learning from the logs of trainings: `python training/curve.py OUT.svg NAME=LOG.json ...`.

A log is a list of {"games": how many so far, "loss": what the net was wrong by}.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 56, 16, 110, 44
COLOURS = ("#2f7d4f", "#b3541e", "#5b4bb3", "#a0256b")
SMOOTH = 5  # points of the log in one of the line

Points = list[tuple[float, float]]


def smooth(points: Points) -> Points:
    found = []
    for i in range(len(points)):
        near = points[max(0, i - SMOOTH + 1) : i + 1]
        found.append((points[i][0], sum(y for _, y in near) / len(near)))
    return found


def drawing(curves: dict[str, Points]) -> str:
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
    out.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">games played, millions</text>')
    out.append(f'<text x="{LEFT}" y="{TOP - 4}">loss</text>')
    for colour, (name, points) in zip(COLOURS, curves.items(), strict=False):
        line = " ".join(f"{u},{v}" for u, v in (at(x, y) for x, y in points))
        u, v = at(*points[-1])
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{u + 6}" y="{v + 4}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def main() -> None:
    curves = {}
    for given in sys.argv[2:]:
        name, _, file = given.partition("=")
        log = json.loads(Path(file).read_text("utf-8"))
        curves[name] = smooth([(x["games"], x["loss"]) for x in log])
    Path(sys.argv[1]).write_text(drawing(curves), "utf-8")


if __name__ == "__main__":
    main()
