"""What a seat may do. `refusal` is the one place that decides: `legal` lists the actions of the step it has nothing
against, and `play` asks it first. refusals.py says in full why not.
"""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Seat
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.actions import (
    BET,
    BET_STAKE,
    CLANS,
    CONTRACT,
    DISCARD,
    DONE,
    DRAW,
    LOAN,
    LOOK,
    MAGIC,
    PLACE,
    PLAYS,
    PRINT,
    RESERVE,
    STAKE,
    STAKES,
    SWAP,
    TOKEN,
    UP,
    Action,
)
from stajnia.games.fever.contracts import FA2, WI3, WI7
from stajnia.games.fever.pieces import ANY_BET, NO_BET, WIN_BET
from stajnia.games.fever.state import (
    AT_ACT,
    AT_ANTIMAGIC,
    AT_BACK,
    AT_CONTRACT,
    AT_NIGHT,
    AT_PICK,
    AT_RESERVE,
    AT_SECOND,
    AT_STAKE,
    AT_TIE,
    AT_WARD,
    FREE,
    SHOWN,
    State,
)

# What `refusal` answers: nothing, or the rule that is quoted and the message.
FINE: Final = ""
WRONG_STEP: Final = "R39 wrong_step"


def legal(s: State, seat: Seat) -> list[Action]:
    found: list[Action] = []
    step = s.step
    if seat != s.who or not AT_RESERVE <= step <= AT_BACK:
        return found
    if step == AT_ACT:
        if s.bet:
            _add(s, seat, BET, 18 if s.bet == ANY_BET else 6, found)
        if s.magic:
            _add_plays(s, seat, found)
        _add(s, seat, UP, 1, found)
    elif step == AT_PICK:
        _add(s, seat, TOKEN, 5, found)
        _add(s, seat, PRINT, 5, found)
        if s.own[WI3] == seat:
            _add(s, seat, LOOK, 6, found)
        if s.swaps:
            _add(s, seat, SWAP, 16, found)
    elif step == AT_STAKE:
        found = STAKES[1 : min(s.most(seat), s.gold[seat]) + 1]
    elif step == AT_SECOND:
        if s.second == FA2:
            _add(s, seat, BET, 6, found)
        else:
            _add(s, seat, BET + 6, 12, found)
    elif step in (AT_CONTRACT, AT_BACK):
        for c in s.market:
            _add(s, seat, CONTRACT + c, 1, found)
    elif step == AT_RESERVE:
        _add(s, seat, RESERVE, 18, found)
    elif step == AT_NIGHT:
        _add_plays(s, seat, found)
    elif step == AT_TIE:
        for c in s.tied:
            found.append(PLACE + c)
    else:
        _add(s, seat, DISCARD, 16, found)
    _add(s, seat, LOAN, 1, found)
    _add(s, seat, DONE, 1, found)
    return found


def _add(s: State, seat: Seat, verb: Action, n: int, found: list[Action]) -> None:
    """Those of `n` actions of a verb that are not refused."""
    for a in range(verb, verb + n):
        if not refusal(s, seat, a):
            found.append(a)


def _add_plays(s: State, seat: Seat, found: list[Action]) -> None:
    """A card may go on any unicorn (R47), so its six plays are legal or not together."""
    last = -1
    for m in s.hands[seat]:
        if m != last and not refusal(s, seat, MAGIC + m * 6):
            found.extend(PLAYS[m])
        last = m


