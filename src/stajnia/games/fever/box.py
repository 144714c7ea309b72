"""The box: movement cards, magic, action tokens, unicorns and contracts as data, checked when read.

`box.json` holds our box. The owner of a printed box may hand in a text (option `box`):
a whole box file, a whole part as in `box.json`, or
`{"track_length": 10, "magic": {"A+": 5, "H+": 2}, "tokens": {"green_C": {"price": 5}},
"contracts": {"GN8": {"glory": 4}}, "unicorns": {"yellow": {"rampage": "none"}}, "movement_deck_H": ["332222", ...]}`.
A box that does not add up is refused with a sentence that names the part.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from stajnia.core.game import Illegal
from stajnia.games.fever.pieces import (
    ABILITIES,
    BETS,
    CLAN_NAMES,
    COLOURS,
    CONTRACTS,
    DESIGNS,
    NO_NUMBER,
    Box,
    Cards,
    Token,
)


class Magic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name_pl: str
    name_en: str
    copies: int


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on an action token, or on the board (letter 0)."""

    colour: str
    letter: str
    bet: str = ""
    glory: int = 0
    magic: int = 0
    gold: int = 0
    contract: bool = False
    price: int = 0
    first: bool = False

    @property
    def id(self) -> str:
        return f"{self.colour}_{self.letter}"


class Unicorn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    name_pl: str
    rampage: str
    name_en: str = ""
    immune: str = ""


