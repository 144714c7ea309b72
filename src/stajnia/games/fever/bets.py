"""What a bet pays as things stand now: up to which place, how many times the stake, how much Glory."""

from __future__ import annotations

from stajnia.games.fever.box import BET_GLORY, BET_PLACES, PODIUM_TIMES
from stajnia.games.fever.state import State


def rampaging(s: State, c: int, ability: str) -> bool:
    """Whether the unicorn has that ability and is on a rampage (R99)."""
    return bool(s.ramp >> c & 1) and s.box.ability[c] == ability


def places(s: State, t: int) -> int:
    """The last place at which a bet on this token succeeds (R27, R29, R96)."""
    more = t < 6 and rampaging(s, t % 6, "win_bet_second_ok")
    return BET_PLACES[t // 6] + more


def times(s: State, t: int) -> int:
    """How many times the stake comes back (R28, R30, R97)."""
    if t < 6:
        return s.rows[t] + 2
    return PODIUM_TIMES + rampaging(s, t % 6, "podium_bet_x3")


def glory(s: State, t: int) -> int:
    """The Glory of a success, what lies on the bet included (R31, R53, R95)."""
    return BET_GLORY[t // 6] + s.onbet[t] + rampaging(s, t % 6, "bet_glory_plus_1")
