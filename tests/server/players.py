"""People who play on at a house, whatever is done to it, and keep in mind what they were told (`faults`, `rolling`)."""

from __future__ import annotations

import contextlib
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.server.pages import Door, Page, Person
from tests.server.table_audit import Action, Kept, Seen, audit

MOVES = 20  # in a match: the audit replays it from its beginning at every show
SILENCE = 4.5  # seconds without a word after which a page tries another door
AGAIN = 0.25  # seconds after which what was not answered is said again
GRACE = 300  # ms after which a stand-in plays for who is away, where the house is told so
AWAY = 0.5  # seconds for which somebody goes now and then
UNDO, CHAT, ORDERS = 0.04, 0.04, 0.02  # how often, of the shows one sees
DOOR, LEAVE = 0.01, 0.01  # how often, of the messages one hears
YES = 0.7  # how often an undo is agreed to
REMATCH = 0.5  # how often a match is followed by another at the same table
KEPT = ("play", "undo", "agree", "orders")  # what stands in the log under its id
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)  # of a door that is gone


class Table:
    """A table of two with somebody who watches: what they did, said and saw there."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.acked: dict[Action, int] = {}
        self.refused: set[Action] = set()
        self.seen = {seat: Seen(seat) for seat in (0, 1, None)}
        self.said: set[str] = set()  # lines that were acknowledged
        self.heard: set[str] = set()  # lines that somebody was shown
        self.rematch = ""  # the table of it, as somebody was told
        self.over = threading.Event()

    def check(self, found: Kept) -> None:
        """All that anybody was told is on disk, once."""
        audit(found, self.acked, self.refused, list(self.seen.values()))
        lines = Counter(found.chat)
        assert set(lines.values()) <= {1}, "a line of chat stands there twice"
        assert self.said <= set(lines), f"acknowledged and lost: {self.said - set(lines)}"
        assert self.heard <= set(lines), f"shown and never kept: {self.heard - set(lines)}"
        assert not self.rematch or found.row.rematch == self.rematch, "another rematch than was told"


class Player(threading.Thread):
    """Somebody who plays on (seat None: watches), whatever happens: comes back by any door, says again what was not
    answered, and now and then takes back, chats, gives orders, goes for a moment or comes by another door."""

    _ids = itertools.count(1)

    def __init__(self, party: Party, person: Person, seat: int | None, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.party, self.person, self.seat, self.dice = party, person, seat, dice
        self.table: Table | None = None
        self.fresh = threading.Event()  # there is a table to play at
        self.moves = 0
        self.wrong: BaseException | None = None
        self.pauses: list[float] = []  # seconds each from the loss of a socket or a resync until the table was back
        self._lost_at = 0.0  # 0: nothing is lost
        self._forget()

    def _forget(self) -> None:
        self._waiting: dict[str, dict[str, Any]] = {}  # by id: what was not answered yet
        self._show: dict[str, Any] = {}
        self._undo: dict[str, Any] = {}  # as it was told last
        self._asked = False  # the show is not answered by us yet
        self._fancied = self._agreed = 0  # the last show at which we threw dice, and answered who wants to take back

    def play_at(self, table: Table) -> None:
        self.table = table
        self._forget()
        self.fresh.set()

    def run(self) -> None:
        try:
            while not self.party.ends.is_set():
                if self.seat == 0 and self.party.idle:
                    with contextlib.suppress(*LOST):
                        self.party.sit()
                elif self.fresh.wait(0.05) and self.table is not None:
                    self._match(self.table)
        except BaseException as e:
            self.wrong = e

    def _match(self, table: Table) -> None:
        while not self._ended(table):
            try:
                page = self._page(self.dice.choice(self.party.doors), table)
                try:
                    self.play(page, table)
                finally:
                    page.drop()
            except LOST:
                self._lose()
                time.sleep(0.05)
        self.fresh.clear()
        self._lost_at = 0.0

    def _ended(self, table: Table) -> bool:
        return table.over.is_set() or self.party.ends.is_set()

    def _page(self, door: Door, table: Table) -> Page:
        other = Person.__new__(Person)
        other.__dict__.update(self.person.__dict__, house=door, url=door.url, pages=[])
        return Page(other, table.id)

    def _lose(self) -> None:
        self._lost_at = self._lost_at or time.monotonic()

    def _back(self) -> None:
        if self._lost_at:
            self.pauses.append(time.monotonic() - self._lost_at)
        self._lost_at = 0.0

    # --- at the table ----------------------------------------------------------------------------

    def play(self, page: Page, table: Table) -> None:
        """Until the match is over, the table is lost, or another door is wanted."""
        self._hello(page, table)
        silent = 0.0
        while not self._ended(table):
            try:
                message = page.next(AGAIN)
            except TimeoutError:
                silent += AGAIN
                if silent > SILENCE:
                    raise
                self._say_again(page)  # perhaps nobody heard it
                continue
            silent = 0.0
            if message["t"] == "error":
                self._lose()
                return  # as a balancer would, another door
            self._hear(page, table, message)
            self._act(page)
            if self._wanders():
                return

    def _hello(self, page: Page, table: Table) -> None:
        page.send("hello", table=table.id, since=table.seen[self.seat].last or None)

    def _hear(self, page: Page, table: Table, message: dict[str, Any]) -> None:
        match message["t"]:
            case "table":
                self._back()
            case "show":
                table.seen[self.seat].show(message)
                self._show, self._undo = message, message["undo"]
                answered = message["window"] is not None and message["window"]["answered"]
                self._asked = bool(message["legal"]) and not answered
                self._say_again(page)
                if message["result"]:
                    table.over.set()
            case "undo":
                self._undo = message["undo"]
            case "chat":
                table.heard |= {line["text"] for line in message["lines"]}
            case "presence":
                if self.seat is not None and message["stand_in"][self.seat]:
                    self._say(page, "back")
            case "ack":
                self._done(table, message)
            case "refuse":
                if message["message"] != "not_kept":  # which may be done or not, and is said again
                    self._done(table, message)
            case "resync":
                self._lose()
                time.sleep(0.05)
                self._hello(page, table)

    def _act(self, page: Page) -> None:
        """One thing at a time: what we are asked, or what we fancy."""
        if not self._waiting and self._show:
            for kind, fields in self._wishes(self._show):
                self._say(page, kind, **fields)
                return

    def _wishes(self, show: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        n, asked, fancy = show["n"], self._undo["asked"], self.dice.random()
        if asked and self.seat not in (None, asked["seat"]) and self._agreed < n:
            self._agreed = n
            yield "agree", {"yes": self.dice.random() < YES}
        if self._fancied < n:
            self._fancied = n
            if fancy < CHAT:
                yield "chat", {"text": f"line {next(self._ids)}"}
            elif fancy < CHAT + UNDO and self.seat is not None:
                yield "undo", {}
            elif fancy < CHAT + UNDO + ORDERS and self.seat is not None:
                yield "orders", {"orders": self.dice.choice(("ask", "pass", "wins"))}
        if self._asked:
            self._asked = False
            yield "play", {"a": self.dice.choice(show["legal"]), "n": n}

    def _wanders(self) -> bool:
        """Whether we come by another door now, perhaps after a while, though not while the house suffers."""
        fancy = self.dice.random() if self._show and not self._waiting else 1.0
        if fancy < LEAVE:
            self.party.hurry.wait(AWAY)
        return fancy < LEAVE + DOOR

    def _say(self, page: Page, kind: str, **fields: Any) -> None:
        id = f"p{self.seat}-{next(self._ids)}"
        self._waiting[id] = {"t": kind, "id": id, **fields}
        page.send(**self._waiting[id])

    def _say_again(self, page: Page) -> None:
        for message in list(self._waiting.values()):
            page.send(**message)

    def _done(self, table: Table, message: dict[str, Any]) -> None:
        said = self._waiting.pop(message["id"], {"t": ""})  # what is said twice is answered twice
        acked = message["t"] == "ack"
        if said["t"] == "chat" and acked:
            table.said.add(said["text"])
        if self.seat is None:
            assert said["t"] not in KEPT, "a spectator did something"
            return
        action = self.seat, message["id"]
        if acked and (said["t"] in KEPT or action in table.acked):
            assert action not in table.refused, f"{action} was refused and acknowledged"
            assert table.acked.setdefault(action, message["n"]) == message["n"], "two acknowledgements that differ"
        elif said["t"] in KEPT:
            table.refused.add(action)
        if acked and said["t"] == "play":
            self.moves += 1
            self.party.moved()


class Party:
    """Two who play one match after the other, and one who watches them."""

    def __init__(self, doors: Sequence[Door], n: int, seed: int, hurry: threading.Event) -> None:
        self.doors, self.hurry, self.dice = doors, hurry, random.Random(f"{seed} {n}")
        self.ends = threading.Event()
        self.tables: list[Table] = []  # that are to be checked; the last is played at
        self._lock = threading.Lock()
        self._moved_at, self._longest = time.monotonic(), 0.0
        self.players = []
        for seat, name in ((0, "Ala"), (1, "Bob"), (None, "Eve")):
            person = Person(self.dice.choice(doors), f"{name}{n}")
            person.http.timeout = httpx.Timeout(SILENCE)
            self.players.append(Player(self, person, seat, random.Random(f"{seed} {n} {seat}")))
        for player in self.players:
            player.start()

    @property
    def moves(self) -> int:
        return sum(player.moves for player in self.players)

    @property
    def idle(self) -> bool:
        return not any(player.fresh.is_set() for player in self.players)

    def moved(self) -> None:
        with self._lock:
            now = time.monotonic()
            self._longest = max(self._longest, now - self._moved_at)
            self._moved_at = now

    def standstill(self) -> float:
        """The longest time without a move since this was asked last."""
        with self._lock:
            now = time.monotonic()
            longest = max(self._longest, now - self._moved_at)
            self._longest, self._moved_at = 0.0, now
        return longest

    def sit(self) -> None:
        """At a new table, or at the one of the rematch, which is the same for both."""
        for player in self.players:
            player.person.http.base_url = httpx.URL(self.dice.choice(self.doors).url)
        ala, bob = (player.person for player in self.players[:2])
        last = self.tables[-1] if self.tables else None
        if last is not None and (last.rematch or self.dice.random() < REMATCH):
            info = _post(ala, f"/api/tables/{last.id}/rematch")
            assert last.rematch in ("", info["id"]), "another rematch than was told"
            last.rematch = info["id"]
            assert _post(bob, f"/api/tables/{last.id}/rematch")["id"] == last.rematch, "two rematches of one match"
        else:
            seats = [{"kind": "me"}, {"kind": "open"}]
            options = {"turns": MOVES, "goal": 1_000_000}
            info = _post(ala, "/api/tables", {"game": "tiny", "seats": seats, "options": options, "start": False})
            _post(bob, f"/api/tables/{info['id']}/join")
        if info["state"] == "waiting":
            _post(ala, f"/api/tables/{info['id']}/start")
        self.tables.append(Table(info["id"]))
        for player in self.players:
            player.play_at(self.tables[-1])

    def look(self) -> None:
        """What went wrong with one of them is raised."""
        for player in self.players:
            if player.wrong is not None:
                raise player.wrong


def _post(person: Person, path: str, body: Any = None) -> Any:
    """The answer; TimeoutError, if the house cannot do it just now."""
    answer = person.http.post(path, json={} if body is None else body)
    if answer.status_code >= 500:
        raise TimeoutError(answer.text)
    assert answer.status_code < 300, f"{path}: {answer.text}"
    return answer.json()
