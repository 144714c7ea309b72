"""Clovers as text: the terminal picture, the command line of the tasks."""

from __future__ import annotations

import json
from random import Random

import pytest
from click.testing import CliRunner, Result

from stajnia import Match
from stajnia.bots.clovers import greedy
from stajnia.cli import cli
from stajnia.core.game import Message
from stajnia.core.words import words
from stajnia.games import clovers
from stajnia.games.clovers.tasks import TASKS
from tests.clovers.garden import BLANK, table

EXAMPLE = "2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19"


def say(message: Message) -> str:
    return words("clovers", "en").say(message, ["Ala", "Bob"])


def run(*args: str, lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["--lang", lang, "puzzle", *args])


def test_the_table_as_text() -> None:
    """Gardens side by side, empty start cells and horseshoes marked, the middle below, the clover in hand."""
    s = table("3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19", BLANK, hand=13, up=[4, 4], lucky=True)
    assert clovers.text_form(clovers.view(s, 0), say).splitlines() == [
        "> Ala                       Bob",
        "  7 empty                   16 empty",
        "    a    b    c    d          a    b    c    d",
        "1   3    5    5u   9u     1 [ .]   2u   5u   9u",
        "2   7    8   10u  10      2   4u [ .]  10u  14u",
        "3  13   11u  16   17u     3   7u  11u [ .]  17u",
        "4  12u  15   19u  19      4  12u  16u  19u [ .]",
        "u: an empty cell with a horseshoe of that number",
        "Face up: 4 4",
        "Face down: 28",
        "Ala holds the 13",
    ]


def test_a_task_as_text() -> None:
    """The task's title, its count, its grid, and a solution when it is over."""
    m = Match.start("clovers", 1, {"task": 40})
    m.play(0, "resign")
    assert clovers.text_form(m.view(0), say).splitlines() == [
        "Task 40 of 40 (reconstructed)",
        "Swaps: 0 of 8 allowed (shortest: 7)",
        "    a    b    c    d",
        "1   3   11   14   19",
        "2  15   10    9   13",
        "3   6   12   16    1",
        "4   8    4   17   20",
        "A solution: a1-a2, a1-b1, b1-b4, c1-c2, d1-d3, a1-d1, c2-d2",
    ]


def test_a_tournament_as_text() -> None:
    """The game's number stands above the gardens, each one's points with its name; a long name is cut."""
    m = Match.start("clovers", 2, {"tournament": True, "first": "0"}, seed=1)
    m.state.points = [-7, 2]
    assert clovers.text_form(m.view(0), say).splitlines()[:3] == [
        "Game 1 of 2",
        "> Ala                       Bob",
        "  12 empty, points: -7      12 empty, points: 2",
    ]
    names = ["A name that nobody can bear", "Bob"]
    text = clovers.text_form(m.view(0), lambda message: words("clovers", "en").say(message, names))
    assert text.splitlines()[1] == "> A name that nobody c…     Bob"


def test_labels() -> None:
    """Actions say which clovers they move."""
    v = clovers.view(table("7 . . ./. . . ./. . . ./. . . .", hand=8, up=[3]), 0)
    said = {t: say(clovers.label(v, clovers.read(t))) for t in ("keep a1", "keep b1", "back", "take 3 a1", "take 9 d4")}
    assert said == {
        "keep a1": "Exchange the 7 on a1 for the 8",
        "keep b1": "Place the 8 on b1",
        "back": "Lay the 8 face up in the middle",
        "take 3 a1": "Take the 3 and exchange the 7 on a1 for it",
        "take 9 d4": "Take the 9 and place it on d4",
    }


@pytest.mark.parametrize("number", [1, 33, 40])
def test_puzzle_show(number: int) -> None:
    """A task with grid, allowed moves, printed swaps and shortest length, as JSON and for people."""
    task = TASKS[number - 1]
    found = json.loads(run("show", str(number), "--json", "--solution").output)
    assert found == {
        "number": number,
        "moves": task.allowed,
        "grid": [list(task.grid[r : r + 4]) for r in (0, 4, 8, 12)],
        "solution": [list(pair) for pair in task.swaps],
        "shortest": task.shortest,
    }
    text = run("show", str(number), lang="pl").output
    assert f"Zadanie {number} z 40" in text
    assert "odtworzony" in text


