"""The words in which card texts are written: a text is a row of steps, plain data built once at import.

A step either *asks* one seat (or all at once, sealed) for a single pick, or *does* something with the picks made
so far (`0`, `1`, ... count the asks of the text from its start). A step never asks in its middle. What stands before
the first doing step is chosen before anything of the link happens.
"""

from __future__ import annotations

from typing import Final

# Card types are bits, so that "unicorn" is a sum of three of them.
BABY: Final = 1
BASIC: Final = 2
MAGICAL: Final = 4
UPGRADE: Final = 8
DOWNGRADE: Final = 16
MAGIC: Final = 32
INSTANT: Final = 64
UNICORN: Final = 7
GRADE: Final = 24
CARD: Final = 127  # any card
NARWHAL_TITLE: Final = 128  # a word in a title
NEIGH_TITLE: Final = 256

TYPES: Final = {
    "baby": BABY,
    "basic": BASIC,
    "magical": MAGICAL,
    "upgrade": UPGRADE,
    "downgrade": DOWNGRADE,
    "magic": MAGIC,
    "instant": INSTANT,
}


class Op:
    """What a step is."""

    # asks
    OWN: Final = 0  # a card of one's own stable
    FOE: Final = 1  # a card of another player's stable
    ANYONE: Final = 2  # a card of any stable
    REMOVE: Final = 3  # one to destroy elsewhere or to sacrifice at home
    FOE_OF: Final = 4  # a card in the stable of the player picked before
    AT: Final = 5  # a card in the stable `at` places to the left of the caster
    HAND: Final = 6  # a card of one's own hand
    PILE: Final = 7  # a card of the discard pile
    NURSERY: Final = 8
    PLAYER: Final = 9
    USE: Final = 10  # yes or no
    SEARCH: Final = 11  # a card of the deck, or nothing
    THEIR_HAND: Final = 12  # a card of the picked player's hand, which the asked seat sees
    TOP: Final = 13  # one of the top cards, which the asked seat sees
    ORDER: Final = 14  # which of the remaining ones lies on top
    TARGET_HAND: Final = 15  # the player the effect is aimed at chooses a card of their own hand
    EACH_OWN: Final = 16  # everyone chooses a card of their own stable, sealed
    EACH_HAND: Final = 17  # everyone chooses a card of their own hand, sealed
    # deeds
    SACRIFICE: Final = 20
    SACRIFICE_THIS: Final = 21
    DESTROY: Final = 22
    REMOVE_IT: Final = 23
    EACH_SACRIFICE: Final = 24
    SACRIFICE_ALL: Final = 25  # all cards of these types, one's own or everybody's
    DISCARD: Final = 26
    DRAW: Final = 27
    STEAL: Final = 28
    SEND_BACK: Final = 29  # to the hand of the player whose stable it is in
    GIVE: Final = 30
    BRING_HAND: Final = 31
    BRING_PILE: Final = 32
    BRING_BABY: Final = 33
    TAKE_PILE: Final = 34
    ROB: Final = 35  # a card at random
    LOOK_HAND: Final = 36
    TAKE_HAND: Final = 37
    SWAP_HANDS: Final = 38
    EACH_DISCARD: Final = 39
    PILE_TO_DECK: Final = 40
    SHAKE_UP: Final = 41
    LOOK_DECK: Final = 42
    TAKE_DECK: Final = 43
    LOOK_TOP: Final = 44
    TAKE_TOP: Final = 45
    PUT_TOP: Final = 46
    END_TURN: Final = 47  # the End of Turn phase still comes
    EXTRA_TURN: Final = 48
    EXTRA_DRAW: Final = 49
    TWO_PLAYS: Final = 50
    SHRINK: Final = 51
    GO_HOME: Final = 52  # a stolen card returns to where it came from
    TARGET_DISCARD: Final = 53


LAST_IN_STABLE: Final = Op.AT  # asks up to here reach into stables
FIRST_DEED: Final = Op.SACRIFICE
LAST_FALL: Final = Op.SACRIFICE_ALL  # deeds up to here sacrifice or destroy


class Who:
    """Whom a step may name or reach."""

    SELF: Final = 0
    EVERYONE: Final = 1
    OTHER: Final = 2
    OTHER_WITH_HAND: Final = 3
    ANY: Final = 4
    ANY_WITH_HAND: Final = 5
    WHERE_IT_MAY_GO: Final = 6  # whose stable the card picked before can enter


