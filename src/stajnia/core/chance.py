"""Fair chance: dealt from a secret seed, and checked by anybody once the seed is revealed.

The choice at place n of a record follows by HMAC-SHA256 from the match's secret seed and n. The SHA-256 of the seed
stands in the record from the start, the seed itself only after the end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from stajnia.core.playouts import by_odds

_BLOCK: Final = 64  # bytes of a block of SHA-256
_INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])  # the pads of HMAC (RFC 2104)
_OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])
_WHOLE: Final = float(1 << 64)

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
    key = (hashlib.sha256(seed).digest() if len(seed) > _BLOCK else seed).ljust(_BLOCK, b"\0")
    inner, outer = hashlib.sha256(key.translate(_INNER)), hashlib.sha256(key.translate(_OUTER))

    def deal(place: int, odds: Odds) -> Any:
        within, around = inner.copy(), outer.copy()  # the key was taken in once: four times as quick as `hmac.digest`
        within.update(str(place).encode())
        around.update(within.digest())
        return by_odds(odds, int.from_bytes(around.digest()[:8], "big") / _WHOLE)

    return deal


def draw(seed: bytes, place: int, odds: Odds) -> Any:
    """The chance move at one place of the record."""
    return dealer(seed)(place, odds)


def no_dealer(place: int, odds: Odds) -> Any:  # noqa: ARG001 (a Chance takes both)
    """Chance in a match that was replayed from its record alone."""
    raise ValueError("this match was replayed without a seed: hand in `chance` to play on")
