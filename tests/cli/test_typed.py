"""What can be typed at the table, in both languages, and what the help says about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from stajnia.bots import asking
from stajnia.cli.records import seat_names
from stajnia.cli.session import EXAMPLES, Session
from stajnia.cli.terminal import speak
from stajnia.cli.typed import fitting_actions, seat_words, verbs
from stajnia.core.match import Match
from stajnia.core.words import LANGS, Lang, words
from stajnia.games import NAMES, game
from tests.cli.test_cli import run
from tests.contract.drive import cases

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


def test_a_number_of_the_text_is_not_one_of_the_label() -> None:
    """Who asks for the 7 does not get the 9 that goes where a 7 lay."""
    labels = {"take 9 c3": "Weź 9 i wymień na nią 7 z c3", "take 9 d3": "Weź 9 i połóż na d3"}
    assert fitting_actions("weź 7 c3", labels) == []
    assert fitting_actions("weź 9 c3", labels) == ["take 9 c3"]


def test_another_word_for_a_verb_is_the_beginning_of_no_other() -> None:
    """`nie` declines; where there is nothing to decline it never picks the blue (`niebieski`) unicorn."""
    labels = {"discard blue": "Odrzuć: Jednorożec (niebieski)", "decline": "Rezygnuję"}
    also = {"decline": "nie"}
    assert fitting_actions("nie", labels, also) == ["decline"]
    assert fitting_actions("nie", {"discard blue": labels["discard blue"]}, also) == []
    assert fitting_actions("nieb", labels, also) == ["discard blue"]


def test_a_number_in_a_name_is_no_seat() -> None:
    """A seat is called by its own number; another number in the name of who sits there, or in a level, calls nobody."""
    labels = {f"choose p{n}": f"Choose {seat_words(n - 1, f'Bot {n + 1} (my.bots:level4)')}" for n in (2, 3)}
    for line in ("choose p2", "choose 2", "choose bot 2", "2 choose"):
        assert fitting_actions(line, labels) == ["choose p2"], line
    assert fitting_actions("choose 4", labels) == []
    assert fitting_actions("choose bot", labels) == ["choose p2", "choose p3"]


def test_the_second_copy_of_a_card_is_no_seat() -> None:
    """`destroy narwhal.2` is found by its whole name, and not by the number 2, which is a player's."""
    labels = {"destroy narwhal.2": f"Destroy Narwhal of {seat_words(2, 'Bot 3 (greedy)')}"}
    assert fitting_actions("destroy narwhal 2", labels) == []
    assert fitting_actions("narwhal.2", labels) == fitting_actions("destroy narwhal p3", labels) == list(labels)


def at_table(match: Match, lang: Lang) -> Session:
    """A person in the first seat and bots in the others, with the names they have in the terminal."""
    match.record.notes["bots"] = {str(seat): "greedy" for seat in range(1, match.record.seats)}
    names = [speak(lang, "you"), *seat_names(match.record, lang)[1:]]
    return Session(match, {}, names, lang, Random(1))


def positions(name: str, matches: int) -> Iterator[Match]:
    """Every position of random matches of all variants in which somebody is to choose."""
    variants = [case for case in cases() if case[0] == name]
    for seed in range(matches):
        match, rng = Match.start(*variants[seed % len(variants)], seed=seed), Random(seed)
        while match.to_act:
            yield match
            match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))


# What the examples mean that are words of labels; all others are texts of actions.
MEANT = {
    ("clovers", "b2"): "keep b2",
    ("clovers", "dobierz"): "draw",
    ("clovers", "zostaw b2"): "keep b2",
    ("clovers", "odłóż"): "back",
    ("clovers", "weź 7 c3"): "take 7 c3",
    ("clovers", "wykonaj"): "extra",
    ("clovers", "zrezygnuj"): "end",
    ("clovers", "następna"): "next",
    ("clovers", "zamień a1 c1"): "swap a1 c1",
    ("clovers", "poddaj"): "resign",
    ("unstable", "dobierz"): "draw",
    ("unstable", "zagraj narwala"): "play narwhal",
    ("unstable", "zagraj ciasną stajenkę p2"): "play tiny_stable on p2",
    ("unstable", "odrzuć rzenie"): "discard neigh",
    ("unstable", "zniszcz jednonosorożca"): "destroy rhinocorn",
    ("unstable", "odpowiedz rzeniem"): "neigh",
    ("unstable", "pas"): "pass",
    ("unstable", "tak"): "use",
    ("unstable", "nie"): "decline",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_every_example_of_the_help_plays(name: str, lang: Lang) -> None:
    """Wherever the action that an example stands for is legal, typing the example means it and nothing else."""
    examples = re.findall("[„“]([^„“”]+)”", words(name, lang).catalogue["notation"])
    assert len(examples) >= 2
    meant = {line: MEANT.get((name, line)) or game(name).write(game(name).read(line)) for line in examples}
    met = dict.fromkeys(examples, 0)
    for match in positions(name, 40):
        seat = match.to_act[0]
        for line, text in meant.items():
            if met[line] < 400 and match.why_not(seat, text) is None:
                found = at_table(match, lang).meant(seat, line)
                assert [game(name).write(game(name).read(one)) for one in found] == [text], match.legal(seat)
                met[line] += 1
    assert min(met.values()) >= 2, met


@pytest.mark.parametrize(("lang", "line"), [("pl", "zagraj ciasna"), ("en", "play tiny")])
def test_a_seat_is_called_by_its_own_number(lang: Lang, line: str) -> None:
    """`p2`, `2` and `bot 2` are one seat: the second, whichever others a card may be played on."""
    met = 0
    for match in positions("unstable", 60):
        for n in range(2, match.record.seats + 1):
            text = f"play tiny_stable on p{n}"
            if match.to_act[0] == 0 and text in match.legal(0):
                session = at_table(match, lang)
                for called in (f"p{n}", f"{n}", f"bot {n}", session.names[n - 1]):
                    assert session.meant(0, f"{line} {called}") == [text]
                met += 1
    assert met > 5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_help_shows_what_can_be_typed(name: str, lang: Lang, capsys: pytest.CaptureFixture[str]) -> None:
    """An action of each kind there is now, as far as there is room, and the examples; cards where there are any."""
    for match in positions(name, 2):
        seat, session = match.to_act[0], at_table(match, lang)
        session.help(seat)
        said = capsys.readouterr().out
        legal = match.legal(seat)
        first = {re.split(r"[\W\d]", text)[0]: text for text in reversed(legal)}
        shown = re.split(", ", re.search(r": (.*?)\. ", said)[1])  # type: ignore[index]
        assert set(shown) <= set(first.values())
        assert len(shown) == (min(len(first), EXAMPLES) if name == "duel" else len(first))  # its kinds are columns
        assert words(name, lang).catalogue["notation"] in said
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
    assert "Bot 2 (casual)" in run("play", "duel", input="quit\n").output


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
