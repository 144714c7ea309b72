"""Greedy play of Unstable Unicorns: what each card is worth here and now, from the view alone.

It fills its stable, hits who is nearest to winning, keeps its Neighs for what matters and throws away the worst.
"""

from __future__ import annotations

from collections.abc import Sequence

from stajnia.bots.bot import Choose
from stajnia.core.game import Rng, Seat
from stajnia.games.unstable.deck import NUMBER, TYPE
from stajnia.games.unstable.steps import BASIC, DOWNGRADE, UNICORN, UPGRADE
from stajnia.games.unstable.view import Player, StableCard, View

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
DRAW = 4.0  # what a card drawn is worth


def kind(id: str) -> int:
    return TYPE[NUMBER[id]]


def worth_in_stable(id: str) -> float:
    return STABLE.get(id, 10.0 if kind(id) & UNICORN else 0.0)


def worth_in_hand(v: View, id: str) -> float:
    """What keeping a card is worth."""
    me = v.players[v.seat or 0]
    if id == "super_neigh":
        return 2 if me.barred else 13
    if id == "neigh":
        return 1 if me.barred else 11
    if kind(id) & UNICORN:
        return worth_in_stable(id) + ENTERING.get(id, 0) - (3 if kind(id) == BASIC else 0)
    if kind(id) == DOWNGRADE:
        return -worth_in_stable(id)
    return SPELL.get(id, worth_in_stable(id))


def danger(v: View, p: Player) -> float:
    """How near a player is to winning, from 0 to about 1."""
    return min(1.2, p.unicorns / v.goal)


