"""Anything may happen at a table and at the door: what was acknowledged is kept once, everybody sees their own, and
the server never has an error of its own. `make siege` does the same for an hour, with other examples each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.server import table_machine
from tests.server.logs import tracebacks
from tests.server.pages import Person, Served, served
from tests.server.raw_requests import Raw, all_is_well, answers, raw_requests


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
    machine = table_machine.on(fuzzed, counts, deaths=1)
    run_state_machine_as_test(machine, settings=table_machine.limits(8, 40, same=True))
    assert counts["tables"] >= 8
    assert counts["restarts"] >= 2
    assert counts["messages"] > 500


def test_no_request_is_too_odd(door: Served) -> None:
    """Any method, path, header, cookie and body: an answer below 500, or the connection is closed."""
    host = Person(door, "Host")
    cookie, table = host.http.cookies["stajnia"], host.table("duel", ["me", "bot"])
    seen: Counter[int] = Counter()

    @settings(
        max_examples=400,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(raw_requests(cookie, table))
    def ask(request: Raw) -> None:
        statuses = answers(door, request)
        seen.update(statuses)
        assert all_is_well(statuses), (statuses, request)

    ask()
    assert {200, 400, 401, 404} <= set(seen), "it gets somewhere"
    assert host.get("/api/me")["name"] == "Host", "and all is well after it"
