"""The effect chain: links of frames, sealed choices and replacements.

A link is asked first (mandatory texts before optional ones), then all its deeds of one round happen together, then
what is asked later in a text, and so on until every text of the link is finished. What the link set off becomes the
next link. `run_chain` goes on until somebody has to choose, chance has to speak, or the chain is over.
"""

from __future__ import annotations

from stajnia.core.bits import bits
from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import FIRST_DEED, LAST_FALL, Op, Step
from stajnia.games.unstable.chance import settle_queue
from stajnia.games.unstable.choices import (
    IN_STABLE,
    SEALED_ASKS,
    SECRET_ASKS,
    asked_seat,
    free_hand,
    mandatory,
    pick_text,
    possible,
    sealed_options,
    sealed_seats,
    text_of,
)
from stajnia.games.unstable.deck import (
    BOND,
    DESIGN_OF,
    FIRST_BIT,
    HANDLES,
    IDS,
    NUMBER,
    TINY,
    UNICORNS,
)
from stajnia.games.unstable.effects import DEEDS, look_deck, threats_of
from stajnia.games.unstable.knowledge import know
from stajnia.games.unstable.state import (
    CHANCE_MOVE,
    DECLINED,
    DESTROYED,
    DONE,
    IGNORED,
    INSTEAD,
    KNIGHT,
    LIVE,
    NEW,
    NO_PHOENIX,
    NO_PICK,
    OWNER,
    PANDA,
    PHOENIX,
    PICK,
    REPLACE,
    SACRIFICED,
    SAVED,
    SEALED,
    STANDS,
    TINY_CARD,
    UNSAID,
    Frame,
    State,
    Threat,
    blinded,
    name,
    say,
    seats_from,
    unicorns,
)
from stajnia.games.unstable.zones import Round, discard, triggers

TINY_DESIGN = NUMBER["tiny_stable"]
KNIGHT_DESIGN = NUMBER["black_knight_unicorn"]


def run_chain(s: State, tell: Tell | None) -> bool:
    """Go on with chance, link and next link; True: somebody (or chance) has to act."""
    while True:
        if s.queue:
            if settle_queue(s, tell):
                s.wait = CHANCE_MOVE
                return True
        elif s.link:
            if _go_on(s, tell):
                return True
        elif not _open_link(s, tell):
            return False


# --- links ----------------------------------------------------------------------------------------------------


def _open_link(s: State, tell: Tell | None) -> bool:
    """The next link: an overfull Tiny Stable first, else all that was triggered, in turn order."""
    tiny = [seat for seat, stable in enumerate(s.stables) if stable & TINY_CARD and unicorns(s, seat) > 5]
    if tiny:
        s.link = [(TINY_DESIGN, TINY, seat, FIRST_BIT[TINY_DESIGN], 0, LIVE, ()) for seat in tiny]
    elif s.next:
        order = seats_from(s, s.active)
        s.link, s.next = sorted(s.next, key=lambda f: order.index(f[2])), []
        for f in s.link:
            if f[1] == BOND:  # the card that goes home is the target of that effect (R72)
                s.taken |= 1 << f[6][0]
    else:
        if s.links:
            say(tell, "chain_done")
        s.links = 0
        return False
    s.links += 1
    if tell is not None:
        say(tell, "link", n=s.links, cards=[IDS[f[0]] for f in s.link], seats=[f[2] for f in s.link])
        for f in s.link:
            say(tell, "triggers", seat=f[2], source=IDS[f[0]], handle=HANDLES[f[3]] if f[3] >= 0 else "")
    return True


def _close_link(s: State, tell: Tell | None) -> None:
    say(tell, "link_done", n=s.links)
    s.link, s.taken, s.held, s.at = [], 0, (), -1
    if s.magic is not None:  # the effect is over: now the Magic card is discarded (R28, O5)
        d, seat = s.magic
        s.magic = None
        s.pile[d] += 1
        say(tell, "spent", seat=seat, card=IDS[d], src="stack", dst="pile")


