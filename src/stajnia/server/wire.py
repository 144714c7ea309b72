"""What travels between the server and a page: every message as a tagged struct, every HTTP body as a struct.

The page's TypeScript types are generated from here (`python -m stajnia.server.typescript`), so is the OpenAPI
description; docs/protocol.md tells it in words. In messages come from a client and are validated while they
are decoded; Out messages are what one client, and nobody else, is sent.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from stajnia.bots.strength import Strength
from stajnia.core import words
from stajnia.core.game import Message, Option, Outcome

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]  # chosen by the client
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
ActionText = Annotated[str, msgspec.Meta(max_length=400)]
NAME_LENGTH = 24  # of a person
CODE_LENGTH = 6  # of a table's short code
TITLE_LENGTH = 40  # of a table
LINE_LENGTH = 500  # of chat
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
Lang = words.Lang
Clock = Literal["none", "relaxed", "fast"]
Orders = Literal["ask", "pass", "wins"]  # always ask me; pass until my next turn; ask me only if the card would win
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]

# why a socket was closed (docs/protocol.md)
NO_PERSON = 4401  # nobody is known there, or not any more
TOO_SLOW = 4408  # too much waited for who does not read
BAD = 1008  # what came could not be used, or came to the wrong door
LATER = 1013  # it may be opened again in a while, perhaps at another door


# --- tables and people ----------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat of a table as anybody at the table may know it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""  # of a bot
    present: bool = False  # a person with an open page at this table
    stand_in: bool = False  # a bot plays for the person just now
    you: bool = False  # or of somebody who plays on your device
    guest_bot: bool = False  # a guest's own program plays here, and says so


class Spectator(msgspec.Struct, frozen=True, order=True):
    """Who watches a table. The mark is that of one guest at one table, whatever they are called; elsewhere they have
    another."""

    name: str
    mark: str


class TableInfo(msgspec.Struct, frozen=True):
    """A table as one person sees it."""

    id: str
    code: str  # a short one, to be said and typed
    game: str
    title: str  # a name somebody gave to the table, or ""
    options: dict[str, Any]
    clock: Clock
    listed: bool
    chat: bool
    hints: bool
    guest_bots: bool  # programs of guests may sit here
    state: Literal["waiting", "playing", "over", "closed"]
    seats: list[SeatInfo]
    names: list[str]  # a name a seat, for the words `{seat:player}`; "" where a bot or nobody sits
    host: str  # the host's name
    you: int | None  # the seat whose eyes these are; None: a spectator's, or you have several and chose none
    yours: list[int]  # all seats that you have
    is_host: bool
    your_turn: bool
    spectators: list[Spectator]
    sent_away: list[int]  # told to the host: seats of people who may not come again
    rated: bool
    rematch: str | None  # the table of the rematch, once there is one
    result: Outcome | None
    commit: str  # SHA-256 of the secret seed, hex; "" before the start
    seed: str  # the seed itself, hex, after the end
    created: int  # ms since 1970
    updated: int


class Person(msgspec.Struct, frozen=True):
    name: str
    lang: Lang


class MeBody(msgspec.Struct, forbid_unknown_fields=True):
    name: Name | None = None
    lang: Lang | None = None


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["me", "open", "bot"]
    level: Annotated[str, msgspec.Meta(max_length=24)] = ""  # "": the game's usual level
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""  # of somebody on my device; "": my own


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=24)]
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=8)]
    options: dict[str, Any] = {}
    clock: Clock = "none"
    listed: bool = False
    chat: bool = True
    hints: bool = False  # also where several persons play; who plays alone may always ask
    rated: bool = False
    guest_bots: bool = False  # the host lets programs of guests sit here
    name: Annotated[str, msgspec.Meta(max_length=TITLE_LENGTH)] = ""
    start: bool = False  # begin at once when no seat is open


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None  # None: the first open one
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = (
        ""  # of somebody on my device, who gets a seat besides mine
    )
    bot: bool = False  # I am a program, and everybody shall know


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    """The host changes a seat before the start: opens it (a person there stands up) or puts a bot where none sits."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    kind: Literal["open", "bot"]
    level: Annotated[str, msgspec.Meta(max_length=24)] = ""


