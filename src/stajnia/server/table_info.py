"""A table as one person sees it."""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.server import wire
from stajnia.server.table_row import TableRow, code_of


def table_info(
    row: TableRow,
    person: str | None,
    *,
    you: int | None,
    present: Sequence[bool] = (),
    stand_ins: Sequence[int] = (),
    spectators: Sequence[wire.Spectator] = (),
    your_turn: bool = False,
    seed: bytes = b"",
) -> wire.TableInfo:
    """The table as this person sees it, through the eyes of the seat `you` (None: of a spectator)."""
    yours = row.seats_of(person)
    seats = [
        wire.SeatInfo(
            s.kind,  # type: ignore[arg-type]  # one of the three words by construction
            s.name,
            s.level,
            bool(present) and present[n],
            n in stand_ins and s.kind == "person",
            n in yours,
            s.guest_bot,
        )
        for n, s in enumerate(row.seats)
    ]
    return wire.TableInfo(
        id=row.id,
        code=code_of(row.id),
        game=row.game,
        title=row.title,
        options=row.options,
        clock=row.clock,
        listed=row.listed,
        chat=row.chat,
        hints=row.hints,
        guest_bots=row.guest_bots,
        state=row.state,  # type: ignore[arg-type]  # one of the four words by construction
        seats=seats,
        names=row.names,
        host=row.host_name,
        you=you,
        yours=yours,
        is_host=bool(person) and person == row.host,
        your_turn=your_turn,
        spectators=list(spectators),
        sent_away=[n for n, s in enumerate(row.seats) if person == row.host and s.person in row.blocked],
        rated=row.rated,
        rematch=row.rematch,
        result=row.result,
        commit=row.commit,
        seed=seed.hex() if row.state == "over" else "",
        created=row.created,
        updated=row.updated,
    )
