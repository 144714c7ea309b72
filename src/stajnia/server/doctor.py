"""What is broken in a database, by name, and how to mend it without losing a move.

Looking changes nothing and may be done while a server runs. A finding that can be mended has the writes for that; a
log is never cut, and what only a person can decide is told and left.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from stajnia import games
from stajnia.core.record import BadRecord, Record
from stajnia.core.words import LANGS
from stajnia.server.database import (
    PASSING,
    PATIENCE,
    BadDatabase,
    Damaged,
    chat,
    driver,
    log,
    meta,
    people,
    readable,
    records,
    sitters,
    tables,
    tokens,
    told_plainly,
    version,
    versions,
)
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import SHORT
from stajnia.server.opening import open_database
from stajnia.server.settings import Settings
from stajnia.server.store import Op, read_entries
from stajnia.server.table_row import TableRow, read_row, row_values

ONLY_OURS = 0o600
NO_TEXT = "its id is no text"
COLUMNS = ("game", "rules", "state", "listed", "created", "updated", "code")  # that repeat what the row says


class Finding(msgspec.Struct, frozen=True):
    """Something that is not in order: words `doctor.WHAT`, about what, and the writes that mend it."""

    what: str
    id: str
    args: dict[str, Any] = {}
    ops: tuple[Op, ...] = ()
    file: Path | None = None  # whose rights are to be narrowed

    @property
    def can_mend(self) -> bool:
        return bool(self.ops) or self.file is not None


class Examined(NamedTuple):
    findings: list[Finding]
    tables: int
    entries: int
    people: int


def examine(url: str) -> Examined:
    """Look at everything; nothing is changed."""
    name = sa.make_url(driver(url))
    engine = _looking(name)
    try:
        with told_plainly(), engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")  # all of it is looked at as it stands at one moment
            return _examine(connection, _wide(name))
    finally:
        engine.dispose()


def mend(url: str) -> Examined:
    """Mend what can be mended in a database that no server uses; gives what was found before."""
    wide = _wide(sa.make_url(driver(url)))  # opening narrows the rights
    engine, let_go = open_database(url)
    try:
        with told_plainly(), engine.begin() as connection:
            found = _examine(connection, wide)
            for statement, values in (op for finding in found.findings for op in finding.ops):
                connection.execute(statement, values)
        for finding in found.findings:
            if finding.file is not None and finding.file.exists():
                finding.file.chmod(ONLY_OURS)
        return found
    finally:
        let_go()
        engine.dispose()


def _looking(name: sa.URL) -> sa.Engine:
    """A way to read that cannot write."""
    if name.get_backend_name() != "sqlite":
        args = {**PATIENCE, "options": f"{PATIENCE['options']} -c default_transaction_read_only=on"}
        return sa.create_engine(name, connect_args=args, isolation_level="REPEATABLE READ")
    file = Path(name.database or "")
    if not file.is_file():
        raise BadDatabase("missing", file=str(file))

    def connect() -> sqlite3.Connection:
        found = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        found.text_factory = readable
        return found

    return sa.create_engine("sqlite://", creator=connect, poolclass=sa.pool.NullPool)


def _wide(name: sa.URL) -> list[Finding]:
    """The files of SQLite that others on the machine may read."""
    if name.get_backend_name() != "sqlite" or not name.database:
        return []
    files = [Path(name.database + end) for end in ("", "-wal", "-shm", ".lock")]
    return [
        Finding("rights", str(f), file=f) for f in files if f.exists() and f.stat().st_mode & 0o077 and os.name != "nt"
    ]


def _examine(connection: sa.Connection, found: list[Finding]) -> Examined:
    at, newest = version(connection), versions()[1].get_current_head()
    if at is None:
        raise BadDatabase("not_ours", file=connection.engine.url.database or "")
    if at != newest:
        raise BadDatabase("older" if at < newest else "newer", found=at, known=newest)
    if connection.dialect.name == "sqlite":
        said = connection.exec_driver_sql("PRAGMA integrity_check(10)").scalars().all()
        found += [Finding("file", "", {"why": why}) for why in said if why != "ok"]
    known = {id for (id,) in connection.execute(sa.select(people.c.id))}
    ids = [id for (id,) in connection.execute(sa.select(tables.c.id).order_by(tables.c.created, tables.c.id))]
    for id in ids:
        found += _table(connection, id)
    found += _orphans(connection)
    found += _guests(connection)
    found += _records(connection)
    if connection.dialect.name == "sqlite":
        found += _cells(connection, {finding.id for finding in found})
    entries = connection.execute(sa.select(sa.func.count()).select_from(log)).scalar_one()
    return Examined(found, len(ids), entries, len(known))


# --- a table --------------------------------------------------------------------------------------


def _said(id: object) -> str:
    return readable(id) if isinstance(id, bytes) else str(id)


def _table(connection: sa.Connection, id: str) -> Iterator[Finding]:
    kept = connection.execute(sa.select(tables).where(tables.c.id == id)).first()
    if kept is None:  # it reads as another than it is
        yield Finding("row", _said(id), {"why": NO_TEXT})
        return
    try:
        row, seed = read_row(kept)
    except Damaged as e:
        yield Finding("row", _said(id), {"why": str(e)})
        return
    if row.game not in games.NAMES:
        yield Finding("row", id, {"why": f"there is no game {row.game}"})
        return
    live = None
    begun = connection.execute(sa.select(log.c.n).where(log.c.id == id).limit(1)).first() is not None
    if row.state in ("playing", "over") or (begun and row.state == "waiting"):
        live, broken = _live(connection, row, seed)
        if broken is not None:
            yield broken
    if live is not None:
        if live.match.record.commit != row.commit:
            yield Finding("commit", id)
        state = "playing" if live.outcome is None else "over"
        if (state, live.outcome) != (row.state, row.result):
            right = msgspec.structs.replace(row, state=state, result=live.outcome)
            yield Finding("state", id, {"row": row.state, "log": state}, (_rewrite(right, seed),))
            yield from _sitters(connection, row)
            return
    values = row_values(row, seed)
    if wrong := [c for c in COLUMNS if getattr(kept, c) != values[c]]:
        yield Finding("columns", id, {"names": wrong}, (_rewrite(row, seed),))
    yield from _sitters(connection, row)


def _live(connection: sa.Connection, row: TableRow, seed: bytes) -> tuple[LiveMatch | None, Finding | None]:
    rows = connection.execute(sa.select(log).where(log.c.id == row.id).order_by(log.c.n)).all()
    gap = next((n for n, r in enumerate(rows) if r.n != n), None if rows else 0)
    if gap is not None:
        return None, Finding("gap", row.id, {"n": gap, "all": len(rows)})
    args = (row.game, len(row.seats), row.options, seed, row.clock, Settings())
    try:
        return LiveMatch.again(*args, read_entries(rows)), None
    except Exception as e:  # whatever a damaged log leads to
        if row.rules != games.game(row.game).RULES:
            return None, Finding("old_rules", row.id, {"found": row.rules, "known": games.game(row.game).RULES})
        return None, Finding("log", row.id, {"why": f"{type(e).__name__}: {e}"})


def _rewrite(row: TableRow, seed: bytes) -> Op:
    return sa.update(tables).where(tables.c.id == row.id), row_values(row, seed)


def _sitters(connection: sa.Connection, row: TableRow) -> Iterator[Finding]:
    """Who sits there finds the table in their list."""
    sit = {s.person for s in row.seats if s.person} | ({row.host} - {""})
    listed = {p for (p,) in connection.execute(sa.select(sitters.c.person).where(sitters.c.id == row.id))}
    if missing := sorted(sit - listed):
        ops = tuple((sitters.insert(), {"person": p, "id": row.id}) for p in missing)
        yield Finding("sitters", row.id, {"n": len(missing)}, ops)


# --- beside the tables ----------------------------------------------------------------------------


def _orphans(connection: sa.Connection) -> Iterator[Finding]:
    """What belongs to nobody. Moves stay, whoever's they are."""
    homeless = sa.select(tables.c.id)
    for part, can in ((log, False), (chat, True), (sitters, True)):
        lost = part.c.id.not_in(homeless)
        count = sa.select(part.c.id, sa.func.count()).where(lost).group_by(part.c.id).order_by(part.c.id)
        for id, n in connection.execute(count).all():
            ops: tuple[Op, ...] = ((sa.delete(part).where(lost), {}),) if can else ()  # all, whatever they are called
            yield Finding(f"orphan_{part.name}", _said(id), {"n": n}, ops)
    nobodys = tokens.c.person.not_in(sa.select(people.c.id)) & (tokens.c.person != "")
    n = connection.execute(sa.select(sa.func.count()).select_from(tokens).where(nobodys)).scalar_one()
    if n:
        yield Finding("orphan_tokens", "", {"n": n}, ((sa.delete(tokens).where(nobodys), {}),))


