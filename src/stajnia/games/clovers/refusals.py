"""Why an action is refused, by the rule it breaks."""

from __future__ import annotations

from stajnia.core.game import CHANCE, Illegal, Seat, without_rule
from stajnia.games.clovers.actions import Action
from stajnia.games.clovers.grid import CELLS, HIGHEST, START, misfit
from stajnia.games.clovers.state import State


def why(s: State, seat: Seat, a: Action) -> Illegal:
    """The refusal of an action that is not legal."""
    if s.phase == "over":
        return without_rule("clovers", "over")
    if seat != (CHANCE if s.chance else s.player):
        return without_rule("clovers", "not_your_turn")
    if a.kind in ("first", "deal", "lot"):
        return without_rule("clovers", "not_chance")
    if s.phase == "task":
        if a.kind != "swap":
            return Illegal("clovers R11.3", "only_swaps")
        if a.cell == a.other:
            return Illegal("clovers R11.3", "same_cell")
        return Illegal("clovers R11.3", "not_in_line", cell=CELLS[a.cell], other=CELLS[a.other])
    if a.kind in ("swap", "resign"):
        return Illegal("clovers R11.3", "no_swap_now")
    return _turn(s, s.boards[seat], a)


def _turn(s: State, board: list[int], a: Action) -> Illegal:
    match s.phase, a.kind:
        case "lay", "keep":
            if a.cell not in START:
                return Illegal("clovers R7.1", "not_start_cell", cell=CELLS[a.cell])
            return Illegal("clovers R7.3", "start_taken", cell=CELLS[a.cell])
        case "lay", _:
            return Illegal("clovers R7.1", "must_lay", number=s.hand)
        case "place", "keep":
            return misfit(board, s.hand, a.cell)
        case "place", _:
            return Illegal("clovers R3.3", "holding", number=s.hand)
        case "take", "take" if not (0 < a.number <= HIGHEST and s.face_up[a.number]):
            return Illegal("clovers R3.4", "not_face_up", number=a.number)
        case "take", "take":
            return misfit(board, a.number, a.cell)
        case "take", ("extra" | "end"):
            return Illegal("clovers R8.2", "no_extra")
        case "extra", _:
            return Illegal("clovers R8.5", "offered")
        case "next", _:
            return Illegal("clovers R10.1", "must_next")
        case _:
            return Illegal("clovers R3.2", "must_draw")
