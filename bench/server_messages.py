"""CPU of a game message through the whole server (socket, rules, log on disk, views, socket) beside a Starlette echo.

    python bench/server_messages.py [--rows FILE] [--games duel clovers fever unstable] [--runs N]

Many tables of people at once, a client a seat, who play at random; both servers get the same number of sockets, and
the echo a message of the game's average size. A message is one that crosses a socket, in or out. The echo is measured
twice: handing the text back unread, and reading and writing the JSON (`receive_json`, `send_json`): a server that does
not read its messages cannot play. Runs are taken in turns and their medians told, since other programs on the machine
make any single run dearer. To hold for the duel: 2.5 times the text echo, 1.5 times the JSON echo.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
from typing import Any, NamedTuple

from rows import Row, show, write
from server_tools import Guest, Server, come, run, serving
from websockets.asyncio.client import ClientConnection, connect

TABLES = {"duel": (2, 200), "clovers": (2, 200), "fever": (4, 60), "unstable": (4, 60)}  # seats, tables
ACTIONS = 40  # a table, at most
RUNS = 5
WINDOW = {"none": 20, "relaxed": 20, "fast": 20}  # ms that a response window is open at least: nobody thinks here


class Tally:
    def __init__(self) -> None:
        self.messages = self.size = self.actions = 0
        self.shows: list[str] = []


class Run(NamedTuple):
    """What crossed the sockets, and CPU seconds a message of ours, of the text echo and of the JSON echo."""

    tally: Tally
    ours: float
    text: float
    json: float


async def play(sockets: list[ClientConnection], shows: list[dict[str, Any]], tally: Tally, dice: random.Random) -> None:
    """Clients play one match, to its end or as long as it takes."""
    acted = 0

    async def seat(n: int) -> None:
        nonlocal acted
        show = shows[n]
        while not show["result"]:
            if show["legal"]:
                acted += 1
                if acted > ACTIONS:
                    return
                text = json.dumps({"t": "play", "id": f"{acted}", "a": dice.choice(show["legal"]), "n": show["n"]})
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

    playing = [asyncio.create_task(seat(n)) for n in range(len(sockets))]
    await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def games(server: Server, game: str) -> tuple[Tally, float]:
    """All tables play one match each; what crossed the sockets, and the server's CPU for it."""
    tally = Tally()
    dice = random.Random(1)
    seats, tables = TABLES[game]
    guests = [Guest(server, f"Guest {n}") for n in range(seats)]
    groups, shows = [], []
    for _ in range(tables):
        group = [await guest.socket() for guest in guests]
        id = guests[0].table(game, [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)])
        for guest in guests[1:]:
            guest.post(f"/api/tables/{id}/join")
        guests[0].post(f"/api/tables/{id}/start")
        shows.append([await come(socket, id) for socket in group])
        groups.append(group)
    for group in groups:  # what came meanwhile, presence, is not part of it
        await drain(group)
    before = server.cpu()
    await asyncio.gather(*(play(g, s, tally, dice) for g, s in zip(groups, shows, strict=True)))
    return tally, server.cpu() - before


async def drain(sockets: list[ClientConnection]) -> None:
    for socket in sockets:
        await socket.send('{"t":"ping"}')
        while '"pong"' not in str(await socket.recv()):
            pass


async def echoes(server: Server, path: str, text: str, count: int, width: int) -> float:
    """CPU of the echo server for as many messages in and out, over so many sockets."""
    url = server.url.replace("http", "ws") + path
    sockets = [await connect(url, compression=None) for _ in range(width)]
    each = max(1, count // 2 // width)

    async def one(socket: ClientConnection) -> None:
        for _ in range(each):
            await socket.send(text)
            await socket.recv()

    before = server.cpu()
    await asyncio.gather(*map(one, sockets))
    cpu = server.cpu() - before
    return cpu / (each * 2 * width)


def measure(game: str) -> Run:
    with serving(window_min=WINDOW) as server:
        tally, cpu = run(games(server, game))
    size = tally.size // tally.messages
    sample = min(tally.shows, key=lambda text: abs(len(text) - size))
    seats, tables = TABLES[game]
    peer = Server([sys.executable, "bench/server_echo.py", "serve"])
    try:
        run(echoes(peer, "/ws", sample, tally.messages // 2, seats * tables))
        echo = run(echoes(peer, "/ws", sample, tally.messages * 2, seats * tables))
        echo_json = run(echoes(peer, "/json", sample, tally.messages * 2, seats * tables))
    finally:
        peer.process.kill()
        peer.process.wait()
    return Run(tally, cpu / tally.messages, echo, echo_json)


def rows_of(game: str, runs: list[Run]) -> list[Row]:
    tally = runs[0].tally
    ours, text, as_json = (
        statistics.median(each) * 1e6 for each in zip(*[(r.ours, r.text, r.json) for r in runs], strict=True)
    )
    seats, tables = TABLES[game]
    what = f"server, {game}, {tables} tables of {seats}: CPU of a message ({tally.size // tally.messages} bytes)"
    action = ours * tally.messages / tally.actions
    mine = f"{ours:.1f} us ({action:.0f} us an action, {tally.messages / tally.actions:.1f} messages)"
    to_text = statistics.median(r.ours / r.text for r in runs)
    to_json = statistics.median(r.ours / r.json for r in runs)
    return [
        Row(what, mine, f"Starlette text echo: {text:.1f} us", f"{to_text:.2f}"),
        Row(
            "the same beside reading and writing JSON", mine, f"Starlette JSON echo: {as_json:.1f} us", f"{to_json:.2f}"
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", help="a file for the rows of the table")
    parser.add_argument("--games", nargs="+", choices=TABLES, default=list(TABLES))
    parser.add_argument("--runs", type=int, default=RUNS)
    args = parser.parse_args()
    found: dict[str, list[Run]] = {game: [] for game in args.games}
    for _ in range(args.runs):
        for game in args.games:
            found[game].append(measure(game))
    rows = [row for game, runs in found.items() for row in rows_of(game, runs)]
    show(rows)
    if args.rows:
        write(args.rows, rows)


if __name__ == "__main__":
    main()
