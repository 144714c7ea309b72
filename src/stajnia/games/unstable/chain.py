"""The effect chain: links of frames, sealed choices and replacements.

A link is asked first (mandatory texts before optional ones), then all its deeds of one round happen together, then
what is asked later in a text, and so on until every text of the link is finished. What the link set off becomes the
next link. `run_chain` goes on until somebody has to choose, chance has to speak, or the chain is over.
"""

from __future__ import annotations

from typing import Final

from stajnia.core.bits import bits
from stajnia.core.game import Event, Seat, Tell
from stajnia.games.unstable.actions import CARD_TEXTS
from stajnia.games.unstable.card_language import FIRST_DEED, LAST_FALL, Op, Step
from stajnia.games.unstable.chance import settle_queue
from stajnia.games.unstable.choices import (
    IN_STABLE,
    SEALED_ASKS,
    SECRET_ASKS,
    asked_seat,
    free_hand,
    possible,
    sealed_options,
    sealed_seats,
    verb_of,
)
from stajnia.games.unstable.deck import DESIGN_OF, FIRST_BIT, HANDLES, IDS, NUMBER, UNICORNS, When, text_of
from stajnia.games.unstable.effects import DEEDS, look_deck, threats_of
from stajnia.games.unstable.knowledge import know
from stajnia.games.unstable.stables import KNIGHT, PANDA, PHOENIX, TINY, blinded, seats_from, unicorns
from stajnia.games.unstable.state import (
    NO_PICK,
    OWNER,
    UID,
    UNSAID,
    Frame,
    Leaving,
    Said,
    State,
    Status,
    Threat,
    Wait,
)
from stajnia.games.unstable.zones import Round, discard, name, say, triggers

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
    tiny = [seat for seat, stable in enumerate(s.stables) if stable & TINY and unicorns(s, seat) > 5]
    if tiny:
        text = text_of(s.edition, TINY_DESIGN, When.TINY)
        s.link = [Frame(text, seat, FIRST_BIT[TINY_DESIGN]) for seat in tiny]
    elif s.next:
        order = seats_from(s, s.active)
        s.link, s.next = sorted(s.next, key=lambda f: order.index(f.seat)), []
        for f in s.link:
            if f.text.when == When.BOND:  # the card that goes home is the target of that effect (R72)
                s.taken |= 1 << f.picks[0]
    else:
        if s.links:
            say(tell, "chain_done")
        s.links = 0
        return False
    s.links += 1
    if tell is not None:
        say(tell, "link", n=s.links, cards=[IDS[f.card] for f in s.link], seats=[f.seat for f in s.link])
        for f in s.link:
            say(tell, "triggers", seat=f.seat, source=IDS[f.card], handle=HANDLES[f.uid] if f.uid >= 0 else "")
    return True


def _close_link(s: State, tell: Tell | None) -> None:
    say(tell, "link_done", n=s.links)
    s.link, s.taken, s.held, s.at = [], 0, (), -1
    if s.magic is not None:  # the effect is over: now the Magic card is discarded (R28, O5)
        spent, s.magic = s.magic, None
        s.pile[spent.card] += 1
        say(tell, "spent", seat=spent.seat, card=IDS[spent.card], src="stack", dst="pile")


