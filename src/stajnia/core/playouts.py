"""Games played on from a state, many at a time: the one loop that search, benchmarks and learning share.

Seats choose at random or by a policy, chance by its odds; all of it from the generator that is handed in, so that the
same seed gives the same games, compiled or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from stajnia.core.game import CHANCE, AnyGame, Outcome, Rng, Seat

Policy = Callable[[Any, Seat, Sequence[Any]], Any]  # (state, seat, legal actions) -> one of them
Reached = Callable[[Any], bool]  # whether a state is one to stop at
LONGEST: Final = 100_000  # moves after which a game is left as it stands


class Tally:
    """How games ended: wins and scores are summed by seat, a shared win in equal parts."""

    __slots__ = ("games", "moves", "scores", "unfinished", "wins")

    def __init__(self) -> None:
        self.games: int = 0  # that came to an end
        self.unfinished: int = 0
        self.moves: int = 0  # of seats and of chance, in all games
        self.wins: list[float] = []
        self.scores: list[float] = []

    def add(self, moves: int, outcome: Outcome | None) -> None:
        """One more game."""
        self.moves += moves
        if outcome is None:
            self.unfinished += 1
            return
        self.games += 1
        if not self.scores:
            self.wins = [0.0] * len(outcome.scores)
            self.scores = [0.0] * len(outcome.scores)
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)


def by_odds(odds: Sequence[tuple[Any, float]], point: float) -> Any:
    """The chance move at a point of [0, 1)."""
    for action, p in odds:
        point -= p
        if point < 0:
            return action
    return odds[-1][0]


def playout(
    game: AnyGame,
    s: Any,
    rng: Rng,
    policy: Policy | None = None,
    most: int = LONGEST,
    reached: Reached | None = None,
) -> int:
    """Plays the state on, in place, until the game is over, `most` moves are made or it is `reached`; how many were.

    Where several may act, the first in turn order does: answers are sealed, so that no order tells anything.
    """
    to_act, legal, odds, play, random = game.to_act, game.legal, game.odds, game.play, rng.random
    for moves in range(most):
        if reached is not None and reached(s):
            return moves
        seats = to_act(s)
        if not seats:
            return moves
        seat = seats[0]
        if seat == CHANCE:
            play(s, CHANCE, by_odds(odds(s), random()))
            continue
        actions = legal(s, seat)
        if policy is not None:
            play(s, seat, policy(s, seat, actions))
        else:
            play(s, seat, actions[int(random() * len(actions))])
    return most


def playouts(game: AnyGame, s: Any, rng: Rng, count: int, policy: Policy | None = None, most: int = LONGEST) -> Tally:
    """Plays `count` games from the state, which stays as it is."""
    tally = Tally()
    for _ in range(count):
        end = s.copy()
        moves = playout(game, end, rng, policy, most)
        tally.add(moves, game.outcome(end))
    return tally
