"""What is seen of each part of the table; view.py puts the parts together.

Parts that are the same in many views (a card as it lies, so many of a design) are values and made once.
"""

from __future__ import annotations

from typing import Final

from stajnia.core.game import CHANCE, PASS, Seat
from stajnia.games.unstable import state
from stajnia.games.unstable.card_language import CARD, Op, Step
from stajnia.games.unstable.choices import pick_text, verb_of
from stajnia.games.unstable.deck import (
    DESIGN_OF,
    HANDLES,
    IDS,
    NUMBER,
    TYPE,
    TYPE_NAME,
    UID_OF,
    UNICORNS,
    WHEN,
    members,
)
from stajnia.games.unstable.rules import to_act
from stajnia.games.unstable.stables import (
    BROKEN,
    GINORMOUS,
    NANNY,
    PANDA,
    YAY,
    always,
    barred,
    destroyable,
    silenced,
    unicorns,
)
from stajnia.games.unstable.state import (
    ALL,
    HIDDEN,
    NO_PICK,
    OWNER,
    SEATS_OF,
    SHIFT,
    SILENT,
    SPECTATOR,
    UID,
    Frame,
    Leaving,
    Said,
    State,
    Status,
    Wait,
)
from stajnia.games.unstable.view_parts import (
    Bond,
    Count,
    Effect,
    Inner,
    InnerHeld,
    InnerTask,
    InnerThreat,
    Memory,
    Pick,
    Played,
    Player,
    Shown,
    StableCard,
    Threat,
    Window,
)

_CARDS: Final[dict[int, StableCard]] = {}  # by number and how it lies
_COUNTS: Final[dict[int, Count]] = {}  # by design and number
_COUNTED: Final = 8  # bits of such a number


def eye(seat: Seat | None) -> int:
    """The bit of a viewer."""
    return SPECTATOR if seat is None else seat


def turn(s: State) -> tuple[Seat, ...]:
    """In a sealed choice everyone who was asked, never who is missing."""
    if s.wait in (Wait.WINDOW, Wait.SEALED):
        return SEATS_OF[s.asked]
    acting = to_act(s)
    return () if acting and acting[0] == CHANCE else acting


# --- players and their cards ------------------------------------------------------------------------------------


def players(s: State, bit: int) -> list[Player]:
    return [_player(s, seat, bit) for seat in range(s.n)]


def _player(s: State, seat: Seat, bit: int) -> Player:
    stable, hand = s.stables[seat], s.hands[seat]
    return Player(
        seat,
        unicorns(s, seat),
        _stable(s, seat),
        len(hand),
        [IDS[c >> SHIFT] for c in hand if not c >> bit & 1],
        bool(stable & NANNY),
        barred(s, seat),
        bool(stable & YAY),
        bool(stable & BROKEN),
    )


def _stable(s: State, seat: Seat) -> list[StableCard]:
    stable = s.stables[seat]
    pandas = stable & UNICORNS if stable & PANDA else 0
    blinded = silenced(s, seat)
    safe = stable & ~destroyable(s, seat, CARD, False)
    double = always(s, seat) & GINORMOUS
    plain = not (pandas or blinded or safe or double)
    cards = []
    for uid in members(stable):
        how = 0
        if not plain:
            bit = 1 << uid
            how = (
                (1 if pandas & bit else 0)
                | (2 if blinded & bit else 0)
                | (4 if safe & bit else 0)
                | (8 if double & bit else 0)
            )
        card = _CARDS.get(uid << 4 | how)
        if card is None:
            card = _CARDS[uid << 4 | how] = _lying(uid, how)
        cards.append(card)
    return cards


def _lying(uid: int, how: int) -> StableCard:
    d = DESIGN_OF[uid]
    panda = bool(how & 1)
    counts = 0 if panda or not UNICORNS >> uid & 1 else 2 if how & 8 else 1
    return StableCard(HANDLES[uid], IDS[d], TYPE_NAME[TYPE[d]], counts, panda, bool(how & 2), bool(how & 4))


# --- deck, piles and the stack ----------------------------------------------------------------------------------


def nursery(s: State) -> list[str]:
    return [IDS[d] for d in members(s.nursery)]


def counts(cards: list[int]) -> list[Count]:
    """How many there are of each design."""
    found = []
    for d, n in enumerate(cards):
        if n:
            count = _COUNTS.get(d << _COUNTED | n)
            if count is None:
                count = _COUNTS[d << _COUNTED | n] = Count(IDS[d], n)
            found.append(count)
    return found


def top(s: State, bit: int) -> list[str]:
    return ["" if c >> bit & 1 else IDS[c >> SHIFT] for c in s.top]


def top_known_to(s: State) -> list[Seat]:
    return [v for v in range(s.n) if not s.top[0] >> v & 1] if s.top else []


def looking(s: State, seat: Seat | None) -> list[Count]:
    """The deck, for who searches it."""
    searching = s.wait == Wait.PICK and s.who == seat and s.link[s.at].now().op == Op.SEARCH
    return counts(s.deck) if searching else []


