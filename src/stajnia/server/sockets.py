"""The socket of a page: messages in are decoded and put into the room's inbox, messages out wait in an outbox.

A page that does not read is cut off rather than waited for; it comes back and fills the gap.
"""

from __future__ import annotations

import asyncio
import contextlib
from http.cookies import CookieError, SimpleCookie

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from stajnia.server import wire
from stajnia.server.errors import Refused, sentence
from stajnia.server.guests import COOKIE, Guest
from stajnia.server.messages import hear, unheard
from stajnia.server.middleware import Bucket, own_origin
from stajnia.server.room import Room
from stajnia.server.rooms import Rooms
from stajnia.server.store import NotKept
from stajnia.server.transport import Transport, transport_of

OUTBOX = 1_000  # messages a page may be behind
BAD_MESSAGES = 20  # unreadable ones before the socket is closed
NO_PERSON, TOO_SLOW, BAD = 4401, 4408, 1008  # codes of closing


class Page:
    """One open page at the server; the room knows it as a client."""

    def __init__(self, rooms: Rooms, guest: Guest, transport: Transport) -> None:
        self.rooms, self.guest = rooms, guest
        self.room: Room | None = None
        self.bad = 0
        self._transport = transport
        self._out: list[bytes] = []  # what waits to be sent
        self._closing = False
        transport.on_free = self._flush

    def send(self, message: wire.Out) -> None:
        self.send_encoded(wire.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Goes out when the room has done with what it does now, with all else that waits by then."""
        if self._closing:
            return
        if len(self._out) >= OUTBOX:
            self._out.clear()
            self.hang_up(TOO_SLOW, "too slow")
            return
        self._out.append(message)
        if len(self._out) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        if self._out and self._transport.free:
            self._transport.put(self._out)
            self._out.clear()

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket, after what waits."""
        if not self._closing:
            self._closing = True
            self._flush()
            self.rooms.spawn(self._transport.hang_up(code, reason))

    async def read(self, receive: Receive) -> None:
        """Take messages until the page is gone or misbehaves."""
        bucket = Bucket(self.rooms.settings.message_rate)
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if self._closing:
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
                self.send(wire.Pong(self.rooms.settings.now()))
            case wire.Hello():
                await self.hello(message)
            case wire.Bye():
                await self.leave()
            case _ if self.room is None:
                self.fault(Refused(409, "no_hello"))
            case _:
                self.room.post(hear, self.room, self, message, lost=unheard)

    def fault(self, e: Refused) -> None:
        self.send(wire.Error(e.code, sentence(e, self.guest.lang)))

    async def hello(self, message: wire.Hello) -> None:
        """Come to a table; where the database fails on the way, the page is told and asked to say hello again."""
        await self.leave()
        try:
            room = await self.rooms.room(message.table)
            await room.call(room.enter, self, message.since)
        except Refused as e:
            self.fault(e)
            if e.code == "not_kept":  # we were not in yet
                self.send(wire.Resync())
        except NotKept:
            self.fault(Refused(503, "not_kept"))  # we were, and the room has sent us away with everybody

    async def leave(self) -> None:
        if self.room is not None:
            room, self.room = self.room, None
            room.post(room.exit, self)


class Sockets:
    """The ASGI side: who may open a socket, and how many there are."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings, pages = self.rooms.settings, self.rooms.pages
        await receive()  # websocket.connect
        full = len(pages) >= settings.max_sockets
        if scope["path"] != "/ws" or full or not own_origin(scope, settings.origins):
            await send({"type": "websocket.close", "code": 1008})
            return
        guest = await self.rooms.guests.who(_token(scope))
        await send({"type": "websocket.accept"})
        if guest is None:
            await _turn_away(send, Refused(401, "no_person"), NO_PERSON)
            return
        if sum(page.guest.id == guest.id for page in pages) >= settings.max_pages:
            await _turn_away(send, Refused(503, "busy"), BAD)
            return
        page = Page(self.rooms, guest, transport_of(scope))
        pages.add(page)
        try:
            await page.read(receive)
        finally:
            pages.discard(page)
            await page.leave()


async def _turn_away(send: Send, why: Refused, code: int) -> None:
    error = wire.encode(wire.Error(why.code, sentence(why)))
    await send({"type": "websocket.send", "text": error.decode()})
    await send({"type": "websocket.close", "code": code, "reason": why.code})


def _token(scope: Scope) -> str | None:
    cookies: SimpleCookie = SimpleCookie()
    with contextlib.suppress(CookieError):
        cookies.load(Headers(scope=scope).get("cookie", ""))
    return cookies[COOKIE].value if COOKIE in cookies else None
