"""The set-ups that the contract tests play: every number of seats, every variant, and all of them together."""

from typing import Any

ALL = {"troublesome": True, "lucky": True, "neighbours": True, "tournament": True}
SHORT = {"limit": 30}  # random play exchanges for long; the limit keeps the contract tests quick

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"first": "1"}),
    (4, {**SHORT}),
    (2, {"troublesome": True, "first": "0"}),
    (3, {"lucky": True, **SHORT}),
    (2, {"lucky": True, "horseshoes": "- 3 - -/- - - 15/6 - - -/- - - -; - - 6 -/3 - - -/- - - -/- 15 18 -"}),
    (2, {"neighbours": True, **SHORT}),
    (2, {"tournament": True, **SHORT}),
    (3, {**ALL, "limit": 12}),
    (4, {**ALL, "limit": 6, "first": "3"}),
    (1, {"task": 1}),
    (1, {"task": 40, "limit": 30}),
    (1, {"daily": "2026-08-01", "task": 0}),
    (1, {"task": 0, "difficulty": 3, "limit": 20}),
    (1, {"task": 0, "difficulty": 7, "seed": "spring"}),
    (1, {"grid": "2 16 3 5/4 6 11 12/13 14 15 17/9 1 18 19", "allowed": 5}),
]
