"""Races as seat 0 is told of them, for the page's own tests: `python -m tests.web.record_races`.

A whole match of four, and of many others the race with the most events, with the most turns and with the most
decisions in it. Written beside the page's tests; fixed seeds, so two runs write the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from stajnia.bots.bot import Budget, bot
from stajnia.core.match import Match

HERE = Path(__file__).parents[2] / "web/src/games/fever/recorded.json"
RUNS = {
    "race",
    "reveal",
    "cancel",
    "immune",
    "ward",
    "antimagic",
    "antimagic_none",
    "whisper",
    "card",
    "dice",
    "finish",
}
NEEDED = ("round", "length", "lanes", "bets", "race")  # of the view before a race
Race = list[dict[str, Any]]  # its shows: the view before each, and what was told


def races(seed: int, seats: int) -> list[Race]:
    """The races of a match between bots that now and then do anything."""
    match, rng, choose = Match.start("fever", seats, seed=seed), Random(seed), bot("fever", "greedy")
    found: dict[int, Race] = {}
    while match.to_act:
        seat, before = match.to_act[0], match.view(0)
        legal = match.legal(seat)
        sensible = rng.random() < 0.9
        text = choose(match.view(seat), legal, rng, Budget(simulations=1)) if sensible else rng.choice(legal)
        events = match.play(seat, text)
        if any(e.kind in RUNS or e.kind == "finish_why" for e in events):
            view = {name: getattr(before, name) for name in NEEDED}
            view["bets"] = [b for b in before.bets if b.state == "held"]
            told = [{"kind": e.kind, "args": {**e.args, **e.secret} if 0 in e.to else e.args} for e in events]
            found.setdefault(before.round, []).append({"view": view, "events": told})
    return list(found.values())


def kinds(race: Race) -> list[str]:
    return [e["kind"] for part in race for e in part["events"]]


def main() -> None:
    many = [race for seed in range(1, 200) for race in races(seed, 2 + seed % 5)]
    kept = {
        "game": races(7, 4),
        "long": [max(many, key=lambda race: len(kinds(race)))],
        "turns": [max(many, key=lambda race: kinds(race).count("card"))],
        "interrupted": [max(many, key=len)],
    }
    HERE.write_bytes(msgspec.json.encode(kept) + b"\n")
    print(json.dumps({name: len(some) for name, some in kept.items()}), f"from {len(many)} races")


if __name__ == "__main__":
    main()
