"""Refusals in full: the rule, the message and its values."""

from __future__ import annotations

from typing import Any

from stajnia.core.game import Illegal, Seat
from stajnia.games.fever.actions import (
    BET,
    CONTRACT,
    DISCARD,
    DRAW,
    LOOK,
    MAGIC,
    PLACE,
    PRINT,
    RESERVE,
    SWAP,
    TOKEN,
    Action,
)
from stajnia.games.fever.contracts import FA2
from stajnia.games.fever.notation import write
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, DESIGNS, KINDS, STACKS
from stajnia.games.fever.state import State


def in_full(s: State, seat: Seat, a: Action, why: str) -> Illegal:
    """The refusal of an action, from what legality.py has against it."""
    rule, message = why.split()
    return Illegal(f"fever {rule}", message, **_values(s, seat, a, message))


def _values(s: State, seat: Seat, a: Action, message: str) -> dict[str, Any]:
    match message:
        case "empty_stack":
            return {"colour": STACKS[a - TOKEN]}
        case "no_print":
            return {"colour": STACKS[a - PRINT]}
        case "no_gold":
            return {"gold": s.gold[seat]}
        case "second_kind":
            return {"kind": "win" if s.second == FA2 else "podium"}
        case "token_gone":
            t = a - BET if a < DRAW else a - RESERVE
            return {"kind": KINDS[t // 6], "colour": COLOURS[t % 6]}
        case "stake_high":
            return {"most": s.most(seat)}
        case "not_in_hand":
            return {"magic": DESIGNS[(a - MAGIC) // 6 if a < PLACE else a - SWAP]}
        case "not_on_offer":
            return {"contract": CONTRACTS[a - CONTRACT]}
        case "nothing_there":
            return {"colour": COLOURS[a - LOOK]}
        case "not_lying":
            return {"magic": DESIGNS[a - DISCARD]}
        case "not_tied":
            return {"colour": COLOURS[a - PLACE]}
    return {"text": write(a)}
