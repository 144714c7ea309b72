"""Many matches at once: thousands of duels or of clovers in arrays, a step of all of them in one call.

Actions and masks are those of `Encoding`, so what is learned here plays in every other environment. The rules are a
kernel in C, held to the games' own rules move for move by the tests; it needs the compiled parts, and the extra `rl`.
Clovers are those without variants. The lock is let go while the kernel works: several threads may have some each.
Fever and unstable have the same interface on the rules engines themselves (`many_by_rules.py`).

    duels = ManyDuels(1024, seed=7, start="spread")
    while not duels.over.all():
        duels.step(duels.sample())
    duels.rewards()
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stajnia.core.game import Illegal, complete
from stajnia.environments.encode_duel import JUMPS
from stajnia.environments.encoding import Encoding
from stajnia.environments.many_by_rules import ManyByRules, ManyFever, ManyUnstable
from stajnia.environments.table import IllegalAction, rewards
from stajnia.games import game
from stajnia.games.clovers.grid import HIGHEST
from stajnia.games.duel.layouts import cells_of

try:
    from stajnia.environments import _many  # type: ignore[attr-defined, unused-ignore]
except ImportError:
    _many = None

__all__ = ["Many", "ManyByRules", "ManyClovers", "ManyDuels", "ManyFever", "ManyUnstable"]
Actions = NDArray[np.int32]
_DUEL: Final = np.dtype(
    [
        ("pawns", "u4", 2),
        ("rainbows", "u4"),
        ("phase", "i1"),  # place, jump, token, over
        ("seat", "i1"),
        ("lifted_from", "i1"),
        ("lifted_to", "i1"),
        ("rng", "u8"),
    ],
    align=True,
)
_CLOVERS: Final = np.dtype(
    [
        ("boards", "u1", (4, 16)),
        ("face_up", "u1", HIGHEST + 1),
        ("unseen", "u1", HIGHEST + 1),
        ("pile", "u1"),
        ("hand", "u1"),
        ("phase", "u1"),  # take, place, over
        ("player", "u1"),
        ("seats", "u1"),
        ("starter", "u1"),
        ("turns", "u2"),
        ("limit", "u2"),
        ("rng", "u8"),
    ],
    align=True,
)


class Many(ABC):
    """Matches of one game, each with chance of its own from the seed."""

    number: int  # of the game in the kernel
    over_at: int  # the phase that is the last

    def __init__(self, name: str, count: int, seats: int, seed: int, kind: np.dtype[Any], board: bytes) -> None:
        if _many is None:
            raise RuntimeError("many matches at once need the compiled parts: make setup, or a wheel for this machine")
        if count < 1:
            raise ValueError(f"count is {count}, but at least one match is played")
        self.encoding = Encoding(name, seats)
        self.count, self.seats = count, seats
        self.states: NDArray[Any] = np.zeros(count, kind)
        self.states["rng"] = np.random.default_rng(seed).integers(2**63, size=count, dtype=np.uint64)
        self._board = board

    @property
    def over(self) -> NDArray[np.bool_]:
        return np.asarray(self.states["phase"] == self.over_at)

    def legal(self) -> NDArray[np.uint8]:
        """A mask for every match; nothing is legal where it is over."""
        mask = np.empty((self.count, self.encoding.actions), np.uint8)
        _many.legal(self.number, self.states, self._board, mask)
        return mask

    def sample(self) -> Actions:
        """A legal action for every match by its own lot; -1 where it is over."""
        actions = np.empty(self.count, np.int32)
        _many.sample(self.number, self.states, self._board, actions)
        return actions

    def step(self, actions: Any) -> None:
        """Play an action in every match, -1 in those that are over; all of them or, where one is illegal, none."""
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != (self.count,):
            raise ValueError(f"{self.count} matches take as many actions, not an array of shape {given.shape}")
        bad = _many.step(self.number, self.states, self._board, given)
        if bad >= 0:
            raise IllegalAction(f"action {given[bad]} is not legal in match {bad}: nothing was played")

    def playout(self) -> int:
        """Play every match to its end by lot; how many decisions were made."""
        return int(_many.playout(self.number, self.states, self._board))

    @abstractmethod
    def winners(self) -> list[tuple[int, ...]]:
        """Who won each match, () while it is played."""

    def rewards(self) -> NDArray[np.float32]:
        """A reward for every seat of every match, 0 while it is played."""
        found = [rewards(who, self.seats) if who else [0.0] * self.seats for who in self.winners()]
        return np.array(found, np.float32)


class ManyDuels(Many):
    """Duels on one layout; options as in a match, but for `first` by lot and boards at random."""

    number, over_at = 0, 3

    def __init__(self, count: int, *, seed: int = 0, **options: Any) -> None:
        begun = _begun("duel", 2, {"first": "0", **options})
        cells = cells_of(begun.board.rows)
        at = {cell: n for n, cell in enumerate(cells)}
        ways = [at.get((r + dr, c + dc), -1) for r, c in cells for dr, dc in JUMPS]
        board = np.array(begun.board.reach, np.uint32).tobytes() + np.array(ways, np.int8).tobytes()
        super().__init__("duel", count, 2, seed, _DUEL, board)
        self.rows = begun.board.rows
        self.states["pawns"] = begun.pawns
        self.states["phase"] = ("place", "jump", "token", "over").index(begun.phase)
        self.states["seat"] = begun.seat
        self.states["lifted_from"] = self.states["lifted_to"] = -1

    def winners(self) -> list[tuple[int, ...]]:
        return [(1 - int(seat),) if over else () for seat, over in zip(self.states["seat"], self.over, strict=True)]


class ManyClovers(Many):
    """Clovers without variants, two to four seats; the first player by lot unless `first` names one."""

    number, over_at = 1, 2

    def __init__(self, count: int, seats: int = 2, *, seed: int = 0, first: str = "lot", limit: int = 200) -> None:
        if seats == 1:
            raise ValueError("a solo task is no match of several: use gym_env")
        _begun("clovers", seats, {"first": first, "limit": limit})
        super().__init__("clovers", count, seats, seed, _CLOVERS, b"")
        lot = np.random.default_rng((seed, 1)).integers(seats, size=count) if first == "lot" else int(first)
        s = self.states
        s["unseen"][:, 1:] = seats
        s["pile"], s["seats"], s["limit"] = HIGHEST * seats, seats, limit
        s["starter"] = s["player"] = lot
        _many.deal(self.number, self.states, self._board)

    def winners(self) -> list[tuple[int, ...]]:
        empties = (self.states["boards"][:, : self.seats] == 0).sum(axis=2)
        least = empties == empties.min(axis=1, keepdims=True)
        pairs = zip(least, self.over, strict=True)
        return [tuple(map(int, np.flatnonzero(row))) if over else () for row, over in pairs]


def _begun(name: str, seats: int, options: dict[str, Any]) -> Any:
    """The state that such a match begins with; a sentence for what cannot be."""
    rules = game(name)
    try:
        begun = rules.new(seats, complete(rules, seats, options))
    except Illegal as e:
        raise (TypeError if e.message == "unknown_option" else ValueError)(str(e)) from None
    if name == "duel" and rules.to_act(begun) == (-1,):
        raise ValueError("many duels at once are played on one board with a known first player")
    return begun
