"""The state behind a view of Clovers: only the order of the pile is hidden, and no state holds one."""

from __future__ import annotations

import msgspec

from stajnia.core.game import Rng
from stajnia.games.clovers.state import State
from stajnia.games.clovers.view import View


def guess(v: View, rng: Rng) -> State:  # noqa: ARG001 (everything is public: there is nothing to guess)
    s = State()
    s.phase = v.phase
    s.player = v.player
    s.boards = [list(board) for board in v.boards]
    s.face_up = list(v.face_up)
    s.unseen = list(v.unseen)
    s.pile = v.pile
    s.hand = v.hand
    s.dealt = list(v.dealt)
    s.why = v.why
    s.extra_turn = v.extra_turn
    s.extras = list(v.extras)
    s.horseshoes = v.horseshoes
    s.turns = v.turns
    s.limit = v.limit
    s.starter = v.starter
    s.troublesome = v.troublesome
    s.neighbours = v.neighbours
    s.game = v.game
    s.games = v.games
    s.points = list(v.points)
    s.scores = v.scores
    s.moves = v.task.moves if v.task else 0
    s.task = msgspec.structs.replace(v.task, moves=0, solution=()) if v.task else None
    s.result = v.result
    return s
