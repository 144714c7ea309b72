"""Set-up, turns, playing and answering cards, and the end; numbers in comments are those of text/rules.en.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stajnia.core.bits import bits
from stajnia.core.game import CHANCE, Event, Illegal, Option, Options, Outcome, Seat, Tell
from stajnia.games.unstable import chain
from stajnia.games.unstable.asks import free_hand, may_decline, options, pick_text, playable, text_of
from stajnia.games.unstable.deck import (
    BEGIN,
    DESIGN_OF,
    EDITIONS,
    FIRST,
    IDS,
    NUMBER,
    PLAY,
    TEXTS,
    TYPE,
    UNICORNS,
    piles,
)
from stajnia.games.unstable.letters import LETTERS
from stajnia.games.unstable.notation import Action, seat_of
from stajnia.games.unstable.state import (
    ACTION,
    ALL,
    BABIES,
    BROKEN,
    CHANCE_MOVE,
    LIMIT,
    LIVE,
    LOT,
    OVER,
    P_ACTION,
    P_BABIES,
    P_BEGIN,
    P_DEAL,
    P_DRAW,
    P_END,
    P_LIMIT,
    P_MOVE,
    P_OVER,
    PANDA,
    PASS,
    PICK,
    PUPPY,
    REPLACE,
    SEALED,
    T_DEAL,
    T_DRAW,
    UNSAID,
    WINDOW,
    YAY,
    State,
    barred,
    blinded,
    can_enter,
    designs,
    free_bit,
    hand_add,
    hand_remove,
    holds,
    know,
    name,
    say,
    seats_from,
    unicorns,
    where,
)
from stajnia.games.unstable.steps import BASIC, INSTANT, MAGIC, UPGRADE
from stajnia.games.unstable.verbs import Round, change_stable, discard, enter, triggers

NAME: Final = "unstable"
RULES: Final = 1
SEATS: Final = range(2, 9)
LANGUAGES: Final = ("en", "pl")
OPTIONS: Sequence[Option] = (
    Option("deck", "choice", "second", EDITIONS),
    Option("language", "choice", "pl", LANGUAGES),
    Option("first", "choice", "random", ("random", *(str(seat) for seat in range(8)))),
)
NEIGH, SUPER = NUMBER["neigh"], NUMBER["super_neigh"]
HAND_LIMIT: Final = 7
# [design][seat], and after the seats: into one's own stable
PLAY_TEXT: Final = tuple((*(f"play {id} on p{n + 1}" for n in range(8)), f"play {id}") for id in IDS)


def new(seats: int, given: Options) -> State:
    edition = EDITIONS.index(given["deck"])
    deck, _ = piles(seats, edition)
    s = State(seats, edition, LANGUAGES.index(given["language"]), deck)
    if given["first"] != "random":
        first = int(given["first"])
        if first >= seats:
            raise Illegal("unstable R8", "bad_first", n=first + 1)
        _begin(s, first)
    return s


def _begin(s: State, first: Seat) -> None:
    s.first = s.active = first
    s.phase, s.wait, s.who = P_BABIES, BABIES, first


def _deal(s: State, tell: Tell | None) -> None:
    """R6, R110: five cards each; with two players first a Neigh each, which both see."""
    s.phase, s.wait, s.who = P_DEAL, OVER, -1
    order = seats_from(s, s.first)
    if s.n == 2:
        for seat in order:
            s.deck[NEIGH] -= 1
            s.left -= 1
            hand_add(s, seat, NEIGH, ALL)
            if tell is not None:
                args = {"seat": seat, "card": "neigh", "left": s.left, "src": "deck", "dst": f"hand.{seat}"}
                tell(Event("deals", args, reveals=True))
    s.queue = tuple((T_DEAL, seat, 5) for seat in order)


# --- the loop ---------------------------------------------------------------------------------------------------


def _run(s: State, tell: Tell | None) -> None:
    """Until somebody has to act or the match is over."""
    while not chain.run_chain(s, tell):
        if s.phase == P_DEAL or not _over(s, tell):
            if _next_phase(s, tell):
                return
        else:
            return


def _over(s: State, tell: Tell | None) -> bool:
    """R98, R103-105, O1: with no effect left, somebody has the number, or the deck is empty."""
    for seat in seats_from(s, s.active):
        if (s.stables[seat] & UNICORNS).bit_count() + 1 >= s.goal <= unicorns(s, seat):
            say(tell, "wins", seat=seat, n=unicorns(s, seat))
            return _end(s, (seat,), "unicorns")
    if s.left:
        return False
    score = [(unicorns(s, seat), letters(s, seat)) for seat in range(s.n)]
    say(tell, "deck_out")
    for seat, (n, count) in enumerate(score):
        say(tell, "counted", seat=seat, n=n, letters=count)
    most = max(n for n, _ in score)
    tied = [seat for seat in range(s.n) if score[seat][0] == most]
    if len(tied) == 1:
        say(tell, "wins_deck", seat=tied[0])
        return _end(s, (tied[0],), "deck")
    longest = max(score[seat][1] for seat in tied)
    best = [seat for seat in tied if score[seat][1] == longest]
    if len(best) == 1:
        say(tell, "wins_letters", seat=best[0])
        return _end(s, (best[0],), "letters")
    say(tell, "all_lose")
    return _end(s, (), "all_lose")


def letters(s: State, seat: Seat) -> int:
    """O2: the letters in the titles of the unicorns that count, in the table's language."""
    stable = s.stables[seat]
    if stable & PANDA:
        return 0
    return sum(LETTERS[s.language][DESIGN_OF[uid]] for uid in bits(stable & UNICORNS))


