"""What the greedy bot chooses in fixed positions: `python -m tests.unstable.greedy_choices` writes them down again.

A line is a match: seats, deck and, one sign a decision, which of the legal actions greedy chose. The matches are
dealt and, now and then, led astray by a seeded generator, so that greedy is asked in odd positions too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from stajnia.bots.unstable import greedy
from stajnia.core.game import CHANCE, complete
from stajnia.games import unstable
from stajnia.games.unstable.deck import EDITIONS

FILE = Path(__file__).parent / "greedy_choices.txt"
FIRST_SIGN = 35
MATCHES = [(seats, deck, seed) for seats in unstable.SEATS for deck in EDITIONS for seed in range(3)]


def decisions(seats: int, deck: str, seed: int) -> Iterator[tuple[int, int, list[str]]]:
    """Each decision of a match: its place, which action greedy chose, and all that were legal."""
    rng = Random(f"{seats} {deck} {seed}")
    s = unstable.new(seats, complete(unstable, seats, {"deck": deck}))
    place = 0
    while to_act := unstable.to_act(s):
        place += 1
        if to_act[0] == CHANCE:
            actions, weights = zip(*unstable.odds(s), strict=True)
            unstable.play(s, CHANCE, rng.choices(actions, weights)[0])
            continue
        seat = rng.choice(to_act)
        legal = list(unstable.legal(s, seat))
        chosen = greedy(unstable.view(s, seat), legal, Random(place))
        if len(legal) > 1:
            yield place, legal.index(chosen), legal
        unstable.play(s, seat, rng.choice(legal) if rng.random() < 0.15 else chosen)


def line(seats: int, deck: str, seed: int) -> str:
    signs = "".join(chr(FIRST_SIGN + chosen) for _, chosen, _ in decisions(seats, deck, seed))
    return f"{seats} {deck} {seed} {signs}"


if __name__ == "__main__":
    FILE.write_text("".join(line(*match) + "\n" for match in MATCHES), "utf-8")
