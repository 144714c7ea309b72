"""The games as environments for learning: PettingZoo, Gymnasium, OpenSpiel. It needs the extra `rl`.

>>> import stajnia
>>> env = stajnia.env("duel", start="spread", first="0")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
>>> env.rewards
{}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stajnia.environments.one_seat import OneSeat
    from stajnia.environments.parallel import AllAtOnce


def _needs_rl(e: ModuleNotFoundError) -> ModuleNotFoundError:
    if e.name is not None and e.name.partition(".")[0] in ("numpy", "gymnasium", "pettingzoo"):
        said = f"environments need {e.name}, which is not installed here: pip install 'stajnia[rl]'"
        return ModuleNotFoundError(said, name=e.name)
    return e


def env(name: str, seats: int | None = None, **settings: Any) -> Any:
    """All seats of a game for PettingZoo (AEC): `env("unstable", seats=4, deck="first", max_cycles=500)`."""
    try:
        from stajnia.environments.aec import env as make
    except ModuleNotFoundError as e:
        raise _needs_rl(e) from None
    return make(name, seats, **settings)


def parallel_env(name: str, seats: int | None = None, **settings: Any) -> AllAtOnce:
    """The same in PettingZoo's parallel form; agents that are not asked wait."""
    try:
        from stajnia.environments.parallel import AllAtOnce
    except ModuleNotFoundError as e:
        raise _needs_rl(e) from None
    return AllAtOnce(name, seats, **settings)


def gym_env(name: str, seats: int | None = None, **settings: Any) -> OneSeat:
    """One seat of a game against bots for Gymnasium: `gym_env("fever", seats=4, bots="greedy")`."""
    try:
        from stajnia.environments.one_seat import OneSeat
    except ModuleNotFoundError as e:
        raise _needs_rl(e) from None
    return OneSeat(name, seats, **settings)


__all__ = ["env", "gym_env", "parallel_env"]