class BlockBody(msgspec.Struct, forbid_unknown_fields=True):
    """The host sends away who watches with this mark, or who sits on that seat; `lift` lets the latter come again."""

    mark: Annotated[str, msgspec.Meta(max_length=24)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    lift: bool = False


class Link(msgspec.Struct, frozen=True):
    """A personal link: whoever opens it sits as this person on another device."""

    url: str
    expires: int  # ms since 1970


class Opened(msgspec.Struct, frozen=True):
    """The table that a personal link or a short code leads to."""

    table: str


class LinkInfo(msgspec.Struct, frozen=True):
    """What opening a personal link would do."""

    name: str  # whom this device would be
    now: str | None  # who it is now, None: nobody
    same: bool  # it is that person already
    table: str


class Device(msgspec.Struct, frozen=True):
    """Where somebody is this person."""

    id: str
    device: str  # browser and system, "" where they were not told
    created: int  # ms since 1970, 0: not known
    here: bool


Against = Literal["alone", "people", "bots", "mixed"]


class Statistic(msgspec.Struct, frozen=True):
    """Matches of one game against one kind of opponents."""

    game: str
    against: Against
    level: str  # of the bots, where all have the same
    played: int
    won: int


class Gone(msgspec.Struct, frozen=True):
    """Something was done away with."""

    gone: int


class Level(msgspec.Struct, frozen=True):
    name: str
    usual: bool = False  # taken where no level was named
    strength: Strength | None = None  # measured; the lowest level has none


class ClockInfo(msgspec.Struct, frozen=True):
    """A clock that a table may have: seconds for each decision, and a bank for all that takes longer; 0: no clock."""

    name: Clock
    step: int
    bank: int


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    rules: int
    seats: list[int]
    options: list[Option]
    levels: list[Level]
    clocks: list[ClockInfo]
    usual_seats: int  # of a quick game
    minutes: int  # about how long a match takes
    hides: bool  # a seat may know what another may not: people who share a device need a curtain
    facts: Any  # the game's `Facts`: what never changes in any match


class Rules(msgspec.Struct, frozen=True):
    text: str  # markdown
    statements: dict[str, str]


class RecordId(msgspec.Struct, frozen=True):
    id: str


class RecordInfo(msgspec.Struct, frozen=True):
    """A line in the list of records."""

    id: str
    game: str
    names: list[str]
    result: Outcome | None
    at: int
    uploaded: bool


class Fault(msgspec.Struct, frozen=True):
    """The body of every HTTP refusal: a code for programs, a sentence for people, a message id to word it."""

    code: str
    text: str
    message: Message | None = None


# --- a match --------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as this seat may know it, of show `n`. Kinds `table.*` are the server's own."""

    n: int
    kind: str
    args: dict[str, Any] = {}


class WindowTimes(msgspec.Struct, frozen=True):
    """How long a sealed window is open, in ms from now; `closes_in` is None where the table waits for all.

    Nothing here tells who has answered; `answered` is about the receiver alone.
    """

    min_in: int  # it never closes before
    closes_in: int | None
    asked: list[int]
    answered: bool
    can_think: bool  # the Thinking... button still has time in the bank


class UndoAsked(msgspec.Struct, frozen=True):
    seat: int
    to: int
    agreed: list[int]


class Undo(msgspec.Struct, frozen=True):
    free_to: int | None = None  # the show number to which this seat may go back without asking
    ask_to: int | None = None  # with the agreement of all: to before this seat's last decision
    asked: UndoAsked | None = None


class ReplayFrame(msgspec.Struct, frozen=True):
    """One step of a replay: the state after the first `n` moves; move n-1 brought it about."""

    n: int
    seat: int | None  # who moved; -1 chance, None at the beginning
    a: str  # the move, as far as this perspective may know it
    label: Message | None
    how: str  # "": by hand, by chance or not known; else "bot", "stand_in", "time", "orders", "late": live_match.Body
    events: list[Told]
    view: Any
    views: list[Any] | None  # a view a seat, in the open perspective


class Reasons(msgspec.Struct, frozen=True):
    """What a bot expected of a move, sentence by sentence; the last may be the label of another action."""

    level: str
    because: list[Message]


class Judged(msgspec.Struct, frozen=True):
    """What the n-th move was worth: the chance to win after it and after the best one, from 0 to 1, and which that was:
    the move itself where none was better."""

    n: int
    expected: float
    best: float
    better: str
    label: Message


class Analysis(msgspec.Struct, frozen=True):
    """Some decisions of a seat; those that nobody can judge are left out."""

    seat: int
    judged: list[Judged]
    next: int | None  # the move from which one may ask on


class Replay(msgspec.Struct, frozen=True):
    game: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    moves: int
    perspective: str
    result: Outcome | None
    frames: list[ReplayFrame]
    levels: list[str]  # of the bots, by seat; "" for people


class TutorialFrame(msgspec.Struct, frozen=True):
    """A state of a tutorial, after `n` moves, as the newcomer at seat 0 sees it."""

    n: int
    events: list[Told]
    view: Any
    legal: list[str]
    labels: dict[str, Message]


class TutorialStep(msgspec.Struct, frozen=True):
    """What is said after `n` moves, and the move that is asked for, if one is."""

    n: int
    say: Message
    rules: list[str]
    point: str
    a: str | None


class Tutorial(msgspec.Struct, frozen=True):
    """The tutorial of a game: a scripted first match."""

    game: str
    seats: int
    options: dict[str, Any]
    frames: list[TutorialFrame]
    steps: list[TutorialStep]
    result: Outcome | None


# --- the socket, in -------------------------------------------------------------------------------


class In(msgspec.Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    pass


class Hello(In):
    """Come to a table (and leave the one before); `since`: the last show had, None for all events.

    Who has several seats says through whose eyes; None then is the curtain: what a spectator sees. `watch`: a screen
    for everybody, which sees no more than that, whoever opens it.
    """

    table: TableId
    since: Count | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    watch: bool = False


class Bye(In):
    """Go from the table; the socket stays open."""


class Play(In):
    """Play an action; `n` is the show it answers (an older one is refused), None: whatever is there."""

    id: Id
    a: ActionText
    n: Count | None = None


class Why(In):
    """Why is this action not possible?"""

    id: Id
    a: ActionText


class TakeBack(In, tag="undo"):
    """Undo to the state of show `to`; None: before my last decision. Asks the others where it is not free."""

    id: Id
    to: Count | None = None


class Agree(In):
    id: Id
    yes: bool


class Thinking(In):
    """Hold the response window open; spends this seat's bank."""

    id: Id


class SetOrders(In, tag="orders"):
    id: Id
    orders: Orders


class Say(In, tag="chat"):
    id: Id
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LINE_LENGTH)]