class Contract(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`glory` is printed on it, `n` is the number in its text (see contracts.py), 0 where it has none."""

    id: str
    clan: str
    name_pl: str
    name_en: str
    glory: int
    n: int


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `box.json`."""

    track_length: int
    movement_deck_H: list[str]
    movement_deck_P: list[str]
    magic: list[Magic]
    action_tokens: list[Printed]
    printed_effects: list[Printed]
    unicorns: list[Unicorn]
    contracts: list[Contract]


def _deck(p: BoxFile, d: str) -> list[str]:
    return p.movement_deck_H if d == "H" else p.movement_deck_P


def _wrong(id: str, /, **values: Any) -> Illegal:
    """The refusal `illegal.box_ID`."""
    return Illegal("fever options", f"box_{id}", **values)


def _check(p: BoxFile) -> None:
    if not 1 <= p.track_length <= 60:
        raise _wrong("track", n=p.track_length)
    for d in "HP":
        cards = _deck(p, d)
        if len(cards) != 23:
            raise _wrong("deck", deck=d, n=len(cards))
        for card in cards:
            if len(card) != 6 or not set(card) <= set("01234"):
                raise _wrong("card", card=card, deck=d)
        if not any(min(card) > "0" for card in cards):
            raise _wrong("stuck", deck=d)
    _same("magic", [m.id for m in p.magic], DESIGNS)
    for m in p.magic:
        if m.copies < 0:
            raise _wrong("copies", magic=m.id, n=m.copies)
    total = sum(m.copies for m in p.magic)
    if total != 44:
        raise _wrong("magic", n=total)
    _check_tokens(p)
    _same("unicorns", [u.colour for u in p.unicorns], COLOURS)
    for u in p.unicorns:
        if u.rampage not in ABILITIES:
            raise _wrong("ability", colour=u.colour, ability=u.rampage, known=list(ABILITIES))
        if u.immune and u.immune not in tuple("ABCDEFGH"):
            raise _wrong("immune", colour=u.colour, letter=u.immune)
    _same("contracts", [c.id for c in p.contracts], CONTRACTS)
    for c in p.contracts:
        if c.clan != CLAN_NAMES[CONTRACTS.index(c.id) // 8]:
            raise _wrong("clan", contract=c.id, clan=c.clan, right=CLAN_NAMES[CONTRACTS.index(c.id) // 8])
        if not 0 <= c.glory <= 9 or not 0 <= c.n <= 99:
            raise _wrong("numbers", contract=c.id, glory=c.glory, n=c.n)
        if c.n and c.id in NO_NUMBER:
            raise _wrong("no_number", contract=c.id, n=c.n)
        if c.n < 1 and c.id in ("GN5", "GO6", "FA6"):
            raise _wrong("one", contract=c.id)
        if not 1 <= c.n <= 4 and c.id in ("GO2", "FA7"):
            raise _wrong("part", contract=c.id, n=c.n)


def _check_tokens(p: BoxFile) -> None:
    wanted = ["red_A", "red_B", "yellow_A", "yellow_B", "green_A", "green_B", "green_C"]
    wanted += ["blue_A", "blue_B", "purple_A", "purple_B"]
    _same("tokens", [t.id for t in p.action_tokens], wanted)
    _same("printed", [t.id for t in p.printed_effects], ("blue_0", "yellow_0"))
    for t in p.action_tokens + p.printed_effects:
        if min(t.glory, t.magic, t.gold, t.price) < 0 or max(t.glory, t.magic, t.gold, t.price) > 50:
            raise _wrong("token_number", token=t.id)
        if t.bet != {"red": "win", "blue": "any"}.get(t.colour, ""):
            raise _wrong("token_bet", token=t.id, bet=t.bet)
        if t.contract != (t.colour == "green") or (t.price and not t.contract):
            raise _wrong("token_contract", token=t.id)
        if t.first != (t.id == "yellow_A"):
            raise _wrong("token_first", token=t.id)
        if (t.gold > 0) != (t.colour == "yellow"):
            raise _wrong("token_gold", token=t.id)
        if t.magic and t.colour not in ("blue", "purple"):
            raise _wrong("token_magic", token=t.id)
        if t.colour == "purple" and not t.magic:
            raise _wrong("token_idle", token=t.id)


def _same(what: str, found: list[str], wanted: Any) -> None:
    for w in wanted:
        if found.count(w) != 1:
            raise _wrong("once", part=what, name=w, n=found.count(w))
    for f in found:
        if f not in wanted:
            raise _wrong("unknown", part=what, name=f)


def _plain() -> dict[str, Any]:
    data = resources.files("stajnia.games.fever").joinpath("box.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Any])


def parse(data: dict[str, Any]) -> Box:
    """A box from the plain data of a whole box file."""
    try:
        file = msgspec.convert(data, BoxFile)
    except msgspec.ValidationError as e:
        raise _wrong("wrong", why=str(e)) from None
    _check(file)
    return _made(file)


def _made(p: BoxFile) -> Box:
    """What is written in a file that adds up, in the order the rules count in."""
    copies = {m.id: m.copies for m in p.magic}
    tokens = [_token(t) for t in p.action_tokens + p.printed_effects]
    made = Box(p.track_length, {d: Cards(_deck(p, d)) for d in "HP"}, [copies[m] for m in DESIGNS], tokens)
    for u in p.unicorns:
        c = COLOURS.index(u.colour)
        made.ability[c] = ABILITIES.index(u.rampage)
        made.immune[c] = DESIGNS.index(u.immune + "-") if u.immune else -1
    for contract in p.contracts:
        i = CONTRACTS.index(contract.id)
        made.glory[i], made.n[i] = contract.glory, contract.n
    return made


def _token(p: Printed) -> Token:
    t = Token(p.colour, p.letter)
    t.bet, t.glory, t.magic, t.gold = BETS.index(p.bet), p.glory, p.magic, p.gold
    t.contract, t.price, t.first = p.contract, p.price, p.first
    return t


_PARTS = {"magic": "id", "tokens": "", "unicorns": "colour", "contracts": "id"}
_WHOLE = ("track_length", "movement_deck_H", "movement_deck_P")


@lru_cache(256)  # guests bring boxes of their own, each of 30 kB
def box(changes: str = "") -> Box:
    """Our box with the changes of that text (see the module's docstring)."""
    data = _plain()
    if not changes.strip():
        return parse(data)
    try:
        wanted = msgspec.json.decode(changes, type=dict[str, Any])
    except msgspec.DecodeError:
        raise _wrong("json") from None
    for part, value in wanted.items():
        if part in _WHOLE or (part in data and isinstance(value, list)):  # a whole part, or a whole box file
            data[part] = value
        elif part in _PARTS and isinstance(value, dict):
            for name, change in value.items():
                _entry(data, part, name).update({"copies": change} if part == "magic" else _fields(part, name, change))
        else:
            raise _wrong("no_part", name=part, known=[*_WHOLE, *_PARTS])
    return parse(data)


def _fields(part: str, name: str, change: Any) -> dict[str, Any]:
    if not isinstance(change, dict):
        raise _wrong("fields", part=part, name=name)
    return change


def _entry(data: dict[str, Any], part: str, name: str) -> dict[str, Any]:
    entries: list[dict[str, Any]]
    if part == "tokens":
        entries = data["action_tokens"] + data["printed_effects"]
        found = [e for e in entries if f"{e['colour']}_{e['letter']}" == name]
    else:
        entries = data[part]
        found = [e for e in entries if e[_PARTS[part]] == name]
    if not found:
        raise _wrong("unknown", part=part, name=name)
    return found[0]
