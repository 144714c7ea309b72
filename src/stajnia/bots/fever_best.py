"""The learned player of Unicorn Fever: each action is played on, greedily, to the end of the round with its race; then
a net that has seen many games says who is likely to win. `training/seats` says how it was taught.

The guess that is played on was made from the seat's view, and everybody in it knows only what the own seat may know
(`Seen`): a simulation looks at no more than a view would tell, it only spares the views.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stajnia.bots.fever import Reckoning, decide, greedy, row_means
from stajnia.bots.search import play_on
from stajnia.core.game import Rng, Seat
from stajnia.games.fever import bets, planning, results, seen
from stajnia.games.fever.contracts import LE8, WI3
from stajnia.games.fever.notation import read, write
from stajnia.games.fever.pieces import BET_GLORY, BET_PLACES, CONTRACTS, PODIUM_TIMES, STACKS
from stajnia.games.fever.rules import to_act
from stajnia.games.fever.simulate import Course
from stajnia.games.fever.state import AT_CARD, AT_DICE, FREE, RESERVED, STAGES, UNUSED, State
from stajnia.games.fever.view import View

INPUTS: Final = "fever 1"
OWNED: Final = 0  # contracts, by number
AGAINST: Final = 40  # those of the others
HAND: Final = 80
MORE: Final = 96
WIDTH: Final = MORE + 26
RACING: Final = (AT_CARD, AT_DICE)
MOST: Final = 150  # guesses
HITS: Final = 2  # how often the dice of a race show a unicorn, about


def features(s: State, me: Seat) -> bytes:
    """Row by seat: its contracts, the others', the viewer's magic if it is its own row, then numbers."""
    n = s.n
    out = bytearray(WIDTH * n)
    left = s.races - s.round
    owned = [0] * n
    loans = gold = glory = 0
    for i in range(40):
        owner = s.own[i]
        if owner >= 0:
            owned[owner] += 1
            for seat in range(n):
                out[WIDTH * seat + (i if owner == seat else AGAINST + i)] = 1
    for m in s.hands[me]:
        out[WIDTH * me + HAND + m] += 1
    for seat in range(n):
        loans += s.loans[seat]
        gold += s.gold[seat]
        glory += s.glory[seat]
    first = s.next_first if s.next_first >= 0 else s.first
    for seat in range(n):
        more = WIDTH * seat + MORE
        wealth, fame, owns = s.gold[seat], s.glory[seat], s.owns[seat]
        richest = most = 0
        for other in range(n):
            if other != seat:
                richest, most = max(richest, s.gold[other]), max(most, s.glory[other])
        out[more] = seat == me
        out[more + 1] = min(255, wealth)
        out[more + 2] = min(255, fame)
        out[more + 3] = s.loans[seat]
        out[more + 4] = min(255, most)
        out[more + 5] = min(255, richest)
        out[more + 6] = min(255, (glory - fame) // (n - 1))
        out[more + 7] = min(255, (gold - wealth) // (n - 1))
        out[more + 8] = len(s.hands[seat])
        out[more + 9] = left == 1
        out[more + 10] = left == 2
        out[more + 11] = left == 3
        out[more + 12] = left
        out[more + 13] = n
        out[more + 14] = (seat - first) % n
        out[more + 15] = fame > most
        out[more + 16] = min(20, wealth)
        out[more + 17] = min(60, max(0, fame + 3 - wealth))
        out[more + 18] = max(0, s.loans[seat] * 25 - wealth) // 5 % 256
        out[more + 19] = s.rows[owns] if owns >= 0 else 0
        out[more + 20] = owned[seat]
        out[more + 21] = loans - s.loans[seat]
        out[more + 22] = min(255, fame * left)
        out[more + 23] = min(255, max(0, fame - most))
        out[more + 24] = min(255, max(0, most - fame))
        out[more + 25] = owns >= 0 and s.ramp >> owns & 1 == 1
    return bytes(out)


class Seen(Reckoning):
    """The same picture read from a state: what `seat` may know of it, and no more."""

    def __init__(self, s: State, seat: Seat) -> None:
        self.seat = seat
        self.stage = STAGES[s.step]
        self.gold, self.loans, self.fame, self.most = s.gold[seat], s.loans[seat], s.glory[seat], s.most(seat)
        self.owned = owned_by(s)
        self.owns = s.owns
        self.hand = list(s.hands[seat])
        self.market = tuple([CONTRACTS[c] for c in s.market])
        self.ranked = len(s.ranking)
        self._see_stacks(s)
        planned = s.phase in ("planning", "results")
        self.put = s.box.tokens[s.token].glory if planned and s.bet else 0
        self.stake_on = s.pend if planned else -1
        self.box = s.box
        self.means = row_means(s.options["box"], s.options["deck"])
        self.left = s.races - s.round + 1
        self._see_lanes(s)
        self._see_bets(s)
        self.reckon()

    def _see_stacks(self, s: State) -> None:
        tokens = seen.tokens(s.box)
        self.stacks = []
        for i, stack in enumerate(planning.stacks(s)):
            printed = s.box.printed[i]
            top = tokens[stack[s.top[i]]] if s.top[i] < len(stack) else None
            self.stacks.append((STACKS[i], top, tokens[printed] if printed >= 0 else None))

    def _see_lanes(self, s: State) -> None:
        """As seen.lanes tells it: cards lie open in the race, before it a seat knows its own and what it looked at."""
        self.rows = s.rows
        self.ability, self.immune, self.cards, self.hidden = [], [], [], []
        for c in range(6):
            wild = s.ramp >> c & 1 == 1
            self.ability.append(s.box.ability[c] if wild else 0)
            self.immune.append(s.box.immune[c] if wild else -1)
            known, hidden = [0] * 16, 0
            lane = s.lanes[c]
            if lane:
                open_ = s.look[1] if s.look[0] == c and s.own[WI3] == self.seat else 0
                if s.phase in ("race", "results"):
                    open_ = len(lane)
                for i, x in enumerate(lane):
                    if i < open_ or x // 16 == self.seat:
                        known[x % 16] += 1
                    else:
                        hidden += 1
            self.cards.append(known)
            self.hidden.append(hidden)

    def _see_bets(self, s: State) -> None:
        self.pays_places = [BET_PLACES[t // 6] for t in range(18)]
        self.pays_times = [PODIUM_TIMES] * 18
        self.pays_glory = [BET_GLORY[t // 6] for t in range(18)]
        self.holder = [-1] * 18
        self.stakes, self.onbet, self.free = s.stakes, s.onbet, []
        for t in range(18):
            x = s.bets[t]
            if x == UNUSED:
                continue
            self.pays_places[t], self.pays_times[t] = bets.places(s, t), bets.times(s, t)
            self.pays_glory[t] = bets.glory(s, t) - s.onbet[t]
            if 0 <= x < RESERVED:
                self.holder[t] = x
            elif x == FREE or x == RESERVED + self.seat:
                self.free.append(t)


def owned_by(s: State) -> list[tuple[str, ...]]:
    """The contracts by seat."""
    found: list[list[str]] = [[] for _ in range(s.n)]
    for c in range(40):
        if s.own[c] >= 0:
            found[s.own[c]].append(CONTRACTS[c])
    return [tuple(names) for names in found]


def quick(s: State, seat: Seat, actions: Sequence[int], rng: Rng) -> int:
    """As the greedy player would."""
    return read(decide(Seen(s, seat), [write(a) for a in actions], rng))


def play_greedily(s: State, rng: Rng, to_race: bool) -> None:
    """Plays on, in place, until the race begins (`to_race`), or the next round, or the game is over."""
    now = s.round
    play_on("fever", s, rng, quick, lambda s: s.round != now or (to_race and s.step in RACING))


def run(s: State, races: int, rng: Rng) -> list[State]:
    """The beginnings of the next round after so many races from the line; where the game ends, its end."""
    cards = [[0] * 16 for _ in range(6)]
    for c in range(6):
        for x in s.lanes[c]:
            cards[c][x % 16] += 1
    ability = [s.box.ability[c] if s.ramp >> c & 1 else 0 for c in range(6)]
    course = Course(s.box.length, s.cards.deck, s.rows, ability, cards)
    found = []
    for _ in range(races):
        end = s.copy()
        end.ranking = tuple(course.run(rng))
        owner = s.own[LE8]
        if owner >= 0:
            end.gold[owner] += HITS * s.box.n[LE8]
        results.results(end, None)
        if not end.final:
            planning.start_round(end, None)
        found.append(end)
    return found


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

    def price(self, _v: View, _action: str) -> float:
        return 0.0

    def ends(self, s: State, rng: Rng) -> list[State]:
        if s.step not in RACING:
            play_greedily(s, rng, True)
        if not to_act(s) or s.step not in RACING:
            return [s]
        luck = Random(rng.randrange(1 << 32))  # the same races for every action
        if s.rturn == 0 and s.step == AT_CARD:
            return run(s, self.races, luck)
        found = [s.copy() for _ in range(self.races)]  # in the middle of a race, at a tie
        for end in found:
            play_greedily(end, luck, False)
        return found

    def features(self, s: State, me: Seat) -> bytes:
        return features(s, me)
