"""PettingZoo's and Gymnasium's own tests, and what each library's users expect of bad input."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import stajnia
from stajnia.bots.bot import at_random
from stajnia.environments.one_seat import OneSeat

GAMES: dict[str, dict[str, Any]] = {
    "duel": {"start": "spread"},
    "clovers": {"seats": 3, "lucky": True},
    "fever": {"seats": 3},
    "unstable": {"seats": 4, "deck": "first"},
}
NAMES = list(GAMES)
theirs = pytest.mark.filterwarnings(  # they would rather see plain arrays, or their own names
    "ignore:Observation space for each agent:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:.*render_fps:UserWarning",
)


def make(name: str, **more: Any) -> Any:
    return stajnia.env(name, **{**GAMES[name], **more})


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    """PettingZoo's api_test."""
    api_test(make(name), num_cycles=60)


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    """PettingZoo's seed_test."""
    seed_test(partial(make, name), num_cycles=40)


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_cycles_are_counted(name: str) -> None:
    """PettingZoo's max_cycles_test, in the form in which all agents act every cycle."""
    form = partial(stajnia.parallel_env, name, illegal="random", **GAMES[name])
    module = SimpleNamespace(parallel_env=form, env=lambda max_cycles: parallel_to_aec(form(max_cycles=max_cycles)))
    max_cycles_test(module)


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_parallel_form(name: str) -> None:
    """PettingZoo's parallel_api_test."""
    parallel_api_test(stajnia.parallel_env(name, **GAMES[name]), num_cycles=60)


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_every_way_of_rendering_works(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's render_test; a drawing is well-formed XML."""

    def drawn(svg: str) -> bool:
        return ElementTree.fromstring(svg).tag.endswith("svg")

    render_test(partial(make, name), {"svg": drawn})
    assert capsys.readouterr().out


@theirs
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_one_seat_against_bots(name: str) -> None:
    """Gymnasium's check_env, on the seat and as `gymnasium.make` hands it out."""
    env = stajnia.gym_env(name, bots="random", illegal="lose", **GAMES[name])
    check_env(env, skip_render_check=True)
    made = gymnasium.make(f"stajnia/{name}-v1", bots=at_random, **GAMES[name])
    assert isinstance(made.unwrapped, OneSeat)
    observation, info = made.reset(seed=3)
    assert np.array_equal(observation["action_mask"], info["action_mask"])


@pytest.mark.parametrize("name", NAMES)
def test_a_match_comes_to_its_end(name: str) -> None:
    """Masked play ends with rewards that sum up to nothing where somebody won."""
    env = make(name)
    env.reset(seed=11)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(2)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_a_seat_against_bots_sees_only_its_own_decisions() -> None:
    """Whatever the bots do, the next question is this seat's, until the match is over."""
    env = stajnia.gym_env("clovers", seats=3, seat=1, bots=["random", "greedy"])
    observation, _ = env.reset(seed=4)
    over = False
    while not over:
        assert observation["action_mask"].any()
        observation, reward, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert reward in (-0.5, 0.25, 1.0, 0.0)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the match is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("error", "told", "arguments"),
    [
        (ValueError, "There is no game", {"name": "chess"}),
        (ValueError, "2", {"name": "duel", "seats": 3}),
        (TypeError, "colour", {"name": "duel", "colour": "red"}),
        (ValueError, "start", {"name": "duel", "start": "upside down"}),
        (ValueError, "it is one of raise, lose, random", {"name": "duel", "illegal": "cheat"}),
        (ValueError, "it is one of human, ansi, svg", {"name": "duel", "render_mode": "rgb_array"}),
    ],
)
def test_wrong_options_are_refused_at_once(error: type[Exception], told: str, arguments: dict[str, Any]) -> None:
    """An unknown keyword is a TypeError and a wrong value a ValueError, with a sentence that names it."""
    with pytest.raises(error, match=told):
        stajnia.env(**arguments)


def test_an_illegal_action_says_which_rule_it_breaks() -> None:
    """It is InvalidAction to Gymnasium and ValueError to Python, changes nothing, and can be repeated better."""
    env = stajnia.env("duel", start="spread", first="0")
    env.reset(seed=1)
    before = env.observe("player_0")["observation"]
    with pytest.raises(gymnasium.error.InvalidAction, match=r"player_0 cannot play “a1”.*\(duel R"):
        env.step(0)
    with pytest.raises(ValueError, match="cannot play"):
        env.step(0)
    assert np.array_equal(env.observe("player_0")["observation"], before)
    env.step(int(env.observe("player_0")["action_mask"].argmax()))


def test_an_illegal_action_may_lose_the_match() -> None:
    """Who asked for that loses, and the others neither win nor lose."""
    env = stajnia.env("duel", start="spread", first="0", illegal="lose")
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())


def test_a_closed_environment_says_so() -> None:
    """And one without a match asks for reset."""
    env = stajnia.gym_env("duel")
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(0)
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="is closed"):
        env.reset()


@pytest.mark.parametrize(
    ("told", "arguments"),
    [("seat is 2", {"seat": 2}), ("bots were named", {"bots": ["random"] * 3}), ("godlike", {"bots": "godlike"})],
)
def test_bots_and_seat_must_be_there(told: str, arguments: dict[str, Any]) -> None:
    """A seat that is not at the table, too many bots, a level nobody plays."""
    with pytest.raises(ValueError, match=told):
        stajnia.gym_env("duel", **arguments)
