"""What copy, view, guess and a whole quick decision cost now, beside what they cost at an earlier commit.

    python bench/before_after.py [COMMIT] [--games unstable clovers] [--rounds N] [--rows FILE]

Both run in processes of their own, the earlier one from a worktree that is made for it and taken away again, on the
same positions: the moves of random games that both know. They take turns, round after round; processor time is
counted. The earlier one is plain Python unless its worktree brings its own compiled parts, and it has none.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rows import Row, show, write

ROOT = Path(__file__).parents[1]
SEATS = {"duel": 2, "clovers": 2, "fever": 4, "unstable": 4}
LEVELS = {"duel": "greedy", "clovers": "greedy", "fever": "greedy", "unstable": "greedy"}
CHANCE, SECONDS, GAMES = -1, 0.1, 6
EARLIER = "eba481f"  # before anything was compiled
NAMES = {
    "copy": "a copy",
    "view": "a view",
    "legal": "the legal actions as texts",
    "guess": "a guess",
    "choice": "a greedy choice from a view",
    "decision": "a whole greedy decision (view, legal actions, choice)",
}
Moves = list[tuple[int, str]]


def start(name: str) -> tuple[Any, Any]:
    """The game and its state at the beginning."""
    from stajnia.core.game import complete

    game = import_module(f"stajnia.games.{name}")
    return game, game.new(SEATS[name], complete(game, SEATS[name], {}))


def random_game(name: str, seed: int) -> Moves:
    rng = Random(seed)
    game, s = start(name)
    moves: Moves = []
    while asked := game.to_act(s):
        actions = [a for a, _ in game.odds(s)] if asked[0] == CHANCE else game.legal(s, asked[0])
        moves.append((asked[0], game.write(actions[rng.randrange(len(actions))])))
        game.play(s, asked[0], game.read(moves[-1][1]))
    return moves


def positions(name: str, games: list[Moves]) -> list[list[tuple[Any, int]]]:
    """By game: states with a seat that has a choice, as far as the rules of this side go along."""
    found = []
    for moves in games:
        game, s = start(name)
        states = []
        for seat, text in moves:
            if seat not in game.to_act(s):
                break
            if seat != CHANCE:
                states.append((s.copy(), seat))
            try:
                game.play(s, seat, game.read(text))
            except Exception:  # the rules were others
                break
        found.append(states)
    return found


class Side:
    """In a process of its own: measures what it is asked for."""

    def __init__(self, name: str, games: list[Moves]) -> None:
        from stajnia.bots.bot import bot

        self.game, self.choose = import_module(f"stajnia.games.{name}"), bot(name, LEVELS[name])
        self.found = positions(name, games)
        self.states: list[tuple[Any, int]] = []

    def lengths(self) -> list[int]:
        return list(map(len, self.found))

    def take(self, lengths: list[int]) -> None:
        """Keep only what both sides know."""
        game = self.game
        several = [each for states, n in zip(self.found, lengths, strict=True) for each in states[:n]]
        self.states = [each for each in several if len(game.legal(*each)) > 1][:: max(1, len(several) // 300)]
        self.views = [game.view(*each) for each in self.states]
        self.legal = [[game.write(a) for a in game.legal(*each)] for each in self.states]

    def works(self) -> dict[str, Callable[[int, Random], object]]:
        game, states, views, legal = self.game, self.states, self.views, self.legal
        choose: Callable[..., str] = self.choose  # a budget is usual, and was unknown once
        write = game.write
        return {
            "copy": lambda n, _: states[n][0].copy(),
            "view": lambda n, _: game.view(*states[n]),
            "legal": lambda n, _: [write(a) for a in game.legal(*states[n])],
            "guess": lambda n, rng: game.guess(views[n], rng),
            "choice": lambda n, rng: choose(views[n], legal[n], rng),
            "decision": lambda n, rng: choose(game.view(*states[n]), [write(a) for a in game.legal(*states[n])], rng),
        }

    def measure(self, what: str) -> float:
        """Microseconds."""
        work, rng, count, began = self.works()[what], Random(1), 0, process_time()
        while (spent := process_time() - began) < SECONDS:
            for n in range(len(self.states)):
                work(n, rng)
            count += len(self.states)
        return spent / count * 1e6


def serve() -> None:
    side: Side | None = None
    for line in sys.stdin:
        what, *args = json.loads(line)
        if what == "games":
            said: Any = [random_game(args[0], seed) for seed in range(GAMES)]
        elif what == "side":
            side = Side(*args)
            said = side.lengths()
        elif what == "take":
            assert side is not None
            side.take(*args)
            said = None
        else:
            assert side is not None
            said = side.measure(what)
        print(json.dumps(said), flush=True)


class Process:
    def __init__(self, root: Path, stack: ExitStack) -> None:
        environment = {**os.environ, "PYTHONPATH": str(root / "src")}
        self.process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, __file__, "serve"],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert self.process.stdin is not None
        stack.callback(self.process.stdin.close)

    def ask(self, *question: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def compare(name: str, commit: str, before: Process, now: Process, rounds: int) -> Iterator[Row]:
    games = now.ask("games", name)
    shared = [min(pair) for pair in zip(*(side.ask("side", name, games) for side in (before, now)), strict=True)]
    for side in (before, now):
        side.ask("take", shared)
    for what, told in NAMES.items():
        found = [(before.ask(what), now.ask(what)) for _ in range(rounds)]
        old, new = (median(side) for side in zip(*found, strict=True))
        quicker = median(a / b for a, b in found)
        yield Row(f"{name}: {told}", f"{new:.1f} us", f"at {commit[:7]}, plain Python: {old:.1f} us", f"{quicker:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default=EARLIER)
    parser.add_argument("--games", nargs="+", choices=SEATS, default=list(SEATS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", help="a file for the rows of the table")
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "earlier"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(folder), args.commit], check=True)
        stack.callback(subprocess.run, [*git, "remove", "--force", str(folder)], check=True)
        before, now = Process(folder, stack), Process(ROOT, stack)
        rows = [row for name in args.games for row in compare(name, args.commit, before, now, args.rounds)]
    show(rows)
    if args.rows:
        write(args.rows, rows)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
