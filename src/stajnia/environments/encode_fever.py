"""Fever as numbers: lanes, bets, stacks, contracts and players, seats from the viewer on."""

from __future__ import annotations

from typing import Final

from stajnia.environments.encoding import SEATS, Part, away, flags, from_me, one_hot
from stajnia.games.fever.notation import read, write
from stajnia.games.fever.pieces import CLAN_NAMES, COLOURS, CONTRACTS, DESIGNS, KINDS, STACKS
from stajnia.games.fever.view import View
from stajnia.games.fever.view_parts import BET_STATES, PHASES, Bet, Doing, Lane, Player

VERSION: Final = 1
LETTERS: Final = "ABC0"
TOKENS: Final = {f"{stack}_{letter}": i for i, (stack, letter) in enumerate((s, x) for s in STACKS for x in LETTERS)}
BETS: Final = {(kind, colour): i for i, (kind, colour) in enumerate((k, c) for k in KINDS for c in COLOURS)}
SECONDS: Final = ("FA2", "FA3")
GOLD: Final = 2000
MOST: Final = 100
STAKES: Final = 100  # a stake is below

_COLOUR: Final = {colour: i for i, colour in enumerate(COLOURS)}
_MAGIC: Final = {magic: i for i, magic in enumerate(DESIGNS)}
_CONTRACT: Final = {contract: i for i, contract in enumerate(CONTRACTS)}
TEXTS: Final = (
    *("loan", "done", "draw up"),
    *(f"{verb} {stack}" for verb in ("token", "print") for stack in STACKS),
    *(f"bet {kind} {colour}" for kind, colour in BETS),
    *(f"magic {magic} on {colour}" for magic in DESIGNS for colour in COLOURS),
    *(f"place {colour}" for colour in COLOURS),
    *(f"contract {contract}" for contract in CONTRACTS),
    *(f"look {colour}" for colour in COLOURS),
    *(f"reserve {kind} {colour}" for kind, colour in BETS),
    *(f"{verb} {magic}" for verb in ("swap", "discard") for magic in DESIGNS),
    *(f"stake {amount}" for amount in range(STAKES)),
)
_INDEX: Final = {text: i for i, text in enumerate(TEXTS)}
PARTS: Final = (
    Part("phase", (len(PHASES),)),
    Part("my_turn", (1,)),
    Part("round", (3,), high=MOST),  # which, of how many, spaces to the line
    Part("plan", (1,), high=MOST),  # action turns taken this round
    Part("first", (SEATS,)),
    Part("next_first", (SEATS,)),
    Part("clans", (len(CLAN_NAMES),)),
    Part("lanes", (6, 5), high=MOST),  # odds, rampage, spaces run, place, cards the Crystal Ball has seen
    Part("lane_magic", (6, len(DESIGNS)), high=MOST),  # cards lying there that the viewer knows
    Part("lane_hidden", (6, SEATS), high=MOST),  # cards the viewer does not know, by who played them
    Part("hexed", (6, SEATS)),  # who played magic there this round
    Part("bets", (18, len(BET_STATES) + 5), high=GOLD),  # its state; stake, Glory on it, places, times, Glory
    Part("bet_seats", (18, SEATS)),
    Part("stacks", (len(STACKS), 3)),  # tokens A, B, C still there
    Part("market", (40,)),
    Part("contracts_left", (40,)),
    Part("contracts_out", (40,)),
    Part("contracts_used", (40,)),  # those of once a round
    Part("players", (SEATS, 8), high=GOLD, low=-GOLD),  # Gold, Glory, loans, debt, highest stake, hand, limit, turns
    Part("owns", (SEATS, 6)),
    Part("tokens", (SEATS, len(TOKENS)), high=MOST),  # used this round
    Part("contracts", (SEATS, 40)),
    Part("hand", (len(DESIGNS),), high=MOST),
    Part("deck", (1,), high=GOLD),
    Part("discards", (len(DESIGNS),), high=MOST),
    Part("doing", (6,), high=MOST),  # Glory and magic of the token, used, played, swaps and draws left
    Part("doing_seat", (SEATS,)),
    Part("doing_token", (len(TOKENS),)),
    Part("doing_bet", (2 + 18 + 2,)),  # any, win; the bet that waits for its stake; a second bet of FA2, FA3
    Part("race", (1 + 6 + 6 + 6,), high=MOST),  # turn, movement card, dice by colour, level unicorns to order
    Part("bank", (2,), high=GOLD, low=-GOLD),  # Gold, Glory
)


