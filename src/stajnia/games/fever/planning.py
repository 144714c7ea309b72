"""The planning phase: round start, action turns, bets, magic, contracts and loans."""

from __future__ import annotations

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.fever import bets
from stajnia.games.fever.contracts import FA1, FA2, FA3, GN3, GN6, GO3, GO5, WI1, WI2, WI3, WI4, WI5, WI6
from stajnia.games.fever.pieces import ANY_BET, COLOURS, CONTRACTS, DESIGNS, KINDS, LENT, NO_BET, TURNS
from stajnia.games.fever.state import (
    AT_ACT,
    AT_BLOCK,
    AT_CONTRACT,
    AT_DRAW,
    AT_NIGHT,
    AT_PICK,
    AT_RESERVE,
    AT_SECOND,
    BLOCKED,
    FREE,
    RESERVED,
    TO_RACE,
    TO_REFRESH,
    UNUSED,
    State,
    magic_names,
    say,
)

# ---- rounds and turns


def start_round(s: State, tell: Tell | None) -> None:
    """Everything back on the board; with two players two rolls block bets (R19)."""
    s.round += 1
    s.phase = "planning"
    s.plan = 0
    s.used_once = 0
    s.look = (-1, 0)
    s.pos = [0] * 6
    s.ranking = ()
    s.rturn, s.mcard, s.mused, s.dice = 0, -1, (), ()
    s.hexed = [0] * 6
    clear_table(s)
    if tell:
        say(tell, "round", round=s.round, races=s.races)
    if s.n == 2:
        s.step = AT_BLOCK
    else:
        open_round(s, tell)


def clear_table(s: State) -> None:
    """All bet tokens and action tokens go back (R105)."""
    late = FREE if s.n >= 4 else UNUSED
    s.bets = [FREE] * 12 + [late] * 6
    s.stakes = [0] * 18
    s.onbet = [0] * 18
    s.top = [0] * 5
    s.taken = [()] * s.n


def block(s: State, colour: int, tell: Tell | None) -> None:
    """The first roll takes a Win token off the board, the second an early Podium token (R19)."""
    kind = 1 if BLOCKED in s.bets[:6] else 0
    s.bets[kind * 6 + colour] = BLOCKED
    if tell:
        say(tell, "blocked", True, kind=KINDS[kind], colour=COLOURS[colour])
    if kind == 1:
        open_round(s, tell)


def open_round(s: State, tell: Tell | None) -> None:
    owner = s.own[GN3]
    if owner >= 0:
        pay_contract(s, owner, GN3, s.box.n[GN3], tell)
    s.after = "turn"
    if not offer_reserve(s):
        next_turn(s, tell)


def offer_reserve(s: State) -> bool:
    """Ask the owner of Unconditional Love for a token to reserve (R126)."""
    if s.own[FA1] < 0 or FREE not in s.bets:
        return False
    s.who = s.own[FA1]
    s.step = AT_RESERVE
    return True


