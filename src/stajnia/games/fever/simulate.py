"""Many races at once, by numbers alone: what odds, rampage and the magic on the lanes give in wins and places.

The race of race.py without a state and without a story. Where the first player would choose, among level unicorns or
among cards for a G card, the first in order is taken.
"""

from __future__ import annotations

from stajnia.core.game import Rng
from stajnia.games.fever.pieces import LONG_FINISH, LONG_SPRINT, LONG_START
from stajnia.games.fever.race import A, B, C, D, E, F, steps_of


class Course:
    """A race that is to be run: `cards` counts the magic on each lane by design, `ability` is 0 without a rampage."""

    __slots__ = ("ability", "cards", "deck", "length", "rows")

    def __init__(
        self, length: int, deck: list[int], rows: list[int], ability: list[int], cards: list[list[int]]
    ) -> None:
        self.length = length
        self.deck: list[list[int]] = [list(steps_of(card)) for card in deck]
        self.rows = rows.copy()
        self.ability = ability
        self.cards: list[list[int]] = [lane.copy() for lane in cards]

    def run(self, rng: Rng) -> list[int]:
        """One race: the unicorns in the order they finish."""
        random, deck, pos = rng.random, self.deck.copy(), [0] * 6
        ranking: list[int] = []
        running = [0, 1, 2, 3, 4, 5]
        turn = 0
        while running:
            at = turn % 23
            i = at + int(random() * (23 - at))
            deck[at], deck[i] = deck[i], deck[at]
            self._move(deck[at], pos, running, turn == 0)
            a, b = int(random() * 6), int(random() * 6)
            for c in running:
                if c in (a, b) and not self.cards[c][C + 1]:
                    more = 1 if self.ability[c] == LONG_SPRINT else 0
                    self._advance(pos, c, 1 + self.cards[c][C] + more)
            self._finish(pos, running, ranking)
            turn += 1
        return ranking

    def _move(self, numbers: list[int], pos: list[int], running: list[int], start: bool) -> None:
        last = leading = pos[running[0]]
        for c in running:
            last, leading = min(last, pos[c]), max(leading, pos[c])
        for c in running:
            lane, go = self.cards[c], numbers[self.rows[c]]
            if start:
                if lane[B]:
                    go = max(numbers)
                elif lane[B + 1]:
                    go = min(numbers)
                go = max(0, go + lane[A] - lane[A + 1] + (1 if self.ability[c] == LONG_START else 0))
            elif lane[F] and pos[c] == last:
                go = max(numbers)
            elif lane[F + 1] and pos[c] == leading:
                go = min(numbers)
            self._advance(pos, c, go)

    def _advance(self, pos: list[int], c: int, steps: int) -> None:
        before, line, lane = pos[c], self.length, self.cards[c]
        at = before + steps
        if before < line <= at:
            at = line if lane[D + 1] else at
            at += 2 * lane[D] + (3 if self.ability[c] == LONG_FINISH else 0)
        pos[c] = at

    def _finish(self, pos: list[int], running: list[int], ranking: list[int]) -> None:
        home: list[int] = []
        for c in running:
            if pos[c] >= self.length:
                tie = (self.cards[c][E + 1] > 0) - (self.cards[c][E] > 0)
                home.append(((-pos[c] * 64 + (tie + 1) * 8 + self.rows[c]) * 8) + c)
        home.sort()
        for x in home:
            ranking.append(x % 8)
            running.remove(x % 8)


def places(course: Course, races: int, rng: Rng) -> list[list[float]]:
    """By unicorn the share of races in which it takes each place, first to sixth."""
    found = [[0.0] * 6 for _ in range(6)]
    for _ in range(races):
        ranking = course.run(rng)
        for place in range(6):
            found[ranking[place]][place] += 1 / races
    return found
