"""What a seat may know of a fever match, and a whole state that fits it.

A view names every field on purpose. Hidden are only the magic cards: other hands, the deck, and cards lying face
down that this seat neither played nor looked at; of those the view tells how many there are and who played them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stajnia.core.game import Message, Seat


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


class Bet(Struct, frozen=True):
    """A bet token. `state`: free, blocked (two players), reserved (on a contract), held (a bet lies on it)."""

    kind: str  # win, early, late
    colour: str
    state: str
    seat: Seat | None = None  # who reserved or holds it
    stake: int = 0
    glory: int = 0  # Glory lying on the bet


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
    printed: Token | None  # the effect on the board, usable once the stack is empty


class Player(Struct, frozen=True):
    """What all may see of a seat."""

    seat: Seat
    gold: int
    glory: int
    loans: int
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
    bet: str = ""  # any, win, podium or nothing
    magic: int = 0
    used: bool = False  # at least one effect used: it may stop
    played: bool = False  # magic cards played and not yet drawn up for
    stake_on: Bet | None = None  # the bet token in hand, waiting for its stake
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
    unpaid: int
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
    bank_gold: int
    bank_glory: int
    hexed: tuple[tuple[Seat, ...], ...] = ()  # by lane, who played magic on it this round
    plan: int = 0  # action turns taken this round, by all together
