"""The effect chain: links of frames, sealed choices and replacements.

A link is asked first (mandatory texts before optional ones), then all its deeds of one round happen together, then
what is asked later in a text, and so on until every text of the link is finished. What the link set off becomes the
next link. `run_chain` goes on until somebody has to choose, chance has to speak, or the chain is over.
"""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.card_language import LAST_FALL, Op, Step
from stajnia.games.unstable.chance import settle_queue
from stajnia.games.unstable.choices import asked_seat, possible, sealed_seats, verb_of
from stajnia.games.unstable.deck import BIT, FIRST_BIT, HANDLES, IDS, NUMBER, When, text_of
from stajnia.games.unstable.effects import DEEDS, look_deck, threats_of
from stajnia.games.unstable.knowledge import know
from stajnia.games.unstable.replacements import ask_instead
from stajnia.games.unstable.stables import TINY, unicorns
from stajnia.games.unstable.state import NO_PICK, OWNER, SEATS_OF, UID, Frame, State, Status, Task, Threat, Wait
from stajnia.games.unstable.zones import Round, name, say, triggers

TINY_DESIGN: Final = NUMBER["tiny_stable"]


def run_chain(s: State, tell: Tell | None) -> bool:
    """Go on with chance, link and next link; True: somebody (or chance) has to act."""
    while True:
        if s.queue:
            if settle_queue(s, tell):
                s.wait = Wait.CHANCE
                return True
        elif s.link:
            if _go_on(s, tell):
                return True
        elif not _open_link(s, tell):
            return False


# --- links ----------------------------------------------------------------------------------------------------


def _open_link(s: State, tell: Tell | None) -> bool:
    """The next link: an overfull Tiny Stable first, else all that was triggered, in turn order."""
    tiny = _overfull(s) if s.unsettled else []
    if tiny:
        s.link = tiny
    elif s.next:
        s.link, s.next = _in_turn_order(s), []
        for f in s.link:
            if f.text.when == When.BOND:  # the card that goes home is the target of that effect (R72)
                s.taken |= BIT[f.picks[0]]
    else:
        if s.links and tell is not None:
            say(tell, "chain_done")
        s.links = 0
        return False
    s.links += 1
    if tell is not None:
        say(tell, "link", n=s.links, cards=[IDS[f.card] for f in s.link], seats=[f.seat for f in s.link])
        for f in s.link:
            say(tell, "triggers", seat=f.seat, source=IDS[f.card], handle=HANDLES[f.uid] if f.uid >= 0 else "")
    return True


def _overfull(s: State) -> list[Frame]:
    found = []
    for seat, stable in enumerate(s.stables):
        if stable & TINY and unicorns(s, seat) > 5:
            found.append(Frame(text_of(s.edition, TINY_DESIGN, When.TINY), seat, FIRST_BIT[TINY_DESIGN]))
    return found


def _in_turn_order(s: State) -> list[Frame]:
    """What was triggered, from the active player on."""
    if len(s.next) == 1:
        return s.next
    return [f for i in range(s.n) for f in s.next if f.seat == (s.active + i) % s.n]


def _close_link(s: State, tell: Tell | None) -> None:
    if tell is not None:
        say(tell, "link_done", n=s.links)
    s.link, s.taken, s.held, s.at = [], 0, (), -1
    if s.magic is not None:  # the effect is over: now the Magic card is discarded (R28, O5)
        spent, s.magic = s.magic, None
        s.pile[spent.card] += 1
        if tell is not None:
            say(tell, "spent", seat=spent.seat, card=IDS[spent.card], src="stack", dst="pile")


def _go_on(s: State, tell: Tell | None) -> bool:
    """One thing of the link: ask somebody (True), or do a round of deeds, or close it."""
    if not s.armed:
        if _ask_all(s, tell):
            return True
        if not _arm(s):
            _close_link(s, tell)
            return False
    if s.threats and ask_instead(s):
        return True
    _deeds(s, tell)
    return False


def _ask_all(s: State, tell: Tell | None) -> bool:
    """Bring every frame to its next deed, those that must first (R74); True: a pick is needed for that."""
    for must in (True, False):
        for i, f in enumerate(s.link):
            if f.status == Status.LIVE and f.text.must == must and _ask(s, i, tell):
                return True
    return False


def _arm(s: State) -> bool:
    """What the deeds of this round threaten; False: no deed is left."""
    live = False
    threats: list[Threat] = []
    for i, f in enumerate(s.link):
        if f.status == Status.LIVE:
            live = True
            if f.now().op <= LAST_FALL:
                threats += threats_of(s, f, f.now(), i)
    s.threats, s.armed = tuple(threats), live
    return live


