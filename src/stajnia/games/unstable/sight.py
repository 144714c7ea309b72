"""From a state to what one seat may know."""

from __future__ import annotations

from stajnia.core.bits import bits
from stajnia.core.game import CHANCE, Message, Seat
from stajnia.games.unstable.card_language import BABY, CARD, FIRST_DEED, INSTANT, Op
from stajnia.games.unstable.chain import options_sealed
from stajnia.games.unstable.choices import IN_STABLE, SEALED_ASKS, SECRET_ASKS, mandatory, may_decline, text_of, victim
from stajnia.games.unstable.deck import (
    DESIGN_OF,
    EDITIONS,
    HANDLES,
    IDS,
    TYPE,
    TYPE_NAME,
    UNICORNS,
    WHEN,
)
from stajnia.games.unstable.rules import HAND_LIMIT, LANGUAGES, to_act
from stajnia.games.unstable.state import (
    ACTION,
    ALL,
    BABIES,
    BROKEN,
    GINORMOUS,
    HIDDEN,
    LIMIT,
    LIVE,
    NANNY,
    NEW,
    NO_PICK,
    OWNER,
    PANDA,
    PASS,
    PHASES,
    PICK,
    REPLACE,
    SAVED,
    SEALED,
    SHIFT,
    SPECTATOR,
    UNSAID,
    WINDOW,
    YAY,
    Frame,
    State,
    always,
    barred,
    blinded,
    destroyable,
    unicorns,
)
from stajnia.games.unstable.view import (
    Bond,
    Count,
    Effect,
    Memory,
    Pick,
    Played,
    Player,
    Shown,
    StableCard,
    Threat,
    View,
    Window,
)

# --- view ---------------------------------------------------------------------------------------------------------


def view(s: State, seat: Seat | None) -> View:
    bit = SPECTATOR if seat is None else seat
    searching = s.wait == PICK and s.who == seat and text_of(s, s.link[s.at])[s.link[s.at][4]].op == Op.SEARCH
    window = None
    if s.wait == WINDOW:
        window = Window(list(bits(s.asked)), _mine(s, seat))
    winners, reason = s.result if s.result is not None else ((), "")
    return View(
        seat=seat,
        turn=_turn(s),
        ask=_ask(s, seat),
        seats=s.n,
        deck_option=EDITIONS[s.edition],
        language=LANGUAGES[s.language],
        goal=s.goal,
        phase=PHASES[s.phase],
        active=s.active,
        first=s.first,
        turns=s.turns,
        players=[_player(s, other, bit) for other in range(s.n)],
        nursery=[IDS[d] for d in bits(s.nursery)],
        deck=s.left,
        top=["" if c >> bit & 1 else IDS[c >> SHIFT] for c in s.top],
        top_known_to=[v for v in range(s.n) if s.top and not s.top[0] >> v & 1],
        looking=_counts(s.deck) if searching else [],
        pile=_counts(s.pile),
        stack=[Played(IDS[d], by, None if into < 0 else into) for d, by, into in s.stack],
        window=window,
        link=s.links,
        effects=[_effect(s, f, i, seat) for i, f in enumerate(s.link)],
        waiting=[_effect(s, f, -1, seat) for f in s.next],
        threats=[Threat(HANDLES[t[0]], "destroy" if t[2] else "sacrifice", t[5] == SAVED) for t in s.threats],
        resolving="" if s.magic is None else IDS[s.magic[0]],
        plays=s.plays,
        played=s.played,
        shown=[Shown(IDS[d], who) for d, who in s.shown],
        extra_turns=s.extra_turns,
        bonds=[Bond(HANDLES[a], "" if b < 0 else HANDLES[b], c, d) for a, b, c, d in s.bonds],
        memory=_memory(s, bit),
        winners=list(winners),
        reason=reason,
        inner=_inner(s),
    )


def _inner(s: State) -> dict[str, list[int]]:
    """Public numbers that `guess` needs and no eye does."""
    return {
        "wait": [s.wait, s.who, s.at, s.asked, int(s.armed), s.taken, s.cut, s.extra_draws],
        "queue": [x for task in s.queue for x in task],
        "held": [x for pair in s.held for x in pair],
        "threats": [x for threat in s.threats for x in threat],
        "magic": [] if s.magic is None else list(s.magic),
        "top": [c & ALL for c in s.top],  # who does not know each card: all saw who looked
    }


def _turn(s: State) -> tuple[Seat, ...]:
    """In a sealed choice everyone who was asked, never who is missing."""
    if s.wait in (WINDOW, SEALED):
        return tuple(bits(s.asked))
    acting = to_act(s)
    return () if acting == (CHANCE,) else acting


def _mine(s: State, seat: Seat | None) -> str:
    """One's own sealed answer."""
    if seat is None or not s.asked >> seat & 1 or s.sealed[seat] == UNSAID:
        return ""
    value = s.sealed[seat]
    if value == PASS:
        return "pass"
    if s.wait == SEALED and options_sealed(s, seat)[0].op in IN_STABLE:
        return HANDLES[value & 255]
    return IDS[value]


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
    panda, blind, works = bool(stable & PANDA), blinded(s, seat), always(s, seat)
    breakable = destroyable(s, seat, CARD, False)
    cards = []
    for uid in bits(stable):
        d = DESIGN_OF[uid]
        unicorn = bool(UNICORNS >> uid & 1)
        counts = 0 if panda or not unicorn else 2 if GINORMOUS & works & 1 << uid else 1
        cards.append(
            StableCard(
                handle=HANDLES[uid],
                card=IDS[d],
                type=TYPE_NAME[TYPE[d]],
                counts=counts,
                panda=panda and unicorn,
                blinded=bool(blind >> uid & 1) and TYPE[d] != BABY,
                safe=not breakable >> uid & 1,
            )
        )
    return cards