def _go_on(s: State, tell: Tell | None) -> bool:
    """One thing of the link: ask somebody (True), or do a round of deeds, or close it."""
    if not s.armed:
        for must in (True, False):
            for i, f in enumerate(s.link):
                if f[5] == LIVE and mandatory(s, f) == must and _ask(s, i, tell):
                    return True
        live = [(i, f, text_of(s, f)[f[4]]) for i, f in enumerate(s.link) if f[5] == LIVE]
        if not live:
            _close_link(s, tell)
            return False
        s.threats = tuple(t for i, f, step in live for t in threats_of(s, f, step, i))
        s.armed = True
    if _replacements(s):
        return True
    _deeds(s, tell)
    return False


def _ask(s: State, i: int, tell: Tell | None) -> bool:
    """Bring frame i to its next deed; True: a pick is needed for that."""
    while True:
        f = s.link[i]
        if f[5] != LIVE:
            return False
        step = text_of(s, f)[f[4]]
        if step.op >= FIRST_DEED:
            return False
        if step.op in SEALED_ASKS:
            s.asked = sealed_seats(s, step)
            if s.asked:
                s.wait, s.at, s.who, s.sealed = SEALED, i, -1, (UNSAID,) * s.n
                say(tell, "all_choose", asked=list(bits(s.asked)), source=IDS[f[0]])
                return True
            s.link[i] = _with(f, f[4] + 1, LIVE, f[6] + (NO_PICK,) * s.n)
        elif possible(s, f, step):
            s.wait, s.at, s.who = PICK, i, asked_seat(s, f, step)
            if step.op == Op.SEARCH:
                look_deck(s, s.who, f[0], tell)
            return True
        elif step.need:
            say(tell, "ignored", seat=asked_seat(s, f, step), source=IDS[f[0]])
            s.link[i] = _with(f, f[4], IGNORED, f[6])
        else:
            s.link[i] = _with(f, f[4] + 1, LIVE, (*f[6], NO_PICK))


def _with(f: Frame, step: int, status: int, picks: tuple[int, ...]) -> Frame:
    return (f[0], f[1], f[2], f[3], step, status, picks)


def _deeds(s: State, tell: Tell | None) -> None:
    """Everything of this round happens together; what falls goes first, so that no order of seats matters (R69)."""
    r = Round(s, tell)
    live = [(i, f, text_of(s, f)) for i, f in enumerate(s.link) if f[5] == LIVE]
    for i, f, text in sorted(live, key=lambda x: x[2][x[1][4]].op > LAST_FALL):
        step = text[f[4]]
        r.at = i
        goes_on = DEEDS[step.op](s, r, f, step)
        at = f[4] + 1
        s.link[i] = _with(f, at, LIVE if goes_on and at < len(text) else DONE, f[6])
    s.threats, s.armed = (), False
    s.queue = tuple(sorted(s.queue, key=lambda task: task[0]))
    triggers(s, r)


# --- picks ----------------------------------------------------------------------------------------------------


def pick(s: State, value: int, tell: Tell | None) -> None:
    """The asked seat has chosen; a card of a stable cannot be chosen again in this link (R72)."""
    i = s.at
    f = s.link[i]
    step = text_of(s, f)[f[4]]
    _hold(s, s.who, step, value)
    if step.op == Op.USE and any(t.op == Op.SACRIFICE_THIS for t in text_of(s, f)):
        s.taken |= 1 << f[3]
    _tell_pick(s, f, step, value, tell)
    s.link[i] = _with(f, f[4] + 1, LIVE, (*f[6], value))


def _hold(s: State, seat: Seat, step: Step, value: int) -> None:
    if value == NO_PICK:
        return
    if step.op in IN_STABLE:
        s.taken |= 1 << (value & 255)
    elif step.op == Op.NURSERY:
        s.taken |= 1 << value
    elif step.op in (Op.HAND, Op.VICTIM, Op.EACH_HAND):
        s.held += ((seat, value),)
        know(s, seat, value, s.held.count((seat, value)))
    elif step.op == Op.PILE:
        s.held += ((-1, value),)


def decline(s: State, tell: Tell | None) -> None:
    f = s.link[s.at]
    say(tell, "declines", seat=f[2], source=IDS[f[0]])
    s.link[s.at] = _with(f, f[4], DECLINED, f[6])