def _ask(s: State, i: int, tell: Tell | None) -> bool:
    """Bring frame i to its next deed; True: a pick is needed for that."""
    while True:
        f = s.link[i]
        if f.status != Status.LIVE:
            return False
        step = f.now()
        if not step.asks:
            return False
        if step.sealed:
            asked = sealed_seats(s, step)
            if asked:
                s.wait, s.at, s.who = Wait.SEALED, i, -1
                ask_sealed(s, asked)
                if tell is not None:
                    say(tell, "all_choose", asked=list(SEATS_OF[asked]), source=IDS[f.card])
                return True
            s.link[i] = f.on(f.step + 1, Status.LIVE, f.picks + (NO_PICK,) * s.n)
        elif possible(s, f, step):
            s.wait, s.at, s.who = Wait.PICK, i, asked_seat(f, step)
            if step.op == Op.SEARCH:
                look_deck(s, s.who, f.card, tell)
            return True
        elif step.need:
            if tell is not None:
                say(tell, "ignored", seat=asked_seat(f, step), source=IDS[f.card])
            s.link[i] = f.on(f.step, Status.IGNORED, f.picks)
        else:
            s.link[i] = f.on(f.step + 1, Status.LIVE, (*f.picks, NO_PICK))


def _deeds(s: State, tell: Tell | None) -> None:
    """Everything of this round happens together; what falls goes first, so that no order of seats matters (R69)."""
    r = Round(s, tell)
    link = s.link[:]
    for falls in (True, False):
        for i, f in enumerate(link):
            if f.status == Status.LIVE and (f.now().op <= LAST_FALL) == falls:
                r.at = i
                goes_on = DEEDS[f.now().op](s, r, f, f.now())
                at = f.step + 1
                s.link[i] = f.on(at, Status.LIVE if goes_on and at < len(f.text.steps) else Status.DONE, f.picks)
    s.threats, s.armed = (), False
    if len(s.queue) > 1:
        s.queue = tuple(sorted(s.queue, key=_due))
    if r.left or r.entered:
        triggers(s, r)


def _due(task: Task) -> int:
    return task.due


# --- picks ----------------------------------------------------------------------------------------------------


def pick(s: State, value: int, tell: Tell | None) -> None:
    """The asked seat has chosen; a card of a stable cannot be chosen again in this link (R72)."""
    i = s.at
    f = s.link[i]
    step = f.now()
    _hold(s, s.who, step, value)
    if step.op == Op.USE and f.text.sacrifices_this:
        s.taken |= BIT[f.uid]
    if tell is not None:
        _tell_pick(s, f, step, value, tell)
    s.link[i] = f.on(f.step + 1, Status.LIVE, (*f.picks, value))


def _hold(s: State, seat: Seat, step: Step, value: int) -> None:
    if value == NO_PICK:
        return
    if step.in_stable:
        s.taken |= BIT[value & UID]
    elif step.op == Op.NURSERY:
        s.taken |= BIT[value]
    elif step.op in (Op.HAND, Op.TARGET_HAND, Op.EACH_HAND):
        s.held += ((seat, value),)
        know(s, seat, value, s.held.count((seat, value)))
    elif step.op == Op.PILE:
        s.held += ((-1, value),)


def decline(s: State, tell: Tell | None) -> None:
    f = s.link[s.at]
    if tell is not None:
        say(tell, "declines", seat=f.seat, source=IDS[f.card])
    s.link[s.at] = f.on(f.step, Status.DECLINED, f.picks)


def _tell_pick(s: State, f: Frame, step: Step, value: int, tell: Tell) -> None:
    if step.secret:
        return
    args = {"seat": s.who, "source": IDS[f.card]}
    if step.op == Op.USE:
        if tell is not None:
            say(tell, "uses", **args)
    elif step.op == Op.PLAYER:
        if tell is not None:
            say(tell, "chooses_player", **args, target=value)
    elif step.in_stable:
        verb = verb_of(step, value, f.seat)
        if tell is not None:
            say(tell, "chooses", **args, **name(value & UID), target=value >> OWNER, verb=verb)
    else:
        reveals = step.op in (Op.HAND, Op.TARGET_HAND)
        tell(Event("chooses_card", args | {"card": IDS[value], "verb": step.verb}, reveals=reveals))


def ask_sealed(s: State, asked: int) -> None:
    """Those seats are asked at once, and what they say stays sealed until all have."""
    s.asked = s.missing = asked
    s.sealed = [NO_PICK] * s.n


def all_in(s: State, seat: Seat, value: int) -> bool:
    """One answer more; whether it was the last."""
    s.sealed[seat] = value
    s.missing &= ~(1 << seat)
    return not s.missing


def seal(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    """One of the sealed choices; when all are in they are turned up together."""
    if not all_in(s, seat, value):
        return
    f = s.link[s.at]
    step = f.now()
    picks = tuple(s.sealed)
    for other in SEATS_OF[s.asked]:
        _hold(s, other, step, picks[other])
        if tell is not None:
            p = picks[other]
            what = name(p & UID) if step.in_stable else {"card": IDS[p]}
            args = {"seat": other, "source": IDS[f.card], "verb": step.verb, **what}
            tell(Event("chooses_card", args, reveals=True))
    s.link[s.at] = f.on(f.step + 1, Status.LIVE, f.picks + picks)
    s.asked, s.sealed = 0, []
