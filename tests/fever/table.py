"""A table of fever laid out by hand, so that a test reads like play."""

from __future__ import annotations

from typing import Any

from stajnia.core.game import CHANCE, Event, Options, complete
from stajnia.games import fever, game
from stajnia.games.fever import race, results
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, DESIGNS, KINDS
from stajnia.games.fever.state import ABSENT, DECK, FREE, SHOWN, State

RAINBOW = "red orange yellow green blue purple"


def bet_token(text: str) -> int:
    """`win red` as the index of the bet token."""
    kind, colour = text.split()
    return KINDS.index(kind) * 6 + COLOURS.index(colour)


class Table:
    """Seat 0 is first player; odds are red x2 to purple x7, so purple is rampaging and seat 0 owns purple."""

    def __init__(self, seats: int = 4, options: Options | None = None, odds: str = RAINBOW, **chance: Any) -> None:
        self.events: list[Event] = []
        full = complete(game("fever"), seats, {"clans": "fairies+goblins", **(options or {})})
        self.s: State = fever.new(seats, full)
        self._odds = odds.split()
        self._blocks = chance.pop("blocks", "purple purple").split()
        self._market = chance.pop("market", "GO1 FA6 FA7").split()
        self._first = chance.pop("first", 0)
        assert not chance
        while fever.to_act(self.s) == (CHANCE,):
            self.chance(self._setup())

    def _setup(self) -> str:
        s = self.s
        match s.stage:
            case "market":
                return f"show {self._market[len(s.market)]}"
            case "odds":
                return f"row {self._odds[sum(r >= 0 for r in s.rows)]}"
            case "start":
                return f"start {self._first + 1}"
            case "block":
                return f"block {self._blocks.pop(0)}"
        return fever.write(fever.odds(s)[0][0])

    # ---- doing

    def chance(self, text: str) -> Table:
        action = fever.read(text)
        assert action in [a for a, _ in fever.odds(self.s)], f"chance cannot do {text} at {self.s.stage}"
        fever.play(self.s, CHANCE, action, self.events.append)
        return self

    def do(self, *texts: str) -> Table:
        """The acting seat does these; cards are drawn as they come, first player lots as they stand."""
        for text in texts:
            self.draw()
            (seat,) = fever.to_act(self.s)
            fever.play(self.s, seat, fever.read(text), self.events.append)
        return self.draw()

    def draw(self, *cards: str) -> Table:
        names = list(cards)
        while self.s.stage == "draw":
            self.chance(f"draw {names.pop(0)}" if names else fever.write(fever.odds(self.s)[0][0]))
        return self

    def legal(self) -> list[str]:
        (seat,) = fever.to_act(self.s)
        return [fever.write(a) for a in fever.legal(self.s, seat)]

    def play_any(self) -> str:
        """The first magic card of the acting seat's hand, on red."""
        return f"magic {DESIGNS[self.s.hands[self.s.who][0]]} on red"

    @property
    def seat(self) -> int:
        return self.s.who

    def skip_planning(self) -> Table:
        """Everybody takes yellow Gold until planning is over."""
        while self.s.phase == "planning":
            match self.s.stage:
                case "pick":
                    self.do("token yellow" if "token yellow" in self.legal() else "print yellow")
                case "reserve" | "night":
                    self.do("done")
                case _:
                    raise AssertionError(self.s.stage)
        return self

    def skip_to_night(self) -> Table:
        """Everybody takes yellow Gold until the Night Flight is asked."""
        while self.s.stage == "pick":
            self.do("token yellow" if "token yellow" in self.legal() else "print yellow")
        return self

    # ---- laying out

    def hand(self, seat: int, cards: str) -> Table:
        self.s.hands[seat] = tuple(sorted(DESIGNS.index(c) for c in cards.split()))
        return self._deck(keep=seat)

    def lay(self, colour: str, cards: str, seat: int = 0) -> Table:
        """Magic cards that lie on a unicorn already."""
        c = COLOURS.index(colour)
        self.s.lanes[c] += tuple(seat * 16 + DESIGNS.index(m) for m in cards.split())
        self.s.hexed[c] |= 1 << seat
        return self._deck()

    def _deck(self, keep: int = -1) -> Table:
        """The deck is what is nowhere else; hands that were dealt a card too many hand it back, `keep` last."""
        s = self.s
        lying = [x % 16 for lane in s.lanes for x in lane]
        for m in range(16):
            while lying.count(m) + sum(h.count(m) for h in s.hands) + s.discards[m] > s.box.copies[m]:
                i = next(i for i in sorted(range(s.n), key=lambda i: (i == keep, -i)) if m in s.hands[i])
                at = s.hands[i].index(m)
                s.hands[i] = s.hands[i][:at] + s.hands[i][at + 1 :]
            s.deck[m] = s.box.copies[m] - lying.count(m) - sum(h.count(m) for h in s.hands) - s.discards[m]
        return self

    def give(self, seat: int, *contracts: str) -> Table:
        """A seat owns these contracts, of whatever clan."""
        for name in contracts:
            c = CONTRACTS.index(name)
            self.s.market = tuple(m for m in self.s.market if m != c)
            self.s.own[c] = seat
            if name == "WI6" and self.s.who == seat:
                self.s.swaps = self.s.box.n[c]
        return self

    def offer(self, *contracts: str) -> Table:
        for c in self.s.market:
            self.s.own[c] = DECK if self.s.own[c] != ABSENT else ABSENT
        self.s.market = tuple(CONTRACTS.index(c) for c in contracts)
        for c in self.s.market:
            self.s.own[c] = SHOWN
        return self

    def gold(self, seat: int, gold: int) -> Table:
        self.s.gold[seat] = gold
        return self

    def glory(self, seat: int, glory: int) -> Table:
        self.s.glory[seat] = glory
        return self

    def odds(self, **rows: int) -> Table:
        """Odds by colour, x2 to x7; rampage stays as it is."""
        for colour, odds in rows.items():
            self.s.rows[COLOURS.index(colour)] = odds - 2
        return self

    def rampage(self, *colours: str) -> Table:
        self.s.ramp = sum(1 << COLOURS.index(c) for c in colours)
        return self

    def bet(self, seat: int, token: str, stake: int, glory: int = 0) -> Table:
        """A bet that was placed before."""
        t = bet_token(token)
        assert self.s.bets[t] == FREE
        self.s.gold[seat] = max(self.s.gold[seat] - stake, 0)
        self.s.bets[t], self.s.stakes[t], self.s.onbet[t] = seat, stake, glory
        return self

    # ---- racing

    def reveal(self) -> Table:
        """Steps 2.1 and 2.2, up to the first choice or the start."""
        race.reveal(self.s, self.events.append)
        return self

    def turn(self, card: str, dice: str = "") -> Table:
        """One race turn; without dice two that move nobody who matters are not rolled: the turn stops before them."""
        race.turn_card(self.s, int(card), self.events.append)
        return self.roll(dice) if dice else self

    def roll(self, dice: str) -> Table:
        a, b = sorted(COLOURS.index(c) for c in dice.split())
        race.roll(self.s, a, b, self.events.append)
        return self

    def at(self, **places: int) -> Table:
        for colour, at in places.items():
            self.s.pos[COLOURS.index(colour)] = at
        return self

    def pos(self, *colours: str) -> list[int]:
        return [self.s.pos[COLOURS.index(c)] for c in colours]

    def ranked(self) -> str:
        return " ".join(COLOURS[c] for c in self.s.ranking)

    def finish(self, ranking: str) -> Table:
        """The race ended so: the results phase."""
        self.s.ranking = ()
        for colour in ranking.split():
            race.rank(self.s, COLOURS.index(colour), "", None)
        assert len(set(self.s.ranking)) == 6
        results.results(self.s, self.events.append)
        return self

    def last_round(self) -> Table:
        self.s.round = self.s.races
        return self

    # ---- looking

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [e.args for e in self.events if e.kind == kind]

    def odds_of(self, colour: str) -> int:
        return self.s.rows[COLOURS.index(colour)] + 2

    def lying(self, colour: str) -> str:
        return " ".join(DESIGNS[x % 16] for x in self.s.lanes[COLOURS.index(colour)])

    def discarded(self, card: str) -> int:
        return self.s.discards[DESIGNS.index(card)]

    def wild(self) -> list[str]:
        return [c for i, c in enumerate(COLOURS) if self.s.ramp >> i & 1]
