"""Actions as values: tuples of ints that a board keeps ready-made, so that listing them makes nothing new.

`(cell,)` places a unicorn or lays a rainbow, `(from, to)` is a jump; chance plays `(FIRST, seat)` and
`(LAY, height, width, row, column)`. A cell is `row * WIDE + column`, the same number on every board.
"""

from __future__ import annotations

from typing import Final

Action = tuple[int, ...]

WIDE: Final = 20  # no board is wider
FIRST: Final = -1
LAY: Final = -2
