"""What a hostile guest does, one function an attack; each goes on until its time is over and counts the answers."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from siege_tools import CUT, Socket, Web, dial, frame

from stajnia import Match

GONE = (OSError, EOFError, TimeoutError)
ids = itertools.count()


class Foe:
    """A hostile guest at an address of its own."""

    def __init__(self, port: int, address: str, cookie: str, tables: list[str], ends: float) -> None:
        self.port, self.address, self.cookie, self.tables, self.ends = port, address, cookie, tables, ends
        self.told: Counter[str] = Counter()
        self.dice = random.Random(address)

    @property
    def on(self) -> bool:
        return time.monotonic() < self.ends

    def web(self) -> Web:
        return Web(self.port, self.address, self.told, self.cookie)

    async def socket(self, buffer: int = 0) -> Socket:
        return await Socket.open(self.port, self.address, self.cookie, buffer)

    async def many(self, count: int, job: Callable[[int], Awaitable[None]]) -> None:
        """The same `count` times at once, again and again."""

        async def go_on(n: int) -> None:
            while self.on:
                began = time.monotonic()
                with contextlib.suppress(*GONE):
                    await job(n)
                await asyncio.sleep(0 if time.monotonic() - began > 0.002 else 0.002)

        tasks = [asyncio.create_task(go_on(n)) for n in range(count)]
        await asyncio.sleep(max(0, self.ends - time.monotonic()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def table(self, game: str, seats: list[dict[str, str]], **more: Any) -> str:
        """A table of one's own, or "" where that is refused."""
        web = self.web()
        body = {"game": game, "seats": seats, "start": True, **more}
        status, answer = await web.ask("POST", "/api/tables", body)
        web.close()
        return str(msgspec.json.decode(answer)["id"]) if status == 201 else await self._mine(game)

    async def _mine(self, game: str) -> str:
        web = self.web()
        status, answer = await web.ask("GET", "/api/tables/mine")
        web.close()
        found = msgspec.json.decode(answer) if status == 200 else []
        return next((t["id"] for t in found if t["game"] == game and t["state"] == "playing"), "")

    def said(self, message: dict[str, Any]) -> dict[str, Any]:
        """Count a message of the server."""
        code = message.get("code") or message.get("message") if message["t"] in ("error", "refuse") else ""
        self.told[f"{code}" if isinstance(code, str) and code else message["t"]] += 1
        return message

    async def flood(self, message: dict[str, Any], table: str, reads: bool = True, pause: float = 0.002) -> None:
        """A socket at a table that says the same all the time."""
        socket = await self.socket(0 if reads else 4096)
        try:
            if table:
                socket.send({"t": "hello", "table": table})
            listening = asyncio.create_task(self._listen(socket)) if reads else None
            while self.on and not socket.writer.is_closing() and not (listening and listening.done()):
                more = {"id": f"f{next(ids)}"} if message["t"] not in ("hello", "ping") else {}
                socket.send(message | more)
                await socket.writer.drain()
                await asyncio.sleep(pause)
            self.told[CUT] += self.on
        finally:
            socket.close()

    async def _listen(self, socket: Socket) -> None:
        with contextlib.suppress(*GONE):
            while True:
                self.said(await socket.next())


ME, BOT = {"kind": "me"}, {"kind": "bot"}


