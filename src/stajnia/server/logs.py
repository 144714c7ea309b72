"""What the server logs: one line an event, with its time, level, table and guest by the beginning of their ids.

A whole id of a table lets one in, and so does its code; links, cookies and seeds are secrets: none of them is in any
log.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Literal

import msgspec

Format = Literal["text", "json"]
SHORT = 8  # letters of an id
_LINK = re.compile(r"/(?:link|api/+links)/", re.ASCII)  # wherever the server stands
_ID = re.compile(rf"(/(?:tables?|ws|records|t|tv|replay|devices)/+[\w-]{{{SHORT}}})[\w-]+", re.ASCII)
_CODE = re.compile(r"(/codes/+)[^\s?]+", re.ASCII)
# what a client sends that is no HTTP or no text is its own fault, and no news
_NOISE = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket library")


def about(table: str = "", guest: str = "") -> dict[str, str]:
    """Whom a line is about, as `extra` of a call to a logger."""
    return {"table": table[:SHORT], "guest": guest[:SHORT]}


def worth_it(record: logging.LogRecord) -> bool:
    """Whether this is logged; requests lose what they must not tell."""
    if record.name in ("uvicorn.access", "uvicorn.error") and isinstance(record.args, tuple):
        if any(_LINK.search(str(a)) for a in record.args):
            return False
        record.args = tuple(_CODE.sub(r"\1...", _ID.sub(r"\1", a)) if isinstance(a, str) else a for a in record.args)
    return not record.getMessage().startswith(_NOISE)


class Logged(msgspec.Struct, omit_defaults=True):
    """An event."""

    time: str
    level: str
    where: str
    said: str
    table: str = ""
    guest: str = ""
    error: str = ""


def line_of(record: logging.LogRecord) -> Logged:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    error = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
    return Logged(
        at,
        record.levelname,
        record.name.removeprefix("stajnia."),
        record.getMessage().strip(),
        getattr(record, "table", ""),
        getattr(record, "guest", ""),
        error,
    )


class AsText(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        x = line_of(record)
        names = "".join(f" {kind}={id}" for kind, id in (("table", x.table), ("guest", x.guest)) if id)
        text = f"{x.time} {x.level} {x.where}{names}: {x.said}" + (f" | {x.error}" if x.error else "")
        return " | ".join(part.strip() for part in text.splitlines())


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(line_of(record)).decode()


def set_up(form: Format, verbose: bool) -> None:
    """All loggers of this process write to the standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else AsText())
    handler.addFilter(worth_it)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if verbose else logging.WARNING)