def _end(s: State, winners: tuple[Seat, ...], reason: str) -> bool:
    s.result = (winners, reason)
    s.phase, s.wait, s.who = P_OVER, OVER, -1
    return True


def _next_phase(s: State, tell: Tell | None) -> bool:
    """Everything so far is settled: on to the next thing of the turn. True: somebody has to act."""
    if s.phase == P_DEAL:
        _start_turn(s, s.first, tell)
    elif s.phase == P_MOVE:
        _beginning(s, tell)
    elif s.phase == P_BEGIN and s.cut == 1:
        _next_turn(s, tell)
    elif s.phase == P_BEGIN and s.cut == 0:
        _phase(s, P_DRAW, "draw", tell)
        s.queue = ((T_DRAW, s.active, 1 + s.extra_draws),)
    elif s.phase == P_DRAW:
        _phase(s, P_ACTION, "action", tell)
        s.wait, s.who = ACTION, s.active
        return True
    elif s.phase == P_ACTION and s.plays and s.hands[s.active]:
        s.wait, s.who = ACTION, s.active
        return True
    elif s.phase in (P_ACTION, P_BEGIN):
        _phase(s, P_END, "end", tell)
        _lasso(s, tell)
    elif s.phase in (P_END, P_LIMIT):
        s.phase = P_LIMIT
        if len(s.hands[s.active]) > HAND_LIMIT:
            s.wait, s.who = LIMIT, s.active
            return True
        _next_turn(s, tell)
    return False


def _phase(s: State, phase: int, word: str, tell: Tell | None) -> None:
    s.phase = phase
    say(tell, "phase", seat=s.active, phase=word)


def _next_turn(s: State, tell: Tell | None) -> None:
    if s.extra_turns:
        s.extra_turns -= 1
        _start_turn(s, s.active, tell)
    else:
        _start_turn(s, (s.active + 1) % s.n, tell)


def _start_turn(s: State, seat: Seat, tell: Tell | None) -> None:
    s.active, s.phase, s.cut, s.plays, s.played, s.extra_draws = seat, P_MOVE, 0, 1, 0, 0
    s.turns += 1
    s.bonds = tuple(b for b in s.bonds if b[1] >= 0)
    say(tell, "turn", seat=seat, n=s.turns)
    puppy = PUPPY.bit_length() - 1
    home = where(s, puppy)
    if home not in (-1, seat):  # Puppicorn moves before the Beginning of Turn phase
        r = Round(s, tell)
        change_stable(s, r, puppy, home, seat, "moved", DESIGN_OF[puppy])
        triggers(s, r)


