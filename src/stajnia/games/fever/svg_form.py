"""A view of fever as a drawing: the lanes, the bets beside them, and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stajnia.core.game import Message
from stajnia.core.svg import INK, PALE, circle, clipped, label, line, picture, rect
from stajnia.games.fever.pieces import COLOURS, KINDS, ODDS
from stajnia.games.fever.text_form import BEYOND, text_form
from stajnia.games.fever.view import View

FILLS = dict(zip(COLOURS, ("#d64545", "#e8833a", "#e3c02f", "#4c9a4a", "#3b7dd8", "#8a56b5"), strict=True))
LANE, SPACE, LEFT, TOP = 40, 22, 130, 56
SEAT_FILLS = ("#c2417f", "#1f7a9c", "#5f8f2f", "#b8860b", "#6a55c8", "#8b5a3c")


def svg_form(v: View, say: Callable[[Message], str]) -> str:
    track = SPACE * (v.length + BEYOND + 1)
    bets = LEFT + track + 16
    width = bets + 60 * len(KINDS) + 90
    below = TOP + 6 * LANE + 30
    height = below + 22 * len(v.players) + 14
    head = say(Message("text_form.head", {"round": max(1, v.round), "races": v.races, "phase": v.phase}))
    shapes = [label(16, 28, head, 17, INK, "start", True), *_lanes(v, say), *_bets(v, say, bets)]
    finish = LEFT + SPACE * (v.length + 0.5)
    shapes.append(line(finish, TOP - 6, finish, TOP + 6 * LANE - 2, INK, 3))
    shapes += _players(v, say, below)
    return picture(width, height, say(Message("title")), text_form(v, say), shapes)


def _lanes(v: View, say: Callable[[Message], str]) -> Iterator[str]:
    for n, lane in enumerate(v.lanes):
        y = TOP + LANE * n
        name = say(Message(f"colour.{lane.colour}")) + (f" ×{lane.odds}" if lane.odds in ODDS else "")
        yield label(16, y + 24, name + (" !" if lane.rampage else ""), 14, INK, "start")
        yield rect(LEFT, y + 4, SPACE * (v.length + BEYOND + 1), LANE - 8, "#efecf7")
        x = LEFT + SPACE * (min(lane.at, v.length + BEYOND) + 0.5)
        yield circle(x, y + LANE / 2, 13, FILLS[lane.colour], INK)
        if lane.place:
            yield label(x, y + LANE / 2 + 5, lane.place, 13, "#ffffff", bold=True)
        magic = " ".join(card.magic or "?" for card in lane.cards)
        yield label(LEFT + SPACE * (v.length + BEYOND + 1) - 4, y + 25, magic, 11, PALE, "end")


def _bets(v: View, say: Callable[[Message], str], left: float) -> Iterator[str]:
    for k, kind in enumerate(KINDS):
        yield label(left + 60 * k + 28, TOP - 10, clipped(say(Message(f"kind.{kind}")), 9), 11, PALE)
    for bet in v.bets:
        x, y = left + 60 * KINDS.index(bet.kind), TOP + LANE * COLOURS.index(bet.colour) + 6
        taken = bet.seat is not None
        fill = SEAT_FILLS[bet.seat] if bet.seat is not None else "#ffffff" if bet.state == "free" else "#d8d3e4"
        yield rect(x, y, 54, LANE - 12, fill, FILLS[bet.colour])
        if taken:
            yield label(x + 27, y + 19, f"{bet.stake}" + (f"+{bet.glory}" if bet.glory else ""), 13, "#ffffff")


def _players(v: View, say: Callable[[Message], str], top: float) -> Iterator[str]:
    gold, glory = say(Message("text_form.gold")), say(Message("text_form.glory"))
    for p in v.players:
        y = top + 22 * p.seat
        yield circle(24, y - 5, 7, SEAT_FILLS[p.seat])
        name = clipped(say(Message("text_form.player", {"seat": p.seat})), 24)
        yield label(40, y, ("▸ " if p.seat in v.turn else "") + name, 14, INK, "start")
        owns = say(Message(f"colour.{p.owns}")) if p.owns else ""
        told = " · ".join(x for x in (f"{gold} {p.gold}", f"{glory} {p.glory}", owns, " ".join(p.contracts)) if x)
        yield label(240, y, told, 13, PALE, "start")
