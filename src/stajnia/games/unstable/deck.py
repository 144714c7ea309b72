"""Both decks as data: every card with its copies in each edition and its text in steps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from stajnia.games.unstable.card_language import (
    BABY,
    BASIC,
    CARD,
    DOWNGRADE,
    GRADE,
    INSTANT,
    MAGIC,
    MAGICAL,
    NARWHAL_TITLE,
    NEIGH_TITLE,
    TYPES,
    UNICORN,
    UPGRADE,
    Op,
    Step,
    Steps,
    Who,
    anyone,
    baby,
    basic_from_hand,
    discards,
    do,
    draw,
    each_hand,
    each_own,
    foe,
    hand,
    own,
    pile,
    player,
    remove,
    sacrifice_all,
    search,
    target_hand,
    their_hand,
    then_baby,
    then_foe,
    then_foe_of,
    use,
)

SECOND_EDITION: Final = 0
FIRST_EDITION: Final = 1
EDITIONS: Final = ("second", "first")


class When:
    """What sets a text off."""

    ENTER: Final = 0
    BEGIN: Final = 1
    LEAVE: Final = 2
    PLAY: Final = 3
    WIRE: Final = 4
    TINY: Final = 5
    BOND: Final = 6


WHEN: Final = ("enter", "begin", "leave", "play", "wire", "tiny", "bond")
ENTER, BEGIN, LEAVE, PLAY = When.ENTER, When.BEGIN, When.LEAVE, When.PLAY


class Text:
    """A text of a card in one edition: what sets it off, whether it must be carried out, and its steps."""

    __slots__ = ("card", "must", "sacrifices_this", "searches", "steps", "when")

    def __init__(self, card: int, when: int, must: bool, steps: Steps) -> None:
        self.card: Final = card
        self.when: Final = when
        self.must: Final = must
        self.steps: Final = steps
        ops = [step.op for step in steps]
        self.searches: Final = Op.LOOK_DECK in ops
        self.sacrifices_this: Final = Op.SACRIFICE_THIS in ops


class Card(NamedTuple):
    id: str
    type: int
    second: int  # copies in the second edition
    first: int  # copies in the first edition
    texts: Mapping[int, Steps] = MappingProxyType({})  # by what sets them off
    may: bool = False  # its texts are optional
    words: int = 0  # of its title that texts look for


BABY_COLOURS = ("red", "pink", "orange", "yellow", "green", "blue", "purple", "black", "white", "brown", "rainbow")
BASIC_COLOURS = ("red", "orange", "yellow", "green", "blue", "indigo", "purple")

discard_1, discard_2, discard_3 = do(Op.DISCARD, 0, 1), do(Op.DISCARD, 0, 2), do(Op.DISCARD, 0, 3)
bring_unicorn = (pile(UNICORN, "bring", need=False), do(Op.BRING_PILE, -1))
take_from_pile = do(Op.TAKE_PILE, 0)
send_back = do(Op.SEND_BACK, 0)
end_turn = do(Op.END_TURN)
tornado = tuple(Step(Op.AT, CARD, at=i, need=False, verb="return", ask="return_from") for i in range(8))
remove_grade = remove(elsewhere=UPGRADE, home=DOWNGRADE)
remove_any_grade = remove(elsewhere=GRADE, home=GRADE)


def may(when: int, *steps: Step) -> tuple[Mapping[int, Steps], bool]:
    return {when: steps}, True


def must(when: int, *steps: Step) -> tuple[Mapping[int, Steps], bool]:
    return {when: steps}, False


NOTHING: tuple[Mapping[int, Steps], bool] = ({}, False)


def magical(
    id: str, text: tuple[Mapping[int, Steps], bool] = NOTHING, second: int = 1, first: int = 1, words: int = 0
) -> Card:
    return Card(id, MAGICAL, second, first, *text, words)


def magic(id: str, copies: int, *steps: Step, second: bool = True, first: bool = True) -> Card:
    return Card(id, MAGIC, copies * second, copies * first, {PLAY: steps})


def grade(id: str, type: int, second: int, first: int, text: tuple[Mapping[int, Steps], bool] = NOTHING) -> Card:
    return Card(id, type, second, first, *text)


CARDS: Final[tuple[Card, ...]] = (
    *(Card(f"baby_unicorn_{colour}", BABY, 1, 1) for colour in (*BABY_COLOURS, "death")),
    Card("baby_narwhal", BABY, 1, 1, words=NARWHAL_TITLE),
    *(Card(f"basic_unicorn_{colour}", BASIC, 3, 3) for colour in BASIC_COLOURS),
    Card("narwhal", BASIC, 1, 1, words=NARWHAL_TITLE),
    # Magical Unicorns
    magical("rhinocorn", may(BEGIN, foe(UNICORN, "destroy"), do(Op.DESTROY, 0), end_turn)),
    magical("magical_kittencorn"),
    magical("stabby_the_unicorn", may(LEAVE, foe(UNICORN, "destroy"), do(Op.DESTROY, 0))),
    magical("rainbow_unicorn", may(ENTER, basic_from_hand, do(Op.BRING_HAND, 0))),
    magical("extremely_destructive_unicorn", must(ENTER, each_own, do(Op.EACH_SACRIFICE))),
    magical("chainsaw_unicorn", may(ENTER, remove_grade, do(Op.REMOVE_IT, 0))),
    magical("llamacorn", must(ENTER, each_hand, do(Op.EACH_DISCARD))),
    magical("americorn", may(ENTER, player(Who.OTHER_WITH_HAND), do(Op.ROB, 0))),
    magical("ginormous_unicorn"),
    magical("seductive_unicorn", may(ENTER, hand(), then_foe(UNICORN, "steal"), discard_1, do(Op.STEAL, 1))),
    magical("queen_bee_unicorn"),
    magical("greedy_flying_unicorn", must(ENTER, draw(1))),
    magical(
        "annoying_flying_unicorn",
        may(ENTER, player(Who.OTHER_WITH_HAND), target_hand, do(Op.TARGET_DISCARD)),
    ),
    magical("magical_flying_unicorn", may(ENTER, pile(MAGIC, "take"), take_from_pile)),
    magical("swift_flying_unicorn", may(ENTER, pile(NEIGH_TITLE, "take"), take_from_pile)),
    magical("majestic_flying_unicorn", may(ENTER, pile(UNICORN, "take"), take_from_pile)),
    magical("unicorn_phoenix"),
    magical("unicorn_on_the_cob", must(ENTER, draw(2), *discards(1))),
    magical("black_knight_unicorn"),
    magical(
        "shark_with_a_horn", may(ENTER, use, then_foe(UNICORN, "destroy"), do(Op.SACRIFICE_THIS), do(Op.DESTROY, 1))
    ),
    magical("shabby_the_narwhal", may(ENTER, *search(DOWNGRADE)), words=NARWHAL_TITLE),
    magical("narwhal_torpedo", must(ENTER, sacrifice_all(DOWNGRADE, Who.SELF)), words=NARWHAL_TITLE),
    magical("alluring_narwhal", may(ENTER, foe(UPGRADE, "steal"), do(Op.STEAL, 0)), words=NARWHAL_TITLE),
    magical("mermaid_unicorn", must(ENTER, foe(CARD, "return"), send_back)),
    magical("classy_narwhal", may(ENTER, *search(UPGRADE)), words=NARWHAL_TITLE),
    magical("the_great_narwhal", may(ENTER, *search(NARWHAL_TITLE)), words=NARWHAL_TITLE),
    magical("mother_goose_unicorn", may(ENTER, baby, do(Op.BRING_BABY, 0)), first=0),
    magical(
        "unicorn_oracle",
        must(
            ENTER,
            do(Op.LOOK_TOP, n=3),
            Step(Op.TOP, need=False, verb="take", ask="take_top"),
            do(Op.TAKE_TOP, 0),
            Step(Op.ORDER, need=False, verb="top", ask="put_top"),
            do(Op.PUT_TOP, 1),
        ),
        first=0,
    ),
    magical("necromancer_unicorn", may(ENTER, hand(UNICORN, 2), hand(UNICORN), discard_2, *bring_unicorn), first=0),
    magical("dark_angel_unicorn", may(ENTER, own(UNICORN), do(Op.SACRIFICE, 0), *bring_unicorn), first=0),
    # Magic
    magic("unicorn_poison", 3, foe(UNICORN, "destroy"), do(Op.DESTROY, 0)),
    magic("back_kick", 3, foe(CARD, "return"), send_back, target_hand, do(Op.TARGET_DISCARD)),
    magic("change_of_luck", 2, draw(2), *discards(3), do(Op.EXTRA_TURN)),
    magic("glitter_tornado", 2, *tornado, do(Op.SEND_BACK, 0, 8)),
    magic(
        "unicorn_swap",
        2,
        own(UNICORN, ask="give", verb="give"),
        player(Who.WHERE_IT_MAY_GO),
        then_foe_of(UNICORN, "steal"),
        do(Op.GIVE),
        do(Op.STEAL, 2),
    ),
    magic("re_target", 2, anyone(GRADE, "move"), player(Who.WHERE_IT_MAY_GO), do(Op.GIVE)),
    magic("unfair_bargain", 2, player(Who.OTHER), do(Op.SWAP_HANDS, 0)),
    magic(
        "two_for_one",
        2,
        own(),
        foe(CARD, "destroy", 2),
        then_foe(CARD, "destroy"),
        do(Op.SACRIFICE, 0),
        do(Op.DESTROY, 1, 2),
    ),
    magic("targeted_destruction", 1, remove_grade, do(Op.REMOVE_IT, 0)),
    magic("mystical_vortex", 1, each_hand, do(Op.EACH_DISCARD), do(Op.PILE_TO_DECK)),
    magic("good_deal", 1, draw(3), *discards(1)),
    magic("shake_up", 1, do(Op.SHAKE_UP), draw(5)),
    magic("blatant_thievery", 1, player(Who.OTHER_WITH_HAND), do(Op.LOOK_HAND, 0), their_hand, do(Op.TAKE_HAND)),
    magic("reset_button", 1, sacrifice_all(GRADE, Who.EVERYONE), do(Op.PILE_TO_DECK)),
    magic("kiss_of_life", 1, pile(UNICORN, "bring"), do(Op.BRING_PILE, 0), first=False),
    # Upgrades
    grade(
        "glitter_bomb",
        UPGRADE,
        2,
        2,
        may(BEGIN, own(), then_foe(CARD, "destroy"), do(Op.SACRIFICE, 0), do(Op.DESTROY, 1)),
    ),
    grade("yay", UPGRADE, 2, 2),
    grade("rainbow_aura", UPGRADE, 1, 1),
    grade("double_dutch", UPGRADE, 1, 1, must(BEGIN, do(Op.TWO_PLAYS))),
    grade("claw_machine", UPGRADE, 3, 0, may(BEGIN, hand(), discard_1, draw(1))),
    grade(
        "stable_artillery",
        UPGRADE,
        3,
        0,
        may(BEGIN, hand(CARD, 2), hand(), then_foe(UNICORN, "destroy"), discard_2, do(Op.DESTROY, 2)),
    ),
    grade(
        "rainbow_lasso",
        UPGRADE,
        1,
        0,
        may(BEGIN, hand(CARD, 3), hand(CARD, 2), hand(), then_foe(UNICORN, "steal"), discard_3, do(Op.STEAL, 3)),
    ),
    grade("caffeine_overload", UPGRADE, 1, 0, may(BEGIN, own(), do(Op.SACRIFICE, 0), draw(2))),
    # Downgrades
    grade("barbed_wire", DOWNGRADE, 1, 1, must(When.WIRE, hand(), discard_1)),
    grade("pandamonium", DOWNGRADE, 1, 1),
    grade("sadistic_ritual", DOWNGRADE, 1, 1, must(BEGIN, own(UNICORN), do(Op.SACRIFICE, 0), draw(1))),
    grade("slowdown", DOWNGRADE, 1, 1),
    grade("nanny_cam", DOWNGRADE, 1, 1),
    grade("broken_stable", DOWNGRADE, 1, 1),
    grade("blinding_light", DOWNGRADE, 1, 1),
    grade("tiny_stable", DOWNGRADE, 1, 1, must(When.TINY, own(UNICORN), do(Op.SACRIFICE, 0))),
    # Instants
    Card("neigh", INSTANT, 14, 14, words=NEIGH_TITLE),
    Card("super_neigh", INSTANT, 1, 1, words=NEIGH_TITLE),
    # First edition only
    magical("puppicorn", second=0),
    magical("angel_unicorn", may(BEGIN, use, do(Op.SACRIFICE_THIS), *bring_unicorn), second=0),
    magical("extremely_fertile_unicorn", may(BEGIN, hand(), then_baby, discard_1, do(Op.BRING_BABY, 1)), second=0),
    magical("zombie_unicorn", may(BEGIN, hand(UNICORN), discard_1, *bring_unicorn, end_turn), second=0),
    magic("unicorn_shrinkray", 1, player(Who.ANY), do(Op.SHRINK, 0), second=False),
    grade("extra_tail", UPGRADE, 0, 3, may(BEGIN, use, do(Op.EXTRA_DRAW))),
    grade("rainbow_mane", UPGRADE, 0, 3, may(BEGIN, basic_from_hand, do(Op.BRING_HAND, 0))),
    grade("summoning_ritual", UPGRADE, 0, 1, may(BEGIN, hand(UNICORN, 2), hand(UNICORN), discard_2, *bring_unicorn)),
    grade("unicorn_lasso", UPGRADE, 0, 1, may(BEGIN, foe(UNICORN, "steal"), do(Op.STEAL, 0))),
)

# Texts of cards of both editions that differ in the first one.
FIRST_EDITION_TEXTS: Final[dict[str, tuple[Mapping[int, Steps], bool]]] = {
    "chainsaw_unicorn": may(ENTER, remove_any_grade, do(Op.REMOVE_IT, 0)),
    "americorn": must(ENTER, player(Who.ANY_WITH_HAND), do(Op.ROB, 0)),
    "seductive_unicorn": ({ENTER: (foe(UNICORN, "steal"), do(Op.STEAL, 0)), When.BOND: (do(Op.GO_HOME),)}, False),
    "annoying_flying_unicorn": may(ENTER, player(Who.ANY_WITH_HAND), target_hand, do(Op.TARGET_DISCARD)),
    "mermaid_unicorn": may(ENTER, anyone(CARD, "return"), send_back),
    "back_kick": must(PLAY, anyone(CARD, "return"), send_back, target_hand, do(Op.TARGET_DISCARD)),
    "targeted_destruction": must(PLAY, remove_any_grade, do(Op.REMOVE_IT, 0)),
    "blatant_thievery": must(PLAY, player(Who.ANY_WITH_HAND), do(Op.LOOK_HAND, 0), their_hand, do(Op.TAKE_HAND)),
}

# Set aside with two players (R108, R109), with all Basic Unicorns.
TWO_PLAYERS: Final = {
    SECOND_EDITION: "queen_bee_unicorn seductive_unicorn rainbow_unicorn mother_goose_unicorn necromancer_unicorn "
    "nanny_cam sadistic_ritual slowdown yay",
    FIRST_EDITION: "extra_tail queen_bee_unicorn rainbow_mane rainbow_unicorn extremely_fertile_unicorn nanny_cam "
    "sadistic_ritual slowdown glitter_bomb yay",
}

IDS: Final = tuple(card.id for card in CARDS)
NUMBER: Final = {id: d for d, id in enumerate(IDS)}
TYPE: Final = tuple(card.type for card in CARDS)
MARKS: Final = tuple(card.type | card.words for card in CARDS)  # what a text may name
DESIGNS: Final = len(CARDS)
TYPE_NAME: Final = {bit: name for name, bit in TYPES.items()}
COPIES: Final = (tuple(c.second for c in CARDS), tuple(c.first for c in CARDS))
MOST_COPIES: Final = tuple(map(max, *COPIES))  # of each design, whatever the edition


def _texts(edition: int) -> tuple[tuple[Text | None, ...], ...]:
    """[design][when]"""
    rows = []
    for d, card in enumerate(CARDS):
        texts, optional = (
            FIRST_EDITION_TEXTS.get(card.id, (card.texts, card.may)) if edition else (card.texts, card.may)
        )
        rows.append(tuple(Text(d, w, not optional, texts[w]) if w in texts else None for w in range(len(WHEN))))
    return tuple(rows)


TEXTS: Final = (_texts(SECOND_EDITION), _texts(FIRST_EDITION))


def text_of(edition: int, d: int, when: int) -> Text:
    """The text of a card that has one."""
    text = TEXTS[edition][d][when]
    assert text is not None
    return text


# Cards in stables are bits. A card lying in a stable is called by its design and, beside the first copy, a number
# (`claw_machine.2`): the lowest number free in all stables when it comes in, so it tells nothing about hidden zones.
FIRST_BIT: Final[list[int]] = []
DESIGN_OF: Final[list[int]] = []
HANDLES: Final[list[str]] = []
for _d, _card in enumerate(CARDS):
    FIRST_BIT.append(len(HANDLES))
    if not _card.type & (MAGIC | INSTANT):
        for _k in range(max(_card.second, _card.first)):
            DESIGN_OF.append(_d)
            HANDLES.append(_card.id if _k == 0 else f"{_card.id}.{_k + 1}")
UID_OF: Final = {handle: uid for uid, handle in enumerate(HANDLES)}
BIT: Final[list[int]] = [1 << uid for uid in range(len(HANDLES))]


def _mask(marks: int) -> int:
    return sum(1 << uid for uid, d in enumerate(DESIGN_OF) if MARKS[d] & marks)


def copies_of(id: str) -> int:
    """The set of all copies of a card."""
    return sum(1 << uid for uid, d in enumerate(DESIGN_OF) if IDS[d] == id)


MASK: Final[dict[int, int]] = {marks: _mask(marks) for marks in (*TYPES.values(), UNICORN, GRADE, CARD)}
UNICORNS: Final = MASK[UNICORN]
BASICS: Final = MASK[BASIC]
BABIES: Final = MASK[BABY]
IS_UNICORN: Final[list[bool]] = [bool(UNICORNS & bit) for bit in BIT]
IS_BABY: Final[list[bool]] = [bool(BABIES & bit) for bit in BIT]


def members(mask: int) -> list[int]:
    """The cards of a set, lowest number first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


BEGINS: Final = tuple(
    sum(BIT[uid] for uid, d in enumerate(DESIGN_OF) if texts[d][When.BEGIN] is not None) for texts in TEXTS
)  # by edition: the cards with a text for the beginning of a turn
DECK_SIZE: Final = 114


def piles(seats: int, edition: int) -> tuple[list[int], list[int]]:
    """How many of each design are shuffled, and how many are set aside (two players)."""
    deck, aside = [0] * DESIGNS, [0] * DESIGNS
    out = TWO_PLAYERS[edition].split() if seats == 2 else []
    for d, card in enumerate(CARDS):
        if card.type != BABY:
            gone = card.id in out or (seats == 2 and card.type == BASIC)
            (aside if gone else deck)[d] = COPIES[edition][d]
    return deck, aside
