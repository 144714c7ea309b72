"""The adapter for OpenSpiel behind a stand-in of OpenSpiel; `make openspiel` runs it on the real one."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest

MODULE = "stajnia.environments.openspiel"


class Game:
    def __init__(self, kind: Any, info: Any, params: dict[str, Any]) -> None:
        self.kind, self.info, self.params = kind, info, params


class State:
    def __init__(self, of: Any) -> None:
        self.of = of

    def clone(self) -> Any:
        """As OpenSpiel does it: a fresh state whose attributes are deep copies."""
        again = self.of.new_initial_state()
        again.__dict__.update({k: copy.deepcopy(v) for k, v in self.__dict__.items() if k != "of"})
        return again


class PlayerId:
    TERMINAL = -4
    CHANCE = -1


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    stand_in: Any = ModuleType("pyspiel")
    stand_in.Game, stand_in.State, stand_in.PlayerId = Game, State, PlayerId
    stand_in.GameType = stand_in.GameInfo = stand_in.register_game = MagicMock()
    monkeypatch.setitem(sys.modules, "pyspiel", stand_in)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    yield import_module(MODULE)
    sys.modules.pop(MODULE, None)


@pytest.mark.parametrize("name", ["duel", "clovers", "fever", "unstable"])
def test_a_random_match_runs_to_its_end(adapter: Any, name: str) -> None:
    """Chance and players act by their numbers, a clone goes its own way, and the returns are those of an outcome."""
    rng = Random(3)
    state = adapter.GAMES[name]({"players": 2}).new_initial_state()
    observer = adapter.GAMES[name]({"players": 2}).make_py_observer()
    for _ in range(20_000):
        player = state.current_player()
        if player == PlayerId.TERMINAL:
            break
        if player == PlayerId.CHANCE:
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state._apply_action(rng.choices(outcomes, odds)[0])
            continue
        legal = state._legal_actions(player)
        assert legal == sorted(legal)
        clone, before = state.clone(), str(state)
        clone._apply_action(legal[0])
        assert str(state) == before
        state._apply_action(rng.choice(legal))
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    observer.set_from(state, 1)
    assert observer.tensor.any()
    assert observer.string_from(state, 1).startswith('{"seat":1')


def test_a_guess_looks_the_same_to_its_player(adapter: Any) -> None:
    """ISMCTS searches in states that the player's view allows."""
    rng = Random(5)
    state = adapter.GAMES["unstable"]({"players": 3}).new_initial_state()
    while state.current_player() == PlayerId.CHANCE:
        state._apply_action(rng.choice(state.chance_outcomes())[0])
    player = state.current_player()
    assert adapter.guessed(state, player, rng).view(player) == state.view(player)


def test_options_are_read_from_text_and_refused_in_a_sentence(adapter: Any) -> None:
    """Flags and numbers are those, and what the game does not offer is a ValueError."""
    game = adapter.GAMES["clovers"]({"players": 2, "options": "lucky:true;limit:50"})
    assert (game.options["lucky"], game.options["limit"]) == (True, 50)
    for wrong in ("lucky:maybe", "colour:red", "lucky"):
        with pytest.raises(ValueError, match=r"lucky|colour|name:value"):
            adapter.GAMES["clovers"]({"players": 2, "options": wrong})
    state = adapter.GAMES["duel"]({"players": 2, "options": "first:0;start:spread"}).new_initial_state()
    with pytest.raises(ValueError, match="is not legal for player 0 now"):
        state._apply_action(0)


@pytest.mark.parametrize("name", ["duel", "unstable"])
def test_a_state_is_kept_as_its_moves(adapter: Any, name: str) -> None:
    """Compiled or not, it comes whole out of a pickle; a guess has no moves and says so."""
    rng = Random(5)
    state = adapter.GAMES[name]({"players": 2}).new_initial_state()
    for _ in range(12):
        player = state.current_player()
        if player == PlayerId.CHANCE:
            state._apply_action(rng.randrange(len(state.chance_outcomes())))
        else:
            state._apply_action(rng.choice(state._legal_actions(player)))
    again = pickle.loads(pickle.dumps(state.held))
    assert again.state.key() == state.state.key()
    guess = adapter.guessed(state, 0, rng)
    with pytest.raises(pickle.PicklingError, match="has no history"):
        pickle.dumps(guess.held)
