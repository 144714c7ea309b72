"""News between the processes of a house, by PostgreSQL's NOTIFY: what one has changed and others have cached.

News go out with the commit that makes them true. They may be lost: who was deaf for a while is told that, too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from stajnia.server.opening import KEEPALIVE

log = logging.getLogger("stajnia.news")
CHANNEL = "stajnia"
AGAIN = 0.5  # seconds before a broken connection is made anew


class Ear:
    """Listens in a thread of its own; `hear` is called in the event loop: with news, with None when it is deaf from now
    on, and with the news `listening` when it no longer is."""

    def __init__(self, url: sa.URL, me: str, hear: Callable[[dict[str, Any] | None], object]) -> None:
        self._url, self._me, self._hear = url, me, hear
        self._loop = asyncio.get_running_loop()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        import psycopg

        deaf = False
        while not self._ends.is_set():
            try:
                address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
                with psycopg.connect(address, autocommit=True, connect_timeout=5, **KEEPALIVE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell({"news": "listening"})
                    deaf = False
                    while not self._ends.is_set():
                        for note in connection.notifies(timeout=0.5):
                            self._heard(note.payload)
            except psycopg.Error as e:
                if not deaf:
                    log.warning("no news for a while: %s", type(e).__name__)
                    self._tell(None)
                deaf = True
                self._ends.wait(AGAIN)

    def _heard(self, text: str) -> None:
        try:
            what = msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.DecodeError:
            return  # somebody else uses the channel
        if "news" in what and what.get("from") != self._me:
            self._tell(what)

    def _tell(self, what: dict[str, Any] | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hear, what)

    def close(self) -> None:
        self._ends.set()
