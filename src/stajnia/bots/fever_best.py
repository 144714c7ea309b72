"""The learned player of Unicorn Fever: each action is played on, greedily, to the end of the round with its race; then
a net that has seen many games says who is likely to win. `training/seats` says how it was taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stajnia.bots.fever import greedy
from stajnia.core.game import CHANCE, Rng, Seat
from stajnia.core.playouts import by_odds
from stajnia.games.fever.chance import odds
from stajnia.games.fever.notation import read, write
from stajnia.games.fever.rules import legal, play, to_act
from stajnia.games.fever.state import AT_CARD, AT_DICE, State
from stajnia.games.fever.view import View, view

INPUTS: Final = "fever 1"
OWNED: Final = 0  # contracts, by number
AGAINST: Final = 40  # those of the others
HAND: Final = 80
MORE: Final = 96
WIDTH: Final = MORE + 26
RACING: Final = (AT_CARD, AT_DICE)


def features(s: State, me: Seat) -> bytes:
    """Row by seat: its contracts, the others', the viewer's magic if it is its own row, then numbers."""
    n = s.n
    out = bytearray(WIDTH * n)
    left = s.races - s.round
    for seat in range(n):
        at = WIDTH * seat
        for i in range(40):
            owner = s.own[i]
            if owner >= 0:
                out[at + i if owner == seat else at + AGAINST + i] = 1
        if seat == me:
            for m in s.hands[me]:
                out[at + HAND + m] += 1
        others = [other for other in range(n) if other != seat]
        more = at + MORE
        wealth = s.gold[seat]
        out[more] = seat == me
        out[more + 1] = min(255, wealth)
        out[more + 2] = min(255, s.glory[seat])
        out[more + 3] = s.loans[seat]
        out[more + 4] = min(255, max([s.glory[other] for other in others]))
        out[more + 5] = min(255, max([s.gold[other] for other in others]))
        out[more + 6] = min(255, sum([s.glory[other] for other in others]) // (n - 1))
        out[more + 7] = min(255, sum([s.gold[other] for other in others]) // (n - 1))
        out[more + 8] = len(s.hands[seat])
        out[more + 9] = left == 1
        out[more + 10] = left == 2
        out[more + 11] = left == 3
        out[more + 12] = left
        out[more + 13] = n
        out[more + 14] = (seat - s.next_first) % n if s.next_first >= 0 else (seat - s.first) % n
        out[more + 15] = s.glory[seat] > max([s.glory[other] for other in others])
        out[more + 16] = min(20, wealth)
        out[more + 17] = min(60, max(0, s.glory[seat] + 3 - wealth))
        out[more + 18] = max(0, s.loans[seat] * 25 - wealth) // 5 % 256
        out[more + 19] = s.rows[s.owns[seat]] if s.owns[seat] >= 0 else 0
        out[more + 20] = sum([1 for i in range(40) if s.own[i] == seat])
        out[more + 21] = sum([s.loans[other] for other in others])
        out[more + 22] = min(255, s.glory[seat] * left)
        out[more + 23] = min(255, max(0, s.glory[seat] - max([s.glory[other] for other in others])))
        out[more + 24] = min(255, max(0, max([s.glory[other] for other in others]) - s.glory[seat]))
        out[more + 25] = s.owns[seat] >= 0 and s.ramp >> s.owns[seat] & 1 == 1
    return bytes(out)


def play_greedily(s: State, rng: Rng, to_race: bool) -> None:
    """Plays on, in place, until the race begins (`to_race`), or the next round, or the game is over."""
    now = s.round
    luck = Random(rng.randrange(1 << 32))  # cards and dice stay the same where choices differ
    while s.round == now and not (to_race and s.step in RACING):
        seats = to_act(s)
        if not seats:
            return
        seat = seats[0]
        if seat == CHANCE:
            play(s, CHANCE, by_odds(odds(s), luck.random()))
            continue
        actions = legal(s, seat)
        if len(actions) == 1:
            play(s, seat, actions[0])
        else:
            play(s, seat, read(greedy(view(s, seat), [write(a) for a in actions], rng)))


def worth_a_look(v: View, texts: Sequence[str], rng: Rng) -> list[str]:
    """Without most of the stakes: they differ little, and every one costs a look."""
    stakes = [text for text in texts if text.startswith("stake ")]
    if len(stakes) < 6:
        return list(texts)
    kept = {stakes[0], stakes[len(stakes) // 4], stakes[len(stakes) // 2], stakes[-1], greedy(v, texts, rng)}
    return [text for text in texts if text in kept or text not in stakes]


class Ahead:
    """What the search needs to know of this game."""

    weights = "fever"
    inputs = INPUTS
    races = 10  # of one planning: a race is mostly luck, and cheap beside it

    def ends(self, s: State, rng: Rng) -> list[State]:
        if s.step not in RACING:
            play_greedily(s, rng, True)
        if not to_act(s) or s.step not in RACING:
            return [s]
        found = [s.copy() for _ in range(self.races)]
        for end in found:
            play_greedily(end, rng, False)
        return found

    def features(self, s: State, me: Seat) -> bytes:
        return features(s, me)
