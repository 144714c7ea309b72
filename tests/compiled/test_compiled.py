"""Compiled parts are used when they are fresh, and left aside with one sentence when they are not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from stajnia.compiled import BUILT, PACKAGE, digest

UNITS = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text("utf-8"))["tool"]["stajnia"]["compiled"]
PLAY = """
import stajnia
from stajnia.compiled import is_compiled
m = stajnia.Match.start("duel", 2, {"first": "0"}, seed=1)
while m.to_act:
    m.play(m.to_act[0], m.legal(m.to_act[0])[0])
print(m.outcome.winners, is_compiled("stajnia.games.duel.rules"))
"""


def builder() -> Any:
    """setup.py as a module."""
    spec = spec_from_file_location("builder", PACKAGE.parents[1] / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_only_what_has_changed_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit is built again if a file of it changed, or the list of its files did; else it is left alone."""
    monkeypatch.setattr(sys, "path", sys.path.copy())  # setup.py looks for compiled.py beside the package
    setup = builder()
    assert all(setup.fresh(BUILT, unit) for unit in (*UNITS, "exact", "swaps"))
    monkeypatch.setitem(setup.UNITS, "duel", [*setup.UNITS["duel"], "games/duel/view.py"])
    assert not setup.fresh(BUILT, "duel")
    assert not setup.fresh(BUILT.parent, "clovers")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that may be damaged."""
    return Path(shutil.copytree(PACKAGE, tmp_path / "stajnia", ignore=shutil.ignore_patterns("page", "__pycache__")))


def run(package: Path, code: str = PLAY, **more: str) -> tuple[str, str]:
    """What a fresh Python prints and tells when the copy of the package is used."""
    env = {k: v for k, v in os.environ.items() if k != "STAJNIA_PURE"}
    env |= {"PYTHONPATH": str(package.parent), **more}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


@pytest.mark.parametrize("unit", [*UNITS, "exact", "swaps"])
def test_every_unit_is_compiled_and_fresh(unit: str) -> None:
    """`make setup` compiles all of them; that one is missing must not pass unseen."""
    known = json.loads((BUILT / f"{unit}.json").read_bytes())
    modules = list(known["modules"])
    code = f"import stajnia, importlib\nfrom stajnia.compiled import is_compiled\nmodules = {modules!r}\n"
    code += "[importlib.import_module(m) for m in modules]\nprint(all(map(is_compiled, modules)))"
    assert run(PACKAGE, code) == ("True", "")


def test_a_fresh_unit_is_used_and_nothing_said(package: Path) -> None:
    """The compiled rules play; with STAJNIA_PURE the plain ones do, to the same end."""
    used, told = run(package)
    assert (used[-4:], told) == ("True", "")
    plain, told = run(package, STAJNIA_PURE="1")
    assert (plain, told) == (used.replace("True", "False"), "")


def changed_source(package: Path) -> None:
    path = package / "games" / "duel" / "rules.py"
    path.write_text(path.read_text("utf-8") + "\n# a change\n", "utf-8")


def changed_import(package: Path) -> None:
    path = package / "core" / "game.py"
    path.write_text(path.read_text("utf-8") + "\n# a change\n", "utf-8")


def half_a_file(package: Path) -> None:
    path = package / "_built" / f"duel__mypyc{EXTENSION_SUFFIXES[0]}"
    path.write_bytes(path.read_bytes()[:5000])


def missing_file(package: Path) -> None:
    (package / "_built" / "games" / "duel" / f"rules{EXTENSION_SUFFIXES[0]}").unlink()


def holes(path: Path) -> None:
    """As a disk leaves a file that was never written to its end: its size, and zeros."""
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))


def a_hole_in_the_library(package: Path) -> None:
    holes(package / "_built" / f"duel__mypyc{EXTENSION_SUFFIXES[0]}")


def a_hole_in_a_module(package: Path) -> None:
    holes(package / "_built" / "games" / "duel" / f"rules{EXTENSION_SUFFIXES[0]}")


def no_library(package: Path) -> None:
    """Just what was stamped, and still nothing that can be loaded."""
    path, stamp = package / "_built" / f"duel__mypyc{EXTENSION_SUFFIXES[0]}", package / "_built" / "duel.json"
    path.write_bytes(bytes(1000))
    said = json.loads(stamp.read_bytes())
    said["files"][path.name] = digest(path)
    stamp.write_text(json.dumps(said), "utf-8")


def other_python(package: Path) -> None:
    path = package / "_built" / "duel.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"version": "cpython-39 .so"}), "utf-8")


def broken_stamp(package: Path) -> None:
    (package / "_built" / "duel.json").write_text("{", "utf-8")


def stopped_build(package: Path) -> None:
    (package / "_built" / "duel.json").rename(package / "_built" / "duel.half")


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (changed_source, "games/duel/rules.py has changed since"),
        (changed_import, "core/game.py has changed since"),
        (half_a_file, "is missing or not whole"),
        (missing_file, "is missing or not whole"),
        (a_hole_in_the_library, "is missing or not whole"),
        (a_hole_in_a_module, "is missing or not whole"),
        (no_library, "it does not load"),
        (other_python, "it was made for another Python (cpython-39 .so)"),
        (broken_stamp, "its stamp is damaged"),
        (stopped_build, "its build was not finished"),
    ],
)
def test_what_is_not_fresh_is_left_aside(package: Path, harm: Callable[[Path], None], reason: str) -> None:
    """Plain Python plays, and one line says that it does and why."""
    whole, _ = run(package)
    harm(package)
    used, told = run(package)
    assert used == whole.replace("True", "False")
    lines = [line for line in told.splitlines() if "the compiled duel is left aside" in line]
    assert len(lines) == 1, told
    assert reason in lines[0]


def test_half_a_kernel_is_left_aside(package: Path) -> None:
    """Exact play goes on in plain Python, and one line says why."""
    path = package / "_built" / "bots" / "duel" / f"_exact{EXTENSION_SUFFIXES[0]}"
    path.write_bytes(path.read_bytes()[:5000])
    used, told = run(package, "import stajnia\nfrom stajnia.bots.duel.backend import COMPILED\nprint(COMPILED)")
    assert used == "False"
    assert told.count("the compiled exact is left aside") == 1
    assert "is missing or not whole" in told
