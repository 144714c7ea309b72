"""Every action as its text, made once: a verb and what it is about."""

from __future__ import annotations

from typing import Final

from stajnia.games.unstable.deck import HANDLES, IDS

Action = str

ALONE: Final = frozenset(("draw", "stop", "pass", "neigh", "super_neigh", "use", "decline", "nothing"))
WITH_CARD: Final = frozenset(("baby", "play", "discard", "bring", "take", "top", "deal", "show", "lose"))
WITH_HANDLE: Final = frozenset(("sacrifice", "destroy", "steal", "return", "move", "give"))
MOST_SEATS: Final = 8

# [verb][design], [verb][card in a stable], [seat]
CARD_TEXTS: Final = {verb: tuple(f"{verb} {id}" for id in IDS) for verb in WITH_CARD}
STABLE_TEXTS: Final = {verb: tuple(f"{verb} {handle}" for handle in HANDLES) for verb in WITH_HANDLE}
CHOOSE_TEXTS: Final = tuple(f"choose p{seat + 1}" for seat in range(MOST_SEATS))
BEGINS_TEXTS: Final = tuple(f"first p{seat + 1}" for seat in range(MOST_SEATS))
# [design][seat]: into another's stable
PLAY_ON_TEXTS: Final = tuple(tuple(f"play {id} on p{seat + 1}" for seat in range(MOST_SEATS)) for id in IDS)


def seat_of(a: Action) -> int:
    """The seat an action ends with: `p3` is seat 2."""
    return int(a[-1]) - 1
