"""Opening a database: ours alone, or together with the other processes of a house (docs/scaling.md)."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import metadata
from typing import Any

import sqlalchemy as sa

from stajnia.server.database import PATIENCE, BadDatabase, driver, migrate, nodes, plain, readable, version, versions

KEEPALIVE: dict[str, Any] = {  # a connection that was cut without a word is noticed in ten seconds, not in two hours
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
CLAIM = 2.0  # seconds in which a server that ends may let go of its database
OURS = 57_451  # the advisory lock of a Stajnia


def open_database(url: str, shared_for: int = 0) -> tuple[sa.Engine, Callable[[], None]]:
    """The database of this URL, brought up to date and ours alone, and what to call to let go of it; BadDatabase if
    that cannot be. `shared_for`: ours together with other nodes, whose transactions lie open for so many ms at most."""
    try:
        name = sa.make_url(driver(url))
        if name.get_backend_name() == "sqlite":
            _only_ours(name.database)
            if shared_for:
                raise BadDatabase("not_shared")
            engine = sa.create_engine(name, hide_parameters=True)  # an error that is logged tells no values
            _tune_sqlite(engine)
        else:
            engine = _server_engine(name, shared_for)
        let_go: Callable[[], None] = engine.dispose
        try:
            let_go = _share(engine) if shared_for else _claim(engine)
            if not shared_for:
                migrate(engine)
                _nobody_else(engine)
        except BaseException:
            let_go()
            engine.dispose()
            raise
    except (sa.exc.SQLAlchemyError, ModuleNotFoundError, OSError) as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e
    return engine, let_go


def _server_engine(name: sa.URL, shared_for: int) -> sa.Engine:
    args = _server_args(shared_for)
    return sa.create_engine(name, pool_pre_ping=True, pool_timeout=5, connect_args=args, hide_parameters=True)


def _server_args(shared_for: int) -> dict[str, Any]:
    options = PATIENCE["options"]
    if shared_for:  # who is stopped in the middle of a write holds up no other node for longer
        options = f"{options} -c idle_in_transaction_session_timeout={shared_for}"
    return {**PATIENCE, **KEEPALIVE, "options": options}


def writing(url: sa.URL, shared_for: int) -> sa.Connection:
    """A connection that has our lock of PostgreSQL: with it goes the lock, and laid anew it gets it again or is
    BadDatabase. So whoever writes by it has the database, also after that was started anew."""
    me = f"stajnia {secrets.token_hex(8)}"
    args = {**_server_args(shared_for), "application_name": me}
    engine = sa.create_engine(url, poolclass=sa.NullPool, connect_args=args, hide_parameters=True)
    sa.event.listen(engine, "connect", lambda connection, _: _have(connection, me, bool(shared_for)))
    try:
        return engine.connect()
    except sa.exc.SQLAlchemyError as e:
        raise BadDatabase("cannot_open", why=plain(e)) from e


def _have(connection: Any, me: str, shared: bool) -> None:
    """Lock the database by this connection; an older one of ours that PostgreSQL has not missed yet is ended."""
    deadline = time.monotonic() + CLAIM
    lock, key = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock", (OURS,)
    while not connection.execute(f"SELECT {lock}(%s)", key).fetchone()[0]:
        if time.monotonic() > deadline:
            connection.close()
            raise BadDatabase("in_use")
        connection.execute(_END_OLDER, (OURS, me))
        connection.commit()
        time.sleep(0.05)
    connection.commit()


_END_OLDER = """
SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objid = %s AND application_name = %s AND pid <> pg_backend_pid()
"""


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


def _share(engine: sa.Engine) -> Callable[[], None]:
    """Ours and other nodes': nobody has the database alone. Who finds it out of date has it alone for a moment."""
    deadline = time.monotonic() + CLAIM
    while True:
        if (connection := _try_lock(engine, "pg_try_advisory_lock_shared")) is not None:
            if not _out_of_date(engine):
                return partial(unlock, connection)
            unlock(connection)
        if (connection := _try_lock(engine, "pg_try_advisory_lock")) is not None:
            try:
                migrate(engine)
            finally:
                unlock(connection)
        elif time.monotonic() > deadline:
            _tell_version(engine)
            raise BadDatabase("in_use")
        else:
            time.sleep(0.05)


def _tell_version(engine: sa.Engine) -> None:
    """BadDatabase, if the nodes that live are of another version than ours: its tables may not be ours."""
    ours, found = metadata.version("stajnia"), []
    with contextlib.suppress(sa.exc.SQLAlchemyError), engine.connect() as connection:
        now = sa.extract("epoch", sa.func.clock_timestamp()) * 1000
        found = list(connection.execute(sa.select(nodes.c.version).where(nodes.c.until > now)).scalars())
    if theirs := next((each for each in found if each != ours), ""):
        raise BadDatabase("other_version", theirs=theirs, ours=ours)


def _nobody_else(engine: sa.Engine) -> None:
    """Nodes that live have lost their lock where the database was started anew; what they say is still true."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            now = sa.extract("epoch", sa.func.clock_timestamp()) * 1000
            if connection.execute(sa.select(sa.func.count()).where(nodes.c.until > now)).scalar_one():
                raise BadDatabase("in_use")


def _out_of_date(engine: sa.Engine) -> bool:
    with engine.connect() as connection:
        return bool(version(connection) != versions()[1].get_current_head())


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
    connection = _try_lock(engine, "pg_try_advisory_lock")
    return None if connection is None else partial(unlock, connection)


def _try_lock(engine: sa.Engine, how: str) -> sa.Connection | None:
    """A connection that holds our advisory lock until it is closed; None: somebody else has it."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    connection.detach()  # closed is closed, and the lock gone: no pool keeps it
    if connection.execute(sa.text(f"SELECT {how}(:n)"), {"n": OURS}).scalar():
        return connection
    connection.close()
    return None


def unlock(connection: sa.Connection) -> None:
    """Let go at once: a connection that is only closed is gone when the server notices."""
    with contextlib.suppress(sa.exc.SQLAlchemyError):
        if not connection.invalidated:
            connection.execute(sa.text("SELECT pg_advisory_unlock_all()"))
    connection.close()


def _tune_sqlite(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def tune(connection: Any, record: Any) -> None:  # noqa: ARG001 (SQLAlchemy hands both in)
        connection.text_factory = readable
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