async def padded(foe: Foe, size: int = 280_000) -> bytes:
    """A record that replays at once and is as large as it may be."""
    web = foe.web()
    status, answer = await web.ask("GET", "/api/games")
    web.close()
    rules = {g["name"]: g["rules"] for g in msgspec.json.decode(answer)} if status == 200 else {"duel": 1}
    hows = {f"{n:06d}": "stand_in" for n in range(size // 20)}
    return msgspec.json.encode(
        {"game": "duel", "rules": rules["duel"], "seats": 2, "options": {"first": "0"}, "moves": [[0, "b2"]],
         "commit": "", "seed": "", "outcome": None, "names": ["x", "y"], "notes": {"hows": hows}}
    )  # fmt: skip


def long_match() -> bytes:
    """A record whose steps are large."""
    match, dice = Match.start("fever", 6, {}, seed=1), random.Random(1)
    while match.outcome is None and len(match.record.moves) < 400:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match.record.to_json().encode()


async def uploads(foe: Foe) -> None:
    """Large records as fast as may be, and their list, forty times at once."""
    body = await padded(foe)
    webs = [foe.web() for _ in range(50)]

    async def one(n: int) -> None:
        await (webs[n].ask("POST", "/api/records", body) if n < 10 else webs[n].ask("GET", "/api/records"))

    await foe.many(50, one)


async def downloads(foe: Foe) -> None:
    """A large record and one's lists, again and again, packed, on forty connections."""
    web = foe.web()
    status, answer = await web.ask("POST", "/api/records", await padded(foe))
    found = [msgspec.json.decode(answer)["id"]] if status == 201 else []
    status, answer = await web.ask("GET", "/api/records")
    found += [r["id"] for r in msgspec.json.decode(answer)] if status == 200 else []
    paths = [f"/api/records/{id}" for id in found[:3]] or ["/api/tables"]
    webs = [foe.web() for _ in range(40)]
    await foe.many(40, lambda n: _get(webs[n], paths[n % len(paths)]))


async def _get(web: Web, path: str) -> None:
    await web.ask("GET", path, accept_encoding="gzip")


async def _steps(foe: Foe) -> str:
    """Where the steps of a long match are, as open as may be; the number of the first one is to be added."""
    web = foe.web()
    await web.ask("POST", "/api/records", long_match())
    _, answer = await web.ask("GET", "/api/records")
    records: list[dict[str, Any]] = msgspec.json.decode(answer or b"[]")
    web.close()
    return f"/api/records/{records[0]['id'] if records else 'none'}/replay?seat=open&count=60&n="


async def replays(foe: Foe) -> None:
    """Steps of a long match, forty at once."""
    path, webs = await _steps(foe), [foe.web() for _ in range(40)]
    await foe.many(40, lambda n: _get(webs[n], path + str(n * 4)))


async def unread(foe: Foe) -> None:
    """Such steps, asked for on as many connections as may be, and not read."""
    path = await _steps(foe)

    async def one(n: int) -> None:
        reader, writer = await dial(foe.port, foe.address, 1024)
        writer.write(f"GET {path}{n} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: stajnia={foe.cookie}\r\n\r\n".encode())
        try:
            head = await reader.readline()
            foe.told[head[9:12].decode() or CUT] += 1
            await asyncio.sleep(25)
        finally:
            writer.close()

    await foe.many(180, one)


async def deaf(foe: Foe) -> None:
    """Twenty sockets that never read, hello 25 times a second each."""
    await foe.many(20, lambda n: foe.flood({"t": "hello", "table": foe.tables[n % len(foe.tables)]}, "", False, 0.04))


async def hellos(foe: Foe) -> None:
    """Twenty sockets that come to others' tables again and again."""
    await foe.many(20, lambda n: foe.flood({"t": "hello", "table": foe.tables[n % len(foe.tables)]}, ""))


async def comings(foe: Foe) -> None:
    """Come as a spectator and go, so that the players are told."""

    async def one(n: int) -> None:
        socket = await foe.socket()
        listening = asyncio.create_task(foe._listen(socket))
        while foe.on and not listening.done():
            socket.send({"t": "hello", "table": foe.tables[n % len(foe.tables)]})
            socket.send({"t": "bye"})
            await asyncio.sleep(0.004)
        socket.close()

    await foe.many(20, one)


async def chat(foe: Foe) -> None:
    """Lines of 500 letters at others' tables."""
    line = {"t": "chat", "text": "ż" * 500}
    await foe.many(20, lambda n: foe.flood(line, foe.tables[n % len(foe.tables)]))


async def slow(foe: Foe) -> None:
    """Heads and bodies that do not end."""
    head = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n"

    async def one(n: int) -> None:
        reader, writer = await dial(foe.port, foe.address)
        writer.write(head + b"\r\n{" if n % 2 else head[:-9])
        while foe.on and not reader.at_eof():
            writer.write(b" ")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100), 1)
        foe.told[CUT] += reader.at_eof()
        writer.close()

    await foe.many(300, one)


