"""The rules of fever as the core asks for them; an action is a number (actions.py), a step one of state.py."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Illegal, Option, Options, Outcome, Seat, Tell
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.actions import (
    BET,
    BET_STAKE,
    CONTRACT,
    DISCARD,
    DONE,
    LOAN,
    LOOK,
    MAGIC,
    PLACE,
    PRINT,
    RESERVE,
    STAKE,
    STEP,
    SWAP,
    TOKEN,
    UP,
    Action,
)
from stajnia.games.fever.box import box
from stajnia.games.fever.chance import befall, choose_clans, odds, possible
from stajnia.games.fever.contracts import WI2
from stajnia.games.fever.legality import legal, refusal
from stajnia.games.fever.notation import write
from stajnia.games.fever.pieces import CLAN_PAIRS, PAIRS
from stajnia.games.fever.refusals import in_full
from stajnia.games.fever.state import (
    AT_ACT,
    AT_CONTRACT,
    AT_DICE,
    AT_END,
    AT_NIGHT,
    AT_RESERVE,
    AT_SECOND,
    AT_STAKE,
    AT_WARD,
    TO_RACE,
    TO_REFRESH,
    TO_RESULTS,
    TO_ROUND,
    State,
    acting,
    blank,
    loan_cards,
)

__all__ = [
    "HIDES",
    "MINUTES",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "USUAL_SEATS",
    "legal",
    "new",
    "odds",
    "outcome",
    "play",
    "to_act",
    "window",
]

NAME: Final = "fever"
RULES: Final = 2
SEATS: Final = range(2, 7)
USUAL_SEATS: Final = 4
MINUTES: Final = 60
HIDES: Final = True
OPTIONS: Final = (
    Option("deck", "choice", "H", ("H", "P")),
    Option("clans", "choice", "random", ("random", *PAIRS)),
    Option("short", "flag", False, seats=(6,)),
    Option("box", "text", ""),
)


def new(seats: int, options: Options) -> State:
    if options["short"] and seats != 6:
        raise Illegal("fever R23", "short_six")
    s = blank(seats, dict(options), box(options["box"]))
    if options["clans"] != "random":
        choose_clans(s, CLAN_PAIRS[PAIRS.index(options["clans"])], None)
    return s


def to_act(s: State) -> tuple[Seat, ...]:
    return acting(s)


def window(s: State) -> bool:  # noqa: ARG001 (an action is never answered)
    return False


def outcome(s: State) -> Outcome | None:
    if not s.final:
        return None
    glory = [0.0] * s.n
    for line in s.final:
        glory[line.seat] = float(line.glory)
    winners = tuple(sorted([line.seat for line in s.final if line.rank == 1]))
    best, second = s.final[0], s.final[len(winners)] if len(winners) < s.n else s.final[0]
    if len(winners) > 1:
        reason = "shared"
    elif loan_cards(best.unpaid) < loan_cards(second.unpaid):
        reason = "loans"
    else:
        reason = "glory" if best.glory > second.glory else "gold"
    return Outcome(tuple(glory), winners, reason)


# ---- doing it


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    step = s.step
    if step == AT_END or seat != (-1 if step <= AT_DICE else s.who):
        raise Illegal("fever R38", "not_your_turn")
    if a >= BET_STAKE:
        _bet_and_stake(s, seat, a, tell)
        return
    if seat < 0:
        if not possible(s, a):
            raise Illegal("fever R38", "not_legal", text=write(a))
        befall(s, a, tell)
    else:
        no = refusal(s, seat, a)
        if no:
            raise in_full(s, seat, a, no)
        _act(s, seat, a, tell)
    while s.step > AT_END:
        _pass_through(s, tell)


def _bet_and_stake(s: State, seat: Seat, a: Action, tell: Tell | None) -> None:
    """Both prompts of a bet in one text, tried on a copy: all or nothing."""
    bet, stake = BET + (a - BET_STAKE) // STEP, STAKE + (a - BET_STAKE) % STEP
    trial = s.copy()
    play(trial, seat, bet)
    play(trial, seat, stake)
    play(s, seat, bet, tell)
    play(s, seat, stake, tell)


def _pass_through(s: State, tell: Tell | None) -> None:
    step = s.step
    if step == TO_RACE:
        race.reveal(s, tell)
    elif step == TO_RESULTS:
        results.results(s, tell)
    elif step == TO_REFRESH:
        results.refresh(s, tell)
    elif step == TO_ROUND:
        planning.start_round(s, tell)


def _act(s: State, seat: Seat, a: Action, tell: Tell | None) -> None:
    if a < TOKEN:
        _say_word(s, seat, a, tell)
    elif a < PRINT:
        planning.take(s, a - TOKEN, False, tell)
    elif a < BET:
        planning.take(s, a - PRINT, True, tell)
    elif a < MAGIC:
        s.pend, s.step = a - BET, AT_STAKE
    elif a < PLACE:
        _lay(s, seat, (a - MAGIC) // 6, (a - MAGIC) % 6, tell)
    elif a >= STAKE:
        planning.place(s, a - STAKE, tell)
    elif a < CONTRACT:
        race.decide(s, a - PLACE, tell)
    elif a < LOOK:
        _acquire(s, a - CONTRACT, tell)
    elif a < RESERVE:
        planning.look(s, a - LOOK, tell)
    elif a < SWAP:
        planning.reserve(s, a - RESERVE, tell)
    elif a < DISCARD:
        planning.swap(s, a - SWAP, tell)
    elif s.step == AT_WARD:
        race.use_ward(s, a - DISCARD, tell)
    else:
        race.use_antimagic(s, a - DISCARD, tell)
        race.antimagic(s, tell)


def _say_word(s: State, seat: Seat, a: Action, tell: Tell | None) -> None:
    if a == LOAN:
        planning.borrow(s, tell)
    elif a == UP:
        planning.draw_up(s, seat, "act", tell)
    elif a == DONE:
        _done(s, tell)


def _lay(s: State, seat: Seat, card: int, colour: int, tell: Tell | None) -> None:
    planning.lay(s, card, colour, tell)
    if s.step == AT_ACT:
        planning.settle(s, tell)
    elif not s.magic or not s.hands[seat]:
        planning.draw_up(s, seat, "race", tell)


def _done(s: State, tell: Tell | None) -> None:
    step = s.step
    if step == AT_ACT:
        planning.finish_turn(s, tell)
    elif step == AT_SECOND:
        s.second = -1
        planning.settle(s, tell)
    elif step == AT_RESERVE:
        planning.after_reserve(s, tell)
    elif step != AT_NIGHT:
        s.step = TO_REFRESH
    elif s.played:
        planning.draw_up(s, s.who, "race", tell)
    else:
        s.step = TO_RACE


def _acquire(s: State, c: int, tell: Tell | None) -> None:
    if s.step == AT_CONTRACT:
        planning.acquire_in_turn(s, c, tell)
        return
    planning.acquire(s, c, results.back_price(s), tell)
    if c == WI2:
        planning.draw_up(s, s.who, "refresh", tell)
    else:
        s.step = TO_REFRESH
