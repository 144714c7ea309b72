"""Fair chance: dealt from a secret seed, and checked by anybody once the seed is revealed.

The choice at place n of a record follows by HMAC-SHA256 from the match's secret seed and n. The SHA-256 of the seed
stands in the record from the start, the seed itself only after the end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from stajnia.core.playouts import by_odds

Odds = Sequence[tuple[Any, float]]
Chance = Callable[[int, Odds], Any]  # (place in the record, odds) -> action


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """A seed as bytes: an int or text for repeatable play, None for 32 fresh secret bytes."""
    if seed is None:
        return secrets.token_bytes(32)  # the one place where the core reads the world
    return seed if isinstance(seed, bytes) else str(seed).encode()


def commitment(seed: bytes) -> str:
    """What is published of a seed at the start."""
    return hashlib.sha256(seed).hexdigest()


def dealer(seed: bytes) -> Chance:
    """Chance as this seed deals it: HMAC-SHA256(seed, place of the record) as a point in [0, 1)."""
    keyed = hmac.new(seed, None, "sha256")

    def deal(place: int, odds: Odds) -> Any:
        at_place = keyed.copy()  # the key is taken in once: that is half of the work
        at_place.update(str(place).encode())
        return by_odds(odds, int.from_bytes(at_place.digest()[:8], "big") / 2**64)

    return deal


def draw(seed: bytes, place: int, odds: Odds) -> Any:
    """The chance move at one place of the record."""
    return dealer(seed)(place, odds)


def no_dealer(place: int, odds: Odds) -> Any:  # noqa: ARG001 (a Chance takes both)
    """Chance in a match that was replayed from its record alone."""
    raise ValueError("this match was replayed without a seed: hand in `chance` to play on")
