"""The peer of server_messages: a bare Starlette socket that sends back what it gets, served as ours is."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


async def echo(ws: WebSocket) -> None:
    await ws.accept()
    try:
        while True:
            await ws.send_text(await ws.receive_text())
    except WebSocketDisconnect:
        return


async def echo_json(ws: WebSocket) -> None:
    await ws.accept()
    try:
        while True:
            await ws.send_json(await ws.receive_json())
    except WebSocketDisconnect:
        return


class Server(uvicorn.Server):
    port = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(self.port, flush=True)


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(500)
    app = Starlette(routes=[WebSocketRoute("/ws", echo), WebSocketRoute("/json", echo_json)])
    config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning")
    server = Server(config)
    server.port = listening.getsockname()[1]
    server.run([listening])


if __name__ == "__main__":
    import sys

    if sys.argv[1:] == ["serve"]:
        main()
