"""What the deeds of card texts do.

A deed never asks. It returns whether what hangs on it ("then", "if you do") goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stajnia.core.bits import bits
from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import BABY, UNICORN, Op, Step
from stajnia.games.unstable.choices import victim
from stajnia.games.unstable.deck import (
    DESIGN_OF,
    DESIGNS,
    FIRST,
    IDS,
    NUMBER,
    TYPE,
)
from stajnia.games.unstable.knowledge import (
    deck_gives,
    forget,
    hand_add,
    hand_remove,
    hand_slip,
    remember,
    see_deck,
    see_hand,
    shuffle_in,
    swap_hands,
)
from stajnia.games.unstable.state import (
    ALL,
    INSTEAD,
    NANNY,
    NO_PICK,
    OWNER,
    SHIFT,
    STANDS,
    T_DRAW,
    T_LOOK,
    T_ROB,
    Frame,
    State,
    Threat,
    can_enter,
    designs,
    name,
    named,
    sacrificable,
    say,
)
from stajnia.games.unstable.zones import (
    Round,
    bring,
    change_stable,
    discard,
    draw_card,
    leave,
    open_hand,
    send_back,
    to_pile_or_home,
)

LASSO, SEDUCTIVE = NUMBER["unicorn_lasso"], NUMBER["seductive_unicorn"]


# --- deeds ------------------------------------------------------------------------------------------------------


def threats_of(s: State, f: Frame, step: Step, at: int) -> list[Threat]:
    """The cards a deed is about to sacrifice or destroy."""
    op, seat, picks = step.op, f[2], f[6]
    if op == Op.SACRIFICE:
        cards = picks[step.a : step.a + 1]
    elif op == Op.DESTROY:
        cards = picks[step.a : step.a + step.n]
    elif op == Op.REMOVE_IT:
        cards = picks[:1]
    elif op == Op.EACH_SACRIFICE:
        cards = picks
    elif op == Op.SACRIFICE_THIS:
        cards = (f[3] | seat << OWNER,) if sacrificable(s, seat, 127) >> f[3] & 1 else ()
    elif op == Op.SACRIFICE_ALL:
        who = range(s.n) if step.n else (seat,)
        cards = tuple(uid | o << OWNER for o in who for uid in bits(sacrificable(s, o, step.a)))
    else:
        return []
    found: list[Threat] = []
    for pick in cards:
        if pick != NO_PICK and s.stables[pick >> OWNER] >> (pick & 255) & 1:
            owner = pick >> OWNER
            destroys = op == Op.DESTROY or (op == Op.REMOVE_IT and owner != seat)
            found.append((pick & 255, owner, int(destroys), seat, at, 0))
    return found


def _fall(s: State, r: Round, f: Frame, step: Step) -> bool:
    """Sacrifice or destroy what no replacement saved; a replaced action counts as done (B4)."""
    done = step.op in (Op.EACH_SACRIFICE, Op.SACRIFICE_ALL)
    for uid, owner, how, by, frame, said in s.threats:
        if frame == r.at:
            done = True
            if said in (STANDS, INSTEAD) and s.stables[owner] >> uid & 1:
                to_pile_or_home(s, r, uid, owner, how, by, f[0])
    return done


def _discard(s: State, r: Round, f: Frame, step: Step) -> bool:
    picks = f[6][-1:] if step.a < 0 else f[6][step.a : step.a + step.n]
    for d in picks:
        if d != NO_PICK:
            release(s, f[2], d)
            discard(s, f[2], d, r.tell, f[0])
    return NO_PICK not in picks


def _victim_discard(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d = f[6][-1]
    if d != NO_PICK:
        release(s, victim(s, f), d)
        discard(s, victim(s, f), d, r.tell, f[0])
    return d != NO_PICK


def _each_discard(s: State, r: Round, f: Frame, _step: Step) -> bool:
    for seat, d in enumerate(f[6]):
        if d != NO_PICK:
            release(s, seat, d)
            discard(s, seat, d, r.tell, f[0])
    return True


def release(s: State, zone: int, d: int) -> None:
    """A picked card moves now."""
    held = list(s.held)
    held.remove((zone, d))
    s.held = tuple(held)


def _draw(s: State, _r: Round, f: Frame, step: Step) -> bool:
    s.queue += ((T_DRAW, f[2], step.a),)
    return True


def _steal(s: State, r: Round, f: Frame, step: Step) -> bool:
    pick = f[6][step.a]
    if pick == NO_PICK or not s.stables[pick >> OWNER] >> (pick & 255) & 1:
        return False
    uid, owner = pick & 255, pick >> OWNER
    if not can_enter(s, DESIGN_OF[uid], f[2]):  # something of the same link closed the stable
        say(r.tell, "ignored", seat=f[2], source=IDS[f[0]])
        return False
    change_stable(s, r, uid, owner, f[2], "stolen", f[0])
    if s.edition == FIRST and f[0] in (LASSO, SEDUCTIVE) and r.before[f[2]] >> f[3] & 1:
        s.bonds += ((uid, -1 if f[0] == LASSO else f[3], f[2], owner),)
    return True


def _send_back(s: State, r: Round, f: Frame, step: Step) -> bool:
    for pick in f[6][step.a : step.a + step.n]:
        if pick != NO_PICK and s.stables[pick >> OWNER] >> (pick & 255) & 1:
            send_back(s, r, pick & 255, pick >> OWNER, f[0])
    return True


def _give(s: State, r: Round, f: Frame, _step: Step) -> bool:
    uid, owner = f[6][0] & 255, f[6][0] >> OWNER
    if not s.stables[owner] >> uid & 1:
        return False
    change_stable(s, r, uid, owner, f[6][1], "moved", f[0])
    return True


def _go_home(s: State, r: Round, f: Frame, _step: Step) -> bool:
    uid, home = f[6]
    if s.stables[f[2]] >> uid & 1 and can_enter(s, DESIGN_OF[uid], home):
        change_stable(s, r, uid, f[2], home, "moved", f[0])
    return True


def _bring_hand(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f[6][step.a]
    release(s, f[2], d)
    if can_enter(s, d, f[2]):
        hand_remove(s, f[2], d)
        bring(s, r, d, f[2], f"hand.{f[2]}", f[0])
    return True


def _bring_pile(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f[6][step.a]
    if d != NO_PICK:
        release(s, -1, d)
        s.pile[d] -= 1
        bring(s, r, d, f[2], "pile", f[0])
    return True


def _bring_baby(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f[6][step.a]
    if d != NO_PICK:
        s.nursery &= ~(1 << d)
        bring(s, r, d, f[2], "nursery", f[0])
    return True


def _take_pile(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f[6][step.a]
    release(s, -1, d)
    s.pile[d] -= 1
    hand_add(s, f[2], d, ALL)
    s.shown = ((d, f[2]),)
    say(r.tell, "taken", seat=f[2], card=IDS[d], source=IDS[f[0]], src="pile", dst=f"hand.{f[2]}")
    return True


def _rob(s: State, _r: Round, f: Frame, _step: Step) -> bool:
    if f[6][0] != f[2]:
        s.queue += ((T_ROB, f[2], f[6][0]),)
    return True


def rob(s: State, seat: Seat, target: Seat, d: int, tell: Tell | None, source: str) -> None:
    """A card goes from hand to hand; only those two see it, unless one of the hands lies open."""
    public = bool((s.stables[seat] | s.stables[target]) & NANNY)
    hand_slip(s, target, d, seat)
    if tell is not None:
        args = {"seat": seat, "target": target, "card": IDS[d] if public else "hidden", "source": source}
        args |= {"src": f"hand.{target}", "dst": f"hand.{seat}"}
        tell(Event("robbed", args, {"card": IDS[d]}, (seat, target), reveals=True))


def _look_hand(s: State, r: Round, f: Frame, _step: Step) -> bool:
    target = f[6][0]
    see_hand(s, 1 << f[2], target)
    if r.tell is not None:
        cards = [IDS[d] for d in designs(s.hands[target])]
        args = {"seat": f[2], "target": target, "cards": ["hidden"] * len(cards)}
        r.tell(Event("looks_hand", args, {"cards": cards}, (f[2], target), reveals=True))
    return True


def _take_hand(s: State, r: Round, f: Frame, _step: Step) -> bool:
    if f[6][1] != NO_PICK and f[6][0] != f[2]:
        rob(s, f[2], f[6][0], f[6][1], r.tell, IDS[f[0]])
    return True


def _swap_hands(s: State, r: Round, f: Frame, _step: Step) -> bool:
    a, b = f[2], f[6][0]
    if r.tell is not None:
        mine, theirs = ([IDS[d] for d in designs(s.hands[x])] for x in (a, b))
        args = {"seat": a, "target": b, "given": ["hidden"] * len(mine), "got": ["hidden"] * len(theirs)}
        secret = {"given": mine, "got": theirs}
        r.tell(Event("hands_swapped", args | {"source": IDS[f[0]]}, secret, (a, b), reveals=True))
    swap_hands(s, a, b)
    for seat in (a, b):
        if s.stables[seat] & NANNY:
            open_hand(s, seat, r.tell)
    return True


def _pile_to_deck(s: State, r: Round, f: Frame, _step: Step) -> bool:
    pile, s.pile = s.pile, bytearray(DESIGNS)
    shuffle_in(s, pile, ALL)
    say(r.tell, "pile_to_deck", source=IDS[f[0]], left=s.left)
    return True


def _shake_up(s: State, r: Round, f: Frame, _step: Step) -> bool:
    seat = f[2]
    everyone, mine = s.pile, bytearray(DESIGNS)
    if s.magic is not None:
        everyone[s.magic[0]] += 1  # the card names itself: it never goes to the discard pile
        s.magic = None
    s.pile = bytearray(DESIGNS)
    for c in s.hands[seat]:
        one = bytearray(DESIGNS)
        one[c >> SHIFT] = 1
        mine[c >> SHIFT] += 1
        shuffle_in(s, one, ALL & ~(c & ALL))
    s.hands[seat] = ()
    for v, memo in enumerate(s.memo):
        if memo is not None and memo[1][seat]:
            s.memo[v] = (memo[0], (*memo[1][:seat], 0, *memo[1][seat + 1 :]))
    shuffle_in(s, everyone, ALL)
    if r.tell is not None:
        cards = [IDS[d] for d in range(DESIGNS) for _ in range(mine[d])]
        args = {"seat": seat, "cards": ["hidden"] * len(cards), "source": IDS[f[0]], "left": s.left}
        r.tell(Event("hand_to_deck", args, {"cards": cards}, (seat,)))
    return True


def _search(s: State, _r: Round, _f: Frame, _step: Step) -> bool:
    """The deck is taken up: what was known of its top is lost. It is looked through when the pick is asked."""
    shuffle_in(s, b"", 0)
    return True


def look_deck(s: State, seat: Seat, source: int, tell: Tell | None) -> None:
    see_deck(s, seat)
    if tell is not None:
        cards = [IDS[d] for d in range(DESIGNS) for _ in range(s.deck[d])]
        tell(Event("searches", {"seat": seat, "source": IDS[source]}, {"cards": cards}, (seat,), reveals=True))


def _take_deck(s: State, r: Round, f: Frame, step: Step) -> bool:
    d, seat = f[6][step.a], f[2]
    if d == NO_PICK:
        say(r.tell, "finds_nothing", seat=seat, source=IDS[f[0]])
    else:
        s.deck[d] -= 1
        s.left -= 1
        forget(s, d)
        hand_add(s, seat, d, ALL)
        s.shown = ((d, seat),)
        if r.tell is not None:
            args = {"seat": seat, "card": IDS[d], "source": IDS[f[0]], "src": "deck", "dst": f"hand.{seat}"}
            r.tell(Event("found", args, reveals=True))
    say(r.tell, "shuffled", source=IDS[f[0]], left=s.left)
    return True


def _look_top(s: State, _r: Round, f: Frame, step: Step) -> bool:
    s.queue += ((T_LOOK, f[2], step.a),)
    return True


def _take_top(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d, seat = f[6][0], f[2]
    if d == NO_PICK:
        return False
    for c in s.top:  # who knew the top from earlier knows that these cards are in the deck, or one of them taken now
        one = bytearray(DESIGNS)
        one[c >> SHIFT] = 1
        remember(s, ALL & ~(c | 1 << seat), one)
    rest = [c >> SHIFT for c in s.top]
    rest.remove(d)
    s.top = tuple(e << SHIFT | (ALL & ~(1 << seat)) for e in rest)
    s.left -= 1
    deck_gives(s, d, seat, 1 << seat)
    draw_card(s, seat, d, 0, r.tell, "keeps")
    return True


def _put_top(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d, seat = f[6][-1], f[2]
    if d != NO_PICK and s.top[0] >> SHIFT != d:
        s.top = (s.top[1], s.top[0], *s.top[2:])
    if r.tell is not None and s.top:
        cards = [IDS[c >> SHIFT] for c in s.top]
        args = {"seat": seat, "cards": ["hidden"] * len(cards)}
        r.tell(Event("puts_back", args, {"cards": cards}, (seat,)))
    return True


def _end_turn(s: State, r: Round, f: Frame, step: Step) -> bool:
    s.cut = 2 if step.a else 1
    say(r.tell, "turn_cut", seat=f[2], source=IDS[f[0]])
    return True


def _extra_turn(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.extra_turns += 1
    say(r.tell, "extra_turn", seat=f[2], source=IDS[f[0]])
    return True


def _extra_draw(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.extra_draws += 1
    say(r.tell, "extra_draw", seat=f[2], source=IDS[f[0]])
    return True


def _two_plays(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.plays = 2
    say(r.tell, "two_plays", seat=f[2], source=IDS[f[0]])
    return True


def _shrink(s: State, r: Round, f: Frame, _step: Step) -> bool:
    """All unicorns of a player go without setting off their texts; as many babies come."""
    seat = f[6][0]
    gone = list(bits(named(s, seat, UNICORN)))
    for uid in gone:
        leave(s, r, uid, seat)
        d = DESIGN_OF[uid]
        dst = "nursery" if TYPE[d] == BABY else "pile"
        if dst == "pile":
            s.pile[d] += 1
        else:
            s.nursery |= 1 << uid
        say(r.tell, "removed", seat=seat, **name(uid), source=IDS[f[0]], src=f"stable.{seat}", dst=dst)
    for uid in list(bits(s.nursery))[: len(gone)]:
        s.nursery &= ~(1 << uid)
        bring(s, r, DESIGN_OF[uid], seat, "nursery", f[0])
    return True


Deed = Callable[[State, Round, Frame, Step], bool]
DEEDS: Final[dict[int, Deed]] = {
    Op.SACRIFICE: _fall,
    Op.SACRIFICE_THIS: _fall,
    Op.DESTROY: _fall,
    Op.REMOVE_IT: _fall,
    Op.EACH_SACRIFICE: _fall,
    Op.SACRIFICE_ALL: _fall,
    Op.DISCARD: _discard,
    Op.VICTIM_DISCARD: _victim_discard,
    Op.EACH_DISCARD: _each_discard,
    Op.DRAW: _draw,
    Op.STEAL: _steal,
    Op.SEND_BACK: _send_back,
    Op.GIVE: _give,
    Op.GO_HOME: _go_home,
    Op.BRING_HAND: _bring_hand,
    Op.BRING_PILE: _bring_pile,
    Op.BRING_BABY: _bring_baby,
    Op.TAKE_PILE: _take_pile,
    Op.ROB: _rob,
    Op.LOOK_HAND: _look_hand,
    Op.TAKE_HAND: _take_hand,
    Op.SWAP_HANDS: _swap_hands,
    Op.PILE_TO_DECK: _pile_to_deck,
    Op.SHAKE_UP: _shake_up,
    Op.LOOK_DECK: _search,
    Op.TAKE_DECK: _take_deck,
    Op.LOOK_TOP: _look_top,
    Op.TAKE_TOP: _take_top,
    Op.PUT_TOP: _put_top,
    Op.END_TURN: _end_turn,
    Op.EXTRA_TURN: _extra_turn,
    Op.EXTRA_DRAW: _extra_draw,
    Op.TWO_PLAYS: _two_plays,
    Op.SHRINK: _shrink,
}
