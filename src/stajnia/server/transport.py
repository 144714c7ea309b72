"""uvicorn's side of a connection, with a little more: heads that do not come are not waited for, an address has only
so many connections, all that waits for a page goes out in one write, without a task, and what comes in goes to the
page without one.

An action sends its player an acknowledgement and a show, and everybody else a show. Through ASGI's `send` each of
them would be awaited by a writing task a page and be a write of its own, which costs more than the game; through its
`receive` every message would stop and start the reading of the socket and wake a task.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Any
from weakref import ref

from starlette.types import Scope
from uvicorn._types import ASGI3Application, ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from stajnia.server.budgets import Budgets, Who, network
from stajnia.server.settings import Settings

HERE = ("127.0.0.1", "::1")  # this machine is believed who a visitor is
TRANSPORT = "stajnia.transport"  # where the application finds it in its scope, as an ASGI extension
HEAD, HEADERS = 32_768, 100  # bytes and lines that the head of a request may have, and what stands behind its body
MESSAGE = 2_000_000  # bytes of a whole request, however it is wrapped
BEHIND = 4  # requests that wait for the answer to another of the same connection
LEAST = 30_000  # bytes that must be read of what waits in `unread_time`
NOBODYS = 1_000  # bytes a second that are read from a socket which is turned away
PORTION = 2_048  # bytes that are read before we look again
PIECES = 4_000  # of bodies that come together: those of 64 bytes and more are never so many
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class ReadInTime(asyncio.Protocol):
    """Cuts off a connection whose other side does not read: in each `unread_time` it must take at least so much."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    unread_time = Settings.unread_time
    _unread = 0  # bytes that waited when we looked last
    _look_again: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._look_no_more()

    def _look_later(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._look_again = self.loop.call_later(self.unread_time / 1000, self._look)

    def _look(self) -> None:
        if self.transport.get_write_buffer_size() > self._unread - LEAST:
            self.transport.abort()
        else:
            self._look_later()

    def _look_no_more(self) -> None:
        if self._look_again is not None:
            self._look_again.cancel()
            self._look_again = None


class Transport(ReadInTime, WebSocketsSansIOProtocol):
    on_free: Callable[[], object] = staticmethod(lambda: None)  # told when there is room again
    on_text: Callable[[bytes], bool] = staticmethod(lambda _: False)  # may take a message at once, and says if it did
    on_frame: Callable[[], object] = staticmethod(lambda: None)  # told of each frame that is no text of its own
    on_input: Callable[[int], float] = staticmethod(lambda size: size / NOBODYS)  # told how many bytes came, gives the
    # seconds until more is read
    _next: asyncio.Handle | None = None  # when more is read

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._in = bytearray()  # what came and is not read yet

    # --- in --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._in or self._next or self.read_paused or len(data) > PORTION or not self.handshake_complete:
            self._in += data
            if self._next is None:
                self._read_on()
            return
        super().data_received(data)  # as nearly all that pages say
        if (wait := self.on_input(len(data))) and not self.transport.is_closing():
            self.transport.pause_reading()
            self._next = self.loop.call_later(wait, self._read_on)

    def _read_on(self) -> None:
        """Read a portion of what came; the rest in turn with everybody else, as soon as the page may say more."""
        self._next, wait = None, 0.0
        if self._in and not self.read_paused:
            portion = bytes(self._in[:PORTION])
            del self._in[:PORTION]
            super().data_received(portion)
            wait = self.on_input(len(portion)) if self.handshake_complete else 0
        if self.transport.is_closing():
            self._in.clear()
        elif wait:
            self.transport.pause_reading()
            self._next = self.loop.call_later(wait, self._read_on)
        elif self._in and not self.read_paused:
            self.transport.pause_reading()
            self._next = self.loop.call_soon(self._read_on)
        elif not self.read_paused and self.handshake_complete:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._next is None:
                self._read_on()
        return message

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # not refused
            self.scope["extensions"][TRANSPORT] = ref(self)  # type: ignore[assignment]  # an extension of our own
            self.transport.pause_reading()  # until it is known whose it is

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._read_on()

    def handle_text(self, event: Frame) -> None:
        whole = event.fin and not self.close_sent and self.queue.empty()  # what came before it is with the page
        if not (whole and self.on_text(bytes(event.data))):
            super().handle_text(event)

    def handle_cont(self, event: Frame) -> None:
        self.on_frame()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self.on_frame()
        if self.free:
            super().handle_ping()
        else:
            self.conn.data_to_send()  # who does not read needs no answer

    def handle_pong(self, event: Frame) -> None:
        self.on_frame()
        super().handle_pong(event)

    # --- out -------------------------------------------------------------------------------------

    @property
    def free(self) -> bool:
        """The other side reads fast enough: what is put here leaves at once."""
        return self.writable.is_set()

    def put(self, messages: Iterable[bytes]) -> None:
        """Send these texts together, if the socket is still open."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.transport.write(b"".join([part for message in messages for part in (_head(len(message)), message)]))

    async def hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(ClientDisconnected, RuntimeError):  # it was quicker, or we were
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_free()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._in.clear()
        for name in ("on_free", "on_text", "on_frame", "on_input"):
            vars(self).pop(name, None)  # no circles are left: all of it goes at once (garbage.py)
        self.conn.parser.close()


def _head(size: int) -> bytes:
    """What stands before a whole text of so many bytes on its way to a page (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


class Door(ReadInTime, HttpToolsProtocol):
    """The HTTP side of a connection, until it becomes a socket's."""

    budgets: Budgets
    head_time = Settings.head_time
    believed: frozenset[str] = frozenset()  # the addresses of proxies, who bring everybody by connections of their own
    inner = 0  # the port to which other processes of the house come, and do the same
    _who = Who("", "")
    _counted = _paid = False  # among connections, and among those made anew
    _late: asyncio.TimerHandle | None = None  # cuts off who does not say what is wanted
    _size = 0  # bytes of the request that comes
    _head = 0  # those of them since it began or more of its body came
    _pieces = 0  # of bodies, that came together
    _running: RequestResponseCycle | None = None  # the request that is answered; `cycle` is the one that came last
    _waits = 0  # bytes of an answer that wait to be read, of the budget of `_reader`
    _reader = Who("", "")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._who = self._reader = Who("", network((self.client or ("",))[0]))
        ours = bool(self.inner) and (self.server or ("", 0))[1] == self.inner
        self._paid = not ours and self.budgets.try_spend("connects", self._who)
        self._counted = self._paid and self.budgets.try_hold("connections", self._who)
        if self._counted or ours:
            self._wait_for_head()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self._pieces = 0
        for at in range(0, len(data), PORTION):
            portion = data[at : at + PORTION]
            self._size += len(portion)
            self._head += len(portion)
            super().data_received(portion)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # refused, or a socket's from now on
            if self._head > HEAD:
                self.send_400_response("")
                return
            if self._size > MESSAGE:
                self.transport.abort()
                return
        if self.timeout_keep_alive_task is None and (self.cycle is None or self.cycle.response_complete):
            self._wait_for_head()  # nothing is being answered: what came is no request yet, or the rest of an old one

    def _wait_for_head(self) -> None:
        """From the first byte on, whatever follows: only a whole head stops the clock."""
        if self._late is None:
            self._late = self.loop.call_later(self.head_time / 1000, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """For what cannot be read, heads that are too large, and requests that do not wait for answers."""
        if len(self.pipeline) >= BEHIND:
            self.transport.abort()
        elif self._head > HEAD or (self.headers and len(self.headers) > HEADERS):
            self.headers.clear()
            self.transport.write(TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > HEADERS:
            raise ValueError("too many headers")  # the parser stops

    def on_body(self, body: bytes) -> None:
        self._head = 0
        self._pieces += 1
        if self._pieces > PIECES:
            raise ValueError("too many pieces")  # the parser stops
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = self._size = 0
        super().on_message_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = self._size = 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._in_time()
        self._head = 0
        if len(self.pipeline) >= BEHIND:
            raise ValueError("too many requests at once")  # the parser stops
        if (
            self._counted
            and self._who.address in self.believed
            and any(n == b"x-forwarded-for" for n, _ in self.headers)
        ):
            self._let_go()  # a proxy brings everybody by connections of its own
            self._refund()
            self._reader = Who("", "")  # and keeps for them what they do not read
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """More waits than the other side reads: that has a budget, as what waits for pages."""
        super().pause_writing()
        waits = self.transport.get_write_buffer_size()
        if self.budgets.try_hold("outbox", self._reader, waits):
            self._waits = waits
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._waits:
            self.budgets.give_back("outbox", self._reader, self._waits)
            self._waits = 0

    def handle_websocket_upgrade(self) -> None:
        self._let_go()  # sockets are counted elsewhere, by the address of who came
        self._refund()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as when a connection is lost: no circle is left of us

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        self._is_read()
        super().connection_lost(exc)
        for cycle in (self._running, self.cycle, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None:
                cycle.disconnected = True  # nobody hears its answer
                cycle.message_event.set()
        self.pipeline.clear()
        self._running = None
        self.cycle = None  # type: ignore[assignment]  # as it was before the first request

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _refund(self) -> None:
        if self._paid:
            self._paid = False
            self.budgets.refund("connects", self._who)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _let_go(self) -> None:
        self._in_time()
        if self._counted:
            self._counted = False
            self.budgets.give_back("connections", self._who)


def door(budgets: Budgets, settings: Settings, inner: int = 0) -> type[Door]:
    """The HTTP side of connections to this process."""
    own = {
        "budgets": budgets,
        "head_time": settings.head_time,
        "unread_time": settings.unread_time,
        "believed": frozenset(network(address) for address in (*HERE, *settings.proxies)),
        "inner": inner,
    }
    return type("OwnDoor", (Door,), own)


def sockets(settings: Settings) -> type[Transport]:
    """The side of a socket."""

    class Socket(Transport):
        unread_time = settings.unread_time

    return Socket


def transport_of(scope: Scope) -> Transport:
    transport: Transport | None = scope["extensions"][TRANSPORT]()
    assert transport is not None  # it runs the application that asks
    return transport
