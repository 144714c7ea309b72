"""Bots for fever. They know what the seat knows: they never see a state.

`greedy` reckons the chance of every place from the odds, the rampage and the magic it knows, counts Gold and Glory
in one currency, and takes what is worth most now. The chances are a Plackett-Luce race: a unicorn's weight is
exp(PULL * spaces), where spaces are what it can expect to run; PULL and the worth of each card in spaces were fitted
to 100,000 simulated races (docs/fever.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from stajnia.bots.analysis import Judge, Worth
from stajnia.bots.bot import SECOND, Budget, Choose, weaker
from stajnia.bots.why import Expects
from stajnia.core.game import Message, Rng
from stajnia.games.fever.actions import BET, CONTRACT, DISCARD, DRAW, LOOK, MAGIC, PLACE, RESERVE, STAKE, SWAP
from stajnia.games.fever.box import box
from stajnia.games.fever.contracts import FA4, GN6, GO2, GO5, GO7, GO8, LE1
from stajnia.games.fever.notation import read, write
from stajnia.games.fever.pieces import (
    BET_GLORY,
    BET_PLACES,
    COLOURS,
    CONTRACTS,
    DEBT,
    DESIGNS,
    KINDS,
    LENT,
    LONG_FINISH,
    LONG_SPRINT,
    LONG_START,
    OWNER_GOLD,
    PODIUM_TIMES,
    row_of,
)
from stajnia.games.fever.race import A, C, D, G, H, steps_of
from stajnia.games.fever.view import View
from stajnia.games.fever.view_parts import Token

try:
    from stajnia.bots import _fever_chances as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

TURNS: Final = 5.3  # race turns a unicorn needs
PULL: Final = 0.75
TIES: Final = 0.06  # what a row of odds is worth at a tie, in spaces
# what a card is worth in spaces, A+ to G-
CARDS: Final[list[float]] = [1.0, -1.0, 0.85, -0.7, 1.35, -1.9, 1.25, -0.6, 0.45, -0.45, 0.5, -0.85, 0.0, 0.0]
DEBTS: Final = 0.8  # the dislike of an action that needs a loan, in Glory
WILD: Final = {LONG_START: 1.0, LONG_FINISH: 1.7, LONG_SPRINT: 1.35}  # rampage abilities in the race
SHED: Final = ("swap E+", "swap E-", "swap G+", "swap F+")

Chances = tuple[list[float], list[float], list[float]]  # by colour: first, second, third


def places(weights: list[float]) -> Chances:
    """The chance of each unicorn to come first, second and third."""
    if _kernel is not None:
        found: Chances = _kernel.places(weights)
        return found
    return plain_places(weights)


def plain_places(w: list[float]) -> Chances:
    total = 0.0
    for x in w:
        total += x
    first, second, third = [x / total for x in w], [0.0] * 6, [0.0] * 6
    for i in range(6):
        p, rest = first[i], total - w[i]
        for j in range(6):
            if j == i:
                continue
            q = p * w[j] / rest
            second[j] += q
            share = q / (rest - w[j])
            for k in range(6):
                if k != i and k != j:
                    third[k] += share * w[k]
    return first, second, third


def prospect(weights: list[float], worth: list[float]) -> float:
    """The places' worth (place * 6 + colour) by the same chances, without listing them."""
    if _kernel is not None:
        said: float = _kernel.prospect(weights, worth)
        return said
    return plain_prospect(weights, worth)


def plain_prospect(weights: list[float], worth: list[float]) -> float:
    total = thirds = 0.0
    for k in range(6):
        total += weights[k]
        thirds += weights[k] * worth[12 + k]
    found = 0.0
    for i in range(6):
        w = weights[i]
        rest, later = total - w, thirds - w * worth[12 + i]
        seconds = 0.0
        for j in range(6):
            if j != i:
                x = weights[j]
                seconds += x * (worth[6 + j] + (later - x * worth[12 + j]) / (rest - x))
        found += w * (worth[i] + seconds / rest)
    return found / total


_MEANS: Final[dict[tuple[str, str], list[float]]] = {}


