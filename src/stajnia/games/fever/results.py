"""The results phase: payout, Glory tax, odds, rampage, new contracts; and the end of the game."""

from __future__ import annotations

from stajnia.core.game import Seat, Tell
from stajnia.games.fever import bets
from stajnia.games.fever.contracts import (
    FA4,
    FA5,
    FA7,
    FA8,
    GN1,
    GN2,
    GN5,
    GO1,
    GO2,
    GO4,
    GO6,
    GO7,
    GO8,
    LE1,
    LE7,
    WI8,
)
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, CONVERT, KINDS, MORE_GLORY, OWNER_GOLD, PODIUM_X3, odds_of
from stajnia.games.fever.planning import clear_table, pay_contract, praise_contract, price
from stajnia.games.fever.state import (
    AT_BACK,
    AT_END,
    AT_MARKET,
    DECK,
    OUT,
    RESERVED,
    TO_ROUND,
    FinalLine,
    State,
    loan_cards,
    say,
)


def results(s: State, tell: Tell | None) -> None:
    """Steps 3.1 and 3.2, then on to the next round or the end."""
    s.phase = "results"
    place = [0] * 6
    for i, c in enumerate(s.ranking):
        place[c] = i + 1
    failed = [t for t in range(18) if 0 <= s.bets[t] < RESERVED and place[t % 6] > bets.places(s, t)]
    for seat in s.order():
        settle_bets(s, seat, place, failed, tell)
        settle_owner(s, seat, place, tell)
    if s.own[GO4] >= 0:
        kept = saved(place) if s.used_once >> FA5 & 1 else -1
        lost = len([t for t in failed if t != kept])
        if lost:
            pay_contract(s, s.own[GO4], GO4, lost * s.box.n[GO4], tell)
    settle_luck(s, place, tell)
    clear_table(s)
    if tell:
        say(tell, "returned")
    for seat in s.order():
        tax(s, seat, tell)
    if s.round == s.races:
        finish(s, tell)
        return
    move_odds(s, place, tell)
    set_rampage(s, tell)
    back_door(s, tell)


# ---- 3.1 payout


def saved(place: list[int]) -> int:
    """The Win token of the unicorn that came second."""
    return place.index(2)


