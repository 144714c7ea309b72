"""What stands before every request: where it comes from, how often, how large, and the headers of every answer."""

from __future__ import annotations

from time import perf_counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stajnia.server.budgets import Who, address_of
from stajnia.server.errors import Refused, fault_response
from stajnia.server.rooms import Rooms

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the page moves pieces by style attributes; they run no code
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # a table's link is known to those who got it
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def own_origin(scope: Scope, allowed: tuple[str, ...]) -> bool:
    """Whether a page of ours sent this. Programs other than browsers send no Origin and have no foreign cookies."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    try:
        return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False


class Guard:
    def __init__(self, app: ASGIApp, rooms: Rooms) -> None:
        self.app, self.rooms = app, rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        try:
            self._look(scope)
        except Refused as e:
            if e.status == 429:
                await self.rooms.slow_down(Who("", address_of(scope)))
            await fault_response(e)(scope, receive, with_headers)
        else:
            began = perf_counter()
            await self.app(scope, receive, with_headers)
            self.rooms.request_times.note(perf_counter() - began)

    def _look(self, scope: Scope) -> None:
        self.rooms.budgets.spend("requests", Who("", address_of(scope)))
        if scope["method"] not in ("GET", "HEAD") and not own_origin(scope, self.rooms.settings.origins):
            raise Refused(403, "bad_origin")
