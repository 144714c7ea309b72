"""Chance as a seat: its odds, and setting up the table by its moves."""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.core.game import Tell
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.box import CLAN_PAIRS, CLANS, COLOURS, CONTRACTS
from stajnia.games.fever.legality import Action
from stajnia.games.fever.state import DECK, SHOWN, State, say

DRAW: list[Action] = [("draw", m) for m in range(16)]
DICE: list[tuple[Action, float]] = [
    (("dice", a, b), 1 / 36 if a == b else 2 / 36) for a in range(6) for b in range(a, 6)
]
BLOCK: list[tuple[Action, float]] = [(("block", c), 1 / 6) for c in range(6)]


def odds(s: State) -> Sequence[tuple[Action, float]]:
    match s.stage:
        case "draw" | "deal":
            total = sum(s.deck)
            return [(DRAW[m], k / total) for m, k in enumerate(s.deck) if k]
        case "card":
            copies = s.box.movement[s.options["deck"]]
            used = s.mused if len(s.mused) < 23 else ()
            each = 1 / (23 - len(used))
            left = ((card, k - used.count(card)) for card, k in copies.items())
            return [(("card", card), k * each) for card, k in left if k]
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


def befall(s: State, a: Action, tell: Tell | None) -> None:
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
            choose_clans(s, CLAN_PAIRS[a[1]], tell)
        case "odds":
            _set_odds(s, a[1], tell)
        case "start":
            s.first = a[1]
            s.stage = "deal"
            say(tell, "start", True, seat=a[1])


# ---- setting up (R1 to R17)


def choose_clans(s: State, pair: tuple[int, int], tell: Tell | None) -> None:
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


def possible(s: State, a: Action) -> bool:
    """Whether chance can do this now; the common steps without listing the odds."""
    stage, verb = s.stage, a[0]
    if verb == "draw":
        return stage in ("draw", "deal") and s.deck[a[1]] > 0
    if verb == "dice":
        return stage == "dice" and a[1] <= a[2]
    if verb == "card":
        used = s.mused.count(a[1]) if len(s.mused) < 23 else 0
        return stage == "card" and s.box.movement[s.options["deck"]].get(a[1], 0) > used
    return any(a == b for b, _ in odds(s))