def _beginning(s: State, tell: Tell | None) -> None:
    """R11, R12, R67: what lies in the stable now triggers, as one link."""
    _phase(s, P_BEGIN, "begin", tell)
    off = blinded(s, s.active)
    for uid in bits(s.stables[s.active] & ~off):
        d = DESIGN_OF[uid]
        if TEXTS[s.edition][d][BEGIN] is not None:
            s.next.append((d, BEGIN, s.active, uid, 0, LIVE, ()))


def _lasso(s: State, tell: Tell | None) -> None:
    """First edition: what Unicorn Lasso stole this turn goes home at its end."""
    due = [b for b in s.bonds if b[1] < 0]
    if due:
        r = Round(s, tell)
        for uid, _, holder, home in due:
            if s.stables[holder] >> uid & 1 and can_enter(s, DESIGN_OF[uid], home):
                change_stable(s, r, uid, holder, home, "moved", NUMBER["unicorn_lasso"])
        triggers(s, r)
    s.bonds = tuple(b for b in s.bonds if b[1] >= 0)


# --- playing and answering ----------------------------------------------------------------------------------------


def refused(s: State, seat: Seat, d: int, into: Seat) -> tuple[str, str] | None:
    """Why a card in hand cannot be played there as the action: rule and message; None: it can."""
    kind = TYPE[d]
    if kind == INSTANT:
        return "R17", "instant_as_action"
    if kind == MAGIC:
        return None if playable(s, seat, d) else ("R83", "impossible")
    if kind == UPGRADE and s.stables[seat] & BROKEN:
        return "R27", "broken_stable"
    if not can_enter(s, d, into):
        return ("R57", "queen_bee") if kind == BASIC else ("R57", "needs_basic")
    return None


def _play_card(s: State, seat: Seat, d: int, into: Seat, tell: Tell | None) -> None:
    s.plays -= 1
    s.played += 1
    hand_remove(s, seat, d)
    s.stack = ((d, seat, -1 if TYPE[d] == MAGIC else into),)
    if tell is not None:
        args = {"seat": seat, "card": IDS[d], "src": f"hand.{seat}", "dst": "stack"}
        kind = "plays" if into == seat or TYPE[d] == MAGIC else "plays_into"
        tell(Event(kind, args | ({"target": into} if kind == "plays_into" else {}), reveals=True))
    _open_window(s, tell)


def _open_window(s: State, tell: Tell | None) -> None:
    """R44-48, R52, Yay: everyone who may answer the top card is asked at once, by public facts only."""
    d, seat, _ = s.stack[-1]
    s.asked = 0
    if d != SUPER and not s.stables[seat] & YAY:
        for other in range(s.n):
            if other != seat and s.hands[other] and not barred(s, other):
                s.asked |= 1 << other
    if s.asked:
        s.wait, s.who, s.sealed = WINDOW, -1, (UNSAID,) * s.n
        say(tell, "window", card=IDS[d], seat=seat, asked=list(bits(s.asked)))
    else:
        say(tell, "no_window", card=IDS[d], seat=seat)
        _resolve(s, tell)


def _answer(s: State, seat: Seat, value: int, tell: Tell | None) -> None:
    s.sealed = (*s.sealed[:seat], value, *s.sealed[seat + 1 :])
    if any(s.sealed[other] == UNSAID for other in bits(s.asked)):
        return
    below, by, _ = s.stack[-1]
    answers = [(other, s.sealed[other]) for other in seats_from(s, by) if s.sealed[other] >= 0]
    s.asked, s.sealed, s.wait = 0, (), OVER
    if not answers:
        if tell is not None:
            tell(Event("silence", {"card": IDS[below], "seat": by}, reveals=True))
        _resolve(s, tell)
        return
    first, d = answers[0]  # O4: the first to the left of who played the top card; nobody else loses a card
    hand_remove(s, first, d)
    s.stack += ((d, first, -1),)
    if tell is not None:
        args = {"seat": first, "card": IDS[d], "below": IDS[below], "src": f"hand.{first}", "dst": "stack"}
        tell(Event("answers", args, reveals=True))
    for other, e in answers[1:]:
        know(s, other, e)
        if tell is not None:
            tell(Event("too_late", {"seat": other, "card": IDS[e]}, reveals=True))
    _open_window(s, tell)


