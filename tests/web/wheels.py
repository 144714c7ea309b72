"""Wheels: built from the tree, installed into an empty environment, and asked whether they are whole.

python -m tests.web.wheels dist    what `make dist` has made: sizes, contents, and whether each wheel stands alone
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAPERS = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
QUIET = ("-q", "--disable-pip-version-check", "--no-deps")

# every bot of every game finds its own, every game is drawn, and nothing comes from anywhere but the wheel
WHOLE = """
import sys, stajnia
from importlib.metadata import version
from pathlib import Path
from random import Random
from stajnia.bots.bot import Budget, at_random, levels
assert Path(stajnia.__file__).is_relative_to(Path(sys.prefix)), stajnia.__file__
for name in stajnia.GAMES:
    for choose in levels(name).values():
        m = stajnia.Match.start(name, 2, seed=1)
        for turn in range(13):  # at random first: perfect play from the beginning takes its time
            seat = m.to_act[0]
            chooser = choose if turn == 12 else at_random
            m.play(seat, chooser(m.view(seat), m.legal(seat), Random(turn), Budget(simulations=1)))
    assert stajnia.svg(m)
print(version("stajnia"), sorted(p.stem for p in stajnia.compiled.BUILT.glob("*.json")))
"""


def build_pure(folder: Path) -> Path:
    """A wheel of plain Python from a copy of the tree, with the page that is built already."""
    tree = folder / "tree"
    tree.mkdir()
    for paper in PAPERS:
        shutil.copy(ROOT / paper, tree)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__", "_built"))
    wheel = [sys.executable, "-m", "pip", "wheel", *QUIET, "--no-build-isolation", "-w", str(folder), "."]
    subprocess.run(wheel, cwd=tree, env=os.environ | {"STAJNIA_PURE": "1"}, check=True)
    return next(folder.glob("*.whl"))


def environment(folder: Path, wheel: Path) -> Path:
    """The commands of an environment with the wheel alone; what it needs of others is found where that is installed."""
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    install = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install", *QUIET]
    subprocess.run([*install, "--no-index", "--no-compile", str(wheel)], check=True)
    others = sysconfig.get_path("purelib")
    (site / "others.pth").write_text(others + "\n", "utf-8")  # a path alone: our own editable install stays unseen
    return folder / "bin"


def whole(commands: Path, folder: Path) -> tuple[bool, str]:
    """Run the check in an empty folder; whether all is well, and what it says."""
    command = [str(commands / "python"), "-W", "error", "-c", WHOLE]
    done = subprocess.run(command, cwd=folder, env={"PATH": ""}, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout.strip() or done.stderr


def contents(file: Path) -> str:
    """How much of what is in it, by the last part of the names."""
    if file.suffix == ".whl":
        sizes = [(each.filename, each.file_size) for each in zipfile.ZipFile(file).infolist()]
    else:
        with tarfile.open(file) as tar:
            sizes = [(each.name, each.size) for each in tar.getmembers() if each.isfile()]
    kinds: Counter[str] = Counter()
    for name, size in sizes:
        kinds["page" if "server/page/" in name else Path(name).suffix or "other"] += size
    told = ", ".join(f"{kind} {size // 1000} kB" for kind, size in kinds.most_common(8))
    return f"{file.name}: {file.stat().st_size / 1e6:.1f} MB, {len(sizes)} files: {told}"


def main(dist: Path) -> None:
    for file in sorted(dist.iterdir()):
        print(contents(file))
        if file.suffix == ".whl":
            with tempfile.TemporaryDirectory() as empty:
                well, said = whole(environment(Path(empty) / "env", file), Path(empty))
            print(f"  alone in an empty environment: {said}")
            if not well:
                sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
