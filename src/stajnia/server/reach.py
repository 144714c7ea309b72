"""Before a process serves with others: can they reach it, and it them?"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import socket
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from stajnia.server.database import BadDatabase
from stajnia.server.leases import look
from stajnia.server.relay import REACH, SECRET, Unreachable, request, split
from stajnia.server.store import NotKept

if TYPE_CHECKING:
    from stajnia.server.nodes import Nodes

AGAIN = 0.5  # seconds before somebody who does not answer, and may be gone, is asked again


def proof(secret: str, node: str) -> str:
    """That who wrote it has the secret."""
    return hmac.new(secret.encode(), node.encode(), hashlib.sha256).hexdigest()


def answers(address: str, expected: str) -> bool:
    """Whether at this address is who says so."""
    said = b""
    try:
        with socket.create_connection(split(address), REACH) as connection:
            while part := connection.recv(1024):
                said += part
    except (OSError, ValueError):
        return False
    return hmac.compare_digest(said, expected.encode())


@contextlib.contextmanager
def answering(listening: socket.socket, said: str) -> Iterator[None]:
    """Say this to everybody who comes, until the server takes over."""
    ends = threading.Event()
    listening.listen()
    listening.settimeout(0.1)

    def answer() -> None:
        while not ends.is_set():
            with contextlib.suppress(OSError):  # nobody came yet, or they went
                connection, _ = listening.accept()
                with connection:
                    connection.sendall(said.encode())

    thread = threading.Thread(target=answer, name="reach", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()
        listening.settimeout(None)


def check(nodes: Nodes, listening: socket.socket) -> None:
    """BadDatabase, unless one of the others can reach us; nobody else: we ourselves."""
    me, secret = nodes.me, nodes.settings.secret
    expected = proof(secret, me.id)
    until = time.monotonic() + nodes.settings.lease / 1000 + REACH
    with answering(listening, expected):
        if not answers(me.address, expected):
            raise BadDatabase("unreachable", address=me.address)
        while others := list(look(nodes.leases.engine)[1].values()):
            for other in others:
                reached = _asked(other.address, me.address, me.id, secret)
                if reached is not None:
                    if not reached:
                        raise BadDatabase("unreachable", address=me.address)
                    return
            if time.monotonic() > until:
                raise BadDatabase("others_unreachable", address=others[0].address)
            time.sleep(AGAIN)


def _asked(other: str, address: str, node: str, secret: str) -> bool | None:
    """Whether the other reaches us; None: it does not answer. BadDatabase, if it does not know our secret."""
    body = msgspec.json.encode({"address": address, "node": node})
    try:
        status, _, content = request(other, "POST", "/inner/reach", {SECRET: secret}, body)
    except (Unreachable, NotKept):
        return None
    if status == 403:
        raise BadDatabase("other_secret", address=other)
    return status == 200 and content == b"true"
