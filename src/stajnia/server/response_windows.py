"""Response windows: who may answer a card that was played, and what a standing order says.

The game says whether one is open (`window`) and who is asked (`to_act`), both by public facts only. Everything here
works on what the seat itself may know: a guess of its view, never the state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from stajnia.core.game import CHANCE, PASS, AnyGame, Illegal, Seat

LOOK = 400  # positions looked at to see whether a card would win


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
        while len(asked := tuple(game.to_act(state))) > 0 and game.window(state):
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
    if len(asked) > 1 or asked[0] == seat or game.window(state):
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
