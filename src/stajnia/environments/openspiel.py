"""The games for OpenSpiel: importing this registers `stajnia_duel`, `stajnia_clovers`, `stajnia_fever`,
`stajnia_unstable`.

    import pyspiel
    import stajnia.environments.openspiel
    game = pyspiel.load_game("stajnia_unstable", {"players": 4, "options": "deck:first"})

Options are written `name:value` and parted by semicolons. Actions have the indices of `Encoding`; a chance move is the
place of its outcome in the game's list of odds. Where several answer at once OpenSpiel asks them one after the other,
each with its own view. Observations and information states are the view: as text its JSON, as a tensor its numbers.
"""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pyspiel

from stajnia import forms
from stajnia.core.game import CHANCE, AnyGame, Illegal, complete
from stajnia.environments.encoding import Encoding
from stajnia.environments.table import rewards
from stajnia.games import NAMES, game

LONGEST = 20_000  # moves of a match, chance included
MOST_OUTCOMES = 2_000  # of one chance move


def _type(name: str) -> Any:
    rules = game(name)
    return pyspiel.GameType(
        short_name=f"stajnia_{name}",
        long_name=f"Stajnia: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.SEATS[-1],
        min_num_players=rules.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.USUAL_SEATS, "options": ""},
    )


def read_options(rules: AnyGame, text: str) -> dict[str, Any]:
    """`start:spread;first:0` as options, each of its own kind; ValueError for what is none."""
    known = {option.name: option for option in rules.OPTIONS}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"an option is written name:value, not {part!r}")
        kind = known[name].kind if name in known else "text"
        if kind == "flag":
            found[name] = {"true": True, "false": False}.get(value.lower(), value)
        else:
            found[name] = int(value) if kind == "number" and value.lstrip("-").isdigit() else value
    return found


@cache
def _encoding(name: str, seats: int) -> Encoding:
    return Encoding(name, seats)


class StajniaGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours, at so many players and with these options."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.rules: AnyGame = game(self.name)
        seats = int(given.get("players", self.rules.USUAL_SEATS))
        try:
            self.encoding = _encoding(self.name, seats)
            self.options = complete(self.rules, seats, read_options(self.rules, given.get("options", "")))
            self.rules.new(seats, self.options)
        except Illegal as e:
            raise ValueError(str(e)) from None
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPES[self.name], info, given)

    def new_initial_state(self) -> StajniaState:
        return StajniaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002 (OpenSpiel's)
        return Observer(self.encoding)


class Held:
    """A state of ours; OpenSpiel clones by deep copy, and here that is `copy`. It is kept as the moves that led to it,
    for what is compiled cannot be pickled; a guess has none and is not kept."""

    __slots__ = ("begun", "past", "state")

    def __init__(self, state: Any, begun: tuple[str, int, dict[str, Any]] | None = None, past: Any = None) -> None:
        self.state = state
        self.begun = begun  # game, seats and options
        self.past = past  # the last move and what was before it; shared by copies

    def play(self, rules: AnyGame, seat: int, action: Any) -> None:
        rules.play(self.state, seat, action)
        self.past = (self.past, seat, rules.write(action))

    def __deepcopy__(self, _memo: Any) -> Held:
        return Held(self.state.copy(), self.begun, self.past)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.begun is None:
            raise pickle.PicklingError("a guessed state has no history and cannot be serialized")
        moves, past = [], self.past
        while past is not None:
            past, seat, action = past
            moves.append((seat, action))
        return _held_again, (*self.begun, moves[::-1])


def _held_again(name: str, seats: int, options: dict[str, Any], moves: list[tuple[int, str]]) -> Held:
    rules = game(name)
    found = Held(rules.new(seats, options), (name, seats, options))
    for seat, action in moves:
        found.play(rules, seat, rules.read(action))
    return found


class StajniaState(pyspiel.State):  # type: ignore[misc]
    """A state of ours behind OpenSpiel's names."""

    def __init__(self, of: StajniaGame) -> None:
        super().__init__(of)
        self.name, self.seats = of.name, of.encoding.seats
        self.held = Held(of.rules.new(self.seats, of.options), (self.name, self.seats, of.options))

    @property
    def rules(self) -> AnyGame:
        return game(self.name)

    @property
    def encoding(self) -> Encoding:
        return _encoding(self.name, self.seats)

    @property
    def state(self) -> Any:
        return self.held.state

    def current_player(self) -> int:
        asked = self.rules.to_act(self.state)
        if not asked:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if asked[0] == CHANCE else int(asked[0])

    def view(self, player: int) -> Any:
        return self.rules.view(self.state, player)

    def _by_index(self, player: int) -> dict[int, Any]:
        view, write = self.view(player), self.rules.write
        return {self.encoding.index(view, write(a)): a for a in self.rules.legal(self.state, player)}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._by_index(player)) if player in self.rules.to_act(self.state) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(n, p) for n, (_, p) in enumerate(self.rules.odds(self.state))]

    def _apply_action(self, action: int) -> None:
        seat = self.rules.to_act(self.state)[0]
        if seat == CHANCE:
            played = self.rules.odds(self.state)[action][0]
        else:
            legal = self._by_index(seat)
            if action not in legal:
                raise ValueError(f"{self._action_to_string(seat, action)} is not legal for player {seat} now")
            played = legal[action]
        self.held.play(self.rules, seat, played)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            odds = self.rules.odds(self.state)
            return self.rules.write(odds[action][0]) if action < len(odds) else f"chance {action}"
        return self.encoding.text(self.view(player), action)

    def is_terminal(self) -> bool:
        return not self.rules.to_act(self.state)

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            return [0.0] * self.encoding.seats
        return rewards(outcome.winners, self.encoding.seats)

    def __str__(self) -> str:
        return forms.text(self.rules.view(self.state, None))


class Observer:
    """The view of a player, as text and as numbers."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {name: self.tensor[part].reshape(encoding.shapes[name]) for name, part in encoding.parts.items()}

    def set_from(self, state: StajniaState, player: int) -> None:
        self.tensor[:] = self.encoding.numbers(state.view(player))

    def string_from(self, state: StajniaState, player: int) -> str:
        return forms.json(state.view(player))


def guessed(state: StajniaState, player: int, rng: Random) -> StajniaState:
    """A state that this player's view could be a view of: for `ISMCTSBot.set_resampler`."""
    again: StajniaState = state.clone()
    again.held = Held(state.rules.guess(state.view(player), rng))
    return again


_TYPES = {name: _type(name) for name in NAMES}
GAMES = {name: type(f"Stajnia{name.title()}", (StajniaGame,), {"name": name}) for name in NAMES}
for _name, _game in GAMES.items():
    pyspiel.register_game(_TYPES[_name], _game)
