"""The box as data: what ours holds, own values, and boxes that do not add up."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib import resources
from typing import Any

import pytest

import stajnia
from stajnia.core.game import LONGEST, Illegal, complete
from stajnia.core.record import Record
from stajnia.core.replay import Walk
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import fever, game
from stajnia.games.fever.box import _plain as plain
from stajnia.games.fever.box import box, parse
from stajnia.games.fever.pieces import CLAN_NAMES, CONTRACTS
from stajnia.games.fever.race import steps_of
from tests.fever.table import Table


def test_our_box_is_whole() -> None:
    """23 movement cards a deck, 44 magic, 11 action tokens, 6 unicorns, 40 contracts of 5 clans."""
    b, data = box(), plain()
    for deck in "HP":
        cards = b.movement[deck].deck
        assert len(cards) == 23
        sums = [sum(steps_of(card)[row] for card in cards) for row in range(6)]
        assert sums == ([57, 55, 52, 49, 48, 45] if deck == "H" else [56, 54, 53, 51, 49, 48])
    assert sum(b.copies) == 44
    assert len(data["action_tokens"]) == 11
    assert Counter(c["clan"] for c in data["contracts"]) == dict.fromkeys(CLAN_NAMES, 8)
    assert len(set(b.ability)) == 6


def test_own_values() -> None:
    """The owner of a box writes down only what differs; the match is played with it, and so is its guess."""
    changes = {
        "track_length": 10,
        "magic": {"A+": 5, "H+": 2},
        "tokens": {"green_C": {"price": 5}, "yellow_0": {"gold": 4}},
        "contracts": {"GN8": {"glory": 4}, "FA6": {"n": 25}},
        "unicorns": {"yellow": {"rampage": "none", "immune": ""}},
    }
    b = box(json.dumps(changes))
    assert (b.length, b.copies[0], b.copies[14]) == (10, 5, 2)
    assert b.tokens[b.token["green_C"]].price == 5
    assert (b.glory[CONTRACTS.index("GN8")], b.n[CONTRACTS.index("FA6")]) == (4, 25)
    t = Table(options={"box": json.dumps(changes)}).give(0, "FA6").gold(0, 50).do("token red", "bet win red")
    assert t.legal()[-2] == "stake 25"
    assert fever.view(t.s, 0).length == 10


WRONG: list[tuple[dict[str, Any] | str, str]] = [
    ("{", "not JSON"),
    ("[1]", "not JSON"),
    ({"track_length": 0}, "the track has 0 spaces"),
    ({"track_length": "long"}, "Expected `int`"),
    ({"movement_deck_H": ["222222"] * 22}, "movement deck H has 22 cards, not 23"),
    ({"movement_deck_P": ["22222"] * 23}, "movement card 22222 of deck P"),
    ({"movement_deck_H": ["222225"] * 23}, "movement card 222225 of deck H"),
    ({"movement_deck_H": ["222220"] * 23}, "no card that moves every unicorn"),
    ({"magic": {"A+": 5}}, "there are 45 magic cards, not 44"),
    ({"magic": {"A+": -1, "A-": 9}}, "A\\+ has -1 copies"),
    ({"magic": {"Z+": 5}}, "magic cards: there is no Z\\+"),
    ({"tokens": {"red_C": {"glory": 1}}}, "action tokens: there is no red_C"),
    ({"tokens": {"red_A": {"gold": 3}}}, "Gold is gained by yellow"),
    ({"tokens": {"red_A": {"bet": "any"}}}, "red_A cannot allow “any” bets"),
    ({"tokens": {"red_A": {"magic": 1}}}, "magic goes with blue and purple"),
    ({"tokens": {"yellow_B": {"first": True}}}, "the token yellow_A makes"),
    ({"tokens": {"blue_A": {"price": 2}}}, "mixes up contracts"),
    ({"tokens": {"purple_A": {"magic": 0}}}, "does nothing"),
    ({"tokens": {"purple_A": {"magic": 90}}}, "outside 0 to 50"),
    ({"tokens": {"purple_A": {"cards": 2}}}, "unknown field"),
    ({"tokens": {"purple_A": 2}}, "needs names with values"),
    ({"unicorns": {"red": {"rampage": "flies"}}}, "no ability flies"),
    ({"unicorns": {"red": {"immune": "X"}}}, "immune to X"),
    ({"unicorns": {"red": {"immune": "AB"}}}, "immune to AB"),
    ({"contracts": {"FA1": {"clan": "goblins"}}}, "contract FA1 is of the clan goblins"),
    ({"contracts": {"FA1": {"glory": 99}}}, "FA1 has glory 99"),
    ({"contracts": {"GN5": {"n": 0}}}, "GN5 needs an n of at least 1"),
    ({"contracts": {"FA6": {"n": 0}}}, "FA6 needs an n of at least 1"),
    ({"contracts": {"GO2": {"n": 5}}}, "GO2 has n 5, but the part is"),
    ({"contracts": {"FA7": {"n": 0}}}, "FA7 has n 0, but the part is"),
    ({"contracts": {"WI7": {"n": 2}}}, "WI7 has no number"),
    ({"clouds": 3}, "there is no part “clouds”"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_boxes_that_do_not_add_up(wrong: dict[str, Any] | str, why: str) -> None:
    """A wrong box is refused before the match with a sentence that names the part."""
    text = wrong if isinstance(wrong, str) else json.dumps(wrong)
    with pytest.raises(Illegal, match=why) as e:
        stajnia.Match.start("fever", 4, {"box": text})
    assert e.value.rule == "fever options"
    polish = words("fever", "pl").refusal(e.value)
    assert polish.startswith(("To pudełko się nie zgadza: ", "Tekst pudełka nie jest"))
    assert "None" not in polish


def test_whole_files_are_checked_too() -> None:
    """A box file with a card missing, doubled or unknown is refused by name."""
    data = plain()
    data["contracts"].pop()
    with pytest.raises(Illegal, match="contracts, WI8: there 0 times, not once"):
        parse(data)
    data = plain()
    data["magic"].append({"id": "Z-", "name_pl": "?", "name_en": "?", "copies": 0})
    with pytest.raises(Illegal, match="magic cards: there is no Z-"):
        parse(data)


def test_a_whole_box_file_is_taken() -> None:
    """The file of the package itself can be handed in, with any of its values changed."""
    data = plain()
    same = box(json.dumps(data))
    assert (same.length, same.copies, same.token, same.glory) == (box().length, box().copies, box().token, box().glory)
    assert [same.movement[d].deck for d in "HP"] == [box().movement[d].deck for d in "HP"]
    data["track_length"] = 10
    assert box(json.dumps(data)).length == 10


def test_every_refusal_of_a_box_has_words() -> None:
    """Whatever is wrong with a box is said in both languages."""
    ids = re.findall(
        r'_wrong\(\s*"(\w+)"', resources.files("stajnia.games.fever").joinpath("box.py").read_text("utf-8")
    )
    assert len(ids) > 20
    for lang in LANGS:
        assert all(f"illegal.box_{id}" in words("fever", lang).catalogue for id in ids)


@pytest.mark.parametrize("lang", LANGS)
def test_a_text_too_long_is_told_the_limit(lang: Lang) -> None:
    """A box of so many letters is read, one of a letter more is refused with that number."""
    assert fever.new(4, complete(game("fever"), 4, {"box": " " * LONGEST}))
    with pytest.raises(Illegal) as e:
        complete(game("fever"), 4, {"box": " " * (LONGEST + 1)})
    assert str(LONGEST) in words("fever", lang).refusal(e.value)


def test_a_record_with_a_box_of_another_make_is_refused_in_a_sentence() -> None:
    """What no set-up can use is a bad record, not an error of ours."""
    box = '{"action_tokens":["x"],"tokens":{"green_C":{"price":5}}}'
    record = Record("fever", game("fever").RULES, 2, {"box": box}, [])
    with pytest.raises(stajnia.BadRecord, match="its options are not what the game takes"):
        stajnia.replay(record)


def test_a_move_that_breaks_on_the_way_is_refused_in_a_sentence() -> None:
    """Whatever an option of somebody's own making leads to, the move is named."""
    walk = Walk(stajnia.Match.start("fever", 2, seed=1).record)
    walk.match.state = None
    with pytest.raises(stajnia.BadRecord, match=r"Move 1 of the record .* cannot be played"):
        next(walk)
