"""The race phase: magic turned up and resolved, then turns of movement card, gallop dice and finish line."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Tell
from stajnia.games.fever import bets
from stajnia.games.fever.contracts import GN7, LE8, WI7
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, DESIGNS, LONG_FINISH, LONG_SPRINT, LONG_START, odds_of
from stajnia.games.fever.planning import pay_contract
from stajnia.games.fever.state import (
    AT_ANTIMAGIC,
    AT_CARD,
    AT_DICE,
    AT_TIE,
    AT_WARD,
    TO_RESULTS,
    State,
    magic_names,
    say,
)

# the positive card of a letter; the negative one is the next number
A: Final = 0
B: Final = 2
C: Final = 4
D: Final = 6
E: Final = 8
F: Final = 10
G: Final = 12
H: Final = 14


def count(lane: tuple[int, ...], card: int) -> int:
    """How many cards of that design lie there."""
    n = 0
    for x in lane:
        if x % 16 == card:
            n += 1
    return n


# ---- before the start


def reveal(s: State, tell: Tell | None) -> None:
    """Steps 2.1 and 2.2: first player, all cards up, pairs, immunity, then what needs or may need a choice."""
    s.phase = "race"
    s.magic = 0
    s.played = False
    changes = s.next_first >= 0 and s.next_first != s.first
    if changes:
        s.first = s.next_first
    s.next_first = -1
    if tell:
        say(tell, "race", round=s.round)
        say(tell, "first" if changes else "first_stays", seat=s.first)
    if s.own[GN7] == s.first:
        pay_contract(s, s.first, GN7, s.box.n[GN7], tell)
    for c in range(6):
        if tell and s.lanes[c]:
            say(tell, "reveal", True, colour=COLOURS[c], cards=magic_names(s.lanes[c]))
    for c in range(6):
        if s.lanes[c]:
            cancel_pairs(s, c, tell)
            discard_immune(s, c, tell)
    ward(s, tell)


def cancel_pairs(s: State, c: int, tell: Tell | None) -> None:
    """Each positive card goes with a negative one of the same letter (R66, R67)."""
    for plus in range(0, 16, 2):
        for _ in range(min(count(s.lanes[c], plus), count(s.lanes[c], plus + 1))):
            s.toss(c, plus)
            s.toss(c, plus + 1)
            if tell:
                say(tell, "cancel", colour=COLOURS[c], plus=DESIGNS[plus], minus=DESIGNS[plus + 1])


def discard_immune(s: State, c: int, tell: Tell | None) -> None:
    immune = s.box.immune[c]
    if immune < 0 or not s.ramp >> c & 1:
        return
    for _ in range(count(s.lanes[c], immune)):
        s.toss(c, immune)
        if tell:
            say(tell, "immune", colour=COLOURS[c], magic=DESIGNS[immune])


def targets(s: State, c: int, sign: int) -> list[int]:
    """The designs of that sign (0 positive, 1 negative) lying on a unicorn."""
    return [card for card in range(sign, 16, 2) if count(s.lanes[c], card)]


def ward(s: State, tell: Tell | None) -> None:
    """The Warding Circle frees its owner's unicorn of a negative card; which one is the owner's choice."""
    seat = s.own[WI7]
    if seat >= 0:
        options = targets(s, s.owns[seat], 1)
        if len(options) > 1:
            s.who, s.step = seat, AT_WARD
            return
        if options:
            use_ward(s, options[0], tell)
            return
    antimagic(s, tell)


def use_ward(s: State, card: int, tell: Tell | None) -> None:
    seat = s.own[WI7]
    s.toss(s.owns[seat], card)
    if tell:
        say(tell, "ward", seat=seat, contract=CONTRACTS[WI7], colour=COLOURS[s.owns[seat]], magic=DESIGNS[card])
    antimagic(s, tell)


def next_antimagic(s: State) -> tuple[int, int]:
    """The unicorn and the G card that is to be resolved next, (-1, -1) when there is none (Q9)."""
    for c in range(6):
        for x in s.lanes[c]:
            if x % 16 == G or x % 16 == G + 1:
                return c, x % 16
    return -1, -1


def antimagic(s: State, tell: Tell | None) -> None:
    """Antimagic, the G cards, one after the other; the first player chooses where there is a choice (R75)."""
    while True:
        c, card = next_antimagic(s)
        if c < 0:
            break
        options = targets(s, c, 1 if card == G else 0)
        if len(options) > 1:
            s.who, s.step = s.first, AT_ANTIMAGIC
            return
        if options:
            use_antimagic(s, options[0], tell)
        else:
            s.toss(c, card)
            if tell:
                say(tell, "antimagic_none", colour=COLOURS[c], by=DESIGNS[card])
    whisper(s, tell)
    s.step = AT_CARD


def use_antimagic(s: State, card: int, tell: Tell | None) -> None:
    c, by = next_antimagic(s)
    s.toss(c, by)
    s.toss(c, card)
    if tell:
        say(tell, "antimagic", colour=COLOURS[c], by=DESIGNS[by], magic=DESIGNS[card])


def whisper(s: State, tell: Tell | None) -> None:
    """H cards move odds tokens by two rows, not beyond the table (R71, R73)."""
    for c in range(6):
        for card in (H, H + 1):
            for _ in range(count(s.lanes[c], card)):
                old = s.rows[c]
                s.rows[c] = max(0, old - 2) if card == H else min(5, old + 2)
                s.toss(c, card)
                if tell:
                    args = {"colour": COLOURS[c], "old": odds_of(old), "odds": odds_of(s.rows[c])}
                    say(tell, "whisper", magic=DESIGNS[card], **args)


# ---- the turns


def steps_of(card: int) -> tuple[int, ...]:
    """The six numbers of a movement card, x2 first."""
    if card not in _STEPS:
        _STEPS[card] = tuple([card // 10**i % 10 for i in range(5, -1, -1)])
    return _STEPS[card]


_STEPS: Final[dict[int, tuple[int, ...]]] = {}


def _shown(card: int) -> str:
    """A movement card as events name it."""
    if card not in _SHOWN:
        _SHOWN[card] = " ".join(map(str, steps_of(card)))
    return _SHOWN[card]


_SHOWN: Final[dict[int, str]] = {}


def turn_card(s: State, card: int, tell: Tell | None) -> None:
    """Reveal a movement card: every unicorn on the track moves by the row of its odds (R80)."""
    s.rturn += 1
    if len(s.mused) == 23:
        s.mused = ()
    s.mcard, s.dice = card, ()
    s.mused += (card,)
    numbers = steps_of(card)
    if tell:
        say(tell, "card", True, turn=s.rturn, card=_shown(card))
    running = on_track(s)
    last = min([s.pos[c] for c in running])
    leading = max([s.pos[c] for c in running])
    for c in running:  # all at once (R82): nobody's move looks at a position but last and leading
        go, why = step_of(s, c, numbers, last, leading)
        at, bonus = advance(s, c, go)
        if tell:
            tell_move(s, c, go, why, at, bonus, tell)
    if s.rturn == 1:
        for c in range(6):
            if s.lanes[c]:
                spend(s, c, (A, A + 1, B, B + 1))
    s.step = AT_DICE


def on_track(s: State) -> list[int]:
    """The unicorns that have not been ranked."""
    home = 0
    for c in s.ranking:
        home |= 1 << c
    return [c for c in range(6) if not home >> c & 1]


def tell_move(s: State, c: int, go: int, why: str, at: int, bonus: int, tell: Tell) -> None:
    args = {"colour": COLOURS[c], "odds": odds_of(s.rows[c]), "steps": go, "at": at}
    if why:
        args["why"] = why
    tell(Event("move_why" if why else "move", args))
    if at >= s.box.length:
        tell_line(s, c, at, bonus, go, tell)


def spend(s: State, c: int, cards: tuple[int, ...]) -> None:
    """Discard cards that have worked (R74)."""
    for x in s.lanes[c]:
        if x % 16 in cards:
            s.toss(c, x % 16)


def step_of(s: State, c: int, numbers: tuple[int, ...], last: int, leading: int) -> tuple[int, str]:
    """How far the card moves a unicorn, and why if not by its row."""
    lane = s.lanes[c]
    go = numbers[s.rows[c]]
    if s.rturn == 1:
        return first_step(s, c, numbers)
    if lane:
        if count(lane, F) and s.pos[c] == last:
            return max(numbers), "highest"
        if count(lane, F + 1) and s.pos[c] == leading:
            return min(numbers), "lowest"
    return go, ""


def first_step(s: State, c: int, numbers: tuple[int, ...]) -> tuple[int, str]:
    lane = s.lanes[c]
    go, why = numbers[s.rows[c]], ""
    bonus = 1 if bets.rampaging(s, c, LONG_START) else 0
    if lane:
        if count(lane, B):
            go, why = max(numbers), "highest"
        elif count(lane, B + 1):
            go, why = min(numbers), "lowest"
        bonus += count(lane, A) - count(lane, A + 1)
    if bonus:
        return max(0, go + bonus), "first"
    return go, why


def advance(s: State, c: int, steps: int) -> tuple[int, int]:
    """Move a unicorn; where it got by itself, and how much the line added (Q11, Q12).

    The step that reaches the line is the one in which finish cards and Hilda's ability count, so they count once.
    """
    before, line = s.pos[c], s.box.length
    at, bonus = before + steps, 0
    if before < line <= at:
        if count(s.lanes[c], D + 1):
            at = line
        bonus = 2 * count(s.lanes[c], D) + (3 if bets.rampaging(s, c, LONG_FINISH) else 0)
    s.pos[c] = at + bonus
    return at, bonus


def tell_line(s: State, c: int, at: int, bonus: int, steps: int, tell: Tell) -> None:
    """The story of a unicorn in the step in which it reached the line."""
    if at == s.box.length and count(s.lanes[c], D + 1) and steps:
        say(tell, "frozen", colour=COLOURS[c], why="D-")
    by_card = min(bonus, 2 * count(s.lanes[c], D))
    for part, why in ((by_card, "D+"), (bonus - by_card, "hilda")):
        if part:
            at += part
            say(tell, "line", colour=COLOURS[c], steps=part, at=at, why=why)


def roll(s: State, a: int, b: int, tell: Tell | None) -> None:
    """The gallop dice: each colour shown sprints once (R83, R84), then the line is checked."""
    s.dice = (a, b)
    if tell:
        say(tell, "dice", True, dice=[COLOURS[a], COLOURS[b]])
    owner = s.own[LE8]
    if owner >= 0:
        hits = (s.owns[owner] == a) + (s.owns[owner] == b)
        if hits:
            pay_contract(s, owner, LE8, hits * s.box.n[LE8], tell)
    for c in on_track(s):
        if c in (a, b):
            sprint(s, c, tell)
    check_line(s, tell)


def sprint(s: State, c: int, tell: Tell | None) -> None:
    lane = s.lanes[c]
    if lane and count(lane, C + 1):
        if tell:
            say(tell, "no_sprint", colour=COLOURS[c], why="C-")
        return
    go = 1 + count(lane, C) + (1 if bets.rampaging(s, c, LONG_SPRINT) else 0)
    at, bonus = advance(s, c, go)
    if tell:
        say(tell, "sprint", colour=COLOURS[c], steps=go, at=at)
        if at >= s.box.length:
            tell_line(s, c, at, bonus, go, tell)


# ---- the line


def rank_key(s: State, c: int) -> int:
    """Lowest first: further past the line, then tie magic, then the lower multiplier (R88, R90)."""
    lane = s.lanes[c]
    tie = (count(lane, E + 1) > 0) - (count(lane, E) > 0) if lane else 0
    return -s.pos[c] * 64 + (tie + 1) * 8 + s.rows[c]


def check_line(s: State, tell: Tell | None) -> None:
    """Rank what has reached the line; the first player decides between equals (R87-R90)."""
    home = [rank_key(s, c) * 8 + c for c in on_track(s) if s.pos[c] >= s.box.length]
    home.sort()
    s.tied = ()
    for i, x in enumerate(home):
        level = [y % 8 for y in home[i:] if y // 8 == x // 8]
        if len(level) > 1:
            s.tied, s.who, s.step = tuple(level), s.first, AT_TIE
            if tell:
                say(tell, "tie", seat=s.first, colours=[COLOURS[c] for c in level])
            return
        why = ""
        if i + 1 < len(home) and home[i + 1] // 512 == x // 512:  # the next one is as far
            why = "magic" if home[i + 1] // 64 != x // 64 else "odds"
        rank(s, x % 8, why, tell)
    if len(s.ranking) == 6:
        if tell:
            say(tell, "ranking", colours=[COLOURS[c] for c in s.ranking])
        s.step = TO_RESULTS
    else:
        s.step = AT_CARD


def rank(s: State, c: int, why: str, tell: Tell | None) -> None:
    s.ranking += (c,)
    for x in s.lanes[c]:
        s.discards[x % 16] += 1
    s.lanes[c] = ()
    if tell:
        args = {"colour": COLOURS[c], "place": len(s.ranking)}
        if why:
            args["why"] = why
        tell(Event("finish_why" if why else "finish", args))


def decide(s: State, c: int, tell: Tell | None) -> None:
    """The first player names the next of the level unicorns."""
    rank(s, c, "chosen", tell)
    check_line(s, tell)