def _go_on(s: State, tell: Tell | None) -> bool:
    """One thing of the link: ask somebody (True), or do a round of deeds, or close it."""
    if not s.armed:
        for must in (True, False):
            for i, f in enumerate(s.link):
                if f.status == Status.LIVE and f.text.must == must and _ask(s, i, tell):
                    return True
        live = [(i, f, f.now()) for i, f in enumerate(s.link) if f.status == Status.LIVE]
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
        if f.status != Status.LIVE:
            return False
        step = f.now()
        if step.op >= FIRST_DEED:
            return False
        if step.op in SEALED_ASKS:
            s.asked = sealed_seats(s, step)
            if s.asked:
                s.wait, s.at, s.who, s.sealed = Wait.SEALED, i, -1, (UNSAID,) * s.n
                say(tell, "all_choose", asked=list(bits(s.asked)), source=IDS[f.card])
                return True
            s.link[i] = f.on(f.step + 1, Status.LIVE, f.picks + (NO_PICK,) * s.n)
        elif possible(s, f, step):
            s.wait, s.at, s.who = Wait.PICK, i, asked_seat(f, step)
            if step.op == Op.SEARCH:
                look_deck(s, s.who, f.card, tell)
            return True
        elif step.need:
            say(tell, "ignored", seat=asked_seat(f, step), source=IDS[f.card])
            s.link[i] = f.on(f.step, Status.IGNORED, f.picks)
        else:
            s.link[i] = f.on(f.step + 1, Status.LIVE, (*f.picks, NO_PICK))


def _deeds(s: State, tell: Tell | None) -> None:
    """Everything of this round happens together; what falls goes first, so that no order of seats matters (R69)."""
    r = Round(s, tell)
    live = [(i, f) for i, f in enumerate(s.link) if f.status == Status.LIVE]
    for i, f in sorted(live, key=lambda x: x[1].now().op > LAST_FALL):
        step = f.now()
        r.at = i
        goes_on = DEEDS[step.op](s, r, f, step)
        at = f.step + 1
        s.link[i] = f.on(at, Status.LIVE if goes_on and at < len(f.text.steps) else Status.DONE, f.picks)
    s.threats, s.armed = (), False
    s.queue = tuple(sorted(s.queue, key=lambda task: task.due))
    triggers(s, r)


# --- picks ----------------------------------------------------------------------------------------------------


def pick(s: State, value: int, tell: Tell | None) -> None:
    """The asked seat has chosen; a card of a stable cannot be chosen again in this link (R72)."""
    i = s.at
    f = s.link[i]
    step = f.now()
    _hold(s, s.who, step, value)
    if step.op == Op.USE and f.text.sacrifices_this:
        s.taken |= 1 << f.uid
    _tell_pick(s, f, step, value, tell)
    s.link[i] = f.on(f.step + 1, Status.LIVE, (*f.picks, value))


def _hold(s: State, seat: Seat, step: Step, value: int) -> None:
    if value == NO_PICK:
        return
    if step.op in IN_STABLE:
        s.taken |= 1 << (value & UID)
    elif step.op == Op.NURSERY:
        s.taken |= 1 << value
    elif step.op in (Op.HAND, Op.TARGET_HAND, Op.EACH_HAND):
        s.held += ((seat, value),)
        know(s, seat, value, s.held.count((seat, value)))
    elif step.op == Op.PILE:
        s.held += ((-1, value),)


def decline(s: State, tell: Tell | None) -> None:
    f = s.link[s.at]
    say(tell, "declines", seat=f.seat, source=IDS[f.card])
    s.link[s.at] = f.on(f.step, Status.DECLINED, f.picks)


def _tell_pick(s: State, f: Frame, step: Step, value: int, tell: Tell | None) -> None:
    if tell is None or step.op in SECRET_ASKS:
        return
    args = {"seat": s.who, "source": IDS[f.card]}
    if step.op == Op.USE:
        say(tell, "uses", **args)
    elif step.op == Op.PLAYER:
        say(tell, "chooses_player", **args, target=value)
    elif step.op in IN_STABLE:
        verb = verb_of(step, value, f.seat)
        say(tell, "chooses", **args, **name(value & UID), target=value >> OWNER, verb=verb)
    else:
        reveals = step.op in (Op.HAND, Op.TARGET_HAND)
        tell(Event("chooses_card", args | {"card": IDS[value], "verb": step.verb}, reveals=reveals))


