"""A wire between two processes that a test can cut: a small proxy for TCP and for PostgreSQL's socket in a folder."""

from __future__ import annotations

import contextlib
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

PIECE = 65_536
PG = ".s.PGSQL.5432"  # how PostgreSQL calls its socket


class Wire:
    """Bytes there and back. While it is cut nobody gets through, and who was through is out."""

    def __init__(self, listening: socket.socket, reach: Callable[[], socket.socket]) -> None:
        self._listening, self._reach = listening, reach
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._whole = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                near, _ = self._listening.accept()
                if not self._join(near):
                    near.close()

    def _join(self, near: socket.socket) -> bool:
        if not self._whole:
            return False
        try:
            far = self._reach()
        except OSError:
            return False
        with self._lock:
            self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pump, args=(one, other), daemon=True).start()
        return True

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(PIECE):
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open.discard(one)
        one.close()

    def cut(self) -> None:
        self._whole = False
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes who accepts
        self._listening.close()


def wire_to_port(port: int) -> tuple[Wire, int]:
    """A wire to a port of this machine, and the port at which it begins."""
    listening = socket.create_server(("127.0.0.1", 0))
    wire = Wire(listening, lambda: socket.create_connection(("127.0.0.1", port), 5))
    return wire, int(listening.getsockname()[1])


class DatabaseWire:
    """A wire to PostgreSQL; `url` goes through it."""

    def __init__(self, url: str) -> None:
        there = url.partition("?host=")[2]
        self._folder = Path(tempfile.mkdtemp(prefix="stajnia-wire-"))
        self.url = url.replace(there, str(self._folder))
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(self._folder / PG))
        listening.listen(100)

        def reach() -> socket.socket:
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(f"{there}/{PG}")
            except OSError:
                far.close()
                raise
            return far

        self.wire = Wire(listening, reach)

    def close(self) -> None:
        self.wire.close()
        shutil.rmtree(self._folder, ignore_errors=True)
