"""From the process a visitor came to, to the one that has the table: frames and requests as they are.

The inner door is a second port of the same server (`InnerDoor`). Who comes through it knows the secret of the house
and brings a visitor with cookie and address, or asks something that only processes ask each other (`/inner/...`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from stajnia.server import wire
from stajnia.server.leases import Node
from stajnia.server.store import NotKept

if TYPE_CHECKING:
    from stajnia.server.nodes import Nodes

log = logging.getLogger("stajnia.relay")
SECRET, VISITOR, DOOR = "x-stajnia-secret", "x-stajnia-visitor", "x-stajnia-door"
INNER = "stajnia.inner"  # in the scope of what came through the inner door: the node by which it came
REACH = 2.0  # seconds in which another process must take a connection
ANSWER = 10.0  # and in which it must answer a request: one that hangs is thought gone earlier
AT_ONCE = 8  # requests to one process: one that hangs holds up no request to another
BEHIND = 1_000  # frames of a page that may wait for the owner
TO_THE_PAGE = (wire.NO_PERSON, wire.TOO_SLOW, wire.BAD)  # why the owner closes: the page is meant, not the way
T = TypeVar("T")
HANDED_ON = ("content-type", "retry-after", "cache-control", "set-cookie")


class Unreachable(Exception):
    """No connection to the other process came about: nothing was asked of it."""


class Far(Protocol):
    """The page at this end of a relay."""

    def send_encoded(self, message: bytes) -> None: ...
    def hang_up(self, code: int, reason: str) -> None: ...
    def lose(self, relay: Relay) -> None: ...


class Relay:
    """One page's way to the process that has its table."""

    def __init__(self, page: Far, node: Node, socket: ClientConnection) -> None:
        self.page, self.node = page, node
        self._socket = socket
        self._frames: asyncio.Queue[bytes] = asyncio.Queue(BEHIND)
        self._tasks = [asyncio.create_task(self._in()), asyncio.create_task(self._out())]

    def pass_on(self, frame: bytes) -> None:
        """What the page says, as it is."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:  # the owner does not read
            self.lose()

    async def _out(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._socket.send(await self._frames.get(), text=True)

    async def _in(self) -> None:
        code, reason = 1006, ""
        try:
            while True:
                self.page.send_encoded(await self._socket.recv(decode=False))
        except ConnectionClosed as e:
            if e.rcvd is not None:
                code, reason = e.rcvd.code, e.rcvd.reason
        if code in TO_THE_PAGE:
            self.page.hang_up(code, reason)
        else:
            self.page.lose(self)

    def lose(self) -> None:
        """The other process is gone: the page is told."""
        self.close()
        self.page.lose(self)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._socket.transport.abort()


async def open_relay(nodes: Nodes, page: Far, node: Node, token: str, address: str) -> Relay:
    """A socket of this visitor at the other process; Unreachable if there is no way."""
    headers = {SECRET: nodes.settings.secret, DOOR: nodes.me.id, VISITOR: address, "cookie": f"stajnia={token}"}
    try:
        socket = await nodes.requests.until_gone(node.id, _socket(node.address, headers))
    except (OSError, TimeoutError, WebSocketException) as e:
        raise Unreachable(str(e)) from e
    return Relay(page, node, socket)


async def _socket(address: str, headers: dict[str, str]) -> ClientConnection:
    return await connect(
        f"ws://{address}/ws",
        additional_headers=headers,
        compression=None,
        max_size=None,
        open_timeout=REACH,
        ping_interval=None,  # whether the other lives is told by its heartbeat
        close_timeout=1,
        proxy=None,
    )


class Way:
    """Requests to one other process, in threads of their own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "relay")
        self._asked: set[asyncio.Future[Any]] = set()
        self._closed = False

    async def send(self, *what: Any) -> tuple[int, list[tuple[str, str]], bytes]:
        asked = asyncio.get_running_loop().run_in_executor(self._threads, request, *what)
        self._asked.add(asked)
        try:
            return await asked
        except asyncio.CancelledError:
            if self._closed:
                raise NotKept("another process is gone") from None
            raise
        finally:
            self._asked.discard(asked)

    def close(self) -> None:
        """Whoever waits hears at once that nobody knows what came of it."""
        self._closed = True
        for asked in self._asked:
            asked.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Requests:
    """Requests to other processes."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._ways: dict[str, Way] = {}  # by node
        self._opening: dict[asyncio.Task[Any], str] = {}  # to which node

    async def until_gone(self, node: str, opening: Coroutine[Any, Any, T]) -> T:
        """Wait for this as long as the node is thought alive; Unreachable, if it no longer is."""
        task = asyncio.create_task(opening)
        self._opening[task] = node
        try:
            return await task
        except asyncio.CancelledError:
            if self._opening[task]:
                raise
            raise Unreachable("it is gone") from None
        finally:
            del self._opening[task]

    async def relay(self, node: Node, request: Request, body: bytes, address: str) -> Response:
        """The answer of the process that has the table; Unreachable if nothing was asked, NotKept if nobody knows."""
        wanted = ("cookie", "content-type", "accept-language", "user-agent")
        headers = {name: request.headers[name] for name in wanted if name in request.headers}
        path = request.scope["path"]
        if query := list(request.query_params.multi_items()):
            path = f"{path}?{urlencode(query)}"
        status, sent, content = await self._send(node, request.method, path, {**headers, VISITOR: address}, body)
        answer = Response(content, status)
        for name, value in sent:
            if name.lower() in HANDED_ON:
                answer.headers.append(name, value)
        return answer

    async def ask(self, node: Node, what: str, **values: Any) -> Any:
        """Something that only processes ask each other."""
        body = msgspec.json.encode(values)
        status, _, content = await self._send(node, "POST", f"/inner/{what}", {}, body)
        if status != 200:
            raise NotKept(f"another process answers {status}")
        return msgspec.json.decode(content)

    async def _send(
        self, node: Node, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        headers = {**headers, SECRET: self.secret}
        way = self._ways.setdefault(node.id, Way())
        return await way.send(node.address, method, path, headers, body)

    def forget(self, living: Collection[str]) -> None:
        """Who is no longer among the living is waited for no longer."""
        for gone in self._ways.keys() - set(living):
            self._ways.pop(gone).close()
        for task in [task for task, node in self._opening.items() if node not in living]:
            self._opening[task] = ""
            task.cancel()

    def close(self) -> None:
        self.forget(())


def request(
    address: str, method: str, path: str, headers: dict[str, str], body: bytes
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and content of the answer; Unreachable if nothing was asked, NotKept if nobody knows."""
    host, port = split(address)
    connection = HTTPConnection(host, port, timeout=REACH)
    with contextlib.closing(connection):
        try:
            connection.connect()
        except OSError as e:
            raise Unreachable(str(e)) from e
        try:
            connection.sock.settimeout(ANSWER)
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        except (OSError, HTTPException) as e:  # it may have done it, or not
            raise NotKept(f"another process does not answer: {type(e).__name__}") from e


def split(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT; ValueError if it is nothing such."""
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
        raise ValueError(address)
    return host.strip("[]"), int(port)


class InnerDoor:
    """Which connections come from other processes."""

    def __init__(self, secret: str) -> None:
        self.port = 0  # none
        self._secret = secret.encode()

    def leads(self, scope: Scope) -> bool:
        """Whether this came through the inner door."""
        return bool(self.port) and (scope.get("server") or ("", 0))[1] == self.port

    def let_in(self, scope: Scope) -> Scope | None:
        """The same with the visitor's address; None: they do not know the secret."""
        headers = Headers(scope=scope)
        if not self._secret or not hmac.compare_digest(headers.get(SECRET, "").encode(), self._secret):
            return None
        return {**scope, "client": (headers.get(VISITOR, ""), 0), INNER: headers.get(DOOR) or "?"}
