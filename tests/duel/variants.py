"""The variants of the duel that the contract tests play."""

from typing import Any

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"layout": "stairs", "first": "1"}),
    (2, {"layout": "##########/##########"}),
    (2, {"layout": "window", "first": "0"}),
    (2, {"layout": "random"}),
    (2, {"start": "spread"}),
    (2, {"start": "close", "first": "1"}),
]
