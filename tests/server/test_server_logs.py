"""Logs: one line an event, whom it is about by a short id, as text or as JSON, and no secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from stajnia.server import logs
from stajnia.server.database import log, tables, tokens
from stajnia.server.errors import Refused
from stajnia.server.opening import open_database
from stajnia.server.table_row import Sitter, TableRow, row_values
from tests.server.databases import postgres
from tests.server.indoors import indoors
from tests.server.logs import leaks, new_log, secret
from tests.server.pages import Person, Served, play_out, served

TEXT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [A-Z]+ [\w.]+( table=[\w-]{1,8})?( guest=[\w-]{1,8})?: .+")


def _record(said: str, *args: Any, name: str = "stajnia.room", **more: Any) -> logging.LogRecord:
    return logging.getLogger(name).makeRecord(name, logging.WARNING, "", 0, said, args, None, extra=more or None)


def _lines(house: Served) -> list[str]:
    """What was logged; that a build is old is told by Python's warnings, not by the log."""
    return [line for line in house.log.read_text().splitlines() if "NotCompiled" not in line]


def test_an_event_is_one_line(tmp_path: Path) -> None:
    """Of requests, tables and guests; each with its time and level, and the beginnings of ids alone."""
    with served(tmp_path / "a.db", verbose=True) as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me", "bot"], options={"turns": 1})
        play_out(ala.page(table))
        ala.post(f"/api/tables/{table}/link")
        house.stop()
        lines = _lines(house)
        assert all(TEXT.fullmatch(line) for line in lines), [x for x in lines if not TEXT.fullmatch(x)]
        about = [line.split(": ", 1)[1] for line in lines if f"table={table[:8]}" in line]
        assert about == ["a table for tiny", "the match begins", "the match is over"]
        assert any(f"/api/tables/{table[:8]}/link" in line for line in lines)
        assert not any(table in line for line in lines), "who knows the id may come in"


def test_json_on_demand(tmp_path: Path) -> None:
    """Every line is an object with the same few names."""
    with served(tmp_path / "a.db", verbose=True, log_format="json") as house:
        ala = Person(house, "Ala")
        ala.table("tiny", ["me", "open"])
        house.stop()
        lines = [json.loads(line) for line in _lines(house)]
    names = {"time", "level", "where", "said", "table", "guest", "error"}
    assert all(set(line) <= names and {"time", "level", "where", "said"} <= set(line) for line in lines)
    (made,) = (line for line in lines if line["said"] == "a table for tiny")
    assert (made["level"], made["where"], len(made["table"]), len(made["guest"])) == ("INFO", "rooms", 8, 8)


