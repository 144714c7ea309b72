"""The database: people, tables, the append-only log of every match, chat, uploaded records.

SQLite (one file, write-ahead log, every commit on disk) or PostgreSQL by URL. What the migrations make is exactly
what stands here; a test compares them.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stajnia.core.game import Message
from stajnia.core.words import Lang, words
from stajnia.server.crash_points import reached
from stajnia.server.wire import CODE_LENGTH

PATIENCE = {"connect_timeout": 5, "options": "-c statement_timeout=10000 -c lock_timeout=5000"}  # of PostgreSQL
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
    sa.Column("code", sa.String(CODE_LENGTH), index=True),  # the short one, to be said and typed
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
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
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
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    sa.Column("body", sa.Text, nullable=False),
)
nodes = sa.Table(  # processes that serve this house together; the times are the database's
    "nodes",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("address", sa.String(255), nullable=False),  # the inner one, HOST:PORT
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("proof", sa.String(64), nullable=False),  # that it has our secret
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("rooms", sa.Integer, nullable=False),
    sa.Column("leaving", sa.Boolean, nullable=False),
)
leases = sa.Table(  # which of them has a table; none while nobody needs it
    "leases",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("node", ID, index=True),
    sa.Column("epoch", sa.BigInteger, nullable=False),
)
jobs = sa.Table(  # what one of them does for all, and when again
    "jobs",
    meta,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("due", sa.BigInteger, nullable=False),
)
buckets = sa.Table(  # what is left of budgets that they count together; not on disk, and no loss
    "buckets",
    meta,
    sa.Column("key", sa.String(160), primary_key=True),
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)
PASSING = (nodes, leases, jobs, buckets)  # true only while somebody serves: in no backup


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


@contextlib.contextmanager
def told_plainly() -> Iterator[None]:
    """Whatever a database or its driver says here is BadDatabase, with one sentence."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, ModuleNotFoundError) as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e


def driver(url: str) -> str:
    """The URL with the driver we use; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{url}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def readable(text: bytes) -> str:
    """A text of SQLite; damaged ones are read too, so that they harm only what they belong to."""
    return text.decode("utf-8", "replace")


class Damaged(ValueError):
    """A row that cannot be read; it harms only what it belongs to."""


_TYPES = {
    table.name: tuple((c.type.python_type, type(None)) if c.nullable else c.type.python_type for c in table.columns)
    for table in meta.tables.values()
}


def is_sound(table: sa.Table, row: Any) -> bool:
    """Whether each column holds what it is for: SQLite keeps a number, a text or a BLOB wherever one is put."""
    return all(map(isinstance, row, _TYPES[table.name]))


def check(table: sa.Table, row: Any) -> None:
    """Damaged where a row is not sound."""
    if not is_sound(table, row):
        kinds = zip(table.columns, row, _TYPES[table.name], strict=True)
        odd = [column.name for column, value, kind in kinds if not isinstance(value, kind)]
        raise Damaged(f"of another type: {', '.join(odd)}")


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
        if at is not None and at not in known:
            raise BadDatabase("newer", found=at, known=max(known))
        if at is None and sa.inspect(connection).get_table_names():  # somebody else's
            raise BadDatabase("not_ours", file=engine.url.database)
        connection.rollback()
        if at == scripts.get_current_head() and to == "head":
            return
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver would keep every new table at once
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        reached("in migration")
        connection.commit()
