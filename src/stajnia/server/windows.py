"""Response windows: who may answer a card that was played, and what a standing order says.

A game's view has a field `window` (not None) while a response window is open; the frame needs nothing else of it.
Who is asked is the game's `to_act`, which knows public facts only. Everything here works on what the seat itself
may know: a guess of its view, never the state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from stajnia.core.game import CHANCE, AnyGame, Illegal, Seat

PASS = "pass"
LOOK = 400  # positions looked at to see whether a card would win


def is_window(game: AnyGame, state: Any) -> bool:
    """Whether a response window is open: a public fact."""
    return getattr(game.view(state, None), "window", None) is not None


def default_answer(legal: Sequence[str]) -> str | None:
    """What stands for silence: a pass where there is one."""
    return PASS if PASS in legal else None


def would_end(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether the match could be over at once if everybody lets the card pass, as far as this seat can know.

    Plays on a guess of the seat's view: all pass, whoever resolves the card may choose anything, chance is not
    waited for.
    """
    state = game.guess(view, random.Random(0))
    try:
        for _ in range(16):
            asked = tuple(game.to_act(state))
            if not asked or asked == (CHANCE,) or not is_window(game, state):
                break
            game.play(state, asked[0], game.read(PASS))
    except Illegal:
        return True  # no simple passing here: better ask
    return _can_end(game, state, seat, [LOOK])


def _can_end(game: AnyGame, state: Any, seat: Seat, left: list[int]) -> bool:
    asked = tuple(game.to_act(state))
    if not asked:
        return game.outcome(state) is not None
    if len(asked) > 1 or asked[0] in (CHANCE, seat) or is_window(game, state):
        return False
    for action in game.legal(state, asked[0]):
        if left[0] <= 0:
            return True  # too much to look at: better ask
        left[0] -= 1
        after = state.copy()
        game.play(after, asked[0], action)
        if _is_fresh_turn(game, state, after):
            continue
        if _can_end(game, after, seat, left):
            return True
    return False


def _is_fresh_turn(game: AnyGame, before: Any, after: Any) -> bool:
    """The card is dealt with when another seat, or a new window, comes."""
    asked = tuple(game.to_act(after))
    return bool(asked) and asked != tuple(game.to_act(before))