def test_quiet_unless_asked(tmp_path: Path) -> None:
    """Without --verbose nothing is logged where nothing is wrong; what strangers send that is no HTTP is no news."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        play_out(ala.page(ala.table("duel", ["me", "bot random"])))
        for junk in (
            b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
            b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", house.port), 5) as line:
                line.sendall(junk)
                line.recv(100)
        house.stop()
        assert _lines(house) == []


def test_a_fault_is_one_line_too() -> None:
    """With all of its traceback."""
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = _record("a job failed", table="0123456789"[:8])
        record.exc_info = sys.exc_info()
    line = logs.AsText().format(record)
    assert TEXT.fullmatch(line)
    assert "table=01234567: a job failed | Traceback (most recent call last):" in line
    assert line.endswith("ValueError: two | lines")
    assert json.loads(logs.AsJson().format(record))["error"].endswith("two\nlines")


@pytest.mark.parametrize("path", ["/link/abc", "//link/abc", "/api/links/abc", "/api//links/abc"])
def test_a_request_with_a_link_is_not_logged(path: str) -> None:
    """Its address says all."""
    access = '%s - "%s %s HTTP/%s" %d'
    assert not logs.worth_it(_record(access, "1.2.3.4:5", "GET", path, "1.1", 200, name="uvicorn.access"))
    record = _record(access, "1.2.3.4:5", "GET", "/api/tables/0123456789abcdef?x=1", "1.1", 200, name="uvicorn.access")
    assert logs.worth_it(record)
    assert record.getMessage() == '1.2.3.4:5 - "GET /api/tables/01234567?x=1 HTTP/1.1" 200'
    record = _record('%s - "WebSocket %s" [accepted]', "1.2.3.4:5", "/ws/0123456789abcdef", name="uvicorn.error")
    assert logs.worth_it(record)
    assert record.getMessage() == '1.2.3.4:5 - "WebSocket /ws/01234567" [accepted]'


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/api/codes/KXWPLM", "/api/codes/..."),
        ("/games/api//codes//kxwplm?x=1", "/games/api//codes//...?x=1"),
        ("/tv/0123456789abcdef", "/tv/01234567"),
        ("/table/0123456789abcdef", "/table/01234567"),
    ],
)
def test_a_request_tells_nobody_the_way_in(path: str, logged: str) -> None:
    """The code of a table lets one in as its id does."""
    record = _record('%s - "%s %s HTTP/%s" %d', "1.2.3.4:5", "GET", path, "1.1", 200, name="uvicorn.access")
    assert logs.worth_it(record)
    assert record.getMessage() == f'1.2.3.4:5 - "GET {logged} HTTP/1.1" 200'


@pytest.mark.usefixtures("tiny")
def test_a_table_that_cannot_be_read_tells_no_move_and_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A log that does not replay might name what somebody did; a row that says another id, the way to another table."""

    async def look() -> None:
        async with indoors(tmp_path / "a.db") as rooms:
            for id in ("unread", "strayed"):
                with pytest.raises(Refused, match=r"damaged|old_rules"):
                    await rooms.room(id)

    row = TableRow(
        "unread", "duel", "", {}, "none", False, False, False, False, "a", "Ala", [Sitter(), Sitter()], 1, 1, 1
    )
    row.state = "playing"
    engine, let_go = open_database(str(tmp_path / "a.db"))
    with engine.begin() as connection:
        connection.execute(tables.insert(), row_values(row, b"x"))
        another = row_values(msgspec.structs.replace(row, id="the-whole-id-of-another"), b"x") | {"id": "strayed"}
        connection.execute(tables.insert(), another)
        entry = {"id": "unread", "n": 0, "at": 1, "kind": "start", "body": '{"moves":[[0,"secret-move"]],"phase":{}}'}
        connection.execute(log.insert(), entry)
    let_go()
    engine.dispose()
    asyncio.run(look())
    said = [line for line in caplog.messages if line.startswith("cannot be read")]
    assert len(said) == 2
    assert not any(word in line for line in said for word in ("secret-move", "whole-id"))


def test_an_error_of_the_database_tells_no_values(tmp_path: Path) -> None:
    """SQLAlchemy would write what was to be kept into its message."""
    engine, let_go = open_database(str(tmp_path / "a.db"))
    values = {"hash": "very-secret", "person": None}
    with engine.connect() as connection, pytest.raises(sa.exc.IntegrityError) as refused:
        connection.execute(tokens.insert(), values)
    let_go()
    engine.dispose()
    assert "very-secret" not in str(refused.value)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_secrets_of_both_databases_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Seeds and the ways in to tables of every server that a test has started, wherever it keeps them."""
    found: set[str] = set()
    monkeypatch.setattr("tests.server.logs._secrets", found)
    with contextlib.ExitStack() as stack:
        db = str(tmp_path / "a.db") if kind == "sqlite" else stack.enter_context(postgres())
        with served(db, seed="a-seed-of-the-tests") as house:
            ala = Person(house, "Ala")
            table = ala.table("tiny", ["me"])
            code = ala.get(f"/api/tables/{table}")["code"]
        assert {b"a-seed-of-the-tests".hex(), table, f"/codes/{code}"} <= found


def test_a_secret_in_a_log_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fixture of all these tests looks for."""
    monkeypatch.setattr("tests.server.logs._secrets", set())
    secret("a-cookie-of-somebody")
    file = new_log()
    file.write_text("x a-cookie-of-somebody y")
    try:
        assert leaks() == ["a-cookie-of-somebody"]
    finally:
        file.unlink()
