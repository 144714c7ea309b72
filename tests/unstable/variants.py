"""The option sets under which the contract is driven: every number of seats and every choice at least once."""

from typing import Any

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"deck": "first", "language": "en"}),
    (3, {"language": "en"}),
    (3, {"deck": "first", "first": "2"}),
    (4, {"first": "1"}),
    (4, {"deck": "first"}),
    (5, {}),
    (6, {"deck": "first", "first": "5"}),
    (7, {}),
    (8, {"language": "en"}),
    (8, {"deck": "first"}),
]
