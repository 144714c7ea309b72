"""Requests as no client would send them: every route with any method, headers, cookies and body, byte by byte.

schemathesis (`described`) asks what the OpenAPI text describes, through a client that writes correct HTTP; what is
wrong on the way there, or beside the description, is written here by hand.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from hypothesis import strategies as st

from stajnia.server.routes import ENDPOINTS
from tests.server.pages import PATIENCE, Served

ENOUGH = 1.0  # seconds: a server that waits for more of a request is not waited for
PATHS = [*(e.path for e in ENDPOINTS), "/", "/openapi.json", "/healthz", "/ws", "/t/{id}", "/link/{token}", "/assets/x"]
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "QUERY"]
ODD = ["%00", "..", "..%2f..%2fetc%2fpasswd", "a" * 41, "%ff%fe", "-", "%C4%85", "mine", "duel", "pl", "*", "%"]
# what HTTP lets stand in a header, and some that it does not
_text = st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=40)
NAMES = [
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding", "Content-Length",
    "Content-Type", "Cookie", "Expect", "Host", "If-Modified-Since", "If-None-Match", "If-Range", "Origin", "Range",
    "Referer", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions", "Transfer-Encoding", "Upgrade",
    "Connection", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded",
]  # fmt: skip
VALUES = [
    "", "*", "*/*", "chunked", "gzip", "identity", "bytes=0-", "bytes=5-1", "bytes=-0,9-x", "W/\"x\"", "websocket",
    "upgrade", "http://[", "null", "http://evil.example", "::1", "999.1.1.1, x", "https", "-1", "0", "7",
    "99999999999999999999", "0x10", "application/json", "application/json; charset=utf-16", "text/plain", "13",
    "dGhlIHNhbXBsZSBub25jZQ==", "permessage-deflate", "100-continue", "pl", "pl;q=x,\xff", "stajnia=", "stajnia=x",
    "stajnia=\"", "stajnia=x; stajnia=y", "$Version=1; stajnia=\\101", "Mon, 32 Foo 2000 00:00:00 GMT", "for=\"[::\"",
]  # fmt: skip
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=10,
)
_known = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text(max_size=30) | _json,
        "lang": st.sampled_from(("pl", "en", "xx")),
        "game": st.sampled_from(("tiny", "duel", "clovers", "fever", "unstable", "no")) | _json,
        "seats": st.lists(
            st.fixed_dictionaries(
                {"kind": st.sampled_from(("me", "open", "bot", "x"))}, optional={"level": st.text(max_size=9)}
            ),
            max_size=9,
        ),
        "options": st.dictionaries(
            st.sampled_from(("first", "start", "turns", "goal", "box", "daily", "edition", "x")), _json, max_size=3
        ),
        "clock": st.sampled_from(("none", "relaxed", "fast", "x")),
        "start": st.booleans(),
        "listed": st.booleans() | _json,
        "seat": st.integers() | st.none(),
        "kind": st.sampled_from(("open", "bot")) | _json,
        "rules": st.integers(),
        "moves": _json,
    },
)
BODIES = st.one_of(
    st.just(b""),
    st.binary(max_size=200),
    st.one_of(_json, _known).map(lambda value: msgspec.json.encode(value)),
    st.integers(1, 3_000).map(lambda n: b"[" * n),
    st.just(b'5\r\n{"a":\r\nzz\r\n'),
)


class Raw(NamedTuple):
    """A request as bytes."""

    head: bytes
    body: bytes

    def __repr__(self) -> str:
        return f"{self.head!r} + {self.body!r}"


@st.composite
def raw_requests(draw: st.DrawFn, cookie: str, table: str) -> Raw:
    """Any request to any route: half of it right, so that it gets somewhere."""
    parts = st.sampled_from([table, table, "duel", *ODD]) | st.text("aZ09_-%.~", max_size=45)
    path = draw(st.sampled_from(PATHS))
    for name in ("{id}", "{game}", "{lang}", "{token}"):
        if name in path:
            path = path.replace(name, draw(parts))
    path += draw(st.just("") | st.sampled_from(("?", "?n=1", "?seat=open&n=-1", "?n=%00&count=9e9", "//", "/../x")))
    method = draw(st.sampled_from(METHODS[:2]) | st.sampled_from(METHODS) | st.text("ABCxyz", min_size=1, max_size=8))
    body = draw(BODIES)
    headers: list[tuple[str, str]] = [("Host", "127.0.0.1"), ("Connection", "close")]
    if draw(st.booleans()):
        headers.append(("Cookie", f"stajnia={cookie}"))
    if body and draw(st.integers(0, 9)):
        headers.append(("Content-Length", str(len(body) + draw(st.sampled_from((*[0] * 20, -1, 5))))))
        headers.append(("Content-Type", draw(st.sampled_from(("application/json", "text/plain", "")))))
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=3)):
        headers.append((name, draw(st.sampled_from(VALUES) | _text)))
    lines = [f"{method} {path} HTTP/{draw(st.sampled_from(('1.1', '1.1', '1.0', '2.0', '9')))}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return Raw("\r\n".join([*lines, "", ""]).encode("latin-1"), body)


def answers(house: Served, request: Raw) -> list[int]:
    """The statuses with which a server answers this before it hangs up, perhaps none."""
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as line:
        got = b"".join(_talk(line, request))
    return [int(x[9:12]) for x in got.split(b"\r\n") if x.startswith(b"HTTP/1.1 ")]


def _talk(line: socket.socket, request: Raw) -> Iterator[bytes]:
    line.settimeout(ENOUGH)
    try:
        line.sendall(request.head + request.body)
        while chunk := line.recv(65_536):
            yield chunk
            if chunk.startswith(b"HTTP/1.1 101"):
                return  # a socket, which stays open
    except (ConnectionError, TimeoutError):
        return  # it hung up first, or waits


FINE = {503}  # the page was not built, or a table is left alone for a moment


def all_is_well(statuses: list[int]) -> bool:
    return all(status < 500 or status in FINE for status in statuses)
