"""A table set out for the page: the real page shows a state that a test has made, and no server runs.

Everything the page asks for is answered here: its files from the folder it was built into, its words from the games,
the table and its shows from the state. `stage(page, game, state, seat)` opens it; `Stage.show` sends a later state.
"""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from stajnia.core.game import CHANCE, Event, Message
from stajnia.core.words import words
from stajnia.games import NAMES as ALL
from stajnia.games import game as find
from stajnia.server.games import game_info
from stajnia.server.settings import Settings

BUILT = Path(__file__).parents[2] / "src/stajnia/server/page"
TABLE = "staged"
ORIGIN = "http://localhost"


def plain(thing: Any) -> Any:
    return json.loads(msgspec.json.encode(thing))


GAMES = plain([game_info(name, Settings()) for name in ALL])


class Stage:
    """One page at one staged table."""

    def __init__(self, page: Page, game: str, seat: int | None, names: Sequence[str], built: Path) -> None:
        self.page, self.name, self.seat, self.names, self.built = page, game, seat, list(names), built
        self.game: Any = find(game)
        self.n = 0
        self.latest: dict[str, Any] = {}
        self.line: WebSocketRoute | None = None
        self.played: list[str] = []
        self.options: dict[str, Any] = {}
        self.refusal: dict[str, Any] | None = None  # what is said to whatever is played
        page.route("**/*", self._answer)
        page.route_web_socket(re.compile("/ws/"), self._connect)

    # --- what the page asks for

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).split("?")[0].split("#")[0]
        if path.startswith("/api/"):
            route.fulfill(json=self._api(path.split("/")[2:]))
            return
        file = self.built / path.lstrip("/")
        if not file.is_file():
            file = self.built / "index.html"
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        body = file.read_bytes()
        if file.name == "index.html":
            body = body.replace(b'="./', b'="/')  # the server stands at a host of its own
        route.fulfill(body=body, content_type=kind)

    def _api(self, parts: list[str]) -> Any:
        match parts:
            case ["games"]:
                return GAMES
            case ["me"]:
                return {"name": "Ala", "lang": "en"}
            case ["games", name, "words", lang]:
                return words(name, lang).catalogue
            case ["games", name, "rules", lang]:
                found = words(name, lang)
                return {"text": found.rules_text, "statements": found.statements}
            case ["tables", _]:
                return self.info
        return []

    def _connect(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        said = json.loads(text)
        assert self.line is not None
        match said["t"]:
            case "ping":
                self.line.send(json.dumps({"t": "pong", "now": 0}))
            case "hello":
                self.line.send(json.dumps({"t": "table", "table": self.info}))
                if self.latest:
                    self.line.send(json.dumps({**self.latest, "since": 0}))
            case "play" if self.refusal:
                self.line.send(json.dumps({"t": "refuse", "id": said["id"]} | self.refusal))
            case "play":
                self.played.append(said["a"])
                self.line.send(json.dumps({"t": "ack", "id": said["id"], "n": self.n}))
            case "orders":
                self.line.send(json.dumps({"t": "ack", "id": said["id"], "n": self.n}))

    @property
    def info(self) -> dict[str, Any]:
        seats = [
            {"kind": "person" if n == self.seat else "bot", "name": name, "level": "", "present": True}
            | {"stand_in": False, "you": n == self.seat, "guest_bot": False}
            for n, name in enumerate(self.names)
        ]
        return {
            "id": TABLE,
            "code": "STAGED",
            "game": self.name,
            "title": "",
            "options": self.options,
            "clock": "none",
            "listed": False,
            "chat": True,
            "hints": False,
            "guest_bots": False,
            "state": "playing",
            "seats": seats,
            "names": self.names,
            "host": self.names[0],
            "you": self.seat,
            "yours": [] if self.seat is None else [self.seat],
            "is_host": True,
            "your_turn": True,
            "spectators": [],
            "rated": False,
            "rematch": None,
            "result": None,
            "commit": "",
            "seed": "",
            "created": 0,
            "updated": 0,
        }

    # --- what is shown

    def seat_others(self, seats: int) -> None:
        """So many sit here now; the next show has to fit."""
        self.names = list(NAMES[:seats])
        if self.line is not None:
            self.line.send(json.dumps({"t": "table", "table": self.info}))

    def show(self, state: Any, events: Sequence[Event] = (), **change: Any) -> None:
        """The state as the next show; `change` replaces parts of the message."""
        self.n += 1
        self.latest = self._message(state, events) | change
        if self.line is not None:
            self.line.send(json.dumps(self.latest))

    def _message(self, state: Any, events: Sequence[Event]) -> dict[str, Any]:
        view = self.game.view(state, self.seat)
        asked = list(self.game.to_act(state))
        legal = list(self.game.legal(state, self.seat)) if self.seat in asked and asked != [CHANCE] else []
        labels: dict[str, Message] = {self.game.write(a): self.game.label(view, a) for a in legal}
        window = None
        if getattr(view, "window", None):
            window = {"min_in": 0, "closes_in": None, "asked": asked, "answered": False, "can_think": False}
        told = [
            {"n": self.n, "kind": e.kind, "args": plain({**e.args, **e.secret} if self.seat in e.to else e.args)}
            for e in events
        ]
        return {
            "t": "show",
            "n": self.n,
            "since": self.n - 1,
            "events": told,
            "view": plain(view),
            "legal": list(labels),
            "labels": plain(labels),
            "deadline": None,
            "clock": [],
            "window": window,
            "undo": {"free_to": None, "ask_to": None, "asked": None},
            "orders": "ask",
            "result": plain(self.game.outcome(state)),
        }


NAMES = ("Ala", "Bartek", "Celina", "Daniel", "Ewa", "Filip", "Grażyna", "Henryk")


def stage(
    page: Page, game: str, state: Any, *, seat: int | None = 0, seats: int = 2, built: Path = BUILT, **change: Any
) -> Stage:
    """Open the page at a table where this state stands; returns when it is drawn."""
    one = Stage(page, game, seat, NAMES[:seats], built)
    one.show(state, **change)
    page.goto(f"{ORIGIN}/t/{TABLE}")
    page.wait_for_selector("[data-n]")
    page.wait_for_selector("[data-live=true] .room > *")
    page.evaluate("document.fonts.ready.then(() => true)")
    return one