class Table:
    """One view, with what the bot keeps asking of it."""

    def __init__(self, v: View) -> None:
        assert v.seat is not None
        self.v = v
        self.seat: Seat = v.seat
        self.me = v.players[v.seat]
        others = [p for p in v.players if p.seat != v.seat]
        self.leader = max(others, key=lambda p: (p.unicorns, len(p.stable), p.hand_size))
        self.cards: dict[str, tuple[Player, StableCard]] = {c.handle: (p, c) for p in v.players for c in p.stable}

    def harm(self, handle: str) -> float:
        """What it is worth to take this card away from where it lies."""
        owner, card = self.cards[handle]
        value = worth_in_stable(card.card)
        if card.panda:
            value = 2
        if owner.seat == self.seat:
            return -value
        return value * (0.4 + 1.6 * danger(self.v, owner) ** 2) if value > 0 else value * 0.5

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
        """Whether this unicorn would complete the number for that player."""
        counts = 2 if id == "ginormous_unicorn" else 1
        panda = any(c.card == "pandamonium" for c in p.stable)
        tiny = any(c.card == "tiny_stable" for c in p.stable)
        return bool(kind(id) & UNICORN) and not panda and not tiny and p.unicorns + counts >= self.v.goal

    # --- each kind of decision

    def score(self, text: str) -> float:
        words = text.split()
        verb = words[0]
        if verb == "play":
            into = int(words[3][1:]) - 1 if len(words) > 2 else self.seat
            return self.play(words[1], into)
        if verb == "discard":
            return -worth_in_hand(self.v, words[1])
        if verb in ("destroy", "steal"):
            return self.harm(words[1]) * (1.5 if verb == "steal" else 1)
        if verb == "return":
            owner = self.cards[words[1]][0]
            flyer = 4 if owner.seat == self.seat and words[1].endswith("flying_unicorn") else 0
            return self.harm(words[1]) * 0.9 + flyer
        if verb in ("sacrifice", "give"):
            return -self.loss(words[1])
        if verb == "move":
            return self.moving(words[1])
        if verb in ("take", "bring", "top"):
            return worth_in_hand(self.v, words[1])
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
            wire = 3 if any(c.card == "barbed_wire" for c in self.me.stable) else 0
            near = 4 if self.me.unicorns >= self.v.goal - 3 else 0
            return 9 + near + 0.6 * (worth_in_stable(id) - 10) + self.entering(id) - wire
        if kind(id) == UPGRADE:
            return (3 + 0.7 * worth_in_stable(id)) if own else -10
        if kind(id) == DOWNGRADE:
            if own:
                return -20
            doubled = any(c.card == id for c in target.stable)
            return -5.0 if doubled else -worth_in_stable(id) * (0.3 + 1.2 * danger(self.v, target))
        return self.spell(id)

    def entering(self, id: str) -> float:
        bonus = ENTERING.get(id, 0)
        if id == "shark_with_a_horn":
            return 2
        if id == "narwhal_torpedo":
            return 4.0 * sum(c.type == "downgrade" for c in self.me.stable)
        if id == "extremely_destructive_unicorn":
            return 8 if self.me.unicorns == 0 else bonus + 3 * (self.leader.unicorns > self.me.unicorns)
        return bonus

    def spell(self, id: str) -> float:
        value = float(SPELL.get(id, 3))
        pressure = danger(self.v, self.leader)
        mine = sum(worth_in_stable(c.card) for c in self.me.stable if c.type in ("upgrade", "downgrade"))
        if id in ("unicorn_poison", "back_kick", "two_for_one", "glitter_tornado"):
            return value * (0.3 + 1.1 * pressure)
        if id == "kiss_of_life":
            return 1000 if self.me.unicorns + 1 >= self.v.goal else value
        if id == "reset_button":
            return value - mine
        if id == "unfair_bargain":
            return 3.0 * (max(p.hand_size for p in self.v.players if p is not self.me) - self.me.hand_size)
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
        return p.unicorns + 0.3 * p.hand_size

    # --- answering

    def answer(self, legal: Sequence[str]) -> str:
        """Neigh what would win against us, or what is worth a Neigh."""
        top = self.v.stack[-1]
        bottom = self.v.stack[0]
        answers = [a for a in legal if a != "pass"]
        if not answers:
            return "pass"
        mine = [c for c in self.me.hand if c in ("neigh", "super_neigh")]
        saving = bottom.seat == self.seat  # our own card was answered
        stops_us = len(self.v.stack) % 2 == 0  # as it stands the first card is stopped
        weight = self.weight(bottom.card, bottom.seat, bottom.into)
        if saving:
            if not stops_us or weight < 12 - 2 * len(mine):
                return "pass"
        elif top.seat == self.seat or stops_us or weight < 18 - 3 * len(mine):
            return "pass"
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
        best = max(self.score(a) for a in offers)
        if source == "unicorn_phoenix":
            return best > -13
        if source == "black_knight_unicorn":
            return ask.args["card"] in ("ginormous_unicorn", "queen_bee_unicorn")
        if source == "rhinocorn":
            return near >= 0.7 or self.leader.unicorns > self.me.unicorns + 1
        if source in ("glitter_bomb", "caffeine_overload"):
            prize = 8 if source == "caffeine_overload" else self.best_harm()
            return prize + best > 1
        if source in ("stable_artillery", "rainbow_lasso"):
            price = -sum(sorted(worth_in_hand(self.v, id) for id in self.me.hand)[: 2 + (source == "rainbow_lasso")])
            prize = self.best_harm() * (1.9 if source == "rainbow_lasso" else 1)
            return prize + 0.5 * price > 0
        if source == "claw_machine":
            return best > -6
        if source == "shark_with_a_horn":
            return near >= 0.8 and self.leader.unicorns > self.me.unicorns
        if source == "seductive_unicorn":
            return True
        if source == "dark_angel_unicorn":
            found = [worth_in_hand(self.v, c.card) for c in self.v.pile if kind(c.card) & UNICORN]
            return bool(found) and max(found) + best > 2
        if source in ("necromancer_unicorn", "summoning_ritual", "zombie_unicorn"):
            return self.me.unicorns + 1 >= self.v.goal or self.me.hand_size > 6
        if source == "angel_unicorn":
            return any(c.card == "ginormous_unicorn" for c in self.v.pile)
        if source == "extremely_fertile_unicorn":
            return True
        if source in ("stabby_the_unicorn", "chainsaw_unicorn", "mermaid_unicorn"):
            return best > 0
        return True

    def best_harm(self) -> float:
        found = [self.harm(h) for h, (p, c) in self.cards.items() if p.seat != self.seat and not c.safe]
        return max(found, default=0.0)


def greedy(view: View, legal: Sequence[str], rng: Rng) -> str:
    """The action that looks best now; equals by lot."""
    if len(legal) == 1:
        return legal[0]
    table = Table(view)
    if "pass" in legal:
        return table.answer(legal)
    if "decline" in legal and not table.use(legal):
        return "decline"
    offers = [a for a in legal if a not in ("decline", "nothing")] or list(legal)
    scores = [table.score(a) for a in offers]
    best = max(scores)
    return str(rng.choice([a for a, s in zip(offers, scores, strict=True) if s >= best - 1e-9]))


LEVELS: dict[str, Choose] = {"greedy": greedy}
