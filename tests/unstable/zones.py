"""The zones of a table told by events alone: what a page that animates them would believe."""

from __future__ import annotations

from collections import Counter

from stajnia.core.bits import bits
from stajnia.core.game import Event
from stajnia.games.unstable.deck import DESIGN_OF, IDS
from stajnia.games.unstable.state import SHIFT, State


class Zones:
    """Every zone as a multiset of designs, moved by events with all their secrets."""

    def __init__(self, s: State) -> None:
        self.zones = zones(s)

    def move(self, card: str, src: str, dst: str) -> None:
        assert self.zones[src][card] > 0, f"{card} was not in {src}"
        self.zones[src][card] -= 1
        self.zones.setdefault(dst, Counter())[card] += 1

    def hear(self, e: Event) -> None:
        args = {**e.args, **e.secret}
        if e.kind == "hands_swapped":
            a, b = f"hand.{args['seat']}", f"hand.{args['target']}"
            assert +self.zones[a] == Counter(args["given"])
            assert +self.zones[b] == Counter(args["got"])
            self.zones[a], self.zones[b] = self.zones[b], self.zones[a]
        elif e.kind == "pile_to_deck":
            self._all("pile", "deck")
        elif e.kind == "hand_to_deck":
            assert +self.zones[f"hand.{args['seat']}"] == Counter(args["cards"])
            self._all(f"hand.{args['seat']}", "deck")
            self._all("pile", "deck")
            self.move("shake_up", "stack", "deck")
        elif "src" in args:
            self.move(args["card"], args["src"], args["dst"])

    def _all(self, src: str, dst: str) -> None:
        self.zones[dst].update(+self.zones[src])
        self.zones[src] = Counter()

    def agree(self, s: State) -> bool:
        truth = zones(s)
        return all(+self.zones[zone] == +truth[zone] for zone in truth)


def zones(s: State) -> dict[str, Counter[str]]:
    found = {
        "deck": Counter({IDS[d]: n for d, n in enumerate(s.deck) if n}),
        "pile": Counter({IDS[d]: n for d, n in enumerate(s.pile) if n}),
        "nursery": Counter(IDS[d] for d in bits(s.nursery)),
        "stack": Counter(IDS[played.card] for played in s.stack),
    }
    found["deck"].update(IDS[c >> SHIFT] for c in s.top)
    if s.magic is not None:
        found["stack"][IDS[s.magic.card]] += 1
    for seat in range(s.n):
        found[f"stable.{seat}"] = Counter(IDS[DESIGN_OF[uid]] for uid in bits(s.stables[seat]))
        found[f"hand.{seat}"] = Counter(IDS[c >> SHIFT] for c in s.hands[seat])
    return found
