"""What is released stands alone: a wheel in an empty environment and an empty folder, with no Node and no compiler."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from playwright.sync_api import TimeoutError

from stajnia.games import NAMES
from tests.web import wheels
from tests.web.conftest import ROOT, Visit, frames, look, ready, touch

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="module")
def wheel(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of plain Python, which takes no compiler to make, and its empty environment: once for all workers."""
    assert built_page.exists()
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "empty").exists():
            wheels.environment(folder / "empty", wheels.build_pure(folder))
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def commands(wheel: Path) -> Path:
    return wheel.parent / "empty/bin"


@pytest.fixture
def served(commands: Path, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """`stajnia serve` from an empty folder, with nothing but the environment in PATH."""
    bare = {"PATH": str(commands), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LANG": "C.UTF-8"}
    empty = tmp_path / "nothing"
    empty.mkdir()
    with subprocess.Popen(
        [str(commands / "stajnia"), "--lang", "en", "serve", "--port", "0"],
        cwd=empty,
        env=bare,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = ""
        while "http://" not in said:
            line = process.stdout.readline()
            assert line, f"the server ended: {said}"
            said += line
        port = said.rpartition("http://")[2].split()[0].rstrip("/.").rpartition(":")[2]
        yield SimpleNamespace(url=f"http://localhost:{port}")
        process.terminate()
        process.stdout.read()
    assert not list(empty.iterdir())


def test_the_wheel_serves_the_page_and_plays_every_game(served: SimpleNamespace, visit: Visit) -> None:
    """From the front page into each of the four games against bots, and the first move by clicking."""
    page = visit(at=served)
    heard, rng = frames(page), Random(1)
    for name in NAMES:
        page.click(f"[data-now={name}]")
        page.wait_for_selector("[data-live=true]")
        heard.clear()
        page.set_default_timeout(2_000)
        until = time.monotonic() + 60  # bots may come first, and take their time
        while not any(m["t"] == "ack" for m in heard):
            assert time.monotonic() < until, f"no move of {name} was taken"
            ready(page, ("resign",))
            now = look(page)
            actions = [a for a in now["actions"] if a != "resign"]
            kind = "action" if actions else "step"
            with contextlib.suppress(TimeoutError):  # a bot has moved it away meanwhile
                touch(page, kind, rng.choice(actions or now["steps"]))
        page.set_default_timeout(30_000)
        page.goto("/")


def test_the_wheel_is_whole_and_for_any_machine(wheel: Path, commands: Path, tmp_path: Path) -> None:
    """Page, words, weights and migrations are in it and every bot plays; nothing compiled is, and its name says so."""
    assert wheel.name == f"stajnia-{VERSION}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert {"stajnia/server/page/index.html", "stajnia/py.typed"} < set(names)
    assert any(name.startswith("stajnia/server/migrations/versions/") for name in names)
    assert not [name for name in names if name.endswith((".so", ".pyd")) or "/_built/" in name or "tests/" in name]
    assert wheels.whole(commands, tmp_path) == (True, f"{VERSION} []")
