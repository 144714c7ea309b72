"""A seat at a live table as an async iterator of decisions. Lost connections are laid anew; nothing is played twice."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, get_type_hints
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, WebSocketException

from stajnia.core.game import Illegal, Message, Outcome, without_rule
from stajnia.core.words import Lang, words
from stajnia.games import game
from stajnia.server import wire

PAUSES = (0.15, 0.4, 1.0, 2.0, 4.0, 8.0)  # seconds before each further try
AGAIN = {"too_fast", "not_kept", "out_of_reach"}  # refusals of the moment: the same is asked once more
_decoder = msgspec.json.Decoder(wire.AnyOut)


class Refused(Exception):
    """The server lets us not sit here, or no longer: its code for programs, and as text its sentence."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class Decision:
    """What one show asks of our seat. The view is the struct that bots and `guess` of the game know."""

    table: LiveTable
    n: int
    seat: int
    view: Any
    legal: tuple[str, ...]
    events: Sequence[wire.Told]

    async def play(self, action: str) -> bool:
        """Play; True when it is on the server's disk, False when the table has gone on without it (an undo, a clock).

        What the rules do not allow raises `Illegal`.
        """
        if self.table.result is not None:
            return False
        answer = await self.table.ask(wire.Play("", action, self.n))
        if isinstance(answer, wire.Ack):
            return True
        assert isinstance(answer, wire.Refuse)
        if action in self.legal:
            return False
        if not answer.rule:
            raise without_rule(self.table.game, answer.message, **answer.values)
        raise Illegal(answer.rule, answer.message, **answer.values)


