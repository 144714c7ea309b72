"""The state, and the words on cards that are found when asked.

Stables and Nursery are sets of cards as ints; deck and discard pile count their designs; a hand is a sorted tuple.
"""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import BABY, BASIC, CARD
from stajnia.games.unstable.deck import (
    BASICS,
    DESIGN_OF,
    DESIGNS,
    FIRST,
    FIRST_BIT,
    HANDLES,
    IDS,
    MASK,
    NUMBER,
    TYPE,
    UNICORNS,
    bit,
)

# what the table waits for
OVER, LOT, CHANCE_MOVE, BABIES, ACTION, WINDOW, PICK, SEALED, REPLACE, LIMIT = range(10)
# phases
P_LOT, P_BABIES, P_DEAL, P_MOVE, P_BEGIN, P_DRAW, P_ACTION, P_END, P_LIMIT, P_OVER = range(10)
PHASES = ("lot", "babies", "deal", "move", "begin", "draw", "action", "end", "limit", "over")
# chance to come: (what, seat, how many or from whom); what one round sets off happens in this order, whoever it is for
T_ROB, T_DEAL, T_DRAW, T_LOOK = range(4)
# frames of the chain: (design, what set it off, seat, card in its stable, step, status, picks)
Frame = tuple[int, int, int, int, int, int, tuple[int, ...]]
LIVE, DONE, DECLINED, IGNORED = range(4)
NO_PICK, UNSAID, PASS, HIDDEN = -1, -1, -2, -3
OWNER = 8  # a picked card of a stable is its bit number with the seat above: uid | seat << OWNER
# threats: (card, its seat, how, by whom, frame, what replacements said)
Threat = tuple[int, int, int, int, int, int]
SACRIFICED, DESTROYED, OTHERWISE = range(3)
NEW, NO_PHOENIX, STANDS, SAVED, INSTEAD = range(5)

SHIFT: Final = 10  # a card of a hand: design << SHIFT | viewers who do not know it
ALL: Final = (1 << 9) - 1  # eight seats and the spectators
SPECTATOR: Final = 8

PANDA, BLINDING, AURA, YAY, NANNY = (
    bit(id) for id in ("pandamonium", "blinding_light", "rainbow_aura", "yay", "nanny_cam")
)
WIRE_CARD, TINY_CARD, BROKEN, SLOWDOWN = (bit(id) for id in ("barbed_wire", "tiny_stable", "broken_stable", "slowdown"))
GINORMOUS, QUEEN, KITTEN, PHOENIX, KNIGHT, PUPPY = (
    bit(id)
    for id in (
        "ginormous_unicorn",
        "queen_bee_unicorn",
        "magical_kittencorn",
        "unicorn_phoenix",
        "black_knight_unicorn",
        "puppicorn",
    )
)
FLYERS = sum(bit(f"{how}_flying_unicorn") for how in ("greedy", "annoying", "magical", "swift", "majestic"))
NEEDS_BASIC = (NUMBER["extra_tail"], NUMBER["rainbow_mane"])
Memo = tuple[bytes, tuple[int, ...]]


class State:
    """Plain data at every decision, also in the middle of an effect."""

    __slots__ = (
        *("n", "edition", "language", "goal", "phase", "active", "first", "turns"),
        *("stables", "hands", "deck", "left", "top", "pile", "nursery", "stack", "memo", "shown"),
        *("wait", "who", "at", "asked", "sealed", "link", "next", "links", "threats", "armed", "queue", "held"),
        *("taken", "magic", "plays", "played", "extra_draws", "cut", "extra_turns", "bonds", "result"),
    )

    def __init__(self, n: int, edition: int, language: int, deck: bytearray) -> None:
        self.n, self.edition, self.language = n, edition, language
        self.goal = 7 if n <= 5 else 6  # R99, R100
        self.phase, self.active, self.first, self.turns = P_LOT, 0, 0, 0
        self.stables = [0] * n
        self.hands: list[tuple[int, ...]] = [()] * n
        self.deck = deck
        self.left = sum(deck)  # cards in the deck, its known top included
        self.top: tuple[int, ...] = ()  # next draw first
        self.pile = bytearray(DESIGNS)
        self.nursery = MASK[BABY]
        self.stack: tuple[tuple[int, int, int], ...] = ()  # (design, seat, stable it is meant for or -1)
        self.memo: list[Memo | None] = []  # a viewer: cards known to be in the deck, but for some loose in hands
        self.shown: tuple[tuple[int, int], ...] = ()
        self.wait, self.who, self.at = LOT, -1, -1
        self.asked = 0
        self.sealed: tuple[int, ...] = ()
        self.link: list[Frame] = []
        self.next: list[Frame] = []
        self.links = 0
        self.threats: tuple[Threat, ...] = ()
        self.armed = False  # the threats of this round are known
        self.queue: tuple[tuple[int, int, int], ...] = ()
        self.held: tuple[tuple[int, int], ...] = ()  # (seat, or -1 for the pile; design) picked, not yet moved
        self.taken = 0  # cards of stables that are targets in this link
        self.magic: tuple[int, int] | None = None  # the Magic card resolving and who played it
        self.plays, self.played, self.extra_draws, self.cut, self.extra_turns = 0, 0, 0, 0, 0
        self.bonds: tuple[tuple[int, int, int, int], ...] = ()  # (stolen, by which card, holder, home)
        self.result: tuple[tuple[int, ...], str] | None = None

    def copy(self) -> State:
        s = State.__new__(State)
        s.n, s.edition, s.language, s.goal = self.n, self.edition, self.language, self.goal
        s.phase, s.active, s.first, s.turns = self.phase, self.active, self.first, self.turns
        s.stables, s.hands, s.deck, s.pile = self.stables[:], self.hands[:], self.deck[:], self.pile[:]
        s.left, s.top, s.nursery, s.stack = self.left, self.top, self.nursery, self.stack
        s.memo, s.shown, s.link, s.next = self.memo[:], self.shown, self.link[:], self.next[:]
        s.wait, s.who, s.at, s.asked, s.sealed = self.wait, self.who, self.at, self.asked, self.sealed
        s.links, s.threats, s.armed, s.queue = self.links, self.threats, self.armed, self.queue
        s.held, s.taken, s.magic, s.bonds = self.held, self.taken, self.magic, self.bonds
        s.plays, s.played, s.extra_draws = self.plays, self.played, self.extra_draws
        s.cut, s.extra_turns, s.result = self.cut, self.extra_turns, self.result
        return s

    def key(self) -> object:
        return (
            *(self.n, self.edition, self.language, self.phase, self.active, self.first, self.turns),
            *(tuple(self.stables), tuple(self.hands), bytes(self.deck), self.top, bytes(self.pile)),
            *(self.nursery, self.stack, tuple(self.memo), self.shown, self.wait, self.who, self.at),
            *(self.asked, self.sealed, tuple(self.link), tuple(self.next), self.links, self.threats),
            *(self.armed, self.queue, self.held, self.taken, self.magic, self.plays, self.played),
            *(self.extra_draws, self.cut, self.extra_turns, self.bonds, self.result),
        )


