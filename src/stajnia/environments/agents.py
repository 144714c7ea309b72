"""What both forms of PettingZoo have: a table, an agent for each of its seats, and what each sees and does."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from stajnia.environments.table import EncodedTable, Observation


class Agents:
    """Mixed into an environment that has made its table."""

    table: EncodedTable
    agents: list[str]

    def sit(self, extra: int = 0) -> None:
        """The agents and their spaces, with so many actions more than the game has."""
        self.render_mode = self.table.render_mode
        self.possible_agents = self.table.agents[:]
        self.agents = []
        made = {agent: self.table.spaces(extra) for agent in self.possible_agents}
        self.observation_spaces = {agent: observed for agent, (observed, _) in made.items()}
        self.action_spaces = {agent: acted for agent, (_, acted) in made.items()}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]
