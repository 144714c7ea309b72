"""What stands before every request: where it comes from, how often, how large, and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stajnia.server.errors import Refused, fault_response
from stajnia.server.settings import Settings

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


CREATING = ("/api/me", "/api/tables", "/api/records")  # a POST there leaves something behind


class Bucket:
    """So many a second, with bursts (of three seconds' worth where nothing else is said)."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate, self.at = rate, time.monotonic()
        self.left = self.burst = 3 * rate if burst is None else burst

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def own_origin(scope: Scope, allowed: tuple[str, ...]) -> bool:
    """Whether a page of ours sent this. Programs other than browsers send no Origin and have no foreign cookies."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host", "")


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._buckets: OrderedDict[str, tuple[Bucket, Bucket]] = OrderedDict()  # by address: all, and creating

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

        if (refused := self._refused(scope)) is not None:
            await fault_response(refused)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    def _refused(self, scope: Scope) -> Refused | None:
        asking, creating = self._of((scope.get("client") or ("",))[0])
        creates = scope["method"] == "POST" and scope["path"] in CREATING
        if not asking.take() or (creates and not creating.take()):
            return Refused(429, "too_fast")
        if scope["method"] not in ("GET", "HEAD") and not own_origin(scope, self.settings.origins):
            return Refused(403, "bad_origin")
        return None

    def _of(self, address: str) -> tuple[Bucket, Bucket]:
        """The buckets of an address."""
        found = self._buckets.pop(address, None)
        if found is None:
            rate = self.settings.request_rate
            found = Bucket(rate), Bucket(rate / 80, rate * 2.5)
        self._buckets[address] = found
        if len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
        return found
