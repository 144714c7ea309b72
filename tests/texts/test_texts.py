"""The texts of all games: complete, the same in both languages, and fitting what the rules speak about."""

from __future__ import annotations

import ast
import json
import re
from importlib import resources
from pathlib import Path

import pytest

import stajnia
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import NAMES, game

GAMES = Path(str(resources.files(stajnia))) / "games"
FILES = ("words", "cards", "tutorial", "page")
SLOT = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
STATEMENT = re.compile(r"- \*\*([RQOB][\w.]+)\*\* \S.*[.!?”)]$")
ENGLISH = re.compile(r"\b(the|and|you|your|card|cards|player|players|with|from|unicorn|turn|draw|discard)\b", re.I)
POLISH_LETTER = re.compile("[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]")
LAST_RULE = {"fever": 130, "unstable": 112}
RULINGS = {"fever": [f"Q{n}" for n in range(1, 21)], "unstable": [f"O{n}" for n in range(1, 7)]}
RULINGS["unstable"] += [f"B{n}" for n in range(1, 18)]
BETWEEN = {"unstable R102a": 102}  # statements added after one of the rulebook's


def _flat(pairs: list[tuple[str, str]]) -> dict[str, str]:
    keys = [k for k, _ in pairs]
    twice = {k for k in keys if keys.count(k) > 1}
    assert not twice, f"keys written twice: {sorted(twice)}"
    return dict(pairs)


def _read(name: str, file: str, lang: str) -> dict[str, str]:
    """The file as it is written; {} for a game that has no cards or no tutorial."""
    path = GAMES / name / "text" / f"{file}.{lang}.json"
    if not path.exists() and (
        file == "cards" or (file == "tutorial" and not (GAMES / name / "tutorial.json").exists())
    ):
        return {}
    found: dict[str, str] = json.loads(path.read_text("utf-8"), object_pairs_hook=_flat)
    return found


def _statements(name: str, lang: Lang) -> list[str]:
    lines = (GAMES / name / "text" / f"rules.{lang}.md").read_text("utf-8").splitlines()
    found = [STATEMENT.match(line) for line in lines if line.startswith("- ")]
    assert all(found), [line for line in lines if line.startswith("- ") and not STATEMENT.match(line)]
    return [m[1] for m in found if m]


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_flat_json_without_holes(name: str) -> None:
    """Every text file is a flat object of texts, no key twice, nothing blank, no key in two files."""
    for lang in LANGS:
        for file in FILES:
            for key, text in _read(name, file, lang).items():
                assert isinstance(text, str), key
                assert text.strip(), f"{file}.{lang}: {key} is blank"
                assert text == text.strip(), f"{file}.{lang}: {key} has space around it"
        keys = [key for file in FILES for key in _read(name, file, lang)]
        assert len(keys) == len(set(keys)), f"in two files: {sorted(k for k in keys if keys.count(k) > 1)}"


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_keys(name: str, file: str) -> None:
    """What can be said in one language can be said in the other."""
    en, pl = _read(name, file, "en").keys(), _read(name, file, "pl").keys()
    assert en == pl, f"only English: {sorted(en - pl)}; only Polish: {sorted(pl - en)}"


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", NAMES)
def test_both_languages_tell_the_same_values(name: str, file: str) -> None:
    """A value that the English sentence tells, the Polish one tells too, and the other way round."""
    pl = _read(name, file, "pl")
    for key, text in _read(name, file, "en").items():
        slots = [{m[1] for m in SLOT.finditer(t)} for t in (text, pl[key])]
        assert slots[0] == slots[1], f"{key}: English tells {slots[0]}, Polish {slots[1]}"


