"""Replay of a finished match, step by step, as a seat saw it, as a spectator did, or open."""

from __future__ import annotations

from stajnia.core.game import CHANCE, Event, Message
from stajnia.core.match import Match, Move, Record, replay
from stajnia.server import wire
from stajnia.server.errors import Refused

PAGE = 60  # frames in one answer
OPEN = "open"


def frames(record: Record, perspective: str, start: int, count: int) -> wire.Replay:
    """The states after `start`, start+1 ... moves, at most `count` of them."""
    seat = _seat(record, perspective)
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
        _frames(record, seat, perspective == OPEN, start, min(count, PAGE)),
    )


def _seat(record: Record, perspective: str) -> int | None:
    if perspective in ("spectator", OPEN):
        return None
    seat = int(perspective)
    if seat >= record.seats:
        raise Refused(404, "no_seat")
    return seat


def _frames(record: Record, seat: int | None, is_open: bool, start: int, count: int) -> list[wire.Frame]:
    match = replay(record, upto=max(0, start - 1))
    hows: dict[str, str] = record.notes.get("hows", {})
    out = []
    for n in range(start, min(start + count, len(record.moves) + 1)):
        mover, text, how = None, "", ""
        label: Message | None = None
        events: list[Event] = []
        if n > 0:
            mover, text = record.moves[n - 1]
            how = hows.get(str(n - 1), "")
            if not (is_open or mover == seat):
                text = ""  # a text may name what this perspective does not know; the events tell what it does
            elif mover != CHANCE:
                label = _label(match, mover, text)
            events = _step(match, record.moves[n - 1])
        told = [_told(n, e, seat, is_open) for e in events]
        views = [match.view(s) for s in range(record.seats)] if is_open else None
        out.append(wire.Frame(n, mover, text, label, how, told, match.view(seat), views))
    return out


def _step(match: Match, move: Move) -> list[Event]:
    """Play one recorded move; its events."""
    seat, text = move
    if text.startswith("undo "):
        return match.undo(seat, int(text[5:]))
    events: list[Event] = []
    match.game.play(match.state, seat, match.game.read(text), events.append)
    match.record.moves.append(move)
    return events


def _label(match: Match, seat: int, text: str) -> Message | None:
    return None if text.startswith("undo ") else match.label(seat, text)


def _told(n: int, e: Event, seat: int | None, is_open: bool) -> wire.Told:
    args = {**e.args, **e.secret} if is_open or seat in e.to else e.args
    return wire.Told(n, e.kind, args)
