"""The OpenAPI description, made from the endpoints and their structs."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from stajnia import __doc__ as about
from stajnia.core.words import LANGS
from stajnia.games import NAMES
from stajnia.server import wire
from stajnia.server.endpoint import Endpoint
from stajnia.server.routes import ENDPOINTS

WHY = {
    400: "The request cannot be read.",
    401: "Nobody is known by this cookie.",
    403: "Not allowed.",
    404: "There is no such thing.",
    409: "Not possible as things stand.",
    413: "Too large.",
    415: "Not JSON.",
    422: "The values do not fit.",
    429: "Too many requests.",
    503: "It could not be saved.",
}
PARAMETERS: dict[str, dict[str, Any]] = {
    "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"},
    "game": {"type": "string", "enum": list(NAMES)},
    "lang": {"type": "string", "enum": list(LANGS)},
    "code": {"type": "string", "pattern": "^[A-Za-z]{1,40}$"},
    "token": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"},
}


def describe(prefix: str = "") -> dict[str, Any]:
    """The whole description as plain data; `prefix` is the path under which the server stands."""
    types = [wire.Fault, *(e.gives for e in ENDPOINTS), *(e.takes for e in ENDPOINTS if e.takes)]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stajnia", "version": "1", "description": (about or "").strip().split("\n")[0]},
        "servers": [{"url": prefix or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": "stajnia"}},
        },
    }


def _operation(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    fault = {"application/json": {"schema": by_type[repr(wire.Fault)]}}
    statuses = {*endpoint.faults, 429}
    if endpoint.method != "GET":
        statuses |= {403, 503}
    if endpoint.takes is not None:
        statuses |= {400, 413, 415, 422}
    answer = {
        "description": endpoint.summary,
        "content": {"application/json": {"schema": by_type[repr(endpoint.gives)]}},
    }
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": f"{endpoint.method.lower()}{re.sub(r'[^a-z]+', '_', endpoint.path)}",
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ]
        + [{"name": name, "in": "query", "schema": schema} for name, schema in endpoint.query],
        "responses": {
            str(endpoint.status): answer,
            **{str(s): {"description": WHY[s], "content": fault} for s in sorted(statuses)},
        },
    }
    if 401 in endpoint.faults:
        operation["security"] = [{"guest": []}]
    if endpoint.takes is not None:
        body = {"application/json": {"schema": by_type[repr(endpoint.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation
