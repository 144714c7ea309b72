"""The rules of fever as the core asks for them: what may be done, by whom, and what it does.

An action is a tuple of a verb and indices. `refusal` is the one place that decides what is legal: `legal` lists the
actions of the step it has nothing against, `play` asks it first.

The steps (`State.stage`): chance at clans, market, odds, start, deal, block, draw, card, dice; a seat at reserve,
pick, act, stake, second, contract, night, ward, seal, tie, back. The stages `to_...` are passed through at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stajnia.core.game import CHANCE, Illegal, Option, Options, Outcome, Seat, Tell
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.box import CLAN_PAIRS, CLANS, COLOURS, CONTRACTS, KINDS, MAGIC, STACKS, box
from stajnia.games.fever.contracts import FA2, WI3, WI7
from stajnia.games.fever.state import ANY_BET, DECK, FREE, NO_BET, SHOWN, WIN_BET, State, acting, say

NAME = "fever"
RULES = 1
SEATS = range(2, 7)
PAIRS = tuple(f"{CLANS[a]}+{CLANS[b]}" for a, b in CLAN_PAIRS)
OPTIONS = (
    Option("deck", "choice", "H", ("H", "P")),
    Option("clans", "choice", "random", ("random", *PAIRS)),
    Option("short", "flag", False, seats=(6,)),
    Option("box", "text", ""),
)

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
DRAW: list[Action] = [("draw", m) for m in range(16)]
DICE: list[tuple[Action, float]] = [
    (("dice", a, b), 1 / 36 if a == b else 2 / 36) for a in range(6) for b in range(a, 6)
]
BLOCK: list[tuple[Action, float]] = [(("block", c), 1 / 6) for c in range(6)]


def new(seats: int, options: Options) -> State:
    if options["short"] and seats != 6:
        raise Illegal("fever R23", "short_six")
    s = State(seats, dict(options), box(options["box"]))
    if options["clans"] != "random":
        _choose_clans(s, CLAN_PAIRS[PAIRS.index(options["clans"])], None)
    return s


def to_act(s: State) -> tuple[Seat, ...]:
    return acting(s)


def outcome(s: State) -> Outcome | None:
    if not s.final:
        return None
    glory = [0.0] * s.n
    for line in s.final:
        glory[line[0]] = float(line[3])
    winners = tuple(sorted(line[0] for line in s.final if line[1] == 1))
    best, second = s.final[0], s.final[len(winners)] if len(winners) < s.n else s.final[0]
    if len(winners) > 1:
        reason = "shared"
    else:
        reason = "loans" if best[2] < second[2] else "glory" if best[3] > second[3] else "gold"
    return Outcome(tuple(glory), winners, reason)


# ---- chance


def odds(s: State) -> Sequence[tuple[Action, float]]:
    match s.stage:
        case "draw" | "deal":
            total = sum(s.deck)
            return [(DRAW[m], k / total) for m, k in enumerate(s.deck) if k]
        case "card":
            copies = s.box.movement[s.options["deck"]]
            used = s.mused if len(s.mused) < 23 else ()
            left = [(card, k - used.count(card)) for card, k in copies.items()]
            return [(("card", card), k / (23 - len(used))) for card, k in left if k]
        case "dice":
            return DICE
        case "market":
            deck = [c for c in range(40) if s.own[c] == DECK]
            return [(("market", c), 1 / len(deck)) for c in deck]
        case "block":
            return BLOCK
        case "clans":
            return [(("clans", i), 1 / len(CLAN_PAIRS)) for i in range(len(CLAN_PAIRS))]
        case "odds":
            free = [c for c in range(6) if s.rows[c] < 0]
            return [(("odds", c), 1 / len(free)) for c in free]
        case "start":
            return [(("start", seat), 1 / s.n) for seat in range(s.n)]
    return ()


def _chance(s: State, a: Action, tell: Tell | None) -> None:
    match s.stage:
        case "draw":
            planning.get_card(s, a[1], tell)
        case "deal":
            _deal(s, a[1], tell)
        case "card":
            race.turn_card(s, a[1], tell)
        case "dice":
            race.roll(s, (a[1], a[2]), tell)
        case "market":
            _show_contract(s, a[1], tell)
        case "block":
            planning.block(s, a[1], tell)
        case "clans":
            _choose_clans(s, CLAN_PAIRS[a[1]], tell)
        case "odds":
            _set_odds(s, a[1], tell)
        case "start":
            s.first = a[1]
            s.stage = "deal"
            say(tell, "start", True, seat=a[1])


# ---- setting up (R1 to R17)


def _choose_clans(s: State, pair: tuple[int, int], tell: Tell | None) -> None:
    for clan in pair:
        s.own[clan * 8 : clan * 8 + 8] = [DECK] * 8
    s.stage = "market"
    say(tell, "clans", True, clans=[CLANS[c] for c in pair])


def _show_contract(s: State, c: int, tell: Tell | None) -> None:
    s.own[c] = SHOWN
    s.market += (c,)
    say(tell, "market", True, contract=CONTRACTS[c])
    if len(s.market) == 3 or DECK not in s.own:
        s.stage = "odds" if s.phase == "setup" else "to_round"


def _set_odds(s: State, c: int, tell: Tell | None) -> None:
    s.rows[c] = sum(r >= 0 for r in s.rows)
    say(tell, "odds_set", True, colour=COLOURS[c], odds=s.rows[c] + 2)
    free = [i for i in range(6) if s.rows[i] < 0]
    if len(free) == 1:
        _set_odds(s, free[0], tell)
    elif not free:
        s.stage = "start"


def _deal(s: State, m: int, tell: Tell | None) -> None:
    """Card by card, seat by seat; after the last card the owner tiles go round (R13, R17)."""
    s.deck[m] -= 1
    hand = tuple(sorted((*s.hands[s.who], m)))
    s.hands[s.who] = hand
    if len(hand) < s.limit(s.who):
        return
    say(tell, "dealt", True, seat=s.who, count=len(hand))
    s.who += 1
    if s.who < s.n:
        return
    results.set_rampage(s, tell)
    lowest = sorted(range(6), key=lambda c: -s.rows[c])
    for seat, c in zip(s.order(), lowest, strict=False):
        s.owns[seat] = c
        say(tell, "owner", seat=seat, colour=COLOURS[c], odds=s.rows[c] + 2)
    s.stage = "to_round"


# ---- what a seat may do


def legal(s: State, seat: Seat) -> list[Action]:
    if seat not in acting(s) or seat == CHANCE:
        return []
    return [a for a in _thinkable(s, seat) if refusal(s, seat, a) is None]


def _thinkable(s: State, seat: Seat) -> list[Action]:
    """Every action that could be meant at this step."""
    match s.stage:
        case "pick":
            more = [SWAP[m] for m in _kinds(s, seat)] if s.swaps else []
            if s.own[WI3] == seat:
                more += LOOK
            return [*TOKEN, *PRINT, *more, LOAN]
        case "act":
            bets = [] if s.bet == NO_BET else BET if s.bet == ANY_BET else BET[:6]
            plays = [a for m in _kinds(s, seat) for a in PLAY[m]] if s.magic else []
            return [*bets, *plays, UP, LOAN, DONE]
        case "stake":
            return [*STAKE[1 : min(s.most(seat), s.gold[seat]) + 1], LOAN]
        case "second":
            return [*(BET[:6] if s.second == FA2 else BET[6:]), LOAN, DONE]
        case "contract":
            return [*(CONTRACT[c] for c in s.market), LOAN]
        case "back":
            return [*(CONTRACT[c] for c in s.market), DONE]
        case "reserve":
            return [*RESERVE, DONE]
        case "night":
            return [*(a for m in _kinds(s, seat) for a in PLAY[m]), DONE]
        case "ward":
            return [DISCARD[m] for m in race.targets(s, s.owns[seat], 1)]
        case "seal":
            return [DISCARD[m] for m in range(16)]
        case "tie":
            return [PLACE[c] for c in s.tied]
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
    if s.top[stack] < len(planning.stacks(s)[stack]):
        return "fever R42", "stack_left", {"colour": STACKS[stack]}
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
    return None if s.loans_left > 0 else ("fever R63", "no_loans", {})


def _check_done(s: State, seat: Seat, a: Action) -> Refusal:  # noqa: ARG001
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


def _check_discard(s: State, seat: Seat, a: Action) -> Refusal:
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
    "loan": (frozenset({"pick", "act", "stake", "second", "contract"}), _check_loan),
    "done": (frozenset({"act", "second", "reserve", "night", "back"}), _check_done),
    "reserve": (frozenset({"reserve"}), _check_reserve),
    "look": (frozenset({"pick"}), _check_look),
    "swap": (frozenset({"pick"}), _check_swap),
    "discard": (frozenset({"ward", "seal"}), _check_discard),
    "place": (frozenset({"tie"}), _check_place),
}


# ---- doing it


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    from stajnia.games.fever.notation import write

    if seat not in acting(s):
        raise Illegal("fever R38", "not_your_turn")
    if seat == CHANCE:
        if not _possible(s, a):
            raise Illegal("fever R38", "not_legal", text=write(a))
        _chance(s, a, tell)
    else:
        no = refusal(s, seat, a)
        if no is not None:
            raise Illegal(no[0], no[1], **(no[2] or {"text": write(a)}))
        _act(s, seat, a, tell)
    while s.stage in _THROUGH:
        _THROUGH[s.stage](s, tell)


_THROUGH: dict[str, Callable[[State, Tell | None], None]] = {
    "to_race": race.reveal,
    "to_results": results.results,
    "to_refresh": results.refresh,
    "to_round": planning.start_round,
}


def _possible(s: State, a: Action) -> bool:
    """Whether chance can do this now; the common steps without listing the odds."""
    match s.stage, a[0]:
        case (("draw" | "deal"), "draw"):
            return s.deck[a[1]] > 0
        case "dice", "dice":
            return bool(a[1] <= a[2])
    return any(a == b for b, _ in odds(s))


def _act(s: State, seat: Seat, a: Action, tell: Tell | None) -> None:
    match a[0]:
        case "token" | "print":
            planning.take(s, a[1], a[0] == "print", tell)
        case "bet":
            s.pend, s.stage = a[1], "stake"
        case "stake":
            planning.place(s, a[1], tell)
        case "magic":
            planning.lay(s, a[1], a[2], tell)
            if s.stage == "act":
                planning.settle(s, tell)
            elif not s.magic or not s.hands[seat]:
                planning.draw_up(s, seat, "race", tell)
        case "loan":
            planning.borrow(s, tell)
        case "up":
            planning.draw_up(s, seat, "act", tell)
        case "done":
            _done(s, tell)
        case "contract":
            _acquire(s, a[1], tell)
        case "reserve":
            planning.reserve(s, a[1], tell)
        case "look":
            planning.look(s, a[1], tell)
        case "swap":
            planning.swap(s, a[1], tell)
        case "discard":
            if s.stage == "ward":
                race.use_ward(s, a[1], tell)
            else:
                race.use_seal(s, a[1], tell)
                race.seal(s, tell)
        case "place":
            race.decide(s, a[1], tell)


def _done(s: State, tell: Tell | None) -> None:
    match s.stage:
        case "act":
            planning.finish_turn(s, tell)
        case "second":
            s.second = -1
            planning.settle(s, tell)
        case "reserve":
            planning.after_reserve(s, tell)
        case "night" if s.played:
            planning.draw_up(s, s.who, "race", tell)
        case "night":
            s.stage = "to_race"
        case _:
            s.stage = "to_refresh"


def _acquire(s: State, c: int, tell: Tell | None) -> None:
    if s.stage == "contract":
        planning.acquire_in_turn(s, c, tell)
        return
    planning.acquire(s, c, results.back_price(s), tell)
    if c == planning.WI2:
        planning.draw_up(s, s.who, "refresh", tell)
    else:
        s.stage = "to_refresh"
