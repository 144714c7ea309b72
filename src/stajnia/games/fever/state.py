"""The state of a fever match: plain ints, tuples and lists, cheap to copy.

Colours, kinds, magic and contracts are indices into the tuples of box.py. Inside the lists only whole entries are
replaced, never changed in place, so a copy of a list is a copy of all of it.
"""

from __future__ import annotations

from typing import Any

from stajnia.core.game import CHANCE, Event, Seat, Tell
from stajnia.games.fever.box import BANK_GLORY, BANK_GOLD, DEBT, LOAN, LOAN_CARDS, MAGIC, MOST, START_GOLD, Box
from stajnia.games.fever.contracts import FA6, GN4, WI2

# A bet token: free, off the board (blocked by a roll or not used), held by seat n (n) or reserved (RESERVED + n).
FREE, BLOCKED, UNUSED, RESERVED = -1, -2, -3, 8
# A contract: in the deck, on display, unsold and out, not in this game, or owned by seat n (n).
DECK, SHOWN, OUT, ABSENT = -1, -2, -3, -4
# What a token still lets the player bet.
NO_BET, ANY_BET, WIN_BET = 0, 1, 2

CHANCE_STAGES = frozenset(("clans", "market", "odds", "start", "deal", "block", "draw", "card", "dice"))

Final = tuple[int, int, int, int, int, int, int, int, int]  # a view's Standing, field by field


class State:
    """All of a match; see the field comments."""

    __slots__ = (
        "after", "bet", "bets", "box", "deck", "dice", "discards", "draws", "final",
        "first", "glory", "gold", "hands", "hexed", "lanes", "loans", "look", "magic", "market", "mcard", "mused", "n",
        "next_first", "onbet", "options", "own", "owns", "pend", "phase", "plan", "played", "pos",
        "races", "ramp", "ranking", "round", "rows", "rturn", "second", "stage", "stakes", "swaps", "taken",
        "tied", "token", "top", "used", "used_once", "who",
    )  # fmt: skip

    def __init__(self, seats: int, options: dict[str, Any], box: Box) -> None:
        self.n = seats
        self.options = options  # never changed, shared by copies
        self.box = box
        self.stage = "clans"
        self.phase = "setup"
        self.who: Seat = 0  # whose prompt it is
        self.round = 0
        self.races = 3 if options["short"] else 4
        self.first: Seat = -1
        self.next_first: Seat = -1
        self.plan = 0  # action turns taken this round by all
        # the market
        self.own = [ABSENT] * 40
        self.market: tuple[int, ...] = ()
        # the board
        self.rows = [-1] * 6  # by colour: 0 is x2, 5 is x7; -1 before the token is placed
        self.ramp = 0  # bits of the rampaging unicorns
        self.bets = [UNUSED] * 18  # kind * 6 + colour
        self.stakes = [0] * 18
        self.onbet = [0] * 18  # Glory lying on the bet
        self.top = [0] * 5  # tokens taken from each stack
        self.taken: list[tuple[int, ...]] = [()] * seats  # token indices used this round
        # the seats
        self.gold = [START_GOLD] * seats
        self.glory = [0] * seats
        self.loans = [0] * seats
        self.owns = [-1] * seats
        # magic
        self.hands: list[tuple[int, ...]] = [()] * seats  # sorted
        self.deck = list(box.copies)
        self.discards = [0] * 16
        self.lanes: list[tuple[int, ...]] = [()] * 6  # seat * 16 + magic, in the order played
        self.hexed = [0] * 6  # bits of the seats that played magic there this round
        self.look = (-1, 0)  # the lane the Crystal Ball was used on this round, how many cards were seen
        # the action turn that is running
        self.token = -1
        self.bet = NO_BET
        self.magic = 0  # cards that may still be played
        self.used = False  # one effect used
        self.played = False  # cards played and not drawn up for
        self.pend = -1  # the bet token that waits for its stake
        self.second = -1  # the contract that grants the bet asked for
        self.swaps = 0
        self.draws = 0
        self.after = ""  # where drawing or reserving leads back to
        self.used_once = 0  # bits of once-a-round contracts
        # the race
        self.pos = [0] * 6
        self.ranking: tuple[int, ...] = ()
        self.rturn = 0
        self.mcard = ""
        self.mused: tuple[str, ...] = ()
        self.dice: tuple[int, ...] = ()
        self.tied: tuple[int, ...] = ()
        self.final: tuple[Final, ...] = ()

    def copy(self) -> State:
        c = State.__new__(State)
        c.n, c.options, c.box = self.n, self.options, self.box
        c.stage, c.phase, c.who, c.round, c.races = self.stage, self.phase, self.who, self.round, self.races
        c.first, c.next_first, c.plan, c.ramp = self.first, self.next_first, self.plan, self.ramp
        c.own, c.market, c.rows = self.own[:], self.market, self.rows[:]
        c.bets, c.stakes, c.onbet = self.bets[:], self.stakes[:], self.onbet[:]
        c.top, c.taken = self.top[:], self.taken[:]
        c.gold, c.glory, c.loans, c.owns = self.gold[:], self.glory[:], self.loans[:], self.owns[:]
        c.hands, c.deck, c.discards = self.hands[:], self.deck[:], self.discards[:]
        c.lanes, c.hexed, c.look = self.lanes[:], self.hexed[:], self.look
        c.token, c.bet, c.magic, c.used, c.played = self.token, self.bet, self.magic, self.used, self.played
        c.pend, c.second, c.swaps, c.draws, c.after = self.pend, self.second, self.swaps, self.draws, self.after
        c.used_once, c.pos, c.ranking, c.rturn = self.used_once, self.pos[:], self.ranking, self.rturn
        c.mcard, c.mused, c.dice, c.tied, c.final = self.mcard, self.mused, self.dice, self.tied, self.final
        return c

    def key(self) -> object:
        """Everything, hashable."""
        return tuple(_freeze(getattr(self, name)) for name in self.__slots__ if name != "box")

    @property
    def bank_gold(self) -> int:
        """The Gold of the box that nobody has; the Bank pays on when it is used up."""
        return max(0, BANK_GOLD - sum(self.gold) - sum(self.stakes))

    @property
    def bank_glory(self) -> int:
        return max(0, BANK_GLORY - sum(self.glory) - sum(self.onbet))

    def lend(self, seat: Seat) -> None:
        self.loans[seat] += 1
        self.gold[seat] += LOAN

    def credit(self, seat: Seat) -> int:
        """How many loans a seat can still take: on its own card and on those that are left (Q5)."""
        return self.loans[seat] % 2 + 2 * (LOAN_CARDS - sum(map(loan_cards, self.loans)))

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
        at = next(i for i, x in enumerate(lane) if x % 16 == card)
        self.lanes[colour] = lane[:at] + lane[at + 1 :]
        self.discards[card] += 1


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
    if s.stage in CHANCE_STAGES:
        return (CHANCE,)
    return () if s.stage == "over" else (s.who,)


def say(tell: Tell | None, kind: str, reveals: bool = False, /, **args: Any) -> None:
    """Tell an event that all may know in full."""
    if tell is not None:
        tell(Event(kind, args, reveals=reveals))


def magic_names(cards: tuple[int, ...]) -> list[str]:
    return [MAGIC[x % 16] for x in cards]
