"""What a game is. A game is a module (or anything) with the names of the `Game` protocol below.

A *state* is plain data and holds everything, also an effect that is half-way through. A *seat* plays,
a person sits. Chance is a seat too: its moves are listed with odds and recorded like any other. A *view*
is what one seat may know; page, bots, spectators and learning environments get nothing else.

Where several are to act, their answers are sealed: `Match` keeps them until all are in and plays them in the order of
`to_act`, so a state holds some of them only while they are played on it one after the other. A response window
(`window`) is a sealed choice that answers what somebody played; there `PASS` is legal and stands for silence. Undo is
no affair of a game: it marks events that reveal something hidden, and `Match` decides. Bots, with the usual level of
each game, are told of in `bots/bot.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

Seat = int  # 0, 1, 2 ... in turn order
CHANCE: Final[Seat] = -1  # dice, draws, shuffles
PASS: Final = "pass"  # the text that lets a played card pass: in a response window it stands for silence
Open = Literal["open"]
OPEN: Final[Open] = "open"  # who sees all that all seats see, as after the end
Options = Mapping[str, Any]  # plain JSON values
Tint = tuple[str, str]  # a pattern and the style of what it finds in a text form: (r"\*", "yellow"), in words of rich
LONGEST: Final = 20_000  # letters of an option that is a text


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence as an id and its arguments; `words` turns it into a language."""

    id: str
    args: dict[str, Any] = {}


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. `secret` is added to `args` for the seats in `to` and for nobody else.

    `reveals` says that somebody learned a hidden thing: a free undo never reaches back over it.
    """

    kind: str
    args: dict[str, Any] = {}
    secret: dict[str, Any] = {}
    to: tuple[Seat, ...] = ()
    reveals: bool = False

    def seen_by(self, who: Seat | Open | None) -> Event:
        """The event as a seat (None: a spectator, OPEN: everybody's eyes) may know it: no trace of what it may not."""
        args = {**self.args, **self.secret} if who in self.to or who == OPEN else self.args
        return Event(self.kind, args)


Tell = Callable[[Event], object]


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: a score a seat, who won (several: shared, none: all lose), the game's word for why."""

    scores: tuple[float, ...]
    winners: tuple[Seat, ...]
    reason: str


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice made before a match. Names and explanations are words `option.NAME` and `option.NAME.VALUE`."""

    name: str
    kind: Literal["choice", "flag", "number", "text"]
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    seats: tuple[int, ...] = ()  # the numbers of seats it applies to; (): all


class Illegal(Exception):
    """A refusal: the rule (`"duel R3.3"`), a message id with its values, and as text a sentence to read."""

    def __init__(self, rule: str, message: str, **values: Any) -> None:
        super().__init__(rule, message, values)
        self.rule = rule
        self.message = message
        self.values = values

    @property
    def numbered(self) -> bool:
        """Whether the rule is a numbered statement that can be read; a bad option and `without_rule` have none."""
        return not self.rule.endswith((" options", " turn"))

    def __reduce__(self) -> tuple[Any, ...]:  # so that it comes whole out of another process
        return partial(type(self), self.rule, self.message, **self.values), ()

    def __str__(self) -> str:
        from stajnia.core.words import words

        return words(self.rule.partition(" ")[0], "en").refusal(self)


def without_rule(game: str, message: str, **values: Any) -> Illegal:
    """A refusal that quotes no statement of the rules: it is not the moment, or nothing that the game knows."""
    return Illegal(f"{game} turn", message, **values)


class Rng(Protocol):
    """The part of `random.Random` that guesses may use; the caller hands one in."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def choice(self, seq: Sequence[Any], /) -> Any: ...


@runtime_checkable
class State(Protocol):
    def copy(self) -> Any: ...  # shares nothing mutable
    def key(self) -> object: ...  # hashable; equal states have equal keys, different states different ones


class View(Protocol):
    """Every game's view is a msgspec Struct that has at least these."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def turn(self) -> tuple[Seat, ...]: ...  # whom the table waits for, by public facts only
    @property
    def ask(self) -> Message | None: ...  # what this seat is asked now (words `ask.ID`); None: nothing
    @property
    def sealed(self) -> str: ...  # this seat's own answer while the others' are missing; "": none. `Match` fills it,

    # and a game whose rules take answers one by one, for the states in between


@runtime_checkable
class HasCardNumbers(Protocol):
    """A view may have this besides: the number in a card's text (`{n}`) where it is not the same in every match."""

    @property
    def card_numbers(self) -> Mapping[str, int]: ...  # by card; the terminal's `rules CARD` fills them in


class SoloTask(Protocol):
    """What one seat is to solve."""

    @property
    def kind(self) -> str: ...  # "book" and "daily" are kept when solved, others not
    @property
    def number(self) -> int: ...  # of a task of the book
    @property
    def name(self) -> str: ...  # of a daily one, its date
    @property
    def moves(self) -> int: ...  # made so far


@runtime_checkable
class HasTask(Protocol):
    """A view may have this besides: the task of a solo match (None: another match). The terminal keeps what is solved.

    An outcome whose reason is "solved" says that it is.
    """

    @property
    def task(self) -> SoloTask | None: ...


S = TypeVar("S", bound=State)
A = TypeVar("A")
V = TypeVar("V", bound=View)


class Game(Protocol[S, A, V]):
    NAME: str
    RULES: int  # goes up when an old record would replay differently
    SEATS: range
    USUAL_SEATS: int  # of a quick game
    MINUTES: int  # about how long a match takes
    HIDES: bool  # a seat may know what another, or who watches, may not
    OPTIONS: Sequence[Option]
    Facts: type[Any]  # a frozen msgspec Struct
    View: type[Any]  # a frozen msgspec Struct with what `View` above asks for

    @property
    def FACTS(self) -> Any: ...  # the one `Facts`: what never changes in any match and a page or a builder must know

    def new(self, seats: int, options: Options, /) -> S: ...  # options complete; raises Illegal
    def to_act(self, s: S, /) -> Sequence[Seat]: ...  # () over; (CHANCE,); several: a window, answers sealed
    def window(self, s: S, /) -> bool: ...  # a response window is open: only here PASS is legal; a clock may close it
    def legal(self, s: S, seat: Seat, /) -> Sequence[A]: ...
    def odds(self, s: S, /) -> Sequence[tuple[A, float]]: ...
    def play(self, s: S, seat: Seat, a: A, tell: Tell | None = None, /) -> None: ...  # in place; Illegal: as it was
    def outcome(self, s: S, /) -> Outcome | None: ...
    def view(self, s: S, seat: Seat | None, /) -> V: ...  # None: a spectator
    def guess(self, v: V, rng: Rng, /) -> S: ...  # a state that v could be a view of
    def write(self, a: A, /) -> str: ...  # an action as text a person can type
    def read(self, text: str, /) -> A: ...  # raises Illegal
    def label(self, v: V, a: A, /) -> Message: ...  # an action in words (`action.ID`), as this view may name it
    # The view as text for terminal and reader, in so many columns (0: as many as it likes). Who prints it wraps long
    # sentences and, where the game has tints (`HasTints`), colours it.
    def text_form(self, v: V, say: Callable[[Message], str], width: int = 0, /) -> str: ...
    def svg_form(self, v: V, say: Callable[[Message], str], /) -> str: ...  # the same as a drawing


AnyGame = Game[Any, Any, Any]


@runtime_checkable
class RefusesTogether(Protocol):
    """A game may have this besides: options of which each is fine, but not two of them at once."""

    def refuse_together(self, seats: int, given: Options, /) -> None: ...  # raises Illegal


@runtime_checkable
class HasTints(Protocol):
    """A game may have this besides: the colours of its text form in the terminal."""

    @property
    def TINTS(self) -> Sequence[Tint]: ...


def complete(game: AnyGame, seats: int, given: Options) -> dict[str, Any]:
    """The options that somebody chose with defaults filled in; Illegal for what the game does not offer.

    Whoever names some of them means each. A whole set (the page's for a match again, a form with all its fields) has
    defaults that nobody chose: they exclude nothing.
    """
    whole = filled(game, seats, given)
    asked = [o.name for o in game.OPTIONS if not o.seats or seats in o.seats]
    if isinstance(game, RefusesTogether) and not all(name in given for name in asked):
        game.refuse_together(seats, given)
    return whole


def filled(game: AnyGame, seats: int, options: Options) -> dict[str, Any]:
    """All options of the game, as in a record; Illegal for what the game does not offer."""
    if seats not in game.SEATS:
        message = "bad_seats" if len(game.SEATS) > 1 else "bad_seats_only"
        raise Illegal(f"{game.NAME} options", message, seats=seats, low=game.SEATS[0], high=game.SEATS[-1])
    known = {o.name: o for o in game.OPTIONS}
    for name, value in options.items():
        if name not in known:
            raise Illegal(f"{game.NAME} options", "unknown_option", option=name, known=sorted(known))
        if not _fits(known[name], value):
            raise _misfit(game, known[name], value)
    return {name: options.get(name, o.default) for name, o in known.items()}


def _misfit(game: AnyGame, option: Option, value: Any) -> Illegal:
    values = {"option": option.name, "value": value, "choices": list(option.choices)}
    return Illegal(
        f"{game.NAME} options", f"bad_{option.kind}", **values, low=option.low, high=option.high, most=LONGEST
    )


def _fits(option: Option, value: Any) -> bool:
    match option.kind:
        case "flag":
            return isinstance(value, bool)
        case "number":
            low = value if option.low is None else option.low
            high = value if option.high is None else option.high
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case "text":
            return isinstance(value, str) and len(value) <= LONGEST
        case _:
            return any(value == c and type(value) is type(c) for c in option.choices)
