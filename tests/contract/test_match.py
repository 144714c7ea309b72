"""The match: all-or-nothing play, records that replay, chance that can be checked, undo that deletes nothing."""

from __future__ import annotations

import ast
import doctest
import hmac
import inspect
import json
import pickle
import re
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest

import stajnia
from stajnia.compiled import PACKAGE
from stajnia.core import match as match_module
from stajnia.core import replay as replay_module
from stajnia.core.chance import dealer, draw
from stajnia.core.game import Event, Illegal, Message, without_rule
from stajnia.core.match import Match
from stajnia.core.record import BadRecord, Record, asked_again, standing
from stajnia.core.replay import Walk
from stajnia.core.words import LANGS, words
from stajnia.games import clovers


def finished(seed: int = 7, game: str = "duel") -> Match:
    m = Match.start(game, 2, {}, seed=seed)
    rng = Random(seed)
    while m.to_act:
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    return m


def revealed(m: Match) -> Record:
    assert m.secret is not None
    return msgspec.structs.replace(m.record, seed=m.secret.hex())


def test_doctests_of_the_public_face_run() -> None:
    """The examples in the documentation of the package and of Match are true."""
    for module in (stajnia, match_module, replay_module):
        source = PACKAGE / (module.__name__.partition(".")[2].replace(".", "/") or "__init__")
        tree = ast.parse(source.with_suffix(".py").read_text("utf-8"))  # compiled modules have no docstrings
        told = [ast.get_docstring(node) for node in (tree, *tree.body) if isinstance(node, ast.Module | ast.ClassDef)]
        examples = "\n\n".join(text for text in told if text and ">>>" in text)
        assert examples
        test = doctest.DocTestParser().get_doctest(examples, vars(module).copy(), module.__name__, str(source), 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_refusals_without_a_rule_are_made_in_one_place() -> None:
    """What quotes no statement is `without_rule`; nobody else writes the sign by which it is known."""
    e = without_rule("duel", "not_your_turn")
    assert (e.rule, e.numbered, str(e)) == ("duel turn", False, "It is not your turn to act now.")
    assert Illegal("duel R3.3", "not_your_turn").numbered
    by_hand = re.compile(r'Illegal\([^,]* turn"')
    makers = [file.name for file in PACKAGE.rglob("*.py") if by_hand.search(file.read_text("utf-8"))]
    assert makers == ["game.py"]


def test_refused_action_changes_nothing() -> None:
    """An illegal action raises with rule, message and sentence, and the match is as it was."""
    m = Match.start("duel", 2, {"first": "0"}, seed=1)
    before = (m.state.key(), m.record.to_json())
    for seat, text, rule in ((1, "a1", "duel turn"), (0, "z9", "duel turn"), (0, "f1", "duel R3.3")):
        with pytest.raises(stajnia.Illegal) as e:
            m.play(seat, text)
        assert e.value.rule == rule
        assert str(e.value)
        assert (m.state.key(), m.record.to_json()) == before
    assert m.why_not(0, "a1") is None
    refusal = m.why_not(1, "a1")
    assert refusal is not None
    assert refusal.message == "not_your_turn"


@pytest.mark.parametrize(("game", "text"), [("fever", "bet win red"), ("unstable", "destroy glitter_bomb")])
def test_a_refusal_names_the_action_by_its_label(game: str, text: str) -> None:
    """Who touched something is told of it in words, in both languages, not by what programs write."""
    m = Match.start(game, 4, {}, seed=1)
    seat = m.to_act[0]
    refusal = m.why_not(seat, text)
    assert refusal is not None
    for lang in LANGS:
        sentence = words(game, lang).refusal(refusal, ["Ala"] * 4)
        assert words(game, lang).say(m.label(seat, text), ["Ala"] * 4) in sentence
        assert text not in sentence


def test_same_seed_same_match() -> None:
    """The seed feeds chance only: the same seed and actions give the same record, another seed another one."""
    assert finished(3).record == finished(3).record
    firsts = {Match.start("duel", 2, {}, seed=i).to_act for i in range(20)}
    assert firsts == {(0,), (1,)}
    assert Match.start("duel", 2).record.commit != Match.start("duel", 2).record.commit


def test_unknown_game_is_refused() -> None:
    """A game that is not there is refused with the names of those that are."""
    with pytest.raises(Illegal, match="duel, clovers"):
        Match.start("chess", 2)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda d: d.update(game="chess"), "no game"),
        (lambda d: d.update(rules=99), "version 99 of the rules"),
        (lambda d: d.update(stajnia=9), "format 9"),
        (lambda d: d.update(seats=5), "players"),
        (lambda d: d.update(options={"layout": "round"}), "no layout"),
        (lambda d: d["moves"].__setitem__(4, [0, "a9"]), "Move 5"),
        (lambda d: d["moves"].__setitem__(0, [-1, "first 7"]), "Move 1"),
        (lambda d: d["moves"].__setitem__(3, [0, "undo 77"]), "Move 4"),
        (lambda d: d["moves"].__setitem__(3, [0, "undo x"]), "Move 4"),
        (lambda d: d["moves"].__setitem__(3, [0, "undo 0_1"]), "Move 4"),
        (lambda d: d["moves"].__setitem__(3, [7, "undo 1"]), "Move 4"),
        (lambda d: d["moves"].__setitem__(3, [0, "undo 0"]), "Move 4"),
        (lambda d: d["outcome"].update(winners=[0, 1]), "claims"),
        (lambda d: d.pop("moves"), "not a record"),
        (lambda d: d.update(moves=[["x", 1]]), "not a record"),
    ],
)
def test_damaged_records_are_refused_with_the_place(change: object, part: str) -> None:
    """A damaged or edited record gives a clear error that names the move that does not fit."""
    data = json.loads(finished().record.to_json())
    change(data)  # type: ignore[operator]  # a function on the decoded record
    with pytest.raises(BadRecord, match=part):
        stajnia.replay(json.dumps(data))
    with pytest.raises(BadRecord, match="not a record"):
        stajnia.replay("{")


