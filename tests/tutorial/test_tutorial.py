"""The tutorials: recorded matches that replay, with notes that are whole in both languages."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from stajnia.core.game import CHANCE
from stajnia.core.replay import replay
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server.errors import Refused
from stajnia.server.tutorial import NEWCOMER, Note, script, tutorial, why

SLOT = re.compile(r"\{(\w+):(\w+)\}")
games = pytest.mark.parametrize("name", NAMES)


@games
def test_the_record_replays(name: str) -> None:
    """Every move of a tutorial, chance included, fits the rules as they are now."""
    told = script(name)
    match = replay(told.record(name))
    assert match.record.moves == told.moves
    assert match.outcome == tutorial(name).result


@games
def test_it_ends_well(name: str) -> None:
    """The newcomer wins; in fever, where a game is long, one whole race is run and paid."""
    result = tutorial(name).result
    if name == "fever":
        assert result is None
        view = tutorial(name).frames[-1].view
        assert view.round == 2
        assert view.players[NEWCOMER].gold > 20
        assert view.players[NEWCOMER].glory == max(p.glory for p in view.players) > 0
    else:
        assert result is not None
        assert result.winners == (NEWCOMER,)


@games
def test_it_is_short_but_the_newcomer_does_the_moves(name: str) -> None:
    """Eight to fifteen decisions of one's own, and no more than three notes in a row without one."""
    asked = [step.a is not None for step in tutorial(name).steps]
    assert 8 <= sum(asked) <= 15
    before_the_end = "".join("x" if a else "." for a in asked).rstrip(".")
    assert "...." not in before_the_end


@games
def test_every_move_asked_for_is_legal_there(name: str) -> None:
    """The lit action can be played, has words, and stands in a state that is drawn."""
    told = tutorial(name)
    frames = {frame.n: frame for frame in told.frames}
    for step in told.steps:
        frame = frames[step.n]
        if step.a is not None:
            assert step.a in frame.legal
            assert frame.labels[step.a].id in words(name, "en").catalogue
            assert step.a == script(name).moves[step.n][1]


@games
def test_notes_stand_where_somebody_acts(name: str) -> None:
    """No note interrupts chance: as at a table, a state is shown once chance has spoken."""
    match = replay(script(name).record(name), upto=0)
    notes = 0
    for each in script(name).script:
        if isinstance(each, Note):
            notes += 1
            assert match.game.to_act(match.state) != (CHANCE,), each.say
        else:
            match.game.play(match.state, each[0], match.game.read(each[1]))
    assert notes == len(tutorial(name).steps)


@games
def test_every_note_has_words_and_every_word_a_note(name: str) -> None:
    """Both languages speak at every step, short enough for a phone, and fill every slot."""
    said = {step.say.id: step.say for step in tutorial(name).steps}
    for lang in LANGS:
        catalogue = words(name, lang).catalogue
        assert {id for id in catalogue if id.startswith("tutorial.")} == said.keys()
        for id, message in said.items():
            text = words(name, lang).say(message)
            assert 10 < len(text) <= 260, f"{lang} {id}: {len(text)} letters"
            for slot, kind in SLOT.findall(catalogue[id]):
                assert catalogue[f"{kind}.{message.args[slot]}"] in text, id


@games
def test_every_rule_cited_exists(name: str) -> None:
    """Each note names statements of the rules, at most four, and all are there to be read."""
    for step in tutorial(name).steps:
        assert 0 < len(step.rules) <= 5, step.say.id
        for lang in LANGS:
            assert set(step.rules) <= words(name, lang).statements.keys(), step.say.id


@games
def test_the_newcomer_sees_only_what_seat_0_may(name: str) -> None:
    """Views and events are those of seat 0: a frame is what a table would have sent it."""
    told = script(name)
    moves = told.moves
    for frame in tutorial(name).frames:
        match = replay(told.record(name), upto=frame.n)
        assert msgspec.json.encode(frame.view) == msgspec.json.encode(match.view(NEWCOMER))
        assert frame.legal == match.legal(NEWCOMER)
    drawn = [e for f in tutorial(name).frames for e in f.events if e.kind == "draws" and e.args["seat"] != NEWCOMER]
    assert all(e.args["card"] == "hidden" for e in drawn)
    assert len(moves) == max(f.n for f in tutorial(name).frames)


@games
def test_every_moment_that_is_shown_follows_the_one_before(name: str) -> None:
    """States come in order, each once; those after a jump tell nothing of what was left out."""
    told = tutorial(name)
    assert [f.n for f in told.frames] == sorted({f.n for f in told.frames})
    notes = [each for each in script(name).script if isinstance(each, Note)]
    landed = {step.n for step, note in zip(told.steps, notes, strict=True) if note.jump} | {told.frames[0].n}
    asked = {step.n for step in told.steps if step.a is not None}
    for before, frame in pairwise(told.frames):
        assert not (frame.events and frame.n in landed)
        assert frame.events or frame.n in landed or before.n in asked


def test_what_is_not_possible_is_explained_with_its_rule() -> None:
    """A newcomer who tries something else is told the rule, in the language of the page."""
    step = next(s for s in tutorial("duel").steps if s.say.id == "tutorial.jump")
    answer = why("duel", step.n, "e2 e3", "pl")
    assert not answer.ok
    assert answer.rule == "duel R3.2"
    assert "skoczka" in answer.text or "skacze" in answer.text or "skoczek" in answer.text
    assert step.a is not None
    assert why("duel", step.n, step.a, "en").ok


def test_games_need_not_have_a_tutorial(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game that has none is not found, rather than a fault of the server."""
    monkeypatch.setattr("stajnia.server.tutorial.resources.files", lambda _: tmp_path)
    with pytest.raises(Refused) as e:
        script("duel")
    assert (e.value.status, e.value.code) == (404, "no_tutorial")


def test_the_games_all_have_one() -> None:
    """Each of the games can be learned by a tutorial, at a table of a size it offers."""
    for name in NAMES:
        assert tutorial(name).seats in find(name).SEATS
