"""CPU of a game message with one process and SQLite, beside what it was before a house could have several processes.

    python bench/server_before.py [COMMIT] [--source FOLDER] [--game duel] [--runs 9] [--tables 100] [--write]

Each server runs its own checkout, the earlier one from a worktree that is made for it and taken away again (`--source`:
one that is there already), both with plain Python: what is compiled now was not compiled there. The same clients play
the same matches, in turns, the order changing from run to run. The middle ratio is told, with an interval in which the
true middle lies in 19 of 20 such measurements (order statistics). `--write` puts it into docs/scaling.md.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import statistics
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

import server_messages
from rows import Row, show
from server_tools import ROOT, run, serving

BEFORE = "c0b76f2"  # the last commit of a server that was always alone
PAGE = ROOT / "docs" / "scaling.md"
PLACE = re.compile(r"(<!-- alone: .*? -->\n).*?(<!-- end of alone -->)", re.DOTALL)


def earlier(commit: str, stack: ExitStack) -> Path:
    """A checkout of that commit."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "earlier"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
    stack.callback(subprocess.run, [*git, "remove", "--force", str(folder)], check=True)
    return folder


def message(source: Path, game: str) -> float:
    """Microseconds of the server's CPU for a message, in or out."""
    with serving(source, window_min=server_messages.WINDOW) as server:
        tally, cpu = run(server_messages.games(server, game))
    return cpu / tally.messages * 1e6


def interval(values: list[float]) -> tuple[float, float]:
    """Where the middle is, with 95%: the narrowest pair of values, equally far from both ends, that has it so often."""
    ordered, n = sorted(values), len(values)
    outside, cut = 0.0, 0
    while (outside := outside + 2 * math.comb(n, cut) / 2**n) <= 0.05:
        cut += 1
    return ordered[max(0, cut - 1)], ordered[n - max(1, cut)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default=BEFORE)
    parser.add_argument("--source", type=Path, help="a checkout to measure beside, in place of a commit")
    parser.add_argument("--game", choices=server_messages.TABLES, default="duel")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="put it into docs/scaling.md")
    args = parser.parse_args()
    os.environ["STAJNIA_PURE"] = "1"
    server_messages.TABLES[args.game] = server_messages.TABLES[args.game][0], args.tables
    with ExitStack() as stack:
        before = args.source or earlier(args.commit, stack)
        pairs = []
        for n in range(args.runs):
            took = {source: message(source, args.game) for source in ((before, ROOT), (ROOT, before))[n % 2]}
            pairs.append((took[ROOT], took[before]))
            print(f"{n + 1}: now {took[ROOT]:.1f} us, before {took[before]:.1f} us", flush=True)
    ratios = [now / then for now, then in pairs]
    now, then = (statistics.median(side) for side in zip(*pairs, strict=True))
    least, most = interval(ratios)
    beside = args.source.name if args.source else args.commit[:7]
    ratio = f"{statistics.median(ratios):.2f} ({least:.2f} to {most:.2f})"
    show([Row(f"{args.game}: a message, one process, SQLite", f"{now:.1f} us", f"at {beside}: {then:.1f} us", ratio)])
    if args.write:
        text = (
            f"A message of a match of {args.game} costs a process that is alone, with SQLite, {ratio} times what it"
            f" cost at {beside}, the last commit without houses of several processes ({now:.1f} us and {then:.1f} us of"
            f" its processor time, both plain Python, {args.tables} tables, {args.runs} runs in turns)."
        )
        page = PAGE.read_text("utf-8")
        PAGE.write_text(PLACE.sub(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", page), "utf-8")


if __name__ == "__main__":
    main()