class LiveTable:
    """Sits down on the first free seat when it is iterated over, and plays until the match is over.

    `seat` is the seat to take; `cookie` of an earlier run makes it the same guest, who goes on where it was;
    `patience` is how many seconds a server may be out of reach before ConnectionError is raised.
    """

    def __init__(
        self,
        url: str,
        table: str = "",
        *,
        name: str = "Bot",
        seat: int | None = None,
        lang: Lang = "en",
        cookie: str = "",
        patience: float = 60.0,
    ) -> None:
        base, _, linked = url.partition("/t/")
        self.url, self.id = base.rstrip("/"), table or linked.strip("/")
        if not self.url.startswith(("http://", "https://")):
            raise ValueError(f"{url} is no address of a server: http://host or https://host")
        if not self.id:
            raise ValueError("which table? Hand in its id, or the link that its page shows")
        self.name, self.wanted, self.lang, self.cookie, self.patience = name, seat, lang, cookie, patience
        self.game = ""
        self.info: wire.TableInfo | None = None
        self.result: Outcome | None = None
        self._line: ClientConnection | None = None
        self._n: int | None = None  # the last show had
        self._asked = 0  # the last show that was handed out as a decision
        self._decision: Decision | None = None
        self._waiting: dict[str, tuple[wire.In, asyncio.Future[wire.Out]]] = {}
        self._news = asyncio.Event()
        self._ended: BaseException | None = None  # why nothing more is heard
        self._mark, self._count = secrets.token_hex(4), 0

    async def __aiter__(self) -> AsyncIterator[Decision]:
        await self._sit()
        listening = asyncio.create_task(self._listen())
        listening.add_done_callback(self._fall)
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                if listening.done():
                    listening.result()  # raises what ended it
                if self.result is not None:
                    return
                if self._decision is not None:
                    found, self._decision = self._decision, None
                    yield found
                    if self.result is not None or self._decision is not None or listening.done():
                        self._news.set()
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await listening

    async def ask(self, message: Any) -> wire.Out:
        """Say something that is answered; said again over a new connection, and after a pause where it was too much."""
        while True:
            if self._ended is not None:
                raise self._ended
            self._count += 1
            asked = msgspec.structs.replace(message, id=f"{self._mark}-{self._count}")
            answer: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
            self._waiting[asked.id] = asked, answer
            await self._send(asked)
            found = await answer
            if not (isinstance(found, wire.Refuse) and found.message in AGAIN):
                return found
            await asyncio.sleep(max(0.2, float(found.values.get("seconds", 0))))

    # --- over HTTP -------------------------------------------------------------------------------

    async def _sit(self) -> None:
        await self._post("/api/me", {"name": self.name, "lang": self.lang})
        body: dict[str, Any] = {"bot": True} | ({} if self.wanted is None else {"seat": self.wanted})
        try:
            answer = await self._post(f"/api/tables/{self.id}/join", body)
        except Refused as e:
            if e.code != "seated":
                raise
            answer = await self._post(f"/api/tables/{self.id}")
        self._know(msgspec.convert(answer, wire.TableInfo))

    async def _post(self, path: str, body: Any = None) -> Any:
        begun = monotonic()
        while True:
            try:
                return await asyncio.to_thread(self._request, path, body)
            except HTTPError as e:
                fault = _fault(e)
                if fault.code not in AGAIN or monotonic() - begun > self.patience:
                    raise Refused(fault.code, fault.text) from None
            except OSError as e:
                if monotonic() - begun > self.patience:
                    raise ConnectionError(f"{self.url} is out of reach: {e}") from None
            await asyncio.sleep(1)

    def _request(self, path: str, body: Any) -> Any:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} | ({"cookie": self.cookie} if self.cookie else {})
        with urlopen(Request(self.url + path, data, headers), timeout=30) as answer:
            if given := answer.headers.get("set-cookie"):
                self.cookie = given.partition(";")[0]
            return msgspec.json.decode(answer.read())

    # --- over the socket -------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Hear the table until the match is over, over as many sockets as it takes."""
        address = self.url.replace("http", "ws", 1) + f"/ws/{self.id}"
        tries, since = 0, monotonic()  # in vain, and since when
        while self.result is None or self._waiting:  # the answer to the last move may come after the end
            heard, why = False, "it hangs up"
            line: ClientConnection | None = None
            try:
                async with open_socket(
                    address, additional_headers={"Cookie": self.cookie}, max_size=None, compression=None
                ) as line:
                    self._line = line
                    await self._hello()
                    async for text in line:
                        message = _decoder.decode(text)
                        heard = heard or not isinstance(message, wire.Error)
                        await self._hear(message)
                        if self.result is not None and not self._waiting:
                            return
            except ConnectionClosed as e:
                if e.rcvd is not None and e.rcvd.code == wire.NO_PERSON:
                    raise self._refused("no_person") from None
            except (OSError, WebSocketException, TimeoutError) as e:
                why = str(e)
            finally:
                self._line = None
                if line is not None:
                    line.transport.abort()  # where a program that ends has broken off even the closing
            if heard:
                tries, since = 0, monotonic()
            elif monotonic() - since > self.patience:
                raise ConnectionError(f"{self.url} is out of reach: {why}")
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _send(self, message: wire.In) -> None:
        if self._line is not None:
            with contextlib.suppress(ConnectionClosed):  # it is said again over the next one
                await self._line.send(wire.encode(message).decode())

    async def _hello(self) -> None:
        """Come (again); then all that was not answered is said again, and done once."""
        await self._send(wire.Hello(self.id, self._n))
        for asked, _ in list(self._waiting.values()):
            await self._send(asked)

    async def _hear(self, message: wire.AnyOut) -> None:
        match message:
            case wire.Ack() | wire.Refuse() | wire.WhyNot() | wire.Hint() | wire.Text():
                _, answer = self._waiting.pop(message.id, (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case wire.TableNow():
                self._know(message.table)
            case wire.Show():
                await self._see(message)
            case wire.UndoNow():
                await self._agree(message.undo)
            case wire.Presence() if self._seat is not None and message.stand_in[self._seat]:
                await self._say(wire.Back(""))
            case wire.Resync():
                self._n = None
                await self._hello()
            case wire.Error(code="no_table" | "no_person" | "blocked" | "closed" | "damaged"):
                raise Refused(message.code, message.text)
            case wire.Error(seconds=seconds):
                await asyncio.sleep(max(0.2, seconds))
                await self._hello()

    @property
    def _seat(self) -> int | None:
        return None if self.info is None or not self.info.yours else self.info.yours[0]

    def _know(self, info: wire.TableInfo) -> None:
        self.info, self.game = info, info.game
        if info.state == "closed" or not info.yours:
            raise self._refused("closed" if info.state == "closed" else "blocked")

    async def _see(self, show: wire.Show) -> None:
        self._n = show.n
        await self._agree(show.undo)
        seat, answered = self._seat, show.window is not None and show.window.answered
        if show.result is not None:
            self.result = show.result
        elif show.n > self._asked and seat is not None and show.legal and not answered:
            self._asked = show.n
            view = msgspec.convert(show.view, get_type_hints(game(self.game).view)["return"])
            self._decision = Decision(self, show.n, seat, view, tuple(show.legal), show.events)
        else:
            if show.n > self._asked:
                self._decision = None  # what was asked before is no longer
            return
        self._news.set()

    async def _agree(self, undo: wire.Undo) -> None:
        """Bots agree when somebody asks to take back."""
        asked, seat = undo.asked, self._seat
        if asked is not None and seat is not None and seat != asked.seat and seat not in asked.agreed:
            await self._say(wire.Agree("", True))

    async def _say(self, message: Any) -> None:
        """Say something whose answer nobody waits for."""
        self._count += 1
        await self._send(msgspec.structs.replace(message, id=f"{self._mark}-{self._count}"))

    def _refused(self, code: str) -> Refused:
        return Refused(code, words("", self.lang).say(Message(f"fault.{code}", {})))

    def _fall(self, listening: asyncio.Task[None]) -> None:
        """Nothing more will be heard: who waits is told why, and so is who asks later."""
        why = None if listening.cancelled() else listening.exception()
        self._ended = why or ConnectionError(f"nobody listens to {self.url} any more")
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._ended)
        self._news.set()


def _fault(e: HTTPError) -> wire.Fault:
    with e:
        try:
            return msgspec.json.decode(e.read(), type=wire.Fault)
        except msgspec.DecodeError:
            return wire.Fault(str(e.code), str(e.reason))