class Step:
    """One step of a text; never changed."""

    __slots__ = (
        "ask",
        "asks",
        "at",
        "home",
        "in_stable",
        "n",
        "need",
        "op",
        "sealed",
        "secret",
        "types",
        "verb",
        "who",
    )

    def __init__(
        self,
        op: int,
        types: int = 0,
        *,
        at: int = 0,
        n: int = 1,
        who: int = Who.SELF,
        home: int = 0,
        need: bool = True,
        verb: str = "",
        ask: str = "",
    ) -> None:
        self.op: Final = op
        self.types: Final = types  # the cards it reaches
        self.at: Final = at  # a place at the table for an ask; which pick for a deed, -1: the last one
        self.n: Final = n  # how many must be there for the ask to be possible; how many cards or picks for a deed
        self.who: Final = who
        self.home: Final = home  # REMOVE: the cards it reaches in one's own stable
        self.need: Final = need  # without a possible pick the whole text is ignored; else only what hangs on this pick
        self.verb: Final = verb  # of the action
        self.ask: Final = ask  # word `ask.ID`
        self.asks: Final = op < FIRST_DEED  # a deed otherwise
        self.in_stable: Final = op <= LAST_IN_STABLE or op == Op.EACH_OWN  # the pick is a card of a stable
        self.sealed: Final = op in (Op.EACH_OWN, Op.EACH_HAND)  # everyone is asked at once
        self.secret: Final = op in (Op.SEARCH, Op.THEIR_HAND, Op.TOP, Op.ORDER)  # told, or kept, by the deed after it


Steps = tuple[Step, ...]


# --- asks ---------------------------------------------------------------------------------------------------


def own(types: int = CARD, *, ask: str = "sacrifice", verb: str = "sacrifice") -> Step:
    return Step(Op.OWN, types, verb=verb, ask=ask)


def foe(types: int, verb: str, n: int = 1, *, need: bool = True) -> Step:
    return Step(Op.FOE, types, n=n, need=need, verb=verb, ask=verb)


def then_foe(types: int, verb: str) -> Step:
    """A target that only the second half of the text needs."""
    return foe(types, verb, need=False)


def then_foe_of(types: int, verb: str) -> Step:
    """The same in the stable of the player picked before."""
    return Step(Op.FOE_OF, types, need=False, verb=verb, ask=verb)


def anyone(types: int, verb: str) -> Step:
    return Step(Op.ANYONE, types, verb=verb, ask=verb)


def remove(elsewhere: int, home: int) -> Step:
    return Step(Op.REMOVE, elsewhere, home=home, verb="destroy", ask="remove")


def hand(types: int = CARD, n: int = 1, *, need: bool = True) -> Step:
    return Step(Op.HAND, types, n=n, need=need, verb="discard", ask="discard")


def pile(types: int, verb: str, *, need: bool = True) -> Step:
    return Step(Op.PILE, types, need=need, verb=verb, ask=f"{verb}_pile")


def player(who: int) -> Step:
    return Step(Op.PLAYER, who=who, verb="choose", ask="choose")


use: Final = Step(Op.USE, verb="use", ask="use")
baby: Final = Step(Op.NURSERY, verb="bring", ask="bring_nursery")
then_baby: Final = Step(Op.NURSERY, need=False, verb="bring", ask="bring_nursery")
basic_from_hand: Final = Step(Op.HAND, BASIC, verb="bring", ask="bring_hand")
target_hand: Final = Step(Op.TARGET_HAND, CARD, need=False, verb="discard", ask="discard")
their_hand: Final = Step(Op.THEIR_HAND, need=False, verb="take", ask="take_hand")
each_own: Final = Step(Op.EACH_OWN, UNICORN, need=False, verb="sacrifice", ask="sacrifice")
each_hand: Final = Step(Op.EACH_HAND, CARD, need=False, verb="discard", ask="discard")


def search(types: int) -> Steps:
    """May look through the deck, show one card and take it; then the deck is shuffled."""
    find = Step(Op.SEARCH, types, need=False, verb="take", ask="find")
    return (use, Step(Op.LOOK_DECK), find, Step(Op.TAKE_DECK, at=1))


# --- deeds --------------------------------------------------------------------------------------------------


def do(op: int, at: int = 0, n: int = 1) -> Step:
    return Step(op, at=at, n=n)


def draw(n: int) -> Step:
    return Step(Op.DRAW, n=n)


def sacrifice_all(types: int, who: int) -> Step:
    return Step(Op.SACRIFICE_ALL, types, who=who)


def discards(n: int) -> Steps:
    """Choose and discard one by one, after what was drawn came to hand."""
    return (hand(need=False), do(Op.DISCARD, -1)) * n
