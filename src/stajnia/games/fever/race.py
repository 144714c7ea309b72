"""The race phase: magic turned up and resolved, then turns of movement card, gallop dice and finish line."""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.core.game import Tell
from stajnia.games.fever.box import COLOURS, CONTRACTS, MAGIC
from stajnia.games.fever.contracts import GN7, LE8, WI7
from stajnia.games.fever.planning import pay_contract
from stajnia.games.fever.state import State, magic_names, say

(A, B, C, D, E, F, G, H) = range(0, 16, 2)  # the positive card of a letter; the negative one is the next number


def count(lane: tuple[int, ...], card: int) -> int:
    """How many cards of that design lie there."""
    return sum(x % 16 == card for x in lane)


# ---- before the start


def reveal(s: State, tell: Tell | None) -> None:
    """Steps 2.1 and 2.2: first player, all cards up, pairs, immunity, then what needs or may need a choice."""
    s.phase = "race"
    s.magic = 0
    s.played = False
    say(tell, "race", round=s.round)
    if s.next_first >= 0 and s.next_first != s.first:
        s.first = s.next_first
        say(tell, "first", seat=s.first)
    else:
        say(tell, "first_stays", seat=s.first)
    s.next_first = -1
    if s.own[GN7] == s.first:
        pay_contract(s, s.first, GN7, s.box.n[GN7], tell)
    for c in range(6):
        if s.lanes[c]:
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
            say(tell, "cancel", colour=COLOURS[c], plus=MAGIC[plus], minus=MAGIC[plus + 1])


def discard_immune(s: State, c: int, tell: Tell | None) -> None:
    immune = s.box.immune[c]
    if immune < 0 or not s.ramp >> c & 1:
        return
    for _ in range(count(s.lanes[c], immune)):
        s.toss(c, immune)
        say(tell, "immune", colour=COLOURS[c], magic=MAGIC[immune])


def targets(s: State, c: int, sign: int) -> list[int]:
    """The designs of that sign (0 positive, 1 negative) lying on a unicorn."""
    return sorted({x % 16 for x in s.lanes[c] if x % 2 == sign})


def ward(s: State, tell: Tell | None) -> None:
    """The Warding Circle frees its owner's unicorn of a negative card; which one is the owner's choice."""
    seat = s.own[WI7]
    if seat >= 0:
        options = targets(s, s.owns[seat], 1)
        if len(options) > 1:
            s.who, s.stage = seat, "ward"
            return
        if options:
            use_ward(s, options[0], tell)
            return
    seal(s, tell)


def use_ward(s: State, card: int, tell: Tell | None) -> None:
    seat = s.own[WI7]
    s.toss(s.owns[seat], card)
    say(tell, "ward", seat=seat, contract=CONTRACTS[WI7], colour=COLOURS[s.owns[seat]], magic=MAGIC[card])
    seal(s, tell)


def sealing(s: State) -> tuple[int, int]:
    """The unicorn and the G card that is to be resolved next, (-1, -1) when there is none (Q9)."""
    for c in range(6):
        for x in s.lanes[c]:
            if x % 16 in (G, G + 1):
                return c, x % 16
    return -1, -1


def seal(s: State, tell: Tell | None) -> None:
    """G cards, one after the other; the first player chooses where there is a choice (R75)."""
    while True:
        c, card = sealing(s)
        if c < 0:
            break
        options = targets(s, c, 1 if card == G else 0)
        if len(options) > 1:
            s.who, s.stage = s.first, "seal"
            return
        if options:
            use_seal(s, options[0], tell)
        else:
            s.toss(c, card)
            say(tell, "seal_none", colour=COLOURS[c], by=MAGIC[card])
    whisper(s, tell)
    s.stage = "card"


def use_seal(s: State, card: int, tell: Tell | None) -> None:
    c, by = sealing(s)
    s.toss(c, by)
    s.toss(c, card)
    say(tell, "seal", colour=COLOURS[c], by=MAGIC[by], magic=MAGIC[card])


def whisper(s: State, tell: Tell | None) -> None:
    """H cards move odds tokens by two rows, not beyond the table (R71, R73)."""
    for c in range(6):
        for card, step in ((H, -2), (H + 1, 2)):
            for _ in range(count(s.lanes[c], card)):
                old = s.rows[c]
                s.rows[c] = min(5, max(0, old + step))
                s.toss(c, card)
                say(tell, "whisper", magic=MAGIC[card], colour=COLOURS[c], old=old + 2, odds=s.rows[c] + 2)


# ---- the turns


def turn_card(s: State, card: str, tell: Tell | None) -> None:
    """Reveal a movement card: every unicorn on the track moves by the row of its odds (R80)."""
    s.rturn += 1
    if len(s.mused) == 23:
        s.mused = ()
    s.mcard, s.dice = card, ()
    s.mused += (card,)
    say(tell, "card", True, turn=s.rturn, card=" ".join(card))
    running = [c for c in range(6) if c not in s.ranking]
    last = min(s.pos[c] for c in running)
    leading = max(s.pos[c] for c in running)
    steps = [step_of(s, c, card, last, leading) for c in running]  # all at once (R82)
    for c, (go, why) in zip(running, steps, strict=True):
        at, bonus = advance(s, c, go)
        if tell is not None:
            args = {"colour": COLOURS[c], "odds": s.rows[c] + 2, "steps": go, "at": at}
            say(tell, "move_why", why=why, **args) if why else say(tell, "move", **args)
            tell_line(s, c, at, bonus, go, tell)
    if s.rturn == 1:
        for c in range(6):
            spend(s, c, (A, A + 1, B, B + 1))
    s.stage = "dice"


