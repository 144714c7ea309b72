"""For the siege: HTTP and sockets by hand, from an address of one's own (all of 127.0.0.0/8 is this machine).

By hand, so that few lines can send much and read nothing: the attackers share two cores with what they attack.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections import Counter
from typing import Any

import msgspec

CUT = "cut"  # what is counted where a connection was closed instead of an answer
read_json = msgspec.json.decode


async def dial(port: int, address: str, limit: int = 1 << 16) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    opening = asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=limit)
    return await asyncio.wait_for(opening, 30)


class Web:
    """One connection for requests, opened again when it was closed."""

    def __init__(self, port: int, address: str, told: Counter[str], cookie: str = "") -> None:
        self.port, self.address, self.told, self.cookie = port, address, told, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """The status and the body; status 0 where the connection was cut."""
        data = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        sent = {"host": f"127.0.0.1:{self.port}", "content-length": str(len(data)), **headers}
        if data:
            sent.setdefault("content-type", "application/json")
        if self.cookie:
            sent["cookie"] = f"stajnia={self.cookie}"
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
        request = f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + data
        kept = self._streams is not None  # it may have been closed since: then we ask once more
        for fresh in (False, True) if kept else (True,):
            try:
                status, answer = await self._ask(request)
            except (OSError, EOFError, TimeoutError, ValueError):
                self.close()
                if fresh:
                    self.told[CUT] += 1
                continue
            self.told[str(status)] += 1
            return status, answer
        return 0, b""

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await dial(self.port, self.address)
        reader, writer = self._streams
        writer.write(request)
        await writer.drain()
        return await asyncio.wait_for(self._answer(reader), 60)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if fields.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(await reader.readline(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        else:
            body = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.close()
        return status, body

    async def come(self, name: str) -> bool:
        """Become a guest, with a connection of its own; False if that is refused."""
        data = msgspec.json.encode({"name": name})
        head = f"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\n"
        try:
            reader, writer = await dial(self.port, self.address)
            writer.write(f"{head}connection: close\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data)
            answer = (await asyncio.wait_for(reader.read(1 << 16), 60)).decode("latin-1")
            writer.close()
        except (OSError, TimeoutError):
            answer = ""
        found = [line for line in answer.split("\r\n") if line.lower().startswith("set-cookie: stajnia=")]
        self.told[answer.split(" ", 2)[1] if answer else CUT] += 1
        if found:
            self.cookie = found[0].split("stajnia=", 1)[1].split(";")[0]
        return bool(found)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def frame(message: Any, opcode: int = 1) -> bytes:
    """A message as a client's frame; its mask is zero, so that nothing need be masked."""
    data = message if isinstance(message, bytes) else msgspec.json.encode(message)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data


class Socket:
    """An open socket of a page. `next` gives messages; who only sends need not read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, address: str, cookie: str, buffer: int = 0) -> Socket:
        """`buffer`: bytes the system may hold for us, for those who do not read."""
        reader, writer = await dial(port, address, 1 << 22)
        if buffer:
            found: socket.socket = writer.get_extra_info("socket")
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\ncookie: stajnia={cookie}\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        if b" 101 " not in head.split(b"\r\n")[0]:
            writer.close()
            raise OSError(head.split(b"\r\n")[0].decode("latin-1"))
        return cls(reader, writer)

    def send(self, message: Any) -> None:
        self.writer.write(frame(message))

    async def next(self) -> dict[str, Any]:
        """The next message; EOFError when the socket is closed."""
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 127
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            data = await self.reader.readexactly(size)
            if first & 15 == 1:
                found: dict[str, Any] = read_json(data)
                return found
            if first & 15 == 8:
                raise EOFError
            if first & 15 == 9:
                self.writer.write(frame(data, 10))

    def close(self) -> None:
        self.writer.close()
