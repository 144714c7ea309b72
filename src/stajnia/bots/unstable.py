"""Greedy play of Unstable Unicorns: what each card is worth here and now, from the view alone.

It fills its stable, hits who is nearest to winning, keeps its Neighs for what matters and throws away the worst.
"""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.bots.analysis import Judge, Worth
from stajnia.bots.bot import SECOND, Budget, Choose, weaker
from stajnia.bots.why import Expects
from stajnia.core.game import PASS, Message, Rng, Seat
from stajnia.games.unstable.card_language import BASIC, DOWNGRADE, INSTANT, MAGIC, UNICORN, UPGRADE
from stajnia.games.unstable.deck import NUMBER, TYPE
from stajnia.games.unstable.view import View
from stajnia.games.unstable.view_parts import Player, StableCard

# What a card is worth in its player's stable, a plain unicorn being 10.
STABLE = {
    "ginormous_unicorn": 19,
    "queen_bee_unicorn": 13,
    "black_knight_unicorn": 12,
    "unicorn_phoenix": 13,
    "magical_kittencorn": 11,
    "rhinocorn": 12,
    "stabby_the_unicorn": 11,
    "puppicorn": 2,
    "extremely_fertile_unicorn": 15,
    "zombie_unicorn": 12,
    "angel_unicorn": 11,
    "yay": 7,
    "rainbow_aura": 8,
    "double_dutch": 9,
    "glitter_bomb": 6,
    "claw_machine": 3,
    "stable_artillery": 6,
    "rainbow_lasso": 8,
    "caffeine_overload": 3,
    "extra_tail": 7,
    "rainbow_mane": 6,
    "summoning_ritual": 4,
    "unicorn_lasso": 8,
    "barbed_wire": -5,
    "pandamonium": -9,
    "sadistic_ritual": -9,
    "slowdown": -4,
    "nanny_cam": -3,
    "broken_stable": -3,
    "blinding_light": -5,
    "tiny_stable": -8,
}
# What its effect on entering adds when there is something to do.
ENTERING = {
    "chainsaw_unicorn": 3,
    "americorn": 3,
    "seductive_unicorn": 8,
    "greedy_flying_unicorn": 3,
    "annoying_flying_unicorn": 2,
    "magical_flying_unicorn": 3,
    "swift_flying_unicorn": 4,
    "majestic_flying_unicorn": 3,
    "unicorn_on_the_cob": 3,
    "shabby_the_narwhal": 2,
    "alluring_narwhal": 4,
    "mermaid_unicorn": 4,
    "classy_narwhal": 3,
    "the_great_narwhal": 3,
    "mother_goose_unicorn": 10,
    "unicorn_oracle": 4,
    "rainbow_unicorn": 5,
    "extremely_destructive_unicorn": -3,
    "narwhal_torpedo": 1,
}
# Magic cards, played now.
SPELL = {
    "unicorn_poison": 9,
    "back_kick": 9,
    "change_of_luck": 6,
    "glitter_tornado": 5,
    "unicorn_swap": 4,
    "re_target": 4,
    "unfair_bargain": 2,
    "two_for_one": 10,
    "targeted_destruction": 5,
    "mystical_vortex": 1,
    "good_deal": 8,
    "shake_up": 2,
    "blatant_thievery": 6,
    "reset_button": 2,
    "kiss_of_life": 11,
    "unicorn_shrinkray": 2,
}
# Effects that bring a unicorn into the own stable at the beginning of a turn or on entering.
MORE = {
    *("rainbow_lasso", "unicorn_lasso", "rainbow_mane", "extremely_fertile_unicorn", "summoning_ritual"),
    *("necromancer_unicorn", "mother_goose_unicorn", "rainbow_unicorn", "seductive_unicorn"),
}
DRAW = 4.0  # what a card drawn is worth
FEW_GUESSES = 1  # on which a strong player tries what it could do


def kind(id: str) -> int:
    return TYPE[NUMBER[id]]


def worth_in_stable(id: str) -> float:
    return STABLE.get(id, 10.0 if kind(id) & UNICORN else 0.0)


def danger(v: View, p: Player) -> float:
    """How near a player is to winning, from 0 to about 1."""
    return min(1.2, p.unicorns / v.goal)


def _worth(card: StableCard) -> float:
    return worth_in_stable(card.card)


def has_type(p: Player, type: str) -> bool:
    return any(c.type == type for c in p.stable)


