"""The HTTP description is true: schemathesis asks everything it describes, and the page's types are current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis

from stajnia.server.endpoint import Endpoint
from stajnia.server.openapi import describe
from stajnia.server.routes import ENDPOINTS
from stajnia.server.typescript import TYPES, typescript
from tests.server.described import ask_described
from tests.server.pages import Person, Served, play_out


@pytest.fixture(scope="session")
def api(house: Served) -> Any:
    return schemathesis.openapi.from_url(house.url + "/openapi.json")


@pytest.fixture(scope="session")
def visitor(house: Served) -> Any:
    person = Person(house, "Schema")
    table = person.table("tiny", ["me", "open"])
    yield person.http.cookies["stajnia"], table
    person.close()


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # schemathesis, or a thread beside it, does
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda e: f"{e.method} {e.path}")
def test_every_endpoint_keeps_its_description(endpoint: Endpoint, api: Any, visitor: tuple[str, str]) -> None:
    """For valid and for invalid requests: a described status, the described body, never a server error."""
    wrong: list[str] = []
    ask_described(endpoint, api, *visitor, wrong)
    assert wrong == []


def test_the_description_names_every_endpoint_once() -> None:
    """OpenAPI 3.1 with all paths; operation ids are distinct; every refusal has the body of a fault."""
    text = describe()
    operations = [o for path in text["paths"].values() for o in path.values()]
    assert text["openapi"].startswith("3.1")
    assert len({o["operationId"] for o in operations}) == len(operations) >= 20
    for operation in operations:
        for status, answer in operation["responses"].items():
            if status >= "400":
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Fault"}


def test_the_pages_types_are_current() -> None:
    """web/src/lib/wire.gen.ts is what the structs say now; else run `python -m stajnia.server.typescript`."""
    committed = Path(__file__).parents[2] / TYPES
    assert committed.read_text("utf-8") == typescript()
    assert typescript() == typescript()


def test_codes_of_closing_stand_once() -> None:
    """Server and client take them from the wire, and the protocol tells them."""
    codes = re.compile(r"\b(4401|4408|1008|1013)\b")
    here = Path(__file__).parents[2]
    for folder in ("server", "client"):
        for file in (here / "src/stajnia" / folder).glob("*.py"):
            found = codes.findall(file.read_text("utf-8"))
            assert sorted(found) == (["1008", "1013", "4401", "4408"] if file.name == "wire.py" else []), file.name
    assert {*codes.findall((here / "docs/protocol.md").read_text("utf-8"))} == {"1008", "1013", "4401", "4408"}


def test_the_bot_in_the_protocol_plays_a_match(ala: Person, house: Served) -> None:
    """The twenty lines of docs/protocol.md join a table by its id and play to the end."""
    text = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
    code = text.split("```python\n", 1)[1].split("```", 1)[0]
    table = ala.table("duel", ["me", "open"], guest_bots=True)
    code = code.replace("http://localhost:8000", house.url).replace("the-id-from-the-link", table)
    page = ala.page(table)
    robot = subprocess.Popen([sys.executable, "-c", code])
    while page.all[-1]["t"] != "table" or page.all[-1]["table"]["seats"][1]["kind"] == "open":
        page.next()
    ala.post(f"/api/tables/{table}/start")
    play_out(page)
    assert page.show["result"]
    assert robot.wait(60) == 0
