"""Actions as numbers: a verb is a range, what it is about the place in it. notation.py says them in words.

`BET + kind * 6 + colour`, `MAGIC + design * 6 + colour`, `DICE + a * 6 + b` with a <= b, `CARD` + the six digits of a
movement card as a number, `STAKE` + Gold. `BET_STAKE + bet token * 1_000_000 + Gold` does both prompts of a bet.
"""

from __future__ import annotations

from typing import Final

Action = int

LOAN: Final = 0
DONE: Final = 1
UP: Final = 2
TOKEN: Final = 3  # 5 stacks
PRINT: Final = 8  # 5 stacks
BET: Final = 13  # 18 bet tokens
DRAW: Final = 31  # 16 designs; what chance does
DICE: Final = 47  # 36 pairs; chance
MAGIC: Final = 83  # 16 designs on 6 unicorns
PLACE: Final = 179  # 6 unicorns
CONTRACT: Final = 185  # 40 contracts
LOOK: Final = 225  # 6 unicorns
RESERVE: Final = 231  # 18 bet tokens
SWAP: Final = 249  # 16 designs
DISCARD: Final = 265  # 16 designs
CLANS: Final = 281  # 10 pairs; from here on chance
MARKET: Final = 291  # 40 contracts
ROW: Final = 331  # 6 unicorns
START: Final = 337  # 6 seats
BLOCK: Final = 343  # 6 unicorns
PAST: Final = 349
CARD: Final = 1_000
STAKE: Final = 1_000_000
BET_STAKE: Final = 2_000_000
STEP: Final = 1_000_000  # from one bet token to the next in BET_STAKE

# ready-made, so that listing them makes nothing new
PLAYS: Final[list[list[Action]]] = [[MAGIC + m * 6 + c for c in range(6)] for m in range(16)]
STAKES: Final[list[Action]] = [STAKE + n for n in range(100)]
PAIRS_OF_DICE: Final[list[tuple[Action, float]]] = [
    (DICE + a * 6 + b, 1 / 36 if a == b else 2 / 36) for a in range(6) for b in range(a, 6)
]
COLOURS_OF_A_DIE: Final[list[tuple[Action, float]]] = [(BLOCK + c, 1 / 6) for c in range(6)]
