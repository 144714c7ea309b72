"""What the deeds of card texts do.

A deed never asks. It returns whether what hangs on it ("then", "if you do") goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import CARD, UNICORN, Op, Step, Who
from stajnia.games.unstable.choices import target_of
from stajnia.games.unstable.deck import BIT, DESIGN_OF, DESIGNS, FIRST_EDITION, IDS, IS_BABY, NUMBER, members
from stajnia.games.unstable.knowledge import (
    deck_gives,
    designs,
    forget,
    hand_add,
    hand_remove,
    hand_slip,
    one,
    remember,
    see_deck,
    see_hand,
    shuffle_in,
    swap_hands,
    with_loose,
)
from stajnia.games.unstable.stables import NANNY, can_enter, named, sacrificable
from stajnia.games.unstable.state import (
    ALL,
    NO_PICK,
    OWNER,
    SHIFT,
    UID,
    Bond,
    Due,
    Frame,
    Leaving,
    Memory,
    Said,
    State,
    Task,
    Threat,
)
from stajnia.games.unstable.zones import (
    SEDUCTIVE,
    Round,
    bring,
    change_stable,
    discard,
    draw_card,
    leave,
    name,
    open_hand,
    say,
    send_back,
    to_pile_or_home,
)

LASSO: Final = NUMBER["unicorn_lasso"]


# --- deeds ------------------------------------------------------------------------------------------------------


def threats_of(s: State, f: Frame, step: Step, at: int) -> list[Threat]:
    """The cards a deed is about to sacrifice or destroy."""
    op, seat, picks = step.op, f.seat, f.picks
    if op == Op.SACRIFICE:
        cards = picks[step.at : step.at + 1]
    elif op == Op.DESTROY:
        cards = picks[step.at : step.at + step.n]
    elif op == Op.REMOVE_IT:
        cards = picks[:1]
    elif op == Op.EACH_SACRIFICE:
        cards = picks
    elif op == Op.SACRIFICE_THIS:
        cards = (f.uid | seat << OWNER,) if sacrificable(s, seat, CARD) & BIT[f.uid] else ()
    elif op == Op.SACRIFICE_ALL:
        who = [o for o in range(s.n) if o == seat or step.who == Who.EVERYONE]
        cards = tuple([uid | o << OWNER for o in who for uid in members(sacrificable(s, o, step.types))])
    else:
        return []
    found: list[Threat] = []
    for pick in cards:
        if pick != NO_PICK and lies(s, pick):
            owner = pick >> OWNER
            destroys = op == Op.DESTROY or (op == Op.REMOVE_IT and owner != seat)
            how = Leaving.DESTROYED if destroys else Leaving.SACRIFICED
            found.append(Threat(pick & UID, owner, how, seat, at))
    return found


def lies(s: State, pick: int) -> bool:
    """Whether a picked card still lies where it was picked."""
    return bool(s.stables[pick >> OWNER] & BIT[pick & UID])


def _fall(s: State, r: Round, f: Frame, step: Step) -> bool:
    """Sacrifice or destroy what no replacement saved; a replaced action counts as done (B4)."""
    done = step.op in (Op.EACH_SACRIFICE, Op.SACRIFICE_ALL)
    for t in s.threats:
        if t.frame == r.at:
            done = True
            if t.said in (Said.STANDS, Said.INSTEAD) and s.stables[t.seat] & BIT[t.uid]:
                to_pile_or_home(s, r, t.uid, t.seat, t.how, t.by, f.card)
    return done


def _discard(s: State, r: Round, f: Frame, step: Step) -> bool:
    picks = f.picks[-1:] if step.at < 0 else f.picks[step.at : step.at + step.n]
    for d in picks:
        if d != NO_PICK:
            release(s, f.seat, d)
            discard(s, f.seat, d, r.tell, f.card)
    return NO_PICK not in picks


def _target_discard(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d = f.picks[-1]
    if d != NO_PICK:
        release(s, target_of(f), d)
        discard(s, target_of(f), d, r.tell, f.card)
    return d != NO_PICK


def _each_discard(s: State, r: Round, f: Frame, _step: Step) -> bool:
    for seat, d in enumerate(f.picks):
        if d != NO_PICK:
            release(s, seat, d)
            discard(s, seat, d, r.tell, f.card)
    return True


def release(s: State, zone: int, d: int) -> None:
    """A picked card moves now."""
    held = list(s.held)
    held.remove((zone, d))
    s.held = tuple(held)


def _draw(s: State, _r: Round, f: Frame, step: Step) -> bool:
    s.queue += (Task(Due.DRAW, f.seat, step.n),)
    return True


def _steal(s: State, r: Round, f: Frame, step: Step) -> bool:
    pick = f.picks[step.at]
    if pick == NO_PICK or not lies(s, pick):
        return False
    uid, owner = pick & UID, pick >> OWNER
    if not can_enter(s, DESIGN_OF[uid], f.seat):  # something of the same link closed the stable
        if r.tell is not None:
            say(r.tell, "ignored", seat=f.seat, source=IDS[f.card])
        return False
    change_stable(s, r, uid, owner, f.seat, "stolen", f.card)
    if s.edition == FIRST_EDITION and f.card in (LASSO, SEDUCTIVE) and r.before[f.seat] & BIT[f.uid]:
        s.bonds += (Bond(uid, -1 if f.card == LASSO else f.uid, f.seat, owner),)
    return True


def _send_back(s: State, r: Round, f: Frame, step: Step) -> bool:
    for pick in f.picks[step.at : step.at + step.n]:
        if pick != NO_PICK and lies(s, pick):
            send_back(s, r, pick & UID, pick >> OWNER, f.card)
    return True


def _give(s: State, r: Round, f: Frame, _step: Step) -> bool:
    uid, owner = f.picks[0] & UID, f.picks[0] >> OWNER
    if not lies(s, f.picks[0]):
        return False
    change_stable(s, r, uid, owner, f.picks[1], "moved", f.card)
    return True


def _go_home(s: State, r: Round, f: Frame, _step: Step) -> bool:
    uid, home = f.picks
    if s.stables[f.seat] & BIT[uid] and can_enter(s, DESIGN_OF[uid], home):
        change_stable(s, r, uid, f.seat, home, "moved", f.card)
    return True


def _bring_hand(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f.picks[step.at]
    release(s, f.seat, d)
    if can_enter(s, d, f.seat):
        hand_remove(s, f.seat, d)
        bring(s, r, d, f.seat, f"hand.{f.seat}", f.card)
    return True


def _bring_pile(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f.picks[step.at]
    if d != NO_PICK:
        release(s, -1, d)
        s.pile[d] -= 1
        bring(s, r, d, f.seat, "pile", f.card)
    return True


def _bring_baby(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f.picks[step.at]
    if d != NO_PICK:
        s.nursery &= ~BIT[d]
        bring(s, r, d, f.seat, "nursery", f.card)
    return True


def _take_pile(s: State, r: Round, f: Frame, step: Step) -> bool:
    d = f.picks[step.at]
    release(s, -1, d)
    s.pile[d] -= 1
    hand_add(s, f.seat, d, ALL)
    s.shown = ((d, f.seat),)
    if r.tell is not None:
        say(r.tell, "taken", seat=f.seat, card=IDS[d], source=IDS[f.card], src="pile", dst=f"hand.{f.seat}")
    return True


def _rob(s: State, _r: Round, f: Frame, _step: Step) -> bool:
    if f.picks[0] != f.seat:
        s.queue += (Task(Due.ROB, f.seat, 1, f.picks[0]),)
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
    target = f.picks[0]
    see_hand(s, 1 << f.seat, target)
    if r.tell is not None:
        cards = [IDS[d] for d in designs(s.hands[target])]
        args = {"seat": f.seat, "target": target, "cards": ["hidden"] * len(cards)}
        r.tell(Event("looks_hand", args, {"cards": cards}, (f.seat, target), reveals=True))
    return True


def _take_hand(s: State, r: Round, f: Frame, _step: Step) -> bool:
    if f.picks[1] != NO_PICK and f.picks[0] != f.seat:
        rob(s, f.seat, f.picks[0], f.picks[1], r.tell, IDS[f.card])
    return True


def _swap_hands(s: State, r: Round, f: Frame, _step: Step) -> bool:
    a, b = f.seat, f.picks[0]
    if r.tell is not None:
        mine, theirs = ([IDS[d] for d in designs(s.hands[x])] for x in (a, b))
        args = {"seat": a, "target": b, "given": ["hidden"] * len(mine), "got": ["hidden"] * len(theirs)}
        secret = {"given": mine, "got": theirs}
        r.tell(Event("hands_swapped", args | {"source": IDS[f.card]}, secret, (a, b), reveals=True))
    swap_hands(s, a, b)
    for seat in (a, b):
        if s.stables[seat] & NANNY:
            open_hand(s, seat, r.tell)
    return True


def _pile_to_deck(s: State, r: Round, f: Frame, _step: Step) -> bool:
    pile, s.pile = s.pile, [0] * DESIGNS
    shuffle_in(s, pile, ALL)
    if r.tell is not None:
        say(r.tell, "pile_to_deck", source=IDS[f.card], left=s.left)
    return True


def _shake_up(s: State, r: Round, f: Frame, _step: Step) -> bool:
    seat = f.seat
    everyone, mine = s.pile, [0] * DESIGNS
    if s.magic is not None:
        everyone[s.magic.card] += 1  # the card names itself: it never goes to the discard pile
        s.magic = None
    s.pile = [0] * DESIGNS
    for c in s.hands[seat]:
        mine[c >> SHIFT] += 1
        shuffle_in(s, one(c >> SHIFT), ALL & ~(c & ALL))
    s.hands[seat] = ()
    for v, memory in enumerate(s.memory):
        if memory is not None and memory.loose[seat]:
            s.memory[v] = Memory(memory.cards, with_loose(memory.loose, seat, 0))
    shuffle_in(s, everyone, ALL)
    if r.tell is not None:
        cards = [IDS[d] for d in range(DESIGNS) for _ in range(mine[d])]
        args = {"seat": seat, "cards": ["hidden"] * len(cards), "source": IDS[f.card], "left": s.left}
        r.tell(Event("hand_to_deck", args, {"cards": cards}, (seat,)))
    return True


def _search(s: State, _r: Round, _f: Frame, _step: Step) -> bool:
    """The deck is taken up: what was known of its top is lost. It is looked through when the pick is asked."""
    shuffle_in(s, [], 0)
    return True


def look_deck(s: State, seat: Seat, source: int, tell: Tell | None) -> None:
    see_deck(s, seat)
    if tell is not None:
        cards = [IDS[d] for d in range(DESIGNS) for _ in range(s.deck[d])]
        tell(Event("searches", {"seat": seat, "source": IDS[source]}, {"cards": cards}, (seat,), reveals=True))


def _take_deck(s: State, r: Round, f: Frame, step: Step) -> bool:
    d, seat = f.picks[step.at], f.seat
    if d == NO_PICK:
        if r.tell is not None:
            say(r.tell, "finds_nothing", seat=seat, source=IDS[f.card])
    else:
        s.deck[d] -= 1
        s.left -= 1
        forget(s, d)
        hand_add(s, seat, d, ALL)
        s.shown = ((d, seat),)
        if r.tell is not None:
            args = {"seat": seat, "card": IDS[d], "source": IDS[f.card], "src": "deck", "dst": f"hand.{seat}"}
            r.tell(Event("found", args, reveals=True))
    if r.tell is not None:
        say(r.tell, "shuffled", source=IDS[f.card], left=s.left)
    return True


def _look_top(s: State, _r: Round, f: Frame, step: Step) -> bool:
    s.queue += (Task(Due.LOOK, f.seat, step.n),)
    return True


def _take_top(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d, seat = f.picks[0], f.seat
    if d == NO_PICK:
        return False
    for c in s.top:  # who knew the top from earlier knows that these cards are in the deck, or one of them taken now
        remember(s, ALL & ~(c | 1 << seat), one(c >> SHIFT))
    rest = [c >> SHIFT for c in s.top]
    rest.remove(d)
    s.top = tuple(e << SHIFT | (ALL & ~(1 << seat)) for e in rest)
    s.left -= 1
    deck_gives(s, d, seat, 1 << seat)
    draw_card(s, seat, d, 0, r.tell, "keeps")
    return True


def _put_top(s: State, r: Round, f: Frame, _step: Step) -> bool:
    d, seat = f.picks[-1], f.seat
    if d != NO_PICK and s.top[0] >> SHIFT != d:
        s.top = (s.top[1], s.top[0], *s.top[2:])
    if r.tell is not None and s.top:
        cards = [IDS[c >> SHIFT] for c in s.top]
        args = {"seat": seat, "cards": ["hidden"] * len(cards)}
        r.tell(Event("puts_back", args, {"cards": cards}, (seat,)))
    return True


def _end_turn(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.cut = True
    if r.tell is not None:
        say(r.tell, "turn_cut", seat=f.seat, source=IDS[f.card])
    return True


def _extra_turn(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.extra_turns += 1
    if r.tell is not None:
        say(r.tell, "extra_turn", seat=f.seat, source=IDS[f.card])
    return True


def _extra_draw(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.extra_draws += 1
    if r.tell is not None:
        say(r.tell, "extra_draw", seat=f.seat, source=IDS[f.card])
    return True


def _two_plays(s: State, r: Round, f: Frame, _step: Step) -> bool:
    s.plays = 2
    if r.tell is not None:
        say(r.tell, "two_plays", seat=f.seat, source=IDS[f.card])
    return True


def _shrink(s: State, r: Round, f: Frame, _step: Step) -> bool:
    """All unicorns of a player go without setting off their texts; as many babies come."""
    seat = f.picks[0]
    gone = members(named(s, seat, UNICORN))
    for uid in gone:
        leave(s, r, uid, seat)
        if IS_BABY[uid]:
            s.nursery |= BIT[uid]
        else:
            s.pile[DESIGN_OF[uid]] += 1
        if r.tell is not None:
            dst = "nursery" if IS_BABY[uid] else "pile"
            say(r.tell, "removed", seat=seat, **name(uid), source=IDS[f.card], src=f"stable.{seat}", dst=dst)
    for uid in members(s.nursery)[: len(gone)]:
        s.nursery &= ~BIT[uid]
        bring(s, r, DESIGN_OF[uid], seat, "nursery", f.card)
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
    Op.TARGET_DISCARD: _target_discard,
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
