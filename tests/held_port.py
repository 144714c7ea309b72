"""A port for a server that a test kills and starts again."""

from __future__ import annotations

import socket


class HeldPort:
    """Bound and never listening: the system chose it, nobody else gets it, and while the server is down who connects
    is turned away. A server binds beside it with SO_REUSEADDR, as servers do."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((host, 0))
        self.number = int(self._socket.getsockname()[1])

    def close(self) -> None:
        self._socket.close()
