"""Two worlds that look the same to one viewer go on looking the same: `python -m tests.unstable.worlds 2000`.

Tables are set out at random with far fuller stables than in an ordinary match, and unicorns are swapped so that both
their texts are set off at once: cards meet that otherwise rarely do. Then the truth and a viewer's guess of it are
played side by side. The others act with actions open to them in both worlds; what the viewer cannot see (draws, thefts,
cards kept off the deck) happens to each world on its own. All that the viewer is sent, and every refusal it would get,
must be equal in both after each move.
"""

from __future__ import annotations

import sys
from itertools import zip_longest
from random import Random

from stajnia.core.bits import bits
from stajnia.core.game import CHANCE, Event, Illegal, Seat, complete
from stajnia.games import unstable
from stajnia.games.unstable.card_language import BABY, DOWNGRADE, MAGICAL, UNICORN, UPGRADE, Op
from stajnia.games.unstable.deck import CARDS, EDITIONS, ENTER, HANDLES, IDS, NUMBER, TEXTS
from stajnia.games.unstable.stables import NANNY
from stajnia.games.unstable.state import SILENT, Due, State, Wait
from tests.unstable.invariants import check
from tests.unstable.table import Table, table

LOOKS = ("looks_hand", "looks_top", "searches", "hands_swapped")  # events that show hidden cards to those in `to`
DULL = ("draw", "decline", "stop", "pass")


# --- tables


def crowded(rng: Random, seats: int, deck: str, swapped: tuple[str, str] | None = None) -> Table:
    """A random table with full stables; `swapped`: unicorns of the first two seats that are about to change places."""
    copies = [card.first if deck == "first" else card.second for card in CARDS]
    first = ["unicorn_swap"] if swapped else []
    barred = (*(swapped or ()), *(["pandamonium", "blinding_light"] if swapped else []))
    free = [h for h in HANDLES if _copy(h) <= copies[_design(h)] and h not in barred]
    rng.shuffle(free)
    stables: list[list[str]] = [[card] for card in swapped or ()]
    stables += [[] for _ in range(seats - len(stables))]
    for stable in stables:
        for kind, most in ((UNICORN, 4), (UPGRADE, 3), (DOWNGRADE, 2)):
            found = [h for h in free if CARDS[_design(h)].type & kind][: rng.randint(0, most)]
            stable += found
            free = [h for h in free if h not in found]
    used = [IDS[_design(h)] for stable in stables for h in stable] + first
    rest = [c.id for c, n in zip(CARDS, copies, strict=True) for _ in range(n - used.count(c.id)) if c.type != BABY]
    rng.shuffle(rest)
    texts = []
    for seat, stable in enumerate(stables):
        hand = [rest.pop() for _ in range(rng.randint(0, 6))] + (first if seat == 0 else [])
        texts.append(f"{' '.join(stable)} / {' '.join(hand)}")
    pile = [rest.pop() for _ in range(rng.randint(0, 30))]
    return table(*texts, pile=" ".join(pile), deck=deck, turn=swapped is None)


def _design(handle: str) -> int:
    return NUMBER[handle.partition(".")[0]]


def _copy(handle: str) -> int:
    return int(handle.partition(".")[2] or 1)


def entering(deck: str) -> list[str]:
    """Magical Unicorns that do something on entering."""
    edition = EDITIONS.index(deck)
    rows = zip(CARDS, TEXTS[edition], strict=True)
    return [c.id for c, row in rows if c.type == MAGICAL and row[ENTER] and (c.first if edition else c.second)]


# --- moves


def unseen(s: State, viewer: Seat | None) -> bool:
    """Whether the viewer does not see which of several things happens now."""
    if s.wait == Wait.PICK:
        f = s.link[s.at]
        op = f.now().op
        if op == Op.THEIR_HAND:
            return not _seen(s, viewer, f.seat, f.picks[0])
        return f.seat != viewer and op in (Op.TOP, Op.ORDER)
    if not s.queue:
        return False
    task = s.queue[0]
    if task.due == Due.ROB:
        return not _seen(s, viewer, task.seat, task.target)
    return task.seat != viewer if task.due == Due.LOOK else not _seen(s, viewer, task.seat)


def _seen(s: State, viewer: Seat | None, *hands: Seat) -> bool:
    return viewer in hands or any(s.stables[seat] & NANNY for seat in hands)


def move(s: State, seat: Seat, action: str) -> list[Event]:
    events: list[Event] = []
    unstable.play(s, seat, action, events.append)
    check(s)
    return events


def moves(s: State, seat: Seat) -> list[str]:
    return [a for a, _ in unstable.odds(s)] if seat == CHANCE else list(unstable.legal(s, seat))


def favoured(s: State, options: list[str], rng: Random) -> str:
    """Rather play a card, and rather use a text, than not."""
    lively = [a for a in options if a not in DULL]
    if s.wait in (Wait.ACTION, Wait.PICK) and lively and rng.random() < 0.8:
        return rng.choice(lively)
    return rng.choice(options)


# --- side by side


