"""What one seat is sent of a match: built from its view and from events as it may know them, never from the state."""

from __future__ import annotations

from typing import Any

from stajnia.core.game import Message
from stajnia.server import wire
from stajnia.server.course import Course


def told(course: Course, seat: int | None, since: int) -> list[wire.Told]:
    """The events of the shows after `since`, as this seat may know them."""
    return [
        wire.Told(n, e.kind, {**e.args, **e.secret} if seat in e.to else e.args)
        for n, shown in enumerate(course.shows[since:], since + 1)
        for e in shown.events
    ]


def choices(course: Course, seat: int | None, view: Any) -> tuple[list[str], dict[str, Message]]:
    """What this seat may do now, as texts and in words."""
    if seat is None or not course.to_play(seat):
        return [], {}
    game = course.game
    labels = {game.write(a): game.label(view, a) for a in game.legal(course.match.state, seat)}
    return list(labels), labels


def window(course: Course, seat: int | None, now: int, floor: int) -> wire.Window | None:
    phase = course.phase
    if not phase.sealed:
        return None
    most = phase.most
    if most is None and phase.deadlines:
        most = max(phase.deadlines.values())
    return wire.Window(
        max(0, phase.least - now),
        None if most is None else max(0, max(most, floor) - now),
        phase.asked,
        seat in course.answers,
        course.can_think(seat),
    )


def undo(course: Course, seat: int | None) -> wire.Undo:
    if seat is None and course.ask is None:
        return _NO_UNDO
    asked = course.ask
    return wire.Undo(
        course.free_to(seat),
        course.ask_to(seat),
        None if asked is None else wire.UndoAsked(asked.seat, asked.to, list(asked.agreed)),
    )


_NO_UNDO = wire.Undo()


def show(course: Course, seat: int | None, since: int, now: int, floor: int = 0) -> wire.Show:
    """The match as `seat` (None: a spectator) may know it. `floor`: no time is up before (after a restart)."""
    view = course.match.view(seat)
    legal, labels = choices(course, seat, view)
    phase = course.phase
    due = None if phase.sealed or not phase.deadlines else min(phase.deadlines.values())
    return wire.Show(
        n=course.n,
        since=since,
        events=told(course, seat, since),
        view=view,
        legal=legal,
        labels=labels,
        deadline=None if due is None else max(0, max(due, floor) - now),
        clock=phase.banks,
        window=window(course, seat, now, floor),
        undo=undo(course, seat),
        orders="ask" if seat is None else course.orders.get(seat, "ask"),  # type: ignore[arg-type]
        result=course.outcome,
    )
