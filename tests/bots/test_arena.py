"""The arena: the same deals for all, results that do not depend on where they were played, ratings, stop and go on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import stajnia
from stajnia.bots import arena as arena_module
from stajnia.bots import asking, engines
from stajnia.bots.arena import (
    BotFailed,
    Contest,
    Engine,
    Fixture,
    Played,
    arena,
    contest,
    fixtures,
    line_ups,
    play,
    summary,
)
from stajnia.bots.bot import Budget, levels
from stajnia.bots.engines import local
from stajnia.bots.ratings import Deal, difference, ratings
from stajnia.core.game import Illegal
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import NAMES
from tests.bots import impatient, own_bots
from tests.cli.screen import Screen
from tests.cli.test_cli import run

OWN = "tests.bots.own_bots"


def test_every_deal_is_played_by_every_line_up() -> None:
    """All choices of players, each from all seats, before the next deal; equal players are not moved for nothing."""
    c = contest("duel", ["random", "greedy", "strong"], seats=2, seed=7)
    some = fixtures(c, 15)
    assert Counter(f.seed for f in some) == {7: 6, 8: 6, 9: 3}
    assert {f.line_up for f in some[:6]} == {(a, b) for a in c.players for b in c.players if a != b}
    assert line_ups(contest("clovers", ["greedy", "random", "random"])) == [
        ("greedy", "random", "random"),
        ("random", "random", "greedy"),
        ("random", "greedy", "random"),
    ]
    assert line_ups(contest("clovers", ["random"] * 4)) == [("random",) * 4]


def test_matches_of_a_deal_are_dealt_alike() -> None:
    """The same chance for all line-ups, as long as they do the same."""
    c = contest("clovers", ["greedy", "random"], {"first": "0"})
    records = [stajnia.Record.from_json(play(c, f, keep=True).record) for f in fixtures(c, 4)]
    dealt = [[text for seat, text in record.moves[:8] if seat < 0] for record in records]
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]
    assert [record.names for record in records[:2]] == [["greedy", "random"], ["random", "greedy"]]


@pytest.mark.parametrize("game", NAMES)
def test_results_do_not_depend_on_how_many_play_at_once(game: str) -> None:
    """One process, two processes and any order: the same result to the last digit, thinking times aside, also for the
    best bot, which searches as far as its simulations go."""
    c = contest(game, [list(levels(game))[-1], "greedy", "random"], budget=Budget(simulations=5), seats=2)
    some = fixtures(c, 6)
    assert {f.line_up for f in some} == set(line_ups(c))
    one = [told(p) for p in local(1)(c, some, True)]
    two = sorted((told(p) for p in local(2)(c, some, True)), key=lambda p: p.n)
    assert one == two
    assert summary(c, one) == summary(c, one[::-1])


def told(p: Played) -> Played:
    """What must be the same: all but the time it took."""
    return Played(p.n, p.parts, p.reason, p.moves, (0.0,) * len(p.parts), (0,) * len(p.parts), p.record)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    """Wins drawn by known strengths give them back; the truth lies in the interval; the order does not matter."""
    rng, truth = Random(3), {"a": 1.0, "b": 2.0, "c": 6.0}
    deals = []
    for _ in range(300):
        deal = Deal({}, {}, {})
        for line_up in (("a", "b"), ("b", "c"), ("c", "a"), ("a", "b", "c"), ("a", "a", "c")):
            won = rng.choices(range(len(line_up)), [truth[p] for p in line_up])[0]
            deal.add(line_up, [float(seat == won) for seat in range(len(line_up))])
        deals.append(deal)
    found = ratings(deals)
    assert found["b"][0] - found["a"][0] == pytest.approx(120, abs=40)  # 400 log10(2)
    assert found["c"][0] - found["a"][0] == pytest.approx(311, abs=50)
    assert sum(rating for rating, _ in found.values()) == pytest.approx(4500)
    assert all(low < rating < high < low + 120 for rating, (low, high) in found.values())
    again = ratings(deals[::-1])
    assert {p: r for p, (r, _) in again.items()} == pytest.approx({p: r for p, (r, _) in found.items()})


def test_who_never_loses_is_not_infinitely_strong() -> None:
    """All wins or none give finite ratings with a wide interval; more of them a narrower one."""

    def won(n: int) -> list[Deal]:
        return [Deal({"a": 1.0, "b": 0.0}, {"a": 1, "b": 1}, {("a", "b"): 1.0}) for _ in range(n)]

    (few, (low, high)), (many, (more, most)) = ratings(won(10))["a"], ratings(won(1000))["a"]
    assert 1500 < few < many < 3000
    assert high - low > 150
    assert more > 1500 < low
    assert most > many
    assert ratings([Deal({"a": 2.0}, {"a": 4}, {("a", "a"): 2.0})]) == {"a": (1500.0, (1500.0, 1500.0))}


def test_differences_are_paired_by_deal() -> None:
    """Where luck decides each deal the same way for both, a small difference is certain."""
    deals = [Deal({"a": 0.6 + luck, "b": 0.5 + luck}, {"a": 1, "b": 1}, {}) for luck in (0.0, 0.4, -0.5, 0.3) * 10]
    found = difference(deals, "a", "b")
    assert found is not None
    assert found[0] == pytest.approx(0.1)
    assert found[1] == pytest.approx((0.1, 0.1))
    assert difference(deals[:1], "a", "b") is None
    assert difference(deals, "a", "c") is None


def test_no_difference_is_more_than_all() -> None:
    """A few deals won almost always leave an interval that ends at 100 percentage points, either way."""
    deals = [Deal({"a": 1.0, "b": lost}, {"a": 1, "b": 1}, {}) for lost in (0.0, 0.0, 0.0, 0.5)]
    for one, other, end in (("a", "b", 1.0), ("b", "a", -1.0)):
        found = difference(deals, one, other)
        assert found is not None
        assert end in found[1]


def test_players_may_have_budgets_and_bots_of_their_own() -> None:
    """LEVEL@BUDGET and MODULE:FUNCTION, side by side; results are told under these names."""
    result = arena("duel", [f"{OWN}:first", "random@20"], 4)
    assert [s.player for s in result.standings] == [f"{OWN}:first", "random@20"]
    assert sum(s.wins for s in result.standings) == 4


@pytest.mark.parametrize(
    ("players", "part"),
    [
        (["genius", "random"], "no bot level “genius”"),
        (["greedy@soon", "random"], "is no budget"),
        (["nowhere:bot", "random"], "no bot at “nowhere:bot”"),
        ([f"{OWN}:nobody", "random"], "no bot at"),
    ],
)
def test_players_that_are_none_are_refused(players: list[str], part: str) -> None:
    """Before the first match, by name."""
    with pytest.raises(Illegal, match=part):
        arena("duel", players, 2)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("broken", r"“tests.bots.own_bots:broken” failed in deal \d+, at move \d+: RuntimeError: broken on purpose"),
        ("nonsense", r"answered nonsense in deal \d+, at move \d+: 'nonsense'"),
        ("asleep", r"gave no answer within 0.1 s in deal \d+, at move \d+"),
        ("stubborn", r"stubborn” gave no answer within 0.1 s in deal \d+, at move \d+"),
        ("leaving", r"“tests.bots.own_bots:leaving” failed in deal \d+, at move \d+: SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_fails_is_told(name: str, part: str, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which bot, where and how: one line, exit code 1, also from another process."""
    who = f"{OWN}:{name}"
    if name in impatient.__all__:
        who = f"tests.bots.impatient:{name}"  # it shortens the patience of another process, we our own
        monkeypatch.setattr(asking, "SILENT", impatient.SOON)
        monkeypatch.setattr(asking, "PATIENCE", impatient.SOON)
        monkeypatch.setattr(engines, "DEAF", 1000.0)  # however slowly it does: the other process tells it itself
    result = run("arena", "duel", "--players", f"{who},random", "-n", "8", "--jobs", jobs)
    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1
    assert re.search(part, result.output)
    assert "Bot „" in run("arena", "duel", "--players", f"{who},random", "-n", "2", "--jobs", "1", lang="pl").output


