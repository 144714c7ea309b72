"""Records in files: one as a JSON object, many as JSON lines, and the JSON Schema that says what a record looks like.

>>> from stajnia.record_files import read_records, schema
>>> schema()["title"]
'Record'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from stajnia.core.record import FORMAT, BadRecord, Record
from stajnia.core.replay import replay
from stajnia.games import NAMES

_HEX = "^([0-9a-f]{2})*$"


class Found(msgspec.Struct, frozen=True):
    """A record, or why there is none, at a line of a file (1 is the first)."""

    file: Path
    line: int
    record: Record | None
    error: BadRecord | None = None


def look_through(file: Path, check: bool = False) -> Iterator[Found]:
    """All that a file holds: lines of records, or one record as a JSON object over many lines; `check` replays each."""
    with open(file, "rb") as lines:
        head = lines.readline()
        whole = not _is_json(head)
        lines.seek(0)
        texts = [lines.read()] if whole else lines
        for number, text in enumerate(texts, 1):
            if not text.strip():
                continue
            try:
                record = Record.from_json(text)
                if check:
                    replay(record)
            except BadRecord as e:
                yield Found(file, number, None, e)
            else:
                yield Found(file, number, record)


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def read_records(file: str | Path) -> Iterator[Record]:
    """The records of a file, one after the other; BadRecord at the first that is none."""
    for found in look_through(Path(file)):
        if found.record is None:
            assert found.error is not None
            raise found.error
        yield found.record


def write_records(file: str | Path, records: Iterable[Record]) -> int:
    """Write records as JSON lines; how many there were."""
    count = 0
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        for record in records:
            out.write(record.to_json() + "\n")
            count += 1
    return count


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a record; docs/record.schema.json is a copy of it."""
    (made,), parts = msgspec.json.schema_components([Record], ref_template="#/$defs/{name}")
    of = parts["Record"]
    told: dict[str, dict[str, Any]] = {
        "game": {"enum": list(NAMES)},
        "rules": {"minimum": 1},
        "seats": {"minimum": 1, "maximum": 8},
        "commit": {"pattern": _HEX, "maxLength": 128},
        "seed": {"pattern": _HEX},
        "stajnia": {"const": FORMAT},
    }
    for name, more in told.items():
        of["properties"][name] = {**of["properties"][name], **more}
    move = of["properties"]["moves"]["items"]
    move["prefixItems"][0]["minimum"] = -1
    assert made == {"$ref": "#/$defs/Record"}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Record"}
    return {**head, **made, "$defs": parts}
