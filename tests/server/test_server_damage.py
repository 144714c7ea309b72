"""Something that does not belong there in any column of SQLite harms only its row, and the doctor names it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from stajnia.core.match import Match
from stajnia.server import database, lobby, records, retention, wire
from stajnia.server.doctor import examine
from stajnia.server.rooms import Rooms
from tests.server.indoors import ALA, indoors

TABLES = [t for t in database.meta.sorted_tables if t not in database.PASSING]
CELLS = [(t.name, c.name) for t in TABLES for c in t.columns]


class NoText(bytes):
    """Kept as a text, though it is none."""


ODD: list[Any] = [b"\xff\x00", b"7", 7, 7.5, "odd", None, NoText(b"a\xff")]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two of everything: matches, tables that wait for all to see, lines, guests, records."""
    path = tmp_path_factory.mktemp("damage") / "a.db"

    async def make() -> None:
        async with indoors(path) as rooms:
            for n in range(2):
                me, nobody = wire.NewSeat("me"), wire.NewSeat("open")
                room = await rooms.create(wire.NewTable("duel", [me, me]), ALA)
                await room.call(lobby.begin, room, ALA)
                await rooms.create(wire.NewTable("duel", [me, nobody], listed=True), ALA)
                _, token = await rooms.guests.create(f"guest {n}", "en")
                body = Match.start("duel", 2, seed=n).record.to_json()
                line = {"id": room.row.id, "at": n, "seat": 0, "name": "Ala", "text": "hi"}
                record = {"id": f"record {n}", "person": ALA.id, "at": rooms.settings.now(), "body": body}
                ops = [(database.chat.insert(), line), (database.records.insert(), record)]
                await rooms.store.save(ops=ops)
                path.with_name(f"token {n}").write_text(token)

    asyncio.run(make())
    return path


def damage(path: Path, name: str, column: str, value: Any) -> str | None:
    """Put it into the first row; the id, None where even SQLite refuses that."""
    key = "hash" if name == "tokens" else "id"
    with contextlib.closing(sqlite3.connect(path)) as db:
        place, id = db.execute(f"select rowid, {key} from {name} order by rowid limit 1").fetchone()
        new = "cast(? as text)" if isinstance(value, NoText) else "?"
        try:
            db.execute(f"update {name} set {column} = {new} where rowid = ?", (value, place))
        except sqlite3.IntegrityError:
            return None
        if isinstance(value, NoText):
            db.commit()
            return str(id)
        kept = next((v for (v,) in db.execute(f"select {column} from {name} where rowid = ?", (place,))), 0)
        db.commit()
    kind = str if isinstance(database.meta.tables[name].c[column].type.python_type(), str) else int
    odd = not isinstance(kept, kind) and not (kept is None and database.meta.tables[name].c[column].nullable)
    return str(id) if odd else None  # what SQLite has turned into the right type is none


async def look(rooms: Rooms, tokens: list[str]) -> dict[str, Any]:
    """All that people ask for; nothing of it may fail."""
    await rooms.wake()
    found = {
        "woken": set(rooms.here),
        "mine": {info.id for info in await rooms.my_tables(ALA.id)},
        "open": {info.id for info in await rooms.open_tables(None)},
        "records": {r.id for r in (await rooms.store.read(lambda c: records._uploaded(c, ALA.id)))[0]},
        "guests": {guest.name for token in tokens if (guest := await rooms.guests.who(token))},
        "lines": {line.at for room in rooms.here.values() for line in room.lines},
    }
    await retention.Retention(rooms).round()
    return found


@pytest.mark.parametrize(("name", "column"), CELLS)
def test_a_damaged_cell_harms_only_its_row(
    whole: Path, tmp_path: Path, name: str, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Of two of each the other one is there, whatever stands in the first; it is logged once and told by the doctor."""
    tokens = [whole.with_name(f"token {n}").read_text() for n in range(2)]

    async def seen(path: Path) -> tuple[dict[str, Any], set[str]]:
        async with indoors(path) as rooms:
            await look(rooms, tokens)
            return await look(rooms, tokens), rooms.damaged

    shutil.copy(whole, tmp_path / "whole.db")
    sound, _ = asyncio.run(seen(tmp_path / "whole.db"))
    assert [len(found) for found in sound.values()] == [2, 4, 2, 2, 2, 2]
    for n, value in enumerate(ODD):
        path = tmp_path / f"{n}.db"
        shutil.copy(whole, path)
        if (id := damage(path, name, column, value)) is None:
            continue
        named = {finding.id for finding in examine(str(path)).findings}
        said = database.readable(value) if isinstance(value, bytes) else str(value)
        assert named & {id, id[:8], said}, value
        caplog.clear()
        found, damaged = asyncio.run(seen(path))
        lost = sum(len(sound[part] - found[part]) for part in sound)
        assert lost <= 3, (value, found)  # a table with its match and its line
        assert sum("cannot be read" in line for line in caplog.messages) <= 1
        assert len(damaged) <= 1