def seal(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    """One of the sealed choices; when all are in they are turned up together."""
    s.sealed = (*s.sealed[:seat], value, *s.sealed[seat + 1 :])
    if any(s.sealed[other] == UNSAID for other in bits(s.asked)):
        return
    f = s.link[s.at]
    step = f.now()
    picks = tuple(s.sealed[other] if s.asked >> other & 1 else NO_PICK for other in range(s.n))
    for other in bits(s.asked):
        _hold(s, other, step, picks[other])
        if tell is not None:
            p = picks[other]
            what = name(p & UID) if step.op in IN_STABLE else {"card": IDS[p]}
            args = {"seat": other, "source": IDS[f.card], "verb": step.verb, **what}
            tell(Event("chooses_card", args, reveals=True))
    s.link[s.at] = f.on(f.step + 1, Status.LIVE, f.picks + picks)
    s.asked, s.sealed = 0, ()


def options_sealed(s: State, seat: Seat) -> tuple[Step, list[int]]:
    f = s.link[s.at]
    step = f.now()
    return step, sealed_options(s, step, seat)


# --- replacements ---------------------------------------------------------------------------------------------


def _replacements(s: State) -> bool:
    """Ask where something may be done instead; one replacement an action (B10)."""
    for k, t in enumerate(s.threats):
        said = t.said
        if said == Said.NOTHING:
            live = PHOENIX & ~blinded(s, t.seat)
            if live >> t.uid & 1 and free_hand(s, t.seat):
                return _ask_instead(s, k)
            said = Said.NO_PHOENIX
        if said == Said.NO_PHOENIX:
            if t.how == Leaving.DESTROYED and UNICORNS >> t.uid & 1 and _knight(s, t.seat):
                _answer_threat(s, k, said)
                return _ask_instead(s, k)
            said = Said.STANDS
        _answer_threat(s, k, said)
    return False


def _ask_instead(s: State, k: int) -> bool:
    s.wait, s.who, s.at = Wait.REPLACE, s.threats[k].seat, k
    return True


def _answer_threat(s: State, k: int, said: int) -> None:
    s.threats = (*s.threats[:k], s.threats[k].answered(said), *s.threats[k + 1 :])


def _knight(s: State, seat: Seat) -> bool:
    """The Black Knight is there to be sacrificed, and not on its way out by its own player's hand."""
    stable = s.stables[seat]
    if not stable & KNIGHT & ~blinded(s, seat) or stable & PANDA:
        return False
    uid = KNIGHT.bit_length() - 1
    gone = (t.how == Leaving.SACRIFICED or t.said == Said.INSTEAD for t in s.threats if t.uid == uid)
    return not any(gone)


def replacement_texts(s: State) -> list[str]:
    """What the asked seat may answer."""
    if s.threats[s.at].said == Said.NOTHING:
        return [*(CARD_TEXTS["discard"][d] for d in dict.fromkeys(free_hand(s, s.who))), "decline"]
    return ["use", "decline"]


def replace(s: State, text: str, tell: Tell | None) -> None:
    k = s.at
    t = s.threats[k]
    phoenix = t.said == Said.NOTHING
    s.at = -1
    if text == "decline":
        say(tell, "declines", seat=t.seat, source="unicorn_phoenix" if phoenix else "black_knight_unicorn")
        _answer_threat(s, k, Said.NO_PHOENIX if phoenix else Said.STANDS)
        return
    if phoenix:
        discard(s, t.seat, NUMBER[text.split()[1]], tell, DESIGN_OF[t.uid])
        say(tell, "phoenix_stays", seat=t.seat, **name(t.uid))
        _answer_threat(s, k, Said.SAVED)
        return
    say(tell, "knight_saves", seat=t.seat, **name(t.uid), source="black_knight_unicorn")
    _answer_threat(s, k, Said.SAVED)
    knight = KNIGHT.bit_length() - 1
    s.threats += (Threat(knight, t.seat, Leaving.SACRIFICED, t.seat, t.frame, Said.INSTEAD),)
