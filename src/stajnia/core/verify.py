"""Was chance fair? A finished record checked against its revealed seed."""

from __future__ import annotations

import msgspec

from stajnia.core.chance import commitment, draw
from stajnia.core.game import CHANCE, Seat
from stajnia.core.record import BadRecord, Record, asked_again
from stajnia.core.replay import Walk


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found: chance moves checked, and the first thing wrong ("fair" when all is right).

    `again` is no fault, but worth knowing: how often chance was asked again after an undo, by who took back.
    """

    ok: bool
    finding: str
    chance_moves: int = 0
    place: int | None = None  # the number of the move, from 1
    again: dict[Seat, int] = {}


def verify(record: Record) -> Verdict:
    """Check a finished record against its revealed seed: the moves, the commitment and every chance move."""
    try:
        return _checked(record)
    except BadRecord as e:
        return Verdict(False, "moves", place=e.place)


def _checked(record: Record) -> Verdict:
    seed = _seed(record)
    walk = Walk(record)
    match = walk.match
    checked, wrong = 0, None
    while (move := walk.move) is not None:
        dealt = match.asked == (CHANCE,)
        drawn = draw(seed, walk.place, match.game.odds(match.state)) if dealt and seed is not None else None
        next(walk)
        checked += dealt
        if drawn is not None and wrong is None and drawn != match.game.read(move[1]):
            wrong = Verdict(False, "chance", checked, walk.place)
    if record.outcome is not None and record.outcome != match.outcome:
        return Verdict(False, "moves")
    if match.outcome is None:
        return Verdict(False, "unfinished")
    if not (record.commit and record.seed):
        return Verdict(False, "no_seed" if record.commit else "no_commit")
    if seed is None:
        return Verdict(False, "commit")
    return wrong or Verdict(True, "fair", checked, again=asked_again(record.moves))


def _seed(record: Record) -> bytes | None:
    """The revealed seed, if it is the one that was committed to."""
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        return None
    return seed if commitment(seed) == record.commit else None
