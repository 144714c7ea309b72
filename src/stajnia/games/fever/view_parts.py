"""The parts of a view: what all may see of unicorns, bets, tokens, players, and of the turn and the race that run."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

from stajnia.core.game import Seat

Phase = Literal["setup", "planning", "race", "results", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
BetState = Literal["free", "blocked", "reserved", "held"]
BET_STATES: Final[tuple[BetState, ...]] = get_args(BetState)


class Lying(Struct, frozen=True):
    """A magic card on a unicorn: who played it, and which it is ("" when this seat cannot know)."""

    seat: Seat
    magic: str


class Lane(Struct, frozen=True):
    """A unicorn on its lane."""

    colour: str
    odds: int  # the multiplier of its row; 1 before it has one
    rampage: bool
    at: int  # spaces from the start; the line is at View.length
    place: int  # 1..6 once ranked, 0 while it runs
    cards: tuple[Lying, ...]  # in the order played; face up after step 2.2, then only those that still work
    looked: int  # how many of them (from the first) the owner of the Crystal Ball has looked at
    ability: str  # what it can do while it rampages: the word `ability.ID`
    immune: str  # the magic card that does nothing to it then, "" for none


class Bet(Struct, frozen=True):
    """A bet token."""

    kind: str  # win, early, late
    colour: str
    state: BetState  # blocked: two players; reserved: on a contract; held: a bet lies on it
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
