"""The games for PettingZoo: agents act one after the other (AEC), `player_0`, `player_1` ... in turn order."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from stajnia.environments.agents import Agents
from stajnia.environments.table import RENDER_MODES, EncodedTable, Observation, OnIllegal


class Seats(Agents, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats of a match. Where several answer at once, each answers with its own view, and none sees another's."""

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
        super().__init__()
        self.table = EncodedTable(name, seats, options, illegal, render_mode)
        self.metadata = {
            "name": f"stajnia_{name}_v{self.table.encoding.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.max_cycles = max_cycles
        self.sit()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 (PettingZoo's)
        self.table.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.decisions = 0
        self._go_on()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self.table.observation(seat, self.infos[agent]["action_mask"] if agent in self.infos else None)

    def legal(self, agent: str) -> list[str]:
        """The legal actions of an agent as texts."""
        return list(self.table.legal(self.possible_agents.index(agent)).values())

    def step(self, action: int | None) -> None:
        table = self.table
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table.act(self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.decisions += 1
        if not table.to_act:
            self.rewards = table.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.decisions >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """The next agent, and its mask."""
        self.infos = {agent: {"action_mask": self.table.nothing} for agent in self.agents}
        if self.table.to_act:
            seat = self.table.to_act[0]
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection]["action_mask"] = self.table.mask(seat)

    def render(self) -> str | None:
        return self.table.render()

    def close(self) -> None:
        self.table.close()


def env(name: str, seats: int | None = None, **settings: Any) -> AECEnv[str, Observation, int]:
    """A game for PettingZoo, guarded as its own environments are: order of calls, actions within their space."""
    guarded = wrappers.AssertOutOfBoundsWrapper(Seats(name, seats, **settings))
    return wrappers.OrderEnforcingWrapper(guarded)
