"""Set-up, turns, playing and answering cards, and the end; numbers in comments are those of text/rules.en.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.core.game import CHANCE, PASS, Event, Illegal, Option, Options, Outcome, Seat, Tell, without_rule
from stajnia.games.unstable import chain, chance
from stajnia.games.unstable.actions import BEGINS_TEXTS, CARD_IN, CARD_TEXTS, PLAY_ON_TEXTS, SEAT_IN, Action
from stajnia.games.unstable.card_language import DOWNGRADE, UNICORN, UPGRADE
from stajnia.games.unstable.choices import (
    distinct,
    free_hand,
    may_decline,
    open_pick,
    options,
    pick_in,
    pick_text,
    sealed_options,
)
from stajnia.games.unstable.deck import (
    BEGINS,
    BIT,
    DESIGN_OF,
    EDITIONS,
    FIRST_EDITION,
    IDS,
    NUMBER,
    TYPE,
    UNICORNS,
    When,
    members,
    piles,
    text_of,
)
from stajnia.games.unstable.knowledge import designs, hand_add, holds
from stajnia.games.unstable.neighs import NEIGH, SUPER_NEIGH, answer, play_card, refused
from stajnia.games.unstable.refusals import why_not
from stajnia.games.unstable.replacements import replace, replacement_texts
from stajnia.games.unstable.stables import PANDA, PUPPY, blinded, can_enter, seats_from, unicorns, where
from stajnia.games.unstable.state import ALL, SEATS_OF, SILENT, Due, Frame, Phase, State, Task, Wait, start
from stajnia.games.unstable.title_lengths import LETTERS
from stajnia.games.unstable.zones import Round, change_stable, discard, name, say, triggers

NAME: Final = "unstable"
RULES: Final = 2
SEATS: Final = range(2, 9)
USUAL_SEATS = 4
MINUTES = 40
HIDES = True
LANGUAGES: Final = ("en", "pl")
OPTIONS: Sequence[Option] = (
    Option("deck", "choice", "second", EDITIONS),
    Option("language", "choice", "pl", LANGUAGES),
    Option("first", "choice", "random", ("random", *(str(seat) for seat in range(8)))),
)
HAND_LIMIT: Final = 7
INTO_STABLES: Final = UNICORN | UPGRADE | DOWNGRADE
CHANCE_ACTS: Final = (CHANCE,)
PUPPY_UID: Final = PUPPY.bit_length() - 1


def new(seats: int, given: Options) -> State:
    edition = EDITIONS.index(given["deck"])
    deck, _ = piles(seats, edition)
    s = start(seats, edition, LANGUAGES.index(given["language"]), deck)
    if given["first"] != "random":
        first = int(given["first"])
        if first >= seats:
            raise Illegal("unstable R8", "bad_first", n=first + 1)
        _begin(s, first)
    return s


def _begin(s: State, first: Seat) -> None:
    s.first = s.active = first
    s.phase, s.wait, s.who = Phase.BABIES, Wait.BABY, first


def _deal(s: State, tell: Tell | None) -> None:
    """R6, R110: five cards each; with two players first a Neigh each, which both see."""
    s.phase, s.wait, s.who = Phase.DEAL, Wait.NOTHING, -1
    order = seats_from(s, s.first)
    if s.n == 2:
        for seat in order:
            s.deck[NEIGH] -= 1
            s.left -= 1
            hand_add(s, seat, NEIGH, ALL)
            if tell is not None:
                args = {"seat": seat, "card": "neigh", "left": s.left, "src": "deck", "dst": f"hand.{seat}"}
                tell(Event("deals", args, reveals=True))
    s.queue = tuple([Task(Due.DEAL, seat, 5) for seat in order])


# --- the loop ---------------------------------------------------------------------------------------------------


def _run(s: State, tell: Tell | None) -> None:
    """Until somebody has to act or the match is over."""
    while not chain.run_chain(s, tell):
        if s.phase == Phase.DEAL or not _over(s, tell):
            if _next_phase(s, tell):
                return
        else:
            return


def _over(s: State, tell: Tell | None) -> bool:
    """R98, R102a, R103, O1: with no effect left, somebody has the number, or the deck is empty."""
    reached = _reached(s) if s.unsettled else []
    s.unsettled = False
    if len(reached) == 1:
        if tell is not None:
            say(tell, "wins", seat=reached[0], n=unicorns(s, reached[0]))
        return _end(s, (reached[0],), "unicorns")
    if reached:
        if tell is not None:
            say(tell, "several_have_the_number", seats=reached)
        return _compare(s, reached, "unicorns", tell)
    if s.left:
        return False
    if tell is not None:
        say(tell, "deck_out")
    return _compare(s, list(range(s.n)), "deck", tell)


def _reached(s: State) -> list[Seat]:
    """Who has the number."""
    return [seat for seat in range(s.n) if unicorns(s, seat) >= s.goal]


def _compare(s: State, seats: list[Seat], reason: str, tell: Tell | None) -> bool:
    """R103-R105: most unicorns, then most letters; still level: everybody loses."""
    worth = {seat: unicorns(s, seat) for seat in seats}
    length = {seat: letters(s, seat) for seat in seats}
    for seat in seats:
        if tell is not None:
            say(tell, "counted", seat=seat, n=worth[seat], letters=length[seat])
    tied = _best(worth)
    if len(tied) == 1:
        if tell is not None:
            say(tell, "wins_most", seat=tied[0])
        return _end(s, tied, reason)
    tied = _best({seat: length[seat] for seat in tied})
    if len(tied) == 1:
        if tell is not None:
            say(tell, "wins_letters", seat=tied[0])
        return _end(s, tied, "letters")
    if tell is not None:
        say(tell, "all_lose")
    return _end(s, (), "all_lose")


def _best(score: dict[Seat, int]) -> tuple[Seat, ...]:
    most = max(score.values())
    return tuple([seat for seat, n in score.items() if n == most])


def letters(s: State, seat: Seat) -> int:
    """O2: the letters in the titles of the unicorns that count, in the table's language."""
    stable = s.stables[seat]
    if stable & PANDA:
        return 0
    return sum([LETTERS[s.language][DESIGN_OF[uid]] for uid in members(stable & UNICORNS)])


