"""uvicorn's side of a connection, with a little more: heads that do not come are not waited for, an address has only
so many connections, and all that waits for a page goes out in one write, without a task.

An action sends its player an acknowledgement and a show, and everybody else a show. Through ASGI's `send` each of
them would be awaited by a writing task a page and be a write of its own, which costs more than the game.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from stajnia.server.budgets import Budgets, Who, network

TRANSPORT = "stajnia.transport"  # where the application finds it in its scope, as an ASGI extension


class Transport(WebSocketsSansIOProtocol):
    on_free: Callable[[], object] = staticmethod(lambda: None)  # told when there is room again

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # not refused
            self.scope["extensions"][TRANSPORT] = self  # type: ignore[assignment]  # an extension of our own

    @property
    def free(self) -> bool:
        """The other side reads fast enough: what is put here leaves at once."""
        return self.writable.is_set()

    def put(self, messages: Iterable[bytes]) -> None:
        """Send these texts together, if the socket is still open."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(ClientDisconnected, RuntimeError):  # it was quicker, or we were
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_free()


def door(budgets: Budgets, head_time: int) -> type[HttpToolsProtocol]:
    """The HTTP side of a connection, until it becomes a socket's."""

    class Door(HttpToolsProtocol):
        _who = Who("", "")
        _counted = False
        _late: asyncio.TimerHandle | None = None  # cuts off who does not say what is wanted

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._who = Who("", network((self.client or ("",))[0]))
            self._counted = budgets.try_hold("connections", self._who)
            if self._counted:
                self._late = self.loop.call_later(head_time / 1000, transport.abort)
            else:
                transport.abort()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._late is None:
                self._late = self.loop.call_later(head_time / 1000, self.transport.abort)

        def on_headers_complete(self) -> None:
            self._in_time()
            super().on_headers_complete()

        def handle_websocket_upgrade(self) -> None:
            self._let_go()  # sockets are counted elsewhere
            super().handle_websocket_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._let_go()
            super().connection_lost(exc)

        def _in_time(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _let_go(self) -> None:
            self._in_time()
            if self._counted:
                self._counted = False
                budgets.give_back("connections", self._who)

    return Door


def transport_of(scope: Scope) -> Transport:
    transport: Transport = scope["extensions"][TRANSPORT]
    return transport