def row_means(changes: str, deck: str) -> list[float]:
    """What each odds row can expect to run in a race."""
    if (changes, deck) not in _MEANS:
        cards = [steps_of(card) for card in box(changes).movement[deck].deck]
        _MEANS[changes, deck] = [TURNS * sum([steps[row] for steps in cards]) / 23 - TIES * row for row in range(6)]
    return _MEANS[changes, deck]


def token_number(kind: str, colour: str) -> int:
    return KINDS.index(kind) * 6 + COLOURS.index(colour)


class Reckoning:
    """A seat's picture of the race to come and of what Gold and Glory are worth now.

    It is read from a view; fever_best.py reads the same from the state of a guess, so that it need not make views.
    """

    def __init__(self, v: View) -> None:
        self.seat: int = v.seat or 0
        me = v.players[self.seat]
        self.stage: str = v.stage
        self.gold: int = me.gold
        self.loans: int = me.loans
        self.fame: int = me.glory
        self.most: int = me.most
        self.owned: list[tuple[str, ...]] = [p.contracts for p in v.players]  # by seat
        self.owns: list[int] = [COLOURS.index(p.owns) if p.owns else -1 for p in v.players]
        self.hand: list[int] = [DESIGNS.index(m) for m in v.hand]
        self.market: tuple[str, ...] = v.market
        self.ranked: int = len(v.ranking)
        self.stacks: list[tuple[str, Token | None, Token | None]] = [
            (x.colour, x.tokens[0] if x.tokens else None, x.printed) for x in v.stacks
        ]
        doing = v.doing
        self.put: int = doing.glory if doing is not None else 0  # Glory that comes on the bet of this turn
        b = doing.stake_on if doing is not None else None
        self.stake_on: int = -1 if b is None else token_number(b.kind, b.colour)
        self.box = box(v.options["box"])
        self.means = row_means(v.options["box"], v.options["deck"])
        self.left: int = v.races - v.round + 1  # rounds to come, this one too
        self._read_lanes(v)
        self._read_bets(v)
        self.reckon()

    def reckon(self) -> None:
        """What follows from all that was read."""
        self.mine: tuple[str, ...] = self.owned[self.seat]
        self.coin: float = (0.07, 0.085, 0.095, 0.105)[min(self.left, 4) - 1]  # a Gold in Glory
        self.need = self.tax() + (DEBT * self.loans if self.left == 1 else 8 * self.loans)
        self.short = self.need > self.gold
        if self.short:
            self.coin = 0.3 if self.left == 1 else 0.14  # an unpaid loan loses the game
        self.glory = max(0.3, 1 - self.left * self.coin)  # a Glory won now is taxed every round
        self.weights: list[float] = [exp(PULL * self.spaces(c, self.cards[c])) for c in range(6)]
        self.chances = places(self.weights)
        self._worth_places()
        self.now = prospect(self.weights, self.worth)
        self.played: list[tuple[float, int]] = []  # the plays of the whole hand with what they change, once asked for

    def _read_lanes(self, v: View) -> None:
        self.rows: list[int] = []
        self.ability: list[int] = []
        self.immune: list[int] = []
        self.cards: list[list[int]] = []  # by unicorn and design, how many are known to lie there
        self.hidden: list[int] = []
        for c, lane in enumerate(v.lanes):
            wild: bool = lane.rampage
            self.rows.append(row_of(lane.odds))
            self.ability.append(self.box.ability[c] if wild else 0)
            self.immune.append(self.box.immune[c] if wild else -1)
            known, hidden = [0] * 16, 0
            for x in lane.cards:
                if x.magic:
                    known[DESIGNS.index(x.magic)] += 1
                else:
                    hidden += 1
            self.cards.append(known)
            self.hidden.append(hidden)

    def _read_bets(self, v: View) -> None:
        """What each bet token pays, whose it is, and which are free for this seat."""
        self.pays_places = [BET_PLACES[t // 6] for t in range(18)]
        self.pays_times = [PODIUM_TIMES] * 18
        self.pays_glory = [BET_GLORY[t // 6] for t in range(18)]
        self.holder = [-1] * 18
        self.stakes = [0] * 18
        self.onbet = [0] * 18
        self.free: list[int] = []
        for t, b in enumerate(v.bets):
            self.pays_places[t], self.pays_times[t] = b.pays_places, b.pays_times
            self.pays_glory[t], self.onbet[t], self.stakes[t] = b.pays_glory - b.glory, b.glory, b.stake
            if b.state == "held":
                self.holder[t] = b.seat or 0
            elif b.state == "free" or (b.state == "reserved" and b.seat == self.seat):
                self.free.append(t)

    def tax(self) -> int:
        """The Glory tax to expect at the end of the round."""
        due: int = self.fame + 3
        if "GO8" in self.mine:
            due = max(0, due - self.box.n[GO8])
        return -(-due // self.box.n[GO2]) if "GO2" in self.mine else due

    # ---- chances

    def spaces(self, c: int, cards: list[int]) -> float:
        """What a unicorn can expect to run with these cards on it, counted by design."""
        row, run = self.rows[c], WILD.get(self.ability[c], 0.0)
        immune = self.immune[c]
        for m in range(H):
            n = cards[m]
            if n:
                left = n - cards[m ^ 1]
                if left > 0 and m != immune:
                    adds_up = m in (A, A + 1, C, D)  # of the others a second copy does nothing more
                    run += CARDS[m] * (left if adds_up else 1)
        up, down = cards[H], cards[H + 1]
        if up > down:
            row = max(0, row - 2 * (up - down))
        elif down > up and immune != H + 1:
            row = min(5, row + 2 * (down - up))
        return run + self.means[row]

    def with_cards(self, c: int, cards: list[int]) -> float:
        """The outlook if these cards lay on that unicorn."""
        weights = self.weights.copy()
        weights[c] = exp(PULL * self.spaces(c, cards))
        return prospect(weights, self.worth)

    # ---- worth

    def _worth_places(self) -> None:
        """What each place of each unicorn is worth in Glory: bets, own unicorns, lucky contracts, less the others'."""
        self.worth = [0.0] * 18  # place * 6 + colour
        seats = len(self.owned)
        envy = 1.0 if seats == 2 else 0.5
        share = envy / (seats - 1)
        for seat in range(seats):
            self._worth_of(seat, self.owns[seat], self.owned[seat], 1.0 if seat == self.seat else -share)

    def _worth_of(self, seat: int, c: int, contracts: tuple[str, ...], sign: float) -> None:
        worth = self.worth
        fame = self.box.n[FA4] if "FA4" in contracts else 0
        for t in range(18):
            if self.holder[t] == seat:
                glory = self.pays_glory[t] + self.onbet[t] + fame
                value = self.stakes[t] * self.pays_times[t] * self.coin + glory * self.glory
                for i in range(self.pays_places[t]):
                    worth[i * 6 + t % 6] += sign * value
        if c >= 0:
            for i in range(3):
                worth[i * 6 + c] += sign * self.coin * OWNER_GOLD[i]
        for name in contracts:
            if name[:2] == "LE" and name < "LE7":
                c = CONTRACTS.index(name) - LE1
                for i in range(3):
                    worth[i * 6 + c] += sign * self.glory

    # ---- the parts of a move

    def chance(self, t: int) -> float:
        """The chance that a bet with this token succeeds."""
        first, second, third = self.chances
        c, n = t % 6, self.pays_places[t]
        if n == 1:
            return first[c]
        return first[c] + second[c] if n == 2 else first[c] + second[c] + third[c]

    def stake(self, t: int, gold: int) -> int:
        """All one can spare on a bet that pays, the least on a bet for Glory."""
        p = self.chance(t)
        if p * (100 * self.pays_times[t]) <= 108:
            return 1
        most = self.most
        if self.short:
            return max(1, min(most, gold if p >= 0.6 else gold // 3))
        sure = 1.0 if p >= 0.7 else 0.6 if p >= 0.6 else 0.35
        spare = gold - self.need * (1.0 if self.left == 1 else 0.5)
        return max(1, min(most, int(max(spare, gold * 0.3) * sure)))

    def best_bet(self, tokens: list[int], on: int, purse: int) -> tuple[float, int]:
        """The bet worth most and its worth; an unlikely bet takes a token from nobody, so it is worth its chance."""
        best, found = 0.0, -1
        fame = self.box.n[FA4] if "FA4" in self.mine else 0
        for t in tokens:
            stake = self.stake(t, purse) if purse else 1
            glory = self.pays_glory[t] + on + fame
            gain = stake * self.pays_times[t] * self.coin + glory * self.glory
            worth = self.chance(t) * gain - stake * self.coin
            if worth > best or (worth == best and t > found):
                best, found = worth, t
        return best, found

    def magic(self, plays: list[int]) -> list[tuple[float, int]]:
        """Each card on each unicorn (design * 6 + colour) with what it changes, best first."""
        if _kernel is not None:
            bonus = [WILD.get(a, 0.0) for a in self.ability]
            said: list[float] = _kernel.changes(
                (self.means, self.rows, bonus, self.immune, self.cards, self.hidden), self.weights, self.worth, plays
            )
            found = list(zip(said, plays, strict=True))
        else:
            found = [(self.change(play // 6, play % 6), play) for play in plays]
        found.sort(key=lambda x: -round(x[0], 9))  # what is worth the same stays in order
        return found

    def change(self, m: int, c: int) -> float:
        """What a card on a unicorn changes."""
        cards = self.cards[c].copy()
        if m >= G and m < H:
            return self._antimagic(m, c, cards)
        cards[m] += 1
        return self.with_cards(c, cards) - self.now

    def _antimagic(self, m: int, c: int, cards: list[int]) -> float:
        """What a G card changes: it takes away one card of the other sign, if there is any."""
        known = sum([cards[x] for x in range(1 - m % 2, 16, 2)])
        weights = self.weights.copy()
        weights[c] *= exp(PULL)
        drift = prospect(weights, self.worth) - self.now  # what one space more would change
        return min(1.0, 0.25 * self.hidden[c] + known) * drift * (1 if m == G else -1)

    def magic_worth(self, n: int) -> float:
        """What the best n cards of the hand would change."""
        hand = self.hand.copy()
        if not self.played:
            self.played = self.magic([m * 6 + c for m in sorted(set(hand)) for c in range(6)])
        total = 0.0
        for worth, play in self.played:
            if n == 0 or worth <= 0.02:
                break
            if play // 6 in hand:
                hand.remove(play // 6)
                total += worth
                n -= 1
        return total

    def contract(self, name: str) -> float:
        """What a contract will bring, in Glory; for luck on a colour by its chances."""
        i = CONTRACTS.index(name)
        a, b = WORTH[name]
        worth = self.box.glory[i] + a + b * self.left
        if name[:2] == "LE" and name < "LE7":
            first, second, third = self.chances
            podium = first[i - LE1] + second[i - LE1] + third[i - LE1]
            worth += self.left * self.glory * self.box.n[i] * (0.5 * podium + 0.25)
        elif name == "GO6":
            worth += (len(self.mine) + 1) / self.box.n[i] + 0.25 * (self.left - 1)
        elif name == "GN4":
            worth += 5 * self.loans / 20
        return worth

    def token(self, token: Token) -> float:
        """What an action token, or an effect on the board, is worth."""
        worth: float = token.gold * self.coin * (1.8 if self.gold < 8 else 1.1) + 0.1 * token.first
        if token.gold and "GN6" in self.mine:
            worth += self.box.n[GN6] * self.coin
        if token.bet:
            tokens = self.free if token.bet == "any" else [t for t in self.free if t < 6]
            worth += self.best_bet(tokens, token.glory, self.gold)[0] - DEBTS * (self.gold == 0)
        if token.magic:
            worth += self.magic_worth(token.magic + ("WI1" in self.mine))
        if token.contract:
            price: int = max(0, token.price - (self.box.n[GO5] if "GO5" in self.mine else 0))
            worth += max([self.contract(c) for c in self.market], default=0.0) - price * self.coin
            worth -= DEBTS * (price > self.gold)
        return worth


# What a contract brings beside its printed Glory: once, and for each round to come (measured, docs/fever.md).
WORTH: Final[dict[str, tuple[float, float]]] = {
    "FA1": (0, 0.57), "FA2": (0, 0.19), "FA3": (0, 0.83), "FA4": (0, 0.74), "FA5": (0, 0.22), "FA6": (0, 0.06),
    "FA7": (0, 0.12), "FA8": (0, 0.52), "GO1": (1.3, 0), "GO2": (0, 0.4), "GO3": (0, 0.16), "GO4": (0, 0.18),
    "GO5": (0, 0.07), "GO6": (0.2, 0), "GO7": (-0.17, 0.17), "GO8": (0, 0.26), "GN1": (0, 0.12),
    "GN2": (0, 0.53), "GN3": (-0.31, 0.31), "GN4": (0.1, 0), "GN5": (1.2, 0), "GN6": (0, 0.19),
    "GN7": (0, 0.15), "GN8": (0, 0), "LE1": (0, 0.1), "LE2": (0, 0.1), "LE3": (0, 0.1), "LE4": (0, 0.1),
    "LE5": (0, 0.1), "LE6": (0, 0.1), "LE7": (0, 0.63), "LE8": (0, 0.15), "WI1": (0, 0.4), "WI2": (0, 0.15),
    "WI3": (0, 0.35), "WI4": (0, 0.15), "WI5": (0, 0.63), "WI6": (0, 0.21), "WI7": (0, 0.09), "WI8": (0, 0.42),
}  # fmt: skip


def greedy(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """The legal action that is worth most by a short reckoning."""
    if len(legal) == 1:
        return legal[0]
    return decide(Reckoning(view), legal, rng)


def decide(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:
    choice = _STAGES[r.stage](r, legal, rng)
    return choice if choice in legal else legal[rng.randrange(len(legal))]


def _pick(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:
    """The token worth most; a loan or the Crystal Ball first where that pays."""
    first = _before(r, legal)
    if first:
        return first
    best, found = -1.0, ""
    for verb in ("token", "print"):
        for colour, top, printed in r.stacks:
            text = f"{verb} {colour}"
            token = printed if verb == "print" else top
            if token is None or text not in legal:
                continue
            worth = r.token(token)
            if worth > best:
                best, found = worth, text
    if "loan" in legal and _needs_loan(r):
        return "loan"
    return found or legal[rng.randrange(len(legal))]


def _before(r: Reckoning, legal: Sequence[str]) -> str:
    """What is done before a token is taken: look where most is hidden, swap what is worth little."""
    most, found = 0, ""
    for text in legal:
        a = read(text)
        if LOOK <= a < RESERVE and r.hidden[a - LOOK] > most:
            most, found = r.hidden[a - LOOK], text
    if not found:
        found = next((text for text in legal if text in SHED), "")
    return found


def _needs_loan(r: Reckoning) -> bool:
    if r.gold >= 1 or r.loans >= 1 or r.left == 1:
        return False
    return r.best_bet(r.free, 0, LENT)[0] - r.best_bet(r.free, 0, r.gold)[0] > (DEBT - LENT) * r.coin


def _tokens(legal: Sequence[str]) -> list[int]:
    """The bet tokens that `bet` or `reserve` may name."""
    found = []
    for text in legal:
        a = read(text)
        if BET <= a < DRAW:
            found.append(a - BET)
        elif RESERVE <= a < SWAP:
            found.append(a - RESERVE)
    return found


def _likeliest(r: Reckoning, tokens: list[int]) -> int:
    return max(tokens, key=lambda t: r.chance(t))


def _act(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:
    """The bet first, so that magic knows what to help; then every card that helps."""
    bets, done = _tokens(legal), "done" in legal
    if bets:
        _, t = r.best_bet(bets, r.put, r.gold)
        if t < 0 and not done:
            t = _likeliest(r, bets)
        if t >= 0:
            return write(BET + t)
    plays = r.magic([a - MAGIC for a in map(read, legal) if MAGIC <= a < PLACE])
    if plays and (plays[0][0] > 0.02 or not done):
        return write(MAGIC + plays[0][1])
    return "done" if done else legal[rng.randrange(len(legal))]


def _stake(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001 (all stages take the same)
    if r.stake_on < 0 or r.gold == 0:
        return "loan"
    return write(STAKE + r.stake(r.stake_on, r.gold))


def _second(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    if r.gold == 0:
        return "done"
    worth, t = r.best_bet(_tokens(legal), 0, r.gold)
    return write(BET + t) if t >= 0 and worth > 0 else "done"


def _reserve(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    tokens = _tokens(legal)
    _, t = r.best_bet(tokens, 0, r.gold)
    if t < 0 and "done" not in legal:
        t = _likeliest(r, tokens)
    return write(RESERVE + t) if t >= 0 else "done"


def _contract(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    offers = [CONTRACTS[a - CONTRACT] for a in map(read, legal) if CONTRACT <= a < LOOK]
    if not offers:
        return "loan"
    best = max(offers, key=lambda c: r.contract(c))
    if r.stage == "back" and r.contract(best) < r.box.n[GO7] * r.coin + 0.4:
        return "done"
    return f"contract {best}"


def _discard(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    """The card whose going helps most, tried on the unicorn on which all of them lie."""
    if r.stage == "ward":
        c = r.owns[r.seat]
    else:
        c = next((c for c in range(6) if r.cards[c][G] or r.cards[c][G + 1]), 0)
    best, found = 0.0, -1
    for text in legal:
        m = read(text) - DISCARD
        cards = r.cards[c].copy()
        cards[m] = max(0, cards[m] - 1)
        worth = round(r.with_cards(c, cards), 9)
        if found < 0 or worth > best:
            best, found = worth, m
    return write(DISCARD + found)


def _tie(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    """The place to the unicorn that brings most if it gets it."""
    place = r.ranked
    if place > 2:
        return legal[0]
    return max(legal, key=lambda text: r.worth[place * 6 + read(text) - PLACE])


_STAGES: Final[dict[str, Callable[[Reckoning, Sequence[str], Rng], str]]] = {
    "pick": _pick,
    "act": _act,
    "stake": _stake,
    "second": _second,
    "reserve": _reserve,
    "contract": _contract,
    "back": _contract,
    "night": _act,
    "ward": _discard,
    "antimagic": _discard,
    "tie": _tie,
}


def best(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """What looking ahead to the end of the round and a learned net find."""
    if len(legal) == 1:
        return legal[0]
    from stajnia.bots.fever_best import MOST, Ahead, worth_a_look
    from stajnia.bots.search import weigh

    return weigh("fever", Ahead(), view, worth_a_look(view, legal, rng), rng, budget, MOST)[0].action


def _expects(view: View, legal: Sequence[str], action: str, rng: Rng, budget: Budget) -> list[Message]:
    from stajnia.bots.fever_best import MOST, Ahead, worth_a_look
    from stajnia.bots.search import expected

    kept = worth_a_look(view, legal, rng)
    return expected("fever", Ahead(), view, kept if action in kept else [*kept, action], action, rng, budget, MOST)


def judge(view: View, legal: Sequence[str], action: str, rng: Rng, simulations: int) -> Worth:
    """The same look ahead (bots/analysis.py)."""
    from stajnia.bots.fever_best import Ahead, worth_a_look
    from stajnia.bots.search import judged

    kept = worth_a_look(view, legal, rng)
    return judged("fever", Ahead(), view, kept if action in kept else [*kept, action], action, rng, simulations)


JUDGE: Final[Judge] = judge
EXPECTS: Final[dict[str, Expects]] = {"best": _expects}
LEVELS: Final[dict[str, Choose]] = {
    "beginner": weaker("fever", "beginner"),
    "casual": weaker("fever", "casual"),
    "greedy": greedy,
    "best": best,
}
USUAL: Final = "casual"