async def connections(foe: Foe) -> None:
    """Open and close, sockets and others, as many as there are."""

    async def one(n: int) -> None:
        if n % 2:
            (await foe.socket()).close()
            foe.told["101"] += 1
            return
        reader, writer = await dial(foe.port, foe.address)
        with contextlib.suppress(TimeoutError):
            foe.told[CUT] += not await asyncio.wait_for(reader.read(1), 2)
        writer.close()

    await foe.many(300, one)


async def listed(foe: Foe) -> None:
    """Tables that everybody sees, and the list of them."""
    webs = [foe.web() for _ in range(20)]
    body = {"game": "duel", "seats": [ME, {"kind": "open"}], "listed": True, "name": "spam " * 8}

    async def one(n: int) -> None:
        await (_get(webs[n], "/api/tables") if n % 2 else webs[n].ask("POST", "/api/tables", body))

    await foe.many(20, one)


async def boxes(foe: Foe) -> None:
    """Tables with a box of one's own, each another."""
    webs = [foe.web() for _ in range(20)]

    async def one(n: int) -> None:
        text = msgspec.json.encode({"track_length": 10 + next(ids) % 50, "tokens": {"green_C": {"price": next(ids)}}})
        body = {"game": "fever", "seats": [ME, BOT, BOT], "options": {"box": text.decode()}}
        await webs[n].ask("POST", "/api/tables", body)

    await foe.many(20, one)


async def bots(foe: Foe) -> None:
    """Tables where only bots play: of the highest level, which think, and of the lowest, which write."""
    webs = [foe.web() for _ in range(10)]
    status, answer = await webs[0].ask("GET", "/api/games")
    games = msgspec.json.decode(answer) if status == 200 else []
    levels = {(g["name"], n): g["levels"][-n]["name"] for g in games for n in (0, 1)}

    async def one(n: int) -> None:
        game = ("unstable", "fever", "clovers")[n % 3]
        seats = [{"kind": "bot", "level": levels.get((game, n % 2), "")}] * 4
        await webs[n].ask("POST", "/api/tables", {"game": game, "seats": seats, "start": True})

    await foe.many(10, one)


async def hints(foe: Foe) -> None:
    """What would the best bot play, all the time."""
    table = await foe.table("unstable", [ME, BOT, BOT])
    await foe.many(10, lambda _: foe.flood({"t": "hint"}, table))


async def questions(foe: Foe) -> None:
    """Why not, and the table as text, all the time."""
    table = await foe.table("fever", [ME, BOT, BOT, BOT])
    asks: list[dict[str, Any]] = [{"t": "why", "a": "bet win red 4"}, {"t": "text"}, {"t": "why", "a": "x" * 400}]
    await foe.many(15, lambda n: foe.flood(asks[n % 3], table))


async def reasons(foe: Foe) -> None:
    """Why did the best bot do that, of every move of a long match, twenty at once."""
    web = foe.web()
    record = msgspec.json.decode(long_match())
    record["notes"] = {"seats": ["bot best"] * record["seats"]}
    await web.ask("POST", "/api/records", record)
    _, answer = await web.ask("GET", "/api/records")
    records: list[dict[str, Any]] = msgspec.json.decode(answer or b"[]")
    web.close()
    webs = [foe.web() for _ in range(20)]
    path = f"/api/records/{records[0]['id'] if records else 'none'}/why?n="
    await foe.many(20, lambda n: _get(webs[n], path + str(foe.dice.randrange(1, 400))))


