"""A match at a table: the match itself, its log, whom it waits for, sealed answers, undo.

No sockets, no waiting, no clock of its own: every step is given the time and returns the log entry that must be on
disk before anybody is told. The same entries, folded again after a restart, give the same match.

A *show* is a change that the table sees; shows are numbered from 1. A sealed answer is an entry but no show, so the
numbers tell nobody that somebody answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from stajnia.core.chance import commitment, dealer
from stajnia.core.game import CHANCE, Event, Outcome, without_rule
from stajnia.core.match import Match
from stajnia.core.record import Move, Record
from stajnia.core.replay import Walk
from stajnia.games import game as find
from stajnia.server import clock as clocks
from stajnia.server.clock import Phase
from stajnia.server.settings import Settings
from stajnia.server.store import Entry

MOVES, UNDOS = 9_000, 500  # beyond them nothing is taken back, so that a match has an end and its record a size


LOOSE = 10  # orders and returns of a seat between two shows: a log that no move is in has an end, too


class Body(msgspec.Struct, omit_defaults=True):
    """What an entry of the log says, apart from its kind, seat and time."""

    moves: list[Move] = []
    # "": by hand; bot, stand_in, orders (standing ones), time (the person's time was up), late (a bot had no answer)
    how: str = ""
    hows: dict[int, str] = {}  # by seat, where several answered
    phase: Phase | None = None
    a: str = ""
    to: int | None = None
    yes: bool = False
    voters: list[int] = []
    orders: str = ""


class PastShow(msgspec.Struct):
    length: int  # of the record, after it
    events: list[Event]
    at: int


class UndoAsk(msgspec.Struct):
    seat: int
    to: int
    voters: list[int]
    agreed: list[int]


_decode = msgspec.json.Decoder(Body).decode
_encode = msgspec.json.encode


class LiveMatch:
    def __init__(self, match: Match, clock: str, settings: Settings, owners: Sequence[str] = ()) -> None:
        """`owners`: the person at each seat, "" for a bot; one person may have several seats."""
        self.match = match
        self.game = match.game
        self.clock = clock
        self.preset = settings.clocks[clock]
        self.settings = settings
        seats = match.record.seats
        self._together = [  # by seat: the seats of the person who has it
            tuple(s for s, other in enumerate(owners) if other == owner) if owner else (seat,)
            for seat, owner in enumerate(owners or [""] * seats)
        ]
        self.count = 0  # entries in the log
        self.shows: list[PastShow] = []
        self.phase = clocks.first_phase(settings.clocks[clock], seats, settings.think_bank)
        self.sealed_hows: dict[int, str] = {}  # by seat: how the sealed answer was made that the match keeps
        self.done: dict[tuple[int, str], int] = {}  # a seat's action id: the number in its acknowledgement
        self.stand_ins: set[int] = set()
        self.returning: set[int] = set()  # back from the next decision on
        self.orders: dict[int, str] = {}
        self.ask: UndoAsk | None = None
        self.refused: dict[int, int] = {}  # by seat: at which show an undo was refused to its person
        self.hows: dict[int, str] = {}  # by place of the record, where it was not played by hand
        self.undos = 0
        self._late: set[int] = set()  # seats of whose bots the table was told that they fail: once is enough
        self.times: list[int] = []  # when each move of the record was made
        self._show_at: dict[int, int] = {}  # by length of the record: the show after it
        self._loose: Counter[int] = Counter()  # by seat: orders and returns since the last show
        self._pending: list[Event] = []  # what the next show tells beside the game's own events

    # --- beginning, and beginning again ----------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: str,
        seats: int,
        options: dict[str, Any],
        seed: bytes,
        clock: str,
        settings: Settings,
        now: int,
        owners: Sequence[str] = (),
    ) -> tuple[LiveMatch, Entry]:
        """A new match with its first entry."""
        events: list[Event] = []
        match = Match.start(game, seats, options, seed, events.append)
        live = cls(match, clock, settings, owners)
        moves = list(match.record.moves)
        body = Body(moves=moves, phase=live._next_phase(now, ()))
        return live, live._note("start", None, None, body, now, events)

    @classmethod
    def again(
        cls,
        game: str,
        seats: int,
        options: dict[str, Any],
        seed: bytes,
        clock: str,
        settings: Settings,
        entries: Sequence[Entry],
        owners: Sequence[str] = (),
    ) -> LiveMatch:
        """The match as its log tells it."""
        bodies = [_decode(e.body) for e in entries]
        moves = [m for b in bodies for m in b.moves]
        walk = Walk(Record(game, find(game).RULES, seats, options, moves, commitment(seed)), dealer(seed))
        walk.match.secret = seed
        live = cls(walk.match, clock, settings, owners)
        for entry, body in zip(entries, bodies, strict=True):
            place = walk.place
            events = [e for told in islice(walk, len(body.moves)) for e in told]
            if entry.kind == "answer" and entry.seat is not None:
                walk.seal(entry.seat, body.a)
            live._fold(entry, body, events, place)
        return live

    def _note(
        self, kind: str, seat: int | None, action: str | None, body: Body, now: int, events: list[Event]
    ) -> Entry:
        entry = Entry(self.count, now, kind, seat, action, _encode(body))
        self._fold(entry, body, events, len(self.match.record.moves) - len(body.moves))
        return entry

    def _fold(self, e: Entry, body: Body, events: list[Event], place: int) -> None:
        """Take an entry into account; the match itself already has its moves."""
        self.count = e.n + 1
        if e.seat is not None and e.action is not None:
            sealed = e.kind not in ("move", "undo")
            self.done[e.seat, e.action] = self.n if sealed else self.n + 1
        match e.kind:
            case "start" | "move" | "close" | "undo":
                self._publish(e, body, events, place)
            case "answer":
                assert e.seat is not None
                self.sealed_hows[e.seat] = body.how
            case "thinking":
                assert body.phase is not None
                self.phase = body.phase
            case "orders":
                assert e.seat is not None
                self.orders[e.seat] = body.orders
                self._loose[e.seat] += 1
            case "takeover":
                assert e.seat is not None
                self.stand_ins.add(e.seat)
                self.returning.discard(e.seat)
                self._pending.append(Event("table.stand_in", {"seat": e.seat}))
            case "return":
                assert e.seat is not None
                self._loose[e.seat] += 1
                if self.phase.sealed and e.seat in self.phase.asked:  # nobody is to know whether the stand-in answered
                    self.returning.add(e.seat)
                else:
                    self.stand_ins.discard(e.seat)
                    self._pending.append(Event("table.back", {"seat": e.seat}))
            case "ask_undo":
                assert e.seat is not None
                assert body.to is not None
                self.ask = UndoAsk(e.seat, body.to, body.voters, [])
            case "agree":
                assert e.seat is not None
                if self.ask is not None and body.yes:
                    self.ask.agreed.append(e.seat)
                else:
                    if self.ask is not None:
                        self.refused.update(dict.fromkeys(self.together(self.ask.seat), self.n))
                    self.ask = None

    def _publish(self, e: Entry, body: Body, events: list[Event], place: int) -> None:
        for at, (seat, _) in enumerate(body.moves, place):
            self.times.append(e.at)
            if how := body.hows.get(seat, body.how if seat != CHANCE else ""):
                self.hows[at] = how
            if how == "late" and seat not in self._late:
                self._late.add(seat)
                self._pending.append(Event("table.late", {"seat": seat}))
        self.undos += e.kind == "undo"
        if body.how == "time":
            self._pending.append(Event("table.time", {"seat": e.seat}))
        length = place + len(body.moves)
        back = [
            Event("table.back", {"seat": seat}) for seat in sorted(self.returning)
        ]  # after what was played for them
        self.shows.append(PastShow(length, [*self._pending, *events, *back], e.at))
        self._show_at[length] = self.n
        self._pending = []
        self._loose.clear()
        assert body.phase is not None
        self.phase = body.phase
        self.sealed_hows.clear()
        self.ask = None
        self.stand_ins -= self.returning
        self.returning.clear()
        if not self.phase.sealed:
            for seat in self.phase.asked:  # "until my next turn": here it is
                if self.orders.get(seat) == "pass":
                    del self.orders[seat]

    # --- what is so now --------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """The number of the last show."""
        return len(self.shows)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.record.outcome

    @property
    def awaited(self) -> list[int]:
        """The seats whose answer is missing. Nobody outside the room may learn this of a sealed phase."""
        return [s for s in self.phase.asked if s not in self.match.pending]

    def together(self, seat: int | None) -> tuple[int, ...]:
        """The seats of the person who has this one."""
        return () if seat is None else self._together[seat]

    def to_play(self, seat: int | None) -> bool:
        return seat is not None and seat in self.phase.asked and seat not in self.match.pending

    def ready_to_close(self, now: int) -> bool:
        return self.phase.sealed and bool(self.phase.asked) and not self.awaited and now >= self.phase.least

    def _next_phase(self, now: int, acted: Sequence[int]) -> Phase:
        asked = list(self.match.asked)
        banks = clocks.spent(self.preset, self.phase, acted, now)
        phase = Phase(asked=asked, opened=now, banks=banks, think=self.phase.think)
        if not asked:
            return phase
        phase.window = self.game.window(self.match.state)
        phase.sealed = self.match.sealing
        if len(asked) > 1:
            phase.hands = max(len({*asked}.intersection(self.together(seat))) for seat in asked)
        if phase.window:
            phase.least = now + self.settings.window_min[self.clock]
            if self.clock != "none":
                phase.most = now + self.settings.window_max * phase.hands
        else:
            phase.deadlines = clocks.deadlines(self.preset, phase, now)
        return phase

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: int, text: str, action: str | None, how: str, now: int) -> Entry:
        """Play, or seal an answer; Illegal leaves everything as it was."""
        if self.phase.sealed:
            sealed = self.match.seal(seat, text)
            return self._note("answer", seat, action, Body(a=sealed, how=how), now, [])
        length = len(self.match.record.moves)
        events = self.match.play(seat, text)
        body = Body(moves=self.match.record.moves[length:], how=how, phase=self._next_phase(now, (seat,)))
        return self._note("move", seat, action, body, now, events)

    def seal(self, seat: int, text: str, how: str) -> None:
        """An answer that need not be kept before the window closes: a bot's, or a standing order's."""
        self.match.seal(seat, text)
        self.sealed_hows[seat] = how

    def close(self, now: int) -> Entry:
        """Turn up all answers, in the order in which the game asks."""
        length = len(self.match.record.moves)
        hows = {seat: how for seat, how in self.sealed_hows.items() if how}
        events = self.match.close()
        body = Body(moves=self.match.record.moves[length:], hows=hows, phase=self._next_phase(now, self.phase.asked))
        return self._note("close", None, None, body, now, events)

    def think(self, seat: int, action: str, now: int) -> Entry:
        """Hold the window open out of the seat's bank."""
        phase = self.phase
        if not self.can_think(seat) or phase.most is None:
            raise without_rule(self.game.NAME, "no_thinking")
        more = min(phase.think[seat], self.settings.window_max)
        think = [t - more if s == seat else t for s, t in enumerate(phase.think)]
        longer = msgspec.structs.replace(phase, most=phase.most + more, think=think)
        return self._note("thinking", seat, action, Body(phase=longer), now, [])

    def can_think(self, seat: int | None) -> bool:
        return seat is not None and self.phase.most is not None and self.to_play(seat) and self.phase.think[seat] > 0

    def is_restless(self, seat: int) -> bool:
        """It has given orders and come back so often that it waits for the next show."""
        return self._loose[seat] >= LOOSE

    def set_orders(self, seat: int, orders: str, action: str, now: int) -> Entry:
        if self.is_restless(seat):
            raise without_rule(self.game.NAME, "restless")
        return self._note("orders", seat, action, Body(orders=orders), now, [])

    def take_over(self, seat: int, now: int) -> Entry:
        return self._note("takeover", seat, None, Body(), now, [])

    def may_return(self, seat: int) -> bool:
        """A stand-in plays there; who has come back very often gets the seat after the next show."""
        return seat in self.stand_ins and seat not in self.returning and not self.is_restless(seat)

    def come_back(self, seat: int, now: int) -> Entry:
        return self._note("return", seat, None, Body(), now, [])

    # --- undo ------------------------------------------------------------------------------------

    def free_to(self, seat: int | None) -> int | None:
        """How far back the person at this seat may go without asking."""
        places = [place for s in self.together(seat) if (place := self.match.free_undo(s)) is not None]
        return self._show_at[places[0]] if places else None

    def ask_to(self, seat: int | None) -> int | None:
        """The show before the last decision that stands of the person at this seat."""
        if self.outcome is not None or seat is None:
            return None
        place = self.match.last_decision(self.together(seat))
        return None if place is None else self._show_at[place]

    def undo(self, seat: int, to: int | None, action: str, voters: list[int], rated: bool, now: int) -> Entry:
        """Undo, or ask the voters for it where it is not free."""
        to = self.ask_to(seat) if to is None else to
        name = self.game.NAME
        if to is None or not 1 <= to < self.n or self.outcome is not None:
            raise without_rule(name, "no_undo")
        if self.undos >= UNDOS or len(self.match.record.moves) >= MOVES:
            raise without_rule(name, "no_more_undo")
        place = self.shows[to - 1].length
        if any(self.match.may_undo(s, place) for s in self.together(seat)) or not (voters or rated):
            return self._back_to(seat, to, action, now)
        if rated:
            raise without_rule(name, "no_undo_rated")
        if self.ask is not None:
            raise without_rule(name, "undo_asked")
        if self.refused.get(seat) == self.n:
            raise without_rule(name, "undo_refused")
        return self._note("ask_undo", seat, action, Body(to=to, voters=voters), now, [])

    def agree(self, seat: int, yes: bool, action: str, now: int) -> list[Entry]:
        """A voter agrees or not; the last agreement brings the undo about."""
        ask = self.ask
        if ask is None or seat not in ask.voters or seat in ask.agreed:
            raise without_rule(self.game.NAME, "no_undo_asked")
        entries = [self._note("agree", seat, action, Body(yes=yes), now, [])]
        if yes and set(ask.voters) <= set(ask.agreed):
            entries.append(self._back_to(ask.seat, ask.to, None, now))
        return entries

    def _back_to(self, seat: int, to: int, action: str | None, now: int) -> Entry:
        events = self.match.undo(seat, self.shows[to - 1].length)
        body = Body(moves=[self.match.record.moves[-1]], to=to, phase=self._next_phase(now, (seat,)))
        return self._note("undo", seat, action, body, now, events)
