"""The library stands on msgspec alone; a command says which extra it misses. Nothing asks for Unix by name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version as installed
from pathlib import Path
from urllib.request import urlopen

import pytest

from stajnia.cli.errors import EXTRAS
from tests.cli.test_cli import run

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]

# an import of anything installed but our own, msgspec and what is named on the line fails as where it is not installed
ALONE = """
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
allowed = {"stajnia", "msgspec", *sys.argv[1].split(",")}
class Bare(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        found = PathFinder.find_spec(name, path) if top not in allowed and top not in sys.builtin_module_names else None
        if found and found.origin and "site-packages" in found.origin:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Bare())
sys.argv = ["stajnia", *sys.argv[2:]]
"""

# names that Windows lacks
UNIX = """
import os, signal, socket, time
for module, names in (
    (signal, "SIGHUP SIGALRM SIGKILL SIGUSR1 setitimer alarm pause"),
    (os, "fork forkpty kill geteuid mkfifo fchmod chown sysconf nice getloadavg sched_getaffinity"),
    (socket, "AF_UNIX"),
    (time, "CLOCK_BOOTTIME CLOCK_MONOTONIC clock_gettime clock_gettime_ns"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
for name in ("pty", "termios", "fcntl", "resource", "readline", "uvloop", "pwd", "grp"):
    sys.modules[name] = None
"""

PLAY = """
from random import Random
import stajnia
from stajnia.bots.bot import Budget, bot, levels
for name in stajnia.GAMES:
    for level in levels(name):
        rng, m = Random(1), stajnia.Match.start(name, 2, {}, seed=1)
        choose = bot(name, level)
        for _ in range(6):
            seat = m.to_act[0]
            m.play(seat, choose(m.view(seat), m.legal(seat), rng, Budget(simulations=1)))
        assert stajnia.replay(m.record.to_json()).record.moves == m.record.moves
"""


def python(script: str, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("names_gone", ["", UNIX], ids=["", "windows"])
def test_the_library_needs_msgspec_and_nothing_else(names_gone: str) -> None:
    """With nothing else installed, all four games are played by all their bots; without Unix' names too."""
    done = python(ALONE + names_gone + PLAY, "")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_says_what_it_needs() -> None:
    """From the plain wheel: one sentence in each language, no traceback."""
    done = python(ALONE + "from stajnia.__main__ import main; main()", "", "play", "duel")
    assert done.returncode == 1
    assert "pip install 'stajnia[cli]'" in done.stderr.splitlines()[0]
    assert "Błąd: polecenie potrzebuje click" in done.stderr.splitlines()[1]
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("names_gone", ["", UNIX], ids=["", "windows"])
def test_the_terminal_needs_no_server(names_gone: str) -> None:
    """With the extra `cli` alone a game is played; `serve` names the extra it misses."""
    terminal = "click,rich,platformdirs,markdown_it,mdurl,pygments"
    start = ALONE + names_gone + "from stajnia.__main__ import main; main()"
    done = python(start, terminal, "--lang", "en", "play", "clovers")
    assert (done.returncode, done.stderr) == (0, "")
    for lang, part in (("en", "stajnia serve needs"), ("pl", "stajnia serve potrzebuje")):
        done = python(start, terminal, "--lang", lang, "serve")
        assert done.returncode == 1
        assert part in done.stderr
        assert "pip install 'stajnia[server]'" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_the_server_asks_for_nothing_of_unix(tmp_path: Path) -> None:
    """With Unix' names gone it starts, answers and saves."""
    # the database's lock and Python's own event loop go by the platform's name, which is Unix' here
    gone = UNIX.replace('"fcntl", ', "").replace('(socket, "AF_UNIX"),', "")
    start = "import sys\n" + gone + "from stajnia.__main__ import main; main()"
    command = [sys.executable, "-c", start, "--lang", "en", "serve", "--port", "0", "--db", str(tmp_path / "some.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            address = server.stdout.readline().split(" at ")[1].split()[0].rstrip("/")
            with urlopen(f"{address}/healthz") as answer:
                assert answer.read().strip() == b"ok"
        finally:
            server.terminate()


@pytest.mark.parametrize(
    ("call", "extra"),
    [
        ("connect('http://localhost:8000', 'table')", "client"),
        ("env('duel')", "rl"),
        ("parallel_env('duel')", "rl"),
        ("gym_env('duel')", "rl"),
    ],
)
def test_a_name_of_the_library_says_which_extra_it_needs(call: str, extra: str) -> None:
    """As a ModuleNotFoundError, with what to install in its sentence."""
    done = python(ALONE + f"import stajnia; stajnia.{call}", "")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: ")
    assert done.stderr.splitlines()[-1].endswith(f"pip install 'stajnia[{extra}]'")


def test_every_package_of_an_extra_is_known_by_name() -> None:
    """What is declared is what a command asks to install."""
    for extra, wanted in PROJECT["optional-dependencies"].items():
        names = [re.match(r"[\w-]+", each)[0] for each in wanted]  # type: ignore[index]  # each begins with its name
        for name in names:
            if name != "stajnia" and extra not in ("cli", "bench", "dev"):
                assert EXTRAS[name] == extra
    assert [re.match(r"\w+", each)[0] for each in PROJECT["dependencies"]] == ["msgspec"]  # type: ignore[index]


def test_a_module_of_ours_that_is_gone_is_no_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a thing is a bug and is not hidden behind a sentence."""
    monkeypatch.setitem(sys.modules, "stajnia.cli.rules", None)
    assert isinstance(run("rules", "duel").exception, ModuleNotFoundError)


def test_the_version_is_one() -> None:
    """What is installed, the client for JavaScript and the newest heading of the changelog, with its date."""
    root = Path(__file__).parents[2]
    assert installed("stajnia") == PROJECT["version"]
    assert json.loads((root / "web/client/package.json").read_text("utf-8"))["version"] == PROJECT["version"]
    newest = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest
    assert re.fullmatch(re.escape(PROJECT["version"]) + r" \(\d{4}-\d\d-\d\d\)", newest[1])