def _end(s: State, winners: tuple[Seat, ...], reason: str) -> bool:
    s.result = (winners, reason)
    s.phase, s.wait, s.who = Phase.OVER, Wait.NOTHING, -1
    return True


def _next_phase(s: State, tell: Tell | None) -> bool:
    """Everything so far is settled: on to the next thing of the turn. True: somebody has to act."""
    if s.phase == Phase.DEAL:
        _start_turn(s, s.first, tell)
    elif s.phase == Phase.MOVE:
        _beginning(s, tell)
    elif s.phase == Phase.BEGIN and not s.cut:
        _phase(s, Phase.DRAW, "draw", tell)
        s.queue = (Task(Due.DRAW, s.active, 1 + s.extra_draws),)
    elif s.phase == Phase.DRAW:
        _phase(s, Phase.ACTION, "action", tell)
        s.wait, s.who = Wait.ACTION, s.active
        return True
    elif s.phase == Phase.ACTION and s.plays and s.hands[s.active]:
        s.wait, s.who = Wait.ACTION, s.active
        return True
    elif s.phase in (Phase.ACTION, Phase.BEGIN):
        _phase(s, Phase.END, "end", tell)
        _lasso(s, tell)
    elif s.phase in (Phase.END, Phase.LIMIT):
        s.phase = Phase.LIMIT
        if len(s.hands[s.active]) > HAND_LIMIT:
            s.wait, s.who = Wait.LIMIT, s.active
            return True
        _next_turn(s, tell)
    return False


def _phase(s: State, phase: int, word: str, tell: Tell | None) -> None:
    s.phase = phase
    if tell is not None:
        say(tell, "phase", seat=s.active, phase=word)


def _next_turn(s: State, tell: Tell | None) -> None:
    if s.extra_turns:
        s.extra_turns -= 1
        _start_turn(s, s.active, tell)
    else:
        _start_turn(s, (s.active + 1) % s.n, tell)


