"""uvicorn's side of a socket, with one thing more: all that waits for a page goes out in one write, without a task.

An action sends its player an acknowledgement and a show, and everybody else a show. Through ASGI's `send` each of
them would be awaited by a writing task a page and be a write of its own, which costs more than the game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from starlette.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

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
        with contextlib.suppress(ClientDisconnected):  # it was quicker
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_free()


def transport_of(scope: Scope) -> Transport:
    transport: Transport = scope["extensions"][TRANSPORT]
    return transport
