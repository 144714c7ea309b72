"""What docs/ shows runs: every `>>>` example, the game, the card and the live bot that are written there."""

from __future__ import annotations

import asyncio
import doctest
import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stajnia.games
from stajnia.bots import duel
from stajnia.cli import COMMANDS
from stajnia.core.words import words
from tests.contract import drive
from tests.server.pages import Person, served

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("records.md", "a-new-game.md", "a-new-bot.md", "environments.md", "library.md")
SIT = re.compile(r"^```python sit.py\n(.*?)^```$", re.S | re.M)
DIFF = re.compile(r"^```diff src/(\S+)\n(.*?)^```$", re.S | re.M)
PAPERS = ["README.md", "CONTRIBUTING.md"]
MADE_UP = {  # files of the examples
    "tests/pebbles/variants.py",
    "tests/pebbles/invariants.py",
    "bots/pebbles.py",
    "src/stajnia/bots/GAME.py",
}
BLOCK = re.compile(r"^```\w+ src/stajnia/games/(\S+)\n(.*?)^```$", re.S | re.M)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that the pages write under games/, importable for the length of a test."""
    names = set()
    for page in PAGES:
        for path, text in BLOCK.findall((DOCS / page).read_text("utf-8")):
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            names.add(path.split("/")[0])
    monkeypatch.setattr(stajnia.games, "__path__", [*stajnia.games.__path__, str(tmp_path)])
    monkeypatch.setattr(stajnia.games, "NAMES", (*stajnia.games.NAMES, *sorted(names)))
    monkeypatch.setattr(duel, "LEVELS", dict(duel.LEVELS))  # a page adds a bot of its own
    return sorted(names)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("written")
def test_examples_of_the_page_run(page: str) -> None:
    """Each example gives the answer that stands under it."""
    text = (DOCS / page).read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, page, str(DOCS / page), 0)
    assert test.examples, "the page has no example"
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    failed = runner.run(test, out=said.append).failed
    assert not failed, "".join(said)


def test_the_game_of_the_page_keeps_the_contract(written: list[str]) -> None:
    """The example game passes the checks that every game must pass, and has words for its statements."""
    assert written == ["pebbles"]
    assert list(words("pebbles", "en").statements) == ["R1", "R2", "R3"]
    pool = {f"take {n}" for n in range(9)}
    for seats in range(2, 5):
        for seed in range(5):
            rng = Random(seed)
            for g, s, seat, action, _ in drive.walk(("pebbles", seats, {"heap": 9}), seed, 20):
                drive.check_step(g, s, seats)
                drive.check_plays(g, s, rng, 5)
                drive.check_views(g, s, seats, rng)
                drive.check_refusals(g, s, seats, pool, rng)
                drive.check_told(g, s, seat, action, rng)


def test_the_card_of_the_page_plays_as_it_says(tmp_path: Path) -> None:
    """The changes of a-new-card.md, made in a copy of the package, give the card whose examples stand there."""
    changed = tmp_path / "src"
    left_out = shutil.ignore_patterns("page", "*.pyc")
    shutil.copytree(DOCS.parent / "src" / "stajnia", changed / "stajnia", ignore=left_out)
    hunks = DIFF.findall((DOCS / "a-new-card.md").read_text("utf-8"))
    assert len(hunks) == 5
    for path, hunk in hunks:
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        text = (changed / path).read_text("utf-8")
        assert text.count(old) == 1, f"{path} no longer has:\n{old}"
        (changed / path).write_text(text.replace(old, new), "utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(changed), str(DOCS.parent)))}
    for command in (["doctest", "docs/a-new-card.md"], ["pytest", "tests/texts/test_texts.py", "-k", "unstable"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=DOCS.parent, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_of_the_page_plays_at_a_live_table(tmp_path: Path) -> None:
    """Two bots as a-new-bot.md writes them take the seats of a real server's table and play to the end."""
    found = SIT.search((DOCS / "a-new-bot.md").read_text("utf-8"))
    assert found
    page: dict[str, Any] = {}
    exec(found[1], page)
    with served(tmp_path / "live.db") as house, closing(Person(house, "Host")) as host:
        table = host.table("duel", ["open", "open"], guest_bots=True)
        seats = f"/api/tables/{table}"

        async def play() -> list[Any]:
            sitting = [asyncio.create_task(page["sit"](f"{house.url}/t/{table}", name=name)) for name in ("A", "B")]
            while any(s["kind"] == "open" for s in (await asyncio.to_thread(host.get, seats))["seats"]):
                await asyncio.sleep(0.05)
            await asyncio.to_thread(host.post, f"{seats}/start")
            return await asyncio.gather(*sitting)

        one, other = asyncio.run(play())
    assert one == other
    assert one.reason == "trapped"


