"""The rules of fever as the core asks for them; an action is a tuple of a verb and indices.

The steps (`State.stage`): chance at clans, market, odds, start, deal, block, draw, card, dice; a seat at reserve,
pick, act, stake, second, contract, night, ward, seal, tie, back. The stages `to_...` are passed through at once.
"""

from __future__ import annotations

from collections.abc import Callable

from stajnia.core.game import CHANCE, Illegal, Option, Options, Outcome, Seat, Tell
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.box import CLAN_PAIRS, PAIRS, box
from stajnia.games.fever.chance import befall, choose_clans, odds, possible
from stajnia.games.fever.contracts import WI2
from stajnia.games.fever.legality import Action, legal, refusal
from stajnia.games.fever.notation import write
from stajnia.games.fever.state import State, acting, loan_cards

__all__ = [
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

NAME = "fever"
RULES = 2
SEATS = range(2, 7)
USUAL_SEATS = 4
MINUTES = 60
OPTIONS = (
    Option("deck", "choice", "H", ("H", "P")),
    Option("clans", "choice", "random", ("random", *PAIRS)),
    Option("short", "flag", False, seats=(6,)),
    Option("box", "text", ""),
)


def new(seats: int, options: Options) -> State:
    if options["short"] and seats != 6:
        raise Illegal("fever R23", "short_six")
    s = State(seats, dict(options), box(options["box"]))
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
        glory[line[0]] = float(line[3])
    winners = tuple(sorted(line[0] for line in s.final if line[1] == 1))
    best, second = s.final[0], s.final[len(winners)] if len(winners) < s.n else s.final[0]
    if len(winners) > 1:
        reason = "shared"
    else:
        reason = "loans" if loan_cards(best[2]) < loan_cards(second[2]) else "glory" if best[3] > second[3] else "gold"
    return Outcome(tuple(glory), winners, reason)


# ---- doing it


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    if seat not in acting(s):
        raise Illegal("fever R38", "not_your_turn")
    if a[0] == "bet" and len(a) == 3:  # both prompts in one text, tried on a copy: all or nothing
        trial = s.copy()
        for step in (a[:2], ("stake", a[2])):
            play(trial, seat, step)
        for step in (a[:2], ("stake", a[2])):
            play(s, seat, step, tell)
        return
    if seat == CHANCE:
        if not possible(s, a):
            raise Illegal("fever R38", "not_legal", text=write(a))
        befall(s, a, tell)
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
    if c == WI2:
        planning.draw_up(s, s.who, "refresh", tell)
    else:
        s.stage = "to_refresh"
