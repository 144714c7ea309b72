"""What one seat may know: the structs of a view, and how one is built up by naming fields."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stajnia.core.game import CHANCE, PASS, Message, Seat
from stajnia.games.unstable.ask import ask
from stajnia.games.unstable.card_language import CARD, Op, Step
from stajnia.games.unstable.choices import pick_text, verb_of
from stajnia.games.unstable.deck import (
    BIT,
    DESIGN_OF,
    EDITIONS,
    HANDLES,
    IDS,
    IS_UNICORN,
    TYPE,
    TYPE_NAME,
    WHEN,
    members,
)
from stajnia.games.unstable.rules import LANGUAGES, to_act
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
    PHASES,
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


class StableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card lying in a stable. `handle` names it in actions (`destroy claw_machine.2`)."""

    handle: str
    card: str  # the design: words `card.ID`, `card.ID.text`
    type: str  # baby, basic, magical, upgrade, downgrade
    counts: int = 0  # how many unicorns it is worth for its stable now
    panda: bool = False  # Pandamonium: effects that name unicorns do not reach it
    blinded: bool = False  # Blinding Light: its text does not work
    safe: bool = False  # nothing can destroy it now (Rainbow Aura, Puppicorn)


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat in public. `hand`: the cards of it that this viewer knows; all when own or open."""

    seat: Seat
    unicorns: int
    stable: list[StableCard]
    hand_size: int
    hand: list[str]
    open: bool = False  # Nanny Cam: the hand lies open for all
    barred: bool = False  # may play no Neigh card (Slowdown, Ginormous Unicorn)
    unanswerable: bool = False  # Yay: what this seat plays cannot be answered
    no_upgrades: bool = False  # Broken Stable


class Count(msgspec.Struct, frozen=True):
    card: str
    count: int


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the stack of played cards; `into` is the seat whose stable it is meant for."""

    card: str
    seat: Seat
    into: Seat | None = None


class Window(msgspec.Struct, frozen=True):
    """Who was asked to answer the top of the stack."""

    asked: list[Seat]


