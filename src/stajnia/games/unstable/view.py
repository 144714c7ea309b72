"""What one seat may know, built up by naming fields."""

from __future__ import annotations

import msgspec

from stajnia.core.game import Message, Seat
from stajnia.core.words import words
from stajnia.games.unstable import seen
from stajnia.games.unstable.ask import ask
from stajnia.games.unstable.deck import EDITIONS, IDS
from stajnia.games.unstable.rules import LANGUAGES
from stajnia.games.unstable.state import State
from stajnia.games.unstable.view_parts import (
    PHASES,
    Bond,
    Count,
    Effect,
    Inner,
    Memory,
    PhaseName,
    Played,
    Player,
    Shown,
    Threat,
    Window,
)


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    seats: int
    edition: str  # second, first
    language: str  # whose titles count letters: pl, en
    goal: int  # unicorns needed
    phase: PhaseName
    active: Seat
    first: Seat
    turns: int
    players: list[Player]
    nursery: list[str]
    deck: int  # cards left, known top included
    top: list[str]  # top of the deck where somebody placed it, next draw first; "" where this viewer does not know
    top_known_to: list[Seat]  # who placed it
    looking: list[Count]  # the deck, while this viewer searches it
    pile: list[Count]  # the discard pile
    stack: list[Played]  # played cards, the answered one first
    window: Window | None
    link: int  # number of the link being resolved, 0: no chain
    effects: list[Effect]  # the link
    waiting: list[Effect]  # triggered already: the next link
    threats: list[Threat]
    resolving: str  # the Magic card whose effect is running, "": none
    plays: int  # cards the active seat may still play in this action phase
    played: int  # how many it has played
    shown: list[Shown]  # cards shown when they were last taken to a hand
    extra_turns: int
    bonds: list[Bond]
    memory: Memory | None
    winners: list[Seat]
    reason: str  # words `outcome.ID`, "" while it runs
    inner: Inner
    sealed: str = ""  # the viewer's own answer or choice, while those of others are missing

    def _repr_svg_(self) -> str:
        """The drawing that a notebook shows."""
        from stajnia.games.unstable.svg_form import svg_form

        return svg_form(self, words("unstable", "en").say)


def view(s: State, seat: Seat | None) -> View:
    bit = seen.eye(seat)
    winners, reason = s.result if s.result is not None else ((), "")
    return View(
        seat=seat,
        turn=seen.turn(s),
        ask=ask(s, seat),
        seats=s.n,
        edition=EDITIONS[s.edition],
        language=LANGUAGES[s.language],
        goal=s.goal,
        phase=PHASES[s.phase],
        active=s.active,
        first=s.first,
        turns=s.turns,
        players=seen.players(s, bit),
        nursery=seen.nursery(s),
        deck=s.left,
        top=seen.top(s, bit),
        top_known_to=seen.top_known_to(s),
        looking=seen.looking(s, seat),
        pile=seen.counts(s.pile),
        stack=seen.stack(s),
        window=seen.window(s),
        link=s.links,
        effects=seen.effects(s, seat),
        waiting=seen.waiting(s, seat),
        threats=seen.threats(s),
        resolving="" if s.magic is None else IDS[s.magic.card],
        plays=s.plays,
        played=s.played,
        shown=seen.shown(s),
        extra_turns=s.extra_turns,
        bonds=seen.bonds(s),
        memory=seen.memory(s, bit),
        winners=list(winners),
        reason=reason,
        inner=seen.inner(s),
        sealed=seen.sealed(s, seat),
    )