def settle_bets(s: State, seat: Seat, place: list[int], failed: list[int], tell: Tell | None) -> None:
    """All bets of a seat (R100 to R103); where a contract works on one bet only, on the one worth most."""
    won = [t for t in range(18) if s.bets[t] == seat and t not in failed]
    lost = [t for t in failed if s.bets[t] == seat]
    triple = -1
    if s.own[FA8] == seat:
        triple = largest(s, [t for t in won if t >= 6 and not bets.rampaging(s, t % 6, PODIUM_X3)])
    for t in won:
        pay_bet(s, seat, t, t == triple, tell)
    keep = saved(place) if s.own[FA5] == seat else -1
    for t in lost:
        if t == keep:
            save_bet(s, seat, t, tell)
        elif tell:
            kind, colour = KINDS[t // 6], COLOURS[t % 6]
            say(tell, "lost", seat=seat, kind=kind, colour=colour, stake=s.stakes[t], place=place[t % 6])
    if s.own[FA7] == seat:
        give_back(s, seat, largest(s, [t for t in lost if t != keep]), tell)
    for t in won + lost:
        s.stakes[t] = s.onbet[t] = 0


def largest(s: State, tokens: list[int]) -> int:
    """The first of these bets with the largest stake, -1 if there is none."""
    best = -1
    for t in tokens:
        if best < 0 or s.stakes[t] > s.stakes[best]:
            best = t
    return best


def pay_bet(s: State, seat: Seat, t: int, triple: bool, tell: Tell | None) -> None:
    """A successful bet: the stake times the odds or two, and its Glory (R28 to R31, R53, R95, R97)."""
    stake, times, famed = s.stakes[t], bets.times(s, t), 0
    if triple:
        s.used_once |= 1 << FA8
        times = s.box.n[FA8]
    if s.own[FA4] == seat and not s.used_once >> FA4 & 1:
        s.used_once |= 1 << FA4
        famed = s.box.n[FA4]
    glory = bets.glory(s, t) + famed
    s.gold[seat] += stake * times
    s.glory[seat] += glory
    if tell:
        args = {"seat": seat, "kind": KINDS[t // 6], "colour": COLOURS[t % 6]}
        say(tell, "win_paid", stake=stake, times=times, gold=stake * times, glory=glory, **args)
        wild = 1 if bets.rampaging(s, t % 6, MORE_GLORY) else 0
        for part, why in ((s.onbet[t], "on_bet"), (wild, "rampage"), (famed, "fame")):
            if part:
                say(tell, "glory_parts", part=part, why=why, **args)


def save_bet(s: State, seat: Seat, t: int, tell: Tell | None) -> None:
    """As Good as First: the stake of a Win bet on the second comes back, with some Glory."""
    s.used_once |= 1 << FA5
    s.gold[seat] += s.stakes[t]
    s.glory[seat] += s.box.n[FA5]
    if tell:
        args = {"stake": s.stakes[t], "colour": COLOURS[t % 6], "glory": s.box.n[FA5]}
        say(tell, "saved", seat=seat, contract=CONTRACTS[FA5], **args)


def give_back(s: State, seat: Seat, t: int, tell: Tell | None) -> None:
    """Consolation Dust: a part of a failed stake comes back."""
    back = s.stakes[t] // s.box.n[FA7] if t >= 0 else 0
    if back:
        s.used_once |= 1 << FA7
        s.gold[seat] += back
        if tell:
            args = {"gold": back, "stake": s.stakes[t], "colour": COLOURS[t % 6]}
            say(tell, "half_back", seat=seat, contract=CONTRACTS[FA7], **args)


def settle_owner(s: State, seat: Seat, place: list[int], tell: Tell | None) -> None:
    c = s.owns[seat]
    if place[c] > 3:
        return
    gold = OWNER_GOLD[place[c] - 1]
    s.gold[seat] += gold
    if tell:
        say(tell, "owner_gold", seat=seat, colour=COLOURS[c], place=place[c], gold=gold)
    if s.own[GN1] == seat:
        pay_contract(s, seat, GN1, gold * (s.box.n[GN1] - 1), tell)
    if s.own[GN2] == seat:
        praise_contract(s, seat, GN2, s.box.n[GN2], tell)


def settle_luck(s: State, place: list[int], tell: Tell | None) -> None:
    """Contracts that look at the ranking only."""
    for c in range(6):
        if s.own[LE1 + c] >= 0 and place[c] <= 3:
            praise_contract(s, s.own[LE1 + c], LE1 + c, s.box.n[LE1 + c], tell)
    winner = s.ranking[0]
    if s.own[LE7] >= 0 and s.rows[winner] >= 3:
        praise_contract(s, s.own[LE7], LE7, s.box.n[LE7], tell)
    if s.own[WI8] >= 0 and s.hexed[winner] >> s.own[WI8] & 1:
        praise_contract(s, s.own[WI8], WI8, s.box.n[WI8], tell)


# ---- 3.2 to 3.6


def tax_of(s: State, seat: Seat) -> int:
    """The Glory tax of a seat (R106, R129)."""
    due = s.glory[seat]
    if s.own[GO8] == seat:
        due = max(0, due - s.box.n[GO8])
    if s.own[GO2] == seat:
        due = -(-due // s.box.n[GO2])
    return due


def tax(s: State, seat: Seat, tell: Tell | None) -> None:
    """Pay the Glory tax, with loans where Gold is short (R106, R108, Q5)."""
    due, glory = tax_of(s, seat), s.glory[seat]
    while s.gold[seat] < due and s.credit(seat):
        s.lend(seat)
        if tell:
            say(tell, "tax_loan", seat=seat, due=due, loans=s.loans[seat])
    paid = min(due, s.gold[seat])
    s.gold[seat] -= paid
    if tell:
        if paid < due:
            say(tell, "tax_short", seat=seat, gold=paid, due=due)
        elif due < glory:
            say(tell, "tax_less", seat=seat, glory=glory, gold=due)
        elif due:
            say(tell, "tax", seat=seat, glory=glory, gold=due)


def move_odds(s: State, place: list[int], tell: Tell | None) -> None:
    """One row towards the place taken (R109 to R112)."""
    for c in range(6):
        old, level = s.rows[c], place[c] - 1
        s.rows[c] = old - (level < old) + (level > old)
        if tell and s.rows[c] != old:
            say(tell, "odds_moved", colour=COLOURS[c], place=place[c], old=odds_of(old), odds=odds_of(s.rows[c]))


def set_rampage(s: State, tell: Tell | None) -> None:
    """The unicorns on the lowest row in use go on a rampage (R16, R113, R114)."""
    lowest = max(s.rows)
    s.ramp = 0
    for c in range(6):
        if s.rows[c] == lowest:
            s.ramp |= 1 << c
    if tell:
        say(tell, "rampage", colours=[COLOURS[c] for c in range(6) if s.rows[c] == lowest])


def back_price(s: State) -> int:
    return price(s, s.own[GO7], s.box.n[GO7])


def back_door(s: State, tell: Tell | None) -> None:
    """The Back Door lets its owner buy an unsold contract before they go (3.5)."""
    seat = s.own[GO7]
    if seat >= 0 and s.market and s.gold[seat] >= back_price(s):
        s.who, s.step = seat, AT_BACK
    else:
        refresh(s, tell)


def refresh(s: State, tell: Tell | None) -> None:
    """Unsold contracts go out, three new ones come (R115)."""
    if tell and s.market:
        say(tell, "unsold", contracts=[CONTRACTS[c] for c in s.market])
    for c in s.market:
        s.own[c] = OUT
    s.market = ()
    s.step = AT_MARKET if DECK in s.own else TO_ROUND


# ---- the end


def finish(s: State, tell: Tell | None) -> None:
    """Loans, Gold into Glory, the count and the ranking (R118 to R123)."""
    if tell:
        say(tell, "end")
    owner = s.own[GO1]
    if owner >= 0:
        others = len([x for x in s.own if x >= 0 and x != owner])
        if others:
            pay_contract(s, owner, GO1, others * s.box.n[GO1], tell)
    lines = [account(s, seat, tell) for seat in s.order()]
    lines.sort(key=_place)
    table: list[FinalLine] = []
    for i, line in enumerate(lines):
        level = i > 0 and _place(line) == _place(lines[i - 1])
        table.append(line._replace(rank=table[-1].rank if level else i + 1))
    s.final = tuple(table)
    for x in table:
        if tell:
            parts = {"tokens": x.tokens, "converted": x.converted, "contracts": x.contracts}
            say(tell, "final", seat=x.seat, rank=x.rank, glory=x.glory, gold=x.gold, unpaid=x.unpaid, **parts)
    s.phase, s.step = "over", AT_END


def _place(line: FinalLine) -> tuple[int, int, int]:
    """What decides, least first: cards of unpaid loans, then Glory, then Gold (R122, Q4)."""
    return (loan_cards(line.unpaid), -line.glory, -line.gold)


def account(s: State, seat: Seat, tell: Tell | None) -> FinalLine:
    """Repay, convert and count for one seat; the rank is filled in later."""
    debt = s.debt(seat)
    repaid = min(s.loans[seat], s.gold[seat] // debt) if debt else s.loans[seat]
    s.gold[seat] -= repaid * debt
    s.loans[seat] -= repaid
    if tell and repaid:
        say(tell, "repaid", seat=seat, loans=repaid, gold=repaid * debt)
    if tell and s.loans[seat]:
        say(tell, "unpaid", seat=seat, loans=s.loans[seat])
    rate = s.box.n[GN5] if s.own[GN5] == seat else CONVERT
    converted = s.gold[seat] // rate
    s.gold[seat] -= converted * rate
    tokens = s.glory[seat]
    s.glory[seat] += converted
    if tell and converted:
        args = {"gold": converted * rate, "glory": converted, "rate": rate, "left": s.gold[seat]}
        say(tell, "converted", seat=seat, **args)
    mine = [c for c in range(40) if s.own[c] == seat]
    printed = sum(s.box.glory[c] for c in mine) + (len(mine) // s.box.n[GO6] if s.own[GO6] == seat else 0)
    total = tokens + converted + printed
    return FinalLine(seat, 0, s.loans[seat], total, tokens, converted, printed, s.gold[seat], repaid)
