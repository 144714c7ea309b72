"""What a seat may do. `refusal` is the one place that decides: `legal` lists the actions of the step it has nothing
against, and `play` asks it first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stajnia.core.game import CHANCE, Seat
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.box import COLOURS, CONTRACTS, KINDS, MAGIC, STACKS
from stajnia.games.fever.contracts import FA2, WI3, WI7
from stajnia.games.fever.state import ANY_BET, FREE, NO_BET, SHOWN, WIN_BET, State, acting

Action = tuple[Any, ...]
Refusal = tuple[str, str, dict[str, Any]] | None

LOAN: Action = ("loan",)
DONE: Action = ("done",)
UP: Action = ("up",)
TOKEN: list[Action] = [("token", i) for i in range(5)]
PRINT: list[Action] = [("print", i) for i in range(5)]
BET: list[Action] = [("bet", t) for t in range(18)]
RESERVE: list[Action] = [("reserve", t) for t in range(18)]
STAKE: list[Action] = [("stake", n) for n in range(100)]
PLAY: list[list[Action]] = [[("magic", m, c) for c in range(6)] for m in range(16)]
CONTRACT: list[Action] = [("contract", c) for c in range(40)]
LOOK: list[Action] = [("look", c) for c in range(6)]
SWAP: list[Action] = [("swap", m) for m in range(16)]
DISCARD: list[Action] = [("discard", m) for m in range(16)]
PLACE: list[Action] = [("place", c) for c in range(6)]


Group = list[Action]  # actions that are legal or not together
ONE_LOAN: list[Group] = [[LOAN]]
ONE_DONE: list[Group] = [[DONE]]
EACH_BET: list[Group] = [[a] for a in BET]
WIN_BETS, PODIUM_BETS = EACH_BET[:6], EACH_BET[6:]
AT_PICK: list[Group] = [[a] for a in TOKEN + PRINT]
AT_PICK_LOOKING: list[Group] = AT_PICK + [[a] for a in LOOK]
EACH_RESERVE: list[Group] = [[a] for a in RESERVE]
AFTER_EFFECTS: list[Group] = [[UP], [LOAN], [DONE]]


def legal(s: State, seat: Seat) -> list[Action]:
    if seat not in acting(s) or seat == CHANCE:
        return []
    return [a for group in _thinkable(s, seat) if group and refusal(s, seat, group[0]) is None for a in group]


def _thinkable(s: State, seat: Seat) -> list[Group]:
    """Every action that could be meant at this step.

    A card may go on any unicorn (R47), so its six plays are one group; so are the stakes up to purse and limit.
    """
    match s.stage:
        case "act":
            bets = [] if s.bet == NO_BET else EACH_BET if s.bet == ANY_BET else WIN_BETS
            plays = [PLAY[m] for m in _kinds(s, seat)] if s.magic else []
            return bets + plays + AFTER_EFFECTS
        case "pick":
            swaps = [[SWAP[m]] for m in _kinds(s, seat)] if s.swaps else []
            return (AT_PICK_LOOKING if s.own[WI3] == seat else AT_PICK) + swaps + ONE_LOAN
        case "stake":
            return [STAKE[1 : min(s.most(seat), s.gold[seat]) + 1], [LOAN]]
        case "second":
            return [*(WIN_BETS if s.second == FA2 else PODIUM_BETS), [LOAN], [DONE]]
        case "contract":
            return [[CONTRACT[c]] for c in s.market] + ONE_LOAN
        case "back":
            return [[CONTRACT[c]] for c in s.market] + ONE_DONE
        case "reserve":
            return EACH_RESERVE + (ONE_LOAN if s.after == "end" else ONE_DONE)
        case "night":
            return [PLAY[m] for m in _kinds(s, seat)] + ONE_DONE
        case "ward" | "seal":
            return [[a] for a in DISCARD]
        case "tie":
            return [[PLACE[c]] for c in s.tied]
    return []


def _kinds(s: State, seat: Seat) -> list[int]:
    return sorted(set(s.hands[seat]))


def refusal(s: State, seat: Seat, a: Action) -> Refusal:
    """Why this action is not allowed to the seat whose prompt it is: rule, message and values; None if it is."""
    check = _CHECKS.get(a[0])
    if check is None or s.stage not in check[0]:
        return _WRONG
    return check[1](s, seat, a)


_WRONG: Refusal = ("fever R39", "wrong_step", {})


def _check_token(s: State, seat: Seat, a: Action) -> Refusal:
    stack = a[1]
    tokens = planning.stacks(s)[stack]
    if s.top[stack] >= len(tokens):
        return "fever R40", "empty_stack", {"colour": STACKS[stack]}
    return _check_effects(s, seat, tokens[s.top[stack]])


def _check_print(s: State, seat: Seat, a: Action) -> Refusal:
    stack = a[1]
    if s.box.printed[stack] < 0:
        return "fever R40", "no_print", {"colour": STACKS[stack]}
    return _check_effects(s, seat, s.box.printed[stack])


def _check_effects(s: State, seat: Seat, token: int) -> Refusal:
    """A token is taken for at least one of its effects (Q3)."""
    t = s.box.tokens[token]
    if t.contract:
        if not s.market:
            return "fever R57", "no_contract", {}
        if not planning.has_funds(s, seat, planning.price(s, seat, t.price)):
            return "fever R58", "no_gold", {"gold": s.gold[seat]}
    elif not t.gold and not (t.magic and s.hands[seat]):
        bet = {"": NO_BET, "any": ANY_BET, "win": WIN_BET}[t.bet]
        if bet == NO_BET:
            return "fever R45", "no_hand", {}
        if not planning.has_funds(s, seat, 1):
            return "fever R34", "no_gold", {"gold": s.gold[seat]}
        if not planning.can_bet(s, seat, bet):
            return "fever R36", "no_bet_left", {}
    return None


def _check_bet(s: State, seat: Seat, a: Action) -> Refusal:
    t = a[1]
    if s.stage == "second":
        if (t < 6) != (s.second == FA2):
            rule, kind = ("fever R125", "win") if s.second == FA2 else ("fever R124", "podium")
            return rule, "second_kind", {"kind": kind}
    elif s.bet == NO_BET:
        return "fever R39", "no_bet_now", {}
    elif s.bet == WIN_BET and t >= 6:
        return "fever R52", "only_win", {}
    if not planning.open_bet(s, seat, t):
        return "fever R36", "token_gone", {"kind": KINDS[t // 6], "colour": COLOURS[t % 6]}
    if not planning.has_funds(s, seat, 1):
        return "fever R34", "no_gold", {"gold": s.gold[seat]}
    return None


def _check_stake(s: State, seat: Seat, a: Action) -> Refusal:
    if a[1] < 1:
        return "fever R34", "stake_low", {}
    if a[1] > s.most(seat):
        return "fever R34", "stake_high", {"most": s.most(seat)}
    if a[1] > s.gold[seat]:
        return "fever R33", "no_gold", {"gold": s.gold[seat]}
    return None


def _check_magic(s: State, seat: Seat, a: Action) -> Refusal:
    if not s.magic:
        return "fever R45", "no_magic_now", {}
    if a[1] not in s.hands[seat]:
        return "fever R45", "not_in_hand", {"magic": MAGIC[a[1]]}
    return None


def _check_up(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001 (all checks take the same)
    if s.played and s.bet and planning.can_bet(s, seat, s.bet):
        return None
    return "fever R49", "nothing_to_draw", {}


def _check_contract(s: State, seat: Seat, a: Action) -> Refusal:
    if s.own[a[1]] != SHOWN:
        return "fever R55", "not_on_offer", {"contract": CONTRACTS[a[1]]}
    back = s.stage == "back"
    cost = results.back_price(s) if back else planning.price(s, seat, s.box.tokens[s.token].price)
    if s.gold[seat] < cost:
        return "fever R58", "no_gold", {"gold": s.gold[seat]}
    return None


def _check_loan(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
    if s.stage == "reserve" and s.after != "end":  # at the start of a round, not in an action (R61)
        return _WRONG
    return None if s.credit(seat) else ("fever R63", "no_loans", {})


def _check_done(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
    if s.stage == "reserve" and s.after == "end":  # the contract says at once; later it says may
        return "fever R126", "must_reserve", {}
    return ("fever R39", "use_one", {}) if s.stage == "act" and not s.used else None


def _check_reserve(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
    if s.bets[a[1]] != FREE:
        return "fever R126", "token_gone", {"kind": KINDS[a[1] // 6], "colour": COLOURS[a[1] % 6]}
    return None


def _check_look(s: State, seat: Seat, a: Action) -> Refusal:
    if s.own[WI3] != seat:
        return "fever R48", "no_look", {}
    if s.used_once >> WI3 & 1:
        return "fever R48", "looked", {}
    if not s.lanes[a[1]]:
        return "fever R48", "nothing_there", {"colour": COLOURS[a[1]]}
    return None


def _check_swap(s: State, seat: Seat, a: Action) -> Refusal:
    if not s.swaps:
        return "fever R56", "no_swap", {}
    if a[1] not in s.hands[seat]:
        return "fever R45", "not_in_hand", {"magic": MAGIC[a[1]]}
    return None


def _check_discard(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
    if s.stage == "ward":
        options = race.targets(s, s.owns[s.own[WI7]], 1)
    else:
        c, by = race.sealing(s)
        options = race.targets(s, c, 1 if by == race.G else 0)
    return None if a[1] in options else ("fever R75", "not_lying", {"magic": MAGIC[a[1]]})


def _check_place(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
    return None if a[1] in s.tied else ("fever R90", "not_tied", {"colour": COLOURS[a[1]]})


Check = Callable[[State, Seat, Action], Refusal]
_CHECKS: dict[str, tuple[frozenset[str], Check]] = {
    "token": (frozenset({"pick"}), _check_token),
    "print": (frozenset({"pick"}), _check_print),
    "bet": (frozenset({"act", "second"}), _check_bet),
    "stake": (frozenset({"stake"}), _check_stake),
    "magic": (frozenset({"act", "night"}), _check_magic),
    "up": (frozenset({"act"}), _check_up),
    "contract": (frozenset({"contract", "back"}), _check_contract),
    "loan": (frozenset({"pick", "act", "stake", "second", "contract", "reserve"}), _check_loan),
    "done": (frozenset({"act", "second", "reserve", "night", "back"}), _check_done),
    "reserve": (frozenset({"reserve"}), _check_reserve),
    "look": (frozenset({"pick"}), _check_look),
    "swap": (frozenset({"pick"}), _check_swap),
    "discard": (frozenset({"ward", "seal"}), _check_discard),
    "place": (frozenset({"tie"}), _check_place),
}