@pytest.mark.parametrize("name", NAMES)
def test_slots_are_whole(name: str) -> None:
    """Plural slots have three forms in Polish and two in English; no brace stands outside a slot."""
    for lang, forms in (("en", 2), ("pl", 3)):
        for file in FILES:
            for key, text in _read(name, file, lang).items():
                assert not set("{}") & set(SLOT.sub("", text)), f"{file}.{lang}: {key}: {text}"
                for m in SLOT.finditer(text):
                    if m[3]:
                        assert m[3].count("|") == forms, f"{file}.{lang}: {key}: {m[0]}"


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", NAMES)
def test_polish_is_polish_and_english_is_english(name: str, file: str) -> None:
    """No sentence was left in the other language."""
    en = _read(name, file, "en")
    for key, text in _read(name, file, "pl").items():
        bare = SLOT.sub("", text)
        if len(re.findall(r"[^\W\d]{2,}", bare)) > 2:
            assert text != en[key], f"{key} is the same in both languages"
        assert not ENGLISH.search(bare), f"{key} in Polish: {text}"
        assert not POLISH_LETTER.search(SLOT.sub("", en[key])), f"{key} in English: {en[key]}"


@pytest.mark.parametrize("name", NAMES)
def test_rules_have_the_same_statements_in_both_languages(name: str) -> None:
    """The numbered statements are the same, in the same order, each once, each under a heading."""
    en = _statements(name, "en")
    assert en == _statements(name, "pl")
    assert len(en) == len(set(en))
    for lang in LANGS:
        text = (GAMES / name / "text" / f"rules.{lang}.md").read_text("utf-8")
        assert text.startswith("# ")
        assert text.index("\n## ") < text.index("\n- **")
        assert list(words(name, lang).statements) == en, "the words of the core see the same statements"


@pytest.mark.parametrize("name", sorted(LAST_RULE))
def test_no_statement_of_the_rulebook_is_missing(name: str) -> None:
    """Fever tells R1 to R130 and its rulings, unstable R1 to R112 and its open points and rulings."""
    wanted = [f"R{n}" for n in range(1, LAST_RULE[name] + 1)] + RULINGS[name]
    for statement, place in BETWEEN.items():
        if statement.startswith(name):
            wanted.insert(place, statement.split()[1])
    assert _statements(name, "en") == wanted


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_mentioned_in_the_rules_exists(name: str, lang: Lang) -> None:
    """A statement that points to another one points to one that is there."""
    statements = words(name, lang).statements
    for number, text in statements.items():
        for other in re.findall(r"\b[RQO]\d+(?:\.\d+)?\b", text):
            assert other in statements, f"{number} points to {other}"


def _ids(name: str) -> dict[str, set[str]]:
    """The message ids that a game's code names outright: refusals and events."""
    found: dict[str, set[str]] = {"illegal": set(), "event": set()}
    for path in (GAMES / name).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            texts = [a.value if isinstance(a, ast.Constant) and isinstance(a.value, str) else "" for a in node.args]
            if node.func.id == "Illegal" and len(texts) > 1:
                found["illegal"].add(texts[1])
            elif node.func.id == "Event" and texts:
                found["event"].add(texts[0])
    return {kind: ids - {""} for kind, ids in found.items()}


@pytest.mark.parametrize("name", NAMES)
def test_every_refusal_and_event_in_the_code_has_words(name: str) -> None:
    """Nothing the rules say reaches a player as a bare id."""
    for kind, ids in _ids(name).items():
        for lang in LANGS:
            missing = sorted(i for i in ids if f"{kind}.{i}" not in words(name, lang).catalogue)
            assert not missing, f"{lang}: no {kind} words for {missing}"


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_a_name_and_an_explanation(name: str) -> None:
    """The set-up page can name and explain each option and each of its choices."""
    for lang in LANGS:
        catalogue = words(name, lang).catalogue
        wanted = ["title", "tagline"]
        for option in game(name).OPTIONS:
            wanted += [f"option.{option.name}", f"option.{option.name}.help"]
            wanted += [f"option.{option.name}.{choice}" for choice in option.choices]
        missing = [w for w in wanted if w not in catalogue]
        assert not missing, f"{lang}: {missing}"


