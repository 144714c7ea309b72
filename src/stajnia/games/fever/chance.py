"""Chance as a seat: its odds, and setting up the table by its moves."""

from __future__ import annotations

from stajnia.core.game import Tell
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.actions import (
    BLOCK,
    CARD,
    CLANS,
    COLOURS_OF_A_DIE,
    DICE,
    DRAW,
    MAGIC,
    MARKET,
    PAIRS_OF_DICE,
    ROW,
    STAKE,
    START,
    Action,
)
from stajnia.games.fever.pieces import CLAN_NAMES, CLAN_PAIRS, COLOURS, CONTRACTS, odds_of
from stajnia.games.fever.state import (
    AT_BLOCK,
    AT_CARD,
    AT_CLANS,
    AT_DEAL,
    AT_DICE,
    AT_DRAW,
    AT_MARKET,
    AT_ODDS,
    AT_START,
    DECK,
    SHOWN,
    TO_ROUND,
    State,
    say,
)


def odds(s: State) -> list[tuple[Action, float]]:
    step = s.step
    if step in (AT_DRAW, AT_DEAL):
        return _draws(s.deck)
    if step == AT_CARD:
        return _cards(s)
    if step == AT_DICE:
        return PAIRS_OF_DICE
    if step == AT_BLOCK:
        return COLOURS_OF_A_DIE
    if step == AT_MARKET:
        return _alike([MARKET + c for c in range(40) if s.own[c] == DECK])
    if step == AT_ODDS:
        return _alike([ROW + c for c in range(6) if s.rows[c] < 0])
    if step == AT_CLANS:
        return _alike([CLANS + i for i in range(len(CLAN_PAIRS))])
    if step == AT_START:
        return _alike([START + seat for seat in range(s.n)])
    return []


def _alike(actions: list[Action]) -> list[tuple[Action, float]]:
    each = 1 / len(actions)
    return [(a, each) for a in actions]


def _draws(deck: list[int]) -> list[tuple[Action, float]]:
    total = 0
    for copies in deck:
        total += copies
    found: list[tuple[Action, float]] = []
    for m in range(16):
        copies = deck[m]
        if copies:
            found.append((DRAW + m, copies / total))
    return found


def _cards(s: State) -> list[tuple[Action, float]]:
    """Every movement card that has not been revealed; after all 23 they are shuffled again."""
    cards, left = s.cards.cards, s.cards.copies.copy()
    used = len(s.mused)
    if used == 23:
        used = 0
    else:
        for card in s.mused:
            left[s.cards.at[card]] -= 1
    found: list[tuple[Action, float]] = []
    each = 1 / (23 - used)
    for i in range(len(cards)):
        if left[i]:
            found.append((CARD + cards[i], left[i] * each))
    return found


def possible(s: State, a: Action) -> bool:
    """Whether chance can do this now; the common steps without listing the odds."""
    step = s.step
    if DRAW <= a < DICE:
        return (step in (AT_DRAW, AT_DEAL)) and s.deck[a - DRAW] > 0
    if DICE <= a < MAGIC:
        return step == AT_DICE and (a - DICE) // 6 <= (a - DICE) % 6
    if CARD <= a < STAKE:
        card = a - CARD
        if step != AT_CARD or card not in s.cards.at:
            return False
        used = s.mused.count(card) if len(s.mused) < 23 else 0
        return s.cards.copies[s.cards.at[card]] > used
    return any(a == b for b, _ in odds(s))


def befall(s: State, a: Action, tell: Tell | None) -> None:
    step = s.step
    if step == AT_DRAW:
        planning.get_card(s, a - DRAW, tell)
    elif step == AT_CARD:
        race.turn_card(s, a - CARD, tell)
    elif step == AT_DICE:
        race.roll(s, (a - DICE) // 6, (a - DICE) % 6, tell)
    elif step == AT_DEAL:
        _deal(s, a - DRAW, tell)
    elif step == AT_MARKET:
        _show_contract(s, a - MARKET, tell)
    elif step == AT_BLOCK:
        planning.block(s, a - BLOCK, tell)
    elif step == AT_CLANS:
        choose_clans(s, CLAN_PAIRS[a - CLANS], tell)
    elif step == AT_ODDS:
        _set_odds(s, a - ROW, tell)
    else:
        s.first = a - START
        s.step = AT_DEAL
        if tell:
            say(tell, "start", True, seat=s.first)


# ---- setting up (R1 to R17)


def choose_clans(s: State, pair: tuple[int, int], tell: Tell | None) -> None:
    for clan in pair:
        for c in range(clan * 8, clan * 8 + 8):
            s.own[c] = DECK
    s.step = AT_MARKET
    if tell:
        say(tell, "clans", True, clans=[CLAN_NAMES[c] for c in pair])


def _show_contract(s: State, c: int, tell: Tell | None) -> None:
    s.own[c] = SHOWN
    s.market += (c,)
    if tell:
        say(tell, "market", True, contract=CONTRACTS[c])
    if len(s.market) == 3 or DECK not in s.own:
        s.step = AT_ODDS if s.phase == "setup" else TO_ROUND


def _set_odds(s: State, c: int, tell: Tell | None) -> None:
    s.rows[c] = len([row for row in s.rows if row >= 0])
    if tell:
        say(tell, "odds_set", True, colour=COLOURS[c], odds=odds_of(s.rows[c]))
    free = [i for i in range(6) if s.rows[i] < 0]
    if len(free) == 1:
        _set_odds(s, free[0], tell)
    elif not free:
        s.step = AT_START


def _deal(s: State, m: int, tell: Tell | None) -> None:
    """Card by card, seat by seat; after the last card the owner tiles go round (R13, R17)."""
    s.deck[m] -= 1
    s.hands[s.who] = planning.with_card(s.hands[s.who], m)
    if len(s.hands[s.who]) < s.limit(s.who):
        return
    if tell:
        say(tell, "dealt", True, seat=s.who, count=len(s.hands[s.who]))
    s.who += 1
    if s.who < s.n:
        return
    results.set_rampage(s, tell)
    lowest = sorted(range(6), key=lambda c: -s.rows[c])
    for seat, c in zip(s.order(), lowest, strict=False):
        s.owns[seat] = c
        if tell:
            say(tell, "owner", seat=seat, colour=COLOURS[c], odds=odds_of(s.rows[c]))
    s.step = TO_ROUND
