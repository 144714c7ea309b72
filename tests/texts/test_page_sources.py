"""The sources of the page: colours stand in token files, phrases in the catalogues, and what is a game's to say is not
said twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stajnia.bots.analysis import TOLD, Judged, mistakes
from stajnia.core.game import CHANCE, Message
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.games.clovers import grid
from stajnia.games.duel.board import Board
from stajnia.games.duel.layouts import name_of
from tests.contract.drive import cases, walk
from tests.web import record_layouts

WEB = Path(__file__).parents[2] / "web/src"
COLOUR = re.compile(
    r"(?:oklch|oklab|rgba?|hsla?)\((?!from var\()|#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b(?![\w-])"
)
TOKEN = re.compile(r"\n\s+(--[\w-]+):")
# names put together at run time, since seats and unicorns have one of these
MADE = {f"--{colour}" for colour in ("red", "orange", "yellow", "green", "blue", "purple", "pink")}
# the browser's own frame around the page takes a plain colour and no token
PLAIN = {"lib/settings.svelte.ts"}


def sources(*suffixes: str, under: Path = WEB) -> list[Path]:
    """The files of the page, tests and generated ones left out."""
    found = [p for p in sorted(under.rglob("*")) if p.name.endswith(suffixes) and "test" not in p.stem]
    assert found
    return [p for p in found if not p.name.endswith(".gen.ts")]


def name(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


def test_colours_stand_in_token_files_only() -> None:
    """A colour is written once, in a tokens.css, and used by its name."""
    raw = [
        f"{name(path)}:{n}: {line.strip()}"
        for path in sources(".svelte", ".ts", ".css")
        if path.name != "tokens.css" and name(path) not in PLAIN
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if COLOUR.search(re.sub(r"\{[#:/]\w+", "", line))
    ]
    assert raw == []


def test_every_token_is_there_and_is_used() -> None:
    """Nothing is painted with a name that no file gives, and no name is given for nothing."""
    texts = {path: path.read_text("utf-8") for path in sources(".svelte", ".ts", ".css")}
    given = {m for text in texts.values() for m in re.findall(r"(?<![\w(-])(--[\w-]+)(?=\s*[:=}]|\"\s*,)", text)}
    asked = {m for text in texts.values() for m in re.findall(r"var\((--[\w-]+)\)", text)}
    assert sorted(asked - given) == []
    tokens = {m for path, text in texts.items() if path.name == "tokens.css" for m in TOKEN.findall(text)}
    used = {m for text in texts.values() for m in re.findall(r"var\((--[\w-]+)", text)}
    assert sorted(tokens - used - MADE) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_phrase_of_a_board_has_words_and_is_said(game: str) -> None:
    """What a board says with `t` stands under `page.` in the game's texts, and nothing stands there for nothing.

    What the front page says of a game stands beside its picture: no table and no words are loaded there yet.
    """
    text = "\n".join(path.read_text("utf-8") for path in sources(".svelte", ".ts", under=WEB / "games" / game))
    known = {key.removeprefix("page.") for key in words(game, "en").catalogue if key.startswith("page.")}
    said = set(re.findall(r"(?<![\w.])t\(\s*[\"']([\w.]+)[\"']", text))
    front = json.loads((WEB / "games" / game / "front.en.json").read_text("utf-8"))
    assert front[f"game.{game}"] == words(game, "en").catalogue["title"]
    assert sorted(said - known - front.keys()) == []
    quoted = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", text))
    assert sorted(known - quoted) == []


def facts(thing: Any) -> Iterator[list[str]]:
    """The lists of numbers, ids and signs in a game's facts, wherever they stand."""
    match thing:
        case dict():
            yield [*thing]
            for value in thing.values():
                yield from facts(value)
        case list() | tuple():
            if all(isinstance(value, int | str) for value in thing):
                yield [str(value) for value in thing]
            elif all(isinstance(value, list | tuple) for value in thing):
                yield [str(value) for row in thing for value in row]
            for value in thing:
                yield from facts(value)
        case str():
            in_signs = "/" in thing or list(thing) == sorted(thing)  # a board, or the letters of its columns
            yield [thing] if in_signs else []


@pytest.mark.parametrize("game", NAMES)
def test_a_board_repeats_no_list_of_the_games_facts(game: str) -> None:
    """Layouts, rows of odds, tiles and colours come from the game and are not written down again."""
    lists = [found for found in facts(msgspec.to_builtins(find(game).FACTS)) if len(",".join(found)) > 8]
    assert lists
    for path in sources(".svelte", ".ts", under=WEB / "games" / game):
        bare = re.sub(r"[\s\"'`\[\]]", "", path.read_text("utf-8"))
        assert [found for found in lists if ",".join(found) in bare] == [], name(path)


