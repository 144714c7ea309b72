"""Look ahead in any game: every action is tried on the same guesses and played on by a quick player; then a learned
net says how likely each seat wins from there.

A game adds what it knows: how far to play on, and what the net is told of a state (`Ahead`). No rule stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from random import Random
from time import monotonic
from typing import Any, Protocol

from stajnia.bots.analysis import Worth
from stajnia.bots.bot import Budget
from stajnia.bots.net import net
from stajnia.bots.why import compared
from stajnia.core.game import AnyGame, Message, Rng, Seat
from stajnia.core.playouts import Reached, playout
from stajnia.games import game as find

MOST = 40  # guesses: more hardly change a choice
FIRST_LOOK = 6  # guesses before an action may be dropped
SURE = 2.3  # standard errors behind the best at which it is dropped


Guess = Callable[[Any, Rng], Any]  # (view, rng) -> a state as it may be
Quick = Callable[[Any, Seat, Sequence[Any], Rng], Any]  # (state, seat, legal actions, rng) -> one of them


class Ahead(Protocol):
    """What a game tells the search."""

    weights: str
    inputs: str

    def ends(self, s: Any, rng: Rng) -> list[Any]:
        """Where the state may lead, played on to where it can be weighed; the same luck for the same `rng`."""

    def price(self, v: Any, action: str) -> float:
        """By what part the action must raise the odds of winning to be worth it."""

    def features(self, s: Any, me: Seat) -> bytes:
        """What the net is told of each seat, one row of small numbers after the other, as `me` knows it."""


class Weighed:
    """An action and what was found for it: the own chance of winning, on how many guesses; and its price in odds."""

    __slots__ = ("action", "found", "price")

    def __init__(self, action: str, price: float) -> None:
        self.action, self.price = action, price
        self.found: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.found) / max(1, len(self.found))

    @property
    def worth(self) -> float:
        """The chance less the price, which weighs little where the game is as good as won or lost."""
        mean = self.mean
        return mean - self.price * mean * (1 - mean)


def play_on(name: str, s: Any, rng: Rng, quick: Quick, reached: Reached) -> None:
    """Plays on, in place, by a quick player until it is reached or the game is over."""
    luck = Random(rng.randrange(1 << 32))  # cards and dice stay the same where choices differ

    def policy(s: Any, seat: Seat, actions: Sequence[Any]) -> Any:
        return actions[0] if len(actions) == 1 else quick(s, seat, actions, rng)

    playout(find(name), s, luck, policy, reached=reached)


def weigh(
    name: str,
    ahead: Ahead,
    v: Any,
    legal: Sequence[str],
    rng: Rng,
    budget: Budget,
    most: int = MOST,
    guess: Guess | None = None,
    kept: str = "",
) -> list[Weighed]:
    """The actions, best first, equals by lot. Those that fall behind are not tried on every guess, except the one that
    is to be `kept`. A simulation is one try; every action is tried once, however few there are.
    """
    game = find(name)
    guess = guess or game.guess
    until = None if budget.simulations else monotonic() + 0.8 * budget.seconds
    left = budget.simulations or most * len(legal)
    alive = [Weighed(text, ahead.price(v, text)) for text in legal]
    rng.shuffle(alive)
    all_ = list(alive)
    for n in range(most):
        if n and (len(alive) == 1 or left < len(alive) or (until is not None and monotonic() > until)):
            break
        left -= len(alive)
        _try(game, ahead, v, alive, rng, guess)
        if n + 1 >= FIRST_LOOK and n % 2:
            alive = _leading(alive, kept)
    return sorted(all_, key=lambda w: (-len(w.found), -w.worth))


def expected(
    name: str,
    ahead: Ahead,
    v: Any,
    legal: Sequence[str],
    action: str,
    rng: Rng,
    budget: Budget,
    most: int = MOST,
) -> list[Message]:
    """What the look ahead says of an action and of the best of the others (bots/why.py), of those that were tried on
    as many guesses: what was dropped early may have been lucky."""
    found = weigh(name, ahead, v, legal, rng, budget, most, kept=action)
    tried = len(found[0].found)
    worth = {w.action: w.worth for w in found if len(w.found) == tried}
    if action not in worth:
        return []
    return compared(name, v, action, {w.action: w.mean for w in found if w.action in worth}, tried, worth)


def judged(name: str, ahead: Ahead, v: Any, legal: Sequence[str], action: str, rng: Rng, simulations: int) -> Worth:
    """What an action is worth beside the best (bots/analysis.py). That is looked for on some guesses, and both are
    measured on others: so nothing is better only because it was lucky when it was found."""
    game = find(name)
    looking = Budget(simulations=max(2 * len(legal), simulations * 2 // 3))
    best = weigh(name, ahead, v, legal, rng, looking)[0].action
    both = [Weighed(text, 0.0) for text in dict.fromkeys((action, best))]
    for _ in range(max(1, simulations // 6)):
        _try(game, ahead, v, both, rng, game.guess)
    if both[-1].mean <= both[0].mean:
        best = action
    return Worth(both[0].mean, max(w.mean for w in both), best)


def _try(game: AnyGame, ahead: Ahead, v: Any, alive: list[Weighed], rng: Rng, guess: Guess) -> None:
    """One guess: each action is played on it, with the same luck afterwards."""
    guessed, luck = guess(v, rng), rng.randrange(1 << 32)
    ends = []
    for w in alive:
        s = guessed.copy()
        game.play(s, v.seat, game.read(w.action))
        ends.append(ahead.ends(s, Random(luck)))
    worth = iter(chances(game, ahead, [end for each in ends for end in each], v.seat))
    for w, each in zip(alive, ends, strict=True):
        w.found.append(sum([next(worth) for _ in each]) / len(each))


def _leading(alive: list[Weighed], asked: str) -> list[Weighed]:
    """Without those that are surely worse than the best, guess by guess; the one that is `asked` about stays."""
    best = max(alive, key=lambda w: w.worth)
    kept = []
    for w in alive:
        behind = [a - b for a, b in zip(best.found, w.found, strict=True)]
        mean = sum(behind) / len(behind)
        spread = sqrt(sum((x - mean) ** 2 for x in behind) / (len(behind) - 1) / len(behind))
        if w is best or w.action == asked or best.worth - w.worth < SURE * spread + 1e-9:
            kept.append(w)
    return kept


def chances(game: AnyGame, ahead: Ahead, states: Sequence[Any], me: Seat) -> list[float]:
    """How likely `me` wins each of these: by the result where the game is over, else by the net."""
    outcomes = [game.outcome(s) for s in states]
    told = [ahead.features(s, me) for s, o in zip(states, outcomes, strict=True) if o is None]
    said = net(ahead.weights, ahead.inputs).forward_bytes(b"".join(told)) if told else []
    found, at = [], 0
    for s, o in zip(states, outcomes, strict=True):
        if o is not None:
            found.append(1 / len(o.winners) if me in o.winners else 0.0)
            continue
        mine = said[at : at + s.n]
        at += s.n
        top = max(mine)
        powers = [exp(x - top) for x in mine]
        found.append(powers[me] / sum(powers))
    return found
