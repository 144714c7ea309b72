"""Replay of a finished match, step by step, as a seat saw it, as a spectator did, or open."""

from __future__ import annotations

from typing import Any, NamedTuple

from stajnia.bots.why import how_of, level_of
from stajnia.core.game import CHANCE, OPEN, Message, Open, Seat
from stajnia.core.match import Match
from stajnia.core.record import Move, Record, undone_to
from stajnia.core.replay import Walk
from stajnia.server import wire
from stajnia.server.errors import Refused

PER_ANSWER = 60  # frames in one answer


def frames(record: Record, perspective: str, start: int, count: int) -> wire.Replay:
    """The states after `start`, start+1 ... moves, at most `count` of them."""
    who = _who(record, perspective)
    if start > len(record.moves):
        raise Refused(404, "no_move", moves=len(record.moves), n=start)
    return wire.Replay(
        record.game,
        record.seats,
        record.options,
        record.names,
        len(record.moves),
        perspective,
        record.outcome,
        _frames(record, who, start, min(count, PER_ANSWER)),
        [level_of(record, seat) for seat in range(record.seats)],
    )


class Moment(NamedTuple):
    """What a bot knew when it made a move, and what it did."""

    game: str
    level: str
    view: Any
    legal: list[str]
    action: str
    late: bool  # it failed or was late: the move was made at random


def moment(record: Record, n: int) -> Moment:
    """The moment before the n-th move, if a bot made it."""
    if not 1 <= n <= len(record.moves):
        raise Refused(404, "no_move", moves=len(record.moves), n=n)
    walk = Walk(record)
    while walk.place < n - 1:
        next(walk)
    seat, text = record.moves[n - 1]
    level = level_of(record, seat) if seat != CHANCE and undone_to(text) is None else ""
    if not level:
        raise Refused(404, "no_bot")
    late = how_of(record, n - 1) == "late"
    return Moment(record.game, level, walk.match.view(seat), walk.match.legal(seat), text, late)


def _who(record: Record, perspective: str) -> Seat | Open | None:
    if perspective == OPEN:
        return OPEN
    if perspective == "spectator":
        return None
    seat = int(perspective)
    if seat >= record.seats:
        raise Refused(404, "no_seat")
    return seat


def _frames(record: Record, who: Seat | Open | None, start: int, count: int) -> list[wire.ReplayFrame]:
    walk = Walk(record)
    while walk.place < start - 1:
        next(walk)
    out = [_frame(walk, None, record, who)] if start == 0 else []
    while len(out) < count and walk.move is not None:
        out.append(_frame(walk, walk.move, record, who))
    return out


def _frame(walk: Walk, move: Move | None, record: Record, who: Seat | Open | None) -> wire.ReplayFrame:
    """The state after this move; None: the start."""
    match, n = walk.match, walk.place
    told: list[wire.Told] = []
    mover, text, how = None, "", ""
    label: Message | None = None
    if move is not None:
        mover, text = move
        how = how_of(record, n)
        if who in (OPEN, mover):
            label = _label(match, mover, text)
        else:
            text = ""  # a text may name what this perspective does not know; the events tell what it does
        n += 1
        told = [wire.Told(n, e.kind, e.seen_by(who).args) for e in next(walk)]
    views = [match.view(s) for s in range(record.seats)] if who == OPEN else None
    view = match.view(None if who == OPEN else who)
    return wire.ReplayFrame(n, mover, text, label, how, told, view, views)


def _label(match: Match, seat: Seat, text: str) -> Message | None:
    return None if seat == CHANCE or undone_to(text) is not None else match.label(seat, text)
