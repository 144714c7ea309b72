"""Actions as text, and in words.

`bet win red 4` does both prompts of a bet at once. A magic card may be called by its letter and sign or by its number
in the box: 1 is A+, 2 is A-, ... 16 is H-, so `magic 12 on blue` is `magic F- on blue`; the first form is written.

A seat:  token red · print blue · bet win red · stake 4 · magic A+ on blue · draw up · loan · done · contract FA1 ·
         reserve early blue · look blue · swap A+ · discard A+ · place red
Chance:  clans fairies+goblins · show FA1 · row red · start 2 · draw A+ · card 332222 · dice red blue · block red
"""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.core.game import Illegal, Message
from stajnia.games.fever.box import COLOURS, CONTRACTS, DEBT, KINDS, LOAN, MAGIC, PAIRS, STACKS
from stajnia.games.fever.legality import Action
from stajnia.games.fever.view import View

_LISTS: dict[str, tuple[str, ...]] = {
    "token": STACKS,
    "print": STACKS,
    "magic": MAGIC,
    "contract": CONTRACTS,
    "look": COLOURS,
    "swap": MAGIC,
    "discard": MAGIC,
    "place": COLOURS,
    "clans": PAIRS,
    "show": CONTRACTS,
    "row": COLOURS,
    "draw": MAGIC,
    "block": COLOURS,
}
_SPOKEN = {"market": "show", "odds": "row"}  # verbs that chance says in other words
_VERBS = {text: verb for verb, text in _SPOKEN.items()}


def write(a: Action) -> str:
    verb: str = a[0]
    match verb:
        case "loan" | "done":
            return verb
        case "up":
            return "draw up"
        case "bet" | "reserve":
            return " ".join([verb, KINDS[a[1] // 6], COLOURS[a[1] % 6], *map(str, a[2:])])
        case "stake" | "card":
            return f"{verb} {a[1]}"
        case "start":
            return f"start {a[1] + 1}"
        case "magic":
            return f"magic {MAGIC[a[1]]} on {COLOURS[a[2]]}"
        case "dice":
            return f"dice {COLOURS[a[1]]} {COLOURS[a[2]]}"
    text = _SPOKEN.get(verb, verb)
    return f"{text} {_LISTS[text][a[1]]}"


def read(text: str) -> Action:
    words = text.lower().split()
    action = _read(words) if words else None
    if action is None:
        raise Illegal("fever R39", "unreadable", text=text)
    return action


def _read(words: list[str]) -> Action | None:
    match words:
        case [("loan" | "done") as verb]:
            return (verb,)
        case ["draw", "up"]:
            return ("up",)
        case [("bet" | "reserve") as verb, kind, colour]:
            k, c = _find(KINDS, "early" if kind == "podium" else kind), _find(COLOURS, colour)
            return None if k is None or c is None else (verb, k * 6 + c)
        case ["bet", kind, colour, amount]:
            bet = _read(["bet", kind, colour])
            return None if bet is None or not _is_number(amount) else (*bet, int(amount))
        case ["stake", amount]:
            return ("stake", int(amount)) if _is_number(amount) else None
        case ["start", seat]:
            return ("start", int(seat) - 1) if _is_number(seat) else None
        case ["card", card]:
            return ("card", card) if _is_number(card) and len(card) == 6 else None
        case ["magic", card, "on", colour] | ["magic", card, colour]:
            m, c = _magic(card), _find(COLOURS, colour)
            return None if m is None or c is None else ("magic", m, c)
        case ["dice", one, two]:
            a, b = _find(COLOURS, one), _find(COLOURS, two)
            return None if a is None or b is None else ("dice", min(a, b), max(a, b))
        case [verb, name] if verb in _LISTS and verb != "magic":
            i = _magic(name) if _LISTS[verb] is MAGIC else _find(_LISTS[verb], name)
            return None if i is None else (_VERBS.get(verb, verb), i)
    return None


def _find(names: Sequence[str], word: str) -> int | None:
    for i, name in enumerate(names):
        if name.lower() == word:
            return i
    return None


def _magic(word: str) -> int | None:
    """A design of magic by letter and sign (a long minus too) or by its number in the box."""
    if _is_number(word):
        return int(word) - 1 if 1 <= int(word) <= len(MAGIC) else None
    return _find(MAGIC, word.replace("−", "-").replace("–", "-"))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 6


def label(v: View, a: Action) -> Message:
    """An action in words, as the seat of the view may name it."""
    match a[0]:
        case "done" | "up":
            return Message(f"action.{a[0]}")
        case "loan":
            debt = DEBT if v.seat is None else v.players[v.seat].debt
            return Message("action.loan", {"gold": LOAN, "debt": debt})
        case "token" | "print":
            return Message(f"action.{a[0]}", {"token": _token(v, a)})
        case "bet":
            return Message("action.bet", {"kind": KINDS[a[1] // 6], "colour": COLOURS[a[1] % 6], "times": _times(v, a)})
        case "reserve":
            return Message("action.reserve", {"kind": KINDS[a[1] // 6], "colour": COLOURS[a[1] % 6]})
        case "stake":
            return Message("action.stake", {"stake": a[1]})
        case "magic":
            return Message("action.magic", {"magic": MAGIC[a[1]], "colour": COLOURS[a[2]]})
        case "contract":
            return Message("action.contract", {"contract": CONTRACTS[a[1]]})
        case "look" | "place":
            return Message(f"action.{a[0]}", {"colour": COLOURS[a[1]]})
        case "swap" | "discard":
            return Message(f"action.{a[0]}", {"magic": MAGIC[a[1]]})
    return Message("action.chance", {"text": write(a)})


def _times(v: View, a: Action) -> int:
    kind, colour = KINDS[a[1] // 6], COLOURS[a[1] % 6]
    return next((b.pays_times for b in v.bets if (b.kind, b.colour) == (kind, colour)), 0)


def _token(v: View, a: Action) -> str:
    stack = v.stacks[a[1]]
    if a[0] == "token" and stack.tokens:
        return stack.tokens[0].id
    return stack.printed.id if stack.printed is not None else f"{stack.colour}_0"