@pytest.mark.parametrize(("name", "why"), [("dying", "exit 7"), ("killed", "SIGKILL")])
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "“{}” failed in deal 0, at move"), ("pl", "„{}” zawiódł w rozdaniu 0")]
)
def test_a_bot_that_ends_its_process_is_told(name: str, why: str, lang: str, said: str) -> None:
    """Its name, the deal, the move and how it ended, in one line; the other processes are gone too."""
    result = run("arena", "duel", "--players", f"{OWN}:{name},random", "-n", "8", "--jobs", "2", lang=lang)
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1)
    assert said.format(f"{OWN}:{name}") in result.output
    assert result.output.rstrip().endswith(f": {why}")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "“{}” gave no answer within 0.2 s in deal"), ("pl", "„{}” nie odpowiedział przez 0.2 s")]
)
def test_a_bot_that_hears_no_alarm_is_told(lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever for a process where a bot hangs in C code: it is killed, and who hung is told."""
    monkeypatch.setattr(asking, "SILENT", impatient.SOON)
    monkeypatch.setattr(asking, "PATIENCE", impatient.SOON)
    deaf = f"{OWN}:deaf"
    result = run("arena", "duel", "--players", f"{deaf},{deaf}", "-n", "8", "--jobs", "2", lang=lang)
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1)
    assert said.format(deaf) in result.output
    assert not active_children(), "the processes are gone"


def test_a_process_hangs_where_one_decision_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its start, nor many decisions, nor the time in which it had nothing to do counts."""
    clock = [0.0]
    monkeypatch.setattr(engines, "monotonic", lambda: clock[0])
    c = contest("duel", ["greedy", "random"])
    [f] = fixtures(c, 1)
    hand = engines._Hand(c, False)
    try:
        hand.given.append(f)  # the process itself gets nothing, we say who was asked
        for clock[0], asked in ((99, (0, 0)), (100, (0, 1)), (109, (0, 1)), (118, (1, 2)), (127, (0, 3))):
            hand._asked[:] = asked
            hand.check(limit=10)
        clock[0] = 200
        hand.given.clear()
        hand.pipe.close()
        hand.give(f)  # to a process that is gone: nothing is sent
        hand.check(limit=10)
        clock[0] = 211
        with pytest.raises(BotFailed, match="“greedy” gave no answer within 10 s in deal 0, at move 3"):
            hand.check(limit=10)
    finally:
        hand.end()


def test_a_match_that_a_cluster_loses_is_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of Ray that dies says nothing: a process of ours gives the result, or tells whose fault it was."""

    class Lost(Exception):
        """What Ray raises when a worker dies."""

    def lost(_: object) -> Played:
        raise Lost

    ray = SimpleNamespace(
        is_initialized=lambda: True,
        cluster_resources=lambda: {"CPU": 1.0},
        remote=lambda _: SimpleNamespace(remote=lambda _contest, f, _keep: f.n),
        wait=lambda running: (running[:1], running[1:]),
        get=lost,
        cancel=lambda *_, **__: None,
        exceptions=SimpleNamespace(RayTaskError=ZeroDivisionError, RayError=Lost),
    )
    monkeypatch.setattr(engines, "import_module", lambda _: ray)
    c = contest("duel", ["greedy", "random"])
    there = [told(p) for p in engines.ray_cluster()(c, fixtures(c, 2), False)]
    assert there == [told(p) for p in local(1)(c, fixtures(c, 2), False)]
    bad = contest("duel", [f"{OWN}:dying", "random"])
    with pytest.raises(BotFailed, match=r"dying” failed in deal 0, at move .* exit 7"):
        list(engines.ray_cluster()(bad, fixtures(bad, 2), False))


def alive(group: int) -> bool:
    """Is any process of that group left?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def waits(process: int) -> bool:
    """Does it wait for something, with nothing left to do itself?"""
    return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "S"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_at_once_and_keeps_what_has_ended(tmp_path: Path, jobs: str) -> None:
    """Two matches end and are kept, the others hang for a minute: nobody waits for them, and no process is left."""
    file = tmp_path / "matches.jsonl"
    args = ["arena", "duel", "--players", f"{OWN}:first,random,{OWN}:asleep", "-s", "2", "--records", str(file)]
    command = [sys.executable, "-m", "stajnia", *args, "-n", "60", "--jobs", jobs]
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs tests in the background ignores it
    ) as running:
        while not file.exists() or file.read_text("utf-8").count("\n") < 2:
            assert running.poll() is None
            time.sleep(0.05)
        while not waits(running.pid):  # what is in the file is counted, too
            time.sleep(0.05)
        began = time.monotonic()
        os.killpg(running.pid, signal.SIGINT)
        _, told_us = running.communicate()
        assert time.monotonic() - began < 30
    assert running.returncode == 130
    assert told_us.splitlines() == ["Stopped after 2 of 60 matches; the same command goes on from there."]
    while alive(running.pid):
        assert time.monotonic() - began < 60
        time.sleep(0.05)
    again = json.loads(run(*args, "-n", "2", "--json").output)
    assert (again["games"], file.read_text("utf-8").count("\n")) == (2, 2)


