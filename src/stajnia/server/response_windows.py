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


def has_windows(game: AnyGame, state: Any) -> bool:
    """Whether the game knows response windows at all."""
    return hasattr(game.view(state, None), "window")


def is_window(game: AnyGame, state: Any) -> bool:
    """Whether a response window is open: a public fact."""
    return getattr(game.view(state, None), "window", None) is not None


def default_answer(legal: Sequence[str]) -> str | None:
    """What stands for silence: a pass where there is one."""
    return PASS if PASS in legal else None


def would_end(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether the match could be over at once if everybody lets the card pass, as far as this seat can know.

    Plays on a guess of the seat's view: all pass, whoever resolves the card may choose anything, the likeliest
    chance happens. Where there is too much to look at the answer is yes: better ask once too often.
    """
    state = game.guess(view, random.Random(0))
    try:
        while len(asked := tuple(game.to_act(state))) > 0 and is_window(game, state):
            game.play(state, asked[0], game.read(PASS))
    except Illegal:
        return True
    return _can_end(game, state, seat, [LOOK])


def _can_end(game: AnyGame, state: Any, seat: Seat, left: list[int]) -> bool:
    while tuple(asked := game.to_act(state)) == (CHANCE,):
        likeliest, _ = max(game.odds(state), key=lambda pair: pair[1])
        game.play(state, CHANCE, likeliest)
    if not asked:
        return game.outcome(state) is not None
    if len(asked) > 1 or asked[0] == seat or is_window(game, state):
        return False  # the card is dealt with
    for action in game.legal(state, asked[0]):
        left[0] -= 1
        if left[0] < 0:
            return True
        after = state.copy()
        game.play(after, asked[0], action)
        if _can_end(game, after, seat, left):
            return True
    return False