def refusal(s: State, seat: Seat, a: Action) -> str:
    """Why this action is not allowed to the seat whose prompt it is: rule and message, FINE if it is."""
    step = s.step
    if a < TOKEN:
        return _check_word(s, seat, a)
    if a < BET:
        return _check_pick(s, seat, a) if step == AT_PICK else WRONG_STEP
    if a < DRAW:
        return _check_bet(s, seat, a - BET) if step in (AT_ACT, AT_SECOND) else WRONG_STEP
    if MAGIC <= a < PLACE:
        return _check_magic(s, seat, (a - MAGIC) // 6) if step in (AT_ACT, AT_NIGHT) else WRONG_STEP
    if STAKE <= a < BET_STAKE:
        return _check_stake(s, seat, a - STAKE) if step == AT_STAKE else WRONG_STEP
    if a < PLACE or a >= CLANS:  # what chance does
        return WRONG_STEP
    return _check_rare(s, seat, a)


def _check_word(s: State, seat: Seat, a: Action) -> str:
    """A loan, being done, drawing up."""
    step = s.step
    if a == LOAN:
        first = step == AT_RESERVE and s.after == "end"  # later it is the start of a round, not an action (R61)
        if AT_PICK <= step <= AT_CONTRACT or first:
            return FINE if s.credit(seat) else "R63 no_loans"
        return WRONG_STEP
    if a == UP:
        if step != AT_ACT:
            return WRONG_STEP
        return FINE if s.played and s.bet and planning.can_bet(s, seat, s.bet) else "R49 nothing_to_draw"
    if step == AT_ACT:
        return FINE if s.used else "R39 use_one"
    if step == AT_RESERVE:
        return "R126 must_reserve" if s.after == "end" else FINE  # the contract says at once; later it says may
    return FINE if step in (AT_SECOND, AT_NIGHT, AT_BACK) else WRONG_STEP


def _check_pick(s: State, seat: Seat, a: Action) -> str:
    if a < PRINT:
        tokens = planning.stacks(s)[a - TOKEN]
        top = s.top[a - TOKEN]
        return _check_effects(s, seat, tokens[top]) if top < len(tokens) else "R40 empty_stack"
    printed = s.box.printed[a - PRINT]
    return _check_effects(s, seat, printed) if printed >= 0 else "R40 no_print"


def _check_effects(s: State, seat: Seat, token: int) -> str:
    """A token is taken for at least one of its effects (Q3)."""
    t = s.box.tokens[token]
    if t.contract:
        if not s.market:
            return "R57 no_contract"
        return FINE if planning.has_funds(s, seat, planning.price(s, seat, t.price)) else "R58 no_gold"
    if t.gold or (t.magic and s.hands[seat]):
        return FINE
    if t.bet == NO_BET:
        return "R45 no_hand"
    if not planning.has_funds(s, seat, 1):
        return "R34 no_gold"
    return FINE if planning.can_bet(s, seat, t.bet) else "R36 no_bet_left"


def _check_bet(s: State, seat: Seat, t: int) -> str:
    if s.step == AT_SECOND:
        if (t < 6) != (s.second == FA2):
            return "R125 second_kind" if s.second == FA2 else "R124 second_kind"
    elif s.bet == NO_BET:
        return "R39 no_bet_now"
    elif s.bet == WIN_BET and t >= 6:
        return "R52 only_win"
    if not planning.open_bet(s, seat, t):
        return "R36 token_gone"
    return FINE if planning.has_funds(s, seat, 1) else "R34 no_gold"


def _check_stake(s: State, seat: Seat, stake: int) -> str:
    if stake < 1:
        return "R34 stake_low"
    if stake > s.most(seat):
        return "R34 stake_high"
    return FINE if stake <= s.gold[seat] else "R33 no_gold"


def _check_magic(s: State, seat: Seat, m: int) -> str:
    if not s.magic:
        return "R45 no_magic_now"
    return FINE if m in s.hands[seat] else "R45 not_in_hand"


def _check_rare(s: State, seat: Seat, a: Action) -> str:
    """The verbs of single contracts and of the first player."""
    step = s.step
    if a < CONTRACT:
        if step != AT_TIE:
            return WRONG_STEP
        return FINE if a - PLACE in s.tied else "R90 not_tied"
    if a < LOOK:
        return _check_contract(s, seat, a - CONTRACT) if step in (AT_CONTRACT, AT_BACK) else WRONG_STEP
    if a < RESERVE:
        return _check_look(s, seat, a - LOOK) if step == AT_PICK else WRONG_STEP
    if a < SWAP:
        if step != AT_RESERVE:
            return WRONG_STEP
        return FINE if s.bets[a - RESERVE] == FREE else "R126 token_gone"
    if a < DISCARD:
        if step != AT_PICK:
            return WRONG_STEP
        if not s.swaps:
            return "R56 no_swap"
        return FINE if a - SWAP in s.hands[seat] else "R45 not_in_hand"
    if step == AT_WARD:
        return FINE if a - DISCARD in race.targets(s, s.owns[s.own[WI7]], 1) else "R75 not_lying"
    if step == AT_ANTIMAGIC:
        c, by = race.next_antimagic(s)
        return FINE if a - DISCARD in race.targets(s, c, 1 if by == race.G else 0) else "R75 not_lying"
    return WRONG_STEP


def _check_contract(s: State, seat: Seat, c: int) -> str:
    if s.own[c] != SHOWN:
        return "R55 not_on_offer"
    if s.step == AT_BACK:
        cost = results.back_price(s)
    else:
        cost = planning.price(s, seat, s.box.tokens[s.token].price)
    return FINE if s.gold[seat] >= cost else "R58 no_gold"


def _check_look(s: State, seat: Seat, c: int) -> str:
    if s.own[WI3] != seat:
        return "R48 no_look"
    if s.used_once >> WI3 & 1:
        return "R48 looked"
    return FINE if s.lanes[c] else "R48 nothing_there"