async def undos(foe: Foe) -> None:
    """Play alone as fast as one may, and take all of it back, again and again."""

    async def one(_: int) -> None:
        table = await foe.table("clovers", [ME])
        socket = await foe.socket()
        socket.send({"t": "hello", "table": table})
        show: dict[str, Any] = {}
        while foe.on:
            message = await socket.next()
            if message["t"] == "show":
                show = message
            elif message["t"] in ("refuse", "error"):
                foe.said(message)
                await asyncio.sleep(0.05)
            elif message["t"] != "presence":
                foe.said(message)
                continue
            if show:
                if show["result"]:
                    break
                back = (show["n"] > 20 and foe.dice.random() < 0.5) or not show["legal"]
                what = {"t": "undo", "to": 1} if back else {"t": "play", "a": foe.dice.choice(show["legal"])}
                socket.send({"id": f"u{foe.dice.getrandbits(60)}", **what})
        socket.close()

    await foe.many(3, one)


async def odd(foe: Foe) -> None:
    """What nobody sends: odd paths, origins, bodies, frames."""
    webs = [foe.web() for _ in range(20)]
    asks: list[tuple[str, str, Any, dict[str, str]]] = [
        ("GET", "/api/tables/%00", None, {}),
        ("POST", "/api/me", b"{}", {"origin": "http://["}),
        ("POST", "/api/me", b'{"name":"' + b"\xff" * 60_000 + b'"}', {}),
        ("POST", "/api/records", b'{"a":' + b"[" * 200_000, {}),
        ("POST", "/api/tables", b'{"game":"fever","seats":[],"options":{"box":' + b"[" * 30_000, {}),
        ("POST", "/api/links/none", None, {}),
        ("GET", "/assets/..%2f..%2fetc/passwd", None, {}),
        ("GET", "/api/games/fever/tutorial/why?n=999&a=" + "x" * 390, None, {}),
        ("DELETE", "/api/me/none", None, {}),
    ]

    async def one(n: int) -> None:
        if n >= 16:
            socket = await foe.socket()
            for _ in range(30):
                socket.writer.write(frame(b"\xff\xfe{{{", n % 2 + 1))
            await foe._listen(socket)
            return
        method, path, body, headers = asks[n % len(asks)]
        await webs[n].ask(method, path, body, **headers)

    await foe.many(20, one)


async def guests(foe: Foe) -> None:
    """New guests without end, each with a table and a line of chat."""

    async def one(_: int) -> None:
        web = Web(foe.port, foe.address, foe.told)
        if await web.come("x" * 24):
            for _ in range(20):
                await web.ask("POST", "/api/tables", {"game": "duel", "seats": [ME, BOT], "start": True})
        web.close()

    await foe.many(10, one)


async def pages(foe: Foe) -> None:
    """The page itself and all that everybody may read, packed."""
    paths = ["/", "/openapi.json", "/api/games", "/api/games/unstable/words/pl", "/api/games/fever/rules/en",
             "/api/games/unstable/tutorial", "/api/words/pl", "/api/tables/mine"]  # fmt: skip
    webs = [foe.web() for _ in range(40)]
    await foe.many(40, lambda n: _get(webs[n], paths[n % len(paths)]))


async def heads(foe: Foe) -> None:
    """Heads without end, many lines and long ones, on ten connections."""

    async def one(n: int) -> None:
        reader, writer = await dial(foe.port, foe.address)
        writer.write(b"GET / HTTP/1.1\r\na:")
        await _pour(foe, reader, writer, b"b\r\na:" * 4_000 if n % 2 else b"b" * 20_000)

    await foe.many(10, one)


