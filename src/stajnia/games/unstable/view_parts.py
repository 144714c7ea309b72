"""The parts of a view: what may be seen of cards, players, played cards, effects and what is known of the deck."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from stajnia.core.game import Seat

PhaseName = Literal["lot", "babies", "deal", "move", "begin", "draw", "action", "end", "limit", "over"]
PHASES: Final[tuple[PhaseName, ...]] = get_args(PhaseName)  # in the order of state.Phase


class StableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card lying in a stable. `handle` names it in actions (`destroy claw_machine.2`)."""

    handle: str
    card: str  # the design: words `card.ID`, `card.ID.text`
    type: str  # baby, basic, magical, upgrade, downgrade
    counts: int = 0  # how many unicorns it is worth for its stable now
    panda: bool = False  # Pandamonium: effects that name unicorns do not reach it
    blinded: bool = False  # Blinding Light: its text does not work
    safe: bool = False  # nothing can destroy it now (Rainbow Aura, Puppicorn)


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat in public. `hand`: the cards of it that this viewer knows; all when own or open."""

    seat: Seat
    unicorns: int
    stable: list[StableCard]
    hand_size: int
    hand: list[str]
    open: bool = False  # Nanny Cam: the hand lies open for all
    barred: bool = False  # may play no Neigh card (Slowdown, Ginormous Unicorn)
    unanswerable: bool = False  # Yay: what this seat plays cannot be answered
    no_upgrades: bool = False  # Broken Stable


class Count(msgspec.Struct, frozen=True):
    card: str
    count: int


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the stack of played cards; `into` is the seat whose stable it is meant for."""

    card: str
    seat: Seat
    into: Seat | None = None


class Window(msgspec.Struct, frozen=True):
    """Who was asked to answer the top of the stack."""

    asked: list[Seat]


class Pick(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice made for an effect: the verb as in actions, and a card, a handle in a stable or a seat."""

    verb: str
    card: str = ""
    handle: str = ""
    seat: Seat | None = None


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect of the chain. `status`: waiting (to be asked), asked (now), chosen, declined, done."""

    card: str  # the card whose text it is
    seat: Seat  # whose effect
    when: str  # enter, begin, leave, play, wire, tiny, bond
    status: str
    handle: str = ""  # the card in its stable, if it was in one
    must: bool = False
    picks: list[Pick] = []
    step: int = 0
    asked: list[Seat] = []  # a sealed choice: everyone who chooses at once
    inner_status: int = 0  # of the frame as the rules keep it, for `guess`
    inner_picks: list[int] = []  # the same for its picks; HIDDEN where this viewer does not know


class Threat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card about to be destroyed or sacrificed while a replacement may still speak."""

    handle: str
    how: str  # destroy, sacrifice
    saved: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A card that was shown to all when it went into a hand."""

    card: str
    seat: Seat


class Bond(msgspec.Struct, frozen=True):
    """First edition: a stolen card due back (Unicorn Lasso: end of turn, Seductive Unicorn: on leaving)."""

    handle: str
    source: str
    holder: Seat
    home: Seat


class Memory(msgspec.Struct, frozen=True):
    """What a seat that searched the deck still knows: these cards lie in the deck, but for
    at most `loose[i]` of them in the hand of seat i."""

    cards: list[Count]
    loose: list[int]


class InnerTask(msgspec.Struct, frozen=True):
    """Chance to come for a seat, as state.Task."""

    due: int
    seat: Seat
    n: int
    target: Seat


class InnerThreat(msgspec.Struct, frozen=True):
    """What the rules keep of a threat, as state.Threat."""

    uid: int
    seat: Seat
    how: int
    by: Seat
    frame: int
    said: int


class InnerHeld(msgspec.Struct, frozen=True):
    """A card that is picked and not yet moved, out of the hand of a seat or, -1, the discard pile."""

    seat: Seat
    card: str


class Inner(msgspec.Struct, frozen=True, omit_defaults=True):
    """Public numbers of the rules that `guess` needs and no eye does, named as in state.State."""

    wait: int
    who: Seat
    at: int
    asked: int = 0
    armed: bool = False
    taken: int = 0
    cut: bool = False
    extra_draws: int = 0
    queue: list[InnerTask] = []
    held: list[InnerHeld] = []
    threats: list[InnerThreat] = []
    magic: Played | None = None
    top: list[int] = []  # who does not know each card, as bits: all saw who looked
