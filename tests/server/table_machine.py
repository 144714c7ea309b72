"""A table where anything may happen, as a state machine of hypothesis: two persons and a spectator play, take back,
chat, talk nonsense, lose their connection, leave and come back, while time passes and the server is stopped or
killed. What they were told is held against the log (`table_audit`)."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from websockets.exceptions import ConnectionClosed

from tests.server.hand_clock import START
from tests.server.pages import Page, Person, Served
from tests.server.table_audit import Action, Seen, audit, kept

OPTIONS: dict[str, dict[str, Any]] = {"tiny": {"turns": 4}, "duel": {"first": "0"}}
SEATS = st.integers(0, 1)
ANYBODY = st.integers(0, 2)  # the third watches
JUNK = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=6,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"t": st.sampled_from(("play", "hello", "undo", "chat", "agree", "why", "orders", "hint", "x"))},
        optional={
            "id": st.text(max_size=70),
            "a": st.text(max_size=20) | st.none(),
            "n": st.integers() | st.text(max_size=3),
            "to": st.integers(),
            "table": st.text(max_size=45),
            "since": st.integers(),
            "yes": st.booleans() | st.integers(),
            "text": st.text(max_size=9),
            "orders": st.text(max_size=5),
        },
    ).map(json.dumps),
)
SETTINGS: dict[str, Any] = {"hand": START}  # a server for this: its time passes by hand


def watched(step: Callable[..., None]) -> Callable[..., None]:
    """What goes wrong is kept, and ends all that would follow: hypothesis goes on and nothing happens any more, so
    that what it draws never depends on what the server did."""

    @functools.wraps(step)
    def run(self: TableMachine, **given: Any) -> None:
        if self.wrong:
            return
        try:
            step(self, **given)
        except Exception:
            self.wrong.append(traceback.format_exc())

    return run


class TableMachine(RuleBasedStateMachine):
    """`on` makes one for a server."""

    house: ClassVar[Served]
    games: ClassVar[tuple[str, ...]]
    deaths: ClassVar[int]  # restarts that one example may cost
    counts: ClassVar[Counter[str]]
    wrong: ClassVar[list[str]]

    def __init__(self) -> None:
        super().__init__()
        self.acked: dict[Action, int] = {}
        self.refused: set[Action] = set()
        self.unsure: list[tuple[int, dict[str, Any]]] = []  # cut off before an answer came
        self.said: set[str] = set()  # lines of chat that were acknowledged
        self.sent: list[tuple[int, dict[str, Any]]] = []
        self.ids = itertools.count(1)
        self.died = 0
        self.pages: list[Page] = []
        self.tabs: list[Page] = []
        self.reads: dict[Page, int] = {}
        self.seen = [Seen(0), Seen(1), Seen(None)]

    # --- beginning and end -----------------------------------------------------------------------

    @initialize(pick=st.integers(0, 11), clock=st.sampled_from(("none", "relaxed", "fast")), rated=st.booleans())
    @watched
    def sit_down(self, pick: int, clock: str, rated: bool) -> None:
        house = self.house
        for name in ("Ala", "Bob", "Eve")[len(house.people) :]:
            Person(house, name)
        ala, bob, _ = house.people
        game = self.games[pick % len(self.games)]
        more = {"options": OPTIONS.get(game, {}), "clock": clock, "rated": rated}
        self.table = ala.table(game, ["me", "open"], **more)
        bob.post(f"/api/tables/{self.table}/join")
        ala.post(f"/api/tables/{self.table}/start")
        self.come()
        self.counts["tables"] += 1

    def come(self, since: int | None = None) -> None:
        for page in (*self.pages, *self.tabs):
            self.leave_page(page)
        self.tabs = []
        self.pages = [person.page(self.table, since) for person in self.house.people]
        self.listen()

    def leave_page(self, page: Page) -> None:
        page.close()
        page.person.pages.remove(page)

    def teardown(self) -> None:
        if self.pages:
            self.look_back()
        for page in (*self.pages, *self.tabs):
            self.leave_page(page)

    @watched
    def look_back(self) -> None:
        self.settle_unsure()
        for page in self.pages:
            page.news()
        self.listen()
        found = kept(str(self.house.given["db"]), self.table)
        live = audit(found, self.acked, self.refused, self.seen)
        lines = Counter(text.split()[0] for text in found.chat)
        assert {line: lines[line] for line in self.said} == dict.fromkeys(self.said, 1)
        self.goes_on(live.outcome is not None)

    def goes_on(self, over: bool) -> None:
        """Who is asked can still play; a match that is over has its record."""
        if over:
            record = self.house.people[2].get(f"/api/tables/{self.table}/record")
            assert record["seed"]
            self.counts["finished"] += 1
            return
        for page, seen in zip(self.pages, self.seen, strict=True):
            page.hello(self.table)
            assert page.show["n"] >= seen.last
            if page.show["legal"]:
                answer = page.play(page.show["legal"][0])
                assert answer["t"] == "ack" or answer["message"] in ("stale", "answered"), answer

    # --- hearing ---------------------------------------------------------------------------------

    def listen(self) -> None:
        """Look at all that has come."""
        for page in (*self.pages, *self.tabs):
            who = self.house.people.index(page.person)
            fresh = page.all[self.reads.get(page, 0) :]
            self.reads[page] = len(page.all)
            self.counts["messages"] += len(fresh)
            for message in fresh:
                self.hear(message, self.seen[who])

    def hear(self, message: dict[str, Any], seen: Seen) -> None:
        kind = message["t"]
        assert kind != "resync", "nothing was wrong with the disk"
        if kind == "show":
            seen.show(message)
        elif kind == "table":
            info = message["table"]
            assert (info["state"] == "over") or not info["seed"], "the seed is told after the end"
            assert info["you"] == seen.seat
        elif kind == "error":
            raise AssertionError(message)
        elif kind == "window" and seen.seat is None:
            assert not message["window"]["answered"]

    def ask(self, who: int, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and wait for the answer; what it was is kept in mind."""
        message = {"t": kind, "id": f"{self.table[:4]}-{next(self.ids)}", **fields}
        self.sent.append((who, message))
        return self.tell(who, message)

    def tell(self, who: int, message: dict[str, Any]) -> dict[str, Any]:
        page = self.pages[who]
        answer = page.ask(message["t"], **{k: v for k, v in message.items() if k != "t"})
        self.counts["messages"] += 1
        self.answered(who, message, answer)
        self.listen()
        return answer

    def answered(self, who: int, message: dict[str, Any], answer: dict[str, Any]) -> None:
        action = (who, message["id"])
        if message["t"] == "chat":
            assert answer["t"] == "ack", answer
            self.said.add(message["text"].split()[0])
            return
        if answer["t"] == "ack" and message["t"] != "back":  # coming back has no id in the log
            assert who < 2, "a spectator did something"
            assert self.acked.setdefault(action, answer["n"]) == answer["n"], "another acknowledgement of the same"
            self.refused.discard(action)
        elif answer["t"] == "refuse":
            assert action not in self.acked, f"acknowledged, then refused: {answer}"
            self.refused.add(action)

    # --- playing ---------------------------------------------------------------------------------

    @rule(who=SEATS, pick=st.integers(0, 200), n=st.sampled_from((0, 0, 0, None, 1)))
    @watched
    def play(self, who: int, pick: int, n: int | None) -> None:
        self.turn(who, pick, n)

    @rule(first=SEATS, picks=st.lists(st.integers(0, 200), min_size=2, max_size=8))
    @watched
    def play_on(self, first: int, picks: list[int]) -> None:
        """A few decisions in a row, by whoever may."""
        for k, pick in enumerate(picks):
            self.turn((first + k) % 2, pick, 0)

    def turn(self, who: int, pick: int, back: int | None) -> None:
        for page in self.pages:
            page.news()  # all that went before
        self.listen()
        show = self.pages[who].show
        legal = show["legal"] or ["pass"]
        n = None if back is None else max(0, show["n"] - back)
        answer = self.ask(who, "play", a=legal[pick % len(legal)], n=n)
        if answer["t"] == "ack" and answer["n"] == show["n"]:
            self.nobody_hears(who, answer["n"])

    def nobody_hears(self, who: int, n: int) -> None:
        """A sealed answer is told to nobody; where it was the last, all see what comes of all of them."""
        for other, page in enumerate(self.pages):
            if other != who:
                heard = page.news()
                fresh = [m for m in heard if m["t"] != "show" or m["n"] > n]
                assert not fresh or fresh[0]["t"] == "show", f"somebody heard of a sealed answer: {fresh[0]}"
        self.listen()

    @rule(who=ANYBODY, text=st.text(max_size=30) | st.sampled_from(("b2", "pass", "undo 0", "deal 1", "play 3")))
    @watched
    def play_nonsense(self, who: int, text: str) -> None:
        self.ask(who, "play", a=text)

    @rule(who=ANYBODY, text=st.text(max_size=30) | st.sampled_from(("b2", "pass", "stop", "play 3")))
    @watched
    def ask_why(self, who: int, text: str) -> None:
        self.ask(who, "why", a=text)

    @rule(who=ANYBODY, pick=st.integers(0, 200))
    @watched
    def send_again(self, who: int, pick: int) -> None:
        """The same message once more, perhaps by somebody else: under its id nothing is done twice."""
        if self.sent:
            first, message = self.sent[pick % len(self.sent)]
            self.tell(first if message["t"] == "chat" else who, message)

    @rule(who=SEATS, to=st.none() | st.integers(0, 6), of=st.booleans())
    @watched
    def take_back(self, who: int, to: int | None, of: bool) -> None:
        n = self.pages[who].show["n"]
        self.ask(who, "undo", to=to if to is None or of else max(0, n - to))

    @rule(who=ANYBODY, yes=st.booleans())
    @watched
    def agree(self, who: int, yes: bool) -> None:
        self.ask(who, "agree", yes=yes)

    @rule(who=ANYBODY, text=st.text(max_size=40))
    @watched
    def say(self, who: int, text: str) -> None:
        self.ask(who, "chat", text=f"c{next(self.ids)} {text}")

    @rule(who=ANYBODY, what=st.sampled_from(("thinking", "back", "text", "hint")))
    @watched
    def ask_for(self, who: int, what: str) -> None:
        self.ask(who, what)

    @rule(who=SEATS, orders=st.sampled_from(("ask", "pass", "wins")))
    @watched
    def give_orders(self, who: int, orders: str) -> None:
        self.ask(who, "orders", orders=orders)

    # --- coming and going ------------------------------------------------------------------------

    @rule(who=ANYBODY, since=st.none() | st.integers(0, 9))
    @watched
    def connect_again(self, who: int, since: int | None) -> None:
        """A new socket in place of the old one, with all shows or those that were missed."""
        self.listen()
        self.leave_page(self.pages[who])
        last = self.seen[who].last
        self.pages[who] = self.house.people[who].page(self.table, None if since is None else max(0, last - since))
        self.listen()

    @rule(who=ANYBODY)
    @watched
    def hello_again(self, who: int) -> None:
        self.pages[who].hello(self.table, self.seen[who].last)
        self.listen()

    @rule(who=ANYBODY)
    @watched
    def second_tab(self, who: int) -> None:
        if len(self.tabs) < 2:
            self.tabs.append(self.house.people[who].page(self.table))
            self.listen()

    @rule(who=ANYBODY, what=st.sampled_from(("leave", "join", "start", "close", "rematch", "seat", "link")))
    @watched
    def over_http(self, who: int, what: str) -> None:
        body = {"seat": 1, "kind": "bot"} if what == "seat" else {}
        answer = self.house.people[who].http.post(f"/api/tables/{self.table}/{what}", json=body)
        self.counts["requests"] += 1
        assert answer.status_code < 500, answer.text
        assert answer.status_code < 300 or answer.json()["code"]
        if who == 2:
            assert answer.status_code in (403, 409), "a stranger has changed the table"

    @rule(junk=st.lists(JUNK, min_size=1, max_size=5))
    @watched
    def talk_nonsense(self, junk: list[str | bytes]) -> None:
        """Through a socket of its own: it is answered or closed, and harms nobody."""
        page = self.house.people[2].page(self.table)
        with contextlib.suppress(ConnectionClosed):
            for each in junk:
                page.socket.send(each)
            page.send("ping")
            page.until("pong")
        self.counts["messages"] += len(junk) + len(page.all)
        self.leave_page(page)

    # --- time and death --------------------------------------------------------------------------

    @rule(ms=st.sampled_from((1, 500, 8_000, 60_000, 700_000)))
    @watched
    def time_passes(self, ms: int) -> None:
        self.house.advance(ms)

    @rule(how=st.sampled_from(("kill", "stop")), since=st.booleans())
    @watched
    def restart(self, how: str, since: bool) -> None:
        if self.died >= self.deaths:
            return
        for page in self.pages:
            page.waiting()
        self.listen()
        self.die(how)
        self.come(min(s.last for s in self.seen) if since else None)
        self.settle_unsure()

    @rule(who=SEATS, pick=st.integers(0, 200), text=st.text(max_size=5), how=st.sampled_from(("kill", "stop")))
    @watched
    def restart_in_flight(self, who: int, pick: int, text: str, how: str) -> None:
        """What was said and not answered is said again, and counts once."""
        if self.died >= self.deaths:
            return
        page = self.pages[who]
        page.waiting()
        legal = page.show["legal"] or ["pass"]
        line = f"c{next(self.ids)}"
        for kind, fields in (("play", {"a": legal[pick % len(legal)]}), ("chat", {"text": f"{line} {text}"})):
            message = {"t": kind, "id": f"{self.table[:4]}-{next(self.ids)}", **fields}
            page.socket.send(json.dumps(message))
            self.unsure.append((who, message))
        self.die(how)
        self.come()
        self.settle_unsure()

    def die(self, how: str) -> None:
        self.died += 1
        self.counts["restarts"] += 1
        getattr(self.house, how)()
        self.house.start()

    def settle_unsure(self) -> None:
        for who, message in self.unsure:
            self.tell(who, message)
        self.unsure = []


def on(
    house: Served, counts: Counter[str], games: tuple[str, ...] = ("tiny", "duel"), deaths: int = 1
) -> type[TableMachine]:
    """The machine for a server; the test game must be installed here too, to read its log."""
    given = {"house": house, "games": games, "deaths": deaths, "counts": counts, "wrong": []}
    return type("Tables", (TableMachine,), given)
