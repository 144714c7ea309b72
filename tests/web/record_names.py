"""What the server calls those at a table, for the page's own tests: `python -m tests.web.record_names`.

The page says names in the language of the moment, the server in sentences that it writes itself; this table holds both
(web/src/lib/i18n.svelte.ts, `Room.spoken_names`) to the same. tests/web/test_shell_words.py holds it to the server.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from stajnia.core.words import LANGS
from stajnia.server.room import Room

HERE = Path(__file__).parents[2] / "web/src/lib/recorded_names.json"
TABLES = (
    ("Ala", "Olek"),
    ("Guest", "Gość", "Guest", "Ala"),
    ("Ala", "Ala", "Ala"),
    ("Ala", *[None] * 8),
    (None, "Cloudlet", None),
    ("Chmurka", None),
)  # None: a bot


def table() -> str:
    """Seats with their names by language as JSON, a table a line."""
    lines = []
    for people in TABLES:
        seats = [{"kind": "person" if name else "bot", "name": name or ""} for name in people]
        room: Any = SimpleNamespace(row=SimpleNamespace(seats=[SimpleNamespace(**seat) for seat in seats]))
        names = {lang: Room.spoken_names(room, lang) for lang in LANGS}
        lines.append(msgspec.json.encode({"seats": seats, "names": names}).decode())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    HERE.write_text(table(), encoding="utf-8")
