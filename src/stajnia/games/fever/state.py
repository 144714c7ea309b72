"""The state of a fever match: plain ints, tuples and lists, cheap to copy.

Colours, kinds, magic and contracts are indices into the tuples of box.py. Inside the lists only whole entries are
replaced, never changed in place, so a copy of a list is a copy of all of it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from stajnia.core.game import CHANCE, Event, Seat, Tell
from stajnia.games.fever.contracts import FA6, GN4, WI2
from stajnia.games.fever.pieces import (
    BANK_GLORY,
    BANK_GOLD,
    DEBT,
    DESIGNS,
    LENT,
    LOAN_CARDS,
    MOST,
    NO_BET,
    START_GOLD,
    Box,
    Cards,
)
from stajnia.games.fever.view_parts import Phase

# A bet token: free, off the board (blocked by a roll or not used), held by seat n (n) or reserved (RESERVED + n).
FREE: Final = -1
BLOCKED: Final = -2
UNUSED: Final = -3
RESERVED: Final = 8
# A contract: in the deck, on display, unsold and out, not in this game, or owned by seat n (n).
DECK: Final = -1
SHOWN: Final = -2
OUT: Final = -3
ABSENT: Final = -4

# The small steps of a match and their names. First those of chance,
STAGES: Final = (
    *("clans", "market", "odds", "start", "deal", "block", "draw", "card", "dice"),
    *("reserve", "pick", "act", "stake", "second", "contract", "night", "ward", "antimagic", "tie", "back"),
    *("over", "to_race", "to_results", "to_refresh", "to_round"),
)
AT_CLANS: Final = 0
AT_MARKET: Final = 1
AT_ODDS: Final = 2
AT_START: Final = 3
AT_DEAL: Final = 4
AT_BLOCK: Final = 5
AT_DRAW: Final = 6
AT_CARD: Final = 7
AT_DICE: Final = 8
# then those of a seat,
AT_RESERVE: Final = 9
AT_PICK: Final = 10
AT_ACT: Final = 11
AT_STAKE: Final = 12
AT_SECOND: Final = 13
AT_CONTRACT: Final = 14
AT_NIGHT: Final = 15
AT_WARD: Final = 16
AT_ANTIMAGIC: Final = 17
AT_TIE: Final = 18
AT_BACK: Final = 19
AT_END: Final = 20
# and those that are passed through at once.
TO_RACE: Final = 21
TO_RESULTS: Final = 22
TO_REFRESH: Final = 23
TO_ROUND: Final = 24


class FinalLine(NamedTuple):
    """A seat at the end; the view's Standing, field by field."""

    seat: Seat
    rank: int
    unpaid: int
    glory: int
    tokens: int
    converted: int
    contracts: int
    gold: int
    repaid: int


_NOBODY: Final[tuple[Seat, ...]] = ()
_CHANCE: Final[tuple[Seat, ...]] = (CHANCE,)
_ALONE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), (3,), (4,), (5,))


_FIELDS: Final = (
    "after", "bet", "bets", "box", "cards", "deck", "dice", "discards", "draws", "final", "first", "glory", "gold",
    "hands", "hexed", "lanes", "loans", "look", "magic", "market", "mcard", "mused", "n", "next_first", "onbet",
    "options", "own", "owns", "pend", "phase", "plan", "played", "pos", "races", "ramp", "ranking", "round",
    "rows", "rturn", "second", "stakes", "step", "swaps", "taken", "tied", "token", "top", "used", "used_once",
    "who",
)  # fmt: skip