def _guests(connection: sa.Connection) -> Iterator[Finding]:
    unknown = people.c.lang.not_in(LANGS)
    for id, lang in connection.execute(sa.select(people.c.id, people.c.lang).where(unknown)).all():
        op = sa.update(people).where(unknown), {"lang": "en"}
        yield Finding("guest", _said(id), {"lang": lang}, (op,))


def _records(connection: sa.Connection) -> Iterator[Finding]:
    for id in connection.execute(sa.select(records.c.id).order_by(records.c.at)).scalars().all():
        row = connection.execute(sa.select(records.c.body).where(records.c.id == id)).first()
        if row is None:
            yield Finding("record", _said(id), {"why": NO_TEXT})
            continue
        try:
            Record.from_json(row.body if isinstance(row.body, str) else "")
        except BadRecord as e:
            yield Finding("record", _said(id), {"why": str(e)})


def _cells(connection: sa.Connection, named: set[str]) -> Iterator[Finding]:
    """What stands in a column of another type, or is no text, beside what is named already; SQLite keeps anything
    anywhere."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.create_function("is_text", 1, _is_text, deterministic=True)
    for table in meta.sorted_tables:
        key = table.c.id if "id" in table.c else table.primary_key.columns[0]
        odd = {c.name: _is_odd(c) for c in table.c if table not in PASSING}
        if not odd:
            continue
        rows = connection.execute(sa.select(key, *odd.values()).where(sa.or_(*odd.values())))
        for id, *wrong in rows:
            said = _said(id)[:SHORT] if table is tokens else _said(id)
            if said not in named:
                names = [name for name, is_wrong in zip(odd, wrong, strict=True) if is_wrong]
                yield Finding("cell", said, {"table": table.name, "names": names})


def _is_odd(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    no_text = (sa.func.typeof(column) == "text") & ~sa.func.is_text(sa.cast(column, sa.LargeBinary))
    return sa.func.typeof(column).not_in(_kinds(column)) | no_text


def _is_text(data: bytes | None) -> bool:
    try:
        (data or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _kinds(column: sa.Column[Any]) -> list[str]:
    """The types that SQLite has for what belongs there."""
    return ["text" if column.type.python_type is str else "integer", *(["null"] if column.nullable else [])]
