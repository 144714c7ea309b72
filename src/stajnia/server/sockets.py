"""The socket of a page: messages in are decoded and put into the room's inbox, messages out wait in an outbox.

A page that does not read is cut off rather than waited for; it comes back and fills the gap.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from http.cookies import CookieError, SimpleCookie

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from stajnia.server import wire
from stajnia.server.faults import sentence
from stajnia.server.guard import Bucket, own_origin
from stajnia.server.house import House
from stajnia.server.people import COOKIE, Guest
from stajnia.server.room import Room
from stajnia.server.table import Refused
from stajnia.server.talk import hear

OUTBOX = 1_000  # messages a page may be behind
BAD_MESSAGES = 20  # unreadable ones before the socket is closed
NO_PERSON, TOO_SLOW, BAD = 4401, 4408, 1008  # codes of closing


class Page:
    """One open page at the server; the room knows it as a client."""

    def __init__(self, house: House, guest: Guest, send: Send) -> None:
        self.house, self.guest = house, guest
        self.room: Room | None = None
        self.bad = 0
        self._send = send
        self._out: deque[str] = deque()
        self._ready = asyncio.Event()
        self._end: tuple[int, str] | None = None  # hang up with this code and reason, after what waits

    def send(self, message: wire.Out) -> None:
        self.send_text(wire.text(message))

    def send_text(self, text: str) -> None:
        if len(self._out) >= OUTBOX:
            self._out.clear()
            self.hang_up(TOO_SLOW, "too slow")
        elif self._end is None:
            self._out.append(text)
            self._ready.set()

    def hang_up(self, code: int, reason: str) -> None:
        self._end = (code, reason)
        self._ready.set()

    async def write(self) -> None:
        """Send what waits, in order, as fast as the other side reads."""
        while self._end is None or self._out:
            await self._ready.wait()
            self._ready.clear()
            while self._out:
                await self._send({"type": "websocket.send", "text": self._out.popleft()})
        code, reason = self._end
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def read(self, receive: Receive) -> None:
        """Take messages until the page is gone or misbehaves."""
        bucket = Bucket(self.house.settings.message_rate)
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if self._end is not None:
                continue
            if not bucket.take():
                self.bad += 1
                self.fault(Refused(429, "too_fast"))
            else:
                await self.take(message.get("text"))
            if self.bad > BAD_MESSAGES:
                self.hang_up(BAD, "unreadable messages")

    async def take(self, text: str | None) -> None:
        try:
            message = wire.decoder.decode(text if text is not None else b"")
        except (msgspec.DecodeError, UnicodeError) as e:
            self.bad += 1
            self.fault(Refused(400, "bad_message", why=str(e)[:200]))
            return
        match message:
            case wire.Ping():
                self.send(wire.Pong(self.house.settings.now()))
            case wire.Hello():
                await self.hello(message)
            case wire.Bye():
                await self.leave()
            case _ if self.room is None:
                self.fault(Refused(409, "no_hello"))
            case _:
                self.room.post(hear, self.room, self, message)

    def fault(self, e: Refused) -> None:
        self.send(wire.Error(e.code, sentence(e, self.guest.lang)))

    async def hello(self, message: wire.Hello) -> None:
        await self.leave()
        try:
            room = await self.house.room(message.table)
            await room.call(room.enter, self, message.since)
        except Refused as e:
            self.fault(e)

    async def leave(self) -> None:
        if self.room is not None:
            room, self.room = self.room, None
            room.post(room.exit, self)


class Sockets:
    """The ASGI side: who may open a socket, and how many there are."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.pages: set[Page] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings = self.house.settings
        await receive()  # websocket.connect
        full = len(self.pages) >= settings.max_sockets
        if scope["path"] != "/ws" or full or not own_origin(scope, settings.origins):
            await send({"type": "websocket.close", "code": 1008})
            return
        guest = await self.house.people.who(_token(scope))
        await send({"type": "websocket.accept"})
        if guest is None:
            text = wire.text(wire.Error("no_person", sentence(Refused(401, "no_person"))))
            await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": NO_PERSON, "reason": "no person"})
            return
        page = Page(self.house, guest, send)
        self.pages.add(page)
        writer = asyncio.create_task(page.write())
        try:
            await page.read(receive)
        finally:
            self.pages.discard(page)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writer
            await page.leave()


def _token(scope: Scope) -> str | None:
    cookies: SimpleCookie = SimpleCookie()
    with contextlib.suppress(CookieError):
        cookies.load(Headers(scope=scope).get("cookie", ""))
    return cookies[COOKIE].value if COOKIE in cookies else None
