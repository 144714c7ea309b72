"""Anything may happen at a table and at the door: what was acknowledged is kept once, everybody sees their own, and
the server never has an error of its own. `make siege` does the same for an hour, with other examples each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from tests.server import table_machine
from tests.server.fuzzing import fuzz_door, fuzz_tables, kept, limits
from tests.server.logs import tracebacks
from tests.server.pages import Person, Served, served


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for this alone; at the end its log says that nothing went wrong."""
    path: Path = tmp_path_factory.mktemp("fuzz")
    with served(path / "a.db", **table_machine.SETTINGS) as house:
        yield house
        assert tracebacks(house.log.read_text()) == 0, house.log.read_text()


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same, for requests."""
    with served(tmp_path_factory.mktemp("door") / "a.db") as house:
        yield house
        assert tracebacks(house.log.read_text()) == 0, house.log.read_text()


def test_anything_may_happen_at_a_table(fuzzed: Served, tiny: None) -> None:  # noqa: ARG001 (wanted for what it does)
    """Two persons, a spectator, undo, chat, nonsense, lost connections, kills: all agrees with the log."""
    counts: Counter[str] = Counter()
    assert fuzz_tables(fuzzed, counts, ("tiny", "duel"), 1, limits(8, same=True, steps=40)) == []
    assert counts["tables"] >= 8
    assert counts["restarts"] >= 2
    assert counts["messages"] > 500


def test_no_request_is_too_odd(door: Served) -> None:
    """Any method, path, header, cookie and body: an answer below 500, or the connection is closed."""
    host = Person(door, "Host")
    seen, wrong = fuzz_door(door, host, host.table("duel", ["me", "bot"]), limits(400, same=True))
    assert wrong == []
    assert {200, 400, 401, 404} <= set(seen), "it gets somewhere"
    assert Person(door, "Ala").get("/api/me")["name"] == "Ala", "and all is well after it"  # the host may be logged out


def test_a_fault_that_comes_but_once_is_told() -> None:
    """Hypothesis, which would try it again in vain and complain of inconsistent data, does not hear of it."""
    faults = iter(["a moment that does not come again"])

    class Moody(RuleBasedStateMachine):
        wrong: ClassVar[list[str]] = []

        @rule(n=st.integers(0, 3))
        @table_machine.watched
        def ask(self, n: int) -> None:
            if n and (fault := next(faults, "")):
                raise AssertionError(fault)

    run_state_machine_as_test(Moody, settings=limits(5, same=True, steps=10))
    assert len(Moody.wrong) == 1
    assert "a moment that does not come again" in Moody.wrong[0]


def test_a_fault_at_the_door_is_told_once() -> None:
    """The same for requests."""
    faults, wrong = iter(["never again"]), list[str]()

    @limits(20, same=True)
    @given(st.integers(0, 3))
    def ask(n: int) -> None:
        def one() -> None:
            assert not (n and next(faults, "")), "it was"

        kept(wrong, one)

    ask()
    assert len(wrong) == 1