def test_puzzle_solve() -> None:
    """The fewest swaps as pairs of numbers; 0 for a grid that rises already."""
    assert json.loads(run("solve", EXAMPLE, "--json").output) == {"moves": 3, "swaps": [[16, 1], [2, 1], [13, 9]]}
    solved = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16"
    assert json.loads(run("solve", solved, "--json").output) == {"moves": 0, "swaps": []}
    text = run("solve", EXAMPLE).output
    assert "proved: 3 swaps" in text
    assert "1. 16-1 (b1, b4)" in text
    assert "already" in run("solve", solved).output


def test_puzzle_hint() -> None:
    """One best swap and what is left."""
    assert json.loads(run("hint", EXAMPLE, "--json").output) == {"moves": 3, "swap": [16, 1]}
    assert run("hint", EXAMPLE).output == "Swap 16 and 1 (b1 and b4); then 2 swaps to go.\n"
    assert "już rośnie" in run("hint", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16", lang="pl").output


def test_puzzle_make() -> None:
    """The same seed makes the same task, and its length is the proved one."""
    found = json.loads(run("make", "--moves", "6", "--seed", "x", "--json").output)
    assert set(found) == {"grid", "moves"}
    assert found == json.loads(run("make", "--moves", "6", "--seed", "x", "--json").output)
    grid = "/".join(" ".join(map(str, row)) for row in found["grid"])
    assert json.loads(run("solve", grid, "--json").output)["moves"] == found["moves"] == 6
    assert "(seed x)" in run("make", "--seed", "x").output
    fresh = [json.loads(run("make", "--json").output)["grid"] for _ in range(2)]
    assert fresh[0] != fresh[1]


def test_puzzle_daily() -> None:
    """A date gives its task; today's is the default."""
    found = json.loads(run("daily", "--date", "2026-08-01", "--json").output)
    assert (found["date"], found["moves"]) == ("2026-08-01", 8)
    assert "2026-08-01" in run("daily", "--date", "2026-08-01").output
    assert run("daily").exit_code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("show", "41"), "There are tasks 1 to 40, not 41."),
        (("solve", "1 2 3"), "A grid has 4 rows"),
        (("solve", EXAMPLE.replace("16", "2")), "all 16 numbers must differ"),
        (("make", "--moves", "12"), "1 to 11 swaps, not 12"),
        (("daily", "--date", "soon"), "“soon” is no date"),
    ],
)
def test_puzzle_mistakes(args: tuple[str, ...], sentence: str) -> None:
    """One clear line and exit code 1."""
    result = run(*args)
    assert result.exit_code == 1
    assert sentence in result.output
    assert len(result.output.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"lucky": True, "neighbours": True, "first": "0"}),
        (2, {"tournament": True, "troublesome": True, "first": "1"}),
        (1, {"task": 40}),
    ],
)
def test_whole_matches_in_the_terminal(seats: int, options: dict[str, object]) -> None:
    """Typed to the end: a game of three with two variants, a tournament, and task 40."""
    shadow = Match.start("clovers", seats, options, seed="9")
    rng = Random(9)
    lines = []
    while shadow.to_act:
        seat = shadow.to_act[0]
        lines.append(greedy(shadow.view(seat), shadow.legal(seat), rng))
        shadow.play(seat, lines[-1])
    pairs = [part for name, value in options.items() for part in ("-o", f"{name}={str(value).lower()}")]
    args = ["--lang", "en", "play", "clovers", "--hotseat", "--seats", str(seats), "--seed", "9", *pairs]
    result = CliRunner().invoke(cli, args, input="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    assert shadow.outcome is not None
    assert words("clovers", "en").say(Message(f"outcome.{shadow.outcome.reason}")) in result.output
