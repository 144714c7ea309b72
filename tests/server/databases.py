"""A real PostgreSQL server for tests, started from Debian's programs in a folder of its own."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa

from stajnia.server.database import driver


def programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    raise RuntimeError("These tests need PostgreSQL. Install it: apt-get install postgresql (make test does).")


def _as_user() -> dict[str, str | int]:
    """PostgreSQL does not run as root: then its own user runs it."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid}


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A running server; gives the URL of an empty database."""
    tools = programs()
    who = _as_user()
    folder = Path(tempfile.mkdtemp(prefix="stajnia-pg-"))
    if who:
        os.chown(folder, int(who["user"]), int(who["group"]))
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": folder}
    init = [tools / "initdb", "-D", data, "-U", "stajnia", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"]
    subprocess.run(init, check=True, **quiet, **who)  # type: ignore[call-overload]  # mypy cannot see through **
    command = [
        tools / "postgres",
        "-D",
        data,
        "-h",
        "",
        "-k",
        folder,
        "-c",
        "fsync=off",
    ]  # a socket in the folder, no port

    def start() -> subprocess.Popen[bytes]:
        server: subprocess.Popen[bytes] = subprocess.Popen(command, **quiet, **who)  # type: ignore[call-overload]  # as above
        _wait(tools, folder, server)
        return server

    def stop(how: int) -> None:
        running[0].send_signal(how)
        running[0].wait(60)

    def again() -> None:
        stop(signal.SIGINT)  # at once, whoever is still connected
        running[0] = start()

    running = [start()]
    _again[str(folder)] = again
    try:
        yield f"postgresql://stajnia@/postgres?host={folder}"
    finally:
        del _again[str(folder)]
        stop(signal.SIGQUIT)  # nothing is written any more: nobody reads it again
        shutil.rmtree(folder, ignore_errors=True)


_again: dict[str, Callable[[], None]] = {}  # by folder


def restart(url: str) -> None:
    """Stop the server of this database and start it again."""
    _again[url.partition("?host=")[2]]()


_fresh = itertools.count(1)


def fresh_database(url: str) -> str:
    """Another, empty database on the same server."""
    name = f"fresh{next(_fresh)}"
    engine = sa.create_engine(driver(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?")


def _wait(tools: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        ready = [str(tools / "pg_isready"), "-q", "-h", str(folder), "-U", "stajnia"]
        if subprocess.run(ready, check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise RuntimeError("PostgreSQL did not start.")
