"""What people saw of a table, and were told of their actions, held against its log."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from stajnia.server import database, table_row, updates
from stajnia.server.live_match import Body, LiveMatch
from stajnia.server.settings import Settings
from stajnia.server.store import Entry
from stajnia.server.table_row import TableRow

Action = tuple[int, str]  # a seat and the id of what it did
PUBLIC = ("start", "move", "close", "undo")  # entries that the table sees


class Seen:
    """What one seat (None: a spectator) was shown: views and events by the number of the show."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.views: dict[int, Any] = {}
        self.events: dict[int, list[Any]] = {}

    @property
    def last(self) -> int:
        return max(self.views, default=0)

    def show(self, message: dict[str, Any]) -> None:
        """Take a show; one that was there before must not have changed."""
        n, since = message["n"], message["since"]
        view = _lasting(message["view"])
        assert self.views.setdefault(n, view) == view, f"show {n} has changed for seat {self.seat}"
        for each in range(since + 1, n + 1):
            events = [e for e in message["events"] if e["n"] == each]
            assert self.events.setdefault(each, events) == events, f"the events of show {each} have changed"
        assert all(since < e["n"] <= n for e in message["events"])
        assert self.seat is not None or not message["legal"], "a spectator is asked for nothing"


def _lasting(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what becomes of it when the seat itself seals an answer."""
    return {k: v for k, v in view.items() if k not in ("ask", "sealed")}


class Kept(NamedTuple):
    """A table as it is on disk."""

    row: TableRow
    seed: bytes
    entries: list[Entry]
    chat: list[str]


def kept(url: str, table: str) -> Kept:
    engine = sa.create_engine(database.driver(url))
    log, chat = database.log, database.chat
    with engine.connect() as c:
        row, seed = table_row.read_row(c.execute(sa.select(database.tables).filter_by(id=table)).one())
        rows = c.execute(sa.select(log).where(log.c.id == table).order_by(log.c.n))
        entries = [Entry(r.n, r.at, r.kind, r.seat, r.action, r.body.encode()) for r in rows]
        lines = [text for (text,) in c.execute(sa.select(chat.c.text).where(chat.c.id == table).order_by(chat.c.line))]
    engine.dispose()
    return Kept(row, seed, entries, lines)


def audit(found: Kept, acked: Mapping[Action, int], refused: set[Action], seen: list[Seen]) -> LiveMatch:
    """Every acknowledged action is in the log once, no refused one is, and all that was shown follows from it."""
    assert [e.n for e in found.entries] == list(range(len(found.entries))), "a place of the log is empty"
    done = Counter((e.seat, e.action) for e in found.entries if e.action is not None)
    assert set(done.values()) <= {1}, f"done twice: {[action for action, times in done.items() if times > 1]}"
    assert set(acked) <= set(done), f"acknowledged and lost: {set(acked) - set(done)}"
    assert not refused & set(done), f"refused and done: {refused & set(done)}"
    undos = Undos(found.row)
    for k, entry in enumerate(found.entries):
        body = msgspec.json.decode(entry.body, type=Body)
        if entry.kind in PUBLIC:
            live = _live(found, k + 1)
            undos.published(entry, body, live)
            for each in seen:
                _same(each, live)
        else:
            undos.asked(entry, body)
    live = _live(found, len(found.entries))
    assert max((s.last for s in seen), default=0) <= live.n, "more was shown than there is"
    assert {a: live.done[a] for a in acked} == dict(acked), "an acknowledgement named another show"
    assert (found.row.state == "over") == (live.outcome is not None)
    return live


def _live(found: Kept, entries: int) -> LiveMatch:
    row = found.row
    args = (row.game, len(row.seats), row.options, found.seed, row.clock, Settings())
    return LiveMatch.again(*args, found.entries[:entries])


def _same(seen: Seen, live: LiveMatch) -> None:
    """The last show of this match is what the seat was sent, if it was."""
    show = json.loads(msgspec.json.encode(updates.show(live, seen.seat, live.n - 1, 0)))
    if live.n in seen.views:
        assert seen.views[live.n] == _lasting(show["view"]), f"seat {seen.seat} saw another show {live.n}"
    if live.n in seen.events:
        assert seen.events[live.n] == show["events"], f"seat {seen.seat} was told other things of show {live.n}"


class Decision(NamedTuple):
    show: int
    seat: int | None
    free: bool  # one seat's own, without chance, and nobody learned a hidden thing


class Undos:
    """Undo only by rule: freely over what is one's own and taught nobody anything, else when all others agreed."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.standing: list[tuple[Decision, ...]] = []  # by show
        self.ask: tuple[int | None, int | None] | None = None
        self.agreed: set[int | None] = set()

    def asked(self, entry: Entry, body: Body) -> None:
        if entry.kind == "ask_undo":
            assert self.ask is None
            assert set(body.voters) == set(self.row.people) - {entry.seat}
            self.ask, self.agreed = (entry.seat, body.to), set()
        elif entry.kind == "agree":
            assert self.ask is not None
            assert entry.seat != self.ask[0]
            self.agreed.add(entry.seat)
            if not body.yes:
                self.ask = None

    def published(self, entry: Entry, body: Body, live: LiveMatch) -> None:
        now = self.standing[-1] if self.standing else ()
        if entry.kind == "undo":
            assert body.to is not None
            back = self.standing[body.to - 1]
            if entry.action is None:
                assert self.ask == (entry.seat, body.to)
                assert self.agreed == set(self.row.people) - {entry.seat}
                assert not self.row.rated
            else:
                changed = set(now) ^ set(back)
                assert all(d.free and d.seat == entry.seat for d in changed), f"undone without asking: {changed}"
            self.standing.append(back)
        elif entry.kind == "start":
            self.standing.append(())
        else:
            free = entry.kind == "move" and len(body.moves) == 1 and not any(e.reveals for e in live.shows[-1].events)
            self.standing.append((*now, Decision(live.n, entry.seat, free)))
        self.ask = None
