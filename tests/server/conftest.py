"""One quick server for all tests that need nothing special, and a database of either kind for those that do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.pages import Person, Served, served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


@pytest.fixture
def ala(house: Served) -> Person:
    return Person(house, "Ala")


@pytest.fixture
def bob(house: Served) -> Person:
    return Person(house, "Bob", "pl")


@pytest.fixture
def eve(house: Served) -> Person:
    return Person(house, "Eve")


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "own.db")
