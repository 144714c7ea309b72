"""An HTTP endpoint: a function from a call to a struct. It says its types, and they make the OpenAPI text.

The endpoints stand beside what they serve (`me`, `games`, `lobby`, `records`); `routes` gathers them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from stajnia.core.match import Record
from stajnia.server import wire
from stajnia.server.errors import Refused, fault_response
from stajnia.server.guests import COOKIE, Guest
from stajnia.server.rooms import Rooms
from stajnia.server.store import NotKept

NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}  # in a query, as OpenAPI says it
_NO_STORE = {"cache-control": "no-store"}


@dataclass
class Call:
    """A request to an endpoint, read and checked."""

    rooms: Rooms
    request: Request
    guest: Guest | None
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
    def lang(self) -> wire.Lang:
        return lang_of(self.guest, self.request)

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

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


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json", headers=_NO_STORE)


def route(endpoint: Endpoint) -> Route:
    decoder = None if endpoint.takes in (None, Record) else msgspec.json.Decoder(endpoint.takes)

    async def serve(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        guest = await rooms.guests.who(request.cookies.get(COOKIE))
        try:
            body: Any = None
            if endpoint.takes is not None:
                large = rooms.settings.max_record if endpoint.takes is Record else rooms.settings.max_body
                body = await _body(request, large)
                if decoder is not None:
                    body = decoder.decode(body or b"{}")
            answer = await endpoint.run(Call(rooms, request, guest, body))
        except msgspec.DecodeError as e:
            status = 422 if isinstance(e, msgspec.ValidationError) else 400
            return fault_response(Refused(status, "bad_body", why=str(e)[:300]), lang_of(guest, request))
        except UnicodeDecodeError:
            return fault_response(Refused(400, "bad_body", why="it is not UTF-8"), lang_of(guest, request))
        except RecursionError:
            return fault_response(Refused(400, "bad_body", why="it is nested too deeply"), lang_of(guest, request))
        except NotKept:
            return fault_response(Refused(503, "not_kept"), lang_of(guest, request))
        except Refused as e:
            return fault_response(e, lang_of(guest, request))
        return answer if isinstance(answer, Response) else json_response(answer, endpoint.status)

    return Route(endpoint.path, serve, methods=[endpoint.method])


def browser_lang(request: Request) -> wire.Lang:
    return "pl" if request.headers.get("accept-language", "").lower().startswith("pl") else "en"


def lang_of(guest: Guest | None, request: Request) -> wire.Lang:
    return guest.lang if guest is not None else browser_lang(request)


async def _body(request: Request, large: int) -> bytes:
    """The body, JSON only (a foreign form cannot send that), no larger than it may be."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > large:
                raise Refused(413, "too_large")
    except ClientDisconnect:
        raise Refused(400, "bad_body", why="it was cut off") from None
    if data and kind != "application/json":
        raise Refused(415, "bad_body", why="the content type is not application/json")
    return data
