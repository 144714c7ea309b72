"""The players of the trials play on by themselves: a table that stands still is the house's doing, not theirs."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.pages import Page, Person
from tests.server.players import Party, Player, Table
from tests.server.scaling_page import PAGE, write
from tests.server.test_server_audit import Played

UNDO = {"free_to": None, "ask_to": None, "asked": None}


class Calm(random.Random):
    """Nobody fancies anything."""

    def random(self) -> float:
        return 0.99


class Alone:
    """A party as its player needs it."""

    def __init__(self) -> None:
        self.ends, self.hurry = threading.Event(), threading.Event()

    def moved(self) -> None:
        pass


class Script:
    """A page that is told this, one after the other, and then that the match is over."""

    def __init__(self, table: Table, *messages: dict[str, Any]) -> None:
        self.table, self.messages = table, list(messages)
        self.said: list[dict[str, Any]] = []

    def send(self, t: str, **fields: Any) -> None:
        self.said.append({"t": t, **fields})

    def next(self, _timeout: float) -> dict[str, Any]:
        if not self.messages:
            self.table.over.set()
            raise TimeoutError
        message = self.messages.pop(0)
        return {**message, "id": self.said[-1].get("id")} if message["t"] in ("ack", "refuse") else message


def show(n: int, *legal: str, asked: Any = None) -> dict[str, Any]:
    undo = {**UNDO, "asked": asked}
    about: dict[str, Any] = {"view": {"n": n}, "events": [], "window": None, "result": None}
    return {"t": "show", "n": n, "since": n - 1, "legal": list(legal), "undo": undo, **about}


def played(*messages: dict[str, Any]) -> list[tuple[str, int | None]]:
    """What somebody at seat 1 says who is told this: kinds and shows, each once."""
    table = Table("t")
    page = Script(table, *messages)
    player = Player(cast(Party, Alone()), cast(Person, None), 1, Calm())
    player.play(cast(Page, page), table)
    said = {each["id"]: (each["t"], each.get("n")) for each in page.said if "id" in each}
    return list(said.values())


def test_who_learns_late_that_a_move_was_done_answers_the_show_that_came_of_it() -> None:
    """The show after the move comes before its acknowledgement, as it does where a process died between the two."""
    assert played(show(1, "pass"), show(2, "pass"), {"t": "ack", "n": 1}) == [("play", 1), ("play", 2)]


def test_what_was_not_kept_is_said_again() -> None:
    """A refusal because nothing could be written settles nothing."""
    kept = {"t": "refuse", "message": "not_kept"}
    assert played(show(1, "pass"), kept, show(2, "pass")) == [("play", 1)]


def test_who_is_asked_to_take_back_answers_once_a_show() -> None:
    """It says yes or no, and is not asked twice by the same show."""
    asks = {"t": "undo", "undo": {**UNDO, "asked": {"seat": 0, "to": 1, "agreed": []}}}
    assert played(show(1), asks, {"t": "ack", "n": 1}, asks) == [("agree", None)]


def test_a_lost_line_and_a_second_rematch_are_found() -> None:
    """What was said, heard or begun again and is not on disk, or is there twice, does not pass."""
    played = Played()
    for break_it, why in (
        (lambda table: table.said.add("never kept"), "acknowledged and lost"),
        (lambda table: table.heard.add("never kept"), "shown and never kept"),
        (lambda table: setattr(table, "rematch", "another"), "another rematch"),
        (lambda _: played.lines.append("hello"), "stands there twice"),
    ):
        table = Table("t")
        table.said.add("hello")
        table.check(played.kept())
        break_it(table)
        with pytest.raises(AssertionError, match=why):
            table.check(played.kept())


def test_what_a_trial_tells_has_its_place(tmp_path: Path) -> None:
    """It replaces what stood between its marks, and nothing else; a page without them is told of."""
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- faults: by x -->\n\nold\n\n<!-- end of faults -->\nb\n")
    write("faults", "new", page)
    assert page.read_text() == "a\n<!-- faults: by x -->\n\nnew\n\n<!-- end of faults -->\nb\n"
    with pytest.raises(AssertionError, match="no place for anew"):
        write("anew", "new", page)
    for name in ("faults", "anew"):
        assert PAGE.read_text("utf-8").count(f"<!-- end of {name} -->") == 1