def has(p: Player, id: str) -> bool:
    return any(c.card == id for c in p.stable)


class Greedy:
    """One view, with what the bot keeps asking of it."""

    def __init__(self, v: View) -> None:
        assert v.seat is not None
        self.v = v
        self.seat: Seat = v.seat
        self.me = v.players[v.seat]
        self.others = [p for p in v.players if p.seat != v.seat]
        self.leader = max(self.others, key=lambda p: (p.unicorns, len(p.stable), p.hand_size))
        self.cards: dict[str, tuple[Player, StableCard]] = {c.handle: (p, c) for p in v.players for c in p.stable}
        # who wins with one more unicorn: that must not happen
        self.menace = [p.seat for p in self.others if p.unicorns >= v.goal - 1 and not has(p, "tiny_stable")]
        self.neighs = 0 if self.me.barred else sum(id in ("neigh", "super_neigh") for id in self.me.hand)
        self.relief = 0 if not self.menace else 8 if self.neighs else 20  # what it is worth to push them back

    def in_hand(self, id: str) -> float:
        """What keeping a card is worth."""
        if id in ("neigh", "super_neigh"):
            return 1 if self.me.barred else 13 if id == "super_neigh" else 11
        if kind(id) == BASIC:
            return 2 if any(has(p, "queen_bee_unicorn") for p in self.others) else 7
        if kind(id) & UNICORN:
            return worth_in_stable(id) + ENTERING.get(id, 0)
        if kind(id) == DOWNGRADE:
            return -worth_in_stable(id)
        return SPELL.get(id, worth_in_stable(id))

    def harm(self, handle: str, verb: str = "destroy") -> float:
        """What it is worth to take this card away from where it lies."""
        owner, card = self.cards[handle]
        value = 2.0 if card.panda else worth_in_stable(card.card)
        if owner.seat == self.seat:
            return -value
        if value < 0:
            return value * 0.5
        if verb == "destroy":
            value *= self.sure(owner, card)
        value *= 0.4 + 1.6 * danger(self.v, owner) ** 2
        return value + self.relief if owner.seat in self.menace and card.counts else value

    def sure(self, owner: Player, card: StableCard) -> float:
        """How much of a card is gone when it is destroyed: some come back, stay or take revenge."""
        if card.blinded:
            return 1
        if card.card == "unicorn_phoenix":
            return 0.2 if owner.hand_size else 1
        if card.card.endswith("_flying_unicorn"):
            return 0.5
        return 0.5 if card.card == "stabby_the_unicorn" else 1

    def loss(self, handle: str) -> float:
        """What giving up an own card costs."""
        card = self.cards[handle][1]
        if card.card.endswith("_flying_unicorn"):
            return 5
        if card.card == "stabby_the_unicorn":
            return 4
        if card.type == "baby":
            return 8
        return worth_in_stable(card.card)

    def wins(self, id: str, p: Player) -> bool:
        """Whether this unicorn, with what it brings along, would complete the number for that player."""
        if not kind(id) & UNICORN or has(p, "pandamonium") or has(p, "tiny_stable"):
            return False
        return p.unicorns + self.gain(id, p) >= self.v.goal

    def gain(self, id: str, p: Player) -> int:
        """How many unicorns more that player has once its effect is over."""
        if has(p, "blinding_light"):
            return 1
        if id == "extremely_destructive_unicorn":
            return 0
        mine = p.seat == self.seat
        more = {
            "ginormous_unicorn": True,
            "mother_goose_unicorn": bool(self.v.nursery),
            "rainbow_unicorn": any(kind(c) == BASIC for c in p.hand) if mine else p.hand_size > 1,
            "seductive_unicorn": self.v.edition == "first" or p.hand_size > mine,
        }
        return 1 + more.get(id, False)

    def choose(self, legal: Sequence[str], rng: Rng) -> str:
        """The action that looks best now; equals by lot."""
        if PASS in legal:
            return self.answer(legal)
        if "decline" in legal and not self.use(legal):
            return "decline"
        offers = [a for a in legal if a not in ("decline", "nothing")] or list(legal)
        scores = [self.score(a) for a in offers]
        best = max(scores)
        return str(rng.choice([a for a, s in zip(offers, scores, strict=True) if s >= best - 1e-9]))

    # --- each kind of decision

    def score(self, text: str) -> float:
        words = text.split()
        verb = words[0]
        if verb == "play":
            into = int(words[3][1:]) - 1 if len(words) > 2 else self.seat
            return self.play(words[1], into)
        if verb == "discard":
            return -self.in_hand(words[1])
        if verb in ("destroy", "steal"):
            return self.harm(words[1], verb) * (1.5 if verb == "steal" else 1)
        if verb == "return":
            owner = self.cards[words[1]][0]
            flyer = 4 if owner.seat == self.seat and words[1].endswith("flying_unicorn") else 0
            return self.harm(words[1], verb) * 0.9 + flyer
        if verb in ("sacrifice", "give"):
            return -self.loss(words[1])
        if verb == "move":
            return self.moving(words[1])
        if verb in ("take", "bring", "top"):
            return self.in_hand(words[1])
        if verb == "choose":
            return self.choosing(int(words[1][1:]) - 1)
        return {"draw": DRAW, "use": 1.0}.get(verb, 0.0)

    def play(self, id: str, into: Seat) -> float:
        target = self.v.players[into]
        own = into == self.seat
        if kind(id) & UNICORN:
            if not own:
                return -10 + (4 if id == "llamacorn" else 0)
            if self.wins(id, self.me):
                return 1000
            return self.unicorn(id)
        if kind(id) == UPGRADE:
            return (3 + 0.7 * worth_in_stable(id)) if own else -10
        if kind(id) == DOWNGRADE:
            if own:
                return -20
            if has(target, id):
                return -5
            stops = into in self.menace and id in ("tiny_stable", "pandamonium", "sadistic_ritual")
            return -worth_in_stable(id) * (0.3 + 1.2 * danger(self.v, target)) + (self.relief if stops else 0)
        return self.spell(id)

    def unicorn(self, id: str) -> float:
        """A unicorn into the own stable."""
        if has(self.me, "tiny_stable") and self.me.unicorns >= 5:
            return self.entering(id)
        value = 9 + 0.6 * (worth_in_stable(id) - 10) + self.entering(id)
        value += 4 if self.me.unicorns >= self.v.goal - 3 else 0
        value -= 3 if has(self.me, "barbed_wire") else 0
        return value - 2 * self.neighs if id == "ginormous_unicorn" else value

    def entering(self, id: str) -> float:
        """What its effect adds, if there is something for it to do."""
        if has(self.me, "blinding_light"):
            return 0
        if id == "shark_with_a_horn":
            return 2 + self.relief
        if id == "narwhal_torpedo":
            return 4.0 * sum(c.type == "downgrade" for c in self.me.stable)
        if id == "extremely_destructive_unicorn":
            return 8 if self.me.unicorns == 0 else 3 * (self.leader.unicorns > self.me.unicorns) - 3 + self.relief / 2
        piles = {"magical_flying_unicorn": MAGIC, "swift_flying_unicorn": INSTANT, "majestic_flying_unicorn": UNICORN}
        if id in piles and not any(kind(c.card) & piles[id] for c in self.v.pile):
            return 0
        if id in ("alluring_narwhal", "chainsaw_unicorn") and not any(has_type(p, "upgrade") for p in self.others):
            return 3.0 * (id == "chainsaw_unicorn" and has_type(self.me, "downgrade"))
        if id in ("americorn", "annoying_flying_unicorn") and not any(p.hand_size for p in self.others):
            return 0
        if id == "rainbow_unicorn" and not any(kind(c) == BASIC for c in self.me.hand):
            return 0
        return ENTERING.get(id, 0) + (self.relief if id in ("mermaid_unicorn", "seductive_unicorn") else 0)

    def spell(self, id: str) -> float:
        value = float(SPELL.get(id, 3))
        mine = sum(worth_in_stable(c.card) for c in self.me.stable if c.type in ("upgrade", "downgrade"))
        if id in ("unicorn_poison", "back_kick", "two_for_one", "glitter_tornado"):
            hits = any(
                c.counts and (id in ("back_kick", "glitter_tornado") or not c.safe)
                for p, c in self.cards.values()
                if p.seat in self.menace
            )
            return value * (0.3 + 1.1 * danger(self.v, self.leader)) + (self.relief if hits else 0)
        if id == "kiss_of_life":
            return 1000 if self.me.unicorns + 1 >= self.v.goal and not has(self.me, "tiny_stable") else value
        if id == "unicorn_swap":
            best = max((_worth(c) for p in self.others for c in p.stable if c.counts), default=10.0)
            return value + 0.8 * (best - 10)
        if id == "re_target":
            return max((self.moving(h) for h, (_, c) in self.cards.items() if c.type.endswith("grade")), default=0)
        if id == "targeted_destruction":
            theirs = [self.harm(h) for h, (p, c) in self.cards.items() if p.seat != self.seat and c.type == "upgrade"]
            own = [-worth_in_stable(c.card) for c in self.me.stable if c.type == "downgrade"]
            return max([*theirs, *own], default=0)
        if id == "reset_button":
            return value - mine
        if id == "unfair_bargain":
            return 3.0 * (max(p.hand_size for p in self.others) - self.me.hand_size)
        if id == "shake_up":
            return 4.0 * (6 - self.me.hand_size)
        return value

    def moving(self, handle: str) -> float:
        """An Upgrade to take, a Downgrade to get rid of."""
        owner, card = self.cards[handle]
        value = worth_in_stable(card.card)
        return value if owner.seat != self.seat and value > 0 else -value if owner.seat == self.seat else -5

    def choosing(self, seat: Seat) -> float:
        """A player: for gifts of Re-Target by what moves, else the leader with cards."""
        effect = next((e for e in self.v.effects if e.status == "asked"), None)
        p = self.v.players[seat]
        if effect is not None and effect.card == "re_target" and effect.picks:
            good = worth_in_stable(effect.picks[0].card) > 0
            return (10 if seat == self.seat else 0) if good else (0 if seat == self.seat else 5 + p.unicorns)
        if seat == self.seat:
            return -5
        if effect is not None and effect.card == "unfair_bargain":
            return p.hand_size
        if effect is not None and effect.card == "unicorn_swap":
            return max((_worth(c) for c in p.stable if c.counts), default=0.0) + danger(self.v, p)
        return p.unicorns + 0.3 * p.hand_size

    # --- answering

    def answer(self, legal: Sequence[str]) -> str:
        """Neigh what would win against us, or what is worth a Neigh."""
        top = self.v.stack[-1]
        bottom = self.v.stack[0]
        answers = [a for a in legal if a != PASS]
        if not answers:
            return PASS
        saving = bottom.seat == self.seat  # our own card was answered
        stops_us = len(self.v.stack) % 2 == 0  # as it stands the first card is stopped
        weight = self.weight(bottom.card, bottom.seat, bottom.into)
        if self.menace and self.neighs == 1 and weight < 100:
            return PASS  # the last one is for the card that would win
        if saving:
            if not stops_us or weight < 12 - 2 * self.neighs:
                return PASS
        elif top.seat == self.seat or stops_us or weight < 18 - 3 * self.neighs:
            return PASS
        urgent = weight >= 100
        return "super_neigh" if "super_neigh" in answers and (urgent or "neigh" not in answers) else answers[0]

    def weight(self, id: str, by: Seat, into: Seat | None) -> float:
        """How much it matters that this card is played: for us if it is ours, against us if not."""
        player = self.v.players[by]
        if into is not None and self.wins(id, self.v.players[into]):
            return 1000 if (into == self.seat) == (by == self.seat) else 0
        if by == self.seat:
            return self.play(id, self.seat if into is None else into)
        near = danger(self.v, player)
        if kind(id) & UNICORN:
            gain = worth_in_stable(id) + ENTERING.get(id, 0)
            return gain * (0.2 + 1.3 * near**2) if into == by else 0
        if kind(id) == UPGRADE:
            return (worth_in_stable(id) + 4) * (0.5 + near) if into == by else 0
        if kind(id) == DOWNGRADE:
            return 2.0 * -worth_in_stable(id) if into == self.seat else 0
        if id in ("unicorn_poison", "two_for_one", "back_kick", "unicorn_swap"):
            return SPELL[id] * (0.5 + 1.3 * danger(self.v, self.me)) if self.me.unicorns >= self.leader.unicorns else 6
        if id == "kiss_of_life":
            return 1000 if player.unicorns + 1 >= self.v.goal else 10 * near + 5
        return float(SPELL.get(id, 3)) * 0.8

    # --- effects that may be declined

    def use(self, legal: Sequence[str]) -> bool:
        """Whether an optional effect is worth its price."""
        ask = self.v.ask
        assert ask is not None
        source = str(ask.args.get("source", ""))
        near = danger(self.v, self.leader)
        offers = [a for a in legal if a != "decline"]
        if not offers:
            return False
        if source in MORE and self.me.unicorns + 1 >= self.v.goal and not has(self.me, "tiny_stable"):
            return True
        best = max(self.score(a) for a in offers)
        if source == "unicorn_phoenix":
            return best > -13
        if source == "black_knight_unicorn":
            return ask.args["card"] in ("ginormous_unicorn", "queen_bee_unicorn")
        if source == "rhinocorn":
            return bool(self.menace) or near >= 0.7 or self.leader.unicorns > self.me.unicorns + 1
        if source in ("glitter_bomb", "caffeine_overload"):
            prize = 8 if source == "caffeine_overload" else self.best_harm()
            return prize + best > 1
        if source in ("stable_artillery", "rainbow_lasso"):
            price = -sum(sorted(self.in_hand(id) for id in self.me.hand)[: 2 + (source == "rainbow_lasso")])
            prize = self.best_harm() * (1.9 if source == "rainbow_lasso" else 1)
            return prize + 0.5 * price > 0
        if source == "claw_machine":
            return best > -6
        if source == "shark_with_a_horn":
            return bool(self.menace) or (near >= 0.8 and self.leader.unicorns > self.me.unicorns)
        if source == "seductive_unicorn":
            return True
        if source == "dark_angel_unicorn":
            found = [self.in_hand(c.card) for c in self.v.pile if kind(c.card) & UNICORN]
            return bool(found) and max(found) + best > 2
        if source in ("necromancer_unicorn", "summoning_ritual", "zombie_unicorn"):
            return self.me.hand_size > 6
        if source == "angel_unicorn":
            return any(c.card == "ginormous_unicorn" for c in self.v.pile)
        if source == "extremely_fertile_unicorn":
            return best > -10 and not has(self.me, "pandamonium")
        if source in ("stabby_the_unicorn", "chainsaw_unicorn", "mermaid_unicorn"):
            return best > 0
        return True

    def best_harm(self) -> float:
        found = [self.harm(h) for h, (p, c) in self.cards.items() if p.seat != self.seat and not c.safe]
        return max(found, default=0.0)