class State:
    """All of a match."""

    __slots__ = _FIELDS

    n: int  # seats
    options: dict[str, Any]  # never changed, shared by copies
    box: Box
    cards: Cards  # the movement deck
    step: int
    phase: Phase
    who: Seat  # whose prompt it is
    round: int
    races: int
    first: Seat
    next_first: Seat
    plan: int  # action turns taken this round by all
    # the market
    own: list[int]
    market: tuple[int, ...]
    # the board
    rows: list[int]  # by colour: 0 is x2, 5 is x7; -1 before the token is placed
    ramp: int  # bits of the rampaging unicorns
    bets: list[int]  # kind * 6 + colour
    stakes: list[int]
    onbet: list[int]  # Glory lying on the bet
    top: list[int]  # tokens taken from each stack
    taken: list[tuple[int, ...]]  # token indices used this round
    # the seats
    gold: list[int]
    glory: list[int]
    loans: list[int]
    owns: list[int]
    # magic
    hands: list[tuple[int, ...]]  # sorted
    deck: list[int]
    discards: list[int]
    lanes: list[tuple[int, ...]]  # seat * 16 + magic, in the order played
    hexed: list[int]  # bits of the seats that played magic there this round
    look: tuple[int, int]  # the lane the Crystal Ball was used on this round, how many cards were seen
    # the action turn that is running
    token: int
    bet: int
    magic: int  # cards that may still be played
    used: bool  # one effect used
    played: bool  # cards played and not drawn up for
    pend: int  # the bet token that waits for its stake
    second: int  # the contract that grants the bet asked for
    swaps: int
    draws: int
    after: str  # where drawing or reserving leads back to
    used_once: int  # bits of once-a-round contracts
    # the race
    pos: list[int]
    ranking: tuple[int, ...]
    rturn: int
    mcard: int  # the movement card of this turn, its six digits as a number; -1: none
    mused: tuple[int, ...]
    dice: tuple[int, ...]
    tied: tuple[int, ...]
    final: tuple[FinalLine, ...]

    def copy(self) -> State:
        c = State()
        c.n, c.options, c.box, c.cards = self.n, self.options, self.box, self.cards
        c.step, c.phase, c.who, c.round, c.races = self.step, self.phase, self.who, self.round, self.races
        c.first, c.next_first, c.plan, c.ramp = self.first, self.next_first, self.plan, self.ramp
        c.own, c.market, c.rows = self.own.copy(), self.market, self.rows.copy()
        c.bets, c.stakes, c.onbet = self.bets.copy(), self.stakes.copy(), self.onbet.copy()
        c.top, c.taken = self.top.copy(), self.taken.copy()
        c.gold, c.glory, c.loans, c.owns = self.gold.copy(), self.glory.copy(), self.loans.copy(), self.owns.copy()
        c.hands, c.deck, c.discards = self.hands.copy(), self.deck.copy(), self.discards.copy()
        c.lanes, c.hexed, c.look = self.lanes.copy(), self.hexed.copy(), self.look
        c.token, c.bet, c.magic, c.used, c.played = self.token, self.bet, self.magic, self.used, self.played
        c.pend, c.second, c.swaps, c.draws, c.after = self.pend, self.second, self.swaps, self.draws, self.after
        c.used_once, c.pos, c.ranking, c.rturn = self.used_once, self.pos.copy(), self.ranking, self.rturn
        c.mcard, c.mused, c.dice, c.tied, c.final = self.mcard, self.mused, self.dice, self.tied, self.final
        return c

    def key(self) -> object:
        """Everything, hashable."""
        return tuple(_freeze(getattr(self, name)) for name in _FIELDS if name not in ("box", "cards"))

    @property
    def stage(self) -> str:
        """The name of the step."""
        return STAGES[self.step]

    @property
    def bank_gold(self) -> int:
        """The Gold of the box that nobody has; the Bank pays on when it is used up."""
        return max(0, BANK_GOLD - sum(self.gold) - sum(self.stakes))

    @property
    def bank_glory(self) -> int:
        return max(0, BANK_GLORY - sum(self.glory) - sum(self.onbet))

    def lend(self, seat: Seat) -> None:
        self.loans[seat] += 1
        self.gold[seat] += LENT

    def credit(self, seat: Seat) -> int:
        """How many loans a seat can still take: on its own card and on those that are left (Q5)."""
        left = LOAN_CARDS
        for loans in self.loans:
            left -= loan_cards(loans)
        return self.loans[seat] % 2 + 2 * left

    def limit(self, seat: Seat) -> int:
        """The hand limit (R22, R49)."""
        return (4 if self.n == 6 else 5) + (self.box.n[WI2] if self.own[WI2] == seat else 0)

    def debt(self, seat: Seat) -> int:
        """What each loan of a seat costs at the end (R62)."""
        return self.box.n[GN4] if self.own[GN4] == seat else DEBT

    def most(self, seat: Seat) -> int:
        """The highest stake of a seat (R34)."""
        return self.box.n[FA6] if self.own[FA6] == seat else MOST

    def order(self) -> list[Seat]:
        """The seats from the first player, clockwise."""
        return [(self.first + i) % self.n for i in range(self.n)]

    def toss(self, colour: int, card: int) -> None:
        """Put one lying card of that design from a lane on the discards."""
        lane = self.lanes[colour]
        for at in range(len(lane)):
            if lane[at] % 16 == card:
                self.lanes[colour] = lane[:at] + lane[at + 1 :]
                self.discards[card] += 1
                return


def blank(seats: int, options: dict[str, Any], box: Box) -> State:
    """A table before anything is drawn."""
    s = State()
    s.n, s.options, s.box, s.cards = seats, options, box, box.movement[options["deck"]]
    s.step, s.phase, s.who, s.round, s.plan = AT_CLANS, "setup", 0, 0, 0
    s.races = 3 if options["short"] else 4
    s.first = s.next_first = -1
    s.own, s.market, s.rows, s.ramp = [ABSENT] * 40, (), [-1] * 6, 0
    s.bets, s.stakes, s.onbet = [UNUSED] * 18, [0] * 18, [0] * 18
    s.top, s.taken = [0] * 5, [()] * seats
    s.gold, s.glory, s.loans, s.owns = [START_GOLD] * seats, [0] * seats, [0] * seats, [-1] * seats
    s.hands, s.deck, s.discards = [()] * seats, box.copies.copy(), [0] * 16
    s.lanes, s.hexed, s.look = [()] * 6, [0] * 6, (-1, 0)
    s.token, s.bet, s.magic, s.used, s.played, s.pend, s.second = -1, NO_BET, 0, False, False, -1, -1
    s.swaps, s.draws, s.after, s.used_once = 0, 0, "", 0
    s.pos, s.ranking, s.rturn, s.mcard, s.mused, s.dice, s.tied = [0] * 6, (), 0, -1, (), (), ()
    s.final = ()
    return s


def loan_cards(loans: int) -> int:
    """The cards that show so many loans, two a card (R63, Q4)."""
    return (loans + 1) // 2


def _freeze(x: Any) -> Any:
    if isinstance(x, list):
        return tuple(x)
    if isinstance(x, dict):
        return tuple(sorted(x.items()))
    return x


def acting(s: State) -> tuple[Seat, ...]:
    step = s.step
    if step <= AT_DICE:
        return _CHANCE
    return _NOBODY if step == AT_END else _ALONE[s.who]


def say(tell: Tell, event: str, reveals: bool = False, /, **args: Any) -> None:
    """Tell an event that all may know in full; mypyc wants no argument of it called like one of these."""
    tell(Event(event, args, reveals=True) if reveals else Event(event, args))


def magic_names(cards: tuple[int, ...]) -> list[str]:
    return [DESIGNS[x % 16] for x in cards]
