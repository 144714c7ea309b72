"""A match: a state with its record, and the only door through which anything changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from msgspec.structs import replace

from stajnia.core.chance import Chance, commitment, dealer, seed_bytes
from stajnia.core.game import (
    CHANCE,
    AnyGame,
    Event,
    Illegal,
    Message,
    Options,
    Outcome,
    Seat,
    Tell,
    complete,
    without_rule,
)
from stajnia.core.record import Move, Record, Trail, undo_text, undone_to
from stajnia.core.words import words

_CHANCE: Final = (CHANCE,)
_MARK: Final = 32  # moves after which a state is kept, so that going back is never long


class Decided:
    """What one seat did, or several at once, with the chance that followed; and the decision before it that stands."""

    __slots__ = ("before", "free", "place", "seats")

    def __init__(self, before: Decided | None, place: int, seats: tuple[Seat, ...], free: bool) -> None:
        self.before: Final = before
        self.place: Final = place  # how many moves the record had
        self.seats: Final = seats
        self.free: Final = free  # it was one seat's own, used no chance and told nobody a hidden thing


class Match:
    """
    >>> m = Match.start("duel", seats=2, options={"first": "0"}, seed=7)
    >>> m.to_act
    (0,)
    >>> events = m.play(0, "b2")
    >>> m.to_act
    (1,)
    >>> m.play(1, "b2")
    Traceback (most recent call last):
    ...
    stajnia.core.game.Illegal: b2 is taken: it is not a free cell. (duel R2.6)
    >>> len(m.record.moves)
    1

    Where several are asked at once, or a response window is open, an answer is **sealed**: it waits in `pending`, in
    no state and in nobody else's view, until all are in; then they are played in the order in which the game asks.
    """

    def __init__(self, game: AnyGame, record: Record, chance: Chance) -> None:
        self.game = game
        self.record = record
        self._moves: list[Move] = record.moves  # the record's own, as are the sealed answers
        self._sealed: dict[Seat, str] = record.sealed
        self.state = game.new(record.seats, record.options)
        self.secret: bytes | None = None
        self._to_act: Callable[[Any], Sequence[Seat]] = game.to_act
        self._window: Callable[[Any], bool] = game.window
        self._legal: Callable[[Any, Seat], Sequence[Any]] = game.legal
        self._odds: Callable[[Any], Sequence[tuple[Any, float]]] = game.odds
        self._play: Callable[[Any, Seat, Any, Tell | None], None] = game.play
        self._read: Callable[[str], Any] = game.read
        self._write: Callable[[Any], str] = game.write
        self._chance = chance
        self._last: Decided | None = None  # the last decision that stands
        self._begun: Decided | None = None  # one that a record is half-way through
        self._whole: dict[int, Decided | None] = {}  # by place where no decision is half-way: the last one there
        self._trail = Trail()
        self._marks = {0: self.state.copy()}  # states kept, by place
        self._unmarked = 0  # moves since the last of them
        if tuple(game.to_act(self.state)) != _CHANCE:
            self._whole[0] = None

    @classmethod
    def start(
        cls,
        name: str,
        seats: int,
        options: Options | None = None,
        seed: int | str | bytes | None = None,
        tell: Tell | None = None,
    ) -> Match:
        """A new match, with the first chance moves settled."""
        from stajnia.games import game as find

        game = find(name)
        secret = seed_bytes(seed)
        record = Record(game.NAME, game.RULES, seats, complete(game, seats, options or {}), [], commitment(secret))
        match = cls(game, record, dealer(secret))
        match.secret = secret
        match._settle(match.state, record.moves, 0, tell)
        match._whole[len(record.moves)] = None
        return match

    # --- what is so now --------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the table waits for, () when over; a public fact, so those who answered are among them."""
        return tuple(self.game.to_act(self.state))

    @property
    def pending(self) -> dict[Seat, str]:
        """Sealed answers by seat. Who answered is nobody else's business: show it to that seat only."""
        return self._sealed

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats whose action is missing, () when over; in a sealed choice not to be shown to anybody."""
        asked = tuple(self._to_act(self.state))
        sealed = self._sealed
        return tuple([seat for seat in asked if seat not in sealed]) if sealed else asked

    @property
    def sealing(self) -> bool:
        """Whether an answer given now is sealed until all are in."""
        return self._seals(self.state, self._to_act(self.state))

    def _seals(self, state: Any, asked: Sequence[Seat]) -> bool:
        return len(asked) > 1 or self._window(state)

    def legal(self, seat: Seat) -> list[str]:
        """The actions of a seat as texts."""
        if seat == CHANCE or seat in self._sealed:
            return []
        return list(map(self._write, self._legal(self.state, seat)))

    def view(self, seat: Seat | None) -> Any:
        """What a seat may know, its own sealed answer included; None: a spectator."""
        view = self.game.view(self.state, seat)
        if seat is not None and seat in self._sealed:
            return replace(view, ask=None, sealed=self._sealed[seat])
        return view

    def _repr_svg_(self) -> str:
        """What a spectator sees, as a notebook shows it."""
        return self.game.svg_form(self.view(None), words(self.game.NAME, "en").say)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def why_not(self, seat: Seat, text: str) -> Illegal | None:
        """Why an action is refused now, named by its label; None if it is not."""
        try:
            self._action(seat, text)
        except Illegal as e:
            if "text" in e.values and e.message != "unreadable":
                e.values["text"] = self.label(seat, text)
            return e
        return None

    def label(self, seat: Seat, text: str) -> Message:
        """An action in words, as that seat may name it."""
        return self.game.label(self.game.view(self.state, seat), self.game.read(text))

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: Seat, text: str) -> list[Event]:
        """Play an action and the chance that follows, or seal it where answers are sealed; all or nothing."""
        before = self.state
        asked = self._to_act(before)
        if self._seals(before, asked):
            self.seal(seat, text)
            return [] if self.to_act else self.close()
        self._may(seat, asked)
        action = self._read(text)
        state = before.copy()
        events: list[Event] = []
        tell = events.append
        self._play(state, seat, action, tell)
        moves: list[Move] = [(seat, self._write(action))]
        over = self._settle(state, moves, len(self._moves), tell)
        free = len(moves) == 1 and not _reveals(events)
        self._commit(state, moves, (seat,), free, over)
        return events

    def seal(self, seat: Seat, text: str) -> str:
        """Take an answer that waits until all are in; the text as it will stand in the record."""
        action = self._action(seat, text)
        self._sealed[seat] = sealed = self.game.write(action)
        return sealed

    def close(self) -> list[Event]:
        """Play the sealed answers in the order in which the game asks; all of them must be in."""
        game, pending = self.game, self._sealed
        asked = tuple(game.to_act(self.state))
        if missing := [seat for seat in asked if seat not in pending]:
            raise ValueError(f"the answers of the seats {missing} are missing")
        state = self.state.copy()
        events: list[Event] = []
        moves: list[Move] = []
        for seat in asked:
            if seat in game.to_act(state):  # an answer before it may have settled all
                game.play(state, seat, game.read(pending[seat]), events.append)
                moves.append((seat, pending[seat]))
        over = self._settle(state, moves, len(self.record.moves), events.append)
        self._commit(state, moves, tuple(dict.fromkeys([seat for seat, _ in moves if seat != CHANCE])), False, over)
        return events

    def settle(self, tell: Tell | None = None) -> None:
        """Play the chance moves that are due now: a record may end just before one."""
        moves: list[Move] = []
        over = self._settle(self.state, moves, len(self.record.moves), tell)
        if moves:
            self._commit(self.state, moves, (), False, over)

    def _may(self, seat: Seat, asked: Collection[Seat]) -> None:
        if seat not in asked or seat == CHANCE:
            raise without_rule(self.game.NAME, "not_your_turn" if asked else "over")

    def _action(self, seat: Seat, text: str) -> Any:
        """The action that this text stands for, if the seat may do it now."""
        game = self.game
        self._may(seat, game.to_act(self.state))
        if seat in self._sealed:
            raise without_rule(game.NAME, "answered")
        action = game.read(text)
        if action not in game.legal(self.state, seat):
            game.play(self.state.copy(), seat, action)  # it says why
        return action

    def _settle(self, state: Any, moves: list[Move], base: int, tell: Tell | None) -> bool:
        """Play chance moves until a seat is to act or the match is over; whether it is."""
        while True:
            asked = self._to_act(state)
            if len(asked) != 1 or asked[0] != CHANCE:
                return not asked
            action = self._chance(base + len(moves), self._odds(state))
            self._play(state, CHANCE, action, tell)
            moves.append((CHANCE, self._write(action)))

    def _commit(self, state: Any, moves: list[Move], seats: tuple[Seat, ...], free: bool, over: bool) -> None:
        """Make a decision count that was tried on a copy."""
        begun, made = self._begun, self._moves
        self.state = state
        if begun is not None:  # a record ended within it
            self._last, self._begun = Decided(begun.before, begun.place, begun.seats + seats, False), None
        elif seats:
            self._last = Decided(self._last, len(made), seats, free)
        made.extend(moves)
        if self._sealed:
            self._sealed.clear()
        if over:
            self.record.outcome = self.game.outcome(state)
        self._whole[len(made)] = self._last
        self._mark(len(moves))

    # --- undo ------------------------------------------------------------------------------------

    def free_undo(self, seat: Seat | None) -> int | None:
        """How far back this seat may go without asking: over its own moves that drew and revealed nothing."""
        found = None
        at = self._last if self.record.outcome is None else None
        while at is not None and at.free and at.seats == (seat,):
            found, at = at.place, at.before
        return found

    def may_undo(self, seat: Seat, to: int) -> bool:
        """Whether this seat may go back there without asking: such moves are taken back, and none comes back."""
        at = self._last if self.record.outcome is None else None
        while at is not None and at.free and at.seats == (seat,):
            at = at.before
            if to in self._whole and at is self._whole[to]:
                return True
        return False

    def last_decision(self, seats: Collection[Seat]) -> int | None:
        """The place before the last decision of one of these seats that stands; None: there is none to take back."""
        at = self._last
        while at is not None and not any(seat in seats for seat in at.seats):
            at = at.before
        return None if at is None else at.place

    def undo(self, seat: Seat, to: int) -> list[Event]:
        """Go back to the state after the first `to` moves; whether others must agree is for the caller to decide."""
        moves = self.record.moves
        if not 0 <= to < len(moves) or to not in self._whole or not 0 <= seat < self.record.seats or self._begun:
            raise without_rule(self.game.NAME, "bad_undo", to=to)
        self.state, self._unmarked = self._near(to)
        self._last = self._whole[to]
        moves.append((seat, undo_text(to)))
        self._whole[len(moves)] = self._last
        self.record.sealed.clear()
        self.record.outcome = self.outcome
        return [Event("undo", {"seat": seat, "to": to})]

    def state_at(self, place: int) -> Any:
        """The state after the first moves, so many of them."""
        return self._near(place)[0]

    def _mark(self, moves: int) -> None:
        """Keep a copy of the state now and then, so that going back is never a long way."""
        self._unmarked += moves
        if self._unmarked >= _MARK:
            self._marks[len(self._moves)] = self.state.copy()
            self._unmarked = 0

    def _near(self, place: int) -> tuple[Any, int]:
        """The state after the first moves, and how many of them lie behind the last state that was kept."""
        moves = self.record.moves
        self._trail.walk(moves)
        again: list[Move] = []
        kept = 0
        for at in self._trail.way_back(place):
            if at in self._marks:
                kept = at
                break
            again.append(moves[at - 1])
        state = self._marks[kept].copy()
        for seat, text in reversed(again):
            self.game.play(state, seat, self.game.read(text))
        return state, len(again)

    # --- a record again --------------------------------------------------------------------------

    def follow(self, seat: Seat, text: str) -> list[Event]:
        """Take one recorded move as it was played, chance and each of several answers included; for `Walk`.

        Nothing is copied: after an Illegal the match is of no use.
        """
        to = undone_to(text)
        if to is not None:
            return self.undo(seat, to)
        game, state, record = self.game, self.state, self.record
        asked = tuple(game.to_act(state))
        if seat not in asked:
            raise without_rule(game.NAME, "not_your_turn" if asked else "over")
        events: list[Event] = []
        if seat != CHANCE and self._begun is None:
            self._begun = Decided(self._last, len(record.moves), (), not self._seals(state, asked))
        game.play(state, seat, game.read(text), events.append)
        record.moves.append((seat, text))
        now = tuple(game.to_act(state))
        begun = self._begun
        if begun is not None:
            seats = begun.seats if seat == CHANCE else (*begun.seats, seat)
            free = begun.free and seat != CHANCE and not _reveals(events)
            self._begun = begun = Decided(begun.before, begun.place, seats, free)
        still_open = len(asked) > 1 and now == tuple(s for s in asked if s != seat)
        if now != _CHANCE and not still_open:
            self._last, self._begun = begun or self._last, None
            self._whole[len(record.moves)] = self._last
            record.sealed.clear()
        record.outcome = None if now else game.outcome(state)
        self._mark(1)
        return events


def _reveals(events: list[Event]) -> bool:
    for event in events:  # noqa: SIM110 (a generator costs more than the loop)
        if event.reveals:
            return True
    return False
