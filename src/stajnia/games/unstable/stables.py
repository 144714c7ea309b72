"""Stables and the continuous words on cards in them (R57): nothing is registered, they are found when asked."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Seat
from stajnia.games.unstable.card_language import BASIC, CARD
from stajnia.games.unstable.deck import (
    BABIES,
    BASICS,
    BIT,
    FIRST_BIT,
    FIRST_EDITION,
    MASK,
    NUMBER,
    TYPE,
    UNICORNS,
    copies_of,
)
from stajnia.games.unstable.state import State

PANDA: Final = copies_of("pandamonium")
BLINDING: Final = copies_of("blinding_light")
AURA: Final = copies_of("rainbow_aura")
YAY: Final = copies_of("yay")
NANNY: Final = copies_of("nanny_cam")
WIRE: Final = copies_of("barbed_wire")
TINY: Final = copies_of("tiny_stable")
BROKEN: Final = copies_of("broken_stable")
SLOWDOWN: Final = copies_of("slowdown")
GINORMOUS: Final = copies_of("ginormous_unicorn")
QUEEN: Final = copies_of("queen_bee_unicorn")
KITTEN: Final = copies_of("magical_kittencorn")
PHOENIX: Final = copies_of("unicorn_phoenix")
KNIGHT: Final = copies_of("black_knight_unicorn")
PUPPY: Final = copies_of("puppicorn")
FLYERS: Final = sum(
    copies_of(f"{how}_flying_unicorn") for how in ("greedy", "annoying", "magical", "swift", "majestic")
)
MAY_BAR: Final = SLOWDOWN | GINORMOUS
GOES_ON: Final = GINORMOUS | QUEEN | KITTEN | PUPPY  # unicorns with a continuous text
EXTRA_TAIL: Final = NUMBER["extra_tail"]
RAINBOW_MANE: Final = NUMBER["rainbow_mane"]
NEEDS_BASIC: Final = copies_of("extra_tail") | copies_of("rainbow_mane")


def blinded(s: State, seat: Seat) -> int:
    """Unicorns whose triggered text Blinding Light switches off; a panda has its text back."""
    stable = s.stables[seat]
    return stable & UNICORNS if stable & BLINDING and not stable & PANDA else 0


def always(s: State, seat: Seat) -> int:
    """Cards of a stable whose continuous text works; in the first edition Blinding Light leaves it alone."""
    return s.stables[seat] if s.edition == FIRST_EDITION else s.stables[seat] & ~blinded(s, seat)


def silenced(s: State, seat: Seat) -> int:
    """Cards of a stable whose whole text Blinding Light switches off; babies have none."""
    off = blinded(s, seat) & ~BABIES
    return off & ~GOES_ON if s.edition == FIRST_EDITION else off


def unicorns(s: State, seat: Seat) -> int:
    """What the stable is worth (R101); pandas are worth nothing."""
    stable = s.stables[seat]
    if stable & PANDA:
        return 0
    worth = (stable & UNICORNS).bit_count()
    return worth + 1 if stable & GINORMOUS and always(s, seat) & GINORMOUS else worth


def barred(s: State, seat: Seat) -> bool:
    """Whether a seat may play no Neigh card."""
    stable = s.stables[seat]
    return bool(stable & MAY_BAR) and bool(stable & SLOWDOWN or always(s, seat) & GINORMOUS)


def named(s: State, seat: Seat, types: int) -> int:
    """Cards of a stable that a text naming these types reaches: "a card" reaches pandas, "a unicorn" does not."""
    stable = s.stables[seat]
    if types == CARD:
        return stable
    mask = stable & MASK[types]
    return mask & ~UNICORNS if stable & PANDA else mask


def sacrificable(s: State, seat: Seat, types: int) -> int:
    mask = named(s, seat, types)
    return mask & ~PUPPY if s.edition == FIRST_EDITION else mask


def destroyable(s: State, seat: Seat, types: int, by_magic: bool) -> int:
    stable = s.stables[seat]
    mask = sacrificable(s, seat, types)
    if stable & AURA and not stable & PANDA:
        mask &= ~UNICORNS
    if by_magic and mask & KITTEN and always(s, seat) & KITTEN:
        mask &= ~KITTEN
    return mask


def queen_elsewhere(s: State, seat: Seat) -> bool:
    """Whether another player's Queen Bee keeps Basic Unicorns out of that stable."""
    return any(stable & QUEEN and other != seat and always(s, other) & QUEEN for other, stable in enumerate(s.stables))


def can_enter(s: State, d: int, seat: Seat) -> bool:
    """Whether a card may come into that stable at all (Queen Bee; Extra Tail and Rainbow Mane)."""
    if TYPE[d] == BASIC:
        return not queen_elsewhere(s, seat)
    if d in (EXTRA_TAIL, RAINBOW_MANE):
        return bool(named(s, seat, BASIC))
    return True


def kept_out(s: State, seat: Seat) -> int:
    """The cards that may not come into that stable."""
    mask = BASICS if queen_elsewhere(s, seat) else 0
    if s.edition == FIRST_EDITION and not named(s, seat, BASIC):
        mask |= NEEDS_BASIC
    return mask


def kept_in(s: State, seat: Seat) -> int:
    """The cards that may come into nobody's stable but that one."""
    mask = BASICS | NEEDS_BASIC
    for other in range(s.n):
        if other != seat:
            mask &= kept_out(s, other)
            if not mask:
                break
    return mask


def seats_from(s: State, seat: Seat) -> list[Seat]:
    """All seats in turn order, that one first."""
    return [*range(seat, s.n), *range(seat)]


def free_uid(s: State, d: int) -> int:
    """The number under which a card comes into a stable."""
    used = 0
    for stable in s.stables:
        used |= stable
    uid = FIRST_BIT[d]
    while used & BIT[uid]:
        uid += 1
    return uid


def where(s: State, uid: int) -> Seat:
    """The stable a card lies in, -1: none."""
    bit = BIT[uid]
    for seat, stable in enumerate(s.stables):
        if stable & bit:
            return seat
    return -1
