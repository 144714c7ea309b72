"""What can be typed at the table, in both languages, and what the help says about it."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from stajnia.bots import asking
from stajnia.cli.typed import fitting_actions, verbs
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES, game
from tests.cli.test_cli import run

CLOVERS = ("play", "clovers", "--hotseat", "-o", "first=0", "--seed", "1")


def typed(*lines: str, lang: str = "pl", args: tuple[str, ...] = CLOVERS) -> str:
    return run(*args, input="\n".join([*lines, "wyjdź"]) + "\n", lang=lang).output


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("pomoc", r"Wpisz ruch|Type an action"),
        ("ruchy", r" 1  draw"),
        ("plansza", r"Zakryte|Face down"),
        ("zasady 3.1", r"R3.1 "),
        ("podpowiedz", r"^(> )?  draw "),
        ("PODPOWIEDŹ", r"^(> )?  draw "),
        ("cofnij", r"nie ma czego|nothing that can"),
        ("hint", r"^(> )?  draw "),
        ("undo", r"nie ma czego|nothing that can"),
    ],
)
def test_verbs_of_both_languages_are_understood(word: str, part: str, lang: str) -> None:
    """Polish words in an English game and English ones in a Polish game, with and without accents."""
    lines = typed(word, lang=lang).split("\n> ", 1)
    assert re.search(part, "> " + lines[1] if len(lines) > 1 else lines[0], re.M)


def test_no_verb_is_an_action_of_a_game() -> None:
    """So typing one never plays, and an action never saves or leaves."""
    for name in NAMES:
        for word in verbs():
            with pytest.raises(Exception, match="is no action"):
                game(name).read(word)


def test_an_action_may_be_typed_in_the_words_of_its_label(tmp_path: Path) -> None:
    """`dobierz` draws, a bare cell keeps the drawn clover there, and the record has the action itself."""
    file = tmp_path / "game.json"
    output = typed("dobierz", "d1", "dobierz", "odł", args=(*CLOVERS, "--record", str(file)))
    texts = [text for seat, text in json.loads(file.read_text("utf-8"))["moves"] if seat >= 0]
    assert texts == ["draw", "keep d1", "draw", "back"], output


def test_words_that_fit_several_actions_are_answered_with_a_list() -> None:
    """Nothing is played; the list has the numbers that can be typed."""
    output = typed(
        "rainbow", "a1 a2", args=("play", "duel", "--hotseat", "-o", "start=spread", "-o", "first=0"), lang="en"
    )
    assert "“rainbow” is no action" in output  # a jump comes first
    assert "no knight's jump" in output  # an action that is refused is never taken for another
    listed = typed(
        "a1 c2", "rainb", args=("play", "duel", "--hotseat", "-o", "start=spread", "-o", "first=0"), lang="en"
    )
    assert "“rainb” fits several actions:" in listed
    assert re.search(r"^ +1  \w\d +rainbow on", listed, re.M)
    assert "lays a rainbow" not in listed


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("czerwony", ["bet win red"]),
        ("zaklad niebieski", ["bet win blue"]),
        ("draw", ["draw"]),
        ("dobi", ["draw"]),
        ("wins", []),
        ("b2", ["keep b2"]),
        ("b", []),
        ("2", []),
        ("...", []),
        ("zakład", ["bet win red", "bet win blue"]),
    ],
)
def test_words_are_found_in_other_cases_and_cut_short(line: str, found: list[str]) -> None:
    """The beginning of a word or another case of it; a number or a cell only as it is."""
    labels = {
        "bet win red": "zakład na czerwonego",
        "bet win blue": "zakład na niebieskiego",
        "draw": "dobierz kartę",
        "keep b2": "połóż 7 na b2",
    }
    assert fitting_actions(line, labels) == found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_help_shows_what_can_be_typed(name: str, lang: str) -> None:
    """An action of each kind there is now, and real examples of all others; cards only where there are any."""
    said = run("play", name, "-b", "random", "--seed", "1", input="quit\n", lang=lang).output
    notation = words(name, lang).catalogue["notation"]
    assert notation in said
    examples = re.split(r"[:,;()]| or | albo | and | i ", notation.rstrip("."))
    readable = 0
    for example in examples:
        try:
            game(name).read(example.strip())
            readable += 1
        except Exception:
            continue
    assert readable >= 2 or lang == "pl"
    assert bool(re.search("rules CARD|zasady KARTA", said)) == (name in ("fever", "unstable"))


def test_cards_of_fever_are_looked_up_too() -> None:
    """Magic by its sign or its name, contracts with the number of the box that is played."""
    said = run(
        "play", "fever", "-b", "random", "--seed", "1", input="rules C-\nrules GN3\nrules stipend\nquit\n"
    ).output
    assert "It does not gallop" in said
    assert said.count("Stipend: Gain 4 Gold at the start of each later round.") >= 2


@pytest.mark.parametrize(
    "args",
    [
        ("play", "duel", "--hotseat", "-b", "nonsense"),
        ("play", "clovers", "-s", "1", "-b", "nonsense"),
        ("play", "duel", "-b", "greedy", "-b", "nonsense"),
    ],
)
def test_a_level_that_is_none_is_always_refused(args: tuple[str, ...]) -> None:
    """Also where no bot sits, and beyond the last bot."""
    result = run(*args, input="quit\n")
    assert (result.exit_code, "no bot level “nonsense”" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("play", "duel", "--hotseat", "-b", "greedy"), "There are no bots in this game"),
        (("play", "clovers", "-s", "1", "-b", "greedy"), "There are no bots in this game"),
        (("play", "duel", "-b", "greedy", "-b", "random"), "There is 1 bot in this game"),
        (("play", "clovers", "-s", "3", "-b", "greedy", "-b", "random", "-b", "random"), "There are 2 bots in this"),
    ],
)
def test_more_levels_than_bots_are_refused(args: tuple[str, ...], part: str) -> None:
    """Nobody believes to play against a bot that does not sit there."""
    result = run(*args, input="quit\n")
    assert (result.exit_code, part in result.output) == (1, True)


def test_the_usual_bot_of_the_duel_can_be_beaten() -> None:
    """Without -b the friendly level sits down."""
    assert "Bot 1 (casual)" in run("play", "duel", input="quit\n").output


def test_the_solution_of_a_task_is_told_on_demand_only() -> None:
    """`puzzle show` shows the task; --solution solves it, in words and in JSON."""
    assert "solution:" not in run("puzzle", "show", "40").output
    assert "15-19 / 14-16" not in run("puzzle", "show", "1").output
    assert "15-19 / 14-16" in run("puzzle", "show", "1", "--solution").output
    assert "solution" not in json.loads(run("puzzle", "show", "1", "--json").output)
    assert json.loads(run("puzzle", "show", "1", "--json", "--solution").output)["solution"][0] == [15, 19]


@pytest.mark.parametrize("word", ["today", "dziś", "dzisiaj", "Today"])
def test_the_task_of_today_needs_no_date(word: str) -> None:
    """`-o daily=today` is the task of this day."""
    before = date.today().isoformat()
    output = run("play", "clovers", "-s", "1", "-o", f"daily={word}", input="quit\n").output
    assert f"Task of the day {before}" in output or f"Task of the day {date.today().isoformat()}" in output


def test_progress_in_the_tasks_is_kept(data_folder: Path) -> None:
    """What was solved is told, listed with the fewest swaps, and survives a damaged file."""

    def solve(*options: str, wait: tuple[str, ...] = ()) -> str:
        args = ("play", "clovers", "-s", "1", *options)
        lines: list[str] = list(wait)
        while True:
            output = run(*args, input="\n".join([*lines, "hint", "quit"]) + "\n").output
            found = re.findall(r"^(?:> )*  (swap \w\w \w\w) ", output, re.M)
            if not found:
                return output
            lines.append(found[-1])

    assert "0 of 40 tasks" in run("puzzle", "list").output
    output = solve("-o", "task=1")
    assert "1 of 40 tasks of the book solved." in output
    assert "stajnia play clovers -s 1 -o task=2" in output
    assert "2 of 40 tasks" in solve("-o", "task=40")
    assert "1 task of the day solved" in solve("-o", "daily=2026-08-03")
    assert "tasks of the book" not in run("play", "clovers", "-s", "1", "-o", "task=3", input="resign\n").output
    listed = json.loads(run("puzzle", "list", "--json").output)
    assert {row["number"]: row["best"] for row in listed["book"] if row["best"]} == {1: 2, 40: 7}
    assert listed["daily"] == {"2026-08-03": 3}
    assert "Rozwiązane zadania z książki: 2 z 40." in run("puzzle", "list", lang="pl").output
    (data_folder / "stajnia" / "tasks.json").write_text("{", "utf-8")
    assert "0 of 40 tasks" in run("puzzle", "list").output


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "RuntimeError: broken on purpose"),
        ("nonsense", "'nonsense'"),
        ("leaving", "SystemExit: 3"),
        ("asleep", "no answer within 0.1 s"),
        ("stubborn", "no answer within 0.1 s"),
    ],
)
def test_a_bot_that_fails_does_not_end_the_game(
    name: str, why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bot of one's own may sit down; what it cannot do is told, and a move at random is played instead."""
    if "within" in why:
        monkeypatch.setattr(asking, "SILENT", 0.1)
        monkeypatch.setattr(asking, "PATIENCE", 0.1)
    file = tmp_path / "game.json"
    args = ("play", "duel", "-b", f"tests.bots.own_bots:{name}", "-o", "first=0", "--record", str(file))
    result = run(*args, input="b2\nquit\n")
    assert result.exit_code == 0
    assert f"failed ({why}); a move at random is played instead." in result.output
    assert result.output.count("places a unicorn") == 2
    record = json.loads(file.read_text("utf-8"))
    assert (len(record["moves"]), record["notes"]["hows"]) == (2, {"1": "late"})
    said = run(*args, "--force", input="b2\nquit\n", lang="pl").output
    assert f"bot zawiódł ({why.replace('no answer within', 'brak odpowiedzi przez')}); zamiast niego gra los." in said


def test_ctrl_c_while_a_bot_thinks_leaves_the_game(tmp_path: Path) -> None:
    """It is a person's and no failure of the bot: the game is kept as it stands."""
    file = tmp_path / "game.json"
    args = ("play", "duel", "-b", "tests.bots.own_bots:interrupted", "-o", "first=0", "--record", str(file))
    result = run(*args, input="b2\n")
    assert (result.exit_code, "failed" in result.output) == (130, False)
    assert "The game was left." in result.output
    assert len(json.loads(file.read_text("utf-8"))["moves"]) == 1