# --- words on cards, found when asked -----------------------------------------------------------------------


def blinded(s: State, seat: Seat) -> int:
    """Unicorns whose text Blinding Light switches off; a panda has its text back."""
    stable = s.stables[seat]
    return stable & UNICORNS if stable & BLINDING and not stable & PANDA else 0


def always(s: State, seat: Seat) -> int:
    """Cards of a stable whose continuous text works; in the first edition Blinding Light leaves it alone."""
    return s.stables[seat] if s.edition == FIRST else s.stables[seat] & ~blinded(s, seat)


def unicorns(s: State, seat: Seat) -> int:
    """What the stable is worth (R101); pandas are worth nothing."""
    stable = s.stables[seat]
    if stable & PANDA:
        return 0
    return (stable & UNICORNS).bit_count() + (1 if stable & GINORMOUS & always(s, seat) else 0)


def barred(s: State, seat: Seat) -> bool:
    return bool((s.stables[seat] & SLOWDOWN) | (always(s, seat) & GINORMOUS))


def named(s: State, seat: Seat, types: int) -> int:
    """Cards of a stable that a text naming these types reaches: "a card" reaches pandas, "a unicorn" does not."""
    stable = s.stables[seat]
    mask = stable & MASK[types]
    return mask & ~UNICORNS if stable & PANDA and types != CARD else mask


def sacrificable(s: State, seat: Seat, types: int) -> int:
    return named(s, seat, types) & ~PUPPY


def destroyable(s: State, seat: Seat, types: int, by_magic: bool) -> int:
    stable = s.stables[seat]
    mask = named(s, seat, types) & ~PUPPY
    if stable & AURA and not stable & PANDA:
        mask &= ~UNICORNS
    if by_magic:
        mask &= ~(KITTEN & always(s, seat))
    return mask


def can_enter(s: State, d: int, seat: Seat) -> bool:
    """Whether a card may come into that stable at all (Queen Bee; Extra Tail and Rainbow Mane)."""
    if TYPE[d] == BASIC:
        for other, stable in enumerate(s.stables):
            if stable & QUEEN and other != seat and always(s, other) & QUEEN:
                return False
        return True
    if d in NEEDS_BASIC:
        return bool(named(s, seat, BASIC) & BASICS)
    return True


def seats_from(s: State, seat: Seat) -> list[Seat]:
    """All seats in turn order, that one first."""
    return [*range(seat, s.n), *range(seat)]


# --- stables ----------------------------------------------------------------------------------------------------


def free_bit(s: State, d: int) -> int:
    """The number under which a card comes into a stable."""
    used = 0
    for stable in s.stables:
        used |= stable
    uid = FIRST_BIT[d]
    while used >> uid & 1:
        uid += 1
    return uid


def where(s: State, uid: int) -> Seat:
    """The stable a card lies in, -1: none."""
    for seat, stable in enumerate(s.stables):
        if stable >> uid & 1:
            return seat
    return -1


def name(uid: int) -> dict[str, str]:
    return {"card": IDS[DESIGN_OF[uid]], "handle": HANDLES[uid]}


def say(tell: Tell | None, kind: str, **args: object) -> None:
    if tell is not None:
        tell(Event(kind, args))


def designs(hand: tuple[int, ...]) -> list[int]:
    return [c >> SHIFT for c in hand]
