"""What is the same in every match of fever, for a page or a builder; what changes stands in the view."""

from __future__ import annotations

from msgspec import Struct

from stajnia.games.fever.pieces import (
    BET_GLORY,
    BET_PLACES,
    CLAN_NAMES,
    COLOURS,
    CONTRACTS,
    CONVERT,
    DEBT,
    DESIGNS,
    KINDS,
    LENT,
    LOAN_CARDS,
    MOST,
    ODDS,
    OWNER_GOLD,
    PODIUM_TIMES,
    START_GOLD,
    TURNS,
)


class KindFacts(Struct, frozen=True):
    """A kind of bet, without a rampage."""

    kind: str  # win, early, late
    places: int  # the last place at which it succeeds
    times: int  # how many times the stake it returns; 0: as the odds say
    glory: int


class Facts(Struct, frozen=True):
    colours: tuple[str, ...]  # of the unicorns, in the order of their lanes
    odds: tuple[int, ...]  # the rows of the table, the favourite's first; row n is level with place n
    kinds: tuple[KindFacts, ...]
    magic: tuple[str, ...]  # the designs of magic cards
    clans: tuple[str, ...]
    contracts: tuple[str, ...]
    clan_of: dict[str, str]  # whose each contract is
    podium: int  # its last place
    turns: int  # action turns a round
    start_gold: int
    most: int  # the highest stake without a contract
    owner_gold: tuple[int, ...]  # for the own unicorn's place, first to third
    loan: int  # Gold that a loan brings
    debt: int  # Gold that it costs at the end without a contract
    loan_cards: int  # in the box, two loans each
    convert: int  # Gold for 1 Glory at the end without a contract


FACTS = Facts(
    colours=COLOURS,
    odds=ODDS,
    kinds=tuple(
        KindFacts(kind, BET_PLACES[i], 0 if kind == "win" else PODIUM_TIMES, BET_GLORY[i])
        for i, kind in enumerate(KINDS)
    ),
    magic=DESIGNS,
    clans=CLAN_NAMES,
    contracts=CONTRACTS,
    clan_of={contract: CLAN_NAMES[n // 8] for n, contract in enumerate(CONTRACTS)},
    podium=max(BET_PLACES),
    turns=TURNS,
    start_gold=START_GOLD,
    most=MOST,
    owner_gold=OWNER_GOLD,
    loan=LENT,
    debt=DEBT,
    loan_cards=LOAN_CARDS,
    convert=CONVERT,
)
