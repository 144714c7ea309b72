"""Races by numbers alone are the races of the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from stajnia.games.fever import race
from stajnia.games.fever.simulate import Course, places
from stajnia.games.fever.state import AT_TIE, State
from tests.fever.table import Table

RUN = """
from random import Random
from stajnia.compiled import is_compiled
from stajnia.games.fever.simulate import Course, places
rng = Random(5)
for _ in range(20):
    deck = [rng.randrange(1, 4) * 111111 + rng.randrange(99999) for _ in range(23)]
    cards = [[rng.randrange(3) // 2 for _ in range(16)] for _ in range(6)]
    course = Course(14, deck, [rng.randrange(6) for _ in range(6)], [rng.choice((0, 3, 5, 6)) for _ in range(6)], cards)
    print(course.rows, course.run(rng), places(course, 50, rng))
print(is_compiled("stajnia.games.fever.simulate"))
"""


def course_of(s: State) -> Course:
    """The race of a state, after its magic was turned up."""
    s = s.copy()
    race.reveal(s, None)
    wild = [s.ramp >> c & 1 == 1 for c in range(6)]
    ability = [s.box.ability[c] if wild[c] else 0 for c in range(6)]
    cards = [[race.count(lane, m) for m in range(16)] for lane in s.lanes]
    return Course(s.box.length, s.cards.deck, s.rows, ability, cards)


def by_the_rules(s: State, rng: Random) -> list[int]:
    """The same race on the state, with the same cards and dice; the first of level unicorns goes first."""
    race.reveal(s, None)
    deck = list(s.cards.deck)
    at = 0
    while len(s.ranking) < 6:
        i = at + int(rng.random() * (23 - at))
        deck[at], deck[i] = deck[i], deck[at]
        race.turn_card(s, deck[at], None)
        a, b = int(rng.random() * 6), int(rng.random() * 6)
        race.roll(s, min(a, b), max(a, b), None)
        while s.step == AT_TIE:
            race.decide(s, s.tied[0], None)
        at += 1
    return list(s.ranking)


@pytest.mark.parametrize("seed", range(60))
def test_a_simulated_race_is_the_race_of_the_rules(seed: int) -> None:
    """With any odds, rampage and magic that asks nobody, the same cards and dice give the same ranking."""
    rng = Random(seed)
    t = Table()
    t.s.rows = [rng.randrange(6) for _ in range(6)]
    t.s.ramp = rng.randrange(64)
    designs = [m for m in range(16) if m not in (race.G, race.G + 1)]
    t.s.lanes = [tuple(rng.choice(designs) for _ in range(rng.randrange(5))) for _ in range(6)]
    course, s = course_of(t.s), t.s.copy()
    for again in range(5):
        assert course.run(Random(seed + again)) == by_the_rules(s.copy(), Random(seed + again))


def test_shares_of_places() -> None:
    """Every place is taken once a race, the favourite wins most, and magic helps whom it lies on."""
    plain = places(course_of(Table().rampage().s), 2000, Random(1))
    for place in range(6):
        assert sum(row[place] for row in plain) == pytest.approx(1)
    assert 0.40 < plain[0][0] < 0.48
    helped = places(course_of(Table().rampage().lay("purple", "C+ A+").s), 2000, Random(1))
    assert helped[5][0] > 2 * plain[5][0]


def test_races_compiled_and_plain_are_the_same() -> None:
    """The same generator gives the same places, by the compiled module and by the plain one."""
    lines = []
    for pure in ("", "1"):
        env = {**os.environ, "STAJNIA_PURE": pure}
        done = subprocess.run([sys.executable, "-c", RUN], env=env, capture_output=True, text=True, check=True)
        lines.append(done.stdout.splitlines())
    assert lines[0][:-1] == lines[1][:-1]
    assert (lines[0][-1], lines[1][-1]) == ("True", "False")
