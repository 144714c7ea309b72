"""The door: heads and bodies that do not come, too many connections of one address, odd origins, odd bytes."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import select
import socket
import struct
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from stajnia.server.budgets import Budgets
from stajnia.server.run import raise_file_limit
from stajnia.server.settings import Settings
from stajnia.server.transport import LEAST, PIECES, PORTION, ReadInTime, door
from tests.server.hand_clock import HandClock
from tests.server.logs import tracebacks
from tests.server.pages import PATIENCE, PLENTY, Person, Served, served


def call(house: Served, text: bytes = b"") -> socket.socket:
    """A connection that has said this much."""
    opened = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    opened.sendall(text)
    return opened


def ended(connection: socket.socket) -> bytes:
    """What the server says until it hangs up."""
    said = bytearray()
    with contextlib.closing(connection), contextlib.suppress(ConnectionError):
        while data := connection.recv(100_000):
            said += data
    return bytes(said)


def visit(house: Served) -> None:
    """Somebody comes, at last."""
    while True:
        with contextlib.suppress(httpx.HTTPError):
            assert httpx.get(house.url + "/api/words/en").status_code == 200
            return


def test_who_does_not_finish_a_head_or_a_body_is_cut_off(tmp_path: Path) -> None:
    """Silence, half a head, half a body: the connection is closed, a body with a word why."""
    with served(tmp_path / "a.db", head_time=100, body_time=100) as house:
        half = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
        assert ended(call(house)) == b""
        assert ended(call(house, half[:30])) == b""
        assert b"HTTP/1.1 408" in ended(call(house, half))
        visit(house)


WORDS = b"GET /api/words/en HTTP/1.1\r\nhost: x\r\n"
UPLOAD = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n"


ANSWERED = [  # requests, and what may follow the answer
    (WORDS + b"\r\n", b"\r\n"),
    (WORDS + b"\r\n", b"G"),
    (WORDS + b"content-length: 100\r\n\r\n", b"x"),
    (UPLOAD + b" " * 70_000, b" "),  # too large
    (UPLOAD, b" "),  # too late
]


def test_who_says_something_after_an_answer_and_no_more_is_cut_off(tmp_path: Path) -> None:
    """A line, half a head, a byte of a body that nobody wants any more: no connection is held for ever."""
    with served(tmp_path / "a.db", head_time=300, body_time=100) as house:
        connections = [call(house, first) for first, _ in ANSWERED]
        for connection, (_, then) in zip(connections, ANSWERED, strict=True):
            assert connection.recv(10).startswith(b"HTTP/1.1 ")
            connection.sendall(then)
        for connection in connections:
            ended(connection)
        visit(house)


def half_body(cookie: str = "", size: int = 1, path: str = "/api/me") -> bytes:
    """A request of whose body the end is missing."""
    head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {size + 9}\r\n"
    return (head + f"cookie: {cookie}\r\n\r\n").encode() + b" " * size


def test_slow_bodies_take_nobodys_place(tmp_path: Path) -> None:
    """However many guests send half of one, others are answered at once."""
    with served(tmp_path / "a.db") as house:
        guests = [Person(house, f"Eve {n}").cookie for n in range(17)]
        slow = [call(house, half_body(guest)) for guest in guests for _ in range(4)]
        began = time.monotonic()
        Person(house, "Ala").get("/api/tables")
        assert time.monotonic() - began < Settings.body_time / 2_000
        for connection in slow:
            connection.close()


def test_bodies_that_wait_have_a_size_together(tmp_path: Path) -> None:
    """A guest beyond it is refused, another is not, and what is given up is given back."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "bodies": [400_000, None, None]}) as house:
        eve, ala = Person(house, "Eve"), Person(house, "Ala")
        slow = [call(house, half_body(eve.cookie, 250_000, "/api/records")) for _ in range(2)]
        (refused, *_), _, _ = select.select(slow, [], [])  # the other waits for the rest of its body
        said = b""
        while b'"bodies"' not in said:
            said += (more := refused.recv(10_000))
            assert more, said
        assert b" 429 " in said
        ala.post("/api/me", {"name": "Ala"})
        for connection in slow:
            connection.close()
        while eve.http.post("/api/records", content=b" " * 250_000).status_code == 429:
            time.sleep(0.01)


