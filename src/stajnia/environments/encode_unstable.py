"""Unstable as numbers: cards by design, cards in stables by handle, seats from the viewer on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stajnia.environments.encoding import SEATS, Part, away, flags, from_me, one_hot
from stajnia.games.unstable.actions import ALONE, MOST_SEATS, WITH_CARD, WITH_HANDLE
from stajnia.games.unstable.deck import EDITIONS, HANDLES, IDS
from stajnia.games.unstable.view import View
from stajnia.games.unstable.view_parts import PHASES, Count, Effect, Player

VERSION: Final = 1
MOST: Final = 1000
TOP: Final = 3  # cards known on the deck that are told

_DESIGN: Final = {id: i for i, id in enumerate(IDS)}
_HANDLE: Final = {handle: i for i, handle in enumerate(HANDLES)}
FIXED: Final = (
    *ALONE,
    *(f"{verb} {id}" for verb in WITH_CARD for id in IDS),
    *(f"{verb} {handle}" for verb in WITH_HANDLE for handle in HANDLES),
)
_INDEX: Final = {text: i for i, text in enumerate(FIXED)}
_CHOOSE: Final = len(FIXED)  # then: the player so many seats on
_PLAY_ON: Final = _CHOOSE + MOST_SEATS  # then: each design on the player so many seats on
D, H = len(IDS), len(HANDLES)
PARTS: Final = (
    Part("phase", (len(PHASES),)),
    Part("my_turn", (1,)),
    Part("active", (SEATS,)),
    Part("turns", (1,), high=MOST),
    Part("goal", (1,), high=MOST),
    Part("variants", (2,)),  # first edition, English titles
    Part("plays", (3,), high=MOST),  # cards that may still be played, played, extra turns due
    Part("players", (SEATS, 6), high=MOST),  # unicorns, hand, open, barred, unanswerable, no upgrades
    Part("stables", (SEATS, H)),
    Part("blinded", (H,)),  # cards whose text does not work
    Part("hands", (SEATS, D), high=MOST),  # cards of each hand that the viewer knows
    Part("nursery", (D,)),
    Part("deck", (1,), high=MOST),
    Part("top", (TOP, D)),  # next draw first
    Part("looking", (D,), high=MOST),  # the deck, while the viewer searches it
    Part("pile", (D,), high=MOST),
    Part("stack", (D,), high=MOST),  # all cards on the stack of played cards,
    Part("answered", (D,)),  # the one at its bottom,
    Part("answered_by", (2, SEATS)),  # who played that, and whose stable it is meant for,
    Part("last", (D,)),  # the one on top,
    Part("last_by", (SEATS,)),  # and who played that
    Part("window", (SEATS,)),  # who was asked to answer
    Part("asked", (D,)),  # the card whose effect asks now
    Part("asked_of", (SEATS,)),  # whose effect it is
    Part("asked_step", (2,), high=MOST),  # how far it has come, and whether it must be carried out
    Part("effects", (D,), high=MOST),  # of the running link
    Part("waiting", (D,), high=MOST),  # of the next link
    Part("threats", (H,)),
    Part("resolving", (D,)),
    Part("bonds", (H,)),
    Part("memory", (D,), high=MOST),  # cards that the viewer saw in the deck
)


def actions() -> int:
    return _PLAY_ON + D * MOST_SEATS


def index(v: View, text: str) -> int:
    found = _INDEX.get(text)
    if found is not None:
        return found
    words = text.split()
    on = (int(words[-1].removeprefix("p")) - 1 - (v.seat or 0)) % v.seats
    if words[0] == "choose":
        return _CHOOSE + on
    if words[0] != "play" or len(words) != 4:
        raise KeyError(text)
    return _PLAY_ON + _DESIGN[words[1]] * MOST_SEATS + on


def text(v: View, index: int) -> str:
    if index < _CHOOSE:
        return FIXED[index]
    design, on = divmod(index - _PLAY_ON, MOST_SEATS) if index >= _PLAY_ON else (-1, index - _CHOOSE)
    if on >= v.seats:
        raise ValueError(f"nobody sits {on} seats on: {v.seats} play")
    player = f"p{((v.seat or 0) + on) % v.seats + 1}"
    return f"choose {player}" if design < 0 else f"play {IDS[design]} on {player}"


def numbers(v: View) -> dict[str, list[float]]:
    n = v.seats
    players = [v.players[seat] for seat in from_me(v, n)]
    cards = [card for p in players for card in p.stable]
    top = (list(v.top) + [""] * TOP)[:TOP]
    return {
        "phase": one_hot(PHASES.index(v.phase), len(PHASES)),
        "my_turn": [float(v.ask is not None)],
        "active": one_hot(away(v, v.active, n), n),
        "turns": [float(v.turns)],
        "goal": [float(v.goal)],
        "variants": [float(v.edition == EDITIONS[1]), float(v.language == "en")],
        "plays": [float(v.plays), float(v.played), float(v.extra_turns)],
        "players": [x for p in players for x in _player(p)],
        "stables": [x for p in players for x in flags((card.handle for card in p.stable), _HANDLE)],
        "blinded": flags((card.handle for card in cards if card.blinded), _HANDLE),
        "hands": [x for p in players for x in flags(p.hand, _DESIGN)],
        "nursery": flags(v.nursery, _DESIGN),
        "deck": [float(v.deck)],
        "top": [x for card in top for x in one_hot(_DESIGN.get(card, -1), D)],
        "looking": _counts(v.looking),
        "pile": _counts(v.pile),
        **_stack(v, n),
        "window": flags((away(v, seat, n) for seat in v.window.asked), range(n)) if v.window else [0.0] * n,
        **_asked(v, next((e for e in v.effects if e.status == "asked"), None), n),
        "effects": flags((e.card for e in v.effects), _DESIGN),
        "waiting": flags((e.card for e in v.waiting), _DESIGN),
        "threats": flags((t.handle for t in v.threats), _HANDLE),
        "resolving": one_hot(_DESIGN.get(v.resolving, -1), D),
        "bonds": flags((b.handle for b in v.bonds), _HANDLE),
        "memory": _counts(v.memory.cards if v.memory else ()),
    }


def _player(p: Player) -> list[float]:
    return [float(x) for x in (p.unicorns, p.hand_size, p.open, p.barred, p.unanswerable, p.no_upgrades)]


def _counts(cards: Iterable[Count]) -> list[float]:
    found = [0.0] * D
    for each in cards:
        found[_DESIGN[each.card]] = float(each.count)
    return found


def _stack(v: View, n: int) -> dict[str, list[float]]:
    first, last = (v.stack[0], v.stack[-1]) if v.stack else (None, None)
    return {
        "stack": flags((played.card for played in v.stack), _DESIGN),
        "answered": one_hot(_DESIGN[first.card] if first else -1, D),
        "answered_by": one_hot(away(v, first.seat, n), n) + one_hot(away(v, first.into, n), n)
        if first
        else [0.0] * (2 * n),
        "last": one_hot(_DESIGN[last.card] if last else -1, D),
        "last_by": one_hot(away(v, last.seat, n) if last else -1, n),
    }


def _asked(v: View, effect: Effect | None, n: int) -> dict[str, list[float]]:
    return {
        "asked": one_hot(_DESIGN[effect.card] if effect else -1, D),
        "asked_of": one_hot(away(v, effect.seat, n) if effect else -1, n),
        "asked_step": [float(effect.step), float(effect.must)] if effect else [0.0, 0.0],
    }
