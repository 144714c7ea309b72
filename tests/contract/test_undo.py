"""How far back a seat may go by itself, and what a record with undos means, on a game made for it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import stajnia
from stajnia.core.chance import seed_bytes
from stajnia.core.game import CHANCE, Event, Illegal, Outcome, Seat, Tell, without_rule
from stajnia.core.match import Match
from stajnia.core.record import Record, Trail, standing, undone_to
from stajnia.core.replay import Walk, replay


class State:
    """How far the plan has gone, and who has answered in the window of this step."""

    def __init__(self, at: int = 0, answered: tuple[Seat, ...] = ()) -> None:
        self.at, self.answered = at, answered

    def copy(self) -> State:
        return State(self.at, self.answered)

    def key(self) -> object:
        return (self.at, self.answered)


def planned(*plan: str) -> Any:
    """A game of `go`: each step names the seats that act (`*`: chance), and `!` if it reveals something at its end."""

    def to_act(s: State) -> tuple[Seat, ...]:
        if s.at == len(plan):
            return ()
        step = plan[s.at].rstrip("!")
        return (CHANCE,) if step == "*" else tuple(int(c) for c in step if int(c) not in s.answered)

    def play(s: State, seat: Seat, a: str, tell: Tell | None = None) -> None:
        if seat not in to_act(s):
            raise without_rule("plan", "not_your_turn")
        step = plan[s.at]
        s.answered += (seat,)
        done = not to_act(s) or seat == CHANCE
        if done:
            s.at, s.answered = s.at + 1, ()
        if tell:
            tell(Event(a, {"seat": seat}, reveals=done and step.endswith("!")))

    def read(text: str) -> str:
        if text != "go":
            raise without_rule("plan", "unreadable", text=text)
        return text

    def outcome(s: State) -> Outcome | None:
        return Outcome((1.0, 0.0), (0,), "done") if s.at == len(plan) else None

    return SimpleNamespace(
        NAME="plan",
        RULES=1,
        SEATS=range(2, 4),
        OPTIONS=(),
        new=lambda _seats, _options: State(),
        to_act=to_act,
        window=lambda _s: False,
        legal=lambda s, seat: ["go"] if seat in to_act(s) else [],
        odds=lambda _s: [("go", 1.0)],
        play=play,
        outcome=outcome,
        read=read,
        write=str,
    )


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Match]:
    """A match of a plan; `replay` knows its game too."""

    def begin(*plan: str) -> Match:
        game = planned(*plan)
        monkeypatch.setattr(stajnia.games, "game", lambda _name: game)
        return Match.start("plan", 2, seed=1)

    return begin


def free(m: Match) -> list[int | None]:
    """How far back each seat may go, the same in the match and in its replay."""
    points = [m.free_undo(seat) for seat in range(2)]
    again = replay(m.record.to_json())
    assert [again.free_undo(seat) for seat in range(2)] == points
    assert [again.last_decision((seat,)) for seat in range(2)] == [m.last_decision((seat,)) for seat in range(2)]
    assert again.state.key() == m.state.key()
    return points


Start = Callable[..., Match]


def test_own_quiet_moves_can_be_taken_back(start: Start) -> None:
    """As many as one made in a row, and nobody else's."""
    m = start("0", "0", "1", "1", "0", "0")
    m.play(0, "go")
    m.play(0, "go")
    assert free(m) == [0, None]
    m.play(1, "go")
    assert free(m) == [None, 2]
    m.undo(1, 2)
    assert free(m) == [0, None]


def test_what_was_revealed_cannot_be_taken_back(start: Start) -> None:
    """The move that told something hidden stays, the quiet ones after it do not have to."""
    m = start("0", "0!", "0", "0")
    m.play(0, "go")
    m.play(0, "go")
    assert free(m) == [None, None]
    m.play(0, "go")
    assert free(m) == [2, None]


def test_a_move_that_drew_stays(start: Start) -> None:
    """Chance is never drawn again by oneself."""
    m = start("0", "*", "0", "0")
    m.play(0, "go")
    assert m.record.moves == [(0, "go"), (CHANCE, "go")]
    assert free(m) == [None, None]
    m.play(0, "go")
    assert free(m) == [2, None]


def test_an_answer_in_a_window_is_sealed(start: Start) -> None:
    """An answer is no move yet and cannot be taken back; turned up, the answers of all are one decision that stays."""
    m = start("1", "01", "0", "0")
    m.play(1, "go")
    m.play(0, "go")
    assert free(m) == [None, 0]
    assert m.last_decision((0,)) is None
    m.play(1, "go")
    assert free(m) == [None, None]
    assert [m.last_decision((seat,)) for seat in (0, 1)] == [1, 1]
    with pytest.raises(Illegal):
        m.undo(0, 2)  # among the answers
    m.undo(0, 1)
    assert (m.to_act, free(m)) == ((0, 1), [None, 0])