def test_decisions_that_are_late_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget that is not kept shows in the table and in the JSON; one in simulations has no clock."""
    monkeypatch.setattr(arena_module, "perf_counter", lambda: own_bots.hands[0])
    args = ("arena", "duel", "--players", f"{OWN}:slow,random", "-n", "2", "--jobs", "1", "-o", "start=spread")
    data = json.loads(run(*args, "--budget", "1ms", "--json").output)
    slow, quick = data["standings"]
    assert slow["late"] > 0
    assert slow["longest"] >= 0.06
    assert (quick["late"], data["budget"]) == (0, "0.001s")
    shown = run(*args, "--budget", "1ms").output
    assert "late" in shown
    assert f"{slow['late']}" in shown
    assert json.loads(run(*args, "--budget", "5", "--json").output)["standings"][0]["late"] == 0


def stopping(after: int) -> object:
    """An engine during which somebody presses Ctrl-C."""

    def make(_: int) -> Engine:
        def matches(c: Contest, some: Sequence[Fixture], keep: bool) -> Iterator[Played]:
            for f in some[:after]:
                yield play(c, f, keep)
            if len(some) > after:
                raise KeyboardInterrupt

        return matches

    return make


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is told and kept, a half-written line is dropped, and the rest gives the result of one run."""
    file = tmp_path / "matches.jsonl"
    args = ("arena", "duel", "-n", "10", "--jobs", "1", "--json", "--records", str(file))
    whole = json.loads(run(*args[:-2]).output)
    with monkeypatch.context() as patch:
        patch.setattr(import_module("stajnia.cli.arena"), "local", stopping(4))
        stopped = run(*args)
        assert stopped.exit_code == 130
        assert "Stopped after 4 of 10 matches; the same command goes on from there." in stopped.output
        assert json.loads(stopped.output.splitlines()[0])["games"] == 4
        assert "with --records FILE a run can go on" in run(*args[:-2]).output
    with open(file, "ab") as out:
        out.write(b'{"game":"duel","rul')
    again = json.loads(run(*args).output)
    for result in (again, whole):
        for standing in result["standings"]:
            del standing["longest"]
    assert again == whole
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 10
    assert all(stajnia.verify(stajnia.Record.from_json(line)).ok for line in lines)
    before = file.read_bytes()
    assert run(*args).exit_code == 0
    assert file.read_bytes() == before
    assert json.loads(run(*args, "-n", "12").output)["games"] == 12