def _resolve(s: State, tell: Tell | None) -> None:
    """The top card can no longer be answered: it takes effect (R49-R54)."""
    d, seat, into = s.stack[-1]
    s.wait = OVER
    if TYPE[d] == INSTANT:
        below, by, _ = s.stack[-2]
        s.stack = s.stack[:-2]
        for e in (below, d):
            s.pile[e] += 1
        say(tell, "stopped", seat=by, card=IDS[below], by=seat, src="stack", dst="pile")
        say(tell, "spent", seat=seat, card=IDS[d], src="stack", dst="pile")
        if s.stack:
            if d == SUPER:
                _open_window(s, tell)  # the card below may be answered again
            else:
                _resolve(s, tell)
        return
    s.stack = ()
    say(tell, "resolves", seat=seat, card=IDS[d])
    if TYPE[d] == MAGIC:
        s.magic = (d, seat)
        s.next.append((d, PLAY, seat, -1, 0, LIVE, ()))
        return
    r = Round(s, tell)
    uid = free_bit(s, d)
    enter(s, r, uid, into)
    say(tell, "enters", target=into, **name(uid), seat=seat, src="stack", dst=f"stable.{into}")
    triggers(s, r)


# --- the protocol -------------------------------------------------------------------------------------------------


def to_act(s: State) -> tuple[Seat, ...]:
    wait = s.wait
    if wait in (WINDOW, SEALED):
        return tuple([seat for seat, said in enumerate(s.sealed) if said == UNSAID and s.asked >> seat & 1])
    if wait in (CHANCE_MOVE, LOT):
        return (CHANCE,)
    return () if wait == OVER else (s.who,)


def odds(s: State) -> list[tuple[Action, float]]:
    if s.wait == LOT:
        return [(f"first p{seat + 1}", 1 / s.n) for seat in range(s.n)]
    return chain.chance_odds(s)


def legal(s: State, seat: Seat) -> list[Action]:
    if seat not in to_act(s) or seat == CHANCE:
        return []
    if s.wait == ACTION:
        return _actions(s, seat)
    if s.wait == WINDOW:
        return ["pass", *(IDS[d] for d in (NEIGH, SUPER) if holds(s, seat, d))]
    if s.wait == PICK:
        f = s.link[s.at]
        step = text_of(s, f)[f[4]]
        texts = [pick_text(step, p, f[2]) for p in options(s, f, step)]
        return [*texts, "decline"] if may_decline(s, f) else texts
    if s.wait == SEALED:
        step, picks = chain.options_sealed(s, seat)
        return [pick_text(step, p, seat) for p in picks]
    if s.wait == REPLACE:
        return chain.replacement_texts(s)
    if s.wait == BABIES:
        return [f"baby {IDS[d]}" for d in bits(s.nursery)]
    return [f"discard {IDS[d]}" for d in dict.fromkeys(free_hand(s, seat))]


def _actions(s: State, seat: Seat) -> list[Action]:
    found = ["stop" if s.played else "draw"]
    for d in dict.fromkeys(designs(s.hands[seat])):
        if TYPE[d] == MAGIC:
            if refused(s, seat, d, seat) is None:
                found.append(PLAY_TEXT[d][SEATS[-1]])
        elif TYPE[d] != INSTANT:
            for into in seats_from(s, seat):
                if refused(s, seat, d, into) is None:
                    found.append(PLAY_TEXT[d][SEATS[-1] if into == seat else into])
    return found