@pytest.mark.parametrize("game", NAMES)
def test_only_pictures_are_chosen_by_the_id_of_a_card(game: str) -> None:
    """No card is treated by its name on the page, but for the emblem that is drawn on it."""
    known = msgspec.to_builtins(find(game).FACTS)
    ids = {*known.get("cards", {}), *known.get("contracts", ())}
    for path in sources(".svelte", ".ts", under=WEB / "games" / game):
        if path.name != "emblems.ts":
            quoted = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", path.read_text("utf-8")))
            assert sorted(quoted & ids) == [], name(path)


RULE_NUMBER = re.compile(
    r"\b(usual(?!: 1)|loans?|debt|glory|gold|stakes?|odds|times|seats|players|goal|tasks|minutes|horseshoes?|plays"
    r"|hand|limit|difficulty)"
    r"\w*(?::\s*[\w<>\[\]\", :]+)?\s*[:=]\s*(?:\$\w+)?[\[{(]*\s*(?:\w+:\s*)?(?!0\b|1\b)\d{1,3}\b(?!\w|\.\d|%)"
    r"|\b(?:min|max)(?:length)?=[\"{]+(?!0\b|1\b)\d+",  # of what may be typed or drawn out
    re.I,
)


@pytest.mark.parametrize(
    "line", ["let difficulty = $state(4);", '<input min="2" />', "const LOAN = 20;", "maxlength={12}"]
)
def test_a_number_of_the_rules_would_be_found(line: str) -> None:
    assert RULE_NUMBER.search(line)


def test_no_number_of_the_rules_is_written_on_the_page() -> None:
    """What is paid, lent, asked for and how many may sit down is the game's to say."""
    found = []
    for path in sources(".svelte", ".ts"):
        text = path.read_text("utf-8").split("<style>")[0]
        found += [f"{name(path)}: {m[0]}" for m in RULE_NUMBER.finditer(text)]
    assert found == []


# a small number that decides, a pattern of cells, an id that is taken to pieces
DECIDES = re.compile(
    r"[\w.#)\]% ]*(?:[!=]==|(?<!=)[<>]=?) (?!0\b|1\b)\d\d?\b(?![.%])|\[a-[b-z]\]"
    r"|\b(?:id|card|contract)\.(?:slice|includes|startsWith|endsWith)\(.*"
)
NO_RULE = {  # tries, steps of a drawing and of a sound, what can be seen at all
    "tries < 12",
    "dy) < 2",
    "scene.told < 2",
    "i % 4 !== 3",
    "numbers.length < 2",
    "lines === 3",
    "lines === 4",
}


@pytest.mark.parametrize("game", NAMES)
def test_a_board_decides_nothing_by_a_number_or_a_pattern_of_the_rules(game: str) -> None:
    """How many are home, which texts are cells and whose a card is, the view and the facts tell."""
    found = []
    for path in sources(".svelte", ".ts", under=WEB / "games" / game):
        text = path.read_text("utf-8").split("<style>")[0]
        found += [f"{name(path)}: {m[0]}" for m in DECIDES.finditer(text) if not m[0].strip().endswith((*NO_RULE,))]
    assert found == []


def test_facts_say_what_the_rules_do() -> None:
    """Which clovers must be higher, how a unicorn jumps, whose a contract is."""
    rises = find("clovers").FACTS
    for cell in range(len(rises.cells)):
        board = [9 if n == cell else 0 for n in range(len(rises.cells))]
        assert {*grid.places(board, 8)} == {*range(len(board))} - {*rises.higher[cell]}
        assert {*grid.places(board, 10)} == {*range(len(board))} - {*rises.lower[cell]}
    two, duel = Board("########/" * 7 + "########"), find("duel").FACTS
    middle = two.names.index("d4")
    assert {two.names[n] for n in two.jumps[middle]} == {name_of((3 + down, 3 + right)) for down, right in duel.jumps}
    fever = find("fever").FACTS
    box = json.loads((resources.files("stajnia.games.fever") / "box.json").read_text("utf-8"))
    assert fever.clan_of == {contract["id"]: contract["clan"] for contract in box["contracts"]}
    assert fever.podium == len(fever.owner_gold)


def test_the_table_of_layouts_is_what_the_duel_says() -> None:
    """The page reads layouts by itself and is held to this table; else run `python -m tests.web.record_layouts`."""
    assert record_layouts.HERE.read_text("utf-8") == record_layouts.table()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", NAMES)
