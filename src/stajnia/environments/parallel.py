"""The games for PettingZoo's parallel form: every cycle all agents act, and those who are not asked wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from stajnia.environments.agents import Agents
from stajnia.environments.table import RENDER_MODES, EncodedTable, Mask, Observation, OnIllegal


class AllAtOnce(Agents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """One action more than in the game, the last one: to wait. Of agents that are not asked nothing else is taken."""

    metadata: dict[str, Any]

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        *,
        max_cycles: int | None = None,
        illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = EncodedTable(name, seats, options, illegal, render_mode)
        self.metadata = {
            "name": f"stajnia_{name}_parallel_v{self.table.encoding.version}",
            "render_modes": list(RENDER_MODES),
        }
        self.max_cycles = max_cycles
        self.sit(extra=1)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 (PettingZoo's)
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.start(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        table = self.table
        for seat in table.to_act:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise KeyError(f"{agent} is asked and has no action")
            table.act(seat, actions[agent])
            if table.loser is not None:
                break
        self.cycles += 1
        over = not table.to_act
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = table.rewards() if over else dict.fromkeys(self.agents, 0.0)
        seen, infos = self._seen()
        ended = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, *ended, infos

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        masks = {agent: self._mask(seat) for seat, agent in enumerate(self.possible_agents)}
        seen = {agent: self.table.observation(seat, masks[agent]) for seat, agent in enumerate(self.possible_agents)}
        return seen, {agent: {"action_mask": mask} for agent, mask in masks.items()}

    def _mask(self, seat: int) -> Mask:
        wait = np.array([seat not in self.table.to_act], np.int8)
        return np.concatenate((self.table.mask(seat), wait))

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        self.table.close()
