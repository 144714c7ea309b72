"""Every game, at every number of seats and with every variant, keeps the promises of the protocol."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import stajnia
from stajnia.core.game import CHANCE, Event, Illegal
from stajnia.core.record import standing
from stajnia.core.words import LANGS, words
from stajnia.games import game
from tests.contract.drive import (
    NAMES,
    Case,
    begin,
    case_id,
    cases,
    check_plays,
    check_refusals,
    check_step,
    check_told,
    check_views,
    choices,
    walk,
)

CASES = cases()
each_case = pytest.mark.parametrize("case", CASES, ids=case_id)


def extras(case: Case) -> Any:
    return importlib.import_module(f"tests.{case[0]}.invariants")


@each_case
def test_random_match_keeps_the_contract(case: Case) -> None:
    """A random match ends in time; at each step somebody can act, nothing is lost, refusals change nothing."""
    extra = extras(case)
    rng = Random(1)
    pool: set[Any] = set()
    last = None
    for n, (g, s, seat, a, events) in enumerate(walk(case, 11, extra.BOUND)):
        check_step(g, s, case[1])
        extra.check(s)
        pool.add(a)
        if n % 7 == 0 or n < 12:
            check_plays(g, s, rng, 6)
        if n % 5 == 0:
            check_refusals(g, s, case[1], pool, rng)
        for e in events:
            assert msgspec.json.decode(msgspec.json.encode(e), type=Event) == e
        last = g, s, seat, a
    assert last is not None
    g, s, seat, a = last
    g.play(s, seat, a)
    check_step(g, s, case[1])
    check_refusals(g, s, case[1], pool, rng)
    extra.check(s)
    outcome = g.outcome(s)
    assert outcome is not None
    assert len(outcome.scores) == case[1]
    assert f"outcome.{outcome.reason}" in words(g.NAME, "en").catalogue


@each_case
def test_views_and_guesses(case: Case) -> None:
    """Guesses look like the view they came from, to every seat and a spectator; nothing hidden is told."""
    rng = Random(2)
    for n, (g, s, seat, a, _) in enumerate(walk(case, 12, extras(case).BOUND)):
        if n < 10 or rng.random() < 0.15:
            check_views(g, s, case[1], rng)
            check_told(g, s, seat, a, rng)


@each_case
def test_a_game_says_whether_it_hides_anything(case: Case) -> None:
    """Where it does not, all see what who watches sees; where it does, a seat soon knows something of its own."""
    own = 0
    for g, s, *_ in walk(case, 14, extras(case).BOUND):
        public = g.view(s, None)
        own += sum(replace(g.view(s, seat), seat=None, ask=None) != public for seat in range(case[1]))
    assert bool(own) == game(case[0]).HIDES


@each_case
def test_record_replays_to_the_same_state(case: Case) -> None:
    """Replay of the record gives the same match at the end and at every step."""
    name, seats, options = case
    rng = Random(3)
    m = stajnia.Match.start(name, seats, options, seed=5)
    keys = {len(m.record.moves): m.state.key()}
    while m.to_act:
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))
        keys[len(m.record.moves)] = m.state.key()
    again = stajnia.replay(m.record.to_json())
    assert again.state.key() == m.state.key()
    assert again.record == m.record
    state = m.game.new(seats, m.record.options)
    for n, (seat, text) in enumerate(standing(m.record.moves)):
        if n in keys:
            assert state.key() == keys[n]
        m.game.play(state, seat, m.game.read(text))
    m.record.seed = (m.secret or b"").hex()
    verdict = stajnia.verify(m.record)
    assert verdict.ok, verdict


@each_case
def test_events_and_labels_have_words(case: Case) -> None:
    """Whatever happens, is asked or is offered can be said in Polish and in English."""
    silent: set[str] = set()
    for g, s, seat, a, events in walk(case, 13, extras(case).BOUND):
        v = g.view(s, None if seat == CHANCE else seat)
        said = [f"event.{e.kind}" for e in events]
        if seat != CHANCE:
            said += [g.label(v, a).id]
            said += [v.ask.id] if v.ask else []
        for lang in LANGS:
            silent |= {f"{lang}: {id}" for id in said if id not in words(g.NAME, lang).catalogue}
    assert not silent, sorted(silent)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=30))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    """Whatever is typed is an action or a clear refusal, never a crash."""
    g = game(name)
    try:
        action = g.read(text)
    except Illegal as e:
        assert e.message == "unreadable"
    else:
        assert g.read(g.write(action)) == action


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_line_of_play(name: str, data: st.DataObject) -> None:
    """Lines of play that hypothesis looks for keep the contract for their first sixty moves."""
    case = data.draw(st.sampled_from([c for c in CASES if c[0] == name]), label="case")
    rng = Random(4)
    g, s = begin(case)
    for n in range(60):
        options = choices(g, s)
        if not options:
            break
        check_step(g, s, case[1])
        seat, a = options[data.draw(st.integers(0, len(options) - 1))]
        if n % 6 == 0:
            check_views(g, s, case[1], rng)
        g.play(s, seat, a)
        extras(case).check(s)


@pytest.mark.parametrize("name", NAMES)
def test_options_are_refused_with_a_reason(name: str) -> None:
    """Unknown options, wrong values and impossible numbers of seats are refused in words."""
    g = game(name)
    seats = g.SEATS[-1]
    wrongs: list[dict[str, Any]] = [{"no_such": 1}, *({o.name: object} for o in g.OPTIONS)]
    for wrong in wrongs:
        with pytest.raises(Illegal) as e:
            stajnia.Match.start(name, seats, wrong)
        assert "illegal." not in str(e.value)
    with pytest.raises(Illegal, match="players"):
        stajnia.Match.start(name, 99)
    for lang in LANGS:
        for o in g.OPTIONS:
            keys = [f"option.{o.name}", f"option.{o.name}.help"]
            keys += [f"option.{o.name}.{c}" for c in o.choices]
            assert not [k for k in keys if k not in words(name, lang).catalogue]
