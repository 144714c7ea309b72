"""Bots for fever. They know what the seat knows: they never see a state.

`greedy` reckons the chance of every place from the odds, the rampage and the magic it knows, counts Gold and Glory
in one currency, and takes what is worth most now. The chances are a Plackett-Luce race: a unicorn's weight is
exp(PULL * spaces), where spaces are what it can expect to run; PULL and the worth of each card in spaces were fitted
to 100,000 simulated races (docs/fever.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp

from stajnia.bots.bot import SECOND, Budget, Choose
from stajnia.core.game import Rng
from stajnia.games.fever.box import box
from stajnia.games.fever.contracts import FA4, FA6, GN6, GO2, GO5, GO7, GO8, LE1
from stajnia.games.fever.pieces import BET_GLORY, COLOURS, CONTRACTS, DEBT, KINDS, LOAN, MOST, OWNER_GOLD
from stajnia.games.fever.race import steps_of
from stajnia.games.fever.view import View
from stajnia.games.fever.view_parts import Player

TURNS = 5.3  # race turns a unicorn needs
PULL = 0.75
TIES = 0.06  # what a row of odds is worth at a tie, in spaces
CARDS = {"A+": 1.0, "A-": -1.0, "B+": 0.85, "B-": -0.7, "C+": 1.35, "C-": -1.9, "D+": 1.25, "D-": -0.6}
CARDS |= {"E+": 0.45, "E-": -0.45, "F+": 0.5, "F-": -0.85, "G+": 0.0, "G-": 0.0}
ADD_UP = ("A+", "A-", "C+", "D+")  # of the others a second copy does nothing more
DEBTS = 0.8  # the dislike of an action that needs a loan, in Glory
WILD = {"start_plus_1": 1.0, "finish_plus_3": 1.7, "sprint_plus_1": 1.35}  # rampage abilities in the race

Chances = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]  # by colour: first, second, third


@lru_cache(maxsize=20_000)
def places(weights: tuple[float, ...]) -> Chances:
    """The chance of each unicorn to come first, second and third."""
    total = sum(weights)
    first = tuple(w / total for w in weights)
    second, third = [0.0] * 6, [0.0] * 6
    for i, p in enumerate(first):
        rest = total - weights[i]
        for j in range(6):
            if j == i:
                continue
            q = p * weights[j] / rest
            second[j] += q
            share = q / (rest - weights[j])
            for k in range(6):
                if k not in (i, j):
                    third[k] += share * weights[k]
    return first, tuple(second), tuple(third)


@lru_cache(maxsize=64)
def row_means(changes: str, deck: str) -> tuple[float, ...]:
    """What each odds row can expect to run in a race."""
    deck_of = box(changes).movement[deck]
    cards = [(steps_of(card), n) for card, n in zip(deck_of.cards, deck_of.copies, strict=True)]
    return tuple(TURNS * sum(steps[row] * n for steps, n in cards) / 23 - TIES * row for row in range(6))


class Reckoning:
    """A seat's picture of the race to come and of what Gold and Glory are worth now."""

    def __init__(self, v: View) -> None:
        self.v = v
        self.seat = v.seat or 0
        self.me: Player = v.players[self.seat]
        self.box = box(v.options["box"])
        self.means = row_means(v.options["box"], v.options["deck"])
        self.left = v.races - v.round + 1  # rounds to come, this one too
        self.coin = (0.07, 0.085, 0.095, 0.105)[min(self.left, 4) - 1]  # a Gold in Glory
        self.need = self.tax() + (DEBT * self.me.loans if self.left == 1 else 8 * self.me.loans)
        self.short = self.need > self.me.gold
        if self.short:
            self.coin = 0.3 if self.left == 1 else 0.14  # an unpaid loan loses the game
        self.glory = max(0.3, 1 - self.left * self.coin)  # a Glory won now is taxed every round
        self.cards = [[c.magic for c in lane.cards if c.magic] for lane in v.lanes]
        self.chances = places(self.weights(self.cards))
        envy = 1.0 if len(v.players) == 2 else 0.5
        self.share = envy / (len(v.players) - 1)

    def tax(self) -> int:
        """The Glory tax to expect at the end of the round."""
        due = self.me.glory + 3
        if "GO8" in self.me.contracts:
            due = max(0, due - self.box.n[GO8])
        return -(-due // self.box.n[GO2]) if "GO2" in self.me.contracts else due

    # ---- chances

    def weights(self, cards: Sequence[Sequence[str]]) -> tuple[float, ...]:
        return tuple(exp(PULL * self.spaces(c, cards[c])) for c in range(6))

    def spaces(self, c: int, cards: Sequence[str]) -> float:
        lane = self.v.lanes[c]
        ability = lane.ability if lane.rampage else ""
        immune = self.box.immune[c] if lane.rampage else -1
        row, run = lane.odds - 2, WILD.get(ability, 0.0)
        counts = {m: cards.count(m) for m in set(cards)}
        for m, n in counts.items():
            opposite = m[0] + ("-" if m[1] == "+" else "+")
            left = n - counts.get(opposite, 0)
            if left <= 0 or (m[1] == "-" and immune >= 0 and m[0] == "ABCDEFGH"[immune // 2]):
                continue
            if m[0] == "H":
                row = min(5, max(0, row + (-2 if m[1] == "+" else 2) * left))
            else:
                run += CARDS[m] * (left if m in ADD_UP else 1)
        return run + self.means[row]

    # ---- worth

    def bet(self, t: int, stake: int, on: int, seat: int, chances: Chances) -> tuple[float, float, float]:
        """The chance of a bet, the Gold it returns then, and its Glory."""
        kind, c = divmod(t, 6)
        lane = self.v.lanes[c]
        ability = lane.ability if lane.rampage else ""
        first, second, third = (x[c] for x in chances)
        if kind == 0:
            p = first + (second if ability == "win_bet_second_ok" else 0)
            times = lane.odds
        else:
            p = first + second + third
            times = 3 if ability == "podium_bet_x3" else 2
        glory = BET_GLORY[kind] + on + (ability == "bet_glory_plus_1")
        if "FA4" in self.v.players[seat].contracts:
            glory += self.box.n[FA4]
        return p, stake * times, glory

    def holdings(self, seat: int, chances: Chances) -> float:
        """What a seat's bets, own unicorn and lucky contracts are worth, in Glory."""
        total = 0.0
        for b in self.v.bets:
            if b.state == "held" and b.seat == seat:
                t = KINDS.index(b.kind) * 6 + COLOURS.index(b.colour)
                p, gold, glory = self.bet(t, b.stake, b.glory, seat, chances)
                total += p * (gold * self.coin + glory * self.glory)
        player = self.v.players[seat]
        if player.owns:
            c = COLOURS.index(player.owns)
            total += self.coin * sum(g * chances[i][c] for i, g in enumerate(OWNER_GOLD))
        for i in range(6):
            if f"LE{i + 1}" in player.contracts:
                total += self.glory * sum(x[i] for x in chances)
        return total

    def outlook(self, chances: Chances) -> float:
        """The own holdings, less a share of what the others hold."""
        mine = self.holdings(self.seat, chances)
        others = sum(self.holdings(p.seat, chances) for p in self.v.players if p.seat != self.seat)
        return mine - self.share * others

    # ---- the parts of a move

    def stake(self, t: int, gold: int) -> int:
        """All one can spare on a bet that pays, the least on a bet for Glory."""
        p, back, _ = self.bet(t, 100, 0, self.seat, self.chances)
        if p * back <= 108:
            return 1
        most = self.box.n[FA6] if "FA6" in self.me.contracts else MOST
        if self.short:
            return max(1, min(most, gold if p >= 0.6 else gold // 3))
        sure = 1.0 if p >= 0.7 else 0.6 if p >= 0.6 else 0.35
        spare = gold - self.need * (1.0 if self.left == 1 else 0.5)
        return max(1, min(most, int(max(spare, gold * 0.3) * sure)))

    def best_bet(self, tokens: Sequence[int], on: int = 0, gold: int | None = None) -> tuple[float, int]:
        """The bet worth most and its worth; an unlikely bet takes a token from nobody, so it is worth its chance."""
        purse = self.me.gold if gold is None else gold
        best = (0.0, -1)
        for t in tokens:
            stake = self.stake(t, purse) if purse else 1
            p, back, glory = self.bet(t, stake, on, self.seat, self.chances)
            worth = p * (back * self.coin + glory * self.glory) - stake * self.coin
            best = max(best, (worth, t))
        return best

    def magic(self, plays: Sequence[tuple[str, int]]) -> list[tuple[float, str, int]]:
        """Each card on each unicorn with what it changes, best first."""
        now = self.outlook(self.chances)
        found = []
        for m, c in plays:
            cards = list(self.cards)
            if m[0] == "G":
                hidden = sum(not x.magic for x in self.v.lanes[c].cards)
                known = sum(x[1] != m[1] for x in cards[c])
                worth = min(1.0, 0.25 * hidden + known) * self._drift(c) * (1 if m[1] == "+" else -1)
                found.append((worth, m, c))
                continue
            cards[c] = [*cards[c], m]
            found.append((self.outlook(places(self.weights(cards))) - now, m, c))
        found.sort(key=lambda x: -x[0])
        return found

    def _drift(self, c: int) -> float:
        """What one space more for a unicorn would change."""
        weights = list(self.weights(self.cards))
        weights[c] *= exp(PULL)
        return self.outlook(places(tuple(weights))) - self.outlook(self.chances)

    def magic_worth(self, n: int) -> float:
        """What the best n cards of the hand would change."""
        plays = [(m, c) for m in sorted(set(self.v.hand)) for c in range(6)]
        total, hand = 0.0, list(self.v.hand)
        for worth, m, _ in self.magic(plays):
            if n == 0 or worth <= 0.02:
                break
            if m in hand:
                hand.remove(m)
                total += worth
                n -= 1
        return total

    def contract(self, name: str) -> float:
        """What a contract will bring, in Glory; for luck on a colour by its chances."""
        i = CONTRACTS.index(name)
        a, b = WORTH[name]
        worth = self.box.glory[i] + a + b * self.left
        if name[:2] == "LE" and name < "LE7":
            worth += self.left * self.glory * self.box.n[i] * (0.5 * sum(x[i - LE1] for x in self.chances) + 0.25)
        elif name == "GO6":
            worth += (len(self.me.contracts) + 1) / self.box.n[i] + 0.25 * (self.left - 1)
        elif name == "GN4":
            worth += 5 * self.me.loans / 20
        return worth


# What a contract brings beside its printed Glory: once, and for each round to come (measured, docs/fever.md).
WORTH: dict[str, tuple[float, float]] = {
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
    choice = _STAGES[view.stage](Reckoning(view), legal, rng)
    return choice if choice in legal else legal[rng.randrange(len(legal))]


def _bets(legal: Sequence[str]) -> list[int]:
    """The bet tokens that `bet` or `reserve` may name."""
    found = []
    for text in legal:
        verb, *rest = text.split()
        if verb in ("bet", "reserve"):
            found.append(KINDS.index(rest[0]) * 6 + COLOURS.index(rest[1]))
    return found


def _bet_text(verb: str, t: int) -> str:
    return f"{verb} {KINDS[t // 6]} {COLOURS[t % 6]}"


def _plays(legal: Sequence[str]) -> list[tuple[str, int]]:
    parts = [text.split() for text in legal if text.startswith("magic")]
    return [(p[1], COLOURS.index(p[3])) for p in parts]


def _pick(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:
    """The token worth most; a loan or the Crystal Ball first where that pays."""
    v, me = r.v, r.me
    hidden = {f"look {lane.colour}": sum(not x.magic for x in lane.cards) for lane in v.lanes}
    looks = [text for text in legal if hidden.get(text)]
    if looks:
        return max(looks, key=lambda text: hidden[text])
    for text in legal:
        if text in ("swap E+", "swap E-", "swap G+", "swap F+"):
            return text
    free = [i for i, b in enumerate(v.bets) if b.state == "free" or (b.state == "reserved" and b.seat == r.seat)]
    best, found = -1.0, ""
    for text in legal:
        verb, *rest = text.split()
        if verb not in ("token", "print"):
            continue
        stack = next(s for s in v.stacks if s.colour == rest[0])
        token = stack.tokens[0] if verb == "token" else stack.printed
        if token is None:
            continue
        worth = token.gold * r.coin * (1.8 if me.gold < 8 else 1.1) + 0.1 * token.first
        if token.gold and "GN6" in me.contracts:
            worth += r.box.n[GN6] * r.coin
        if token.bet:
            worth += r.best_bet(free if token.bet == "any" else [t for t in free if t < 6], token.glory)[0]
            worth -= DEBTS * (me.gold == 0)
        if token.magic:
            worth += r.magic_worth(token.magic + ("WI1" in me.contracts))
        if token.contract:
            price = max(0, token.price - (r.box.n[GO5] if "GO5" in me.contracts else 0))
            worth += max((r.contract(c) for c in v.market), default=0.0) - price * r.coin
            worth -= DEBTS * (price > me.gold)
        if worth > best:
            best, found = worth, text
    poor = me.gold < 1 and me.loans < 1 and r.left > 1
    if poor and "loan" in legal and r.best_bet(free, gold=LOAN)[0] - r.best_bet(free)[0] > (DEBT - LOAN) * r.coin:
        return "loan"
    return found or legal[rng.randrange(len(legal))]


def _act(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:
    """The bet first, so that magic knows what to help; then every card that helps."""
    bets = _bets(legal)
    if bets:
        token = next((t for t in r.box.tokens if r.v.doing is not None and t.id == r.v.doing.token), None)
        worth, t = r.best_bet(bets, token.glory if token else 0)
        if t >= 0 and (worth > 0 or "done" not in legal):
            return _bet_text("bet", t)
        if "done" not in legal:
            return _bet_text("bet", max(bets, key=lambda t: r.bet(t, 1, 0, r.seat, r.chances)[0]))
    plays = r.magic(_plays(legal))
    if plays and (plays[0][0] > 0.02 or "done" not in legal):
        return f"magic {plays[0][1]} on {COLOURS[plays[0][2]]}"
    return "done" if "done" in legal else legal[rng.randrange(len(legal))]


def _stake(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001 (all stages take the same)
    b = r.v.doing.stake_on if r.v.doing is not None else None
    if b is None or r.me.gold == 0:
        return "loan"
    return f"stake {r.stake(KINDS.index(b.kind) * 6 + COLOURS.index(b.colour), r.me.gold)}"


def _second(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    if r.me.gold == 0:
        return "done"
    worth, t = r.best_bet(_bets(legal))
    return _bet_text("bet", t) if t >= 0 and worth > 0 else "done"


def _reserve(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    _, t = r.best_bet(_bets(legal))
    return _bet_text("reserve", t) if t >= 0 else "done"


def _contract(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    offers = [text.split()[1] for text in legal if text.startswith("contract")]
    if not offers:
        return "loan"
    best = max(offers, key=r.contract)
    if r.v.stage == "back" and r.contract(best) < r.box.n[GO7] * r.coin + 0.4:
        return "done"
    return f"contract {best}"


def _discard(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    """The card whose going helps most, tried on the unicorn on which all of them lie."""
    cards = [text.split()[1] for text in legal]
    if r.v.stage == "ward":
        lanes = [COLOURS.index(r.me.owns)]
    else:
        lanes = [c for c in range(6) if any(m[0] == "G" for m in r.cards[c])][:1]

    def after(m: str) -> float:
        known = [list(x) for x in r.cards]
        for c in lanes:
            if m in known[c]:
                known[c].remove(m)
        return r.outlook(places(r.weights(known)))

    return f"discard {max(cards, key=after)}"


def _tie(r: Reckoning, legal: Sequence[str], rng: Rng) -> str:  # noqa: ARG001
    """The place to the unicorn that brings most if it gets it and least if it does not."""
    place = len(r.v.ranking)

    def worth(text: str) -> float:
        c = COLOURS.index(text.split()[1])
        sure = tuple(tuple(float(i == place and k == c) for k in range(6)) for i in range(3))
        return r.outlook((sure[0], sure[1], sure[2]))

    return max(legal, key=worth)


_STAGES: dict[str, Callable[[Reckoning, Sequence[str], Rng], str]] = {
    "pick": _pick,
    "act": _act,
    "stake": _stake,
    "second": _second,
    "reserve": _reserve,
    "contract": _contract,
    "back": _contract,
    "night": _act,
    "ward": _discard,
    "seal": _discard,
    "tie": _tie,
}

LEVELS: dict[str, Choose] = {"greedy": greedy}
USUAL = "greedy"
