"""A served house for tests, and people who come to it over real HTTP and real sockets."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from stajnia.server.budgets import BUDGETS
from tests.held_port import HeldPort
from tests.server.logs import new_log, secret, secrets_of

SERVING = Path(__file__).with_name("serving.py")
PLENTY = {name: [None, None] for name in BUDGETS}  # no test meets a budget by chance
QUICK: dict[str, Any] = {  # no waiting where a test does not ask for it
    "bot_delay": [0, 0],
    "workers": 1,
    "window_min": {"none": 0, "relaxed": 0, "fast": 0},
    "restart_grace": 0,
    "farewell": 0,
    "budgets": PLENTY,
}
PATIENCE = 60.0  # seconds to wait for a message: machines may be slow
UNHEARD = logging.getLogger("unheard")  # what a socket says of what still comes when it is closed
UNHEARD.disabled = True
KEPT = httpx.Limits(keepalive_expiry=2)  # we let a connection go before the server does, never at the same time


class Served:
    """A server process; `kill` is SIGKILL, `start` brings it up again on the same port and database."""

    def __init__(self, db: str, **settings: Any) -> None:
        self.given = {**QUICK, "db": db, **settings}
        self._held = HeldPort()
        self.port = self._held.number
        self.people: list[Person] = []
        self.log = new_log()
        self.start()

    def start(self, **change: Any) -> None:
        self.given |= change
        command = [sys.executable, str(SERVING), json.dumps({**self.given, "port": self.port})]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ}
            )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == str(self.port), f"it did not start: {self.log.read_text()}"

    def advance(self, ms: int) -> None:
        """Let time pass, where it passes by hand (`hand`); it goes on from there after a restart."""
        self.given["hand"] += ms
        if self.process.poll() is None:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            print(ms, file=self.process.stdin, flush=True)
            assert self.process.stdout.readline() == ".\n"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return code

    def close(self) -> None:
        self.kill()
        self._held.close()
        secrets_of(str(self.given["db"]))
        print(self.log.read_text(), file=sys.stderr)  # for who looks at a test that failed

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.contextmanager
def served(db: Path | str, **settings: Any) -> Iterator[Served]:
    house = Served(str(db), **settings)
    try:
        yield house
    finally:
        for person in house.people:
            person.close()
        house.close()


class Door(Protocol):
    """Where people come in: a server, or who stands before some."""

    people: list[Person]

    @property
    def url(self) -> str: ...


class Person:
    """Somebody with a browser: HTTP with a cookie, and any number of pages."""

    def __init__(
        self, house: Door, name: str, lang: str = "en", below: str = "", same_as: Person | None = None
    ) -> None:
        """`below`: the path under which the server stands. `same_as`: the same guest, at another door."""
        self.house = house
        self.url = house.url + below
        known = None if same_as is None else same_as.http.cookies
        self.http: httpx.Client = httpx.Client(base_url=self.url, timeout=PATIENCE, limits=KEPT, cookies=known)
        self.pages: list[Page] = []
        house.people.append(self)
        deadline = time.monotonic() + PATIENCE
        while (answer := self.http.post("/api/me", json={"name": name, "lang": lang})).status_code == 503:
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.05)  # a process that got no processor for as long as its lease says: come again
        assert answer.status_code < 300, answer.text
        secret(self.http.cookies.get("stajnia") or "")

    def post(self, path: str, body: Any = None, expect: int | None = None) -> Any:
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.status_code == expect if expect else answer.status_code < 300, answer.text
        found = answer.json()
        if isinstance(found, dict) and "/link/" in str(found.get("url")):
            secret(found["url"].rsplit("/", 1)[1])
        return found

    def get(self, path: str, expect: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def table(self, game: str, seats: list[str], **more: Any) -> str:
        """A new table: seats as `me`, `open`, `bot` or `bot LEVEL`; started when nothing is open."""
        wanted = []
        for s in seats:
            kind, _, level = s.partition(" ")
            wanted.append({"kind": kind, "level": level} if level else {"kind": kind})
        body = {"game": game, "seats": wanted, "start": "open" not in seats, **more}
        return str(self.post("/api/tables", body)["id"])

    def page(self, table: str | None = None, since: int | None = None) -> Page:
        page = Page(self)
        if table is not None:
            page.hello(table, since)
        return page

    def close(self) -> None:
        self.http.close()
        for page in self.pages:
            page.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())


class Page:
    """One socket. Keeps every message; `until` reads on to the first that fits."""

    _ids = itertools.count(1)

    def __init__(self, person: Person, table: str = "", **headers: str) -> None:
        """`table`: told in the address too, for a balancer."""
        self.person = person
        sent = {"Cookie": person.cookie, **headers}
        url = person.url.replace("http", "ws") + (f"/ws/{table}" if table else "/ws")
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                url, additional_headers=sent, max_size=None, max_queue=None, compression=None, open_timeout=PATIENCE
            )
        )
        person.pages.append(self)
        self.all: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.show: dict[str, Any] = {}
        self.table = ""

    def close(self) -> None:
        self._open.close()

    def drop(self) -> None:
        """Go without a word: whoever is at the other end is not waited for, nor who hangs there."""
        self.socket.close_timeout = 0
        self.socket.logger = UNHEARD
        self.close()

    def send(self, t: str, **fields: Any) -> str:
        """Send a message; gives its id."""
        if t not in ("hello", "bye", "ping"):
            fields.setdefault("id", f"a{next(self._ids)}")
        self.socket.send(json.dumps({"t": t, **fields}))
        return str(fields.get("id", ""))

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.all.append(message)
        self.raw.append(text)
        if message["t"] == "show":
            self.show = message
        return message

    def until(self, fits: str | Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        while True:
            m = self.next(timeout)
            if m["t"] == fits if isinstance(fits, str) else fits(m):
                return m

    def waiting(self) -> list[dict[str, Any]]:
        """What has arrived by now."""
        found = []
        with contextlib.suppress(TimeoutError):
            while True:
                found.append(self.next(0.001))
        return found

    def news(self) -> list[dict[str, Any]]:
        """What was sent before the room, after all it had to do, answers a question."""
        before = len(self.all)
        self.ask("text")
        return self.all[before:-1]

    def hello(self, table: str, since: int | None = None, seat: int | None = None) -> None:
        """Come to a table; `seat`: through the eyes of that one, where several are ours."""
        self.table = table
        self.send("hello", table=table, since=since, **({} if seat is None else {"seat": seat}))
        self.until(lambda m: m["t"] == "chat" and not m["fresh"])  # only who comes hears the old lines
        self.until("presence")

    def play(self, a: str, **more: Any) -> dict[str, Any]:
        """Play and wait for the answer to it."""
        id = self.send("play", a=a, **{"n": self.show["n"], **more})
        return self.until(lambda m: m.get("id") == id)

    def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        id = self.send(t, **fields)
        return self.until(lambda m: m.get("id") == id)

    def act(self, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> bool:
        """Read what has come; if there is something to do, do it. True when the match is over."""
        self.waiting()
        if self.show.get("legal"):
            seen = self.show["n"]
            self.play(choose(self.show["legal"]))
            if self.show["n"] == seen:
                self.show = {**self.show, "legal": []}
        return bool(self.show.get("result"))

    def my_turn(self) -> dict[str, Any]:
        """Read on until there is something to do, or the match is over."""
        while not (self.show and (self.show["legal"] or self.show["result"])):
            self.until("show")
        return self.show


def play_out(*pages: Page, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> None:
    """Everybody plays until the match is over."""
    playing = list(pages)
    while playing:
        playing = [p for p in playing if not p.act(choose)]
