"""The page's words and the server's are twins: the same message gives the same sentence in both."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from stajnia.core.game import Message
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES
from tests.web import record_names
from tests.web.conftest import WEB

PEOPLE = ["Ania", "Żółwik"]
SLOT = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
VALUES: tuple[Any, ...] = (0, 1, 2, 5, 12, 22, 104, -1)

SAY = """
import { readFileSync } from "node:fs";
import { transformWithOxc } from "vite";
const { code } = await transformWithOxc(readFileSync("src/lib/words.ts", "utf8"), "words.ts");
const { Words } = await import("data:text/javascript," + encodeURIComponent(code));
const { catalogues, asked, people } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const speakers = Object.fromEntries(Object.entries(catalogues).map(([k, c]) => [k, new Words(k.slice(-2), c)]));
process.stdout.write(JSON.stringify(asked.map(([key, m]) => speakers[key].say(m, people))));
"""


def arguments(template: str, catalogue: dict[str, str], round_: int) -> dict[str, Any]:
    """Values that fit the slots of a template, other ones in each round."""
    args: dict[str, Any] = {}
    for place, (name, kind, forms) in enumerate(SLOT.findall(template)):
        value: Any = VALUES[(round_ + place) % len(VALUES)]
        if kind == "player":
            value = (round_ + place) % 3  # the third seat has no name
        elif kind:
            known = [k.removeprefix(f"{kind}.") for k in catalogue if k.startswith(f"{kind}.") and k.count(".") == 1]
            value = [*known[round_ : round_ + 2], "unheard-of"] if round_ % 2 else (known or ["unheard-of"])[0]
        if forms or name not in args:
            args[name] = value if not forms else VALUES[(round_ + place) % len(VALUES)]
    return args


def test_the_page_words_every_message_like_the_server(tmp_path: Path) -> None:
    """Every template of every game, in both languages, with numbers, lists, names and unknown words."""
    catalogues, asked, expected = {}, [], []
    for game in ("", *NAMES):
        for lang in LANGS:
            mine = words(game, lang)
            key = f"{game}.{lang}"
            catalogues[key] = mine.catalogue
            for id_, template in mine.catalogue.items():
                for round_ in range(3):
                    args = arguments(template, mine.catalogue, round_)
                    asked.append((key, {"id": id_, "args": args}))
                    expected.append(mine.say(Message(id_, args), PEOPLE))
            asked.append((key, {"id": "no.such", "args": {"n": 1, "who": "x"}}))
            expected.append(mine.say(Message("no.such", {"n": 1, "who": "x"}), PEOPLE))
    given = tmp_path / "asked.json"
    given.write_text(json.dumps({"catalogues": catalogues, "asked": asked, "people": PEOPLE}), "utf-8")
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", SAY, str(given)],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    said = json.loads(answer.stdout)
    different = [(a, s, e) for a, s, e in zip(asked, said, expected, strict=True) if s != e]
    assert different == []
    assert len(said) > 1000


def test_names_are_said_as_the_server_says_them() -> None:
    """The page is held to this table; where it is old, run `python -m tests.web.record_names`."""
    assert record_names.HERE.read_text("utf-8") == record_names.table()


def test_the_page_repeats_no_word_of_the_server() -> None:
    """What bots, guests and players are called stands in the core's words alone; the page is built with them."""
    for lang in LANGS:
        page, core = json.loads((WEB / f"src/text/shell.{lang}.json").read_text("utf-8")), words("", lang).catalogue
        ours = {"lang.en"}  # each language is called in its own
        assert {id_ for id_ in page.keys() & core.keys() if page[id_] == core[id_]} <= ours
        assert len({core[f"bot.{n}"] for n in range(8)}) == 8