async def pipelines(foe: Foe) -> None:
    """A thousand requests at once, without waiting for an answer, on ten connections."""

    async def one(n: int) -> None:
        reader, writer = await dial(foe.port, foe.address)
        writer.write(b"GET /x.y HTTP/1.1\r\n\r\n" * 1_000)
        with contextlib.suppress(TimeoutError):
            foe.told[CUT] += not await asyncio.wait_for(reader.read(100), 2)
        writer.transport.abort() if n % 2 else writer.close()

    await foe.many(10, one)


async def frames(foe: Foe) -> None:
    """Empty pings, their answers read or not, and messages in endless parts, on nine sockets."""

    async def one(n: int) -> None:
        socket = await foe.socket(4096 if n % 3 == 1 else 0)
        listening = asyncio.create_task(foe._listen(socket)) if n % 3 != 1 else None
        data = (frame(b"", 9), frame(b"x" * 125, 9), b"\x00\x80\0\0\0\0")[n % 3] * 1_000
        if n % 3 == 2:
            socket.writer.write(b"\x01\x80\0\0\0\0")
        try:
            await _pour(foe, socket.reader, socket.writer, data)
        finally:
            if listening is not None:
                listening.cancel()

    await foe.many(9, one)


async def _pour(foe: Foe, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes) -> None:
    """As much of this as is taken, 20 MB at most, until we are cut off."""
    try:
        for _ in range(20_000_000 // len(data)):
            if not foe.on or reader.at_eof():
                break
            writer.write(data)
            await asyncio.wait_for(writer.drain(), 5)
    finally:
        foe.told[CUT] += foe.on
        writer.transport.abort()


async def half_bodies(foe: Foe) -> None:
    """Bodies that do not end, of as many guests as one address may be, four each."""
    cookies = await _guests(foe, 17)

    async def one(n: int) -> None:
        reader, writer = await dial(foe.port, foe.address)
        head = "POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n"
        writer.write(f"{head}cookie: stajnia={cookies[n % len(cookies)]}\r\n\r\n{{".encode())
        with contextlib.suppress(TimeoutError):
            said = await asyncio.wait_for(reader.read(100), 30)
            foe.told[said[9:12].decode() or CUT] += 1
        writer.close()

    await foe.many(4 * len(cookies), one)


async def crowd(foe: Foe) -> None:
    """One address as many guests: replays of a long match, and tables of the best bots, by each of them."""
    cookies = await _guests(foe, 24)
    webs = [Web(foe.port, foe.address, foe.told, cookie) for cookie in cookies]
    await webs[0].ask("POST", "/api/records", long_match())
    _, answer = await webs[0].ask("GET", "/api/records")
    records: list[dict[str, Any]] = msgspec.json.decode(answer or b"[]")
    path = f"/api/records/{records[0]['id'] if records else 'none'}/replay?seat=open&n=100&count=60"
    seats = [{"kind": "bot", "level": "best"}] * 4
    for web in webs:
        await web.ask("POST", "/api/tables", {"game": "unstable", "seats": seats, "start": True})
    await foe.many(len(webs), lambda n: _get(webs[n], path))


async def _guests(foe: Foe, count: int) -> list[str]:
    """So many guests more, or as many as are let in, and the one we are."""
    found = [foe.cookie]
    for _ in range(count):
        web = Web(foe.port, foe.address, foe.told)
        if not foe.on or not await web.come("Crowd"):
            break
        found.append(web.cookie)
    return found


ATTACKS: dict[str, Callable[[Foe], Awaitable[None]]] = {
    "uploads": uploads, "downloads": downloads, "replays": replays, "unread answers": unread,
    "deaf sockets": deaf, "hellos": hellos, "comings": comings, "chat": chat,
    "slow heads": slow, "connections": connections, "listed tables": listed,
    "own boxes": boxes, "bot tables": bots, "hints": hints, "questions": questions, "reasons": reasons,
    "undos": undos, "odd": odd,
    "new guests": guests, "pages": pages, "endless heads": heads, "pipelines": pipelines, "odd frames": frames,
    "half bodies": half_bodies, "crowd": crowd,
}  # fmt: skip
