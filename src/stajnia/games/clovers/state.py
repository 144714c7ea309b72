"""The state of a match of Clovers."""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.core.game import Outcome, Seat
from stajnia.games.clovers.grid import HIGHEST, START
from stajnia.games.clovers.structs import GameScore, Phase, Task, Why


class State:
    """Plain data. A board is 16 numbers row by row, 0 for an empty cell; counts are by number, entry 0 unused."""

    __slots__ = (
        "boards",
        "dealt",
        "extra_turn",
        "extras",
        "face_up",
        "game",
        "games",
        "hand",
        "horseshoes",
        "limit",
        "moves",
        "neighbours",
        "phase",
        "pile",
        "player",
        "points",
        "result",
        "scores",
        "starter",
        "task",
        "troublesome",
        "turns",
        "unseen",
        "why",
    )

    phase: Phase
    player: Seat
    starter: Seat
    boards: list[list[int]]
    unseen: list[int]  # face-down clovers by number
    face_up: list[int]
    pile: int
    hand: int
    dealt: list[int]
    why: Why
    extra_turn: bool
    extras: list[int]
    turns: int
    game: int
    points: list[int]
    moves: int  # solo: swaps made
    scores: tuple[GameScore, ...]
    result: Outcome | None
    # chosen before the match
    troublesome: bool
    neighbours: bool
    horseshoes: tuple[tuple[int, ...], ...]
    limit: int
    games: int  # 1, or as many as seats in a tournament
    task: Task | None  # solo: as it was set

    @property
    def chance(self) -> bool:
        """Whether chance is to act."""
        phase = self.phase
        return phase == "reveal" or phase == "deal" or phase == "lot"

    def copy(self) -> State:
        new = State()
        new.boards = [board.copy() for board in self.boards]
        new.dealt = self.dealt.copy()
        new.extra_turn = self.extra_turn
        new.extras = self.extras.copy()
        new.face_up = self.face_up.copy()
        new.game = self.game
        new.games = self.games
        new.hand = self.hand
        new.horseshoes = self.horseshoes
        new.limit = self.limit
        new.moves = self.moves
        new.neighbours = self.neighbours
        new.phase = self.phase
        new.pile = self.pile
        new.player = self.player
        new.points = self.points.copy()
        new.result = self.result
        new.scores = self.scores
        new.starter = self.starter
        new.task = self.task
        new.troublesome = self.troublesome
        new.turns = self.turns
        new.unseen = self.unseen.copy()
        new.why = self.why
        return new

    def key(self) -> object:
        lists = (self.unseen, self.face_up, self.dealt, self.extras, self.points, *self.boards)
        return (
            *(self.phase, self.player, self.hand, self.pile, self.why, self.extra_turn, self.turns, self.moves),
            *(self.game, self.starter, self.scores, self.result, self.troublesome, self.neighbours),
            *(self.horseshoes, self.limit, self.games, self.task),
            *(tuple(each) for each in lists),
        )


def lay_out(s: State, seats: int) -> None:
    """A game before the deal: empty boards, one set of clovers for each seat face down."""
    s.phase = "deal"
    s.player = s.starter
    s.boards = [[0] * 16 for _ in range(seats)]
    s.unseen = [0] + [seats] * HIGHEST
    s.face_up = [0] * (HIGHEST + 1)
    s.pile = HIGHEST * seats
    s.hand = 0
    s.dealt = []
    s.why = ""
    s.extra_turn = False
    s.extras = [0] * seats
    s.turns = 0


def free_start_cells(board: Sequence[int]) -> list[int]:
    """The start cells without a clover."""
    return [cell for cell in START if not board[cell]]