def test_the_house_has_the_rooms_it_tells_of() -> None:
    """house.md names every module of core, of each game and of the server, every command and folder of tests."""
    source = Path(stajnia.__file__).parent
    tree = (DOCS / "house.md").read_text("utf-8").split("```")[1]
    for name in stajnia.games.NAMES:
        told = re.search(rf"^    {name}/ +(.*)$", tree, re.M)
        assert told
        assert not _modules(source / "games" / name) - set(re.findall(r"\w+", told[1]))
    assert set(re.findall(r"^    (\w+)\.py ", tree, re.M)) == _modules(source / "core")
    told_of = {name: set(re.findall(r"\w+", _told(tree, name))) for name in ("server", "cli", "tests")}
    assert not _modules(source / "server") - told_of["server"]
    assert not set(COMMANDS) - told_of["cli"]
    folders = {path.parent.name for path in (DOCS.parent / "tests").glob("*/*.py")} - set(stajnia.games.NAMES)
    assert not folders - told_of["tests"]


def _told(tree: str, folder: str) -> str:
    """What the tree says of a folder, to where the next thing begins."""
    found = re.search(rf"^ *{folder}/ .*\n(?: {{20,}}.*\n)*", tree, re.M)
    assert found, folder
    return found[0]


def test_the_way_of_a_click_leads_through_what_there_is() -> None:
    """Every file and function that house.md names on the way is there."""
    way = (DOCS / "house.md").read_text("utf-8").split("## The way of a click")[1].split("```")[1]
    lines = [re.split(r" {2,}", line.strip()) for line in way.strip().splitlines()]
    named = [line for line in lines if "<game>" not in line[1]]
    assert len(named) > 15
    for _, path, functions, _ in named:
        source = (DOCS.parent / ("" if path.startswith("web/") else "src/stajnia") / path).read_text("utf-8")
        for function in functions.split(", "):
            owner, _, name = function.rpartition(".")
            body = re.split(rf"^(?:export )?class {owner}\b", source, maxsplit=1, flags=re.M)[1] if owner else source
            made = (
                rf"^(?:    (?:async )?def |  ){name}\b" if owner else rf"^(?:async def |def |export function |){name}\b"
            )
            assert re.search(made, body, re.M), f"{path}: {function}"


def _modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


PATH = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|md|ts|toml|c|h))`")


@pytest.mark.parametrize("page", sorted(p.relative_to(DOCS.parent).as_posix() for p in DOCS.glob("*.md")) + PAPERS)
def test_files_that_are_named_are_there(page: str) -> None:
    """A file named in a page stands where it says: in the repository, the package, a room of it or docs."""
    root = DOCS.parent
    source = Path(stajnia.__file__).parent
    rooms = [root, source, DOCS, *source.glob("*/"), *source.glob("games/*/"), root / "bench"]
    named = set(PATH.findall((root / page).read_text("utf-8")))
    gone = {name for name in named if not any((room / name).exists() for room in rooms)}
    assert not gone - MADE_UP, f"{page} names what is not there: {sorted(gone)}"


# what stands in the last column where no test holds a finding
LOOKED_AT = ("no test", "contact sheets", "`make ")


def test_every_finding_is_held_by_tests_that_are_there() -> None:
    """The last column of findings.md names files, each with tests that are in it, or says that there is none."""
    text = (DOCS / "findings.md").read_text("utf-8")
    rows = re.findall(r"^\|(.*)\|$", text, re.M)
    rows = [row for row in rows if set(row) - set("|-") and not row.endswith(" finding | now | held by ")]
    assert len(rows) > 80
    for row in rows:
        held = row.rsplit("|", 1)[1]
        names = re.findall(r"`([\w./]+)`", held)
        assert names or any(said in held for said in LOOKED_AT), row
        source = ""
        for name in names:
            if "/" in name:
                source = (DOCS.parent / name).read_text("utf-8")
            else:
                assert f"\ndef {name}(" in source, f"{name}: {row}"
    assert re.findall(r"^\| (\d+) \|", text, re.M) == [str(n) for n in range(1, 26)], "the server's are numbered"
