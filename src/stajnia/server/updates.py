"""What one seat is sent of a match: built from its view and from events as it may know them, never from the state."""

from __future__ import annotations

from typing import Any

from stajnia.core.game import Message
from stajnia.server import wire
from stajnia.server.live_match import LiveMatch


def told(live: LiveMatch, seat: int | None, since: int) -> list[wire.Told]:
    """The events of the shows after `since`, as this seat may know them."""
    return [
        wire.Told(n, e.kind, e.seen_by(seat).args)
        for n, shown in enumerate(live.shows[since:], since + 1)
        for e in shown.events
    ]


def choices(live: LiveMatch, seat: int | None, view: Any) -> tuple[list[str], dict[str, Message]]:
    """What this seat may do now, as texts and in words."""
    if seat is None or not live.to_play(seat):
        return [], {}
    game = live.game
    labels = {game.write(a): game.label(view, a) for a in game.legal(live.match.state, seat)}
    return list(labels), labels


def window(live: LiveMatch, seat: int | None, now: int, floor: int) -> wire.WindowTimes | None:
    phase = live.phase
    if not phase.sealed:
        return None
    most = phase.most
    if most is None and phase.deadlines:
        most = max(phase.deadlines.values())
    return wire.WindowTimes(
        max(0, phase.least - now),
        None if most is None else max(0, max(most, floor) - now),
        phase.asked,
        seat in live.match.pending,
        live.can_think(seat),
    )


def undo(live: LiveMatch, seat: int | None) -> wire.Undo:
    if seat is None and live.ask is None:
        return _NO_UNDO
    asked = live.ask
    return wire.Undo(
        live.free_to(seat),
        live.ask_to(seat),
        None if asked is None else wire.UndoAsked(asked.seat, asked.to, list(asked.agreed)),
    )


_NO_UNDO = wire.Undo()


def show(live: LiveMatch, seat: int | None, since: int, now: int, floor: int = 0) -> wire.Show:
    """The match as `seat` (None: a spectator) may know it. `floor`: no time is up before (after a restart)."""
    view = live.match.view(seat)
    legal, labels = choices(live, seat, view)
    phase = live.phase
    due = None if phase.sealed or not phase.deadlines else min(phase.deadlines.values())
    return wire.Show(
        n=live.n,
        since=since,
        events=told(live, seat, since),
        view=view,
        legal=legal,
        labels=labels,
        deadline=None if due is None else max(0, max(due, floor) - now),
        clock=phase.banks,
        window=window(live, seat, now, floor),
        undo=undo(live, seat),
        orders="ask" if seat is None else live.orders.get(seat, "ask"),  # type: ignore[arg-type]
        result=live.outcome,
    )
