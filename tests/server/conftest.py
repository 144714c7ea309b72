"""One quick server for all tests that need nothing special, and a database of either kind for those that do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from tests.server.extra import install, remove
from tests.server.pages import Person, Served, served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


@pytest.fixture
def ala(house: Served) -> Iterator[Person]:
    with contextlib.closing(Person(house, "Ala")) as person:
        yield person


@pytest.fixture
def bob(house: Served) -> Iterator[Person]:
    with contextlib.closing(Person(house, "Bob", "pl")) as person:
        yield person


@pytest.fixture
def eve(house: Served) -> Iterator[Person]:
    with contextlib.closing(Person(house, "Eve")) as person:
        yield person


@pytest.fixture
def tiny() -> Iterator[None]:
    """The test game in this process too, not only in the server's."""
    install()
    yield
    remove()
