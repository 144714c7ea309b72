"""Refusals: as exceptions, as sentences, as HTTP answers."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from stajnia.core.game import Message
from stajnia.core.words import words
from stajnia.server import wire

SOON = 5  # seconds after which what cannot be done just now may be asked again


class Refused(Exception):
    """A request that is not granted: an HTTP status, a code (words `fault.CODE`) and its values."""

    def __init__(self, status: int, code: str, **values: Any) -> None:
        super().__init__(status, code, values)
        self.status, self.code, self.values = status, code, values


def sentence(e: Refused, lang: wire.Lang = "en") -> str:
    return words("", lang).say(Message(f"fault.{e.code}", e.values))


def fault_response(e: Refused, lang: wire.Lang = "en") -> Response:
    fault = wire.Fault(e.code, sentence(e, lang), Message(f"fault.{e.code}", e.values))
    again = e.values.get("seconds", SOON if e.status == 503 else None)
    headers = None if again is None else {"retry-after": str(again)}
    return Response(msgspec.json.encode(fault), e.status, headers, "application/json")
