"""A whole state that a view could be a view of."""

from __future__ import annotations

from stajnia.core.game import Rng
from stajnia.games.fever import planning
from stajnia.games.fever.box import box
from stajnia.games.fever.pieces import BETS, CLAN_NAMES, COLOURS, CONTRACTS, DESIGNS, KINDS, row_of
from stajnia.games.fever.state import BLOCKED, DECK, FREE, OUT, RESERVED, SHOWN, STAGES, FinalLine, State, blank
from stajnia.games.fever.view import View


def guess(v: View, rng: Rng) -> State:
    """Deal the magic cards this seat has not seen over the places where they can be."""
    b = box(v.options["box"])
    s = blank(len(v.players), v.options, b)
    unseen = list(b.copies)
    for name in [*v.discards, *v.hand, *(x.magic for lane in v.lanes for x in lane.cards if x.magic)]:
        unseen[DESIGNS.index(name)] -= 1
    pool = [m for m in range(16) for _ in range(unseen[m])]
    rng.shuffle(pool)
    for p in v.players:
        if p.seat == v.seat:
            s.hands[p.seat] = tuple(sorted(DESIGNS.index(m) for m in v.hand))
        else:
            s.hands[p.seat] = tuple(sorted(pool.pop() for _ in range(p.hand)))
    for c, lane in enumerate(v.lanes):
        cards = ((x.seat, DESIGNS.index(x.magic) if x.magic else pool.pop()) for x in lane.cards)
        s.lanes[c] = tuple(seat * 16 + m for seat, m in cards)
        if lane.looked:
            s.look = (c, lane.looked)
    s.deck = [pool.count(m) for m in range(16)]
    s.discards = [v.discards.count(m) for m in DESIGNS]
    _guess_board(s, v)
    _guess_turn(s, v)
    return s


def _guess_board(s: State, v: View) -> None:
    """The open table, back from the view."""
    for i, clan in enumerate(CLAN_NAMES):
        if clan in v.clans:
            s.own[i * 8 : i * 8 + 8] = [DECK] * 8
    s.market = tuple(CONTRACTS.index(c) for c in v.market)
    for names, status in ((v.market, SHOWN), (v.contracts_out, OUT)):
        for name in names:
            s.own[CONTRACTS.index(name)] = status
    for p in v.players:
        i = p.seat
        s.gold[i], s.glory[i], s.loans[i] = p.gold, p.glory, p.loans
        s.owns[i] = COLOURS.index(p.owns) if p.owns else -1
        s.taken[i] = tuple(s.box.token[t] for t in p.tokens)
        for name in p.contracts:
            s.own[CONTRACTS.index(name)] = i
    for c, lane in enumerate(v.lanes):
        s.rows[c], s.pos[c] = row_of(lane.odds), lane.at
        s.ramp |= lane.rampage << c
        s.hexed[c] = sum(1 << p for p in v.hexed[c])
    states = {"free": FREE, "blocked": BLOCKED}
    for bet in v.bets:
        t = KINDS.index(bet.kind) * 6 + COLOURS.index(bet.colour)
        seat = -1 if bet.seat is None else bet.seat
        s.bets[t] = states.get(bet.state, seat + RESERVED * (bet.state == "reserved"))
        s.stakes[t], s.onbet[t] = bet.stake, bet.glory
    s.top = [len(planning.stacks(s)[i]) - len(stack.tokens) for i, stack in enumerate(v.stacks)]


def _guess_turn(s: State, v: View) -> None:
    """Where the game stands, back from the view."""
    s.step, s.phase, s.round, s.races, s.plan, s.after = (
        STAGES.index(v.stage),
        v.phase,
        v.round,
        v.races,
        v.plan,
        v.after,
    )
    s.first, s.next_first = v.first, v.next_first
    if v.turn:
        s.who = v.turn[0]
    if v.stage == "deal":
        s.who = next(p.seat for p in v.players if p.hand < p.limit)
    d = v.doing
    if d is not None:
        s.who, s.magic, s.used, s.played, s.swaps, s.draws = d.seat, d.magic, d.used, d.played, d.swaps, d.draws
        s.token = s.box.token[d.token] if d.token else -1
        s.bet = BETS.index(d.bet)
        s.second = CONTRACTS.index(d.second) if d.second else -1
        if d.stake_on is not None:
            s.pend = KINDS.index(d.stake_on.kind) * 6 + COLOURS.index(d.stake_on.colour)
    s.used_once = sum(1 << CONTRACTS.index(c) for c in v.used_contracts)
    s.ranking = tuple(COLOURS.index(c) for c in v.ranking)
    s.rturn, s.mused = v.race.turn, tuple([int(card) for card in v.race.used])
    s.mcard = int("".join(map(str, v.race.card))) if v.race.card else -1
    s.dice = tuple(COLOURS.index(c) for c in v.race.dice)
    s.tied = tuple(COLOURS.index(c) for c in v.race.tied)
    s.final = tuple(
        FinalLine(x.seat, x.rank, x.unpaid, x.glory, x.tokens, x.converted, x.contracts, x.gold, x.repaid)
        for x in v.standings
    )
