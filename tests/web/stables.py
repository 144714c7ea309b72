"""Tables of unstable as they look late in a match: so many seats, cards in stables and in hands, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from tests.unstable.table import Table, table

UNICORNS = [f"basic_unicorn_{c}" for c in ("red", "orange", "yellow", "green", "blue", "indigo", "purple")]
UPGRADES = ["glitter_bomb", "rainbow_aura", "claw_machine", "claw_machine.2", "stable_artillery", "stable_artillery.2"]
UPGRADES += ["rainbow_lasso", "caffeine_overload", "double_dutch"]
MORE = ["yay", "yay.2", "glitter_bomb.2", "claw_machine.3", "stable_artillery.3", "barbed_wire", "nanny_cam"]
MORE += ["sadistic_ritual", "broken_stable"]
HAND = ["unicorn_poison", "back_kick", "the_great_narwhal", "rhinocorn", "glitter_tornado", "unicorn_swap", "good_deal"]
HAND += ["mystical_vortex", "neigh", "neigh", "chainsaw_unicorn", "reset_button", "shake_up"]


def late(seats: int, stable: int, hand: int, *, turn: bool = False) -> Table:
    """Seat 0 and the next one have `stable` cards, the others a few; seat 0 holds `hand` cards."""
    mine = (UNICORNS[:5] + UPGRADES)[:stable]
    theirs = ([f"{u}.2" for u in UNICORNS[:5]] + MORE)[:stable]
    others = [f"{UNICORNS[5]}.{'' if n == 0 else n + 1}".rstrip(".") for n in range(3)]
    others += [f"{UNICORNS[6]}.{'' if n == 0 else n + 1}".rstrip(".") for n in range(3)]
    rows = [f"{' '.join(mine)} / {' '.join(HAND[:hand])}", f"{' '.join(theirs)} / neigh"]
    rows += [f"{others[n]} / neigh" for n in range(seats - 2)]
    return table(*rows, turn=turn)


def destroying(seats: int, stable: int, hand: int) -> Table:
    """Unicorn Poison asks which unicorn shall be destroyed."""
    return late(seats, stable, hand).play(0, "unicorn_poison")


def searching(seats: int, stable: int, hand: int) -> Table:
    """A narwhal looks through the deck for another one: there are five, however full the stables are."""
    return late(seats, stable, hand).play(0, "the_great_narwhal").act(0, "use")


def discarding(seats: int, stable: int, hand: int) -> Table:
    """The hand is too large at the end of the turn."""
    return late(seats, stable, hand).act(0, "draw")


def beginning(seats: int, stable: int, hand: int) -> Table:
    """The turn begins: everything in the stable that speaks then is in one link of the chain."""
    return late(seats, stable, hand, turn=True)


def situations(seats: int, stable: int, hand: int) -> Iterator[tuple[str, Table]]:
    """All of them that so many cards allow."""
    yield "play", late(seats, stable, hand)
    yield "begin", beginning(seats, stable, hand)
    if stable or seats > 2:
        yield "destroy", destroying(seats, stable, hand)
    if hand >= 3:
        yield "search", searching(seats, stable, hand)
    if hand >= 7:
        yield "discard", discarding(seats, stable, hand)