def _start_turn(s: State, seat: Seat, tell: Tell | None) -> None:
    s.active, s.phase, s.cut, s.plays, s.played, s.extra_draws = seat, Phase.MOVE, False, 1, 0, 0
    s.turns += 1
    if tell is not None:
        say(tell, "turn", seat=seat, n=s.turns)
    home = where(s, PUPPY_UID) if s.edition == FIRST_EDITION else -1
    if home not in (-1, seat):  # Puppicorn moves before the Beginning of Turn phase
        r = Round(s, tell)
        change_stable(s, r, PUPPY_UID, home, seat, "moved", DESIGN_OF[PUPPY_UID])
        triggers(s, r)


def _beginning(s: State, tell: Tell | None) -> None:
    """R11, R12, R67: what lies in the stable now triggers, as one link."""
    _phase(s, Phase.BEGIN, "begin", tell)
    begins = s.stables[s.active] & BEGINS[s.edition]
    if begins:
        for uid in members(begins & ~blinded(s, s.active)):
            s.next.append(Frame(text_of(s.edition, DESIGN_OF[uid], When.BEGIN), s.active, uid))


def _lasso(s: State, tell: Tell | None) -> None:
    """First edition: what Unicorn Lasso stole this turn goes home at its end."""
    if not s.bonds:
        return
    due = [b for b in s.bonds if b.by < 0]
    if due:
        r = Round(s, tell)
        for b in due:
            if s.stables[b.holder] & BIT[b.stolen] and can_enter(s, DESIGN_OF[b.stolen], b.home):
                change_stable(s, r, b.stolen, b.holder, b.home, "moved", NUMBER["unicorn_lasso"])
        triggers(s, r)
    s.bonds = tuple([b for b in s.bonds if b.by >= 0])


# --- the protocol -------------------------------------------------------------------------------------------------


def to_act(s: State) -> tuple[Seat, ...]:
    wait = s.wait
    if wait in (Wait.WINDOW, Wait.SEALED):
        return SEATS_OF[s.missing]
    if wait in (Wait.CHANCE, Wait.LOT):
        return CHANCE_ACTS
    return () if wait == Wait.NOTHING else (s.who,)


def window(s: State) -> bool:
    return s.wait == Wait.WINDOW


def _acts(s: State, seat: Seat) -> bool:
    """Whether that seat is to act now."""
    if s.wait in (Wait.WINDOW, Wait.SEALED):
        return 0 <= seat < s.n and s.missing >> seat & 1 == 1
    return seat == s.who and seat >= 0 and s.wait not in (Wait.CHANCE, Wait.LOT, Wait.NOTHING)


def legal(s: State, seat: Seat) -> list[Action]:
    if not _acts(s, seat):
        return []
    wait = s.wait
    if wait == Wait.WINDOW:
        return [PASS] + [IDS[d] for d in (NEIGH, SUPER_NEIGH) if holds(s, seat, d)]
    if wait == Wait.ACTION:
        return _actions(s, seat)
    if wait == Wait.PICK:
        f = s.link[s.at]
        step = f.now()
        texts = [pick_text(step, p, f.seat) for p in options(s, f, step)]
        if may_decline(f):
            texts.append("decline")
        return texts
    if wait == Wait.SEALED:
        step = s.link[s.at].now()
        return [pick_text(step, p, seat) for p in sealed_options(s, step, seat)]
    if wait == Wait.REPLACE:
        return replacement_texts(s)
    if wait == Wait.BABY:
        return [CARD_TEXTS["baby"][d] for d in members(s.nursery)]
    return [CARD_TEXTS["discard"][d] for d in distinct(free_hand(s, seat))]


def _actions(s: State, seat: Seat) -> list[Action]:
    found = ["stop" if s.played else "draw"]
    for d in distinct(designs(s.hands[seat])):
        if refused(s, seat, d, seat) is None:
            found.append(CARD_TEXTS["play"][d])
        if TYPE[d] & INTO_STABLES:
            for i in range(1, s.n):
                into = (seat + i) % s.n
                if refused(s, seat, d, into) is None:
                    found.append(PLAY_ON_TEXTS[d][into])
    return found