class Pick(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice made for an effect: the verb as in actions, and a card, a handle in a stable or a seat."""

    verb: str
    card: str = ""
    handle: str = ""
    seat: Seat | None = None


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect of the chain. `status`: waiting (to be asked), asked (now), chosen, declined, done."""

    card: str  # the card whose text it is
    seat: Seat  # whose effect
    when: str  # enter, begin, leave, play, wire, tiny, bond
    status: str
    handle: str = ""  # the card in its stable, if it was in one
    must: bool = False
    picks: list[Pick] = []
    step: int = 0
    asked: list[Seat] = []  # a sealed choice: everyone who chooses at once
    raw: list[int] = []  # the picks as the rules keep them, for `guess`


class Threat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card about to be destroyed or sacrificed while a replacement may still speak."""

    handle: str
    how: str  # destroy, sacrifice
    saved: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A card that was shown to all when it went into a hand."""

    card: str
    seat: Seat


class Bond(msgspec.Struct, frozen=True):
    """First edition: a stolen card due back (Unicorn Lasso: end of turn, Seductive Unicorn: on leaving)."""

    handle: str
    source: str
    holder: Seat
    home: Seat


class Memory(msgspec.Struct, frozen=True):
    """What a seat that searched the deck still knows: these cards lie in the deck, but for
    at most `loose[i]` of them in the hand of seat i."""

    cards: list[Count]
    loose: list[int]


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    seats: int
    edition: str  # second, first
    language: str  # whose titles count letters: pl, en
    goal: int  # unicorns needed
    phase: str  # lot, babies, deal, move, begin, draw, action, end, over
    active: Seat
    first: Seat
    turns: int
    players: list[Player]
    nursery: list[str]
    deck: int  # cards left, known top included
    top: list[str]  # top of the deck where somebody placed it, next draw first; "" where this viewer does not know
    top_known_to: list[Seat]  # who placed it
    looking: list[Count]  # the deck, while this viewer searches it
    pile: list[Count]  # the discard pile
    stack: list[Played]  # played cards, the answered one first
    window: Window | None
    link: int  # number of the link being resolved, 0: no chain
    effects: list[Effect]  # the link
    waiting: list[Effect]  # triggered already: the next link
    threats: list[Threat]
    resolving: str  # the Magic card whose effect is running, "": none
    plays: int  # cards the active seat may still play in this action phase
    played: int  # how many it has played
    shown: list[Shown]  # cards shown when they were last taken to a hand
    extra_turns: int
    bonds: list[Bond]
    memory: Memory | None
    winners: list[Seat]
    reason: str  # words `outcome.ID`, "" while it runs
    inner: dict[str, list[int]]  # small public numbers of the rules that have no face at the table
    sealed: str = ""  # the viewer's own answer or choice, while those of others are missing


THREAT_VERBS = {Leaving.SACRIFICED: "sacrifice", Leaving.DESTROYED: "destroy"}


def view(s: State, seat: Seat | None) -> View:
    bit = SPECTATOR if seat is None else seat
    searching = s.wait == Wait.PICK and s.who == seat and s.link[s.at].now().op == Op.SEARCH
    winners, reason = s.result if s.result is not None else ((), "")
    return View(
        seat=seat,
        turn=_turn(s),
        ask=ask(s, seat),
        seats=s.n,
        edition=EDITIONS[s.edition],
        language=LANGUAGES[s.language],
        goal=s.goal,
        phase=PHASES[s.phase],
        active=s.active,
        first=s.first,
        turns=s.turns,
        players=[_player(s, other, bit) for other in range(s.n)],
        nursery=[IDS[d] for d in members(s.nursery)],
        deck=s.left,
        top=["" if c >> bit & 1 else IDS[c >> SHIFT] for c in s.top],
        top_known_to=[v for v in range(s.n) if s.top and not s.top[0] >> v & 1],
        looking=_counts(s.deck) if searching else [],
        pile=_counts(s.pile),
        stack=[Played(IDS[p.card], p.seat, None if p.into < 0 else p.into) for p in s.stack],
        window=Window(list(SEATS_OF[s.asked])) if s.wait == Wait.WINDOW else None,
        link=s.links,
        effects=[_effect(s, f, i, seat) for i, f in enumerate(s.link)],
        waiting=[_effect(s, f, -1, seat) for f in s.next],
        threats=[Threat(HANDLES[t.uid], THREAT_VERBS[t.how], t.said == Said.SAVED) for t in s.threats],
        resolving="" if s.magic is None else IDS[s.magic.card],
        plays=s.plays,
        played=s.played,
        shown=[Shown(IDS[d], who) for d, who in s.shown],
        extra_turns=s.extra_turns,
        bonds=[Bond(HANDLES[b.stolen], "" if b.by < 0 else HANDLES[b.by], b.holder, b.home) for b in s.bonds],
        memory=_memory(s, bit),
        winners=list(winners),
        reason=reason,
        inner=_inner(s),
        sealed=_sealed(s, seat),
    )


def _inner(s: State) -> dict[str, list[int]]:
    """Public numbers that `guess` needs and no eye does."""
    return {
        "wait": [s.wait, s.who, s.at, s.asked, int(s.armed), s.taken, int(s.cut), s.extra_draws],
        "queue": [x for task in s.queue for x in task.key()],
        "held": [x for pair in s.held for x in pair],
        "threats": [x for threat in s.threats for x in threat.key()],
        "magic": [] if s.magic is None else list(s.magic.key()),
        "top": [c & ALL for c in s.top],  # who does not know each card: all saw who looked
    }


def _turn(s: State) -> tuple[Seat, ...]:
    """In a sealed choice everyone who was asked, never who is missing."""
    if s.wait in (Wait.WINDOW, Wait.SEALED):
        return SEATS_OF[s.asked]
    acting = to_act(s)
    return () if acting == (CHANCE,) else acting


def _sealed(s: State, seat: Seat | None) -> str:
    """One's own sealed answer as an action."""
    if seat is None or not (s.asked & ~s.missing) >> seat & 1:
        return ""
    value = s.sealed[seat]
    if s.wait == Wait.SEALED:
        return pick_text(s.link[s.at].now(), value, seat)
    return PASS if value == SILENT else IDS[value]


def _player(s: State, seat: Seat, bit: int) -> Player:
    return Player(
        seat=seat,
        unicorns=unicorns(s, seat),
        stable=_stable(s, seat),
        hand_size=len(s.hands[seat]),
        hand=[IDS[c >> SHIFT] for c in s.hands[seat] if not c >> bit & 1],
        open=bool(s.stables[seat] & NANNY),
        barred=barred(s, seat),
        unanswerable=bool(s.stables[seat] & YAY),
        no_upgrades=bool(s.stables[seat] & BROKEN),
    )


def _stable(s: State, seat: Seat) -> list[StableCard]:
    stable = s.stables[seat]
    panda, silent, works = bool(stable & PANDA), silenced(s, seat), always(s, seat)
    breakable = destroyable(s, seat, CARD, False)
    cards = []
    for uid in members(stable):
        d = DESIGN_OF[uid]
        unicorn = IS_UNICORN[uid]
        counts = 0 if panda or not unicorn else 2 if GINORMOUS & works & BIT[uid] else 1
        cards.append(
            StableCard(
                handle=HANDLES[uid],
                card=IDS[d],
                type=TYPE_NAME[TYPE[d]],
                counts=counts,
                panda=panda and unicorn,
                blinded=bool(silent & BIT[uid]),
                safe=not breakable & BIT[uid],
            )
        )
    return cards


def _counts(cards: Sequence[int]) -> list[Count]:
    return [Count(IDS[d], n) for d, n in enumerate(cards) if n]


def _memory(s: State, bit: int) -> Memory | None:
    known = s.memory[bit] if s.memory else None
    return None if known is None else Memory(_counts(known.cards), list(known.loose))


def _effect(s: State, f: Frame, i: int, seat: Seat | None) -> Effect:
    """A frame of the link, the i-th; -1: of the next one."""
    sealed = s.wait == Wait.SEALED and i == s.at
    asks = [step for step in f.text.steps[: f.step] if step.asks]
    return Effect(
        card=IDS[f.card],
        seat=f.seat,
        when=WHEN[f.text.when],
        status=_status(s, f, i),
        handle=HANDLES[f.uid] if f.uid >= 0 else "",
        must=f.text.must,
        picks=_picks(f, asks),
        step=f.step,
        asked=list(SEATS_OF[s.asked]) if sealed else [],
        raw=[f.status, *_known_picks(f, asks, seat)],
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
    shown = [HIDDEN if a.secret else p for p, a in zip(f.picks, asks, strict=False)]
    return shown + list(f.picks[len(asks) :])


def _picks(f: Frame, asks: list[Step]) -> list[Pick]:
    found = []
    sealed = bool(asks) and asks[0].sealed
    for k, p in enumerate(f.picks):
        if not asks or p == NO_PICK:
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