def _counts(cards: bytes | bytearray) -> list[Count]:
    return [Count(IDS[d], n) for d, n in enumerate(cards) if n]


def _memory(s: State, bit: int) -> Memory | None:
    memo = s.memo[bit] if s.memo else None
    return None if memo is None else Memory(_counts(memo[0]), list(memo[1]))


def _effect(s: State, f: Frame, i: int, seat: Seat | None) -> Effect:
    text = text_of(s, f)
    status = ("waiting", "done", "declined", "done")[f[5]]
    sealed = s.wait == SEALED and i == s.at
    if f[5] == LIVE and f[4] < len(text) and i >= 0:
        if sealed or (s.wait == PICK and i == s.at):
            status = "asked"
        elif text[f[4]].op >= FIRST_DEED:
            status = "chosen"
    return Effect(
        card=IDS[f[0]],
        seat=f[2],
        when=WHEN[f[1]],
        status=status,
        handle=HANDLES[f[3]] if f[3] >= 0 else "",
        must=mandatory(s, f),
        picks=_picks(s, f),
        step=f[4],
        asked=list(bits(s.asked)) if sealed else [],
        mine=_mine(s, seat) if sealed else "",
        raw=[f[5], *hidden_picks(s, f, seat)],
    )


def hidden_picks(s: State, f: Frame, seat: Seat | None) -> list[int]:
    """The picks as numbers; what is taken out of a hand or the deck unseen is nobody else's to know."""
    asks = [step for step in text_of(s, f)[: f[4]] if step.op < FIRST_DEED]
    if asks and asks[0].op in SEALED_ASKS:
        return list(f[6])
    known = seat == f[2]
    shown = [p if known or a.op not in SECRET_ASKS else HIDDEN for p, a in zip(f[6], asks, strict=False)]
    return shown + list(f[6][len(asks) :])


def _picks(s: State, f: Frame) -> list[Pick]:
    found = []
    asks = [step for step in text_of(s, f)[: f[4]] if step.op < FIRST_DEED]
    sealed = bool(asks) and asks[0].op in SEALED_ASKS
    for k, p in enumerate(f[6]):
        if not asks or p == NO_PICK:
            continue
        step = asks[0] if sealed else asks[k]
        who = k if sealed else None
        if step.op in IN_STABLE:
            verb = "sacrifice" if step.op == Op.REMOVE and p >> OWNER == f[2] else step.verb
            found.append(Pick(verb, IDS[DESIGN_OF[p & 255]], HANDLES[p & 255], p >> OWNER))
        elif step.op == Op.PLAYER:
            found.append(Pick("choose", seat=p))
        elif step.op == Op.USE:
            found.append(Pick("use"))
        elif step.op not in SECRET_ASKS:
            found.append(Pick(step.verb, IDS[p], seat=who))
    return found


# --- what is asked -------------------------------------------------------------------------------------------------


def _ask(s: State, seat: Seat | None) -> Message | None:
    if seat is None or seat not in to_act(s):
        return None
    if s.wait == BABIES:
        return Message("ask.baby")
    if s.wait == ACTION:
        return Message("ask.action_more" if s.played else "ask.action", {"plays": s.plays})
    if s.wait == LIMIT:
        return Message("ask.limit", {"n": len(s.hands[seat]) - HAND_LIMIT})
    if s.wait == WINDOW:
        return _ask_window(s)
    if s.wait == REPLACE:
        uid, said = s.threats[s.at][0], s.threats[s.at][5]
        kind = "phoenix" if said == NEW else "knight"
        source = "unicorn_phoenix" if said == NEW else "black_knight_unicorn"
        args = {"card": IDS[DESIGN_OF[uid]], "handle": HANDLES[uid], "source": source, "may": True}
        return Message(f"ask.{kind}", args)
    f = s.link[s.at]
    step = text_of(s, f)[f[4]]
    may = s.wait == PICK and may_decline(s, f)
    args = {"source": IDS[f[0]], "verb": step.verb, "may": may, "seat": f[2]}
    if step.op == Op.AT:
        args["target"] = (f[2] + step.a) % s.n
    elif step.op == Op.THEIR_HAND:
        args["target"] = victim(s, f)
    return Message(f"ask.{step.ask}_may" if may else f"ask.{step.ask}", args)


def _ask_window(s: State) -> Message:
    d, by, into = s.stack[-1]
    args: dict[str, object] = {"player": by, "card": IDS[d]}
    if TYPE[d] == INSTANT:
        return Message("ask.window_neigh", args | {"below": IDS[s.stack[-2][0]]})
    if into >= 0 and into != by:
        return Message("ask.window_into", args | {"target": into})
    return Message("ask.window", args)
