"""What a seat may know of a fever match.

A view names every field on purpose. Hidden are only the magic cards: other hands, the deck, and cards lying face
down that this seat neither played nor looked at; of those the view tells how many there are and who played them.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stajnia.core.game import Message, Seat
from stajnia.core.words import words
from stajnia.games.fever import seen
from stajnia.games.fever.ask import ask
from stajnia.games.fever.state import DECK, OUT, State
from stajnia.games.fever.view_parts import Bet, Doing, Lane, Phase, Player, Race, Stack, Standing


class View(Struct, frozen=True):
    seat: Seat | None
    turn: tuple[Seat, ...]
    ask: Message | None
    options: dict[str, Any]
    stage: str  # the small step the game stands at, see rules.py
    phase: Phase
    round: int  # 1..races
    races: int
    length: int  # spaces from the start to the line
    first: Seat  # who has the first player token, -1 before the draw
    next_first: Seat  # who holds yellow A and takes the token over at the race, -1: nobody
    clans: tuple[str, ...]
    lanes: tuple[Lane, ...]  # red to purple
    bets: tuple[Bet, ...]  # all tokens in use, win, early, late
    stacks: tuple[Stack, ...]
    market: tuple[str, ...]  # contracts on display
    contracts_left: tuple[str, ...]  # contracts still in the deck: no secret, since the clans are known
    contracts_out: tuple[str, ...]  # unsold ones, out of the game
    players: tuple[Player, ...]
    hand: tuple[str, ...]  # own magic cards, sorted
    deck: int  # magic cards in the deck
    discards: tuple[str, ...]  # magic cards face up beside it, sorted
    doing: Doing | None
    race: Race
    ranking: tuple[str, ...]  # best first
    used_contracts: tuple[str, ...]  # once-a-round contracts already used this round
    standings: tuple[Standing, ...]  # at the end
    bank_gold: int  # what is left of the box; the Bank pays on when nothing is
    bank_glory: int
    hexed: tuple[tuple[Seat, ...], ...]  # by lane, who played magic on it this round
    plan: int  # action turns taken this round, by all together
    after: str  # where the running step leads back to
    contract_glory: dict[str, int]  # the Glory printed on each contract of this game
    contract_n: dict[str, int]  # the number in the text of each of them, 0 where there is none
    sealed: str = ""

    @property
    def card_numbers(self) -> dict[str, int]:
        """As `HasCardNumbers` in core/game.py asks."""
        return self.contract_n

    def _repr_svg_(self) -> str:
        """The drawing that a notebook shows."""
        from stajnia.games.fever.svg_form import svg_form

        return svg_form(self, words("fever", "en").say)


def view(s: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        turn=seen.turn(s),
        ask=ask(s, seat),
        options=s.options,
        stage=s.stage,
        phase=s.phase,
        round=s.round,
        races=s.races,
        length=s.box.length,
        first=s.first,
        next_first=s.next_first,
        clans=seen.clans(s),
        lanes=seen.lanes(s, seat),
        bets=seen.bets_of(s),
        stacks=seen.stacks(s),
        market=seen.contracts(s.market),
        contracts_left=seen.owned(s, DECK),
        contracts_out=seen.owned(s, OUT),
        players=seen.players(s),
        hand=() if seat is None else seen.magic(s.hands[seat]),
        deck=sum(s.deck),
        discards=seen.discards(s),
        doing=seen.doing(s),
        race=seen.race_of(s),
        ranking=seen.colours(s.ranking),
        used_contracts=seen.used_contracts(s),
        standings=tuple(Standing(*line) for line in s.final),
        bank_gold=s.bank_gold,
        bank_glory=s.bank_glory,
        hexed=seen.hexed(s),
        plan=s.plan,
        after=s.after,
        contract_glory=seen.numbers(s, s.box.glory),
        contract_n=seen.numbers(s, s.box.n),
    )
