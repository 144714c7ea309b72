"""Actions as text, and in words.

`bet win red 4` does both prompts of a bet at once. A magic card may be called by its letter and sign or by its number
in the box: 1 is A+, 2 is A-, ... 16 is H-, so `magic 12 on blue` is `magic F- on blue`; the first form is written.

A seat:  token red · print blue · bet win red · stake 4 · magic A+ on blue · draw up · loan · done · contract FA1 ·
         reserve early blue · look blue · swap A+ · discard A+ · place red
Chance:  clans fairies+goblins · show FA1 · row red · start 2 · draw A+ · card 332222 · dice red blue · block red
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.core.game import Illegal, Message
from stajnia.games.fever.actions import (
    BET,
    BET_STAKE,
    BLOCK,
    CARD,
    CLANS,
    CONTRACT,
    DICE,
    DISCARD,
    DONE,
    DRAW,
    LOAN,
    LOOK,
    MAGIC,
    MARKET,
    PAST,
    PLACE,
    PRINT,
    RESERVE,
    ROW,
    STAKE,
    START,
    STEP,
    SWAP,
    TOKEN,
    UP,
    Action,
)
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, DEBT, DESIGNS, KINDS, LENT, PAIRS, STACKS
from stajnia.games.fever.view import View

_TOKENS: Final = tuple([f"{kind} {colour}" for kind in KINDS for colour in COLOURS])
_WORDS: Final = {LOAN: "loan", DONE: "done", UP: "draw up"}
_VERBS: Final[dict[str, tuple[Action, tuple[str, ...]]]] = {  # by word: the first action, and what it may be about
    "token": (TOKEN, STACKS),
    "print": (PRINT, STACKS),
    "bet": (BET, _TOKENS),
    "draw": (DRAW, DESIGNS),
    "dice": (DICE, tuple([f"{a} {b}" for a in COLOURS for b in COLOURS])),
    "magic": (MAGIC, tuple([f"{m} on {c}" for m in DESIGNS for c in COLOURS])),
    "place": (PLACE, COLOURS),
    "contract": (CONTRACT, CONTRACTS),
    "look": (LOOK, COLOURS),
    "reserve": (RESERVE, _TOKENS),
    "swap": (SWAP, DESIGNS),
    "discard": (DISCARD, DESIGNS),
    "clans": (CLANS, PAIRS),
    "show": (MARKET, CONTRACTS),
    "row": (ROW, COLOURS),
    "start": (START, ("1", "2", "3", "4", "5", "6")),
    "block": (BLOCK, COLOURS),
}
_WRITTEN: Final = {
    **_WORDS,
    **{first + i: f"{verb} {name}" for verb, (first, names) in _VERBS.items() for i, name in enumerate(names)},
}
_EXACT: Final = {
    text: a
    for a, text in _WRITTEN.items()
    if not DICE <= a < MAGIC or (a - DICE) // 6 <= (a - DICE) % 6  # dice have no order
}
_READ: Final = {text.lower(): a for text, a in _EXACT.items()}


def write(a: Action) -> str:
    if a < PAST:
        return _WRITTEN[a]
    if a < STAKE:
        return f"card {a - CARD:06}"
    if a < BET_STAKE:
        return f"stake {a - STAKE}"
    return f"bet {_TOKENS[(a - BET_STAKE) // STEP]} {(a - BET_STAKE) % STEP}"


def read(text: str) -> Action:
    action = _EXACT.get(text, -1)
    if action < 0:
        words = text.lower().split()
        action = _READ.get(" ".join(words), -1)
        if action < 0 and words:
            action = _read(words)
    if action < 0:
        raise Illegal("fever R39", "unreadable", text=text)
    return action


def _read(words: list[str]) -> Action:
    """What is not written so, but may be meant; -1: nothing."""
    match words:
        case [("bet" | "reserve") as verb, "podium", colour]:
            return _READ.get(f"{verb} early {colour}", -1)
        case ["bet", _, _, amount]:
            bet = _read_again(words[:3])
            return BET_STAKE + (bet - BET) * STEP + int(amount) if bet >= 0 and _is_number(amount) else -1
        case ["stake", amount]:
            return STAKE + int(amount) if _is_number(amount) else -1
        case ["card", card]:
            return CARD + int(card) if len(card) == 6 and set(card) <= set("01234") else -1
        case ["magic", card, "on", colour] | ["magic", card, colour]:
            return _READ.get(f"magic {_design(card)} on {colour}", -1)
        case ["dice", one, two]:
            a, b = _find(COLOURS, one), _find(COLOURS, two)
            return -1 if a < 0 or b < 0 else DICE + min(a, b) * 6 + max(a, b)
        case [("swap" | "discard" | "draw") as verb, card]:
            return _READ.get(f"{verb} {_design(card)}", -1)
    return -1


def _read_again(words: list[str]) -> Action:
    return _READ.get(" ".join(words), -1) if words[1] != "podium" else _read(words)


def _find(names: Sequence[str], word: str) -> int:
    return names.index(word) if word in names else -1


def _design(word: str) -> str:
    """A design of magic by letter and sign (a long minus too) or by its number in the box."""
    if _is_number(word):
        return DESIGNS[int(word) - 1].lower() if 1 <= int(word) <= len(DESIGNS) else ""
    return word.replace("−", "-").replace("–", "-")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 6


def label(v: View, a: Action) -> Message:
    """An action in words, as the seat of the view may name it."""
    if a == LOAN:
        debt = DEBT if v.seat is None else v.players[v.seat].debt
        return Message("action.loan", {"gold": LENT, "debt": debt})
    if a < TOKEN:
        return Message("action.done" if a == DONE else "action.up")
    if a < BET:
        return _label_token(v, a)
    if a < DRAW:
        kind, colour = KINDS[(a - BET) // 6], COLOURS[(a - BET) % 6]
        times = next((b.pays_times for b in v.bets if (b.kind, b.colour) == (kind, colour)), 0)
        return Message("action.bet", {"kind": kind, "colour": colour, "times": times})
    if MAGIC <= a < PLACE:
        return Message("action.magic", {"magic": DESIGNS[(a - MAGIC) // 6], "colour": COLOURS[(a - MAGIC) % 6]})
    if STAKE <= a < BET_STAKE:
        return Message("action.stake", {"stake": a - STAKE})
    return _label_rare(a)


def _label_token(v: View, a: Action) -> Message:
    verb, stack = ("token", v.stacks[a - TOKEN]) if a < PRINT else ("print", v.stacks[a - PRINT])
    if verb == "token" and stack.tokens:
        token = stack.tokens[0].id
    else:
        token = stack.printed.id if stack.printed is not None else f"{stack.colour}_0"
    return Message(f"action.{verb}", {"token": token})


def _label_rare(a: Action) -> Message:
    if PLACE <= a < CONTRACT:
        return Message("action.place", {"colour": COLOURS[a - PLACE]})
    if CONTRACT <= a < LOOK:
        return Message("action.contract", {"contract": CONTRACTS[a - CONTRACT]})
    if LOOK <= a < RESERVE:
        return Message("action.look", {"colour": COLOURS[a - LOOK]})
    if RESERVE <= a < SWAP:
        return Message("action.reserve", {"kind": KINDS[(a - RESERVE) // 6], "colour": COLOURS[(a - RESERVE) % 6]})
    if SWAP <= a < DISCARD:
        return Message("action.swap", {"magic": DESIGNS[a - SWAP]})
    if DISCARD <= a < CLANS:
        return Message("action.discard", {"magic": DESIGNS[a - DISCARD]})
    return Message("action.chance", {"text": write(a)})