def test_phrases_of_a_board_have_slots_for_numbers(game: str, lang: str) -> None:
    """A number in a phrase of the page is told by the game, but for the first of all."""
    for key, text in words(game, lang).catalogue.items():
        if key.startswith("page."):
            assert set(re.findall(r"\d+", re.sub(r"\{[^{}]*\}", "", text))) <= {"1"}, f"{key}: {text}"


def test_what_all_boards_share_names_no_game() -> None:
    """The library of the page and what boards have in common do not know which games there are."""
    shared = [
        p for p in sources(".svelte", ".ts") if p.parts[-2] in ("lib", "touch", "emblem") or p.parent == WEB / "games"
    ]
    for path in shared:
        quoted = set(re.findall(r"[\"'`](\w+)[\"'`]", path.read_text("utf-8")))
        assert quoted.isdisjoint(NAMES), name(path)
    for game in NAMES:
        for path in sources(".svelte", ".ts", under=WEB / "games" / game):
            quoted = set(re.findall(r"[\"'`](?:\.\./)?(\w+)(?:/[\w.]+)?[\"'`]", path.read_text("utf-8")))
            assert quoted.isdisjoint({*NAMES} - {game}), name(path)


def test_the_shell_names_no_game() -> None:
    """Shell, tutorial and library know games by what each gives of itself, so that a fifth needs no change there."""
    named = re.compile(r"\b(" + "|".join(NAMES) + r")\b", re.I)
    found = [
        f"{name(path)}:{n}: {line.strip()}"
        for folder in ("shell", "tutorial", "lib", "css")
        for path in sources(".svelte", ".ts", ".css", under=WEB / folder)
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []


READ = re.compile(r"(?:\bargs\??\.?\[|\bread(?:Number|Texts?)\([^\"\n]*?,\s*|\barg\()\"(\w+)\"")
SUM = re.compile(r"^  (\w+): \{(.*)\},$", re.M)  # of SUMS: which number of which event


@cache
def carried(game: str, times: int = 1) -> dict[str, set[str]]:
    """The arguments of each kind of event of a game and, as `action` and `ask`, of the labels and questions, in random
    matches of all kinds."""
    found: dict[str, set[str]] = {"action": set(), "ask": set()}
    for case, seed in product([case for case in cases() if case[0] == game], range(times)):
        for g, state, seat, action, events in walk(case, seed, 20_000):
            if seat != CHANCE:
                view = g.view(state, seat)
                found["action"] |= g.label(view, action).args.keys()
                found["ask"] |= view.ask.args.keys() if view.ask else set()
            for e in events:
                found.setdefault(e.kind, set()).update(e.args, e.secret)
    return found


def read_in(paths: list[Path]) -> set[str]:
    return {arg for path in paths for arg in READ.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("game", NAMES)
def test_a_board_reads_only_what_events_labels_and_questions_carry(game: str) -> None:
    """An argument is read by its name, which no compiler checks: the game must tell one of that name."""
    read = read_in(sources(".svelte", ".ts", under=WEB / "games" / game))
    assert read
    assert sorted(read - set().union(*carried(game).values())) == []


def test_what_is_shared_reads_only_what_some_game_tells() -> None:
    shared = [p for p in sources(".svelte", ".ts") if not {*p.relative_to(WEB).parts} & {*NAMES}]
    told = set().union(*(args for game in NAMES for args in carried(game).values()))
    assert sorted(read_in(shared) - told) == []


def test_what_a_race_brought_is_summed_from_what_its_events_carry() -> None:
    sums = SUM.findall((WEB / "games/fever/account.ts").read_text("utf-8"))
    assert sums
    told = carried("fever", 20)  # some are rare
    for kind, inside in sums:
        assert {"seat", *re.findall(r"\"(\w+)\"", inside)} <= told[kind], kind


def test_page_and_terminal_tell_the_same_mistakes() -> None:
    """The page asks for a few moves at a time and picks the largest mistakes itself: of those in its own test the same
    as the terminal."""
    text = (WEB / "lib/analysis.test.ts").read_text("utf-8")
    case = re.search(r"const all = \[(.*?)\];\s+expect\(mistakes\(all\).*?toEqual\(\[(.*?)\]\)", text, re.S)
    assert case is not None
    moves = re.findall(r"judged\((\d+), ([\d.]+), ([\d.]+)\)", case[1])
    judged = [Judged(int(n), float(expected), float(best), "", Message("")) for n, expected, best in moves]
    assert len(judged) > TOLD
    assert [x.n for x in mistakes(judged)] == [int(n) for n in case[2].split(", ")]