@pytest.mark.parametrize("text", ["", "[]", "\x00", b"\xff\xfe", '{"notes":' + '{"a":' * 100_000, '{"game":"\\ud800"}'])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    """Rubbish, other bytes than text and bottomless nesting are no record, said in both languages."""
    with pytest.raises(BadRecord, match="not a record") as e:
        stajnia.replay(text)
    assert e.value.say("pl").startswith("To nie jest zapis partii")


def test_a_bad_record_speaks_both_languages() -> None:
    """The sentence, and the refusal inside it, are in the language asked for."""
    record = finished().record
    record.moves[4] = (0, "a9")
    with pytest.raises(BadRecord) as e:
        stajnia.replay(record)
    assert e.value.place == 5
    assert str(e.value).startswith("Move 5 of the record (“a9” by Player 1) does not fit: a9 is not a cloud")
    assert e.value.say("pl").startswith("Ruch 5 zapisu („a9”, Gracz 1) nie pasuje: a9 nie jest chmurką")
    record.moves[0] = (-1, "first 7")
    with pytest.raises(BadRecord, match=r"Move 1 of the record .*first 7.* by chance") as e:
        stajnia.replay(record)
    assert e.value.say("pl").startswith("Ruch 1 zapisu („first 7”, los) nie pasuje")


def test_a_bad_record_speaks_to_people() -> None:
    """Who would have moved out of turn is told of in the third person; no result is told in the words of a file."""
    data = json.loads(finished().record.to_json())
    out_of_turn = data | {"moves": [[0, "c3"], *data["moves"]]}
    other_result = data | {"outcome": data["outcome"] | {"winners": [0, 1]}}
    for bad, english, polish in [
        (out_of_turn, "(“c3” by Player 1) does not fit: somebody else is to move there.", "ruch ma tam kto inny."),
        (other_result, "The record claims another result than its moves lead to.", "niż wychodzi z jego ruchów."),
    ]:
        with pytest.raises(BadRecord) as e:
            stajnia.replay(json.dumps(bad))
        assert str(e.value).endswith(english)
        assert e.value.say("pl").endswith(polish)


