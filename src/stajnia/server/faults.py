"""Refusals as HTTP answers and as sentences."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from stajnia.core.game import Message
from stajnia.core.words import words
from stajnia.server import wire
from stajnia.server.table import Refused


def sentence(e: Refused, lang: wire.Lang = "en") -> str:
    return words("", lang).say(Message(f"fault.{e.code}", e.values))


def fault_response(e: Refused, lang: wire.Lang = "en") -> Response:
    fault = wire.Fault(e.code, sentence(e, lang), Message(f"fault.{e.code}", e.values))
    return Response(msgspec.json.encode(fault), e.status, media_type="application/json")