def next_turn(s: State, tell: Tell | None) -> None:
    """The next action turn, or the end of planning after three each (R38)."""
    s.token, s.bet, s.magic, s.used, s.played, s.second, s.after = -1, NO_BET, 0, False, False, -1, ""
    if s.plan == TURNS * s.n:
        end_planning(s)
        return
    s.who = (s.first + s.plan) % s.n
    s.swaps = s.box.n[WI6] if s.own[WI6] == s.who else 0
    s.step = AT_PICK
    if tell:
        say(tell, "turn", seat=s.who, turn=s.plan // s.n + 1)


def end_turn(s: State, tell: Tell | None) -> None:
    s.plan += 1
    next_turn(s, tell)


def end_planning(s: State) -> None:
    """The Night Flight gives its owner a last card; then the race."""
    owner = s.own[WI5]
    if owner >= 0 and s.hands[owner]:
        s.who, s.step, s.magic = owner, AT_NIGHT, s.box.n[WI5]
        return
    s.step = TO_RACE


# ---- tokens


def stacks(s: State) -> tuple[tuple[int, ...], ...]:
    return s.box.stacks_two if s.n == 2 else s.box.stacks


def take(s: State, stack: int, printed: bool, tell: Tell | None) -> None:
    """Take the top token of a stack, or use the effect printed there (R39, R43)."""
    if printed:
        s.token = s.box.printed[stack]
    else:
        s.token = stacks(s)[stack][s.top[stack]]
        s.top[stack] += 1
    seat, t = s.who, s.box.tokens[s.token]
    s.taken[seat] += (s.token,)
    s.swaps = 0
    if tell:
        say(tell, "print" if printed else "token", seat=seat, token=t.id)
    if t.gold:
        take_gold(s, seat, t.gold, t.id, tell)
        if t.first:
            s.next_first = seat
            if tell:
                say(tell, "will_be_first", seat=seat)
        end_turn(s, tell)
    elif t.contract:
        s.step = AT_CONTRACT
    else:
        s.bet = t.bet
        s.magic = t.magic + (s.box.n[WI1] if t.magic and s.own[WI1] == seat else 0)
        settle(s, tell)


def take_gold(s: State, seat: Seat, gold: int, token: str, tell: Tell | None) -> None:
    s.gold[seat] += gold
    if tell:
        say(tell, "gold", seat=seat, gold=gold, token=token, now=s.gold[seat])
    if s.own[GN6] == seat:
        pay_contract(s, seat, GN6, s.box.n[GN6], tell)


def settle(s: State, tell: Tell | None) -> None:
    """After a token or one of its effects: ask on while something is left to do, draw up when magic is over."""
    magic = s.magic and s.hands[s.who]
    if s.played and not magic:
        draw_up(s, s.who, "act", tell)
    elif magic or (s.bet and can_bet(s, s.who, s.bet)):
        s.step = AT_ACT
    else:
        finish_turn(s, tell)


def finish_turn(s: State, tell: Tell | None) -> None:
    if s.played:
        draw_up(s, s.who, "end", tell)
    else:
        end_turn(s, tell)


# ---- bets


def has_funds(s: State, seat: Seat, gold: int) -> bool:
    """Whether the seat can pay this much, with loans if needed."""
    return s.gold[seat] >= gold or s.gold[seat] + LENT * s.credit(seat) >= gold


def open_bet(s: State, seat: Seat, t: int) -> bool:
    """Whether this bet token is available to the seat (R36, Q15)."""
    holder = s.bets[t]
    return holder == FREE or holder == RESERVED + seat


def any_open(s: State, seat: Seat, low: int, high: int) -> bool:
    """Whether the seat can bet with one of these tokens."""
    if has_funds(s, seat, 1):
        for t in range(low, high):
            if open_bet(s, seat, t):
                return True
    return False


def can_bet(s: State, seat: Seat, bet: int) -> bool:
    return any_open(s, seat, 0, 18 if bet == ANY_BET else 6)


def second_bets(s: State, seat: Seat, contract: int) -> bool:
    return any_open(s, seat, 0, 6) if contract == FA2 else any_open(s, seat, 6, 18)


def place(s: State, stake: int, tell: Tell | None) -> None:
    """Put the stake on the bet token in hand (R33, R35); a contract may grant a second bet."""
    t, seat = s.pend, s.who
    s.pend = -1
    s.gold[seat] -= stake
    s.bets[t], s.stakes[t] = seat, stake
    if tell:
        kind, colour = KINDS[t // 6], COLOURS[t % 6]
        say(tell, "bet", seat=seat, kind=kind, colour=colour, stake=stake, times=bets.times(s, t))
    granted = s.second
    s.second = -1
    if granted >= 0:
        s.used_once |= 1 << granted
    else:
        put_glory(s, seat, t, tell)
        s.bet = NO_BET
        s.used = True
        contract = FA2 if t < 6 else FA3
        if s.own[contract] == seat and not s.used_once >> contract & 1 and second_bets(s, seat, contract):
            s.second = contract
            s.step = AT_SECOND
            if tell:
                say(tell, "second", seat=seat, contract=CONTRACTS[contract])
            return
    settle(s, tell)


def put_glory(s: State, seat: Seat, t: int, tell: Tell | None) -> None:
    """What the action token puts on the bet (R53)."""
    glory = s.box.tokens[s.token].glory
    if glory:
        s.onbet[t] = glory
        if tell:
            say(tell, "bet_glory", seat=seat, kind=KINDS[t // 6], colour=COLOURS[t % 6], glory=glory)


def reserve(s: State, t: int, tell: Tell | None) -> None:
    s.bets[t] = RESERVED + s.who
    if tell:
        say(tell, "reserve", seat=s.who, kind=KINDS[t // 6], colour=COLOURS[t % 6])
    after_reserve(s, tell)


def after_reserve(s: State, tell: Tell | None) -> None:
    if s.after == "turn":
        next_turn(s, tell)
    else:
        end_turn(s, tell)


# ---- magic


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The hand less one card of that design."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def with_card(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The hand with one card more, sorted."""
    at = len(hand)
    while at and hand[at - 1] > card:
        at -= 1
    return (*hand[:at], card, *hand[at:])


def lay(s: State, card: int, colour: int, tell: Tell | None) -> None:
    """Put a magic card face down on a unicorn (R46)."""
    seat = s.who
    s.hands[seat] = without(s.hands[seat], card)
    s.lanes[colour] += (seat * 16 + card,)
    s.hexed[colour] |= 1 << seat
    s.magic -= 1
    s.used = s.played = True
    if tell:
        args = {"seat": seat, "colour": COLOURS[colour], "magic": "hidden"}
        tell(Event("magic", args, {"magic": DESIGNS[card]}, (seat,)))
    if s.own[WI4] == seat:
        pay_contract(s, seat, WI4, s.box.n[WI4], tell)


def draw_up(s: State, seat: Seat, after: str, tell: Tell | None) -> None:
    """Draw up to the hand limit, card by card (R49), then go on at `after`."""
    s.played = False
    s.magic = 0
    s.draws = max(0, s.limit(seat) - len(s.hands[seat]))
    s.after = after
    s.who = seat
    draw_on(s, tell)


def any_left(cards: list[int]) -> bool:
    return any(copies for copies in cards)


def draw_on(s: State, tell: Tell | None) -> None:
    if s.draws and not any_left(s.deck):
        if any_left(s.discards):
            s.deck, s.discards = s.discards, s.deck
            if tell:
                say(tell, "shuffled", count=sum(s.deck))
        else:
            s.draws = 0
            if tell:
                say(tell, "no_cards")
    if s.draws:
        s.step = AT_DRAW
    else:
        drawn(s, tell)


def get_card(s: State, card: int, tell: Tell | None) -> None:
    seat = s.who
    s.deck[card] -= 1
    s.hands[seat] = with_card(s.hands[seat], card)
    if tell:
        tell(Event("draw", {"seat": seat, "magic": "hidden"}, {"magic": DESIGNS[card]}, (seat,), True))
    s.draws -= 1
    draw_on(s, tell)


def drawn(s: State, tell: Tell | None) -> None:
    """Go on where the drawing broke in."""
    after = s.after
    if after == "act":
        settle(s, tell)
    elif after == "pick":
        s.step = AT_PICK
    elif after == "race":
        s.step = TO_RACE
    elif after == "refresh":
        s.step = TO_REFRESH
    else:
        end_turn(s, tell)


def look(s: State, colour: int, tell: Tell | None) -> None:
    """The Crystal Ball shows its owner all cards that lie on a unicorn now."""
    s.used_once |= 1 << WI3
    cards = s.lanes[colour]
    s.look = (colour, len(cards))
    if tell:
        args = {"seat": s.who, "colour": COLOURS[colour], "count": len(cards), "cards": ["hidden"] * len(cards)}
        tell(Event("look", args, {"cards": magic_names(cards)}, (s.who,), True))


def swap(s: State, card: int, tell: Tell | None) -> None:
    """The Picky Brewer discards a card face up and draws another."""
    s.hands[s.who] = without(s.hands[s.who], card)
    s.discards[card] += 1
    s.swaps -= 1
    if tell:
        say(tell, "swap", True, seat=s.who, magic=DESIGNS[card])
    s.draws, s.after = 1, "pick"
    draw_on(s, tell)


# ---- contracts and loans


def price(s: State, seat: Seat, full: int) -> int:
    return max(0, full - s.box.n[GO5]) if s.own[GO5] == seat else full


def acquire(s: State, c: int, cost: int, tell: Tell | None) -> None:
    """Pay for a contract; it works from now on (R55, R56)."""
    seat = s.who
    s.gold[seat] -= cost
    s.own[c] = seat
    s.market = tuple([m for m in s.market if m != c])
    if tell:
        say(tell, "contract", seat=seat, contract=CONTRACTS[c], price=cost)
    if s.own[GO3] == seat and c != GO3:
        pay_contract(s, seat, GO3, s.box.n[GO3], tell)


def acquire_in_turn(s: State, c: int, tell: Tell | None) -> None:
    acquire(s, c, price(s, s.who, s.box.tokens[s.token].price), tell)
    s.after = "end"
    if c == WI2:
        draw_up(s, s.who, "end", tell)
    elif c != FA1 or not offer_reserve(s):
        end_turn(s, tell)


def pay_contract(s: State, seat: Seat, c: int, gold: int, tell: Tell | None) -> None:
    s.gold[seat] += gold
    if tell:
        say(tell, "contract_gold", seat=seat, contract=CONTRACTS[c], gold=gold)


def praise_contract(s: State, seat: Seat, c: int, glory: int, tell: Tell | None) -> None:
    s.glory[seat] += glory
    if tell:
        say(tell, "contract_glory", seat=seat, contract=CONTRACTS[c], glory=glory)


def borrow(s: State, tell: Tell | None) -> None:
    s.lend(s.who)
    if tell:
        say(tell, "loan", seat=s.who, gold=LENT, debt=s.debt(s.who), loans=s.loans[s.who])