def greedy(view: View, legal: Sequence[str], rng: Rng, _budget: Budget = SECOND) -> str:
    """The action that looks best now; equals by lot."""
    if len(legal) == 1:
        return legal[0]
    return Greedy(view).choose(legal, rng)


def best(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """What looking ahead over guesses and a learned net find; all babies are alike."""
    if len(legal) == 1 or legal[0].startswith("baby "):
        return greedy(view, legal, rng, budget)
    from stajnia.bots.unstable_best import Ahead, choose

    return choose(view, legal, rng, budget, Ahead())


def strong(view: View, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """The same, to the end of the own turn only and on one guess."""
    if len(legal) == 1 or legal[0].startswith("baby "):
        return greedy(view, legal, rng, budget)
    from stajnia.bots.unstable_best import Ahead, choose

    return choose(view, legal, rng, budget, Ahead(1), FEW_GUESSES)


def _expects(view: View, legal: Sequence[str], action: str, rng: Rng, budget: Budget) -> list[Message]:
    from stajnia.bots.unstable_best import Ahead, expects

    return expects(view, legal, action, rng, budget, Ahead())


def _strong_expects(view: View, legal: Sequence[str], action: str, rng: Rng, budget: Budget) -> list[Message]:
    from stajnia.bots.unstable_best import Ahead, expects

    return expects(view, legal, action, rng, budget, Ahead(1), FEW_GUESSES)


def judge(view: View, legal: Sequence[str], action: str, rng: Rng, simulations: int) -> Worth | None:
    """The same look ahead (bots/analysis.py); which baby one begins with matters to nobody."""
    if legal[0].startswith("baby "):
        return None
    from stajnia.bots.search import judged
    from stajnia.bots.unstable_best import Ahead

    return judged("unstable", Ahead(), view, legal, action, rng, simulations)


JUDGE: Judge = judge
EXPECTS: dict[str, Expects] = {"strong": _strong_expects, "best": _expects}
LEVELS: dict[str, Choose] = {
    "beginner": weaker("unstable", "beginner"),
    "casual": weaker("unstable", "casual"),
    "greedy": greedy,
    "strong": strong,
    "best": best,
}
USUAL = "casual"
