"""What a seat is asked, as a message."""

from __future__ import annotations

from typing import Final

from stajnia.core.game import Message, Seat
from stajnia.games.unstable.card_language import CARD, DOWNGRADE, GRADE, INSTANT, UNICORN, UPGRADE, Op
from stajnia.games.unstable.choices import may_decline, target_of
from stajnia.games.unstable.deck import IDS, TYPE
from stajnia.games.unstable.rules import HAND_LIMIT, to_act
from stajnia.games.unstable.state import Said, State, Wait
from stajnia.games.unstable.zones import name

TARGETS: Final = {  # words `target.ID`
    CARD: "card",
    UNICORN: "unicorn",
    UPGRADE: "upgrade",
    DOWNGRADE: "downgrade",
    GRADE: "grade",
}
PLACES: Final = {Op.HAND: "hand", Op.PILE: "pile"}  # where the cards lie that may be chosen, if not in stables


def ask(s: State, seat: Seat | None) -> Message | None:
    if seat is None or seat not in to_act(s):
        return None
    if s.wait == Wait.BABY:
        return Message("ask.baby")
    if s.wait == Wait.ACTION:
        return Message("ask.action_more" if s.played else "ask.action", {"plays": s.plays})
    if s.wait == Wait.LIMIT:
        return Message("ask.limit", {"n": len(s.hands[seat]) - HAND_LIMIT})
    if s.wait == Wait.WINDOW:
        return _ask_window(s)
    if s.wait == Wait.REPLACE:
        threat = s.threats[s.at]
        phoenix = threat.said == Said.NOTHING
        source = "unicorn_phoenix" if phoenix else "black_knight_unicorn"
        args = {**name(threat.uid), "source": source, "may": True}
        return Message("ask.phoenix" if phoenix else "ask.knight", args)
    f = s.link[s.at]
    step = f.now()
    may = s.wait == Wait.PICK and may_decline(f)
    args = {"source": IDS[f.card], "verb": step.verb, "may": may, "seat": f.seat}
    if step.types in TARGETS:
        args["what"] = TARGETS[step.types]
    if step.op in PLACES:
        args["from"] = PLACES[step.op]
    if step.op == Op.REMOVE:
        args["own"] = TARGETS[step.home]
    elif step.op == Op.AT:
        args["target"] = (f.seat + step.at) % s.n
    elif step.op == Op.THEIR_HAND:
        args["target"] = target_of(f)
    return Message(f"ask.{step.ask}_may" if may else f"ask.{step.ask}", args)


def _ask_window(s: State) -> Message:
    top = s.stack[-1]
    args: dict[str, object] = {"player": top.seat, "card": IDS[top.card]}
    if TYPE[top.card] == INSTANT:
        return Message("ask.window_neigh", args | {"below": IDS[s.stack[-2].card]})
    if top.into not in (-1, top.seat):
        return Message("ask.window_into", args | {"target": top.into})
    return Message("ask.window", args)
