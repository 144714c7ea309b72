"""One quick server for all tests that need nothing special, and a database of either kind for those that do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

import stajnia.games
from tests.server.databases import postgres
from tests.server.extra import install, remove
from tests.server.pages import Person, Served, served


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """One server of PostgreSQL for all tests; each takes a `fresh_database` of it."""
    with postgres() as url:
        yield url


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


@pytest.fixture
def offered(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 (it is wanted for what it does)
    """Tables of the test game can be made in this process."""
    monkeypatch.setattr("stajnia.server.table_row.NAMES", stajnia.games.NAMES)