@pytest.mark.parametrize("lang", LANGS)
def test_everything_in_the_box_of_fever_has_a_name_and_a_text(lang: Lang) -> None:
    """Contracts, magic cards, action tokens and unicorns are named and explained, and nothing else is."""
    from stajnia.games.fever import box, pieces

    cards = _read("fever", "cards", lang)
    ids = [f"contract.{c}" for c in pieces.CONTRACTS] + [f"magic.{m}" for m in pieces.DESIGNS]
    ids += [f"token.{t.id}" for t in box.box().tokens] + [f"unicorn.{c}" for c in pieces.COLOURS]
    ids += [f"clan.{c}" for c in pieces.CLAN_NAMES]
    wanted = {
        i + end for i in ids for end in ("", ".text") if i + end not in {f"unicorn.{c}.text" for c in pieces.COLOURS}
    }
    wanted |= {f"ability.{a}" for a in pieces.ABILITIES} | {"immunity.none", "immunity.some"}
    wanted |= {f"part.{n}" for n in range(1, 5)}
    assert cards.keys() == wanted | {"card.names_note"}
    catalogue = words("fever", lang).catalogue
    assert all(f"colour.{c}" in catalogue for c in pieces.COLOURS)


@pytest.mark.parametrize("lang", LANGS)
def test_numbers_of_fever_texts_are_those_of_the_box(lang: Lang) -> None:
    """What a box may change, tokens and contracts do not say in digits: they have a slot for it."""
    from stajnia.games.fever import box, pieces

    cards, b = _read("fever", "cards", lang), box.box()
    for token in b.tokens:
        text = cards[f"token.{token.id}.text"]
        slots = {name for name in ("glory", "magic", "gold") if getattr(token, name)}
        if token.contract:
            slots.add("price")
        assert set(re.findall(r"\{(\w+)[}|:]", text)) == slots, token.id
        assert not re.search(r"\d", text), token.id
    for contract in pieces.CONTRACTS:
        assert ("{n" in cards[f"contract.{contract}.text"]) == (contract not in pieces.NO_NUMBER), contract


@pytest.mark.parametrize("lang", LANGS)
def test_every_card_of_unstable_has_a_name_and_a_text(lang: Lang) -> None:
    """Both decks are named and explained; where the first edition plays differently its own text says how."""
    from stajnia.games.unstable import deck

    cards = _read("unstable", "cards", lang)
    types = {f"type.{t}" for t in ("baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant")}
    assert {k for k in cards if k.count(".") == 1} == {f"card.{id}" for id in deck.IDS} | types | {"card.names_note"}
    assert all(f"card.{id}.text" in cards for id in deck.IDS)
    assert all(f"card.{id}.text.first" in cards for id in deck.FIRST_EDITION_TEXTS)
    of_cards = re.compile(r"card\.(\w+)(?:\.(?:text|note)(?:\.first)?)?$")
    found = [of_cards.match(key) for key in cards.keys() - types]
    assert all(m and m[1] in {*deck.IDS, "names_note"} for m in found)
    assert all(key.removesuffix(".first") in cards for key in cards)
    names = [cards[f"card.{id}"] for id in deck.IDS]
    assert len(set(names)) == len(names), "two cards of one name"


@pytest.mark.parametrize(("lang", "narwhal", "neigh"), [("en", "Narwhal", "Neigh"), ("pl", "Narwal", "RzeNIE")])
def test_titles_hold_the_words_that_effects_look_for(lang: Lang, narwhal: str, neigh: str) -> None:
    """The Great Narwhal finds cards by a word in their title, and Neigh cards are known by one."""
    from stajnia.games.unstable import card_language, deck

    cards = _read("unstable", "cards", lang)
    for card in deck.CARDS:
        title = cards[f"card.{card.id}"]
        assert bool(card.words & card_language.NARWHAL_TITLE) == (narwhal in title), title
        assert bool(card.words & card_language.NEIGH_TITLE) == (neigh in title), title


NOBODYS = {"clovers": {"solved", "solved_over", "gave_up", "task_limit"}, "fever": {"shared"}, "unstable": {"all_lose"}}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_an_end_says_whose_it_is(name: str, lang: Lang) -> None:
    """Where somebody wins or loses, the sentence of the result names them; alone and all together nobody is named."""
    told = _read(name, "words", lang)
    ways = {key.removeprefix("outcome.") for key in told if key.startswith("outcome.")}
    assert {way for way in ways if f"ending.{way}" not in told} == NOBODYS.get(name, set())
    for way in ways - NOBODYS.get(name, set()):
        assert ":player}" in told[f"ending.{way}"], way
