"""The words in which card texts are written: a text is a tuple of steps, plain data built once at import.

A step either *asks* one seat (or all at once, sealed) for a single pick, or *does* something with the picks made
so far (`0`, `1`, ... count the asks of the text from its start). A step never asks in its middle. What stands before
the first doing step is chosen before anything of the link happens.
"""

from __future__ import annotations

from typing import NamedTuple

# Card types are bits, so that "unicorn" is a sum of three of them.
BABY, BASIC, MAGICAL, UPGRADE, DOWNGRADE, MAGIC, INSTANT = (1 << i for i in range(7))
UNICORN = BABY | BASIC | MAGICAL
GRADE = UPGRADE | DOWNGRADE
CARD = 127  # any card
NARWHAL, NEIGH = 128, 256  # words in a title

TYPES = {
    "baby": BABY,
    "basic": BASIC,
    "magical": MAGICAL,
    "upgrade": UPGRADE,
    "downgrade": DOWNGRADE,
    "magic": MAGIC,
    "instant": INSTANT,
}


class Op:
    """What a step is; plain ints, since they are compared all the time."""

    # asks
    OWN = 0  # a card of one's own stable
    FOE = 1  # a card of another player's stable
    ANYONE = 2  # a card of any stable
    REMOVE = 3  # one to destroy elsewhere or to sacrifice at home
    FOE_OF = 4  # a card in the stable of the player picked before
    AT = 5  # a card in the stable `a` places to the left of the caster
    HAND = 6  # a card of one's own hand
    PILE = 7  # a card of the discard pile
    NURSERY = 8
    PLAYER = 9
    USE = 10  # yes or no
    SEARCH = 11  # a card of the deck, or nothing
    THEIR_HAND = 12  # a card of the picked player's hand, which the asked seat sees
    TOP = 13  # one of the top cards, which the asked seat sees
    ORDER = 14  # which of the remaining ones lies on top
    VICTIM = 15  # the picked player chooses a card of their own hand
    EACH_OWN = 16  # everyone chooses a card of their own stable, sealed
    EACH_HAND = 17  # everyone chooses a card of their own hand, sealed
    # deeds
    SACRIFICE = 20
    SACRIFICE_THIS = 21
    DESTROY = 22
    REMOVE_IT = 23
    EACH_SACRIFICE = 24
    SACRIFICE_ALL = 25  # all own cards of a type; `n` = 1: everybody's
    DISCARD = 26
    DRAW = 27
    STEAL = 28
    SEND_BACK = 29  # to the hand of the player whose stable it is in
    GIVE = 30
    BRING_HAND = 31
    BRING_PILE = 32
    BRING_BABY = 33
    TAKE_PILE = 34
    ROB = 35  # a card at random
    LOOK_HAND = 36
    TAKE_HAND = 37
    SWAP_HANDS = 38
    EACH_DISCARD = 39
    PILE_TO_DECK = 40
    SHAKE_UP = 41
    LOOK_DECK = 42
    TAKE_DECK = 43
    LOOK_TOP = 44
    TAKE_TOP = 45
    PUT_TOP = 46
    END_TURN = 47  # `a` = 1: the End of Turn phase still comes
    EXTRA_TURN = 48
    EXTRA_DRAW = 49
    TWO_PLAYS = 50
    SHRINK = 51
    GO_HOME = 52  # a stolen card returns to where it came from
    VICTIM_DISCARD = 53


FIRST_DEED = Op.SACRIFICE
LAST_FALL = Op.SACRIFICE_ALL  # deeds up to here sacrifice or destroy


class Step(NamedTuple):
    op: int
    a: int = 0  # types for an ask; a place, a number or which pick for a deed
    n: int = 1  # how many must be there for the ask to be possible; a second argument for a deed
    need: bool = True  # without a possible pick the whole text is ignored; else only what hangs on this pick
    verb: str = ""  # of the action
    ask: str = ""  # word `ask.ID`


Text = tuple[Step, ...]


# --- asks ---------------------------------------------------------------------------------------------------


def own(types: int = CARD, *, ask: str = "sacrifice", verb: str = "sacrifice") -> Step:
    return Step(Op.OWN, types, verb=verb, ask=ask)


def foe(types: int, verb: str, n: int = 1, *, need: bool = True) -> Step:
    return Step(Op.FOE, types, n, need, verb, verb)


def then_foe(types: int, verb: str) -> Step:
    """A target that only the second half of the text needs."""
    return foe(types, verb, need=False)


def anyone(types: int, verb: str) -> Step:
    return Step(Op.ANYONE, types, verb=verb, ask=verb)


def hand(types: int = CARD, n: int = 1) -> Step:
    return Step(Op.HAND, types, n, verb="discard", ask="discard")


def pile(types: int, verb: str, *, need: bool = True) -> Step:
    return Step(Op.PILE, types, need=need, verb=verb, ask=f"{verb}_pile")


def player(who: int) -> Step:
    return Step(Op.PLAYER, who, verb="choose", ask="choose")


# whom a PLAYER step may name
OTHER, OTHER_WITH_HAND, ANY, ANY_WITH_HAND, WHERE_IT_MAY_GO, ELSEWHERE = range(6)

remove = Step(Op.REMOVE, GRADE, verb="destroy", ask="remove")
use = Step(Op.USE, verb="use", ask="use")
victim = Step(Op.VICTIM, need=False, verb="discard", ask="discard")
baby = Step(Op.NURSERY, verb="bring", ask="bring_nursery")
then_baby = baby._replace(need=False)
basic_from_hand = Step(Op.HAND, BASIC, verb="bring", ask="bring_hand")
their_hand = Step(Op.THEIR_HAND, need=False, verb="take", ask="take_hand")
each_own = Step(Op.EACH_OWN, UNICORN, need=False, verb="sacrifice", ask="sacrifice")
each_hand = Step(Op.EACH_HAND, need=False, verb="discard", ask="discard")


def search(types: int) -> Text:
    """May look through the deck, show one card and take it; then the deck is shuffled."""
    find = Step(Op.SEARCH, types, need=False, verb="take", ask="find")
    return (use, Step(Op.LOOK_DECK), find, Step(Op.TAKE_DECK, 1))


# --- deeds --------------------------------------------------------------------------------------------------


def do(op: int, a: int = 0, n: int = 1) -> Step:
    return Step(op, a, n)


def draw(n: int) -> Step:
    return Step(Op.DRAW, n)


def discards(n: int) -> Text:
    """Choose and discard one by one, after what was drawn came to hand."""
    return tuple(step for _ in range(n) for step in (hand()._replace(need=False), do(Op.DISCARD, -1)))
