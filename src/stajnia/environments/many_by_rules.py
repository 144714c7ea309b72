"""Many matches at once by the rules engines themselves, for the games that have no kernel of their own.

The interface is that of `Many`: masks and actions of `Encoding`, a step of all matches in one call. It saves all
that stands around a rule: no match, no record, no view is made for a step. It holds the lock, so threads do not help;
processes do.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stajnia.core.game import CHANCE
from stajnia.core.playouts import by_odds, playout
from stajnia.environments.table import IllegalAction, checked, rewards

Actions = NDArray[np.int32]


class Eyes(NamedTuple):
    """All of a view that the index of an action needs."""

    seat: int
    seats: int


class ManyByRules:
    """Matches of one game, each with chance of its own from the seed; options as in a match."""

    def __init__(self, name: str, count: int, seats: int | None, seed: int, options: dict[str, Any]) -> None:
        if count < 1:
            raise ValueError(f"count is {count}, but at least one match is played")
        self.encoding, whole = checked(name, seats, options)
        self.rules, self.count, self.seats = self.encoding.game, count, self.encoding.seats
        self.states: list[Any] = [self.rules.new(self.seats, whole) for _ in range(count)]
        self._rngs = [Random(f"{seed} {n}") for n in range(count)]
        self.to_act: NDArray[np.int32] = np.full(count, -1, np.int32)  # whose decision each match waits for
        self._sampled: list[tuple[int, Any] | None] = [None] * count
        self._indices: dict[tuple[int, Any], int] = {}  # what was met so far, by seat and action
        for n in range(count):
            self._settle(n)

    @property
    def over(self) -> NDArray[np.bool_]:
        return np.asarray(self.to_act < 0)

    def legal(self) -> NDArray[np.uint8]:
        """A mask for every match; nothing is legal where it is over."""
        mask = np.zeros((self.count, self.encoding.actions), np.uint8)
        for n, seat in enumerate(self.to_act.tolist()):
            if seat >= 0:
                mask[n, [self._index(seat, a) for a in self.rules.legal(self.states[n], seat)]] = 1
        return mask

    def observe(self) -> NDArray[np.float32]:
        """The numbers of each match as the seat that is to act may know it; zeros where it is over."""
        found = np.zeros((self.count, self.encoding.size), np.float32)
        for n, seat in enumerate(self.to_act.tolist()):
            if seat >= 0:
                found[n] = self.encoding.numbers(self.rules.view(self.states[n], seat))
        return found

    def sample(self) -> Actions:
        """A legal action for every match by its own lot; -1 where it is over."""
        found = np.full(self.count, -1, np.int32)
        for n, seat in enumerate(self.to_act.tolist()):
            if seat >= 0:
                legal = self.rules.legal(self.states[n], seat)
                action = legal[int(self._rngs[n].random() * len(legal))]
                found[n] = index = self._index(seat, action)
                self._sampled[n] = index, action
        return found

    def step(self, actions: Any) -> None:
        """Play an action in every match, -1 in those that are over; all of them or, where one is illegal, none."""
        given = np.asarray(actions)
        if given.shape != (self.count,):
            raise ValueError(f"{self.count} matches take as many actions, not an array of shape {given.shape}")
        asked = zip(self.to_act.tolist(), given.tolist(), strict=True)  # plain numbers: compiled rules take no others
        meant = [self._meant(n, seat, index) for n, (seat, index) in enumerate(asked)]
        for n, (seat, action) in enumerate(meant):
            if seat >= 0:
                self.rules.play(self.states[n], seat, action)
                self._settle(n)

    def playout(self) -> int:
        """Play every match to its end by lot; how many moves were made, chance included."""
        made = sum(playout(self.rules, s, rng) for s, rng in zip(self.states, self._rngs, strict=True))
        self.to_act[:] = -1
        return made

    def winners(self) -> list[tuple[int, ...]]:
        """Who won each match, () while it is played."""
        outcomes = [self.rules.outcome(s) for s in self.states]
        return [outcome.winners if outcome else () for outcome in outcomes]

    def rewards(self) -> NDArray[np.float32]:
        """A reward for every seat of every match, 0 while it is played."""
        outcomes = [self.rules.outcome(s) for s in self.states]
        found = [rewards(outcome.winners, self.seats) if outcome else [0.0] * self.seats for outcome in outcomes]
        return np.array(found, np.float32)

    def _settle(self, n: int) -> None:
        """Chance moves until somebody is asked; where several are, the first in turn order."""
        s, rules = self.states[n], self.rules
        self._sampled[n] = None
        while seats := rules.to_act(s):
            if seats[0] != CHANCE:
                break
            rules.play(s, CHANCE, by_odds(rules.odds(s), self._rngs[n].random()))
        self.to_act[n] = seats[0] if seats else -1

    def _index(self, seat: int, action: Any) -> int:
        found = self._indices.get((seat, action))
        if found is None:
            found = self.encoding.index(Eyes(seat, self.seats), self.rules.write(action))
            self._indices[seat, action] = found
        return found

    def _meant(self, n: int, seat: int, index: int) -> tuple[int, Any]:
        """The action of an index in a match."""
        if seat < 0 and index == -1:
            return -1, None
        sampled = self._sampled[n]
        if sampled is not None and sampled[0] == index:
            return seat, sampled[1]
        if seat >= 0:
            for action in self.rules.legal(self.states[n], seat):
                if self._index(seat, action) == index:
                    return seat, action
        raise IllegalAction(f"action {index} is not legal in match {n}: nothing was played")


class ManyFever(ManyByRules):
    """Matches of fever."""

    def __init__(self, count: int, seats: int = 4, *, seed: int = 0, **options: Any) -> None:
        super().__init__("fever", count, seats, seed, options)


class ManyUnstable(ManyByRules):
    """Matches of unstable."""

    def __init__(self, count: int, seats: int = 4, *, seed: int = 0, **options: Any) -> None:
        super().__init__("unstable", count, seats, seed, options)
