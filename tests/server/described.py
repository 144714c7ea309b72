"""schemathesis asks an endpoint what the OpenAPI text describes, and what it does not."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from stajnia.server.endpoint import Endpoint
from tests.server.fuzzing import kept, limits

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


def ask_described(endpoint: Endpoint, api: Any, cookie: str, table: str, wrong: list[str], examples: int = 25) -> int:
    """Valid and invalid requests: a described status, the described body, never a server error; how many there were.
    What goes wrong is added to `wrong`."""
    asked = 0
    operation = api[endpoint.path][endpoint.method]
    modes = st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE])

    @limits(examples, same=False)
    @given(modes.flatmap(lambda mode: operation.as_strategy(generation_mode=mode)))
    def ask(case: Any) -> None:
        nonlocal asked
        asked += 1
        if "id" in (case.path_parameters or {}) and len(str(case.path_parameters["id"])) % 2:
            case.path_parameters = {**case.path_parameters, "id": table}  # half of the requests meet one that is there
        if "stajnia" in (case.cookies or {}):
            case.cookies = {**case.cookies, "stajnia": cookie}  # a new one: what was drawn may be drawn again
        kept(wrong, lambda: case.call_and_validate(checks=CHECKS))

    ask()
    return asked
