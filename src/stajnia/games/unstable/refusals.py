"""Why an action that is not on the list is refused: the rule and a message. Nothing here decides legality."""

from __future__ import annotations

from stajnia.core.game import Illegal, Seat
from stajnia.games.unstable.actions import SEAT_IN
from stajnia.games.unstable.card_language import CARD, MAGIC, Op, Step
from stajnia.games.unstable.deck import BIT, DESIGN_OF, IDS, IS_UNICORN, MARKS, NUMBER, TYPE, UID_OF
from stajnia.games.unstable.knowledge import holds
from stajnia.games.unstable.neighs import refused
from stajnia.games.unstable.stables import PANDA, destroyable, sacrificable, where
from stajnia.games.unstable.state import State, Wait


def why_not(s: State, seat: Seat, a: str) -> Illegal:
    rule, message, values = _why(s, seat, a)
    return Illegal(f"unstable {rule}", message, **values)


Why = tuple[str, str, dict[str, object]]


def _why(s: State, seat: Seat, a: str) -> Why:
    if s.wait == Wait.ACTION:
        return _why_action(s, seat, a)
    if s.wait == Wait.WINDOW:
        if a in ("neigh", "super_neigh"):
            return "R44", "no_neigh", {"card": a}
        return "R44", "only_answer", {}
    if s.wait == Wait.BABY:
        words = a.split()
        return ("R3", "baby_gone", {"card": words[1]}) if words[0] == "baby" else ("R3", "not_offered", {"text": a})
    if s.wait == Wait.LIMIT:
        return "R19", "limit", {}
    if s.wait in (Wait.PICK, Wait.SEALED):
        return _why_pick(s, seat, a)
    return "R56", "not_offered", {"text": a}


def _why_action(s: State, seat: Seat, a: str) -> Why:
    words = a.split()
    if words[0] in ("neigh", "super_neigh"):
        return "R17", "instant_as_action", {"card": words[0]}
    if words[0] == "draw":
        return "R15", "second_is_play", {}
    if words[0] != "play":
        return "R16", "must_act", {}
    d = NUMBER[words[1]]
    if not holds(s, seat, d):
        return "R40", "not_in_hand", {"card": words[1]}
    into = SEAT_IN[a] if len(words) > 2 else seat
    if into >= s.n:
        return "R26", "no_player", {}
    reason = refused(s, seat, d, into)
    if reason is not None:
        return reason[0], reason[1], {"card": words[1]}
    if TYPE[d] == MAGIC:
        return "R29", "needs_stable", {"card": words[1]}
    return "R26", "own_stable", {"card": words[1]}


def _why_pick(s: State, seat: Seat, a: str) -> Why:
    f = s.link[s.at]
    step = f.now()
    words = a.split()
    if a == "decline":
        return ("R56", "mandatory", {}) if f.text.must or s.wait == Wait.SEALED else ("R80", "paid", {})
    if words[0] == "choose" and step.op == Op.PLAYER:
        return "R60", "bad_player", {}
    verbs = ("destroy", "sacrifice") if step.op == Op.REMOVE else (step.verb,)
    if len(words) == 2 and words[0] in verbs and words[1] in UID_OF and step.in_stable:
        return _why_target(s, seat, words[0], UID_OF[words[1]], step)
    if len(words) == 2 and words[0] == step.verb and words[1] in NUMBER:
        return _why_card(s, seat, NUMBER[words[1]], step)
    return "R68", "not_offered", {"text": a}


def _why_target(s: State, seat: Seat, verb: str, uid: int, step: Step) -> Why:
    d = DESIGN_OF[uid]
    card: dict[str, object] = {"card": IDS[d]}
    owner = where(s, uid)
    if owner < 0:
        return "R68", "not_there", card
    if s.taken & BIT[uid]:
        return "R72", "twice", card
    if verb in ("destroy", "steal") and owner == seat:
        return ("R35" if verb == "destroy" else "R36"), "own_card", card
    if verb == "sacrifice" and owner != seat:
        return "R34", "not_own", card
    types = step.home if step.op == Op.REMOVE and owner == seat else step.types
    if not MARKS[d] & types:
        return "R68", "wrong_kind", card
    if s.stables[owner] & PANDA and IS_UNICORN[uid] and types != CARD:
        return "R92", "panda", card
    if verb == "sacrifice" and not sacrificable(s, seat, CARD) & BIT[uid]:
        return "R87", "immune", card
    if verb == "destroy" and not destroyable(s, owner, CARD, True) & BIT[uid]:
        return "R92", "immune", card
    closed = verb in ("steal", "move") or (verb == "give" and owner == seat)
    return "R68", "cannot_enter" if closed else "not_there", card


def _why_card(s: State, seat: Seat, d: int, step: Step) -> Why:
    card: dict[str, object] = {"card": IDS[d]}
    if step.op == Op.NURSERY:
        return "R30", "baby_gone", card
    if step.op == Op.PILE:
        return ("R68", "wrong_kind", card) if s.pile[d] else ("R68", "not_in_pile", card)
    if step.op in (Op.HAND, Op.TARGET_HAND, Op.EACH_HAND):
        if not holds(s, seat, d):
            return "R37", "not_in_hand", card
        if not MARKS[d] & step.types:
            return "R68", "wrong_kind", card
        return ("R68", "cannot_enter", card) if step.verb == "bring" else ("R72", "twice", card)
    return "R94", "not_there", card