def test_refusals_come_whole_out_of_another_process() -> None:
    """A refusal and a bad record can be pickled, as worker processes do with what they raise."""
    with pytest.raises(Illegal) as refused:
        Match.start("duel", 2, {"first": "0"}).play(0, "f1")
    with pytest.raises(BadRecord) as bad:
        stajnia.replay(Record("duel", 1, 2, {"first": "0"}, [(0, "f1")]))
    for e in (refused.value, bad.value):
        again = pickle.loads(pickle.dumps(e))
        assert type(again) is type(e)
        assert str(again) == str(e)
        assert (again.message, again.values) == (e.message, e.values)


def test_what_says_nothing_is_not_written() -> None:
    """A record holds what is not as usual: no empty names, no seed before the end."""
    data = json.loads(Match.start("duel", 2, {"first": "0"}).record.to_json())
    assert set(data) == {"game", "rules", "seats", "options", "moves", "commit"}


def test_fields_of_a_later_version_are_ignored() -> None:
    """A record with more than we know replays; what we know survives reading and writing."""
    m = finished()
    m.record.names, m.record.notes = ["Ala", "Ola"], {"place": "here"}
    data = json.loads(m.record.to_json()) | {"weather": "fine"}
    again = stajnia.replay(json.dumps(data))
    assert again.record == m.record
    assert Record.from_json(m.record.to_json()) == m.record
    again.record.notes["place"] = "there"
    assert m.record.notes == {"place": "here"}


def test_fair_chance_is_verified() -> None:
    """A finished record with its seed verifies; without the seed, with another seed or other chance it does not."""
    m = finished(9)
    assert stajnia.verify(revealed(m)).ok
    assert stajnia.verify(m.record).finding == "no_seed"
    wrong = msgspec.structs.replace(revealed(m), seed=b"other".hex())
    assert stajnia.verify(wrong).finding == "commit"
    assert stajnia.verify(msgspec.structs.replace(revealed(m), seed="zz")).finding == "commit"
    unfinished = Match.start("duel", 2, seed=1)
    assert stajnia.verify(revealed(unfinished)).finding == "unfinished"
    assert stajnia.verify(msgspec.structs.replace(revealed(m), commit="")).finding == "no_commit"


def test_edited_chance_is_found() -> None:
    """A record whose first lot was changed replays, but the seed shows that chance did not deal it."""
    m = finished(9)
    seat = int(m.record.moves[0][1].split()[1])
    flipped = Match.start("duel", 2, {}, seed=next(s for s in range(99) if _first(s) != seat))
    rng = Random(1)
    while flipped.to_act:
        flipped.play(flipped.to_act[0], rng.choice(flipped.legal(flipped.to_act[0])))
    forged = msgspec.structs.replace(flipped.record, commit=m.record.commit, seed=(m.secret or b"").hex())
    verdict = stajnia.verify(forged)
    assert (verdict.ok, verdict.finding, verdict.place) == (False, "chance", 1)
    broken = revealed(m)
    broken.moves[5] = (broken.moves[5][0], "a9")
    assert stajnia.verify(broken).finding == "moves"
    assert stajnia.verify(broken).place == 6


def test_chance_asked_again_after_an_undo_is_told() -> None:
    """A record in which somebody drew, took it back and drew again is fair, and says who did so how often."""
    m = Match.start("clovers", 2, {"first": "0"}, seed=1)
    start = len(m.record.moves)
    for _ in range(3):
        m.play(0, "draw")
        m.undo(0, start)
    m.undo(1, len(m.record.moves) - 1)  # the last clover after all: nothing is drawn for that
    assert asked_again(m.record.moves) == {0: 2}
    m.undo(1, start)
    m.play(0, "draw")
    assert asked_again(m.record.moves) == {0: 2, 1: 1}
    rng = Random(1)
    while m.to_act:
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    verdict = stajnia.verify(revealed(m))
    assert (verdict.finding, verdict.again) == ("fair", {0: 2, 1: 1})
    assert stajnia.verify(revealed(finished(9))).again == {}
    said = words("", "en").say(Message("record.again", {"seat": 0, "n": 2}), ["Ala", "Ola"])
    assert said == "Ala took back over what chance had said and had it asked again 2 times."