def memory(s: State, bit: int) -> Memory | None:
    known = s.memory[bit] if s.memory else None
    return None if known is None else Memory(counts(list(known.cards)), list(known.loose))


def stack(s: State) -> list[Played]:
    return [_played(p) for p in s.stack]


def _played(p: state.Played) -> Played:
    return Played(IDS[p.card], p.seat, None if p.into < 0 else p.into)


def window(s: State) -> Window | None:
    return Window(list(SEATS_OF[s.asked])) if s.wait == Wait.WINDOW else None


def shown(s: State) -> list[Shown]:
    return [Shown(IDS[d], who) for d, who in s.shown]


# --- the chain --------------------------------------------------------------------------------------------------


def effects(s: State, seat: Seat | None) -> list[Effect]:
    return [_effect(s, f, i, seat) for i, f in enumerate(s.link)]


def waiting(s: State, seat: Seat | None) -> list[Effect]:
    return [_effect(s, f, -1, seat) for f in s.next]


def _effect(s: State, f: Frame, i: int, seat: Seat | None) -> Effect:
    """A frame of the link, the i-th; -1: of the next one."""
    asks = [step for step in f.text.steps[: f.step] if step.asks]
    return Effect(
        IDS[f.card],
        f.seat,
        WHEN[f.text.when],
        _status(s, f, i),
        HANDLES[f.uid] if f.uid >= 0 else "",
        f.text.must,
        _picks(f, asks),
        f.step,
        list(SEATS_OF[s.asked]) if s.wait == Wait.SEALED and i == s.at else [],
        f.status,
        _known_picks(f, asks, seat),
    )


def _status(s: State, f: Frame, i: int) -> str:
    if f.status != Status.LIVE:
        return "declined" if f.status == Status.DECLINED else "done"
    if i >= 0 and s.wait in (Wait.PICK, Wait.SEALED) and i == s.at:
        return "asked"
    return "chosen" if i >= 0 and not f.now().asks else "waiting"


def _known_picks(f: Frame, asks: list[Step], seat: Seat | None) -> list[int]:
    """The picks as numbers; what is taken out of a hand or the deck unseen is nobody else's to know."""
    if seat == f.seat or (asks and asks[0].sealed):
        return list(f.picks)
    return [HIDDEN if k < len(asks) and asks[k].secret else p for k, p in enumerate(f.picks)]


def _picks(f: Frame, asks: list[Step]) -> list[Pick]:
    found: list[Pick] = []
    if not asks:
        return found
    sealed = asks[0].sealed
    for k, p in enumerate(f.picks):
        if p == NO_PICK:
            continue
        step = asks[0] if sealed else asks[k]
        if step.in_stable:
            found.append(Pick(verb_of(step, p, f.seat), IDS[DESIGN_OF[p & UID]], HANDLES[p & UID], p >> OWNER))
        elif step.op == Op.PLAYER:
            found.append(Pick("choose", seat=p))
        elif step.op == Op.USE:
            found.append(Pick("use"))
        elif not step.secret:
            found.append(Pick(step.verb, IDS[p], seat=k if sealed else None))
    return found


def threats(s: State) -> list[Threat]:
    return [
        Threat(HANDLES[t.uid], "sacrifice" if t.how == Leaving.SACRIFICED else "destroy", t.said == Said.SAVED)
        for t in s.threats
    ]


def bonds(s: State) -> list[Bond]:
    return [Bond(HANDLES[b.stolen], "" if b.by < 0 else HANDLES[b.by], b.holder, b.home) for b in s.bonds]


def inner(s: State) -> Inner:
    return Inner(
        wait=s.wait,
        who=s.who,
        at=s.at,
        asked=s.asked,
        armed=s.armed,
        taken=s.taken,
        cut=s.cut,
        extra_draws=s.extra_draws,
        queue=[InnerTask(due=t.due, seat=t.seat, n=t.n, target=t.target) for t in s.queue],
        held=[InnerHeld(seat=seat, card=IDS[d]) for seat, d in s.held],
        threats=[
            InnerThreat(uid=t.uid, seat=t.seat, how=t.how, by=t.by, frame=t.frame, said=t.said) for t in s.threats
        ],
        magic=None if s.magic is None else _played(s.magic),
        top=[c & ALL for c in s.top],
    )


def sealed(s: State, seat: Seat | None) -> str:
    """One's own sealed answer as an action."""
    if seat is None or not (s.asked & ~s.missing) >> seat & 1:
        return ""
    value = s.sealed[seat]
    if s.wait == Wait.SEALED:
        return pick_text(s.link[s.at].now(), value, seat)
    return PASS if value == SILENT else IDS[value]


def sealed_value(s: State, seat: Seat, text: str) -> int:
    """The same read again: what stands in the state for it."""
    if text == PASS:
        return SILENT
    card = text.split()[-1]
    if s.wait == Wait.SEALED and s.link[s.at].now().in_stable:
        return UID_OF[card] | seat << OWNER
    return NUMBER[card]
