"""What a server tells on its Unix socket of figures."""

from __future__ import annotations

import httpx


def figures(path: str) -> dict[str, float]:
    with httpx.Client(transport=httpx.HTTPTransport(uds=path)) as client:
        text = client.get("http://figures/metrics").text
    return {name: float(value) for name, value in (x.split() for x in text.splitlines() if not x.startswith("#"))}