def test_quiet_undos_ask_nothing_again() -> None:
    """Taking back what used no chance is not counted, also when chance speaks later."""
    m = Match.start("duel", 2, {}, seed=1)
    seat = m.to_act[0]
    m.play(seat, "b2")
    m.undo(seat, 1)
    assert asked_again([*m.record.moves, (-1, "first 0")]) == {}


def test_records_of_other_rules_say_so() -> None:
    """An older record and one of a newer program are told apart, in both languages."""
    record = finished().record
    for rules, en, pl in ((0, "They have changed since", "się zmieniły"), (99, "it takes a newer one", "nowszego")):
        with pytest.raises(BadRecord) as e:
            stajnia.replay(msgspec.structs.replace(record, rules=rules))
        assert f"version {rules} of the rules of duel" in str(e.value)
        assert en in str(e.value)
        assert pl in e.value.say("pl")


def _first(seed: int) -> int:
    return Match.start("duel", 2, {}, seed=seed).to_act[0]


def test_chance_is_the_hmac_of_seed_and_place() -> None:
    """Anybody can check it with a library of their own: HMAC-SHA256(seed, place), its first 8 bytes as a fraction."""
    odds = [(n, 1 / 1024) for n in range(1024)]
    for seed in (b"", b"7", bytes(range(32)), bytes(64), bytes(range(200))):
        deal = dealer(seed)
        for place in (0, 1, 9, 10, 12345):
            digest = hmac.digest(seed, str(place).encode(), "sha256")
            assert deal(place, odds) == int.from_bytes(digest[:8], "big") * 1024 >> 64


def test_draws_follow_their_odds() -> None:
    """Choices derived from the seed have the listed frequencies."""
    odds = [("a", 0.5), ("b", 0.25), ("c", 0.25)]
    drawn = [draw(b"seed", n, odds) for n in range(4000)]
    assert abs(drawn.count("a") / 4000 - 0.5) < 0.03
    assert abs(drawn.count("c") / 4000 - 0.25) < 0.03
    assert draw(b"seed", 0, [("only", 0.9999999)]) == "only"


def test_undo_is_an_entry_and_never_a_deletion() -> None:
    """Taking back appends to the record; the state is as before; the record replays and verifies."""
    m = Match.start("duel", 2, {"start": "spread", "first": "0"}, seed=1)
    before = m.state.key()
    m.play(0, "a1 c2")
    assert m.free_undo(0) == 0
    assert m.free_undo(1) is None
    assert m.undo(0, 0) == [Event("undo", {"seat": 0, "to": 0})]
    assert m.state.key() == before
    assert [text for _, text in m.record.moves] == ["a1 c2", "undo 0"]
    assert standing(m.record.moves) == []
    m.play(0, "c1 b3")
    assert stajnia.replay(m.record.to_json()).state.key() == m.state.key()
    with pytest.raises(Illegal, match="undo"):
        m.undo(0, 99)


def test_free_undo_stops_at_chance_and_at_others() -> None:
    """Nobody takes back freely over chance or over what another seat did."""
    m = Match.start("duel", 2, {}, seed=1)
    seat = m.to_act[0]
    assert m.free_undo(seat) is None  # the lot was chance
    m.play(seat, "b2")
    assert m.free_undo(seat) == 1
    m.play(1 - seat, "d2")
    assert m.free_undo(seat) is None
    over = finished(2)
    assert (over.free_undo(0), over.free_undo(1)) == (None, None)


def test_free_undo_goes_on_after_an_undo() -> None:
    """Who took back one move may take back the one before it too, also in the match that was replayed."""
    m = Match.start("clovers", 1, {}, seed=1)
    for text in ("swap a1 b1", "swap a1 c1", "swap a1 d1"):
        m.play(0, text)
    keys = [m.state_at(n).key() for n in range(4)]
    assert m.free_undo(0) == 0
    m.undo(0, 2)
    m.undo(0, 1)
    assert m.state.key() == keys[1]
    assert m.free_undo(0) == 0
    m.play(0, "swap a1 d1")
    assert stajnia.replay(m.record).free_undo(0) == 0
    assert standing(m.record.moves) == [(0, "swap a1 b1"), (0, "swap a1 d1")]


