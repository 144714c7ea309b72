"""Golden games: whole matches as text, told again in every test run so that a change of the rules shows as a diff.

`python -m tests.golden.make` writes new ones (and only then: old games stay while they replay).
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from stajnia.bots.bot import SECOND, bot
from stajnia.core.game import Message
from stajnia.core.match import Match
from stajnia.core.record import Record
from stajnia.core.replay import Walk
from stajnia.core.words import words

HERE = Path(__file__).parent
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("duel", 2, {"layout": "stairs"}),
    ("clovers", 3, {}),
    ("fever", 4, {}),
    ("unstable", 4, {}),
    ("unstable", 3, {"deck": "first"}),
]


def story(record: Record) -> str:
    """The match in English: each move and, indented, what everybody was told."""
    walk = Walk(record)
    say = words(record.game, "en")
    lines: list[str] = []
    for n, (events, (seat, text)) in enumerate(zip(walk, record.moves, strict=True)):
        lines.append(f"{n:4} {'chance' if seat < 0 else f'seat {seat}'}: {text}")
        lines += ["       " + say.say(Message(f"event.{e.kind}", e.args)) for e in events]
    lines.append(f"     {walk.match.outcome}")
    return "\n".join(lines) + "\n"


def play(game: str, seats: int, options: dict[str, Any], seed: int) -> Record:
    rng = Random(seed)
    choose = bot(game, "greedy")
    m = Match.start(game, seats, options, seed=seed)
    while m.to_act:
        seat = m.to_act[0]
        m.play(seat, choose(m.view(seat), m.legal(seat), rng, SECOND))
    return m.record


def main() -> None:
    for game, seats, options in GAMES:
        name = "-".join([game, str(seats), *map(str, options.values())])
        record = play(game, seats, options, 2026)
        (HERE / f"{name}.txt").write_text(record.to_json() + "\n" + story(record), "utf-8")


if __name__ == "__main__":
    main()
