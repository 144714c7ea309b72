"""Sentences of cards and tokens tell the numbers of the box the match is played with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stajnia.core.game import LONGEST, Illegal, Message, complete
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import fever, game
from stajnia.games.fever.box import box
from stajnia.games.fever.pieces import ABILITIES, CLAN_NAMES, CONTRACTS, NO_NUMBER
from tests.fever.table import Table


def shown(t: Table, seat: int, lang: Lang) -> str:
    w = words("fever", lang)
    return fever.text_form(fever.view(t.s, seat), lambda m: w.say(m, ["Ala", "Bo", "Cy", "Di"]))


def sentences(lang: Lang, changes: dict[str, Any]) -> dict[str, str]:
    """The text of every contract as its owner reads it in the terminal."""
    texts = {}
    for clan in range(5):
        pair = "+".join((CLAN_NAMES[0], CLAN_NAMES[clan]) if clan else CLAN_NAMES[:2])
        mine = CONTRACTS[clan * 8 : clan * 8 + 8]
        t = Table(options={"clans": pair, "box": json.dumps(changes)}, market="FA1 FA2 FA3").give(0, *mine)
        for line in shown(t, 0, lang).splitlines():
            if line[:3] in mine and line[3:4] == " ":
                texts[line[:3]] = line.split("  ")[-1].strip()
    assert set(texts) == set(CONTRACTS)
    return texts


@pytest.mark.parametrize("lang", LANGS)
def test_contracts_tell_the_numbers_of_the_box(lang: Lang) -> None:
    """With other values every contract with a number tells the new one, and only those change."""
    parts = ("FA7", "GO2")  # these take a part of something: all, half, a third, a quarter
    numbers = {c: 3 if c in parts else 37 for c in CONTRACTS if c not in NO_NUMBER}
    ours, own = sentences(lang, {}), sentences(lang, {"contracts": {c: {"n": n} for c, n in numbers.items()}})
    for c in CONTRACTS:
        assert (ours[c] != own[c]) == (c not in NO_NUMBER), c
        if c in parts:
            assert words("fever", lang).catalogue["part.2"] in ours[c]
            assert words("fever", lang).catalogue["part.3"] in own[c]
        elif c not in NO_NUMBER:
            assert "37" in own[c]
            assert str(box().n[CONTRACTS.index(c)]) in ours[c]


@pytest.mark.parametrize("lang", LANGS)
def test_tokens_tell_the_numbers_of_the_box(lang: Lang) -> None:
    """The token on top of each stack and the printed effects are told with their own numbers."""
    changes = {"red_A": {"glory": 31}, "yellow_A": {"gold": 32}, "green_A": {"price": 33}, "blue_A": {"magic": 34}}
    changes |= {"purple_A": {"magic": 35}, "yellow_0": {"gold": 36}}
    t = Table(options={"box": json.dumps({"tokens": changes})})
    for n in range(31, 36):
        assert f" {n} " in shown(t, 0, lang)
        assert f" {n} " not in shown(Table(), 0, lang)
    t.s.top[1] = 2
    assert " 36 " in shown(t, 0, lang)


@pytest.mark.parametrize("lang", LANGS)
def test_rampage_tells_the_ability_of_the_box(lang: Lang) -> None:
    """A rampaging unicorn is told with the ability and the immunity it has in this box."""
    catalogue = words("fever", lang).catalogue
    unicorns = {"purple": {"rampage": "finish_plus_3", "immune": "C"}, "blue": {"rampage": "none", "immune": ""}}
    t = Table(options={"box": json.dumps({"unicorns": unicorns})}).rampage("purple", "blue")
    text = shown(t, 1, lang)
    assert catalogue["ability.finish_plus_3"] in text
    assert catalogue["ability.none"] in text
    assert f"C- ({catalogue['magic.C-']})" in text
    assert catalogue["ability.start_plus_1"] not in text
    assert all(f"ability.{a}" in catalogue for a in ABILITIES)
    lane = fever.view(t.s, None).lanes[5]
    assert (lane.ability, lane.immune) == ("finish_plus_3", "C-")


@pytest.mark.parametrize("lang", LANGS)
def test_no_slot_stays_empty(lang: Lang) -> None:
    """Every sentence of a contract or token is filled by what the view knows of it."""
    w, v = words("fever", lang), fever.view(Table().s, None)
    for stack in v.stacks:
        for token in (*stack.tokens, *((stack.printed,) if stack.printed else ())):
            args = {name: getattr(token, name) for name in token.__struct_fields__}
            assert "None" not in w.say(Message(f"token.{token.id}.text", args))
    for c, n in v.contract_n.items():
        assert "None" not in w.say(Message(f"contract.{c}.text", {"n": n}))


@pytest.mark.parametrize(
    ("id", "en", "pl"),
    [
        ("tutorial.own", "lowest row of the odds table, x7", "najniższym rzędzie tabeli kursów, x7"),
        ("tutorial.contract", "{contract:contract}", "{contract:contract} podwajają"),
        ("tutorial.owner", "{contract:contract}", "{contract:contract} podwajają"),
        ("event.swap", "discards {magic:magic}", "odpada: {magic:magic}"),
        ("R94", "reaching or passing the line", "dociera do linii lub ją mija"),
    ],
)
def test_mended_sentences(id: str, en: str, pl: str) -> None:
    """Where the odds are lowest, who doubles (the Golden Shoes are many), a card's name as it is, Hilda on the line."""
    for w, part in ((words("fever", "en"), en), (words("fever", "pl"), pl)):
        assert part in (w.statements[id] if id in w.statements else w.catalogue[id])


@pytest.mark.parametrize("lang", LANGS)
def test_a_text_that_is_too_long_is_told_the_true_limit(lang: Lang) -> None:
    """The refusal of an own box names as many letters as are allowed."""
    with pytest.raises(Illegal) as e:
        complete(game("fever"), 4, {"box": " " * (LONGEST + 1)})
    assert str(LONGEST) in words("fever", lang).refusal(e.value)
