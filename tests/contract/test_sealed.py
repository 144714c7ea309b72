"""Answers of several at once: one place where they lie, one way to turn them up, and nobody else who knows of them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import stajnia
from stajnia.core.game import PASS, Illegal
from stajnia.core.match import Match
from stajnia.core.record import BadRecord
from stajnia.core.replay import replay
from tests.contract.drive import Case, case_id, cases

CASES = cases()
SEALING = [case for case in CASES if case[0] == "unstable"]


def until_sealing(m: Match, rng: Random) -> bool:
    """Play at random until several are asked at once or a window is open."""
    while m.to_act and not m.sealing:
        seat = m.to_act[0]
        m.play(seat, rng.choice(m.legal(seat)))
    return bool(m.to_act)


def looks(m: Match, seats: int) -> list[bytes]:
    return [msgspec.json.encode(m.view(seat)) for seat in (None, *range(seats))]


@pytest.mark.parametrize("case", SEALING, ids=case_id)
def test_an_answer_lies_in_the_match_alone(case: Case) -> None:
    """Until all are in the state, the record's moves and everybody else's view are as they were."""
    name, seats, options = case
    rng = Random(4)
    m = Match.start(name, seats, options, seed=8)
    windows = 0
    while until_sealing(m, rng):
        asked, key, moves = m.asked, m.state.key(), list(m.record.moves)
        given: dict[int, str] = {}
        for seat in rng.sample(asked, len(asked)):
            before = looks(m, seats)
            given[seat] = rng.choice(m.legal(seat))
            events = m.play(seat, given[seat])
            if len(given) == len(asked):
                break
            assert events == []
            assert m.pending == given
            assert (m.state.key(), m.record.moves, m.asked) == (key, moves, asked)
            assert m.to_act == tuple(s for s in asked if s not in given)
            now = looks(m, seats)
            assert now[: seat + 1] + now[seat + 2 :] == before[: seat + 1] + before[seat + 2 :]
            own = m.view(seat)
            assert (own.sealed, own.ask, m.legal(seat)) == (given[seat], None, [])
            assert replay(m.record.to_json()).pending == given
            refusal = m.why_not(seat, given[seat])
            assert refusal is not None
            assert refusal.message == "answered"
        assert m.pending == {}
        played = m.record.moves[len(moves) :]
        assert played[: len(asked)] == [(seat, given[seat]) for seat in asked], "in the order in which the game asks"
        windows += 1
    assert windows > 5
    assert replay(m.record.to_json()).state.key() == m.state.key()


@pytest.mark.parametrize("case", SEALING, ids=case_id)
def test_the_order_of_answering_does_not_matter(case: Case) -> None:
    """Whoever is quicker: the same answers make the same record."""
    name, seats, options = case
    records = []
    for turn in (1, -1):
        m, rng = Match.start(name, seats, options, seed=8), Random(4)
        while until_sealing(m, rng):
            answers = {seat: rng.choice(m.legal(seat)) for seat in m.asked}
            for seat in m.asked[::turn]:
                m.seal(seat, answers[seat])
            m.close()
        records.append(m.record)
    assert records[0] == records[1]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_silence_is_a_pass_where_a_window_is_open(case: Case) -> None:
    """In a response window every asked seat may pass, and nowhere else anybody."""
    m, rng = Match.start(*case, seed=3), Random(6)
    windows = 0
    while m.to_act:
        is_open = m.game.window(m.state)
        windows += is_open
        assert {PASS in m.legal(seat) for seat in m.to_act} == {is_open}
        seat = m.to_act[0]
        m.play(seat, rng.choice(m.legal(seat)))
    assert windows > 0 or case not in SEALING


def sealed(seats: int = 4) -> Match:
    """A match of unstable in a window of which one answer is in."""
    m = Match.start("unstable", seats, seed=8)
    rng = Random(4)
    while len(m.asked) < 2 or not m.game.window(m.state):
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    m.play(m.to_act[-1], PASS)
    return m


def test_a_window_is_not_closed_before_all_are_in() -> None:
    """Closing early is a mistake of the caller and changes nothing; a second answer and a stranger's are refused."""
    m = sealed()
    before = m.record.to_json()
    with pytest.raises(ValueError, match="missing"):
        m.close()
    for seat, message in ((m.asked[-1], "answered"), (next(s for s in range(4) if s not in m.asked), "not_your_turn")):
        with pytest.raises(Illegal) as e:
            m.play(seat, PASS)
        assert e.value.message == message
    with pytest.raises(Illegal):
        m.play(m.to_act[0], "narwhal")
    assert m.record.to_json() == before


def test_an_undo_drops_what_was_sealed() -> None:
    """Whoever is asked again answers again."""
    m = sealed()
    place = m.last_decision(range(4))
    assert place is not None
    m.undo(0, place)
    assert m.pending == {}
    assert m.view(m.asked[0]).sealed == ""


def test_a_saved_answer_must_fit() -> None:
    """A record with a sealed answer that the game would not take is refused and names it."""
    record = sealed().record
    seat = next(iter(record.sealed))
    bad: dict[int, Any] = {seat: "narwhal"}
    with pytest.raises(BadRecord, match="narwhal"):
        stajnia.replay(msgspec.structs.replace(record, sealed=bad))
    assert stajnia.replay(record, upto=len(record.moves)).pending == {}
