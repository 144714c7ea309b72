"""Sets as ints."""

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """The members of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask(members: list[int] | tuple[int, ...]) -> int:
    """The set with these members."""
    out = 0
    for m in members:
        out |= 1 << m
    return out
