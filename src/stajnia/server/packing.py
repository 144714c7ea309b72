"""Answers that travel packed (gzip): what is fixed is packed once, what is large in a thread."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

SMALL, LARGE = 1_000, 16_384  # bytes that are not worth it, and those that would hold up the event loop
QUICK, BEST = 4, 9  # how hard zlib tries: each time, or once for all


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def packed(request: Request, answer: Response) -> Response:
    """The answer as this client takes it."""
    body = bytes(answer.body)
    if len(body) < SMALL or not takes_gzip(request):
        return answer
    small = _gzip(body, QUICK) if len(body) < LARGE else await asyncio.to_thread(_gzip, body, QUICK)
    answer.body = small
    answer.headers.update({"content-length": str(len(small)), "content-encoding": "gzip", "vary": "accept-encoding"})
    return answer


def _gzip(body: bytes, level: int) -> bytes:
    return gzip.compress(body, level, mtime=0)


@dataclass(frozen=True)
class Fixed:
    """Something that is sent again and again."""

    body: bytes
    small: bytes  # packed, or b""
    tag: str
    media: str

    @classmethod
    async def of(cls, body: bytes, media: str, worth: bool = True) -> Fixed:
        """`worth`: it gets smaller."""
        return await asyncio.to_thread(cls.at_once, body, media, worth)

    @classmethod
    def at_once(cls, body: bytes, media: str, worth: bool = True) -> Fixed:
        small = _gzip(body, BEST) if worth and len(body) >= SMALL else b""
        return cls(body, small, f'"{hashlib.sha256(body).hexdigest()[:20]}"', media)

    def response(self, request: Request, age: str) -> Response:
        headers = {"etag": self.tag, "cache-control": age, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(None, 304, headers)
        if self.small and takes_gzip(request):
            return Response(self.small, 200, {**headers, "content-encoding": "gzip"}, self.media)
        return Response(self.body, 200, headers, self.media)
