"""A match: a state with its record, and the only door through which anything changes.

Chance is fair and can be checked: the choice at place n of the record is derived by HMAC-SHA256 from the match's
secret seed and n. The SHA-256 of the seed is published in the record from the start, the seed itself after the end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

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
)
from stajnia.core.record import BadRecord, Move, Record, Trail, standing, undo_text, undone_to

__all__ = ["BadRecord", "Match", "Move", "Record", "Verdict", "draw", "replay", "seed_bytes", "standing", "verify"]

Chance = Callable[[int, Sequence[tuple[Any, float]]], Any]  # (place in the record, odds) -> action
_MARK = 32  # moves after which a state is kept, so that going back is never long


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """A seed as bytes: an int or text for repeatable play, None for 32 fresh secret bytes."""
    if seed is None:
        return secrets.token_bytes(32)  # the one place where the core reads the world
    return seed if isinstance(seed, bytes) else str(seed).encode()


def draw(seed: bytes, place: int, odds: Sequence[tuple[Any, float]]) -> Any:
    """The chance move at this place of the record: HMAC-SHA256(seed, place) as a point in [0, 1)."""
    digest = hmac.digest(seed, str(place).encode(), "sha256")
    point = int.from_bytes(digest[:8], "big") / 2**64
    for action, p in odds:
        point -= p
        if point < 0:
            return action
    return odds[-1][0]


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
    """

    def __init__(self, game: AnyGame, record: Record, chance: Chance) -> None:
        self.game = game
        self.record = record
        self._chance = chance
        self.state = game.new(record.seats, record.options)
        self._quiet: set[int] = set()  # places after moves that were one seat's own and told nobody anything hidden
        self._trail = Trail()
        self._marks = {0: self.state.copy()}  # states kept, by place
        self._unmarked = 0  # moves since the last of them

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
        full = complete(game, seats, options or {})
        commit = hashlib.sha256(secret).hexdigest()
        record = Record(game.NAME, game.RULES, seats, full, [], commit)
        match = cls(game, record, lambda place, odds: draw(secret, place, odds))
        match.secret = secret
        match._settle(match.state, record.moves, tell)
        return match

    secret: bytes | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, () when over."""
        return tuple(self.game.to_act(self.state))

    def legal(self, seat: Seat) -> list[str]:
        """The actions of a seat as texts."""
        if seat not in self.to_act:
            return []
        return [self.game.write(a) for a in self.game.legal(self.state, seat)]

    def view(self, seat: Seat | None) -> Any:
        """What a seat may know; None: a spectator."""
        return self.game.view(self.state, seat)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def play(self, seat: Seat, text: str) -> list[Event]:
        """Play an action and the chance that follows; all or nothing."""
        alone = len(self.game.to_act(self.state)) == 1  # in a window an answer is sealed and stays
        state, moves, events = self._try(seat, text)
        self.state = state
        self.record.moves.extend(moves)
        if len(moves) == 1 and alone and not any(e.reveals for e in events):
            self._quiet.add(len(self.record.moves))
        self.record.outcome = self.outcome
        self._mark(len(moves))
        return events

    def why_not(self, seat: Seat, text: str) -> Illegal | None:
        """Why an action is refused now; None if it is not."""
        try:
            self._act(self.state.copy(), seat, text, None)
        except Illegal as e:
            return e
        return None

    def label(self, seat: Seat, text: str) -> Message:
        """An action in words, as that seat may name it."""
        return self.game.label(self.view(seat), self.game.read(text))

    def _act(self, state: Any, seat: Seat, text: str, tell: Tell | None) -> str:
        name = self.game.NAME
        to_act = self.game.to_act(state)
        if not to_act:
            raise Illegal(f"{name} turn", "over")
        if seat not in to_act:
            raise Illegal(f"{name} turn", "not_your_turn")
        action = self.game.read(text)
        self.game.play(state, seat, action, tell)
        return self.game.write(action)

    def _try(self, seat: Seat, text: str) -> tuple[Any, list[Move], list[Event]]:
        state = self.state.copy()
        events: list[Event] = []
        moves = [(seat, self._act(state, seat, text, events.append))]
        self._settle(state, moves, events.append, len(self.record.moves))
        return state, moves, events

    def _settle(self, state: Any, moves: list[Move], tell: Tell | None, base: int = 0) -> None:
        """Play chance moves until a seat is to act or the match is over."""
        while self.game.to_act(state) == (CHANCE,):
            action = self._chance(base + len(moves), self.game.odds(state))
            self.game.play(state, CHANCE, action, tell)
            moves.append((CHANCE, self.game.write(action)))

    def settle(self, tell: Tell | None = None) -> None:
        """Play the chance moves that are due now: a record may end just before one."""
        moves = self.record.moves
        before = len(moves)
        self._settle(self.state, moves, tell)
        self.record.outcome = self.outcome
        self._mark(len(moves) - before)

    def undo_point(self, seat: Seat) -> int:
        """How far back this seat may undo freely: over its own moves that used no chance and revealed nothing."""
        moves = self.record.moves
        point = len(moves)
        if self.outcome is None:
            for place in self._way_back(point):
                if moves[place - 1][0] != seat or place not in self._quiet:
                    break
                point = self._trail.before(place)
        return point

    def undo(self, seat: Seat, to: int) -> list[Event]:
        """Go back to the state after the first `to` moves; who may is for the caller to decide."""
        moves = self.record.moves
        if not (0 <= to < len(moves) and 0 <= seat < self.record.seats):
            raise Illegal(f"{self.game.NAME} turn", "bad_undo", to=to)
        state, again = self._near(to)
        for mover, text in again:
            self.game.play(state, mover, self.game.read(text))
        if self.game.to_act(state) == (CHANCE,):  # in the middle of a move: nobody would deal
            raise Illegal(f"{self.game.NAME} turn", "bad_undo", to=to)
        self.state = state
        moves.append((seat, undo_text(to)))
        self._unmarked = len(again)
        self.record.outcome = self.outcome
        return [Event("undo", {"seat": seat, "to": to})]

    def _way_back(self, place: int) -> Iterator[int]:
        self._trail.walk(self.record.moves)
        return self._trail.way_back(place)

    def _mark(self, moves: int) -> None:
        """Keep a copy of the state now and then, so that going back is never a long way."""
        self._unmarked += moves
        if self._unmarked >= _MARK:
            self._marks[len(self.record.moves)] = self.state.copy()
            self._unmarked = 0

    def _near(self, n: int) -> tuple[Any, list[Move]]:
        """A state kept on the way to the first n moves, and the moves that lead on from it."""
        again: list[Move] = []
        for place in self._way_back(n):
            if place in self._marks:
                return self._marks[place].copy(), again[::-1]
            again.append(self.record.moves[place - 1])
        return self._marks[0].copy(), again[::-1]

    def _at(self, n: int) -> Any:
        """The state after the first n moves."""
        state, again = self._near(n)
        for seat, text in again:
            self.game.play(state, seat, self.game.read(text))
        return state

    def events_of(self, tell: Callable[[int, Event], object]) -> None:
        """Tell every event of the whole record again, with the place of the move that caused it."""
        state = self._marks[0].copy()
        for n, (seat, text) in enumerate(self.record.moves):
            to = undone_to(text)
            if to is None:
                self.game.play(state, seat, self.game.read(text), partial(tell, n))
            else:
                state = self._at(to)
                tell(n, Event("undo", {"seat": seat, "to": to}))


def replay(record: Record | str | bytes, *, chance: Chance | None = None, upto: int | None = None) -> Match:
    """The same match again; BadRecord names the move that does not fit. `upto` stops after that many moves."""
    from stajnia.games import game as find

    rec = record if isinstance(record, Record) else Record.from_json(record)
    try:
        game = find(rec.game)
        if rec.rules != game.RULES:
            raise BadRecord("rules", game=rec.game, found=rec.rules, known=game.RULES)
        options = complete(game, rec.seats, rec.options)
        copy = msgspec.structs.replace(
            rec, options=options, moves=[], outcome=None, names=list(rec.names), notes=dict(rec.notes)
        )
        match = Match(game, copy, chance or _no_chance)
    except Illegal as e:
        raise BadRecord("set_up", e) from None
    for n, (seat, text) in enumerate(rec.moves if upto is None else rec.moves[:upto]):
        try:
            _again(match, seat, text)
        except Illegal as e:
            raise BadRecord("move", e, n, text=text[:80], seat=seat) from None
    match.record.outcome = match.outcome
    if upto is None and rec.outcome is not None and rec.outcome != match.outcome:
        raise BadRecord("outcome", claimed=_plain(rec.outcome), found=_plain(match.outcome))
    return match


def _plain(outcome: Outcome | None) -> str:
    return msgspec.json.encode(outcome).decode()


def _again(match: Match, seat: Seat, text: str) -> None:
    to = undone_to(text)
    if to is not None:
        match.undo(seat, to)
        return
    alone = len(match.game.to_act(match.state)) == 1
    told: list[Event] = []
    match._act(match.state, seat, text, told.append)
    match.record.moves.append((seat, text))
    if seat != CHANCE and alone and not any(e.reveals for e in told):
        match._quiet.add(len(match.record.moves))
    match._mark(1)


def _no_chance(place: int, odds: Sequence[tuple[Any, float]]) -> Any:  # noqa: ARG001 (a Chance takes both)
    raise ValueError("this match was replayed without a seed: hand in `chance` to play on")


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found: chance moves checked, and the first thing wrong ("" when all is right)."""

    ok: bool
    finding: str
    chance_moves: int = 0
    place: int | None = None


def verify(record: Record) -> Verdict:
    """Check a finished record against its revealed seed: the moves, the commitment and every chance move."""
    try:
        match = replay(record)
    except BadRecord as e:
        return Verdict(False, "moves", place=e.place)
    if match.outcome is None:
        return Verdict(False, "unfinished")
    if not record.commit:
        return Verdict(False, "no_commit")
    if not record.seed:
        return Verdict(False, "no_seed")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        return Verdict(False, "commit")
    if hashlib.sha256(seed).hexdigest() != record.commit:
        return Verdict(False, "commit")
    state = match._marks[0].copy()
    checked = 0
    for n, (seat, text) in enumerate(record.moves):
        to = undone_to(text)
        if to is not None:
            state = match._at(to)
            continue
        action = match.game.read(text)
        if seat == CHANCE:
            checked += 1
            if draw(seed, n, match.game.odds(state)) != action:
                return Verdict(False, "chance", checked, n)
        match.game.play(state, seat, action)
    return Verdict(True, "fair", checked)
