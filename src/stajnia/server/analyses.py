"""The moves of a seat in a finished match, judged a few at a time: who wants all of them asks on, who goes away does
not, and nobody holds a worker for longer than one decision."""

from __future__ import annotations

import asyncio

import msgspec

from stajnia.bots.analysis import Choice, choices
from stajnia.core.record import BadRecord, Record
from stajnia.server import wire
from stajnia.server.endpoint import NUMBER, Call, Endpoint
from stajnia.server.errors import Refused
from stajnia.server.records import find_record
from stajnia.server.rooms import Rooms
from stajnia.server.workers import Busy, Late

PER_ANSWER = 60  # decisions in one answer
FRESH = 4  # of them that nobody has asked about before
ANALYSED = 3_000  # of a record that are looked at: no game has so many
KEPT = 10_000  # judgements in memory


async def get_analysis(call: Call) -> wire.Analysis:
    """What a seat's moves were worth, from the n-th of the record on: judged from what the seat knew then."""
    id, seat, start = call.path("id"), call.number("seat"), max(1, call.number("n"))
    call.spend("replays")
    found, rooms = await find_record(call), call.rooms
    async with rooms.heavy.turn(call.whose):
        try:
            game, some, following = await asyncio.to_thread(_choices, rooms, id, found, seat, start)
        except BadRecord as e:
            raise Refused(422, "bad_record", why=e.say(call.lang)) from None
    fresh = [choice for choice in some if (id, choice.n) not in rooms.judged]
    if fresh:
        call.spend("analysis", len(fresh))
    known = {choice.n: rooms.judged.get((id, choice.n)) for choice in some}
    failed = 0
    for choice in fresh:
        try:
            known[choice.n] = await _judge(call, game, choice)
        except Late:  # it is left out and not remembered: another time there may be an answer
            failed += 1
            continue
        rooms.judged[id, choice.n] = known[choice.n]
        if len(rooms.judged) > KEPT:
            rooms.judged.pop(next(iter(rooms.judged)))
    if failed and failed == len(some):  # of which nothing is known from before either
        raise Refused(503, "analysis_failed")
    return wire.Analysis(seat, [x for x in known.values() if x is not None], following)


def _choices(rooms: Rooms, id: str, found: bytes, seat: int, start: int) -> tuple[str, list[Choice], int | None]:
    """The next decisions of a seat, as many as one answer holds, and the move of the one that follows them."""
    record = Record.from_json(found)
    if seat >= record.seats:
        raise Refused(404, "no_seat")
    if start > max(1, len(record.moves)):
        raise Refused(404, "no_move", moves=len(record.moves), n=start)
    some: list[Choice] = []
    fresh = 0
    for choice in choices(msgspec.structs.replace(record, moves=record.moves[:ANALYSED]), seat, start):
        if len(some) == PER_ANSWER or fresh == FRESH:
            return record.game, some, choice.n
        some.append(choice)
        fresh += (id, choice.n) not in rooms.judged
    return record.game, some, None


async def _judge(call: Call, game: str, choice: Choice) -> wire.Judged | None:
    """None: nobody can tell. Late where a bot fails, or takes too long on this machine."""
    try:
        x = await call.rooms.workers.judge(game, choice, call.rooms.settings.bot_deadline, call.whose)
    except Busy:
        raise Refused(503, "analysis_late") from None
    return x and wire.Judged(x.n, round(x.expected, 4), round(x.best, 4), x.better, x.label)


ROUTES = (
    Endpoint(
        "GET",
        "/api/records/{id}/analysis",
        "What a seat's moves were worth, a few at a time: the chance to win after each, and after the best",
        get_analysis,
        wire.Analysis,
        faults=(404, 409, 422, 503),
        query=(("seat", NUMBER), ("n", NUMBER)),
        thinks=True,
    ),
)