def actions() -> int:
    return len(TEXTS)


def index(_v: View, text: str) -> int:
    return _INDEX[text] if text in _INDEX else _INDEX[write(read(text))]


def text(_v: View, index: int) -> str:
    return TEXTS[index]


def numbers(v: View) -> dict[str, list[float]]:
    n = len(v.players)
    seats = from_me(v, n)
    bets = {(bet.kind, bet.colour): bet for bet in v.bets}
    players = [v.players[seat] for seat in seats]
    return {
        "phase": one_hot(PHASES.index(v.phase), len(PHASES)),
        "my_turn": [float(v.seat in v.turn)],
        "round": [float(v.round), float(v.races), float(v.length)],
        "plan": [float(v.plan)],
        "first": one_hot(away(v, v.first, n), n),
        "next_first": one_hot(away(v, v.next_first, n), n),
        "clans": flags(v.clans, CLAN_NAMES),
        "lanes": [x for lane in v.lanes for x in _lane(lane)],
        "lane_magic": [x for lane in v.lanes for x in flags((c.magic for c in lane.cards), _MAGIC)],
        "lane_hidden": [
            x for lane in v.lanes for x in flags((away(v, c.seat, n) for c in lane.cards if not c.magic), range(n))
        ],
        "hexed": [x for who in v.hexed for x in flags((away(v, seat, n) for seat in who), range(n))],
        "bets": [x for key in BETS for x in _bet(bets.get(key))],
        "bet_seats": [x for key in BETS for x in one_hot(away(v, bets[key].seat if key in bets else None, n), n)],
        "stacks": [x for stack in v.stacks for x in flags((t.id[-1] for t in stack.tokens), "ABC")],
        "market": flags(v.market, _CONTRACT),
        "contracts_left": flags(v.contracts_left, _CONTRACT),
        "contracts_out": flags(v.contracts_out, _CONTRACT),
        "contracts_used": flags(v.used_contracts, _CONTRACT),
        "players": [x for p in players for x in _player(p)],
        "owns": [x for p in players for x in one_hot(_COLOUR.get(p.owns, -1), 6)],
        "tokens": [x for p in players for x in flags(p.tokens, TOKENS)],
        "contracts": [x for p in players for x in flags(p.contracts, _CONTRACT)],
        "hand": flags(v.hand, _MAGIC),
        "deck": [float(v.deck)],
        "discards": flags(v.discards, _MAGIC),
        **_doing(v, v.doing, n),
        "race": _race(v),
        "bank": [float(v.bank_gold), float(v.bank_glory)],
    }


def _lane(lane: Lane) -> list[float]:
    return [float(x) for x in (lane.odds, lane.rampage, lane.at, lane.place, lane.looked)]


def _bet(bet: Bet | None) -> list[float]:
    if bet is None:
        return [0.0] * (len(BET_STATES) + 5)
    pays = (bet.stake, bet.glory, bet.pays_places, bet.pays_times, bet.pays_glory)
    return [*one_hot(BET_STATES.index(bet.state), len(BET_STATES)), *map(float, pays)]


def _player(p: Player) -> list[float]:
    return [float(x) for x in (p.gold, p.glory, p.loans, p.debt, p.most, p.hand, p.limit, p.turns)]


def _doing(v: View, doing: Doing | None, n: int) -> dict[str, list[float]]:
    d = doing or Doing(-1)
    waits = BETS[d.stake_on.kind, d.stake_on.colour] if d.stake_on else -1
    return {
        "doing": [float(x) for x in (d.glory, d.magic, d.used, d.played, d.swaps, d.draws)],
        "doing_seat": one_hot(away(v, d.seat, n), n),
        "doing_token": one_hot(TOKENS.get(d.token, -1), len(TOKENS)),
        "doing_bet": [*flags([d.bet], ("any", "win")), *one_hot(waits, 18), *flags([d.second], SECONDS)],
    }


def _race(v: View) -> list[float]:
    card = [float(x) for x in v.race.card] or [0.0] * 6
    return [float(v.race.turn), *card, *flags(v.race.dice, _COLOUR), *flags(v.race.tied, _COLOUR)]
