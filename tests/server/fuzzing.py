"""What hypothesis does to a server, at its tables and at its door: a minute of it in `make test`, an hour in `make
siege`.

A fault is kept and never raised to hypothesis. It would try the same again, and where the fault needs a moment that
does not come again, it would complain of inconsistent data and tell nothing of the fault. For the same reason nothing
that is drawn depends on what the server did (see `table_machine`).
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.server import table_machine
from tests.server.pages import Person, Served
from tests.server.raw_requests import Raw, all_is_well, answers, raw_requests


def limits(examples: int, *, same: bool, steps: int = 50) -> settings:
    """So many examples (of so many steps); `same` ones each time, or others."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=same,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def kept(wrong: list[str], what: Callable[[], object]) -> None:
    """Do it; what goes wrong is kept."""
    try:
        what()
    except Exception:
        wrong.append(traceback.format_exc())


def fuzz_tables(house: Served, counts: Counter[str], games: tuple[str, ...], deaths: int, limit: settings) -> list[str]:
    """Anything at tables of this server; what went wrong. The first fault ends it."""
    machine = table_machine.on(house, counts, games, deaths)
    run_state_machine_as_test(machine, settings=limit)
    return machine.wrong


def fuzz_door(house: Served, host: Person, table: str, limit: settings) -> tuple[Counter[int], list[str]]:
    """Requests that no client sends: how often each status was the answer, and what went wrong."""
    seen: Counter[int] = Counter()
    wrong: list[str] = []

    @limit
    @given(raw_requests(host.http.cookies["stajnia"], table))
    def ask(request: Raw) -> None:
        def one() -> None:
            statuses = answers(house, request)
            seen.update(statuses)
            assert all_is_well(statuses), (statuses, request)

        kept(wrong, one)

    ask()
    return seen, wrong