def test_the_end_stays(start: Start) -> None:
    """After the end nobody goes back freely; where the caller lets them, the match has no outcome again."""
    m = start("0", "0")
    m.play(0, "go")
    m.play(0, "go")
    assert m.record.outcome == m.outcome == Outcome((1.0, 0.0), (0,), "done")
    assert free(m) == [None, None]
    m.undo(1, 1)
    assert stajnia.replay(m.record).outcome is None
    assert m.record.to_json().count("done") == 0
    assert m.to_act == (0,)
    assert free(m) == [0, None]


@pytest.mark.parametrize(("seat", "to"), [(0, -1), (0, 2), (0, 3), (2, 0), (CHANCE, 0)])
def test_an_undo_to_nowhere_or_by_nobody_is_refused(start: Start, seat: Seat, to: int) -> None:
    """Only a seat of the match goes back, and only to a moment before now; nothing changes otherwise."""
    m = start("0", "0", "0")
    m.play(0, "go")
    m.play(0, "go")
    with pytest.raises(Illegal) as e:
        m.undo(seat, to)
    assert (e.value.message, e.value.values) == ("bad_undo", {"to": to})
    assert (m.state.at, len(m.record.moves)) == (2, 2)
    bad = Record("plan", 1, 2, {}, [*m.record.moves, (seat, f"undo {to}")])
    with pytest.raises(stajnia.BadRecord) as b:
        replay(bad)
    assert b.value.place == 3


def test_an_undo_to_an_undo_means_what_it_meant(start: Start) -> None:
    """A place after an undo is the place it went to."""
    m = start("0", "0", "0", "0")
    for _ in range(3):
        m.play(0, "go")
    m.undo(0, 1)  # place 4 is place 1 again
    m.play(0, "go")
    m.undo(0, 4)
    assert m.state.at == 1
    assert standing(m.record.moves) == [(0, "go")]
    assert free(m) == [0, None]
    told = [e.kind for events in Walk(m.record) for e in events]
    assert told == ["go", "go", "go", "undo", "go", "undo"]


def test_a_replay_needs_chance_to_go_on(start: Start) -> None:
    """Without a dealer the next chance move says so and nothing is played; with one the match goes on."""
    m = start("0", "*", "0")
    again = replay(Record("plan", 1, 2, {}, []))
    with pytest.raises(ValueError, match="hand in `chance`"):
        again.play(0, "go")
    assert (again.state.at, again.record.moves) == (0, [])
    places: list[int] = []

    def deal(place: int, odds: Any) -> Any:
        places.append(place)
        return odds[0][0]

    again = replay(m.record, chance=deal)
    again.play(0, "go")
    assert (places, again.to_act) == ([1], (0,))


def test_a_replay_can_stop_on_the_way(start: Start) -> None:
    """`upto` moves are replayed, and the outcome that stands in the record is not claimed yet."""
    m = start("0", "1", "0")
    for seat in (0, 1, 0):
        m.play(seat, "go")
    for n in range(4):
        part = replay(m.record, upto=n)
        assert (part.state.at, len(part.record.moves)) == (n, n)
        assert (part.record.outcome is None) == (n < 3)


@pytest.mark.parametrize(
    "text", ["undo", "undo x", "undo -1", "undo 01", "undo 1 ", "UNDO 1", "undo ١", "undo 1234567890"]
)
def test_what_is_no_undo(text: str) -> None:
    """One way of writing it, so that no record means two things."""
    assert undone_to(text) is None


def test_undos_in_a_list_of_moves() -> None:
    """`standing` and the trail know the way; an undo to a place not there yet is refused."""
    moves = [(0, "a"), (1, "b"), (0, "undo 1"), (1, "c")]
    assert standing(moves) == [(0, "a"), (1, "c")]
    trail = Trail()
    trail.walk(moves)
    assert (len(trail), list(trail.way_back(4))) == (4, [4, 1])
    for moves in ([(0, "undo 0")], [(0, "a"), (0, "undo 1")]):
        with pytest.raises(Illegal):
            standing(moves)


def test_seeds_are_bytes() -> None:
    """A number and its text are the same seed, bytes are taken as they are, and no seed is a fresh one."""
    assert seed_bytes(7) == seed_bytes("7") == seed_bytes(b"7") == b"7"
    assert len(seed_bytes(None)) == 32
    assert seed_bytes(None) != seed_bytes(None)