@pytest.mark.parametrize(
    "more",
    [("--seed", "1"), ("--budget", "2s"), ("-o", "start=spread"), ("--players", "random,greedy")],
)
def test_matches_of_another_contest_are_not_counted(tmp_path: Path, more: tuple[str, ...]) -> None:
    """Another seed, budget, option or order of players: the file is refused and stays as it is."""
    file = tmp_path / "matches.jsonl"
    args = ("arena", "duel", "-n", "2", "--jobs", "1", "--records", str(file))
    assert run(*args).exit_code == 0
    before = file.read_bytes()
    result = run(*args, *more)
    assert result.exit_code == 1
    assert f"{file}, line 1: this match is not of this contest" in result.output
    assert file.read_bytes() == before


def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    """Notes, a folder or a line that was changed by hand: refused in one line."""
    notes = tmp_path / "notes.txt"
    notes.write_text("precious\n", "utf-8")
    for target in (notes, tmp_path):
        result = run("arena", "duel", "-n", "2", "--records", str(target))
        assert (result.exit_code, len(result.output.splitlines())) == (1, 1)
    assert notes.read_text("utf-8") == "precious\n"


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--players", "greedy,random,random"), "for 2 players"),
        (("--players", "greedy,strong,random", "-s", "3"), "for 2 players"),
        (("--budget", "soon"), "“soon” is no budget"),
        (("--address", "auto"), "--address is for --engine ray"),
        (("--engine", "ray", "--jobs", "2"), "--jobs is for processes of this machine"),
    ],
)
def test_contests_that_cannot_be_held_are_refused(args: tuple[str, ...], part: str) -> None:
    """Seats, budgets and clusters that do not fit."""
    result = run("arena", "duel", *args)
    assert (result.exit_code, part in result.output) == (1, True)


def test_too_few_players_are_refused() -> None:
    """A table of four is not filled by two names."""
    result = run("arena", "clovers", "-s", "4")
    assert "2 players are too few for 4 seats" in result.output


def test_a_progress_bar_counts_the_matches() -> None:
    """At a terminal one sees how far it is; the table follows."""
    screen = Screen("arena", "duel", "-n", "6", "--jobs", "1", term="xterm")
    screen.until("playing")
    screen.until("6/6")
    screen.until("rating")
    assert screen.end() == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_level_has_a_name_and_a_sentence(name: str, lang: Lang) -> None:
    """`games GAME` tells them, in both languages."""
    said = run("games", name, lang=lang).output
    for level in levels(name):
        for key in (f"level.{level}", f"level.{level}.help"):
            assert words(name, lang).catalogue[key] in said


def test_a_ray_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says which extra brings it."""

    def gone(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(engines, "import_module", gone)
    result = run("arena", "duel", "--engine", "ray")
    assert (result.exit_code, "pip install 'stajnia[cluster]'" in result.output) == (1, True)
