"""The application: routes, the page, health, beginning and end."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from stajnia.server import garbage, wire
from stajnia.server.endpoint import json_response, route
from stajnia.server.errors import Refused, fault_response
from stajnia.server.leases import Elsewhere
from stajnia.server.metrics import serve_metrics
from stajnia.server.middleware import Guard
from stajnia.server.nodes import Nodes
from stajnia.server.openapi import describe
from stajnia.server.packing import Fixed
from stajnia.server.page_files import PageFiles
from stajnia.server.relay import InnerDoor
from stajnia.server.retention import Retention
from stajnia.server.rooms import Rooms
from stajnia.server.routes import ENDPOINTS
from stajnia.server.settings import Settings
from stajnia.server.sockets import Sockets
from stajnia.server.store import NotKept, Store


class Stajnia:
    """The server as an ASGI application; the database is opened (and brought up to date) here.

    Sockets go straight to `Sockets`: every layer between would be passed by every message.
    """

    def __init__(self, settings: Settings) -> None:
        shared_for = settings.lease if settings.inner else 0
        store = Store(settings.db, settings.read_time / 1000, settings.write_time / 1000, shared_for)
        self.rooms = Rooms(settings, store)
        self.inner = InnerDoor(settings.secret)
        if settings.inner:
            try:
                self.rooms.nodes = Nodes(self.rooms, store, settings)
            except BaseException:
                store.close()
                raise
        self.prefix = settings.prefix
        self.sockets = Sockets(self.rooms)
        self.http = Guard(create_http(self.rooms), self.rooms)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.prefix and "path" in scope:
            scope = _below(scope, self.prefix)
        if self.inner.leads(scope):
            known = self.inner.let_in(scope)
            if known is None:
                await _turn_away(scope, receive, send)
                return
            scope = known
            if scope["path"].startswith("/inner/"):
                answer = await _answer(self.rooms, Request(scope, receive))
                await answer(scope, receive, send)
                return
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self.http(scope, receive, send)


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Who comes through the inner door without the secret."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": wire.BAD})
    else:
        await fault_response(Refused(403, "bad_origin"))(scope, receive, send)


async def _answer(rooms: Rooms, request: Request) -> Response:
    """What another process asks."""
    assert rooms.nodes is not None
    try:
        return json_response(await rooms.nodes.answer(request.url.path.rsplit("/", 1)[1], await request.body()))
    except Refused as e:
        return fault_response(e)
    except (NotKept, Elsewhere):
        return fault_response(Refused(503, "not_kept"))


def _below(scope: Scope, prefix: str) -> Scope:
    """The path below ours. A proxy may have taken the prefix off already."""
    path = scope["path"]
    return {**scope, "path": path.removeprefix(prefix)} if path.startswith(f"{prefix}/") else scope


def create_http(rooms: Rooms) -> Starlette:
    """Everything but the sockets."""
    settings = rooms.settings
    description = Fixed.at_once(msgspec.json.encode(describe(settings.prefix)), "application/json")
    files = PageFiles(settings.page, settings.prefix)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = rooms
        if rooms.nodes is not None:
            await rooms.nodes.start()
        rooms.spawn(rooms.wake())
        rooms.spawn(rooms.workers.warm())
        rooms.spawn(Retention(rooms).run())
        rooms.spawn(rooms.space.run())
        rooms.spawn(garbage.tidy(rooms))
        door = await serve_metrics(rooms, settings.metrics) if settings.metrics else None
        yield
        if door is not None:
            door.close()
        await rooms.close()

    async def openapi(request: Request) -> Response:
        return description.response(request, "no-cache")

    async def health(request: Request) -> Response:  # noqa: ARG001 (an endpoint takes a request)
        try:
            await rooms.healthy()
        except NotKept:
            return PlainTextResponse("nothing can be saved\n", 503)
        if rooms.nodes is not None and rooms.nodes.unwell:
            return PlainTextResponse("this process leaves\n", 503)
        return PlainTextResponse("ok\n")

    async def page(request: Request) -> Response:
        return await files.response(request, request.path_params.get("path", ""))

    app = Starlette(
        routes=[
            *(route(e) for e in ENDPOINTS),
            Route("/openapi.json", openapi),
            Route("/healthz", health),
            Route("/{path:path}", page),
        ],
        exception_handlers={HTTPException: _http_fault, Exception: _bug},
        lifespan=lifespan,
    )
    app.state.rooms = rooms
    return app


async def _http_fault(request: Request, e: Exception) -> Response:  # noqa: ARG001 (Starlette hands both in)
    assert isinstance(e, HTTPException)
    answer = fault_response(Refused(e.status_code, "no_page"))
    for name, value in (e.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _bug(request: Request, e: Exception) -> Response:  # noqa: ARG001 (Starlette logs it; nobody outside is told)
    return fault_response(Refused(500, "bug"))
