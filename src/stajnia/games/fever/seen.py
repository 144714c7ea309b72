"""What is seen of each part of the table; view.py puts the parts together."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Seat
from stajnia.games.fever import bets, planning
from stajnia.games.fever.contracts import ONCE_A_ROUND, WI3
from stajnia.games.fever.pieces import (
    ABILITIES,
    BETS,
    CLAN_NAMES,
    COLOURS,
    CONTRACTS,
    DESIGNS,
    KINDS,
    STACKS,
    TURNS,
    Box,
    odds_of,
)
from stajnia.games.fever.race import steps_of
from stajnia.games.fever.state import (
    ABSENT,
    AT_BLOCK,
    AT_MARKET,
    BLOCKED,
    RESERVED,
    UNUSED,
    State,
    acting,
    loan_cards,
)
from stajnia.games.fever.view_parts import Bet, BetState, Doing, Lane, Lying, Player, Race, Stack, Token

_TOKENS: Final[dict[Box, tuple[Token, ...]]] = {}  # of each box, made once


def turn(s: State) -> tuple[Seat, ...]:
    return tuple([seat for seat in acting(s) if seat >= 0])


def colours(cs: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([COLOURS[c] for c in cs])


def magic(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([DESIGNS[m] for m in cards])


def contracts(cs: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([CONTRACTS[c] for c in cs])


def owned(s: State, owner: int) -> tuple[str, ...]:
    """The contracts of a seat, or those in the deck or out of the game."""
    return tuple([CONTRACTS[c] for c in range(40) if s.own[c] == owner])


def used_contracts(s: State) -> tuple[str, ...]:
    return tuple([CONTRACTS[c] for c in ONCE_A_ROUND if s.used_once >> c & 1])


def numbers(s: State, of: list[int]) -> dict[str, int]:
    """A number of every contract of this game."""
    return {CONTRACTS[c]: of[c] for c in range(40) if s.own[c] != ABSENT}


def clans(s: State) -> tuple[str, ...]:
    return tuple([CLAN_NAMES[i] for i in range(5) if s.own[i * 8] != ABSENT])


def discards(s: State) -> tuple[str, ...]:
    return tuple([DESIGNS[m] for m in range(16) for _ in range(s.discards[m])])


def hexed(s: State) -> tuple[tuple[Seat, ...], ...]:
    return tuple([tuple([p for p in range(s.n) if s.hexed[c] >> p & 1]) for c in range(6)])


def lanes(s: State, seat: Seat | None) -> tuple[Lane, ...]:
    return tuple([_lane(s, c, seat) for c in range(6)])


def _lane(s: State, c: int, seat: Seat | None) -> Lane:
    """Cards lie open in the race; before it a seat knows its own and those it has looked at (R48)."""
    looked = s.look[1] if s.look[0] == c else 0
    known = looked if seat is not None and s.own[WI3] == seat else 0
    if s.phase in ("race", "results"):
        known = len(s.lanes[c])
    lying = tuple(
        [
            Lying(x // 16, DESIGNS[x % 16] if i < known or (seat is not None and x // 16 == seat) else "")
            for i, x in enumerate(s.lanes[c])
        ]
    )
    place = s.ranking.index(c) + 1 if c in s.ranking else 0
    immune = DESIGNS[s.box.immune[c]] if s.box.immune[c] >= 0 else ""
    wild = s.ramp >> c & 1 == 1
    return Lane(
        COLOURS[c], odds_of(s.rows[c]), wild, s.pos[c], place, lying, looked, ABILITIES[s.box.ability[c]], immune
    )


def bets_of(s: State) -> tuple[Bet, ...]:
    return tuple([_bet(s, t) for t in range(18) if s.bets[t] != UNUSED])


def _bet(s: State, t: int) -> Bet:
    x = s.bets[t]
    if x < 0:
        return _paying(s, t, "blocked" if x == BLOCKED else "free", None, 0)
    return _paying(s, t, "reserved" if x >= RESERVED else "held", x % RESERVED, 0)


def _paying(s: State, t: int, state: BetState, seat: Seat | None, put: int) -> Bet:
    """A bet token with what it pays, once `put` more Glory lies on it."""
    pays = bets.places(s, t), bets.times(s, t), bets.glory(s, t) + put
    return Bet(KINDS[t // 6], COLOURS[t % 6], state, seat, s.stakes[t], s.onbet[t] + put, *pays)


def stacks(s: State) -> tuple[Stack, ...]:
    all_ = tokens(s.box)
    found = []
    for i, stack in enumerate(planning.stacks(s)):
        printed = s.box.printed[i]
        left = tuple([all_[t] for t in stack[s.top[i] :]])
        found.append(Stack(STACKS[i], left, all_[printed] if printed >= 0 else None))
    return tuple(found)


def tokens(box: Box) -> tuple[Token, ...]:
    """The action tokens of a box as a view shows them."""
    if box not in _TOKENS:
        _TOKENS[box] = tuple(
            [
                Token(t.id, t.colour, BETS[t.bet], t.glory, t.magic, t.gold, t.contract, t.price, t.first)
                for t in box.tokens
            ]
        )
    return _TOKENS[box]


def players(s: State) -> tuple[Player, ...]:
    return tuple([_player(s, p) for p in range(s.n)])


def _player(s: State, p: Seat) -> Player:
    turns = 0
    if s.phase == "planning":
        turns = TURNS - s.plan // s.n - ((p - s.first) % s.n < s.plan % s.n)
    return Player(
        seat=p,
        gold=s.gold[p],
        glory=s.glory[p],
        loans=s.loans[p],
        loan_cards=loan_cards(s.loans[p]),
        debt=s.debt(p),
        most=s.most(p),
        owns=COLOURS[s.owns[p]] if s.owns[p] >= 0 else "",
        hand=len(s.hands[p]),
        limit=s.limit(p),
        tokens=tuple([s.box.tokens[t].id for t in s.taken[p]]),
        contracts=owned(s, p),
        turns=turns,
    )


def doing(s: State) -> Doing | None:
    if s.phase not in ("planning", "results") or s.step in (AT_BLOCK, AT_MARKET):
        return None
    put = s.box.tokens[s.token].glory if s.bet else 0
    return Doing(
        seat=s.who,
        token=s.box.tokens[s.token].id if s.token >= 0 else "",
        bet=BETS[s.bet],
        glory=put,
        magic=s.magic,
        used=s.used,
        played=s.played,
        stake_on=_paying(s, s.pend, "held", s.who, put) if s.pend >= 0 else None,
        second=CONTRACTS[s.second] if s.second >= 0 else "",
        swaps=s.swaps,
        draws=s.draws,
    )


def race_of(s: State) -> Race:
    card = steps_of(s.mcard) if s.mcard >= 0 else ()
    return Race(s.rturn, card, colours(s.dice), tuple([f"{x:06}" for x in s.mused]), colours(s.tied))
