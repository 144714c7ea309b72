"""The state and the records it is made of.

Stables and Nursery are sets of cards as ints; deck and discard pile count their designs; a hand is a sorted tuple.
Records are values: none is ever changed, so that copies of a state may share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.core.game import Seat
from stajnia.games.unstable.card_language import Step
from stajnia.games.unstable.deck import BABIES, DESIGNS, Text


class Wait:
    """What the table waits for."""

    NOTHING: Final = 0
    LOT: Final = 1
    CHANCE: Final = 2
    BABY: Final = 3
    ACTION: Final = 4
    WINDOW: Final = 5
    PICK: Final = 6
    SEALED: Final = 7
    REPLACE: Final = 8
    LIMIT: Final = 9


class Phase:  # by their names: view_parts.PHASES
    LOT: Final = 0
    BABIES: Final = 1
    DEAL: Final = 2
    MOVE: Final = 3
    BEGIN: Final = 4
    DRAW: Final = 5
    ACTION: Final = 6
    END: Final = 7
    LIMIT: Final = 8
    OVER: Final = 9


NO_PICK: Final = -1  # nothing could be picked, or nothing was wanted
SILENT: Final = -2  # a sealed answer: no card
HIDDEN: Final = -3  # a pick that a viewer does not know
OWNER: Final = 8  # a picked card of a stable is its bit number with the seat above: uid | seat << OWNER
UID: Final = 255

SHIFT: Final = 10  # a card of a hand: design << SHIFT | viewers who do not know it
ALL: Final = 511  # eight seats and the spectators
SPECTATOR: Final = 8
VIEWERS: Final = 9


SEATS_OF: Final = [tuple([seat for seat in range(8) if mask >> seat & 1]) for mask in range(256)]  # [seats as bits]


class Status:
    """How far a frame is."""

    LIVE: Final = 0
    DONE: Final = 1
    DECLINED: Final = 2
    IGNORED: Final = 3


class Frame:
    """An effect half-way through: whose text, the card in its stable (-1: none), the next step, the picks so far."""

    __slots__ = ("card", "picks", "seat", "status", "step", "text", "uid")

    def __init__(
        self,
        text: Text,
        seat: Seat,
        uid: int,
        step: int = 0,
        status: int = Status.LIVE,
        picks: tuple[int, ...] = (),
    ) -> None:
        self.text: Final = text
        self.card: Final = text.card
        self.seat: Final = seat
        self.uid: Final = uid
        self.step: Final = step
        self.status: Final = status
        self.picks: Final = picks

    def now(self) -> Step:
        """The step it has come to."""
        return self.text.steps[self.step]

    def on(self, step: int, status: int, picks: tuple[int, ...]) -> Frame:
        """The frame further on."""
        return Frame(self.text, self.seat, self.uid, step, status, picks)

    def key(self) -> object:
        return (self.card, self.text.when, self.seat, self.uid, self.step, self.status, self.picks)


class Leaving:
    """How a card leaves a stable."""

    SACRIFICED: Final = 0
    DESTROYED: Final = 1
    OTHERWISE: Final = 2


class Said:
    """What replacements have said to a threat."""

    NOTHING: Final = 0
    NO_PHOENIX: Final = 1
    STANDS: Final = 2
    SAVED: Final = 3
    INSTEAD: Final = 4  # it is itself what happens instead


class Threat:
    """A card about to be sacrificed or destroyed (`how`), by whom, and which frame of the link does it."""

    __slots__ = ("by", "frame", "how", "said", "seat", "uid")

    def __init__(self, uid: int, seat: Seat, how: int, by: Seat, frame: int, said: int = Said.NOTHING) -> None:
        self.uid: Final = uid
        self.seat: Final = seat
        self.how: Final = how
        self.by: Final = by
        self.frame: Final = frame
        self.said: Final = said

    def answered(self, said: int) -> Threat:
        return Threat(self.uid, self.seat, self.how, self.by, self.frame, said)

    def key(self) -> tuple[int, int, int, int, int, int]:
        return (self.uid, self.seat, self.how, self.by, self.frame, self.said)


class Played:
    """A played card and the stable it is meant for (-1: none)."""

    __slots__ = ("card", "into", "seat")

    def __init__(self, card: int, seat: Seat, into: Seat = -1) -> None:
        self.card: Final = card
        self.seat: Final = seat
        self.into: Final = into

    def key(self) -> tuple[int, int, int]:
        return (self.card, self.seat, self.into)


class Due:
    """What chance still owes; what one round sets off happens in this order, whoever it is for."""

    ROB: Final = 0
    DEAL: Final = 1
    DRAW: Final = 2
    LOOK: Final = 3


class Task:
    """Chance to come for a seat: how many cards, or a theft from whose hand."""

    __slots__ = ("due", "n", "seat", "target")

    def __init__(self, due: int, seat: Seat, n: int, target: Seat = -1) -> None:
        self.due: Final = due
        self.seat: Final = seat
        self.n: Final = n
        self.target: Final = target

    def key(self) -> tuple[int, int, int, int]:
        return (self.due, self.seat, self.n, self.target)


class Bond:
    """First edition: a stolen card due home, when its thief leaves (`by`, its bit number) or the turn ends (-1)."""

    __slots__ = ("by", "holder", "home", "stolen")

    def __init__(self, stolen: int, by: int, holder: Seat, home: Seat) -> None:
        self.stolen: Final = stolen
        self.by: Final = by
        self.holder: Final = holder
        self.home: Final = home

    def key(self) -> tuple[int, int, int, int]:
        return (self.stolen, self.by, self.holder, self.home)


class Memory:
    """How many of each design a viewer knows to be in the deck, but for so many loose in each hand."""

    __slots__ = ("cards", "loose")

    def __init__(self, cards: tuple[int, ...], loose: tuple[int, ...]) -> None:
        self.cards: Final = cards
        self.loose: Final = loose

    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (self.cards, self.loose)


Records = (
    Sequence[Frame] | Sequence[Threat] | Sequence[Played] | Sequence[Task] | Sequence[Bond] | Sequence[Memory | None]
)


def _keys(records: Records) -> tuple[object, ...]:
    return tuple([None if record is None else record.key() for record in records]) if records else ()


class State:
    """Plain data at every decision, also in the middle of an effect."""

    __slots__ = (
        *("n", "edition", "language", "goal", "phase", "active", "first", "turns"),
        *("stables", "hands", "deck", "left", "top", "pile", "nursery", "stack", "memory", "shown"),
        *("wait", "who", "at", "asked", "missing", "sealed", "link", "next", "links", "threats", "armed", "queue"),
        *("held", "taken", "magic", "plays", "played", "extra_draws", "cut", "extra_turns", "bonds", "result"),
        "unsettled",
    )

    n: int
    edition: int
    language: int
    goal: int  # unicorns needed
    phase: int
    active: Seat
    first: Seat
    turns: int
    stables: list[int]
    hands: list[tuple[int, ...]]
    deck: list[int]  # without its known top
    left: int  # cards in the deck, its known top included
    top: tuple[int, ...]  # next draw first
    pile: list[int]
    nursery: int
    stack: tuple[Played, ...]
    memory: list[Memory | None]  # by viewer
    shown: tuple[tuple[int, int], ...]  # (design, seat) last shown when it was taken
    wait: int
    who: Seat
    at: int  # the frame of the link, or the threat, that is asked about
    asked: int  # a sealed choice: everyone who chooses at once, as bits
    missing: int  # whose choice is not in yet, as bits
    sealed: list[int]  # the choices that are in, by seat
    link: list[Frame]
    next: list[Frame]
    links: int
    threats: tuple[Threat, ...]
    armed: bool  # the threats of this round are known
    queue: tuple[Task, ...]
    held: tuple[tuple[int, int], ...]  # (seat, or -1 for the pile; design) picked, not yet moved
    taken: int  # cards of stables that are targets in this link
    magic: Played | None  # the Magic card resolving
    plays: int
    played: int
    extra_draws: int
    cut: bool  # an effect has ended the turn at its beginning
    extra_turns: int
    bonds: tuple[Bond, ...]
    result: tuple[tuple[int, ...], str] | None
    unsettled: bool  # stables have changed since a winner was last looked for

    def copy(self) -> State:
        s = State()
        s.n, s.edition, s.language, s.goal = self.n, self.edition, self.language, self.goal
        s.phase, s.active, s.first, s.turns = self.phase, self.active, self.first, self.turns
        s.stables, s.hands, s.deck, s.pile = self.stables[:], self.hands[:], self.deck[:], self.pile[:]
        s.left, s.top, s.nursery, s.stack = self.left, self.top, self.nursery, self.stack
        s.memory, s.shown, s.link, s.next = self.memory[:], self.shown, self.link[:], self.next[:]
        s.wait, s.who, s.at = self.wait, self.who, self.at
        s.asked, s.missing, s.sealed = self.asked, self.missing, self.sealed[:]
        s.links, s.threats, s.armed, s.queue = self.links, self.threats, self.armed, self.queue
        s.held, s.taken, s.magic, s.bonds = self.held, self.taken, self.magic, self.bonds
        s.plays, s.played, s.extra_draws = self.plays, self.played, self.extra_draws
        s.cut, s.extra_turns, s.result, s.unsettled = self.cut, self.extra_turns, self.result, self.unsettled
        return s

    def key(self) -> object:
        return (
            *(self.n, self.edition, self.language, self.phase, self.active, self.first, self.turns),
            *(tuple(self.stables), tuple(self.hands), tuple(self.deck), self.top, tuple(self.pile)),
            *(self.nursery, self.shown, self.wait, self.who, self.at, self.asked, self.missing, self.links),
            tuple(self.sealed),
            *(self.armed, self.held, self.taken, self.plays, self.played),
            *(self.extra_draws, self.cut, self.extra_turns, self.result),
            *(_keys(self.stack), _keys(self.link), _keys(self.next), _keys(self.threats), _keys(self.queue)),
            *(_keys(self.bonds), _keys(self.memory)),
            self.magic.key() if self.magic is not None else None,
        )


def start(n: int, edition: int, language: int, deck: list[int]) -> State:
    """An empty table."""
    s = State()
    s.n, s.edition, s.language = n, edition, language
    s.goal = 7 if n <= 5 else 6  # R99, R100
    s.phase, s.active, s.first, s.turns = Phase.LOT, 0, 0, 0
    s.stables, s.hands, s.nursery = [0] * n, [()] * n, BABIES
    s.deck, s.left, s.top, s.pile = deck, sum(deck), (), [0] * DESIGNS
    s.stack, s.memory, s.shown = (), [], ()
    s.wait, s.who, s.at = Wait.LOT, -1, -1
    s.asked, s.missing, s.sealed = 0, 0, []
    s.link, s.next, s.links, s.threats, s.armed = [], [], 0, (), False
    s.queue, s.held, s.taken, s.magic = (), (), 0, None
    s.plays, s.played, s.extra_draws, s.cut, s.extra_turns = 0, 0, 0, False, 0
    s.bonds, s.result, s.unsettled = (), None, True
    return s
