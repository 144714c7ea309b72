"""The variants of fever that the contract tests play."""

from typing import Any

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {"clans": "fairies+goblins"}),
    (3, {"clans": "gnomes+leprechauns"}),
    (4, {}),
    (4, {"deck": "P", "clans": "goblins+witches"}),
    (5, {"clans": "fairies+witches"}),
    (6, {"short": True}),
    (6, {"clans": "leprechauns+witches", "box": '{"track_length": 10, "magic": {"A+": 3, "G-": 3}}'}),
]
