"""Ten lines that play a match: `python -m examples.play_a_match`."""

from random import Random

import stajnia

rng = Random(1)
match = stajnia.Match.start("clovers", seats=3, options={"lucky": True}, seed=2026)
while match.to_act:
    seat = match.to_act[0]
    match.play(seat, rng.choice(match.legal(seat)))
print(stajnia.text(match))
print(match.outcome)
