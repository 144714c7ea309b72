"""The database: people, tables, the append-only log of every match, chat, uploaded records.

SQLite (one file, write-ahead log, every commit on disk) or PostgreSQL by URL. What the migrations make is exactly
what stands here; a test compares them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

ID = sa.String(40)
meta = sa.MetaData()
people = sa.Table(
    "people",
    meta,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
tokens = sa.Table(
    "tokens",
    meta,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", ID, nullable=False, index=True),
    sa.Column("link_to", ID),
    sa.Column("expires", sa.BigInteger),
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
    """The database cannot be used; the sentence says why and what to do."""


def plain(e: BaseException) -> str:
    """The error in one line, without the statement and its values."""
    return str(getattr(e, "orig", None) or e).split("\n")[0]


def open_database(url: str) -> sa.Engine:
    """The database of this URL, brought up to date; BadDatabase if that cannot be."""
    try:
        engine = sa.create_engine(driver(url), pool_pre_ping=True)
        if engine.dialect.name == "sqlite":
            _tune_sqlite(engine)
        migrate(engine)
    except (sa.exc.SQLAlchemyError, ModuleNotFoundError, OSError) as e:
        raise BadDatabase(f"The database cannot be opened: {plain(e)}") from e
    return engine


def driver(url: str) -> str:
    """The URL with the driver we use; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite:///{url}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else url


def _tune_sqlite(engine: sa.Engine) -> None:
    @event.listens_for(engine, "connect")
    def tune(connection: Any, record: Any) -> None:  # noqa: ARG001 (SQLAlchemy hands both in)
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Bring an older database up to date; refuse one that a newer Stajnia wrote."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    known = {s.revision for s in scripts.walk_revisions()}
    with engine.connect() as connection:
        at = MigrationContext.configure(connection).get_current_revision()
        connection.rollback()
        if at is not None and at not in known:
            raise BadDatabase(
                f"The database was written by a newer Stajnia (its version is {at}, this one knows {max(known)}). "
                "Use that newer Stajnia, or another database."
            )
        if at == scripts.get_current_head() and to == "head":
            return
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver would keep every new table at once
        config.attributes["connection"] = connection
        command.upgrade(config, to)
        connection.commit()
