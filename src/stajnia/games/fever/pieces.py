"""What lies in every box: the names things are counted by, the numbers of the rulebook, and a box in that order."""

from __future__ import annotations

from collections import Counter
from typing import Final

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple")
KINDS: Final = ("win", "early", "late")
CLAN_NAMES: Final = ("fairies", "goblins", "gnomes", "leprechauns", "witches")
CLAN_PAIRS: Final = tuple((a, b) for a in range(5) for b in range(a + 1, 5))
PAIRS: Final = tuple(f"{CLAN_NAMES[a]}+{CLAN_NAMES[b]}" for a, b in CLAN_PAIRS)
STACKS: Final = ("red", "yellow", "green", "blue", "purple")  # the five action spaces
DESIGNS: Final = tuple(letter + sign for letter in "ABCDEFGH" for sign in "+-")
CONTRACTS: Final = tuple(f"{clan}{i}" for clan in ("FA", "GO", "GN", "LE", "WI") for i in range(1, 9))
NO_NUMBER: Final = ("FA1", "FA2", "FA3", "GN8", "WI3", "WI7")  # contracts whose text has no number to change
ABILITIES: Final = (
    "none",
    "bet_glory_plus_1",
    "win_bet_second_ok",
    "sprint_plus_1",
    "podium_bet_x3",
    "finish_plus_3",
    "start_plus_1",
)
# the place of each in ABILITIES
MORE_GLORY: Final = 1
SECOND_WINS: Final = 2
LONG_SPRINT: Final = 3
PODIUM_X3: Final = 4
LONG_FINISH: Final = 5
LONG_START: Final = 6
# what a token lets a player bet, the place of each in BETS
BETS: Final = ("", "any", "win")
NO_BET: Final = 0
ANY_BET: Final = 1
WIN_BET: Final = 2

START_GOLD: Final = 20
LENT: Final = 20  # what a loan gives
DEBT: Final = 25  # what it costs
LOAN_CARDS: Final = 10  # each shows one loan or two (R63, Q5)
MOST: Final = 20  # the highest stake
TURNS: Final = 3  # action turns a round
BET_GLORY: Final = (5, 3, 2)  # by kind
BET_PLACES: Final = (1, 3, 3)  # by kind, the last place that succeeds
PODIUM_TIMES: Final = 2  # what a Podium bet returns, in stakes
OWNER_GOLD: Final = (6, 4, 2)  # by place
CONVERT: Final = 20  # Gold for 1 Glory at the end
FAVOURITE_ODDS: Final = 2  # of the first row of the table; each row below has one more
BANK_GOLD: Final = 705  # the tokens of the box; the Bank pays beyond them
BANK_GLORY: Final = 125


def odds_of(row: int) -> int:
    """How many times the stake a Win bet returns, by the row of the odds token."""
    return FAVOURITE_ODDS + row


def row_of(odds: int) -> int:
    """The row of the table with these odds."""
    return odds - FAVOURITE_ODDS


ODDS: Final = tuple([odds_of(row) for row in range(len(COLOURS))])  # by row


class Token:
    """An action token, or an effect printed on the board (letter 0)."""

    def __init__(self, colour: str, letter: str) -> None:
        self.id = f"{colour}_{letter}"
        self.colour = colour
        self.letter = letter
        self.bet = NO_BET  # or ANY_BET, WIN_BET
        self.glory = 0
        self.magic = 0
        self.gold = 0
        self.contract = False
        self.price = 0
        self.first = False


class Cards:
    """A deck of movement cards, each a number of six digits, x2 first: all of it, and each different one once."""

    def __init__(self, texts: list[str]) -> None:
        self.deck = [int(card) for card in texts]
        counted = Counter(self.deck)
        self.cards = list(counted)
        self.copies = list(counted.values())
        self.at = {card: i for i, card in enumerate(self.cards)}


class Box:
    """A checked box: colours, magic and contracts by index."""

    def __init__(self, length: int, movement: dict[str, Cards], copies: list[int], tokens: list[Token]) -> None:
        self.length = length
        self.movement = movement
        self.copies = copies  # by magic
        self.tokens = tokens
        self.token = {t.id: i for i, t in enumerate(tokens)}
        self.printed = [-1] * 5  # by stack, the token index of the effect on the board
        for i, t in enumerate(tokens):
            if t.letter == "0":
                self.printed[STACKS.index(t.colour)] = i
        # the token indices of each stack, top first; with two players the B tokens are out (R18)
        self.stacks = _stacks(tokens, "ABC")
        self.stacks_two = _stacks(tokens, "AC")
        self.ability = [0] * 6  # by colour, the place in ABILITIES
        self.immune = [-1] * 6  # by colour, the magic that does nothing to it on a rampage
        self.glory = [0] * 40  # by contract
        self.n = [0] * 40


def _stacks(tokens: list[Token], letters: str) -> tuple[tuple[int, ...], ...]:
    left = [(t.letter, t.colour, i) for i, t in enumerate(tokens) if t.letter in letters]
    return tuple([tuple([i for _, colour, i in sorted(left) if colour == stack]) for stack in STACKS])
