"""Shared by the server's benches: a server in a process of its own, its CPU time and memory, many clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from stajnia.server.budgets import BUDGETS

ROOT = Path(__file__).parents[1]
TICK = os.sysconf("SC_CLK_TCK")
MANY = {"budgets": {name: [None, None] for name in BUDGETS}}
QUICK = {**MANY, "bot_delay": [0, 0], "workers": 1}


class Server:
    """A server process of tests/server/serving.py, or any other command that prints its port."""

    def __init__(self, command: list[str], source: Path = ROOT) -> None:
        """`source`: the checkout whose code it runs."""
        environment = os.environ if source == ROOT else {**os.environ, "PYTHONPATH": str(source / "src")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=source, env=environment)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Seconds of CPU the process has used, all threads, user and system."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Bytes of resident memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def serving(source: Path = ROOT, **settings: Any) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        given = {**QUICK, "db": f"{folder}/bench.db", **settings}
        server = Server([sys.executable, "tests/server/serving.py", json.dumps(given)], source)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.wait()


class Guest:
    """A person with a cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.post("/api/me", {"name": name})

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.http.post(path, json=body or {})
        answer.raise_for_status()
        return answer.json()

    def table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        return str(self.post("/api/tables", {"game": game, "seats": seats, "start": True, **more})["id"])

    async def socket(self) -> ClientConnection:
        cookie = f"stajnia={self.http.cookies['stajnia']}"
        url = self.server.url.replace("http", "ws") + "/ws"
        return await connect(url, additional_headers={"Cookie": cookie}, compression=None, max_size=None)


async def come(socket: ClientConnection, table: str) -> dict[str, Any]:
    """Say hello; gives the first show."""
    await socket.send(json.dumps({"t": "hello", "table": table}))
    show: dict[str, Any] = {}
    while True:
        message = json.loads(await socket.recv())
        if message["t"] == "show":
            show = message
        if message["t"] == "presence" and show:
            return show


def percentile(values: list[float], p: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(p / 100 * len(ordered)))]


def table(title: str, rows: list[tuple[str, str]]) -> None:
    print(title)
    for name, value in rows:
        print(f"  {name:<52} {value:>14}")


run = asyncio.run
