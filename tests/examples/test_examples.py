"""Every example runs and does what it says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from examples import read_records, run_notebook, self_play, solve_and_draw, write_a_bot
from stajnia.bots import clovers
from stajnia.bots.bot import at_random
from stajnia.games.duel.layouts import NAMED
from stajnia.record_files import read_records as records_of
from stajnia.record_files import write_records
from tests.golden.make_records import FILE

EXAMPLES = Path(run_notebook.__file__).parent


def is_drawing(text: str) -> bool:
    return ElementTree.fromstring(text).tag.endswith("svg")


def test_a_match_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten lines, and the outcome is told."""
    runpy.run_module("examples.play_a_match")
    assert "Outcome(" in capsys.readouterr().out


def test_a_bot_of_ones_own_beats_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """It wins nearly all of its matches."""
    monkeypatch.setattr(clovers, "LEVELS", dict(clovers.LEVELS))
    assert write_a_bot.main(matches=12) > 0.8


def test_self_play_learns_a_little_in_a_moment() -> None:
    """After few games it knows better than a coin who will win; the curve is a picture."""
    seen = self_play.self_play((np.zeros((self_play.RAINBOWS, self_play.FEATURES)), 250, 3))
    weights = self_play.fit(seen, np.zeros((self_play.RAINBOWS, self_play.FEATURES)))
    fresh = self_play.self_play((weights, 60, 4))
    right = [(np.array(f) @ weights[n] > 0) == won for n, f, won in fresh if 1 < n < 10]
    assert sum(right) > 0.5 * len(right)
    assert self_play.against_greedy((weights, 2, 5)) in range(3)
    assert is_drawing(self_play.drawn([0.1, 0.5, 0.6]))


def test_what_is_learned_plays_by_the_rules() -> None:
    """Its whole turns are those of the rules: every one it thinks of is legal in a match."""
    weights = np.ones((self_play.RAINBOWS, self_play.FEATURES))
    assert self_play.player(weights) is not at_random
    assert self_play.against_greedy((weights, 1, 2)) in (0, 1)


def test_records_become_tables_and_a_picture(tmp_path: Path) -> None:
    """Every move a row, every seat a row; who won how often, drawn."""
    file = tmp_path / "some.jsonl"
    some = [record for record in records_of(FILE) if record.game == "duel"][:3]
    for record in some:
        record.names = ["ala", "ola"]
    write_records(file, some)
    assert read_records.moves(file).height == sum(len(record.moves) for record in some)
    found = read_records.won_by_player(file)
    assert found["won"].sum() == pytest.approx(1)
    assert is_drawing(read_records.drawn(found))


def test_a_layout_is_drawn_with_what_is_known_of_it() -> None:
    """On the stairs no first cell wins; elsewhere some may."""
    drawing = solve_and_draw.drawn("stairs")
    assert is_drawing(drawing)
    assert "81.7%" in drawing


def test_the_notebook_runs_and_draws() -> None:
    """Every cell runs, and five of them draw; `python -m examples.run_notebook FILE` keeps what they show."""
    book = run_notebook.run(EXAMPLES / "duel_atlas.ipynb")
    shown = [o["data"] for cell in book["cells"] for o in cell.get("outputs", ()) if "data" in o]
    assert sum(is_drawing(data["image/svg+xml"][0]) for data in shown if "image/svg+xml" in data) == 5
    printed = "".join(line for cell in book["cells"] for o in cell.get("outputs", ()) for line in o.get("text", ()))
    told = re.findall(
        r"^(\w+) +[\d,]+ starts, the first player wins ([\d.]+)%; first cells that win: (\d+)$", printed, re.M
    )
    assert sorted(name for name, _, _ in told) == sorted(NAMED)
    assert ("stairs", "81.7", "0") in told
    assert all(float(share) > 50 for _, share, _ in told), "to move first is an advantage once all stand"
    assert {int(cells) > 0 for _, _, cells in told} == {True, False}
    assert "the second player wins after" in printed, "perfect play proves what the book says of the stairs"
