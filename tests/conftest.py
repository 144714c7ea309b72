"""What every run of the tests says at its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

GATE = "contract/test_rules_cited.py"


@pytest.fixture(scope="session", autouse=True)
def no_secret_is_logged() -> Iterator[None]:
    """No cookie, link or seed of any test is in the log of any server, whichever tests have started one."""
    yield
    logs = sys.modules.get("tests.server.logs")
    assert logs is None or logs.leaks() == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The seed of the random order, and how many numbered statements are cited when the gate that counts them ran."""
    seed = terminalreporter.config.getoption("randomly_seed", None)
    terminalreporter.write_line(f"the same order again: --randomly-seed={seed}")
    reports = (r for found in terminalreporter.stats.values() for r in found)
    if any(GATE in getattr(r, "nodeid", "") for r in reports):
        from stajnia.games import NAMES
        from tests.contract.test_rules_cited import cited, rules_of

        marks = cited()
        counts = {name: (len(rules_of(name) & marks), len(rules_of(name))) for name in NAMES}
        told = ", ".join(f"{name} {n} of {all}" for name, (n, all) in counts.items())
        terminalreporter.write_line(f"rule statements cited by tests: {told}")
