"""What a bet pays as things stand now: up to which place, how many times the stake, how much Glory."""

from __future__ import annotations

from stajnia.games.fever.pieces import BET_GLORY, BET_PLACES, MORE_GLORY, PODIUM_TIMES, PODIUM_X3, SECOND_WINS, odds_of
from stajnia.games.fever.state import State


def rampaging(s: State, c: int, ability: int) -> bool:
    """Whether the unicorn has that ability and is on a rampage (R99)."""
    return s.box.ability[c] == ability and s.ramp >> c & 1 == 1


def places(s: State, t: int) -> int:
    """The last place at which a bet on this token succeeds (R27, R29, R96)."""
    return BET_PLACES[t // 6] + (t < 6 and rampaging(s, t, SECOND_WINS))


def times(s: State, t: int) -> int:
    """How many times the stake comes back (R28, R30, R97)."""
    if t < 6:
        return odds_of(s.rows[t])
    return PODIUM_TIMES + rampaging(s, t % 6, PODIUM_X3)


def glory(s: State, t: int) -> int:
    """The Glory of a success, what lies on the bet included (R31, R53, R95)."""
    return BET_GLORY[t // 6] + s.onbet[t] + rampaging(s, t % 6, MORE_GLORY)