def _tell_pick(s: State, f: Frame, step: Step, value: int, tell: Tell | None) -> None:
    if tell is None or step.op in SECRET_ASKS:
        return
    args = {"seat": s.who, "source": IDS[f[0]]}
    if step.op == Op.USE:
        say(tell, "uses", **args)
    elif step.op == Op.PLAYER:
        say(tell, "chooses_player", **args, target=value)
    elif step.op in IN_STABLE:
        verb = pick_text(step, value, f[2]).split()[0]
        say(tell, "chooses", **args, **name(value & 255), target=value >> OWNER, verb=verb)
    else:
        reveals = step.op in (Op.HAND, Op.VICTIM)
        tell(Event("chooses_card", args | {"card": IDS[value], "verb": step.verb}, reveals=reveals))


def seal(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    """One of the sealed choices; when all are in they are turned up together."""
    s.sealed = (*s.sealed[:seat], value, *s.sealed[seat + 1 :])
    if any(s.sealed[other] == UNSAID for other in bits(s.asked)):
        return
    f = s.link[s.at]
    step = text_of(s, f)[f[4]]
    picks = tuple(s.sealed[other] if s.asked >> other & 1 else NO_PICK for other in range(s.n))
    for other in bits(s.asked):
        _hold(s, other, step, picks[other])
        if tell is not None:
            p = picks[other]
            what = name(p & 255) if step.op in IN_STABLE else {"card": IDS[p]}
            args = {"seat": other, "source": IDS[f[0]], "verb": step.verb, **what}
            tell(Event("chooses_card", args, reveals=True))
    s.link[s.at] = _with(f, f[4] + 1, LIVE, f[6] + picks)
    s.asked, s.sealed = 0, ()


def options_sealed(s: State, seat: Seat) -> tuple[Step, list[int]]:
    f = s.link[s.at]
    step = text_of(s, f)[f[4]]
    return step, sealed_options(s, step, seat)


# --- replacements ---------------------------------------------------------------------------------------------


def _replacements(s: State) -> bool:
    """Ask where something may be done instead; one replacement an action (B10)."""
    for k, (uid, seat, how, by, frame, said) in enumerate(s.threats):
        if said == NEW:
            live = PHOENIX & ~blinded(s, seat)
            if live >> uid & 1 and free_hand(s, seat):
                s.wait, s.who, s.at = REPLACE, seat, k
                return True
            said = NO_PHOENIX
        if said == NO_PHOENIX:
            if how == DESTROYED and UNICORNS >> uid & 1 and _knight(s, seat):
                s.threats = (*s.threats[:k], (uid, seat, how, by, frame, said), *s.threats[k + 1 :])
                s.wait, s.who, s.at = REPLACE, seat, k
                return True
            said = STANDS
        s.threats = (*s.threats[:k], (uid, seat, how, by, frame, said), *s.threats[k + 1 :])
    return False


def _knight(s: State, seat: Seat) -> bool:
    """The Black Knight is there to be sacrificed, and not on its way out by its own player's hand."""
    stable = s.stables[seat]
    if not stable & KNIGHT & ~blinded(s, seat) or stable & PANDA:
        return False
    uid = KNIGHT.bit_length() - 1
    return not any(t[0] == uid and (t[2] == SACRIFICED or t[5] == INSTEAD) for t in s.threats)


def replacement_texts(s: State) -> list[str]:
    """What the asked seat may answer."""
    if s.threats[s.at][5] == NEW:
        return [*(f"discard {IDS[d]}" for d in dict.fromkeys(free_hand(s, s.who))), "decline"]
    return ["use", "decline"]


def replace(s: State, text: str, tell: Tell | None) -> None:
    k = s.at
    uid, seat, how, by, frame, said = s.threats[k]
    extra: tuple[Threat, ...] = ()
    if text == "decline":
        source = "unicorn_phoenix" if said == NEW else "black_knight_unicorn"
        say(tell, "declines", seat=seat, source=source)
        said = NO_PHOENIX if said == NEW else STANDS
    elif said == NEW:
        discard(s, seat, NUMBER[text.split()[1]], tell, DESIGN_OF[uid])
        say(tell, "phoenix_stays", seat=seat, **name(uid))
        said = SAVED
    else:
        say(tell, "knight_saves", seat=seat, **name(uid), source="black_knight_unicorn")
        said = SAVED
        knight = KNIGHT.bit_length() - 1
        extra = ((knight, seat, SACRIFICED, seat, frame, INSTEAD),)
    s.threats = (*s.threats[:k], (uid, seat, how, by, frame, said), *s.threats[k + 1 :], *extra)
    s.at = -1
