"""A small game with everything that is hard for a server: chance, hidden hands, sealed bids, response windows.

All bid 0 or 1 at once. Everybody is dealt two cards (1, 2 or 3). In turn a seat plays a card (`play 2`); the others
may let it pass or stop it (`stop`, with a 3, which is lost). An unstopped card scores. The player draws. First to
`goal` points, or the most after `turns` turns, wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stajnia.core.game import CHANCE, Event, Illegal, Message, Option, Options, Outcome, Rng, Seat, Tell

from .facts import FACTS
from .facts import Facts as Facts
from .view import View, Window

NAME = "tiny"
RULES = 1
SEATS = range(1, 5)
USUAL_SEATS = 2
MINUTES = 1
HIDES = True
OPTIONS = (Option("turns", "number", 6, low=1, high=100_000), Option("goal", "number", 100, low=1, high=1_000_000))
CARDS = FACTS.cards


class State:
    __slots__ = ("answers", "bids", "goal", "hands", "left", "played", "player", "scores", "to_deal")

    def __init__(self, seats: int, turns: int, goal: int) -> None:
        self.bids: list[int] = [-1] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.scores = [0] * seats
        self.left = turns
        self.goal = goal
        self.player = 0
        self.played = 0
        self.answers: list[str] = [""] * seats
        self.to_deal: list[int] = []

    def copy(self) -> State:
        new = State.__new__(State)
        new.bids, new.scores, new.answers = self.bids[:], self.scores[:], self.answers[:]
        new.hands, new.to_deal = [h[:] for h in self.hands], self.to_deal[:]
        new.left, new.goal, new.player, new.played = self.left, self.goal, self.player, self.played
        return new

    def key(self) -> object:
        parts = (self.bids, self.hands, self.scores, self.answers, self.to_deal)
        return (repr(parts), self.left, self.goal, self.player, self.played)


def new(seats: int, options: Options) -> State:
    return State(seats, options["turns"], options["goal"])


def over(s: State) -> bool:
    return (s.left == 0 and not s.played) or max(s.scores) >= s.goal


def asked(s: State) -> tuple[Seat, ...]:
    """Whom a window asks: all others, whatever they hold."""
    n = len(s.hands)
    return tuple((s.player + i) % n for i in range(1, n))


def to_act(s: State) -> Sequence[Seat]:
    if -1 in s.bids:
        return tuple(seat for seat, b in enumerate(s.bids) if b < 0)
    if s.to_deal:
        return (CHANCE,)
    if over(s):
        return ()
    if s.played:
        return tuple(seat for seat in asked(s) if not s.answers[seat])
    return (s.player,)


def legal(s: State, seat: Seat) -> Sequence[str]:
    if -1 in s.bids:
        return ("bid 0", "bid 1")
    if s.played:
        return ("pass", "stop") if 3 in s.hands[seat] else ("pass",)
    return tuple(f"play {c}" for c in sorted(set(s.hands[seat])))


def window(s: State) -> bool:
    return bool(s.played)


def odds(s: State) -> Sequence[tuple[str, float]]:  # noqa: ARG001 (each card is always as likely)
    return [(f"deal {c}", 1 / 3) for c in CARDS]


def play(s: State, seat: Seat, a: str, tell: Tell | None = None) -> None:
    say: Tell = tell or repr
    if seat == CHANCE:
        to, card = s.to_deal.pop(0), int(a[5:])
        s.hands[to].append(card)
        say(Event("dealt", {"seat": to}, {"card": card}, (to,), reveals=True))
    elif a not in legal(s, seat):
        raise Illegal("tiny R1", "not_legal", text=a)
    elif a.startswith("bid"):
        s.bids[seat] = int(a[4:])
        if -1 not in s.bids:
            say(Event("bids", {"bids": list(s.bids)}, reveals=True))
            s.to_deal = [n for n in range(len(s.hands)) for _ in range(2)]
    elif s.played:
        s.answers[seat] = a
        if all(s.answers[x] for x in asked(s)):
            _resolve(s, say)
    else:
        s.played = int(a[5:])
        s.hands[seat].remove(s.played)
        say(Event("played", {"seat": seat, "card": s.played}))
        if not asked(s):
            _resolve(s, say)


def _resolve(s: State, say: Tell) -> None:
    stopper = next((x for x in asked(s) if s.answers[x] == "stop"), None)
    if stopper is None:
        s.scores[s.player] += s.played
        say(Event("scored", {"seat": s.player, "card": s.played}))
    else:
        s.hands[stopper].remove(3)
        say(Event("stopped", {"seat": stopper}, reveals=True))
        s.to_deal.append(stopper)
    s.to_deal.append(s.player)
    s.answers = [""] * len(s.hands)
    s.played = 0
    s.left -= 1
    s.player = (s.player + 1) % len(s.hands)


def outcome(s: State) -> Outcome | None:
    if to_act(s):
        return None
    best = max(s.scores)
    return Outcome(tuple(map(float, s.scores)), tuple(n for n, x in enumerate(s.scores) if x == best), "most")


def view(s: State, seat: Seat | None) -> View:
    sealed_bids = -1 in s.bids
    turn = tuple(range(len(s.bids))) if sealed_bids else asked(s) if s.played else tuple(to_act(s))
    turn = () if turn == (CHANCE,) else turn
    ask = None
    if seat is not None and seat in to_act(s):
        ask = Message("bid" if sealed_bids else "answer" if s.played else "play")
    return View(
        seat,
        turn,
        ask,
        len(s.hands),
        s.goal,
        () if sealed_bids else tuple(s.bids),
        () if seat is None else tuple(sorted(s.hands[seat])),
        tuple(len(h) for h in s.hands),
        tuple(s.scores),
        s.left,
        s.player,
        s.played,
        Window(asked(s)) if s.played else None,
    )


def guess(v: View, rng: Rng) -> State:
    s = State(v.seats, v.left, v.goal)
    if v.bids:
        s.bids = list(v.bids)
    s.scores, s.player, s.played = list(v.scores), v.player, v.played
    s.hands = [[rng.choice(CARDS) for _ in range(n)] for n in v.hands]
    if v.seat is not None:
        s.hands[v.seat] = list(v.hand)
    return s


def write(a: str) -> str:
    return a


def read(text: str) -> str:
    found = " ".join(text.lower().split())
    known = {"pass", "stop", "bid 0", "bid 1", *(f"{w} {c}" for w in ("play", "deal") for c in CARDS)}
    if found not in known:
        raise Illegal("tiny R0", "unreadable", text=text)
    return found


def label(v: View, a: str) -> Message:  # noqa: ARG001 (the label needs no view here)
    return Message(f"action.{a.split(' ', maxsplit=1)[0]}", {"text": a})


def text_form(v: View, say: Callable[[Message], str], _width: int = 0) -> str:
    return say(Message("text_form.all", {"scores": list(v.scores), "hand": list(v.hand)}))