@pytest.mark.parametrize(
    "text",
    [
        b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 9_000,  # many
        b"GET / HTTP/1.1\r\na: " + b"b" * 45_000,  # a long one
        b"GET /" + b"b" * 45_000,
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\na: " + b"b" * 45_000,
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n" + b"a:b\r\n" * 300,
    ],
)
def test_a_head_has_a_size(tmp_path: Path, text: bytes) -> None:
    """Who says more before or behind a body is told so, and cut off."""
    with served(tmp_path / "a.db") as house:
        assert b"HTTP/1.1 431" in ended(call(house, text))
        large = {f"a{n}": "b" * 300 for n in range(80)}
        assert httpx.get(house.url + "/api/words/en", headers=large).status_code == 200


def test_a_body_does_not_come_in_crumbs() -> None:
    """Each chunk costs as much whatever is in it: a read of one-byte chunks would stop everybody for 20 ms. It is cut
    off; one of small pieces is not."""

    async def app(_: Any, receive: Any, __: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def go() -> list[tuple[int, bool]]:
        settings = Settings()
        protocol = door(Budgets({}, settings.now), settings)
        config = uvicorn.Config(app, http=protocol, log_config=None)
        config.load()
        found, tasks = [], ServerState()
        for size in (1, 64):
            transport = Mock(**{"is_closing.return_value": False})
            transport.get_extra_info.side_effect = {"peername": ("127.0.0.5", 1), "sockname": ("127.0.0.1", 80)}.get
            line = protocol(config, tasks, {})
            transport.get_protocol.return_value = line
            transport.close.side_effect = lambda t=transport: t.is_closing.configure_mock(return_value=True)
            line.connection_made(transport)
            line.data_received(b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
            chunk = b"%x\r\n%b\r\n" % (size, b"x" * size)
            line.data_received(chunk * (256_000 // len(chunk)))
            found.append((len(line.cycle.body), transport.close.called))
            line.connection_lost(None)
        await asyncio.gather(*tasks.tasks)
        return found

    assert asyncio.run(go()) == [(PIECES, True), (64 * (256_000 // 70), False)]


def test_a_request_has_an_end(tmp_path: Path) -> None:
    """Also where nobody wants its body."""
    with served(tmp_path / "a.db") as house:
        endless = call(house, b"GET /api/words/en HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999\r\n\r\n")
        with contextlib.closing(endless), pytest.raises(ConnectionError):
            _pour(endless)


def _pour(connection: socket.socket) -> None:
    for _ in range(10_000):
        connection.sendall(b" " * 50_000)


def test_who_does_not_read_an_answer_is_cut_off(tmp_path: Path) -> None:
    """The connection is closed and makes room for another, and what waited is forgotten."""
    (tmp_path / "large.bin").write_bytes(b" " * 20_000_000)
    one = {**PLENTY, "connections": [None, 1, None]}
    with served(tmp_path / "a.db", page=str(tmp_path), unread_time=300, budgets=one) as house:
        deaf = call(house, b"GET /large.bin HTTP/1.1\r\nhost: x\r\n\r\n")
        visit(house)
        assert len(ended(deaf)) < 20_000_000


def test_answers_that_nobody_reads_have_a_budget(tmp_path: Path) -> None:
    """What waits for one address is bounded: the next that is not read is cut off, and there is room again when the
    first has gone."""
    (tmp_path / "large.bin").write_bytes(b" " * 20_000_000)
    some = {**PLENTY, "outbox": [None, 1_000_000, None]}
    ask = b"GET /large.bin HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    with served(tmp_path / "a.db", page=str(tmp_path), unread_time=1_000_000, budgets=some) as house:
        deaf = call(house, ask)
        assert deaf.recv(1) == b"H"
        assert len(ended(call(house, ask))) < 20_000_000
        assert len(ended(deaf)) >= 20_000_000
        assert len(ended(call(house, ask))) > 20_000_000


def test_who_reads_slowly_is_not_cut_off() -> None:
    """Some bytes in each time are enough, however long it takes; too few are not, and who reads all is left alone."""
    clock, waits, cut = HandClock(), [10 * LEAST], []

    class Slow(ReadInTime):
        loop = SimpleNamespace(call_later=lambda seconds, look: clock.later(1000 * seconds, look))  # type: ignore[assignment]
        transport = SimpleNamespace(get_write_buffer_size=lambda: waits[0], abort=lambda: cut.append(clock.time))  # type: ignore[assignment]

    slow = Slow()
    slow.pause_writing()
    for _ in range(5):
        waits[0] -= LEAST
        clock.advance(slow.unread_time)
    slow.resume_writing()
    clock.advance(10 * slow.unread_time)
    assert cut == []
    slow.pause_writing()
    waits[0] -= LEAST - 1
    clock.advance(slow.unread_time)
    assert cut == [clock.time]


def test_few_requests_wait_behind_another(tmp_path: Path) -> None:
    """Some may; who sends hundreds without reading is cut off. Who hangs up meanwhile leaves no trace."""
    with served(tmp_path / "a.db", body_time=200) as house:
        ask = b"GET /api/tables HTTP/1.1\r\nhost: x\r\n\r\n"
        last = ask.replace(b"host", b"connection: close\r\nhost")
        assert ended(call(house, ask * 3 + last)).count(b"HTTP/1.1 200") == 4
        assert ended(call(house, ask * 500)).count(b"HTTP/1.1") <= 5
        half = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{"
        for text in (ask * 3, ask * 2 + half, ask * 50):
            for _ in range(10):
                connection = call(house, text)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()
        visit(house)
        house.stop()
        log = house.log.read_text()
        assert tracebacks(log) == 0
        assert "error" not in log.lower()


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    """One more is hung up at once; when one is given back there is room again. Sockets do not count twice."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "connections": [None, 5, None]}) as house:
        ala = Person(house, "Ala")
        pages = [ala.page() for _ in range(6)]
        ala.http.close()
        silent = [call(house) for _ in range(8)]
        for one in silent:
            one.settimeout(PATIENCE)
        assert ended(silent[-1]) == b""
        for one in silent[:-1]:
            one.close()
        visit(house)
        pages[0].send("ping")
        assert pages[0].until("pong")


def test_an_origin_that_is_none_is_foreign(ala: Person) -> None:
    """What cannot be read as an address is refused like any foreign page."""
    answer = ala.http.post("/api/me", json={"name": "Eve"}, headers={"origin": "http://["})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    assert "content-security-policy" in answer.headers


def test_a_socket_that_sends_no_text_is_closed(ala: Person) -> None:
    """Bytes that are no UTF-8 end that socket and nothing else."""
    page, other = ala.page(), ala.page()
    raw = page.socket.socket
    mask = b"\x00\x00\x00\x00"
    raw.sendall(struct.pack("!BB", 0x81, 0x80 | 2) + mask + b"\xff\xfe")
    with contextlib.suppress(Exception):
        while True:
            page.next()
    other.send("ping")
    assert other.until("pong")


def framed(opcode: int, data: bytes = b"") -> bytes:
    """A frame of a page; its mask is zero."""
    return bytes((opcode, 0x80 | len(data))) + b"\0\0\0\0" + data


PING, PONG, PART, MORE = 0x89, 0x8A, 0x01, 0x00  # how frames begin


@pytest.mark.parametrize("frames", [framed(PING), framed(PONG), framed(PART) + framed(MORE) * 5])
def test_frames_that_are_no_messages_count_as_such(tmp_path: Path, frames: bytes) -> None:
    """Who pings without end, or sends a message in a thousand parts, is hung up; others notice nothing."""
    with served(tmp_path / "a.db", budgets={**PLENTY, "messages": [[30, 1], None]}) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        page, other = ala.page(), bob.page()
        more = framed(MORE) if frames[:1] == b"\x01" else frames
        page.socket.socket.sendall(frames + more * 20_000)
        with pytest.raises(ConnectionClosed):
            page.until("never")
        other.send("ping")
        assert other.until("pong")


def test_what_a_page_sends_beyond_its_budget_is_not_read(tmp_path: Path) -> None:
    """Its budget is read and a portion more, however long others have been answered since."""
    few = {**PLENTY, "input": [[5_000, 0.001], None]}
    with served(tmp_path / "a.db", budgets=few) as house:
        ala, bob = Person(house, "Ala"), Person(house, "Bob")
        page, other = ala.page(), bob.page()
        ping = len('{"t": "ping"}') + 6  # with what stands before it in its frame
        for _ in range(1_000):
            page.send("ping")
        for _ in range(1_000 * ping // PORTION + 10):  # each of them a turn in which more could be read
            other.send("ping")
            assert other.until("pong")
        house.kill()  # and all that was answered is here
        with pytest.raises(ConnectionClosed):
            page.until("never")
        assert 5_000 // ping <= len(page.all) <= (5_000 + PORTION) // ping


def test_what_a_page_sends_beyond_its_budget_is_read_later(tmp_path: Path) -> None:
    """Nothing of it is lost or refused."""
    few = {**PLENTY, "input": [[5_000, 20_000], None]}
    with served(tmp_path / "a.db", budgets=few) as house:
        page = Person(house, "Ala").page()
        for _ in range(1_000):
            page.send("ping")
        for _ in range(1_000):
            assert page.until("pong")


def test_pings_that_nobody_reads_answers_to_do_not_pile_up(tmp_path: Path) -> None:
    """The socket that sends them holds no more than the system's buffers and ours."""
    with served(tmp_path / "a.db") as house:
        cookie = Person(house, "Ala").cookie
        unread = call(
            house,
            b"GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: " + cookie.encode() + b"\r\n\r\n",
        )
        assert b" 101 " in unread.recv(1_000)
        before = memory(house)
        with contextlib.closing(unread):
            for _ in range(1_000):
                unread.sendall(framed(PING, b"x" * 125) * 300)
            assert memory(house) - before < 15_000_000


def memory(house: Served) -> int:
    """Bytes in the memory of the server."""
    return int(Path(f"/proc/{house.process.pid}/statm").read_text().split()[1]) * resource.getpagesize()


def test_who_hangs_up_when_we_do_leaves_no_trace(tmp_path: Path) -> None:
    """Sockets that misbehave until they are hung up, and are gone by then, or say so twice: no word in the log."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        for away in (True, False):
            pages = [ala.page() for _ in range(5)]
            for page in pages:
                with contextlib.suppress(ConnectionClosed):  # where we are slow, it is hung up before all is said
                    for _ in range(30):
                        page.socket.send("nonsense")
                if away:
                    page.socket.socket.close()
            for page in () if away else pages:
                with contextlib.suppress(ConnectionClosed):
                    page.until("never")
        other = ala.page()
        other.send("ping")
        assert other.until("pong")
        house.stop()
        log = house.log.read_text()
        assert tracebacks(log) == 0
        assert "error" not in log.lower()


def test_the_limit_of_files_is_raised_and_told_where_it_stays_low(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As far as the system lets us; a host reads in the log that it is not far."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1_024))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: asked.append(limit))
    raise_file_limit()
    assert asked == [(1_024, 1_024)]
    assert "only 1024 files" in caplog.text