def side_by_side(s: State, viewer: Seat | None, rng: Random, most: int) -> int:
    """Play the truth and a guess of it; how many moves they went together."""
    s, g = s.copy(), unstable.guess(unstable.view(s, viewer), rng)
    check(g)
    if not answered(s, g):
        return 0
    for n in range(most):
        seen, guessed = unstable.view(s, viewer), unstable.view(g, viewer)
        assert seen == guessed, difference(seen, guessed)
        to_act = unstable.to_act(s)
        assert to_act == unstable.to_act(g)
        if not to_act:
            return n
        if viewer is not None:
            refused_alike(s, g, viewer, rng)
        seat = rng.choice(to_act)
        here, there = moves(s, seat), moves(g, seat)
        if seat == viewer:
            assert here == there
        common = [x for x in here if x in there]
        sealed = s.wait in (Wait.WINDOW, Wait.SEALED) and len(to_act) > 1 and seat != viewer
        if unseen(s, viewer):
            a, b = rng.choice(here), rng.choice(there)
        elif sealed and (not common or rng.random() < 0.1):  # what is sealed differs: it does not show yet
            assert same(move(s, seat, rng.choice(here)), move(g, seat, rng.choice(there)), viewer)
            assert unstable.view(s, viewer) == unstable.view(g, viewer) == seen
            return n
        elif common:
            a = b = favoured(s, common, rng)
        else:
            return n
        if not same(move(s, seat, a), move(g, seat, b), viewer):
            return n
    return most


def answered(s: State, g: State) -> bool:
    """Sealed answers that are in, but hidden in the guess, are given there too; False: they cannot be."""
    for seat in bits(s.asked):
        if not s.missing >> seat & 1 and g.missing >> seat & 1:
            value = s.sealed[seat]
            if s.wait == Wait.WINDOW:
                text = "pass" if value == SILENT else IDS[value]
            else:
                sacrifice = s.link[s.at].now().op == Op.EACH_OWN
                text = f"sacrifice {HANDLES[value & 255]}" if sacrifice else f"discard {IDS[value]}"
            if text not in unstable.legal(g, seat):
                return False
            move(g, seat, text)
    return True


def same(told: list[Event], heard: list[Event], viewer: Seat | None) -> bool:
    """What the viewer hears is equal; False: until it was rightly shown hidden cards."""
    for x, y in zip_longest(told, heard):
        if x is None or y is None or x.seen_by(viewer) != y.seen_by(viewer):
            assert x is not None, y
            assert y is not None, x
            found = {x.kind, y.kind} <= {"found", "finds_nothing"}
            drawn = x.kind in ("draws", "keeps") and (x.args["seat"] == viewer or x.args["card"] != "hidden")
            shown = x.kind == "hand_shown" or (x.kind in LOOKS and viewer in x.to)
            assert found or (x.kind == y.kind and (drawn or shown)), (x, y)
            return False
    return True


def refused_alike(s: State, g: State, viewer: Seat, rng: Random) -> None:
    """Whatever else the viewer may try, it is refused in both worlds with the same words."""
    verbs = ("play", "discard", "take", "bring", "top", "destroy", "steal", "return", "sacrifice", "choose")
    for _ in range(3):
        verb = rng.choice(verbs)
        pool = HANDLES if verb in verbs[5:9] else IDS
        text = f"choose p{rng.randint(1, 8)}" if verb == "choose" else f"{verb} {rng.choice(pool)}"
        if text not in unstable.legal(s, viewer):
            assert refusal(s, viewer, text) == refusal(g, viewer, text)


def refusal(s: State, seat: Seat, text: str) -> tuple[object, ...]:
    try:
        unstable.play(s, seat, text)
    except Illegal as e:
        return e.args
    raise AssertionError(f"{text} was not refused")


def difference(a: unstable.View, b: unstable.View) -> str:
    pairs = ((k, getattr(a, k), getattr(b, k)) for k in a.__struct_fields__)
    return "; ".join(f"{k}: {x!r} / {y!r}" for k, x, y in pairs if x != y)


# --- matches


def follow(s: State, rng: Random, most: int, often: float) -> int:
    """Play on at random; now and then some viewer guesses and both worlds go on side by side."""
    together = 0
    for _ in range(most):
        to_act = unstable.to_act(s)
        if not to_act:
            break
        if rng.random() < often:
            together += side_by_side(s, rng.choice([*range(s.n), None]), rng, 12)
        seat = rng.choice(to_act)
        move(s, seat, favoured(s, moves(s, seat), rng))
    return together


def crowd(seed: int) -> int:
    """One crowded table, or two players from the start of a match."""
    rng = Random(seed)
    deck = EDITIONS[seed // 7 % 2]
    if seed % 7 == 0:
        return follow(unstable.new(2, complete(unstable, 2, {"deck": deck})), rng, 300, 0.2)
    return follow(crowded(rng, 2 + seed % 7, deck).s, rng, 120, 0.35)


def swap(seed: int, deck: str, given: str, stolen: str) -> int:
    """Two unicorns change places, and all that this sets off is followed step by step."""
    rng = Random(seed)
    t = crowded(rng, 3, deck, (given, stolen))
    t.play(0, "unicorn_swap").pick(0, f"give {given}", "choose p2", f"steal {stolen}")
    return follow(t.s, rng, 25, 0.8)


def swaps(seed: int) -> int:
    """All pairs of unicorns with an entering effect."""
    return sum(
        swap(seed, deck, given, stolen)
        for deck in EDITIONS
        for given in entering(deck)
        for stolen in entering(deck)
        if given != stolen
    )


if __name__ == "__main__":
    matches, first = int(sys.argv[1]) if len(sys.argv) > 1 else 500, int(sys.argv[2]) if len(sys.argv) > 2 else 0
    steps = sum(crowd(seed) for seed in range(first, first + matches))
    print(f"{matches} crowded tables: {steps} moves in two worlds side by side, no difference seen")
    rounds = range(first, first + max(1, matches // 500))
    print(f"all swaps of two unicorns, {len(rounds)} times: {sum(map(swaps, rounds))} moves, no difference seen")