class AskHint(In, tag="hint"):
    id: Id


class AskText(In, tag="text"):
    id: Id


class Back(In):
    """Take the seat back from the stand-in, from the next decision on."""

    id: Id


class Ping(In):
    pass


AnyIn = Hello | Bye | Play | Why | TakeBack | Agree | Thinking | SetOrders | Say | AskHint | AskText | Back | Ping


# --- the socket, out ------------------------------------------------------------------------------


class Out(msgspec.Struct, tag_field="t", tag=str.lower):
    pass


class TableNow(Out, tag="table"):
    table: TableInfo


class Show(Out):
    """The match as this seat may know it now. Numbers have no gap; `events` are those of shows since+1..n.

    `since` is n-1 for a fresh show; less when a gap was filled. `deadline` and `clock` are ms from now.
    """

    n: int
    since: int
    events: list[Told]
    view: Any
    legal: list[str]
    labels: dict[str, Message]
    deadline: int | None  # of the decision the table waits for; None: no clock runs, or a window does
    clock: list[int]  # what is left in each seat's bank; [] without a clock
    window: WindowTimes | None
    undo: Undo
    orders: Orders  # this seat's standing orders
    result: Outcome | None


class WindowNow(Out, tag="window", omit_defaults=True):
    """The window of show n has other times now, since somebody thinks; or the receiver's own answer is sealed."""

    n: int
    window: WindowTimes
    view: Any = None  # in the second case: with the answer in `sealed`, and nothing asked


class UndoNow(Out, tag="undo"):
    """An undo was asked for, agreed to, or refused (`asked` None) since show n."""

    n: int
    undo: Undo


class Presence(Out):
    present: list[bool]
    stand_in: list[bool]
    spectators: list[Spectator]


class Ack(Out):
    """Done and on disk. For an action, n is the show that comes of it (a sealed answer: the present one)."""

    id: str
    n: int


class Refuse(Out):
    """Not done. `rule` and `message` as in core's Illegal (`illegal.MESSAGE`), `text` in my language."""

    id: str
    rule: str
    message: str
    values: dict[str, Any]
    text: str


class WhyNot(Out, tag="why"):
    id: str
    ok: bool  # it is possible
    rule: str = ""
    message: str = ""
    values: dict[str, Any] = {}
    text: str = ""


class Hint(Out):
    id: str
    a: str
    label: Message


class Text(Out):
    id: str
    text: str


class ChatLine(msgspec.Struct, frozen=True):
    """One line of chat; seat None: a spectator."""

    name: str
    seat: int | None
    text: str
    at: int


class Chat(Out):
    lines: list[ChatLine]  # the last lines after hello, one when somebody speaks
    fresh: bool


class Pong(Out):
    now: int  # server time, ms since 1970


class Resync(Out):
    """Forget what you had of this table and say hello again with since=None."""


class Error(Out):
    """The message could not be used at all; `code` for programs, `text` for people, `seconds` until it may be again."""

    code: str
    text: str
    seconds: int = 0


AnyOut = (
    TableNow
    | Show
    | WindowNow
    | UndoNow
    | Presence
    | Ack
    | Refuse
    | WhyNot
    | Hint
    | Text
    | Chat
    | Pong
    | Resync
    | Error
)

decoder = msgspec.json.Decoder(AnyIn)
encode = msgspec.json.Encoder().encode  # a message as it goes over the socket
