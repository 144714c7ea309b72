"""A match as learners know it: agents by name, numbers in, numbers out. Every environment here stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, Literal

import gymnasium.error
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from stajnia.core.game import Illegal, complete
from stajnia.core.match import Match
from stajnia.environments.encoding import Encoding
from stajnia.forms import svg, text

OnIllegal = Literal["raise", "lose", "random"]
ON_ILLEGAL: Final = ("raise", "lose", "random")
RENDER_MODES: Final = ("human", "ansi", "svg")
Mask = NDArray[np.int8]
Observation = dict[str, Any]  # "observation": the numbers, "action_mask": which actions are legal


class IllegalAction(gymnasium.error.InvalidAction, ValueError):
    """An action that is not legal now; the text says why, as at a table."""


class EncodedTable:
    """One match after another of a game, its options and its number of seats."""

    def __init__(
        self, name: str, seats: int | None, options: Mapping[str, Any], illegal: OnIllegal, render_mode: str | None
    ) -> None:
        self.name = name
        self.encoding, self.options = checked(name, seats, options)
        self.seats = self.encoding.seats
        self.illegal = _one_of("illegal", illegal, ON_ILLEGAL)
        self.render_mode = None if render_mode is None else _one_of("render_mode", render_mode, RENDER_MODES)
        self.agents = [f"player_{seat}" for seat in range(self.seats)]
        self.nothing: Mask = np.zeros(self.encoding.actions, np.int8)
        self.loser: int | None = None  # who lost by an illegal action
        self.closed = False
        self._match: Match | None = None
        self._rng = Random()

    def spaces(self, extra: int = 0) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
        """The spaces of an agent, with so many actions beside those of the game."""
        code = self.encoding
        box = spaces.Box(np.array(code.low, np.float32), np.array(code.high, np.float32), dtype=np.float32)
        mask = spaces.Box(0, 1, (code.actions + extra,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask}), spaces.Discrete(code.actions + extra)

    def start(self, seed: int | None) -> None:
        """A new match; the same seed gives the same matches from here on."""
        self._open()
        if seed is not None:
            self._rng = Random(seed)
        self.loser = None
        self._match = Match.start(self.name, self.seats, self.options, self._rng.getrandbits(64))

    @property
    def match(self) -> Match:
        self._open()
        if self._match is None:
            raise gymnasium.error.ResetNeeded("no match has begun: call reset() first")
        return self._match

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.loser is not None else self.match.to_act

    def legal(self, seat: int) -> dict[int, str]:
        """The legal actions of a seat by index."""
        if seat not in self.to_act:
            return {}
        return self.encoding.by_index(self.match.view(seat), self.match.legal(seat))

    def mask(self, seat: int) -> Mask:
        found = self.nothing.copy()
        found[list(self.legal(seat))] = 1
        return found

    def numbers(self, seat: int) -> NDArray[np.float32]:
        return np.array(self.encoding.numbers(self.match.view(seat)), np.float32)

    def observation(self, seat: int, mask: Mask | None = None) -> Observation:
        return {"observation": self.numbers(seat), "action_mask": self.mask(seat) if mask is None else mask}

    def act(self, seat: int, action: Any) -> None:
        """Play an action of a seat by its index; what becomes of an illegal one was chosen at the start."""
        match, legal = self.match, self.legal(seat)
        try:
            index = int(action)
        except (TypeError, ValueError):
            raise IllegalAction(f"an action is the index of one, not {action!r}") from None
        if index in legal:
            match.play(seat, legal[index])
        elif self.illegal == "random" and legal:
            match.play(seat, self._rng.choice(list(legal.values())))
        elif self.illegal == "lose":
            self.loser = seat
        else:
            raise IllegalAction(self._why(seat, index))

    def _why(self, seat: int, index: int) -> str:
        try:
            told = self.encoding.text(self.match.view(seat), index)
        except ValueError as e:
            return str(e)
        refusal = self.match.why_not(seat, told)
        return f"{self.agents[seat]} cannot play “{told}” (action {index}): {refusal}"

    def rewards(self) -> dict[str, float]:
        """By agent, once it is over: 1 for a lone winner, less for a shared win, below 0 for a loss; sums up to 0
        where somebody won. Alone: 1 or -1. An illegal action that loses costs 1 and gives nobody anything."""
        if self.loser is not None:
            return {agent: -float(seat == self.loser) for seat, agent in enumerate(self.agents)}
        outcome = self.match.outcome
        assert outcome is not None
        return dict(zip(self.agents, rewards(outcome.winners, self.seats), strict=True))

    def render(self) -> str | None:
        """What a spectator sees; with `human` it is printed."""
        if self.render_mode is None:
            raise gymnasium.error.Error("no render_mode was chosen: give render_mode='ansi', 'svg' or 'human'")
        view = self.match.view(None)
        if self.render_mode == "svg":
            return svg(view)
        if self.render_mode == "ansi":
            return text(view)
        print(text(view))
        return None

    def close(self) -> None:
        self.closed = True
        self._match = None

    def _open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("this environment is closed: make a new one")


def rewards(winners: tuple[int, ...], seats: int) -> list[float]:
    """A reward for each seat."""
    if seats == 1:
        return [1.0 if winners else -1.0]
    share = 1 / len(winners) if winners else 0.0
    return [((share if seat in winners else 0.0) * seats - 1) / (seats - 1) for seat in range(seats)]


def _one_of(name: str, value: Any, known: tuple[str, ...]) -> Any:
    if value not in known:
        raise ValueError(f"{name} is {value!r}, but it is one of {', '.join(known)}")
    return value


def checked(name: str, seats: int | None, options: Mapping[str, Any]) -> tuple[Encoding, dict[str, Any]]:
    """Names that are not there are a TypeError, as for any keyword; what cannot be is a ValueError."""
    try:
        encoding = Encoding(name, seats) if seats is not None else Encoding(name, _usual(name))
        whole = complete(encoding.game, encoding.seats, options)
        encoding.game.new(encoding.seats, whole)
    except Illegal as e:
        raise (TypeError if e.message == "unknown_option" else ValueError)(str(e)) from None
    return encoding, whole


def _usual(name: str) -> int:
    from stajnia.games import game

    return game(name).USUAL_SEATS