def _meant(s: State, seat: Seat, a: Action) -> int | None:
    """What an action of `legal` stands for, as a number; None: it is not among them."""
    if s.wait == WINDOW:
        if a == "pass":
            return PASS
        d = NUMBER.get(a, -1)
        return d if d in (NEIGH, SUPER) and holds(s, seat, d) else None
    if s.wait == PICK:
        f = s.link[s.at]
        step = text_of(s, f)[f[4]]
        if a == "decline":
            return PASS if may_decline(s, f) else None
        return next((p for p in options(s, f, step) if pick_text(step, p, f[2]) == a), None)
    if s.wait == SEALED:
        step, picks = chain.options_sealed(s, seat)
        return next((p for p in picks if pick_text(step, p, seat) == a), None)
    if s.wait == ACTION and a.startswith("play "):
        words = a.split()
        d = NUMBER[words[1]]
        into = seat_of(a) if len(words) > 2 else seat
        fits = into < s.n and (len(words) == 2 or (into != seat and TYPE[d] != MAGIC))
        return into if fits and holds(s, seat, d) and refused(s, seat, d, into) is None else None
    return 0 if a in legal(s, seat) else None


def play(s: State, seat: Seat, a: Action, tell: Tell | None = None) -> None:
    if seat == CHANCE:
        _chance(s, a, tell)
        return
    if s.wait == OVER:
        raise Illegal("unstable turn", "over")
    if seat not in to_act(s):
        raise Illegal("unstable turn", "not_your_turn")
    value = _meant(s, seat, a)
    if value is None:
        from stajnia.games.unstable.refusals import why_not

        raise why_not(s, seat, a)
    _act(s, seat, a, value, tell)
    if s.wait != BABIES and not s.asked:
        _run(s, tell)


def _chance(s: State, a: Action, tell: Tell | None) -> None:
    if s.wait == LOT and a.startswith("first ") and seat_of(a) < s.n:
        _begin(s, seat_of(a))
        say(tell, "begins", seat=s.first)
        return
    if s.wait != CHANCE_MOVE or not chain.may_happen(s, a):
        raise Illegal("unstable turn", "not_legal", text=a)
    s.wait = OVER
    chain.chance(s, NUMBER[a.split()[1]], tell)
    _run(s, tell)


def _act(s: State, seat: Seat, a: Action, value: int, tell: Tell | None) -> None:
    wait = s.wait
    if wait == WINDOW:
        _answer(s, seat, value, tell)
        return
    if wait == SEALED:
        chain.seal(s, seat, value, tell)
        return
    s.wait = OVER
    if wait == PICK:
        if a == "decline":
            chain.decline(s, tell)
        else:
            chain.pick(s, value, tell)
    elif wait == ACTION:
        if a == "draw":
            s.plays = 0
            s.queue = ((T_DRAW, seat, 1),)
        elif a == "stop":
            s.plays = 0
            say(tell, "stops", seat=seat)
        else:
            _play_card(s, seat, NUMBER[a.split()[1]], value, tell)
    elif wait == REPLACE:
        chain.replace(s, a, tell)
    elif wait == LIMIT:
        discard(s, seat, NUMBER[a.split()[1]], tell, -1)
    else:
        _choose_baby(s, seat, NUMBER[a.split()[1]], tell)


def _choose_baby(s: State, seat: Seat, d: int, tell: Tell | None) -> None:
    s.nursery &= ~(1 << d)
    s.stables[seat] |= 1 << d
    say(tell, "baby", seat=seat, **name(d), src="nursery", dst=f"stable.{seat}")
    s.wait, s.who = BABIES, (seat + 1) % s.n
    if s.who == s.first:
        _deal(s, tell)


def outcome(s: State) -> Outcome | None:
    if s.result is None:
        return None
    winners, reason = s.result
    return Outcome(tuple(1.0 if seat in winners else 0.0 for seat in range(s.n)), winners, reason)


__all__ = ["FIRST", "NAME", "OPTIONS", "RULES", "SEATS", "legal", "new", "odds", "outcome", "play", "to_act"]
