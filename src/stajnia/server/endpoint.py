"""An HTTP endpoint: a function from a call to a struct. It says its types, and they make the OpenAPI text.

The endpoints stand beside what they serve (`me`, `games`, `lobby`, `records`); `routes` gathers them.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from stajnia.core.record import Record
from stajnia.server import wire
from stajnia.server.budgets import Budgets, Who, address_of
from stajnia.server.errors import Refused, fault_response
from stajnia.server.guests import Guest, token_in
from stajnia.server.leases import Elsewhere
from stajnia.server.packing import Fixed, packed
from stajnia.server.relay import INNER, Unreachable
from stajnia.server.rooms import Rooms
from stajnia.server.settings import Settings
from stajnia.server.store import NotKept

NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}  # in a query, as OpenAPI says it
_NO_STORE = {"cache-control": "no-store"}
_PART = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


@dataclass
class Call:
    """A request to an endpoint, read and checked."""

    rooms: Rooms
    request: Request
    guest: Guest | None
    who: Who
    body: Any

    @property
    def me(self) -> Guest:
        if self.guest is None:
            raise Refused(401, "no_person")
        return self.guest

    @property
    def my_id(self) -> str | None:
        return None if self.guest is None else self.guest.id

    @property
    def whose(self) -> str:
        """Whose turn it is to be served: a guest's, or a stranger's by address."""
        return self.who.guest or self.who.address

    @property
    def lang(self) -> wire.Lang:
        return lang_of(self.guest, self.request)

    def spend(self, budget: str, amount: float = 1) -> None:
        self.rooms.budgets.spend(budget, self.who, amount)

    async def spend_together(self, budget: str) -> None:
        """The same, counted by all processes of the house together."""
        self.spend(budget)
        if self.rooms.nodes is not None:
            await self.rooms.nodes.spend(budget, self.who)

    def path(self, name: str) -> str:
        """A part of the path; what cannot be one is nowhere."""
        text = str(self.request.path_params[name])
        if not _PART.fullmatch(text):
            raise Refused(404, "no_page")
        return text

    def number(self, name: str, default: int = 0) -> int:
        """A number in the query."""
        text = self.request.query_params.get(name, str(default))
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refused(422, "bad_body", why=f"{name} is a number")
        return int(text)


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    summary: str
    run: Callable[[Call], Awaitable[Any]]
    gives: Any
    takes: Any = None
    status: int = 200
    faults: tuple[int, ...] = ()
    query: tuple[tuple[str, dict[str, Any]], ...] = ()
    fixed: bool = False  # the same for everybody as long as the server runs
    thinks: bool = False  # waits for a bot: in a line of its own, so that it takes no place of a quick one


def json_response(value: Any, status: int = 200) -> Response:
    return json_bytes(msgspec.json.encode(value), status)


def json_bytes(value: bytes, status: int = 200) -> Response:
    return Response(value, status, media_type="application/json", headers=_NO_STORE)


def route(endpoint: Endpoint) -> Route:
    if endpoint.fixed:
        return _fixed_route(endpoint)
    decoder = None if endpoint.takes in (None, Record) else msgspec.json.Decoder(endpoint.takes)

    async def serve(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        turns = rooms.thoughtful if endpoint.thinks else rooms.requests
        who, guest = Who("", address_of(request.scope)), None
        try:
            guest = await rooms.guests.who(token_in(request.headers))
            if guest is not None:
                rooms.budgets.spend("requests", Who(guest.id, ""))
                who = who._replace(guest=guest.id)
                rooms.budgets.met(who)
            with _held(rooms.budgets, who) as hold:
                raw, body = await _body(request, endpoint, decoder, rooms.settings, hold)  # it may come slowly
                async with turns.turn(who.guest or who.address):
                    call = Call(rooms, request, guest, who, body)
                    try:
                        found = await endpoint.run(call)
                    except Elsewhere as e:
                        found = await _at_owner(call, endpoint, raw, e)
                    answer = found if isinstance(found, Response) else json_response(found, endpoint.status)
                    return await packed(request, answer)
        except NotKept:
            return fault_response(Refused(503, "not_kept"), lang_of(guest, request))
        except Refused as e:
            if e.status == 429:
                await rooms.slow_down(who)
            return fault_response(e, lang_of(guest, request))

    return Route(endpoint.path, serve, methods=[endpoint.method])


async def _at_owner(call: Call, endpoint: Endpoint, raw: bytes, at: Elsewhere) -> Any:
    """The answer of the process that has the table, or ours when that is gone and the table is ours."""
    nodes = call.rooms.nodes
    if nodes is None or call.request.scope.get(INNER):
        raise Refused(503, "not_kept")
    patience = nodes.patience()
    while True:
        with contextlib.suppress(Unreachable):
            return await nodes.requests.relay(at.node, call.request, raw, call.who.address)
        await patience.wait(at)
        try:
            return await endpoint.run(call)
        except Elsewhere as e:
            at = e


def _fixed_route(endpoint: Endpoint) -> Route:
    """An endpoint whose answers are made once, packed once, and need neither guest nor database."""
    made: dict[str, Fixed] = {}

    async def serve(request: Request) -> Response:
        path = request.url.path
        if path not in made:
            call = Call(request.app.state.rooms, request, None, Who("", address_of(request.scope)), None)
            try:
                answer = msgspec.json.encode(await endpoint.run(call))
            except Refused as e:
                return fault_response(e, lang_of(None, request))
            made[path] = await Fixed.of(answer, "application/json")
        return made[path].response(request, "no-cache")

    return Route(endpoint.path, serve, methods=[endpoint.method])


def browser_lang(request: Request) -> wire.Lang:
    return "pl" if request.headers.get("accept-language", "").lower().startswith("pl") else "en"


def lang_of(guest: Guest | None, request: Request) -> wire.Lang:
    return guest.lang if guest is not None else browser_lang(request)


@contextlib.contextmanager
def _held(budgets: Budgets, who: Who) -> Iterator[Callable[[int], None]]:
    """Counts the bytes of a body as long as its request lasts."""
    held = 0

    def hold(size: int) -> None:
        nonlocal held
        budgets.hold("bodies", who, size)
        held += size

    try:
        yield hold
    finally:
        budgets.give_back("bodies", who, held)


async def _body(
    request: Request,
    endpoint: Endpoint,
    decoder: msgspec.json.Decoder[Any] | None,
    settings: Settings,
    hold: Callable[[int], None],
) -> tuple[bytes, Any]:
    """The body as it came and as the endpoint takes it: a struct, or bytes where somebody else reads them."""
    if endpoint.takes is None:
        return b"", None
    try:
        async with asyncio.timeout(settings.body_time / 1000):
            data = await _bytes(request, settings.max_body if decoder is not None else settings.max_record, hold)
        return data, data if decoder is None else decoder.decode(data or b"{}")
    except TimeoutError:
        raise Refused(408, "bad_body", why="it did not come in time") from None
    except ClientDisconnect:
        raise Refused(400, "bad_body", why="it was cut off") from None
    except msgspec.DecodeError as e:
        status = 422 if isinstance(e, msgspec.ValidationError) else 400
        raise Refused(status, "bad_body", why=str(e)[:300]) from None
    except UnicodeDecodeError:
        raise Refused(400, "bad_body", why="it is not UTF-8") from None
    except RecursionError:
        raise Refused(400, "bad_body", why="it is nested too deeply") from None


async def _bytes(request: Request, large: int, hold: Callable[[int], None]) -> bytes:
    """The body, JSON only (a foreign form cannot send that), no larger than it may be."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    chunks, size = [], 0
    async for chunk in request.stream():
        chunks.append(chunk)
        size += len(chunk)
        if size > large:
            raise Refused(413, "too_large")
        hold(len(chunk))
    if size and kind != "application/json":
        raise Refused(415, "bad_body", why="the content type is not application/json")
    return b"".join(chunks)
