"""CPU of a game message through the whole server (socket, rules, log on disk, views, socket) beside a Starlette echo.

Many duels at once between two clients each; both servers get the same number of sockets, and the echo a message of
the game's average size. A message is one that crosses a socket, in or out. The echo is measured twice: handing the
text back unread, and reading and writing the JSON (`receive_json`, `send_json`), which is what the bound of 2 is
held against: a server that does not read its messages cannot play. Runs are taken in turns and their medians told,
since other programs on the machine make any single run dearer.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
from typing import Any

from server_tools import Guest, Server, come, run, serving, table
from websockets.asyncio.client import ClientConnection, connect

TABLES = 200
RUNS = 5


class Tally:
    def __init__(self) -> None:
        self.messages = self.size = self.actions = 0
        self.shows: list[str] = []


async def play(sockets: list[ClientConnection], shows: list[dict[str, Any]], tally: Tally, dice: random.Random) -> None:
    """Two clients play one duel to its end."""

    async def seat(n: int) -> None:
        show = shows[n]
        count = 0
        while not show["result"]:
            if show["legal"]:
                count += 1
                text = json.dumps({"t": "play", "id": f"{n}-{count}", "a": dice.choice(show["legal"]), "n": show["n"]})
                tally.messages += 1
                tally.actions += 1
                tally.size += len(text)
                await sockets[n].send(text)
                show = {**show, "legal": []}
            raw = await sockets[n].recv()
            tally.messages += 1
            tally.size += len(raw)
            message = json.loads(raw)
            if message["t"] == "show":
                show = message
                tally.shows.append(str(raw))

    await asyncio.gather(seat(0), seat(1))


async def games(server: Server) -> tuple[Tally, float]:
    """All tables play one duel each; what crossed the sockets, and the server's CPU for it."""
    tally = Tally()
    dice = random.Random(1)
    one, two = Guest(server, "One"), Guest(server, "Two")
    pairs, shows = [], []
    for _ in range(TABLES):
        pair = [await one.socket(), await two.socket()]
        id = one.table("duel", [{"kind": "me"}, {"kind": "open"}])
        two.post(f"/api/tables/{id}/join")
        one.post(f"/api/tables/{id}/start")
        shows.append([await come(socket, id) for socket in pair])
        pairs.append(pair)
    for pair in pairs:  # what came meanwhile, presence, is not part of it
        await drain(pair)
    before = server.cpu()
    await asyncio.gather(*(play(p, s, tally, dice) for p, s in zip(pairs, shows, strict=True)))
    return tally, server.cpu() - before


async def drain(pair: list[ClientConnection]) -> None:
    for socket in pair:
        await socket.send('{"t":"ping"}')
        while '"pong"' not in str(await socket.recv()):
            pass


async def echoes(server: Server, path: str, text: str, count: int) -> float:
    """CPU of the echo server for as many messages in and out."""
    url = server.url.replace("http", "ws") + path
    sockets = [await connect(url, compression=None) for _ in range(2 * TABLES)]
    each = count // 2 // len(sockets)

    async def one(socket: ClientConnection) -> None:
        for _ in range(each):
            await socket.send(text)
            await socket.recv()

    before = server.cpu()
    await asyncio.gather(*map(one, sockets))
    cpu = server.cpu() - before
    return cpu / (each * 2 * len(sockets))


def measure() -> tuple[Tally, float, float, float]:
    """One run: the tally, and CPU seconds a message of ours, of the text echo and of the JSON echo."""
    with serving() as server:
        tally, cpu = run(games(server))
    size = tally.size // tally.messages
    sample = min(tally.shows, key=lambda text: abs(len(text) - size))
    peer = Server([sys.executable, "bench/server_echo.py", "serve"])
    try:
        run(echoes(peer, "/ws", sample, tally.messages // 2))
        echo = run(echoes(peer, "/ws", sample, tally.messages * 2))
        echo_json = run(echoes(peer, "/json", sample, tally.messages * 2))
    finally:
        peer.process.kill()
        peer.process.wait()
    return tally, cpu / tally.messages, echo, echo_json


def main() -> int:
    runs = [measure() for _ in range(RUNS)]
    tally = runs[0][0]
    ours = statistics.median(r[1] for r in runs)
    echo = statistics.median(r[2] for r in runs)
    echo_json = statistics.median(r[3] for r in runs)
    table(
        f"CPU of a game message (duel, two people a table), medians of {RUNS} runs",
        [
            ("actions a run", f"{tally.actions}"),
            ("messages in and out a run", f"{tally.messages}"),
            ("bytes a message", f"{tally.size // tally.messages}"),
            ("ours, us of CPU a message", f"{ours * 1e6:.1f}"),
            ("Starlette echo, us of CPU a message", f"{echo * 1e6:.1f}"),
            ("Starlette JSON echo, us of CPU a message", f"{echo_json * 1e6:.1f}"),
            ("ratio to the text echo", f"{statistics.median(r[1] / r[2] for r in runs):.2f}"),
            ("ratio to the JSON echo (bound 2)", f"{statistics.median(r[1] / r[3] for r in runs):.2f}"),
            ("ours, us of CPU an action", f"{ours * tally.messages / tally.actions * 1e6:.0f}"),
        ],
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
