"""One rule, one test: every numbered statement of a game's text is cited by at least one test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from stajnia.core.words import words
from tests.contract.drive import NAMES

TESTS = Path(__file__).parents[1]


def cited() -> set[str]:
    """All ids in `@pytest.mark.rule(...)` marks of functions in the tests (also `pytest.param(marks=...)`)."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def rules_of(name: str) -> set[str]:
    """The numbered statements of a game, without rulings."""
    return {f"{name} {number}" for number in words(name, "en").statements if number.startswith("R")}


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_has_a_test(name: str) -> None:
    """No rule of a game's text is without a test that cites it, and no test cites a rule that is not there."""
    statements = {f"{name} {number}" for number in words(name, "en").statements}
    rules = rules_of(name)
    marks = {c for c in cited() if c.startswith(name + " ")}
    assert rules
    assert not rules - marks, f"no test cites {sorted(rules - marks)}"
    assert not marks - statements, f"tests cite what is not in the text: {sorted(marks - statements)}"


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_statements(name: str) -> None:
    """The Polish rules have the same numbers as the English ones."""
    assert list(words(name, "pl").statements) == list(words(name, "en").statements)
