"""The socket of a page: messages in are decoded and put into the room's inbox, messages out wait in an outbox.

A page that does not read is cut off rather than waited for; it comes back and fills the gap.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from stajnia.server import wire
from stajnia.server.budgets import Who, address_of
from stajnia.server.errors import Refused, sentence
from stajnia.server.guests import Guest, hashed, token_in
from stajnia.server.leases import Elsewhere
from stajnia.server.messages import hear, unheard
from stajnia.server.middleware import own_origin
from stajnia.server.relay import INNER, Relay, Unreachable, open_relay
from stajnia.server.room import Room
from stajnia.server.rooms import Rooms
from stajnia.server.store import NotKept
from stajnia.server.transport import Transport, transport_of

if TYPE_CHECKING:
    from stajnia.server.nodes import Nodes

OUTBOX = 1_000  # messages a page may be behind
PIECE = 65_536  # bytes that go to the transport at once
BAD_MESSAGES = 20  # unreadable ones before the socket is closed
_ABOUT_US = (b'"hello"', b'"bye"')  # what changes the table


class Page:
    """One open page at the server; the room knows it as a client."""

    def __init__(
        self,
        rooms: Rooms,
        guest: Guest,
        transport: Transport,
        address: str = "",
        device: str = "",
        token: str = "",
        door: str = "",
    ) -> None:
        """`door`: the process by which it came, "" for this one."""
        self.rooms, self.guest = rooms, guest
        self.device = device  # hash of its token
        self.relay: Relay | None = None  # to the process that has its table
        self.door = door
        self._token, self._table = token, ""
        self.who = Who(guest.id, address)
        self.room: Room | None = None
        self.bad = 0
        self._fell = False  # with the room, which did not answer all
        self._transport = transport
        self._out: deque[bytes] = deque()  # what waits to be sent
        self._size = 0  # of it, in bytes
        self._held = 0  # bytes of it that the budget knows of: all that could not leave at once
        self._closing = False
        self._busy = False  # with a message that must be done before the next
        transport.on_free = self._flush
        transport.on_text = self.take_at_once
        transport.on_frame = self._count_frame
        transport.on_input = self._count_bytes

    # --- out -------------------------------------------------------------------------------------

    def send(self, message: wire.Out) -> None:
        self.send_encoded(wire.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Goes out when the room has done with what it does now, with all else that waits by then."""
        if self._closing:
            return
        self._out.append(message)
        self._size += len(message)
        if len(self._out) == 1:
            asyncio.get_running_loop().call_soon(self._flush)
        elif self._held:
            self._account()

    def _flush(self) -> None:
        """As much as the other side takes now; the rest is told to the budget."""
        while self._out and self._transport.free:
            piece, size = [], 0
            while self._out and size < PIECE:
                piece.append(self._out.popleft())
                size += len(piece[-1])
            self._size -= size
            self._transport.put(piece)
        self._account()

    def _account(self) -> None:
        more = self._size - self._held
        if more < 0:
            self.rooms.budgets.give_back("outbox", self.who, -more)
        elif more and (len(self._out) > OUTBOX or not self.rooms.budgets.try_hold("outbox", self.who, more)):
            self.forget()
            self.hang_up(wire.TOO_SLOW, "too slow")
            return
        self._held = self._size

    def forget(self) -> None:
        """Nothing that waits will be sent."""
        self._out.clear()
        if self._held:
            self.rooms.budgets.give_back("outbox", self.who, self._held)
        self._size = self._held = 0

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket, after what waits."""
        if not self._closing:
            self._flush()
            self._closing = True
            self.rooms.spawn(self._transport.hang_up(code, reason))

    def refuse(self, e: Refused, id: str = "") -> None:
        """Say why this is not done, under the id of what was asked, if it has one."""
        text = sentence(e, self.guest.lang)
        if id:
            self.send(wire.Refuse(id, "", e.code, e.values, text))
        else:
            self.send(wire.Error(e.code, text, e.values.get("seconds", 0)))

    # --- in --------------------------------------------------------------------------------------

    async def read(self, receive: Receive) -> None:
        """Take messages until the page is gone or misbehaves."""
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if not self._closing:
                self._busy = True
                await self.take(message.get("text"))
                self._busy = False

    def take_at_once(self, data: bytes) -> bool:
        """What is for the room goes straight to its inbox; False: it has to wait, or is no such message."""
        if self._busy or self._closing:
            return False
        if self.relay is not None:
            return self._pass_frame(data)
        if self.room is None:
            return False
        try:
            message = wire.decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError):
            return False  # refused in its turn
        if isinstance(message, wire.Hello | wire.Bye):
            return False
        if self._may(message):
            self._pass_on(message)
        return True

    def _pass_frame(self, frame: bytes) -> bool:
        """To the process that has the table, unread, unless it may be for this one."""
        about_us = any(word in frame for word in _ABOUT_US)
        if about_us or self.relay is None or not self.rooms.budgets.try_spend("messages", self.who):
            return False
        self.relay.pass_on(frame)
        return True

    def _count_bytes(self, size: int) -> float:
        """Seconds for which nothing more is read."""
        self.rooms.budgets.charge("input", self.who, size)
        return self.rooms.budgets.owed("input", self.who)

    def _count_frame(self) -> None:
        """A ping or a part of a message counts as one."""
        if not self._closing and not self.rooms.budgets.try_spend("messages", self.who):
            self._misbehaves()

    def _misbehaves(self) -> None:
        self.bad += 1
        if self.bad > BAD_MESSAGES:
            self.hang_up(wire.BAD, "unreadable messages")

    async def take(self, text: str | None) -> None:
        try:
            message = wire.decoder.decode(text if text is not None else b"")
        except (msgspec.DecodeError, UnicodeError) as e:
            self.refuse(Refused(400, "bad_message", why=str(e)[:200]))
            self._misbehaves()
            return
        if not self._may(message):
            return
        if isinstance(message, wire.Hello):
            await self.hello(message, (text or "").encode())
        elif isinstance(message, wire.Bye):
            await self.leave()
        elif self.relay is not None:
            self.relay.pass_on((text or "").encode())
        else:
            self._pass_on(message)

    def _may(self, message: wire.AnyIn) -> bool:
        """Whether this page may say one thing more now; it is told if not."""
        try:
            self.rooms.budgets.spend("messages", self.who)
        except Refused as e:
            self.refuse(e, getattr(message, "id", ""))
            self._misbehaves()
            return False
        return True

    def _pass_on(self, message: wire.AnyIn) -> None:
        """To the room, if there is one."""
        if isinstance(message, wire.Ping):
            self.send(wire.Pong(self.rooms.settings.now()))
        elif self.room is None:
            if not self._fell:  # else it is said again, under the same id, after the hello that we have asked for
                self.refuse(Refused(409, "no_hello"), getattr(message, "id", ""))
        else:
            self.room.post(hear, self.room, self, message, lost=unheard)

    async def hello(self, message: wire.Hello, frame: bytes = b"") -> None:
        """Come to a table; where the database fails on the way, the page is told and asked to say hello again."""
        try:
            self.rooms.budgets.spend("hellos", self.who)
            if self.room is not None and self.room.row.id != message.table:
                await self.leave()
            room = await self._find(message.table, frame)
            self._fell = False
            if room is None:
                return
            await room.call(room.enter, self, message.since, message.seat, message.watch)
        except Refused as e:
            self.refuse(e)
            if e.code == "not_kept":  # we were not in yet
                self.send(wire.Resync())
            elif e.code == "out_of_reach":  # from here; another door may lead there
                self.hang_up(wire.LATER, e.code)
        except NotKept:
            self.refuse(Refused(503, "not_kept"))  # we were, and the room has sent us away with everybody

    async def _find(self, table: str, frame: bytes) -> Room | None:
        """The room; None: another process has it, and this hello is on its way there. One that is just dying is
        waited for until its time is over and we may have the table ourselves; one that lives and cannot be reached from
        here is asked for the table."""
        nodes = self.rooms.nodes
        if nodes is None:
            return await self.rooms.room(table, self.who.guest)
        patience = nodes.patience()
        while True:
            try:
                room = await self.rooms.room(table, self.who.guest)
                self._end_relay()
                return room
            except Elsewhere as e:
                if self.door:
                    raise Refused(503, "not_kept") from None
                if await self._relayed(nodes, e):
                    assert self.relay is not None
                    self.relay.pass_on(frame)
                    return None
                at = e
            await patience.wait(at)

    async def _relayed(self, nodes: Nodes, to: Elsewhere) -> bool:
        """Whether there is a way to the process that has the table."""
        if self.relay is not None and (self.relay.node.id, self._table) == (to.node.id, to.table):
            return True
        self._end_relay()
        try:
            self.relay = await open_relay(nodes, self, to.node, self._token, self.who.address)
        except Unreachable:
            return False
        nodes.relays.add(self.relay)
        self._table = to.table
        return True

    def lose(self, relay: Relay) -> None:
        """The process that had the table is gone: say hello again."""
        if self.relay is relay:
            self._end_relay()
            self.fall()

    def _end_relay(self) -> None:
        relay, self.relay = self.relay, None
        if relay is not None and self.rooms.nodes is not None:
            self.rooms.nodes.relays.discard(relay)
            relay.close()

    def fall(self) -> None:
        """The room is gone from memory: say hello again."""
        self.room, self._fell = None, True
        self.send(wire.Resync())

    async def leave(self) -> None:
        self._fell = False
        self._end_relay()
        if self.room is not None:
            room, self.room = self.room, None
            room.post(room.exit, self)


class Sockets:
    """The ASGI side: who may open a socket, and how many there are."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        rooms = self.rooms
        await receive()  # websocket.connect
        way = scope["path"]  # /ws/TABLE for balancers that look at it; to which table one comes is said by hello
        if not (way == "/ws" or way.startswith("/ws/")) or not own_origin(scope, rooms.settings.origins):
            await send({"type": "websocket.close", "code": wire.BAD})
            return
        who = Who("", address_of(scope))
        if INNER not in scope and not rooms.budgets.try_spend("connects", who):
            await send({"type": "websocket.close", "code": wire.LATER})
            return
        try:
            token = token_in(Headers(scope=scope))
            guest = await rooms.guests.who(token)
            if guest is None or token is None:
                raise Refused(401, "no_person")
            who = who._replace(guest=guest.id)
            rooms.budgets.met(who)
            rooms.budgets.hold("sockets", who)
        except NotKept:
            await _turn_away(send, Refused(503, "not_kept"), wire.LATER)
            return
        except Refused as e:
            await _turn_away(send, e, wire.NO_PERSON if e.status == 401 else wire.BAD)
            return
        try:
            await send({"type": "websocket.accept"})
            page = Page(rooms, guest, transport_of(scope), who.address, hashed(token), token, scope.get(INNER, ""))
            await self._serve(page, receive)
        finally:
            rooms.budgets.give_back("sockets", who)

    async def _serve(self, page: Page, receive: Receive) -> None:
        self.rooms.pages.add(page)
        try:
            await page.read(receive)
        finally:
            self.rooms.pages.discard(page)
            page.forget()
            await page.leave()


async def _turn_away(send: Send, why: Refused, code: int) -> None:
    error = wire.encode(wire.Error(why.code, sentence(why), why.values.get("seconds", 0)))
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": error.decode()})
    await send({"type": "websocket.close", "code": code, "reason": why.code})
