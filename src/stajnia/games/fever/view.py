"""What a seat may know of a fever match.

A view names every field on purpose. Hidden are only the magic cards: other hands, the deck, and cards lying face
down that this seat neither played nor looked at; of those the view tells how many there are and who played them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stajnia.core.game import Message, Seat
from stajnia.games.fever import bets, planning
from stajnia.games.fever.ask import ask
from stajnia.games.fever.box import ABILITIES, BETS, CLANS, COLOURS, CONTRACTS, KINDS, MAGIC, STACKS, TURNS, Box
from stajnia.games.fever.contracts import ONCE_A_ROUND, WI3
from stajnia.games.fever.race import steps_of
from stajnia.games.fever.state import (
    ABSENT,
    AT_BLOCK,
    AT_MARKET,
    BLOCKED,
    DECK,
    OUT,
    RESERVED,
    UNUSED,
    State,
    acting,
    loan_cards,
)


class Lying(Struct, frozen=True):
    """A magic card on a unicorn: who played it, and which it is ("" when this seat cannot know)."""

    seat: Seat
    magic: str


class Lane(Struct, frozen=True):
    """A unicorn on its lane."""

    colour: str
    odds: int  # 2..7, the multiplier of its row
    rampage: bool
    at: int  # spaces from the start; the line is at View.length
    place: int  # 1..6 once ranked, 0 while it runs
    cards: tuple[Lying, ...]  # in the order played; face up after step 2.2, then only those that still work
    looked: int  # how many of them (from the first) the owner of the Crystal Ball has looked at
    ability: str  # what it can do while it rampages: the word `ability.ID`
    immune: str  # the magic card that does nothing to it then, "" for none


class Bet(Struct, frozen=True):
    """A bet token. `state`: free, blocked (two players), reserved (on a contract), held (a bet lies on it)."""

    kind: str  # win, early, late
    colour: str
    state: str
    seat: Seat | None = None  # who reserved or holds it
    stake: int = 0
    glory: int = 0  # Glory lying on the bet
    pays_places: int = 0  # as things stand now: the last place at which it succeeds,
    pays_times: int = 0  # how many times the stake it returns then,
    pays_glory: int = 0  # and the Glory it brings, what lies on it included


class Token(Struct, frozen=True):
    """An action token or an effect printed on the board (`id` red_A, or blue_0 for a printed one)."""

    id: str
    colour: str
    bet: str = ""  # any, win or nothing
    glory: int = 0  # put on the bet
    magic: int = 0  # magic cards it lets you play
    gold: int = 0
    contract: bool = False
    price: int = 0
    first: bool = False


class Stack(Struct, frozen=True):
    colour: str
    tokens: tuple[Token, ...]  # what is left, the top one first
    printed: Token | None  # the effect on the board, always there (R41, R42)


class Player(Struct, frozen=True):
    """What all may see of a seat."""

    seat: Seat
    gold: int
    glory: int
    loans: int
    loan_cards: int  # that show them, two a card
    debt: int  # the Gold that each loan costs at the end
    most: int  # the highest stake
    owns: str  # the colour of the owner tile, "" before it is given
    hand: int  # how many magic cards
    limit: int  # hand limit
    tokens: tuple[str, ...]  # action tokens and printed effects used this round
    contracts: tuple[str, ...]
    turns: int  # action turns left this round


class Doing(Struct, frozen=True):
    """The action turn that is running: what its token still allows."""

    seat: Seat
    token: str = ""  # "" while the seat has not chosen
    bet: str = ""  # any, win or nothing
    glory: int = 0  # the Glory the token puts on that bet
    magic: int = 0
    used: bool = False  # at least one effect used: it may stop
    played: bool = False  # magic cards played and not yet drawn up for
    stake_on: Bet | None = None  # the bet token in hand, waiting for its stake, with that Glory on it
    second: str = ""  # the contract that grants the bet now asked for (FA2, FA3)
    swaps: int = 0  # magic cards the Picky Brewer may still swap this turn
    draws: int = 0  # cards still to be drawn


class Race(Struct, frozen=True):
    """The race that is run or was run last in this round."""

    turn: int
    card: tuple[int, ...]  # the movement card of this turn, x2 first; () before the first
    dice: tuple[str, ...]  # two colours, () before the roll
    used: tuple[str, ...]  # the movement cards revealed so far, six digits each
    tied: tuple[str, ...]  # level unicorns the first player is ordering


class Standing(Struct, frozen=True):
    """A line of the final table, best first."""

    seat: Seat
    rank: int
    unpaid: int  # loans not repaid; their cards count first (Q4)
    glory: int  # all of it
    tokens: int  # of which Glory tokens
    converted: int  # of which from Gold
    contracts: int  # of which printed on contracts or given by them at the count
    gold: int  # left after conversion
    repaid: int  # loans repaid


class View(Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    options: dict[str, Any]
    stage: str  # the small step the game stands at, see rules.py
    phase: str  # setup, planning, race, results, over
    round: int  # 1..races
    races: int
    length: int  # spaces from the start to the line
    first: Seat  # who has the first player token, -1 before the draw
    next_first: Seat  # who holds yellow A and takes the token over at the race, -1: nobody
    clans: tuple[str, ...]
    lanes: tuple[Lane, ...]  # red to purple
    bets: tuple[Bet, ...]  # all tokens in use, win, early, late
    stacks: tuple[Stack, ...]
    market: tuple[str, ...]  # contracts on display
    contracts_left: tuple[str, ...]  # contracts still in the deck: no secret, since the clans are known
    contracts_out: tuple[str, ...]  # unsold ones, out of the game
    players: tuple[Player, ...]
    hand: tuple[str, ...]  # own magic cards, sorted
    deck: int  # magic cards in the deck
    discards: tuple[str, ...]  # magic cards face up beside it, sorted
    doing: Doing | None
    race: Race
    ranking: tuple[str, ...]  # best first
    used_contracts: tuple[str, ...]  # once-a-round contracts already used this round
    standings: tuple[Standing, ...]  # at the end
    bank_gold: int  # what is left of the box; the Bank pays on when nothing is
    bank_glory: int
    hexed: tuple[tuple[Seat, ...], ...]  # by lane, who played magic on it this round
    plan: int  # action turns taken this round, by all together
    after: str  # where the running step leads back to
    contract_glory: dict[str, int]  # the Glory printed on each contract of this game
    contract_n: dict[str, int]  # the number in the text of each of them, 0 where there is none
    sealed: str = ""


def view(s: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        turn=tuple(x for x in acting(s) if x >= 0),
        ask=ask(s, seat),
        options=s.options,
        stage=s.stage,
        phase=s.phase,
        round=s.round,
        races=s.races,
        length=s.box.length,
        first=s.first,
        next_first=s.next_first,
        clans=tuple(CLANS[i] for i in range(5) if s.own[i * 8] != ABSENT),
        lanes=tuple(_lane(s, c, seat) for c in range(6)),
        bets=tuple(_bet(s, t) for t in range(18) if s.bets[t] != UNUSED),
        stacks=tuple(_stack(s, i) for i in range(5)),
        market=tuple(CONTRACTS[c] for c in s.market),
        contracts_left=tuple(CONTRACTS[c] for c in range(40) if s.own[c] == DECK),
        contracts_out=tuple(CONTRACTS[c] for c in range(40) if s.own[c] == OUT),
        players=tuple(_player(s, p) for p in range(s.n)),
        hand=() if seat is None else tuple(MAGIC[m] for m in s.hands[seat]),
        deck=sum(s.deck),
        discards=tuple(MAGIC[m] for m in range(16) for _ in range(s.discards[m])),
        doing=_doing(s),
        race=_race(s),
        ranking=_colours(s.ranking),
        used_contracts=tuple(CONTRACTS[c] for c in ONCE_A_ROUND if s.used_once >> c & 1),
        standings=tuple(Standing(*line) for line in s.final),
        bank_gold=s.bank_gold,
        bank_glory=s.bank_glory,
        hexed=tuple(tuple(p for p in range(s.n) if s.hexed[c] >> p & 1) for c in range(6)),
        plan=s.plan,
        after=s.after,
        contract_glory={CONTRACTS[c]: s.box.glory[c] for c in range(40) if s.own[c] != ABSENT},
        contract_n={CONTRACTS[c]: s.box.n[c] for c in range(40) if s.own[c] != ABSENT},
    )


def _colours(cs: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(COLOURS[c] for c in cs)


def _race(s: State) -> Race:
    card = steps_of(s.mcard) if s.mcard >= 0 else ()
    return Race(s.rturn, card, _colours(s.dice), tuple([f"{x:06}" for x in s.mused]), _colours(s.tied))


def _lane(s: State, c: int, seat: Seat | None) -> Lane:
    """Cards lie open in the race; before it a seat knows its own and those it has looked at (R48)."""
    looked = s.look[1] if s.look[0] == c else 0
    seen = looked if seat is not None and s.own[WI3] == seat else 0
    open_ = s.phase in ("race", "results")
    cards = tuple(
        Lying(x // 16, MAGIC[x % 16] if open_ or x // 16 == seat or i < seen else "") for i, x in enumerate(s.lanes[c])
    )
    place = s.ranking.index(c) + 1 if c in s.ranking else 0
    immune = MAGIC[s.box.immune[c]] if s.box.immune[c] >= 0 else ""
    rampage = bool(s.ramp >> c & 1)
    return Lane(COLOURS[c], s.rows[c] + 2, rampage, s.pos[c], place, cards, looked, ABILITIES[s.box.ability[c]], immune)


def _bet(s: State, t: int) -> Bet:
    x = s.bets[t]
    if x >= 0:
        state = "reserved" if x >= RESERVED else "held"
    else:
        state = "blocked" if x == BLOCKED else "free"
    return _paying(s, t, state, x % RESERVED if x >= 0 else None)


def _paying(s: State, t: int, state: str, seat: Seat | None, put: int = 0) -> Bet:
    """A bet token with what it pays, once `put` more Glory lies on it."""
    return Bet(
        kind=KINDS[t // 6],
        colour=COLOURS[t % 6],
        state=state,
        seat=seat,
        stake=s.stakes[t],
        glory=s.onbet[t] + put,
        pays_places=bets.places(s, t),
        pays_times=bets.times(s, t),
        pays_glory=bets.glory(s, t) + put,
    )


def _token(b: Box, i: int) -> Token:
    t = b.tokens[i]
    return Token(t.id, t.colour, BETS[t.bet], t.glory, t.magic, t.gold, t.contract, t.price, t.first)


def _stack(s: State, i: int) -> Stack:
    tokens = planning.stacks(s)[i][s.top[i] :]
    printed = s.box.printed[i]
    return Stack(STACKS[i], tuple(_token(s.box, t) for t in tokens), _token(s.box, printed) if printed >= 0 else None)


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
        tokens=tuple(s.box.tokens[t].id for t in s.taken[p]),
        contracts=tuple(CONTRACTS[c] for c in range(40) if s.own[c] == p),
        turns=turns,
    )


def _doing(s: State) -> Doing | None:
    if s.phase not in ("planning", "results") or s.step == AT_BLOCK or s.step == AT_MARKET:
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
