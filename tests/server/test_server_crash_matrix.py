"""The crash matrix: SIGKILL at every named point with every kind of entry, on both databases; and the power going off:
SQLite's files as they may be on the disk then. All that was acknowledged is there once, and everything goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stajnia.server import crash_points
from stajnia.server.store import Entry, Store
from tests.server import crash_matrix
from tests.server.databases import fresh_database

HEADER, FRAME = 32, 24  # bytes of SQLite's write-ahead log before all frames, and before the page of each


@pytest.fixture(params=["sqlite", "postgresql"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Three empty databases of one kind."""
    if request.param == "sqlite":
        return [str(tmp_path / f"{n}.db") for n in range(3)]
    return [fresh_database(request.getfixturevalue("postgres_url")) for _ in range(3)]


def test_killed_at_every_point_with_every_kind_of_entry(urls: list[str], tmp_path: Path) -> None:
    """Nothing acknowledged is lost, nothing is doubled, what was cut off is wholly there or not at all, and the match
    goes on; then the doctor finds the database in order."""
    command = [sys.executable, str(Path(crash_matrix.__file__)), str(tmp_path), *urls]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [f"{f['kind']} {f['point']}: {f['error']}" for f in found if "error" in f]
    assert not wrong, "\n".join(wrong)
    tried = {(f["kind"], f["point"]) for f in found}
    assert tried == set(crash_matrix.DEATHS) | {("", point) for point in (*crash_matrix.OPERATIONS, "all")}, done.stderr
    assert sum(f["acked"] for f in found) > 50


def test_every_point_has_a_case() -> None:
    """No point is named that nobody dies at, and no kind of entry is written that is not in the matrix."""
    assert set(crash_points.POINTS) == {*crash_matrix.POINTS, *crash_matrix.OPERATIONS}
    source = (Path(crash_points.__file__).parent / "live_match.py").read_text("utf-8")
    folded = source[source.index("match e.kind:") : source.index("def _publish")]
    kinds = {
        kind.strip(' "')
        for line in folded.splitlines()
        if "case " in line
        for kind in line.split("case")[1].strip(": ").split("|")
    }
    assert kinds <= set(crash_matrix.CASES), kinds - set(crash_matrix.CASES)


# --- the power goes off ----------------------------------------------------------------------------


def _entry(n: int) -> Entry:
    return Entry(n, 1, "move", 0, f"a{n}", b'{"a":"' + b"x" * (n * 97 % 3000) + b'"}')


def _play(path: Path, entries: int, before: int = 0) -> list[int]:
    """Keep entries one by one; how long the write-ahead log was when each was acknowledged."""
    wal = path.with_name(path.name + "-wal")
    lengths: list[int] = []
    kept = Store(str(path))

    async def work() -> None:
        for n in range(before, before + entries):
            await kept.save("t", [_entry(n)])
            lengths.append(wal.stat().st_size)

    with contextlib.closing(kept):
        with kept.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "every commit waits for the disk"
        asyncio.run(work())
        for file in (path, wal):
            shutil.copy(file, file.with_name(f"cut-{file.name}"))
    return lengths


def _found(path: Path) -> list[int]:
    """The entries in a database that was cut off, which opens without complaint."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous=OFF")  # the copy is only looked at
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [n for (n,) in db.execute("SELECT n FROM log WHERE id = 't' ORDER BY n")]


def test_the_write_ahead_log_cut_off_anywhere(tmp_path: Path) -> None:
    """At every frame and within: what was acknowledged before that length is there, in order, without a gap."""
    path = tmp_path / "a.db"
    Store(str(path)).close()
    lengths = _play(path, 12)
    whole = (tmp_path / "cut-a.db-wal").read_bytes()
    page = int.from_bytes(whole[8:12], "big")
    base = (tmp_path / "cut-a.db").read_bytes()
    cuts = {0, 7, HEADER}
    for end in range(HEADER, len(whole) + 1, FRAME + page):
        cuts |= {end, end - 1, end + FRAME, end + FRAME + page // 2}
    (tmp_path / "off").mkdir()
    for cut in sorted(c for c in cuts if 0 <= c <= len(whole)):
        for torn in (b"", b"\0" * 512, b"\xa5" * 700):  # what a disk may have put where the end was to be
            off = tmp_path / "off" / "a.db"
            off.write_bytes(base)
            off.with_name("a.db-wal").write_bytes(whole[:cut] + torn)
            off.with_name("a.db-shm").unlink(missing_ok=True)
            found = _found(off)
            assert found == list(range(len(found)))
            assert len(found) >= sum(length <= cut for length in lengths), f"an acknowledged entry is lost at {cut}"


def test_a_checkpoint_cut_off_anywhere(tmp_path: Path) -> None:
    """While the log is copied into the file: with any part of its pages written, torn or not, all is there."""
    path = tmp_path / "a.db"
    Store(str(path)).close()
    _play(path, 12)
    before, after = (tmp_path / "cut-a.db").read_bytes(), path.read_bytes()  # closing has copied all of it
    whole = (tmp_path / "cut-a.db-wal").read_bytes()
    page = int.from_bytes(whole[8:12], "big")
    before = before.ljust(len(after), b"\0")
    changed = [n for n in range(0, len(after), page) if before[n : n + page] != after[n : n + page]]
    assert len(changed) > 3
    (tmp_path / "off").mkdir()
    for k in range(len(changed) + 1):
        for torn in (0, 512):
            file = bytearray(before)
            for n in changed[:k]:
                file[n : n + page] = after[n : n + page]
            if k < len(changed):
                file[changed[k] : changed[k] + torn] = after[changed[k] : changed[k] + torn]
            off = tmp_path / "off" / "a.db"
            off.write_bytes(file)
            off.with_name("a.db-wal").write_bytes(whole)
            off.with_name("a.db-shm").unlink(missing_ok=True)
            assert _found(off) == list(range(12))


def test_a_server_goes_on_from_what_the_power_left(tmp_path: Path) -> None:
    """The store opens a database that was cut off in the midst of a commit and writes on behind the last whole one."""
    path = tmp_path / "a.db"
    Store(str(path)).close()
    lengths = _play(path, 5)
    off = tmp_path / "off.db"
    shutil.copy(tmp_path / "cut-a.db", off)
    off.with_name("off.db-wal").write_bytes((tmp_path / "cut-a.db-wal").read_bytes()[: lengths[3] - 100])

    async def work(kept: Store) -> None:
        assert [e.n for e in await kept.entries("t")] == [0, 1, 2]
        await kept.save("t", [_entry(3)])

    with contextlib.closing(Store(str(off))) as kept:
        asyncio.run(work(kept))
    assert _found(off) == [0, 1, 2, 3]


def test_a_hook_is_nobodys_but_a_tests() -> None:
    """Nothing happens at a point unless a test has asked for it."""
    seen: list[Any] = []
    crash_points.reached("before write", 1)
    crash_points.on_reached(lambda point, what: seen.append((point, what)))
    crash_points.reached("before write", 2)
    crash_points.on_reached(None)
    crash_points.reached("before write", 3)
    assert seen == [("before write", 2)]
