"""A table language for tests: set out stables and hands, play, let the window pass, pick, look.

    t = table("rhinocorn baby_unicorn_red / unicorn_poison", "narwhal / neigh")   # stable / hand, a seat each
    t.play(0, "unicorn_poison")          # everybody lets it pass
    t.pick(0, "destroy narwhal")
    assert t.pile == ["narwhal", "unicorn_poison"]

Cards not named lie in the deck. It is seat 0's action phase unless `turn=True`, then its turn is about to begin.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stajnia.core.bits import bits
from stajnia.core.game import CHANCE, Event, Illegal, complete
from stajnia.games import unstable
from stajnia.games.unstable import rules
from stajnia.games.unstable.card_language import BABY
from stajnia.games.unstable.deck import DESIGN_OF, EDITIONS, HANDLES, IDS, NUMBER, TYPE, UID_OF, piles
from stajnia.games.unstable.knowledge import designs, hand_add
from stajnia.games.unstable.stables import unicorns
from stajnia.games.unstable.state import Phase, State, Wait
from stajnia.games.unstable.view import View
from tests.unstable.invariants import check

both = pytest.mark.parametrize("deck", EDITIONS)


class Table:
    def __init__(self, s: State) -> None:
        self.s = s
        self.events: list[Event] = []
        self.fate: list[str] = []  # cards that chance gives next
        self.turn = s.turns
        self._rng = Random(1)

    # --- playing

    def act(self, seat: int, text: str) -> Table:
        """Any action by its text, then chance."""
        unstable.play(self.s, seat, unstable.read(text), self.events.append)
        return self.settle()

    def settle(self) -> Table:
        """Let chance speak, but for the next turn's draw: a test looks at the table as this turn left it."""
        while unstable.to_act(self.s) == (CHANCE,):
            if self.s.phase == Phase.DRAW and self.s.turns != self.turn:
                break
            odds = dict(unstable.odds(self.s))
            if self.fate:
                wanted = self.fate.pop(0)
                text = next(a for a in odds if a.split()[1] == wanted)
            else:
                text = self._rng.choice([a for a in odds if not a.endswith("neigh")] or list(odds))
            unstable.play(self.s, CHANCE, text, self.events.append)
        check(self.s)
        return self

    def go(self) -> Table:
        """On into the next turn."""
        self.turn = self.s.turns
        return self.settle()

    def put(self, seat: int, card: str, into: int | None = None) -> Table:
        """Play a card and leave the window open."""
        return self.act(seat, f"play {card}" if into in (None, seat) else f"play {card} on p{into + 1}")

    def play(self, seat: int, card: str, into: int | None = None) -> Table:
        """Play a card and let it pass."""
        return self.put(seat, card, into).answer()

    def answer(self, answers: dict[int, str] | None = None) -> Table:
        """The window: who is not named passes. An empty answer closes every window that follows."""
        said = answers or {}
        if self.s.wait == Wait.WINDOW:
            for seat in self.waiting:
                self.act(seat, said.get(seat, "pass"))
        return self

    def pick(self, seat: int, *texts: str) -> Table:
        for text in texts:
            self.act(seat, text)
        return self

    # --- looking

    @property
    def waiting(self) -> tuple[int, ...]:
        return tuple(unstable.to_act(self.s))

    def legal(self, seat: int) -> list[str]:
        return list(unstable.legal(self.s, seat))

    def stable(self, seat: int) -> list[str]:
        return sorted(HANDLES[uid] for uid in bits(self.s.stables[seat]))

    def hand(self, seat: int) -> list[str]:
        return sorted(IDS[d] for d in designs(self.s.hands[seat]))

    @property
    def pile(self) -> list[str]:
        return sorted(IDS[d] for d, n in enumerate(self.s.pile) for _ in range(n))

    @property
    def nursery(self) -> list[str]:
        return [IDS[d] for d in bits(self.s.nursery)]

    def unicorns(self, seat: int) -> int:
        return unicorns(self.s, seat)

    def view(self, seat: int | None) -> View:
        return unstable.view(self.s, seat)

    @property
    def asked(self) -> str:
        """What the one who is to act is asked."""
        message = self.view(self.waiting[0]).ask
        assert message is not None
        return message.id.removeprefix("ask.")

    @property
    def phase(self) -> str:
        return self.view(None).phase

    @property
    def winners(self) -> list[int] | None:
        return None if self.s.result is None else list(self.s.result[0])

    def refuses(self, seat: int, text: str) -> str:
        """The rule and message of a refusal; nothing changes."""
        before = self.s.key()
        with pytest.raises(Illegal) as e:
            unstable.play(self.s, seat, unstable.read(text))
        assert self.s.key() == before
        return f"{e.value.rule.split()[1]} {e.value.message}"

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [e.args for e in self.events if e.kind == kind]


def table(
    *seats: str, pile: str = "", deck: str = "second", turn: bool = False, left: int | None = None, language: str = "en"
) -> Table:
    """A table in the middle of a match; `left`: only so many cards remain in the deck, the others are discarded."""
    n = max(2, len(seats))
    edition = EDITIONS.index(deck)
    # two seats at a test table play with the whole deck, so that every card can be tried
    cards, _ = piles(3, edition)
    options = complete(unstable, n, {"deck": deck, "language": language, "first": "0"})
    s = unstable.new(n, options)
    s.deck = cards
    for seat, text in enumerate(seats):
        stable, _, hand = text.partition("/")
        for handle in stable.split():
            uid = UID_OF[handle]
            s.stables[seat] |= 1 << uid
            if TYPE[DESIGN_OF[uid]] == BABY:
                s.nursery &= ~(1 << uid)
            else:
                cards[DESIGN_OF[uid]] -= 1
        for id in hand.split():
            cards[NUMBER[id]] -= 1
    for id in pile.split():
        cards[NUMBER[id]] -= 1
        s.pile[NUMBER[id]] += 1
    for seat, text in enumerate(seats):
        for id in text.partition("/")[2].split():
            hand_add(s, seat, NUMBER[id])
    s.left = sum(cards)
    if left is not None:
        for d in sorted(range(len(cards)), key=lambda d: -cards[d]):
            while cards[d] and s.left > left:
                cards[d] -= 1
                s.left -= 1
                s.pile[d] += 1
    s.who = -1
    t = Table(s)
    if turn:
        rules._start_turn(s, 0, t.events.append)
    else:
        s.turns, s.plays, s.phase = 1, 1, Phase.DRAW
    s.wait = Wait.NOTHING
    rules._run(s, t.events.append)
    return t.go()