def test_undo_never_stops_where_chance_is_to_act() -> None:
    """Between a draw and its clover nobody could go on, so no undo leads there; nothing changes."""
    m = Match.start("clovers", 2, {"first": "0"}, seed=1)
    drawn = len(m.record.moves) + 1
    m.play(0, "draw")
    before = (m.state.key(), m.record.to_json())
    for to in (0, drawn):
        with pytest.raises(Illegal, match="undo"):
            m.undo(0, to)
        assert (m.state.key(), m.record.to_json()) == before
    m.undo(0, drawn - 1)
    assert m.to_act == (0,)


def test_states_of_the_past_are_right_after_many_undos() -> None:
    """However moves and undos are mixed, each place has its state, and the record replays and verifies."""
    rng = Random(3)
    m = Match.start("clovers", 2, {}, seed=2)
    keys = {len(m.record.moves): m.state.key()}
    while m.to_act:
        if len(keys) > 1 and rng.random() < 0.2:
            m.undo(0, rng.choice(sorted(keys)[-60:-1]))
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
        keys[len(m.record.moves)] = m.state.key()
    assert all(m.state_at(n).key() == key for n, key in keys.items())
    again = stajnia.replay(m.record.to_json())
    assert again.record == m.record
    assert again.state.key() == m.state.key()
    assert all(again.state_at(n).key() == key for n, key in keys.items())
    assert stajnia.verify(revealed(m)).ok


def test_long_and_hostile_records_are_read_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty thousand moves, nested undos or undos of a long match: no recursion, no work that grows squared."""
    n = 20_000
    nested = [(0, text) for i in range(n) for text in ("a1 c2", f"undo {2 * i}")]
    spread: dict[str, object] = {"start": "spread", "first": "0"}
    assert standing(nested) == []
    assert len(stajnia.replay(Record("duel", 1, 2, spread, nested)).record.moves) == 2 * n
    plays = 0
    play = clovers.play

    def counted(*args: Any) -> None:
        nonlocal plays
        plays += 1
        play(*args)

    monkeypatch.setattr(clovers, "play", counted)
    back = 4000
    solo = [(0, "swap a1 b1")] * n + [(0, f"undo {i}") for i in range(n - 1, n - back, -1)]
    m = stajnia.replay(Record("clovers", 1, 1, {"limit": 0}, solo))
    assert len(standing(m.record.moves)) == n - back + 1
    assert plays < n + 40 * back  # going back all the way each time would be eighty million


def test_events_of_a_record_can_be_told_again() -> None:
    """The whole story can be told from the record, undos included."""
    m = Match.start("duel", 2, {"start": "spread", "first": "0"}, seed=1)
    m.play(0, "a1 c2")
    m.undo(0, 0)
    m.play(0, "c1 b3")
    walk = Walk(m.record)
    assert [(walk.place, e.kind) for events in walk for e in events] == [(1, "jump"), (2, "undo"), (3, "jump")]


def test_secrets_of_an_event_are_for_its_seats() -> None:
    """An event shows its secret part to the seats it names and no trace of it to others and spectators."""
    e = Event("draw", {"seat": 1}, {"card": "neigh"}, (1,), reveals=True)
    assert e.seen_by(1) == Event("draw", {"seat": 1, "card": "neigh"})
    assert e.seen_by(0) == e.seen_by(None) == Event("draw", {"seat": 1})


@pytest.mark.parametrize("name", ["chance", "match", "playouts"])
def test_help_tells_what_the_sources_say(name: str) -> None:
    """Whatever has a docstring in the source has it in Python's help too, compiled or not."""
    module = import_module(f"stajnia.core.{name}")
    tree = ast.parse((PACKAGE / "core" / f"{name}.py").read_text("utf-8"))
    todo: list[tuple[Any, ast.AST]] = [(module, tree)]
    told = 0
    while todo:
        owner, node = todo.pop()
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(each)):
                assert inspect.getdoc(getattr(owner, each.name)) == text
                told += 1
            if isinstance(each, ast.ClassDef):
                todo.append((getattr(owner, each.name), each))
    assert told > 3
