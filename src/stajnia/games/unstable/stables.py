"""Stables and the continuous words on cards in them (R57): nothing is registered, they are found when asked."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Seat
from stajnia.games.unstable.card_language import BASIC, CARD
from stajnia.games.unstable.deck import BABIES, BASICS, FIRST_BIT, FIRST_EDITION, MASK, NUMBER, TYPE, UNICORNS, bit
from stajnia.games.unstable.state import State

PANDA: Final = bit("pandamonium")
BLINDING: Final = bit("blinding_light")
AURA: Final = bit("rainbow_aura")
YAY: Final = bit("yay")
NANNY: Final = bit("nanny_cam")
WIRE: Final = bit("barbed_wire")
TINY: Final = bit("tiny_stable")
BROKEN: Final = bit("broken_stable")
SLOWDOWN: Final = bit("slowdown")
GINORMOUS: Final = bit("ginormous_unicorn")
QUEEN: Final = bit("queen_bee_unicorn")
KITTEN: Final = bit("magical_kittencorn")
PHOENIX: Final = bit("unicorn_phoenix")
KNIGHT: Final = bit("black_knight_unicorn")
PUPPY: Final = bit("puppicorn")
FLYERS: Final = sum(bit(f"{how}_flying_unicorn") for how in ("greedy", "annoying", "magical", "swift", "majestic"))
NEEDS_BASIC: Final = (NUMBER["extra_tail"], NUMBER["rainbow_mane"])


def blinded(s: State, seat: Seat) -> int:
    """Unicorns whose text Blinding Light switches off; a panda has its text back."""
    stable = s.stables[seat]
    return stable & UNICORNS if stable & BLINDING and not stable & PANDA else 0


def always(s: State, seat: Seat) -> int:
    """Cards of a stable whose continuous text works; in the first edition Blinding Light leaves it alone."""
    return s.stables[seat] if s.edition == FIRST_EDITION else s.stables[seat] & ~blinded(s, seat)


def silenced(s: State, seat: Seat) -> int:
    """Cards of a stable whose whole text Blinding Light switches off; babies have none."""
    off = blinded(s, seat) & ~BABIES
    return off & ~(GINORMOUS | QUEEN | KITTEN | PUPPY) if s.edition == FIRST_EDITION else off


def unicorns(s: State, seat: Seat) -> int:
    """What the stable is worth (R101); pandas are worth nothing."""
    stable = s.stables[seat]
    if stable & PANDA:
        return 0
    return (stable & UNICORNS).bit_count() + (1 if stable & GINORMOUS & always(s, seat) else 0)


def barred(s: State, seat: Seat) -> bool:
    """Whether a seat may play no Neigh card."""
    return bool((s.stables[seat] & SLOWDOWN) | (always(s, seat) & GINORMOUS))


def named(s: State, seat: Seat, types: int) -> int:
    """Cards of a stable that a text naming these types reaches: "a card" reaches pandas, "a unicorn" does not."""
    stable = s.stables[seat]
    mask = stable & MASK[types]
    return mask & ~UNICORNS if stable & PANDA and types != CARD else mask


def sacrificable(s: State, seat: Seat, types: int) -> int:
    return named(s, seat, types) & ~PUPPY


def destroyable(s: State, seat: Seat, types: int, by_magic: bool) -> int:
    stable = s.stables[seat]
    mask = named(s, seat, types) & ~PUPPY
    if stable & AURA and not stable & PANDA:
        mask &= ~UNICORNS
    if by_magic:
        mask &= ~(KITTEN & always(s, seat))
    return mask


def can_enter(s: State, d: int, seat: Seat) -> bool:
    """Whether a card may come into that stable at all (Queen Bee; Extra Tail and Rainbow Mane)."""
    if TYPE[d] == BASIC:
        for other, stable in enumerate(s.stables):
            if stable & QUEEN and other != seat and always(s, other) & QUEEN:
                return False
        return True
    if d in NEEDS_BASIC:
        return bool(named(s, seat, BASIC) & BASICS)
    return True


def seats_from(s: State, seat: Seat) -> list[Seat]:
    """All seats in turn order, that one first."""
    return [*range(seat, s.n), *range(seat)]


def free_bit(s: State, d: int) -> int:
    """The number under which a card comes into a stable."""
    used = 0
    for stable in s.stables:
        used |= stable
    uid = FIRST_BIT[d]
    while used >> uid & 1:
        uid += 1
    return uid


def where(s: State, uid: int) -> Seat:
    """The stable a card lies in, -1: none."""
    for seat, stable in enumerate(s.stables):
        if stable >> uid & 1:
            return seat
    return -1
