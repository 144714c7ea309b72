"""Golden records: a match of every game and variant, as JSON lines. `python -m tests.golden.make_records` writes them.

Short ones: what is told of them is that they still replay, not that they are played well.
"""

from __future__ import annotations

from random import Random

from stajnia.bots.bot import Budget, bot
from stajnia.core.match import Match
from stajnia.core.record import Record
from stajnia.record_files import write_records
from tests.contract.drive import Case, cases
from tests.golden.make import HERE

FILE = HERE / "records.jsonl"


def play(case: Case) -> Record:
    name, seats, options = case
    rng = Random(7)
    choose = bot(name, "greedy")
    match = Match.start(name, seats, options, seed=7)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, choose(match.view(seat), match.legal(seat), rng, Budget(simulations=1)))
    assert match.secret is not None
    match.record.seed = match.secret.hex()
    return match.record


if __name__ == "__main__":
    print(write_records(FILE, map(play, cases())))
