"""Which Magic cards may be played: only if everything they demand of their caster can be done (R83)."""

from __future__ import annotations

from stajnia.core.game import Seat
from stajnia.games.unstable.card_language import Op, Step, Who
from stajnia.games.unstable.choices import enough, options, reach
from stajnia.games.unstable.deck import When, text_of
from stajnia.games.unstable.state import Frame, State


def playable(s: State, seat: Seat, d: int) -> bool:
    f = Frame(text_of(s.edition, d, When.PLAY), seat, -1)
    return _hand_suffices(s, f) and _targets_suffice(s, f)


def _hand_suffices(s: State, f: Frame) -> bool:
    """Whether the caster, without this card and with what it draws, can discard whatever it demands."""
    hand = len(s.hands[f.seat]) - 1
    for step in f.text.steps:
        if step.op == Op.DRAW:
            hand += min(step.n, s.left)
        elif step.op in (Op.HAND, Op.EACH_HAND):
            hand -= 1
            if hand < 0:
                return False
    return True


def _targets_suffice(s: State, f: Frame) -> bool:
    """Whether what the text asks for before its first deed can be picked; where all is left open, at least some."""
    asks = some = False
    for step in f.text.steps:
        if not step.asks:
            break
        if step.op == Op.FOE_OF:  # with the two picks before it: a card to give, and one to steal where it goes
            return _can_swap(s, f, step)
        if step.op == Op.EACH_HAND or step.who == Who.WHERE_IT_MAY_GO:
            continue  # seen to by the hand, by the pick before
        asks = True
        fits = _any_hand(s, f) if step.who == Who.ANY_WITH_HAND else enough(s, f, step)
        if step.need and not fits:
            return False
        some = some or fits
    return some or not asks


def _any_hand(s: State, f: Frame) -> bool:
    """Whether anybody has a card in hand, this one not counted."""
    return any(len(s.hands[t]) > (1 if t == f.seat else 0) for t in range(s.n))


def _can_swap(s: State, f: Frame, steal: Step) -> bool:
    """Whether some card can be given to a player from whom another one can be stolen then."""
    give, where = f.text.steps[0], f.text.steps[1]
    for given in options(s, f, give):
        chosen = f.on(1, f.status, (given,))
        for target in options(s, chosen, where):
            if reach(s, chosen.on(2, f.status, (given, target)), steal, target):
                return True
    return False
