"""Every block of code in README, CONTRIBUTING and docs/ is run, or read as what it is: none is only looked at."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from stajnia.cli import cli
from stajnia.cli.command import Command

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(.*?)\n(.*?)^```$", re.S | re.M)
INLINE = re.compile(r"(?<!`)`((?:stajnia|make) [a-z][^`]*)`")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
# run elsewhere: doctests, files and changes by test_docs.py, the bot of the protocol by test_server_http.py
ELSEWHERE = ("python sit.py", "python src/", "json src/", "markdown src/", "diff src/")
SETTINGS = ("nginx", "caddy", "ini", "yaml", "dockerfile")  # files that lie in deploy/, held by test_deploy.py


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page, and its indented ones as `console`."""
    text = page.read_text("utf-8")
    found = [(kind.strip(), code) for kind, code in FENCE.findall(text)]
    plain = FENCE.sub("", text)
    lines = re.findall(r"^    (?=stajnia |make |pip |pipx |uvx )(.*)$", plain, re.M)
    return [*found, ("console", "".join(f"$ {line}\n" for line in lines))]


def read_command(line: str, monkeypatch: pytest.MonkeyPatch, whole: bool = True) -> None:
    """The line is understood by what it calls: our own parser, the Makefile, or our extras; a part of one may end."""
    words = shlex.split(re.sub(r"\$\([^)]*\)", "X", line), comments=True)
    while words and re.match(r"[A-Z_]+=", words[0]):
        words.pop(0)
    if words[0] == "make":
        assert words[1] in TARGETS, line
    elif words[0] in ("pip", "pipx", "uvx"):
        for extra in re.findall(r"stajnia\[([\w,]+)\]", line):
            assert set(extra.split(",")) <= {*EXTRAS}, line
    elif words[0].rpartition("/")[2] == "stajnia":
        monkeypatch.setattr(Command, "invoke", lambda _self, _ctx: None)  # it is read, not done
        done = CliRunner().invoke(cli, words[1:])
        assert done.exit_code == 0 or (not whole and re.search("is missing|needs a value", done.output)), (
            f"{line}: {done.output}"
        )
    else:
        assert (ROOT / words[-1]).exists() or words[1] == "-m", line


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_blocks_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Programs run, commands are read by our own parser, JSON is JSON, and no block is of a kind nobody tries."""
    monkeypatch.chdir(tmp_path)
    for kind, code in blocks(page):
        if kind.startswith(ELSEWHERE) or kind in SETTINGS or kind == "":
            continue
        match kind:
            case "python" if ">>>" in code or "TABLE" in code:
                continue
            case "python":
                program = "from typing import Any\nfrom collections.abc import Callable, Sequence\n"
                program += "from stajnia.core.game import Rng\nfrom stajnia.bots.bot import Budget\n"
                exec(compile(program + code, named(page), "exec"), {"__name__": "page"})
            case "console":
                for line in re.findall(r"^\$ (.*)$", code, re.M):
                    read_command(line, monkeypatch)
            case "json":
                json.loads(code)
            case _:
                pytest.fail(f"{named(page)} has a block of {kind!r}, which no test knows how to run")


def test_commands_in_the_text_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that stand in a sentence; words in capitals stand for something of one's own."""
    for page in PAGES:
        for line in INLINE.findall(page.read_text("utf-8")):
            words = [{"GAME": "duel", "NAME": "duel"}.get(word, word) for word in line.split()]
            read_command(" ".join(words), monkeypatch, whole=False)


def test_pages_with_examples_are_known_to_the_doctests() -> None:
    """No page shows a `>>>` that nobody runs."""
    from tests.texts.test_docs import PAGES as RUN

    shown = {page.name for page in PAGES if ">>> " in page.read_text("utf-8")}
    assert shown <= {*RUN, "a-new-card.md"}
