"""The database: people, tables, the append-only log of every match, chat, uploaded records.

SQLite (one file, write-ahead log, every commit on disk) or PostgreSQL by URL. What the migrations make is exactly
what stands here; a test compares them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from stajnia.core.game import Message
from stajnia.core.words import Lang, words
from stajnia.server.crash_points import reached

PATIENCE = {"connect_timeout": 5, "options": "-c statement_timeout=10000 -c lock_timeout=5000"}  # of PostgreSQL
CLAIM = 2.0  # seconds in which a server that ends may let go of its database
OURS = 57_451  # the advisory lock of a Stajnia
ID = sa.String(40)
meta = sa.MetaData()
people = sa.Table(
    "people",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger),  # about when somebody was here last
)
tokens = sa.Table(
    "tokens",
    meta,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", ID, nullable=False, index=True),
    sa.Column("link_to", ID),
    sa.Column("expires", sa.BigInteger),
    sa.Column("created", sa.BigInteger),
    sa.Column("device", sa.String(40)),
)
tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("game", sa.String(24), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Index("tables_open", "state", "listed", "updated"),
)
sitters = sa.Table(
    "sitters",
    meta,
    sa.Column("person", ID, primary_key=True),
    sa.Column("id", ID, primary_key=True),
)
log = sa.Table(
    "log",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("action", sa.String(64)),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("log_action", "id", "seat", "action", unique=True),
)
chat = sa.Table(
    "chat",
    meta,
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("id", ID, nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("person", ID),
    sa.Column("action", sa.String(64)),
    sa.Index("chat_action", "id", "person", "action", unique=True),
)
records = sa.Table(
    "records",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("person", ID, nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class BadDatabase(Exception):
    """The database cannot be used; the sentence (words `database.MESSAGE`) says why and what to do."""

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message, values)
        self.message, self.values = message, values

    def say(self, lang: Lang) -> str:
        return words("", lang).say(Message(f"database.{self.message}", self.values))

    def __str__(self) -> str:
        return self.say("en")


def plain(e: BaseException) -> str:
    """The error in one line, without the statement and its values."""
    return str(getattr(e, "orig", None) or e).split("\n")[0]


def open_database(url: str) -> tuple[sa.Engine, Callable[[], None]]:
    """The database of this URL, brought up to date and ours alone, and what to call to let go of it; BadDatabase if
    that cannot be."""
    try:
        name = sa.make_url(driver(url))
        if name.get_backend_name() == "sqlite":
            _only_ours(name.database)
            engine = sa.create_engine(name, hide_parameters=True)  # an error that is logged tells no values
            _tune_sqlite(engine)
        else:
            engine = sa.create_engine(
                name, pool_pre_ping=True, pool_timeout=5, connect_args=PATIENCE, hide_parameters=True
            )
        let_go: Callable[[], None] = engine.dispose
        try:
            let_go = _claim(engine)
            migrate(engine)
        except BaseException:
            let_go()
            engine.dispose()
            raise
    except (sa.exc.SQLAlchemyError, ModuleNotFoundError, OSError) as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e
    return engine, let_go


def _only_ours(file: str | None) -> None:
    """The file holds seeds and hands: nobody else on the machine reads it. SQLite's other files have its rights."""
    if file and file != ":memory:":
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        with contextlib.suppress(OSError):  # somebody else's, and not ours to close
            os.chmod(file, 0o600)


def _claim(engine: sa.Engine) -> Callable[[], None]:
    """One server a database: two would not see each other's tables. What is given lets go again."""
    deadline = time.monotonic() + CLAIM  # a server that was killed just now may still seem to be there
    while True:
        let_go = _claim_file(engine.url.database) if engine.dialect.name == "sqlite" else _claim_server(engine)
        if let_go is not None:
            return let_go
        if time.monotonic() > deadline:
            raise BadDatabase("in_use")
        time.sleep(0.05)


def _claim_file(file: str | None) -> Callable[[], None] | None:
    if not file or file == ":memory:":
        return lambda: None
    handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        return None
    return lambda: os.close(handle)


def _lock(handle: int) -> None:
    """Lock an open file for this process, or OSError: another has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _claim_server(engine: sa.Engine) -> Callable[[], None] | None:
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if connection.execute(sa.text("SELECT pg_try_advisory_lock(:n)"), {"n": OURS}).scalar():
        return connection.close
    connection.close()
    return None


def driver(url: str) -> str:
    """The URL with the driver we use; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{url}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def readable(text: bytes) -> str:
    """A text of SQLite; damaged ones are read too, so that they harm only what they belong to."""
    return text.decode("utf-8", "replace")


def _tune_sqlite(engine: sa.Engine) -> None:
    @event.listens_for(engine, "connect")
    def tune(connection: Any, record: Any) -> None:  # noqa: ARG001 (SQLAlchemy hands both in)
        connection.text_factory = readable
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def version(connection: sa.Connection) -> str | None:
    """Which migration made these tables; None: they are not ours."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def versions() -> tuple[Any, Any]:
    """The migrations there are, as Alembic knows them: its settings and its scripts."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config, ScriptDirectory.from_config(config)


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Bring an older database up to date; refuse one that a newer Stajnia wrote."""
    from alembic import command

    config, scripts = versions()
    known = {s.revision for s in scripts.walk_revisions()}
    with engine.connect() as connection:
        at = version(connection)
        connection.rollback()
        if at is not None and at not in known:
            raise BadDatabase("newer", found=at, known=max(known))
        if at == scripts.get_current_head() and to == "head":
            return
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver would keep every new table at once
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        reached("in migration")
        connection.commit()