def spend(s: State, c: int, cards: Sequence[int]) -> None:
    """Discard cards that have worked (R74)."""
    for x in s.lanes[c]:
        if x % 16 in cards:
            s.toss(c, x % 16)


def step_of(s: State, c: int, card: str, last: int, leading: int) -> tuple[int, str]:
    """How far the card moves a unicorn, and why if not by its row."""
    lane = s.lanes[c]
    go = int(card[s.rows[c]])
    ability = s.box.ability[c] if s.ramp >> c & 1 else ""
    if not lane and ability != "start_plus_1":
        return go, ""
    why = ""
    if s.rturn == 1:
        if count(lane, B):
            go, why = int(max(card)), "highest"
        elif count(lane, B + 1):
            go, why = int(min(card)), "lowest"
        bonus = count(lane, A) - count(lane, A + 1) + (ability == "start_plus_1")
        if bonus:
            go, why = max(0, go + bonus), "first"
    elif count(lane, F) and s.pos[c] == last:
        go, why = int(max(card)), "highest"
    elif count(lane, F + 1) and s.pos[c] == leading:
        go, why = int(min(card)), "lowest"
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
        bonus = finish_bonus(s, c)
    s.pos[c] = at + bonus
    return at, bonus


def finish_bonus(s: State, c: int) -> int:
    bonus = 2 * count(s.lanes[c], D)
    if s.ramp >> c & 1 and s.box.ability[c] == "finish_plus_3":
        bonus += 3
    return bonus


def tell_line(s: State, c: int, at: int, bonus: int, steps: int, tell: Tell | None) -> None:
    """The story of a unicorn in the step in which it reached the line."""
    if at == s.box.length and count(s.lanes[c], D + 1) and steps:
        say(tell, "frozen", colour=COLOURS[c], why="D-")
    by_card = 2 * count(s.lanes[c], D)
    for part, why in ((by_card, "D+"), (bonus - by_card, "hilda")):
        if bonus and part:
            at += part
            say(tell, "line", colour=COLOURS[c], steps=part, at=at, why=why)


def roll(s: State, dice: tuple[int, int], tell: Tell | None) -> None:
    """The gallop dice: each colour shown sprints once (R83, R84), then the line is checked."""
    s.dice = dice
    say(tell, "dice", True, dice=[COLOURS[d] for d in dice])
    if s.own[LE8] >= 0:
        hits = sum(d == s.owns[s.own[LE8]] for d in dice)
        if hits:
            pay_contract(s, s.own[LE8], LE8, hits * s.box.n[LE8], tell)
    for c in sorted(set(dice)):
        if c not in s.ranking:
            sprint(s, c, tell)
    check_line(s, tell)


def sprint(s: State, c: int, tell: Tell | None) -> None:
    lane = s.lanes[c]
    if count(lane, C + 1):
        say(tell, "no_sprint", colour=COLOURS[c], why="C-")
        return
    go = 1 + count(lane, C) + (s.ramp >> c & 1 and s.box.ability[c] == "sprint_plus_1")
    at, bonus = advance(s, c, go)
    if tell is not None:
        say(tell, "sprint", colour=COLOURS[c], steps=go, at=at)
        tell_line(s, c, at, bonus, go, tell)


# ---- the line


def rank_key(s: State, c: int) -> tuple[int, int, int]:
    """Further past the line first, then tie magic, then the lower multiplier (R88, R90)."""
    lane = s.lanes[c]
    return -s.pos[c], (count(lane, E + 1) > 0) - (count(lane, E) > 0), s.rows[c]


def check_line(s: State, tell: Tell | None) -> None:
    """Rank what has reached the line; the first player decides between equals (R87-R90)."""
    home = sorted((rank_key(s, c), c) for c in range(6) if c not in s.ranking and s.pos[c] >= s.box.length)
    s.tied = ()
    while home:
        key = home[0][0]
        level = tuple(c for k, c in home if k == key)
        if len(level) > 1:
            s.tied, s.who, s.stage = level, s.first, "tie"
            say(tell, "tie", seat=s.first, colours=[COLOURS[c] for c in level])
            return
        rivals = [k for k, _ in home[1:] if k[0] == key[0]]
        why = "" if not rivals else "magic" if rivals[0][1] != key[1] else "odds"
        rank(s, level[0], why, tell)
        home.pop(0)
    if len(s.ranking) == 6:
        say(tell, "ranking", colours=[COLOURS[c] for c in s.ranking])
        s.stage = "to_results"
    else:
        s.stage = "card"


def rank(s: State, c: int, why: str, tell: Tell | None) -> None:
    s.ranking += (c,)
    spend(s, c, range(16))
    args = {"colour": COLOURS[c], "place": len(s.ranking)}
    say(tell, "finish_why", why=why, **args) if why else say(tell, "finish", **args)


def decide(s: State, c: int, tell: Tell | None) -> None:
    """The first player names the next of the level unicorns."""
    rank(s, c, "chosen", tell)
    check_line(s, tell)
