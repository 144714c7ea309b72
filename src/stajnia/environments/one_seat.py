"""One seat of a game for Gymnasium, the others played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from stajnia.bots.bot import Budget, Choose, bot, usual
from stajnia.core.game import Illegal
from stajnia.environments.encoding import Encoding
from stajnia.environments.table import RENDER_MODES, EncodedTable, Observation, OnIllegal
from stajnia.games import NAMES, game

Bots = str | Choose | Sequence[str | Choose] | None


class OneSeat(gymnasium.Env[Observation, int]):
    """A seat against bots: levels by name or functions of one's own, one for all others or one for each of them."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium's)

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        *,
        seat: int = 0,
        bots: Bots = None,
        budget: Budget | str = Budget(simulations=20),  # noqa: B008 (frozen)
        max_cycles: int | None = None,
        illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = EncodedTable(name, seats, options, illegal, render_mode)
        if not 0 <= seat < self.table.seats:
            raise ValueError(f"seat is {seat}, but the seats are 0 to {self.table.seats - 1}")
        self.seat = seat
        self.budget = Budget.read(budget) if isinstance(budget, str) else budget
        self.bots = self._bots(bots)
        self.max_cycles = max_cycles
        self.render_mode = self.table.render_mode
        self.observation_space, action_space = self.table.spaces()
        self.action_space: spaces.Discrete[Any] = action_space

    def _bots(self, bots: Bots) -> dict[int, Choose]:
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        one = usual(self.table.name) if bots is None else bots
        each = list(one) if isinstance(one, Sequence) and not isinstance(one, str) else [one] * len(others)
        if len(each) != len(others):
            raise ValueError(f"{len(each)} bots were named, but {len(others)} seats are left for them")
        try:
            found = [bot(self.table.name, level) if isinstance(level, str) else level for level in each]
        except Illegal as e:
            raise ValueError(str(e)) from None
        return dict(zip(others, found, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        start = int(self.np_random.integers(2**62))
        self.rng = Random(start)
        self.table.start(start)
        self.decisions = 0
        self._others()
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self.table
        if not table.to_act:
            raise gymnasium.error.ResetNeeded("the match is over: call reset() for the next one")
        table.act(self.seat, action)
        self.decisions += 1
        self._others()
        over = not table.to_act
        cut = not over and self.max_cycles is not None and self.decisions >= self.max_cycles
        reward = table.rewards()[table.agents[self.seat]] if over else 0.0
        observation, info = self._seen()
        return observation, reward, over, cut, info

    def _others(self) -> None:
        """Let the bots play until this seat is asked or all is over."""
        table = self.table
        while table.to_act and self.seat not in table.to_act:
            seat = table.to_act[0]
            match = table.match
            match.play(seat, self.bots[seat](match.view(seat), match.legal(seat), self.rng, self.budget))

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.table.observation(self.seat)
        return observation, {"action_mask": observation["action_mask"]}

    def legal(self) -> list[str]:
        """The legal actions as texts."""
        return list(self.table.legal(self.seat).values())

    def render(self) -> Any:
        return self.table.render()

    def close(self) -> None:
        self.table.close()


def register() -> None:
    """Make the games known to `gymnasium.make`: `stajnia/duel-v1` and so on."""
    for name in NAMES:
        if find_spec(f"stajnia.environments.encode_{name}"):
            id = f"stajnia/{name}-v{Encoding(name, game(name).USUAL_SEATS).version}"
            if id not in gymnasium.registry:
                gymnasium.register(id, "stajnia.environments.one_seat:OneSeat", kwargs={"name": name})


register()