def _meant(s: State, seat: Seat, a: Action) -> int | None:
    """What an action of `legal` stands for, as a number; None: it is not among them."""
    wait = s.wait
    if wait == Wait.WINDOW:
        if a == PASS:
            return SILENT
        d = NUMBER.get(a, -1)
        return d if d in (NEIGH, SUPER_NEIGH) and holds(s, seat, d) else None
    if wait == Wait.PICK:
        f = s.link[s.at]
        if a == "decline":
            return SILENT if may_decline(f) else None
        return open_pick(s, f, f.now(), a)
    if wait == Wait.ACTION:
        return _stable_meant(s, seat, a)
    if wait == Wait.SEALED:
        step = s.link[s.at].now()
        pick = pick_in(s, step, a, seat)
        return pick if pick in sealed_options(s, step, seat) else None
    return CARD_IN.get(a, 0) if a in legal(s, seat) else None


def _stable_meant(s: State, seat: Seat, a: Action) -> int | None:
    """The stable that a card is played into; one's own for Magic, and where nothing is played."""
    if a in ("draw", "stop"):
        return seat if (a == "stop") == (s.played > 0) else None
    d = CARD_IN.get(a, -1)
    if d < 0 or not holds(s, seat, d):
        return None
    into = seat
    if a != CARD_TEXTS["play"][d]:
        into = SEAT_IN.get(a, seat)
        if into == seat or into >= s.n or not TYPE[d] & INTO_STABLES:
            return None
    return into if refused(s, seat, d, into) is None else None


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    if seat == CHANCE:
        _chance(s, a, tell)
        return
    if s.wait == Wait.NOTHING:
        raise without_rule("unstable", "over")
    if not _acts(s, seat):
        raise without_rule("unstable", "not_your_turn")
    value = _meant(s, seat, a)
    if value is None:
        raise why_not(s, seat, a)
    _act(s, seat, a, value, tell)
    if s.wait != Wait.BABY and not s.asked:
        _run(s, tell)


def _chance(s: State, a: Action, tell: Tell | None) -> None:
    if s.wait == Wait.LOT and a in BEGINS_TEXTS[: s.n]:
        _begin(s, SEAT_IN[a])
        if tell is not None:
            say(tell, "begins", seat=s.first)
        return
    if s.wait != Wait.CHANCE or not chance.may_happen(s, a):
        raise without_rule("unstable", "not_legal", text=a)
    s.wait = Wait.NOTHING
    chance.happen(s, CARD_IN[a], tell)
    _run(s, tell)


def _act(s: State, seat: Seat, a: Action, value: int, tell: Tell | None) -> None:
    wait = s.wait
    if wait == Wait.WINDOW:
        answer(s, seat, value, tell)
        return
    if wait == Wait.SEALED:
        chain.seal(s, seat, value, tell)
        return
    s.wait = Wait.NOTHING
    if wait == Wait.PICK:
        if a == "decline":
            chain.decline(s, tell)
        else:
            chain.pick(s, value, tell)
    elif wait == Wait.ACTION:
        if a == "draw":
            s.plays = 0
            s.queue = (Task(Due.DRAW, seat, 1),)
        elif a == "stop":
            s.plays = 0
            if tell is not None:
                say(tell, "stops", seat=seat)
        else:
            play_card(s, seat, CARD_IN[a], value, tell)
    elif wait == Wait.REPLACE:
        replace(s, a, tell)
    elif wait == Wait.LIMIT:
        discard(s, seat, value, tell, -1)
    else:
        _choose_baby(s, seat, value, tell)


def _choose_baby(s: State, seat: Seat, d: int, tell: Tell | None) -> None:
    s.nursery &= ~BIT[d]
    s.stables[seat] |= BIT[d]
    if tell is not None:
        say(tell, "baby", seat=seat, **name(d), src="nursery", dst=f"stable.{seat}")
    s.wait, s.who = Wait.BABY, (seat + 1) % s.n
    if s.who == s.first:
        _deal(s, tell)


def outcome(s: State) -> Outcome | None:
    if s.result is None:
        return None
    winners, reason = s.result
    return Outcome(tuple([1.0 if seat in winners else 0.0 for seat in range(s.n)]), winners, reason)
